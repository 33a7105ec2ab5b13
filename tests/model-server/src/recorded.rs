//! What a request was, and how it ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One request, in the order in which they came. Times are milliseconds since the server started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// Counts the requests of this server from 1, a reset notwithstanding.
    pub id: u64,
    /// The method.
    pub method: String,
    /// The path, with its query.
    pub path: String,
    /// The headers; names in lower case, several of a name joined by a comma.
    pub headers: BTreeMap<String, String>,
    /// The body; null when it is no JSON.
    pub body: Value,
    /// When it had come whole.
    pub started_ms: u64,
    /// The place of the rule that answered; none for the default.
    pub rule: Option<usize>,
    /// How it ended; none while it runs.
    pub ended: Option<Ended>,
}

/// The end of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// How it came about.
    pub how: How,
    /// Bytes of the body that were written by then, without the framing of HTTP.
    pub body_bytes: u64,
    /// When.
    pub at_ms: u64,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The answer was written to its end.
    Answered,
    /// The client closed the connection before.
    ClientClosed,
    /// The script broke the connection.
    Broken,
}

impl Recorded {
    /// The path without its query.
    pub fn path_alone(&self) -> &str {
        self.path.split_once('?').map_or(self.path.as_str(), |(path, _)| path)
    }

    /// A string from the body by JSON pointer, as `/messages/0/content`; empty where there is none.
    pub fn text(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }
}
