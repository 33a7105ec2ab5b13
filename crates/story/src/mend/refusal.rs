//! Why the fence refused an edit.

use serde::{Deserialize, Serialize};

use crate::ThreadAnchorId;

/// Why an edit was refused. Lengths are in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Refusal {
    /// It changes text beyond the paragraphs next to those of its job.
    OutsideJob,
    /// It deletes too much of the job, and no issue asks for a deletion. A deleted sentence resolves every finding in
    /// it.
    DeletesTooMuch { deleted: usize, job: usize },
    /// It deletes the passage of a plot thread.
    LosesThreadAnchor { anchor: ThreadAnchorId },
    /// It removes a name of the cast that no issue of the job is about.
    LosesName { name: String },
    /// It contains words that belong to an answer, not to a novel: an introduction, Markdown, a tag, a stand-in, or
    /// words of the instruction.
    ModelMark { words: String },
    /// It leaves nothing of a passage that no issue wants deleted.
    Empty,
    /// It changes nothing.
    Unchanged,
    /// It is in another language.
    OtherLanguage,
    /// It is in another script, such as traditional instead of simplified characters.
    OtherScript,
    /// It opens or closes a quote that it does not close or open.
    BreaksQuotes,
    /// Another edit of the round already changes the same passage.
    Overlaps,
    /// The scene would be changed more than the policy allows.
    ChangesTooMuch { changed: usize, limit: usize },
    /// The text of its range is not the one that it was made for.
    OtherText,
}
