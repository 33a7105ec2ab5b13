//! Failure classes: failures grouped by what to do next.

use serde::{Deserialize, Serialize};

use crate::stream::{ErrorKind, ServerError};

/// The timer that expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The connection was not established in time.
    Connect,
    /// No text or reasoning arrived in time.
    FirstToken,
    /// The answer stalled in the middle.
    Idle,
    /// The answer kept arriving but did not finish in time.
    Total,
}

/// The class of a failed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum FailureClass {
    /// No connection: host not found, connection refused, TLS failed.
    Connect,
    /// A timer expired.
    Timeout { timer: Timer },
    /// Too many requests (429).
    RateLimited {
        /// The wait that the server asks for, in milliseconds.
        #[ts(type = "number | null")]
        retry_after_ms: Option<u64>,
    },
    /// A fault of the server (5xx), also if reported within an answer.
    Server {
        /// The HTTP status; 200 if the fault was reported within an answer.
        status: u16,
    },
    /// The server timed out waiting for the request (408).
    RequestTimeout,
    /// The key is missing, wrong or lacks permission (401, 403).
    Auth,
    /// The account is empty or has reached its limit (402, some 429).
    Quota,
    /// The server rejects the request (other 4xx, or a redirect to another host).
    BadRequest,
    /// The prompt is too long for the model.
    ContextLength,
    /// The server refuses the content.
    Refused,
    /// The response is not an answer: an HTML page, unreadable data, or more than the size limit.
    Parse,
    /// The answer ended early.
    Broken,
    /// The circuit breaker is open after repeated failures; no request was sent.
    CircuitOpen,
    /// The author stopped the call.
    Cancelled,
}

impl FailureClass {
    /// Classifies an error that the server reported, with an HTTP status or (200) within an answer.
    pub fn of_server(http_status: u16, error: &ServerError, retry_after_ms: Option<u64>) -> Self {
        let status = error.status.unwrap_or(http_status);
        match (error.kind, status) {
            (ErrorKind::ContextLength, _) => Self::ContextLength,
            (ErrorKind::ContentFilter, _) => Self::Refused,
            (ErrorKind::Quota, _) | (_, 402) => Self::Quota,
            (ErrorKind::Auth, _) | (_, 401 | 403) => Self::Auth,
            (ErrorKind::RateLimited, _) | (_, 429) => Self::RateLimited { retry_after_ms },
            (_, 408) => Self::RequestTimeout,
            // A server that names a time to return is busy, not broken.
            (ErrorKind::Overloaded, _) | (_, 500..) if retry_after_ms.is_some() => {
                Self::RateLimited { retry_after_ms }
            }
            (ErrorKind::Overloaded | ErrorKind::ServerFault, _) | (_, 500..) => Self::Server { status },
            (ErrorKind::NotAnAnswer, ..=399) => Self::Parse,
            (ErrorKind::Unknown, ..=399) => Self::Server { status },
            (ErrorKind::BadRequest | ErrorKind::NotAnAnswer | ErrorKind::Unknown, _) => Self::BadRequest,
        }
    }

    /// Whether the failure indicates an outage of the provider rather than a wrong request.
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
