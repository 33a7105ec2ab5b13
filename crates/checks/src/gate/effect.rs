//! The events a gate receives besides text, and the effects it returns.

use serde::{Deserialize, Serialize};

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerEnd {
    /// The model ended the answer.
    Stop,
    /// The model reached its token limit.
    Length,
    /// The author stopped the answer: the text that has arrived is shown, and no continuation is requested.
    Stopped,
    /// The connection or the server failed; handled like [`Stopped`](Self::Stopped).
    Broken,
}

/// An action for the caller. Texts are appended to each other; only those of a cut may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateEffect {
    /// Append this to the final text.
    Show(String),
    /// The text is certain to exceed the soft limit; reported once.
    SoftLimit {
        /// The 字 that have arrived. Those beyond the last stopping point are not shown.
        counted: usize,
    },
    /// The final text ends here; cancel the request.
    Cut {
        reason: CutReason,
        /// What to append to the shown text: marks that close the open quotes, innermost first, which count, if a
        /// sentence ends there; and what ends the open marks (文房标记), which does not. Often empty.
        closing: String,
        /// The text that has arrived and is not shown.
        overflow: String,
    },
    /// Text that arrived after the cut.
    Overflow(String),
    /// The text is too short: request a continuation and push it.
    Continue {
        /// The number of the round, from 1.
        round: u32,
        /// The 字 so far.
        written: usize,
        /// The 字 left to the target.
        remaining: usize,
    },
    /// The final text is complete.
    Done {
        /// The 字 of the final text.
        counted: usize,
        outcome: GateOutcome,
    },
}

/// Where a text that reached the hard limit was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CutReason {
    /// After a sentence, not counting white space.
    HardLimitSentence,
    /// After a clause, not counting white space, because no sentence ended between the shown text and the
    /// limit.
    HardLimitClause,
    /// Between two graphemes, because no clause ended there either.
    HardLimitCut,
}

/// The length of a final text compared with its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum GateOutcome {
    /// From the floor to the soft limit.
    WithinTarget,
    /// Below the floor: the model did not continue, or no continuation was requested.
    Short,
    /// Above the soft limit, and complete.
    SoftExceeded,
    /// Cut at the hard limit.
    Cut,
}
