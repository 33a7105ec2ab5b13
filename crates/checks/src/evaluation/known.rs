//! What we know of some published novels: canon that agrees with them.
//!
//! Some of it the novels bear out and could contradict; some is of our own invention (people who died before the book,
//! items that it does not have), there only to be contradicted by planted errors.

mod honglou;
mod luxun;
mod pride;

/// A novel that we know.
pub(super) struct KnownNovel {
    /// Words that stand in this novel and in no other.
    pub(super) marks: &'static [&'static str],
    /// Names of each person, divided by blanks; `_` stands for a blank in a name.
    pub(super) people: &'static [&'static str],
    /// Places.
    pub(super) places: &'static [&'static str],
    /// Subject, predicate, object, the first scene and the first no longer, counted from 1; 0 for none.
    pub(super) facts: &'static [(&'static str, &'static str, &'static str, usize, usize)],
    /// Resolved threads, and the scene that does.
    pub(super) threads: &'static [(&'static str, usize)],
    /// Events, and the scene that tells them.
    pub(super) events: &'static [(&'static str, usize)],
    /// Locked lore entries.
    pub(super) lore: &'static [(&'static str, &'static str)],
    pub(super) pov: &'static str,
    pub(super) tense: &'static str,
    /// The point of view of scenes that hold some words.
    pub(super) plans: &'static [(&'static str, &'static str)],
}

impl KnownNovel {
    pub(super) fn is(&self, text: &str) -> bool {
        self.marks.iter().all(|mark| text.contains(mark))
    }
}

/// The novels that we know.
pub(super) const KNOWN: [KnownNovel; 4] = [honglou::NOVEL, luxun::AQ, luxun::PANGHUANG, pride::NOVEL];
