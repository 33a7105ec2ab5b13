//! Mending (修订): findings become issues, issues are worked on in rounds on copies of the text, and the author
//! decides what enters the manuscript.
//!
//! The words and records of this loop, and the rules that concern single values: which state of an issue may follow
//! which ([`next`]), and which policies are valid. Planning, the fence, composing and judging are in
//! `wenfang-checks`. An enumeration is stored by its name, so a name never changes.

mod audit;
mod code;
mod issue;
mod policy;
mod record;
mod refusal;
mod settings;
mod tools;

pub use audit::{Actor, AuditAction};
pub use code::QcCode;
pub use issue::{DeferReason, IllegalStep, IssueEvent, IssueState, next};
pub use policy::{Policy, PolicyError, StopReason};
pub use record::{
    FixEdit, FixRecord, IssueAnchor, IssueRecord, MissingText, PolicyChange, RoundRecord, SessionRecord,
    Spent, VerdictRecord,
};
pub use refusal::Refusal;
pub use settings::{NamedTools, ToolFault, ToolSetting, choice_of_kind, with_settings};
pub use tools::{MendBy, Tool, ToolChoice, ToolRow, ToolTable};

use serde::{Deserialize, Serialize};

use crate::version::named;

named! {
    /// What a session was opened for.
    MendScope "scope of mending" {
        /// One finding, for a single round.
        Finding = "finding",
        Scene = "scene",
        Chapter = "chapter",
        Book = "book",
    }
}

named! {
    /// The status of a session.
    MendStatus "status of mending" {
        /// Its run works on it, or can be resumed.
        Active = "active",
        /// It cannot continue without the author.
        Waiting = "waiting",
        /// It ended by its policy.
        Completed = "completed",
        /// It ended by an error.
        Failed = "failed",
        /// The author ended it.
        Abandoned = "abandoned",
    }
}

impl MendStatus {
    /// Whether the session has ended. Sessions that have ended have an end time and hold no scene.
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Abandoned)
    }
}

named! {
    /// What became of a scene that a session worked on.
    SceneFate "fate of a scene" {
        /// Undecided: the session holds the scene, and no other session may open it.
        Open = "open",
        /// The author accepted every change.
        Accepted = "accepted",
        /// The author accepted some of the changes.
        Partly = "partly",
        /// The author refused every change.
        Refused = "refused",
        /// The session gave the scene up without a decision.
        Released = "released",
    }
}

named! {
    /// What became of the edit of a fix.
    Applied "result of a fix" {
        /// It is in the text of the round.
        Applied = "applied",
        /// The fence refused it.
        Refused = "refused",
        /// The tool had nothing to offer.
        Empty = "empty",
        /// The tool failed.
        Failed = "failed",
    }
}

named! {
    /// The result of the re-check of a fix.
    Verification "verification" {
        /// Not checked again; the session stopped before.
        Unverified = "unverified",
        /// The issue is gone.
        Passed = "passed",
        /// The issue was found again.
        Recurrence = "recurrence",
        /// Some of the issue is left, or its place is unsure.
        Partial = "partial",
    }
}

named! {
    /// Where a text with a known hash was read, from the cheapest source to the dearest.
    FetchSource "source of a text" {
        /// In memory.
        Kept = "kept",
        /// The project file.
        File = "file",
        /// A verified backup.
        Backup = "backup",
        /// The author, who chose a file or pasted the text.
        Author = "author",
    }
}
