//! Scene versions: saving, branches, checkpoints, comparison, restore and retention.
//!
//! Every function works on a connection inside the caller's transaction. History only grows: a save, a merge
//! and a restore add versions. Only [`compact`] removes versions, and never one that something refers to. The
//! crate calls no model, runs no search and reads no clock.

mod anchors;
mod branches;
mod carry;
mod checkpoint;
mod compact;
mod compare;
mod error;
mod line;
mod outline;
mod restore;
mod save;
mod scenes;
mod spans;
#[cfg(test)]
mod testing;
mod undo;
mod unprinted;
mod working;

pub use anchors::{LocatedAnchor, locate, located_anchors, put_anchors};
pub use branches::{
    Decided, MergeOutcome, PlaceChoice, Side, adopt, branch_from, merge_branch, rename_branch,
};
pub use carry::{MovedPassage, PassageOrigin, carry, carry_back};
pub use checkpoint::{checkpoint, commit_drafts};
pub use compact::{Compacted, compact};
pub use compare::{Change, Changed, ItemForm, State, compare, form};
pub use error::{Error, Result};
pub use line::{line_of, open_line};
pub use outline::{Moves, moves};
pub use restore::{
    CanonScope, Restored, Scope, begin_restore, finish_restore, restore, restore_preview, restore_version,
};
pub use save::{
    DraftFate, NewText, Saved, commit_draft, continued_version, rebuild_derived, save, save_draft, text,
    totals,
};
pub use scenes::{CutAnchor, SceneSplit, ScenesMerged, copy_scene, create_scene, merge_scenes, split_scene};
pub use spans::working_spans;
pub use undo::{undo_merge, undo_split};
pub use unprinted::{printed, unprinted, without};
pub use working::{Rewrite, RewriteUndone, Rewritten, WorkingText, rewrite, undo_rewrite, working_text};
