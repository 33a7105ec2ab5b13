//! The classes of failure, as far as what to do next depends on them.

use serde::{Deserialize, Serialize};

use crate::stream::{ErrorKind, ServerError};

/// Which timer ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The connection did not stand in time.
    Connect,
    /// No text and no thinking came in time.
    FirstToken,
    /// The answer stopped in the middle.
    Idle,
    /// The answer came steadily, and was not at its end in time.
    Total,
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum FailureClass {
    /// No connection: no such host, refused, no TLS.
    Connect,
    /// A timer ran out.
    Timeout {
        /// Which.
        timer: Timer,
    },
    /// Too many requests (429).
    RateLimited {
        /// What the server asks to wait, in milliseconds.
        #[ts(type = "number | null")]
        retry_after_ms: Option<u64>,
    },
    /// The server's own fault (5xx), or it says so within an answer.
    Server {
        /// The status; 200 where the fault came within an answer.
        status: u16,
    },
    /// The server gave up waiting (408).
    RequestTimeout,
    /// The key is missing, wrong or may not do this (401, 403).
    Auth,
    /// The account is empty or its limit is reached (402, some 429).
    Quota,
    /// The server does not take the request (other 4xx, or a redirect to another host).
    BadRequest,
    /// The prompt is too long for the model.
    ContextLength,
    /// The server refuses the content.
    Refused,
    /// What came is no answer: an HTML page, something that cannot be read, more than the cap.
    Parse,
    /// The answer ended early.
    Broken,
    /// Too many failures of this provider: it was not asked.
    CircuitOpen,
    /// The author stopped it.
    Cancelled,
}

impl FailureClass {
    /// The class of an error that the server reported: with an HTTP status, or (200) within an answer.
    pub fn of_server(http_status: u16, error: &ServerError, retry_after_ms: Option<u64>) -> Self {
        let status = error.status.unwrap_or(http_status);
        match (error.kind, status) {
            (ErrorKind::ContextLength, _) => Self::ContextLength,
            (ErrorKind::ContentFilter, _) => Self::Refused,
            (ErrorKind::Quota, _) | (_, 402) => Self::Quota,
            (ErrorKind::Auth, _) | (_, 401 | 403) => Self::Auth,
            (ErrorKind::RateLimited, _) | (_, 429) => Self::RateLimited { retry_after_ms },
            (_, 408) => Self::RequestTimeout,
            // A server that says when to come back is busy, not broken.
            (ErrorKind::Overloaded, _) | (_, 500..) if retry_after_ms.is_some() => {
                Self::RateLimited { retry_after_ms }
            }
            (ErrorKind::Overloaded | ErrorKind::ServerFault, _) | (_, 500..) => Self::Server { status },
            (ErrorKind::NotAnAnswer, ..=399) => Self::Parse,
            (ErrorKind::Unknown, ..=399) => Self::Server { status },
            (ErrorKind::BadRequest | ErrorKind::NotAnAnswer | ErrorKind::Unknown, _) => Self::BadRequest,
        }
    }

    /// Whether it says that the provider is unwell, rather than that this request was wrong.
    pub const fn is_outage(self) -> bool {
        matches!(
            self,
            Self::Connect
                | Self::Timeout { .. }
                | Self::Server { .. }
                | Self::RequestTimeout
                | Self::Parse
                | Self::Broken
        )
    }
}
