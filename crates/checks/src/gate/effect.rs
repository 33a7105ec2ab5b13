//! What goes into a gate besides text, and what comes out.

use serde::{Deserialize, Serialize};

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerEnd {
    /// The model thinks it is done.
    Stop,
    /// The model reached its limit of tokens.
    Length,
    /// The author stopped it: what has arrived is shown, and no more is asked for.
    Stopped,
    /// The connection or the server failed: as for [`Stopped`](Self::Stopped).
    Broken,
}

/// What the caller is to do. Texts are to be put one after the other; none is empty but those of a cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateEffect {
    /// The final text goes on with this.
    Show(String),
    /// The text that has arrived is longer than the soft limit, however it goes on; told once.
    SoftLimit {
        /// 字 that have arrived. Those beyond the last stopping point are not shown.
        counted: usize,
    },
    /// The final text ends here; the request is to be cancelled.
    Cut {
        /// Where it ends.
        reason: CutReason,
        /// Marks that close the quotes open there, innermost first, to be put after the shown text; they count. Often
        /// empty, and always so unless a sentence ends there.
        closing: String,
        /// What had arrived and is not shown.
        overflow: String,
    },
    /// Text that arrived after the cut.
    Overflow(String),
    /// The text is too short: the model is to be asked to go on, and its answer to be pushed.
    Continue {
        /// From 1.
        round: u32,
        /// 字 so far.
        written: usize,
        /// 字 left to the target.
        remaining: usize,
    },
    /// The final text is complete.
    Done {
        /// Its 字.
        counted: usize,
        /// How it stands to the target.
        outcome: GateOutcome,
    },
}

/// Where a text that reached the hard limit was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CutReason {
    /// After a sentence, blanks aside.
    HardLimitSentence,
    /// After a clause, blanks aside: no sentence ended between what was shown and the limit.
    HardLimitClause,
    /// Between two graphemes: no clause ended there either.
    HardLimitCut,
}

/// How a final text stands to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum GateOutcome {
    /// From the floor to the soft limit.
    WithinTarget,
    /// Below the floor: the model would not go on, or was not asked to.
    Short,
    /// Above the soft limit, and complete.
    SoftExceeded,
    /// Cut at the hard limit.
    Cut,
}
