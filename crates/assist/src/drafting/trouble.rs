//! Maps failed model calls to the trouble that a generation records.

use wenfang_llm::retry::{FailureClass, Timer};
use wenfang_story::generation::{Trouble, TroubleKind};

/// Returns the trouble of a failed call.
pub(super) fn of_failure(class: FailureClass, message: &str) -> Trouble {
    let kind = match class {
        FailureClass::Connect | FailureClass::Timeout { timer: Timer::Connect } => TroubleKind::NoConnection,
        FailureClass::Timeout { timer: Timer::FirstToken } => TroubleKind::NoFirstWord,
        FailureClass::Timeout { timer: Timer::Total } => TroubleKind::TookTooLong,
        FailureClass::Timeout { timer: Timer::Idle } | FailureClass::Broken | FailureClass::Cancelled => {
            TroubleKind::BrokenOff
        }
        FailureClass::RateLimited { .. } => TroubleKind::RateLimited,
        FailureClass::Server { .. } | FailureClass::RequestTimeout => TroubleKind::Server,
        FailureClass::Auth => TroubleKind::Key,
        FailureClass::Quota => TroubleKind::Quota,
        FailureClass::BadRequest => TroubleKind::BadRequest,
        FailureClass::ContextLength => TroubleKind::PromptTooLong,
        FailureClass::Refused => TroubleKind::Refused,
        FailureClass::Parse => TroubleKind::NoAnswer,
        FailureClass::CircuitOpen => TroubleKind::Resting,
    };
    of_kind(kind, message)
}

pub(super) fn of_kind(kind: TroubleKind, message: &str) -> Trouble {
    Trouble { kind, message: message.to_owned() }
}
