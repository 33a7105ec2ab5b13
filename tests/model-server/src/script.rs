//! The script: which request gets which answer.
//!
//! As JSON: `{"rules": [{"when": {"user_contains": "续写"}, "times": 1, "answer": {"text": "好。"}}], "default": {},
//! "models": ["scripted"]}`. Every field may be left out; an unknown field is an error.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Answer, Recorded};

/// The rules, the first that fits first, and what is answered when none does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// The rules in order.
    pub rules: Vec<Rule>,
    /// The answer to a chat that no rule fits.
    pub default: Answer,
    /// What `GET …/models` lists.
    pub models: Vec<String>,
}

/// An answer and when it is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// What the request must be like.
    pub when: When,
    /// How often the rule answers before it is passed over; for ever by default.
    pub times: Option<usize>,
    /// What is answered.
    pub answer: Answer,
}

/// What a request must be like; everything given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// The path ends with this. A rule without it fits chats only (`…/chat/completions` and `…/api/chat`).
    pub path: Option<String>,
    /// The model is this one.
    pub model: Option<String>,
    /// A message holds this.
    pub contains: Option<String>,
    /// A system (or developer) message holds this.
    pub system_contains: Option<String>,
    /// A user message holds this.
    pub user_contains: Option<String>,
    /// The body has this field, and it is not null.
    pub parameter: Option<String>,
    /// Each of these headers is there and holds this; names in lower case.
    pub header: BTreeMap<String, String>,
    /// It is the n-th request that fits the rest and comes to this rule; the first is 1.
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

/// A script of these rules; a chat that none fits gets a few sentences of prose.
pub fn script(rules: Vec<Rule>) -> Script {
    Script { rules, ..Script::default() }
}

/// A rule that fits every chat.
pub fn rule(answer: Answer) -> Rule {
    Rule { answer, ..Rule::default() }
}

/// A script that gives these answers once each, then the default.
pub fn answers_in_turn(answers: Vec<Answer>) -> Script {
    script(answers.into_iter().map(|answer| rule(answer).times(1)).collect())
}

impl Rule {
    /// This often at most.
    #[must_use]
    pub fn times(self, times: usize) -> Self {
        Self { times: Some(times), ..self }
    }

    /// At the n-th fitting request only.
    #[must_use]
    pub fn nth(mut self, nth: usize) -> Self {
        self.when.nth = Some(nth);
        self
    }

    /// For paths with this end.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.when.path = Some(path.into());
        self
    }

    /// For this model.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.when.model = Some(model.into());
        self
    }

    /// For requests with this in a message.
    #[must_use]
    pub fn contains(mut self, part: impl Into<String>) -> Self {
        self.when.contains = Some(part.into());
        self
    }

    /// For requests with this in a system message.
    #[must_use]
    pub fn system_contains(mut self, part: impl Into<String>) -> Self {
        self.when.system_contains = Some(part.into());
        self
    }

    /// For requests with this in a user message.
    #[must_use]
    pub fn user_contains(mut self, part: impl Into<String>) -> Self {
        self.when.user_contains = Some(part.into());
        self
    }

    /// For requests whose body has this field.
    #[must_use]
    pub fn parameter(mut self, field: impl Into<String>) -> Self {
        self.when.parameter = Some(field.into());
        self
    }
}

impl When {
    /// Whether the request is like this; `nth` aside.
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

/// Whether a message of one of these roles (of any, if there are none) holds this.
fn says(request: &Recorded, roles: &[&str], part: &str) -> bool {
    messages(&request.body)
        .any(|(role, text)| (roles.is_empty() || roles.contains(&role)) && text.contains(part))
}

/// Role and text of each message of a chat; the parts of a text are joined.
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
