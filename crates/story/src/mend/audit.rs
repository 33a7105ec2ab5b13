//! The audit log: what was done in a session, and by whom.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::UnknownName;
use crate::check::Rule;
use crate::version::named;

named! {
    /// An action in the audit log.
    AuditAction "audited action" {
        /// A session was opened and its scenes were claimed.
        Opened = "opened",
        /// The claims of a dead session were taken over.
        TakenOver = "taken_over",
        PolicyChanged = "policy_changed",
        /// The fixes of a round were planned.
        Planned = "planned",
        /// A fix was made.
        Fixed = "fixed",
        /// The fence refused a fix.
        Refused = "refused",
        /// The text of a round was composed.
        Composed = "composed",
        /// The text of a round was checked again.
        Rechecked = "rechecked",
        /// An issue changed its state.
        IssueChanged = "issue_changed",
        /// The author decided on a change.
        Decided = "decided",
        /// Changes entered the manuscript.
        Accepted = "accepted",
        /// Accepted changes were taken out of the manuscript again.
        TakenBack = "taken_back",
        /// The author pointed at the place of an issue.
        Aligned = "aligned",
        /// A text was read from another source than memory or the file.
        Fetched = "fetched",
        /// The author supplied a text.
        Supplied = "supplied",
        /// A session gave up a scene.
        Released = "released",
        /// A session ended by its policy.
        Completed = "completed",
        /// A session ended by an error.
        Failed = "failed",
        /// The author ended a session.
        Abandoned = "abandoned",
        Exported = "exported",
        /// The log lost entries to damage, and the rest was chained again.
        Salvaged = "salvaged",
    }
}

/// Who did something.
///
/// Written as `author`, `cli`, `rule:NAME`, `model:NAME` or `workflow:NAME`, in JSON and SQL alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(into = "String", try_from = "String")]
#[ts(as = "String")]
pub enum Actor {
    /// The author in the window.
    #[default]
    Author,
    /// The author on the command line.
    CommandLine,
    /// A rule's own suggestion.
    Rule(Rule),
    /// The name of a model.
    Model(String),
    /// The name of a workflow that runs by itself.
    Workflow(String),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Author => f.write_str("author"),
            Self::CommandLine => f.write_str("cli"),
            Self::Rule(rule) => write!(f, "rule:{rule}"),
            Self::Model(name) => write!(f, "model:{name}"),
            Self::Workflow(name) => write!(f, "workflow:{name}"),
        }
    }
}

impl FromStr for Actor {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text.split_once(':') {
            None if text == "author" => Ok(Self::Author),
            None if text == "cli" => Ok(Self::CommandLine),
            Some(("rule", name)) => name.parse().map(Self::Rule),
            Some(("model", name)) => Ok(Self::Model(name.to_owned())),
            Some(("workflow", name)) => Ok(Self::Workflow(name.to_owned())),
            _ => Err(UnknownName { what: "actor", name: text.to_owned() }),
        }
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> Self {
        actor.to_string()
    }
}

impl TryFrom<String> for Actor {
    type Error = UnknownName;

    fn try_from(text: String) -> Result<Self, UnknownName> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actors_survive_the_round_trip() {
        let actors = [
            (Actor::Author, "author"),
            (Actor::CommandLine, "cli"),
            (Actor::Rule(Rule::Attribute), "rule:attribute"),
            (Actor::Model("qwen3:8b".into()), "model:qwen3:8b"),
            (Actor::Workflow("mend_book".into()), "workflow:mend_book"),
        ];
        for (actor, text) in actors {
            assert_eq!(actor.to_string(), text);
            assert_eq!(text.parse::<Actor>().unwrap(), actor);
            assert_eq!(serde_json::to_value(&actor).unwrap(), text);
            assert_eq!(serde_json::from_value::<Actor>(text.into()).unwrap(), actor);
        }
        for unknown in ["", "reader", "rule:none", "author:me"] {
            assert!(unknown.parse::<Actor>().is_err(), "{unknown}");
        }
    }
}
