//! The script: maps requests to answers.
//!
//! As JSON: `{"rules": [{"when": {"user_contains": "续写"}, "times": 1, "answer": {"text": "好。"}}], "default": {},
//! "models": ["scripted"]}`. Every field is optional; an unknown field is an error.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Answer, Recorded};

/// The rules, of which the first match applies, and the answer if none matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    pub rules: Vec<Rule>,
    /// The answer to a chat that no rule matches.
    pub default: Answer,
    /// The models listed by `GET …/models`.
    pub models: Vec<String>,
}

/// An answer with its condition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// The condition.
    pub when: When,
    /// How often the rule answers before it is skipped; unlimited by default.
    pub times: Option<usize>,
    pub answer: Answer,
}

/// A condition on a request; all given fields must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// The end of the path. Without it, a rule matches chats only (`…/chat/completions` and `…/api/chat`).
    pub path: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// Text in a message.
    pub contains: Option<String>,
    /// Text in a system (or developer) message.
    pub system_contains: Option<String>,
    /// Text in a user message.
    pub user_contains: Option<String>,
    /// A field of the body that must be present and not null.
    pub parameter: Option<String>,
    /// Headers that must be present and contain these values; names in lower case.
    pub header: BTreeMap<String, String>,
    /// The request is the n-th one that matches all else and reaches this rule; the first is 1.
    pub nth: Option<usize>,
}

impl Default for Script {
    fn default() -> Self {
        Self { rules: Vec::new(), default: Answer::default(), models: vec!["scripted".to_owned()] }
    }
}

impl From<Answer> for Script {
    fn from(default: Answer) -> Self {
        Self { default, ..Self::default() }
    }
}

/// A script with these rules; an unmatched chat gets a few sentences of prose.
pub fn script(rules: Vec<Rule>) -> Script {
    Script { rules, ..Script::default() }
}

/// A rule that matches every chat.
pub fn rule(answer: Answer) -> Rule {
    Rule { answer, ..Rule::default() }
}

/// A script that gives each of these answers once, then the default.
pub fn answers_in_turn(answers: Vec<Answer>) -> Script {
    script(answers.into_iter().map(|answer| rule(answer).times(1)).collect())
}

impl Rule {
    /// Limits how often the rule answers.
    #[must_use]
    pub fn times(self, times: usize) -> Self {
        Self { times: Some(times), ..self }
    }

    /// Matches only the n-th request.
    #[must_use]
    pub fn nth(mut self, nth: usize) -> Self {
        self.when.nth = Some(nth);
        self
    }

    /// Matches paths with this end.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.when.path = Some(path.into());
        self
    }

    /// Matches this model.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.when.model = Some(model.into());
        self
    }

    /// Matches requests with this text in a message.
    #[must_use]
    pub fn contains(mut self, part: impl Into<String>) -> Self {
        self.when.contains = Some(part.into());
        self
    }

    /// Matches requests with this text in a system message.
    #[must_use]
    pub fn system_contains(mut self, part: impl Into<String>) -> Self {
        self.when.system_contains = Some(part.into());
        self
    }

    /// Matches requests with this text in a user message.
    #[must_use]
    pub fn user_contains(mut self, part: impl Into<String>) -> Self {
        self.when.user_contains = Some(part.into());
        self
    }

    /// Matches requests whose body has this field.
    #[must_use]
    pub fn parameter(mut self, field: impl Into<String>) -> Self {
        self.when.parameter = Some(field.into());
        self
    }
}

impl When {
    /// Whether a request matches, except for `nth`.
    pub(crate) fn fits(&self, request: &Recorded) -> bool {
        let is = |wanted: &Option<String>, holds: &dyn Fn(&str) -> bool| wanted.as_deref().is_none_or(holds);
        let path = request.path_alone();
        let is_path = match &self.path {
            Some(end) => path.ends_with(end.as_str()),
            None => is_chat(path),
        };
        is_path
            && is(&self.model, &|model| request.body["model"] == model)
            && is(&self.contains, &|part| says(request, &[], part))
            && is(&self.system_contains, &|part| says(request, &["system", "developer"], part))
            && is(&self.user_contains, &|part| says(request, &["user"], part))
            && is(&self.parameter, &|field| request.body.get(field).is_some_and(|value| !value.is_null()))
            && self
                .header
                .iter()
                .all(|(name, part)| request.headers.get(name).is_some_and(|value| value.contains(part)))
    }
}

/// Whether a path is that of a chat.
pub(crate) fn is_chat(path: &str) -> bool {
    path.ends_with("/chat/completions") || path.ends_with("/api/chat")
}

/// Whether a message with one of these roles (or any, if there are none) contains this text.
fn says(request: &Recorded, roles: &[&str], part: &str) -> bool {
    messages(&request.body)
        .any(|(role, text)| (roles.is_empty() || roles.contains(&role)) && text.contains(part))
}

/// Role and text of each message of a chat, with the parts of a text joined.
pub(crate) fn messages(body: &Value) -> impl DoubleEndedIterator<Item = (&str, String)> {
    let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    messages.iter().map(|message| {
        let text = match &message["content"] {
            Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            content => content.as_str().unwrap_or_default().to_owned(),
        };
        (message["role"].as_str().unwrap_or_default(), text)
    })
}
