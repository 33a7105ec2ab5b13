//! A recorded request and how it ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One request, in order of arrival. Times are milliseconds since the server started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// Number of the request, from 1; a reset does not restart it.
    pub id: u64,
    pub method: String,
    /// The path, with its query.
    pub path: String,
    /// The headers; names in lower case, several values of a name joined by a comma.
    pub headers: BTreeMap<String, String>,
    /// The body; null if it is not JSON.
    pub body: Value,
    /// When the request was complete.
    pub started_ms: u64,
    /// The index of the rule that answered; `None` for the default.
    pub rule: Option<usize>,
    /// How it ended; `None` while it is active.
    pub ended: Option<Ended>,
}

/// The end of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// How it ended.
    pub how: How,
    /// Bytes of the body written by then, without HTTP framing.
    pub body_bytes: u64,
    pub at_ms: u64,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The complete answer was written.
    Answered,
    /// The client closed the connection first.
    ClientClosed,
    /// The script broke the connection.
    Broken,
}

impl Recorded {
    /// The path without its query.
    pub fn path_alone(&self) -> &str {
        self.path.split_once('?').map_or(self.path.as_str(), |(path, _)| path)
    }

    /// A string from the body by JSON pointer, such as `/messages/0/content`; empty if it does not exist.
    pub fn text(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }
}
