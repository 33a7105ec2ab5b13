//! Canon for some published novels, in agreement with them.
//!
//! Some of it is from the novels, which could contradict it. Some is invented (people who died before the book,
//! items that do not occur in it), to be contradicted by planted errors.

mod honglou;
mod luxun;
mod pride;

/// A novel with known canon.
pub(super) struct KnownNovel {
    /// Words that identify the novel.
    pub(super) marks: &'static [&'static str],
    /// The names of each person, separated by spaces; `_` represents a space in a name.
    pub(super) people: &'static [&'static str],
    pub(super) places: &'static [&'static str],
    /// Subject, predicate, object, the first scene where it holds and the first where it no longer does,
    /// counted from 1; 0 means no bound.
    pub(super) facts: &'static [(&'static str, &'static str, &'static str, usize, usize)],
    /// Resolved threads, with the scene of the payoff.
    pub(super) threads: &'static [(&'static str, usize)],
    /// Events, with the scene that narrates them.
    pub(super) events: &'static [(&'static str, usize)],
    pub(super) lore: &'static [(&'static str, &'static str)],
    pub(super) pov: &'static str,
    pub(super) tense: &'static str,
    /// The point of view of scenes that contain certain words.
    pub(super) plans: &'static [(&'static str, &'static str)],
}

impl KnownNovel {
    pub(super) fn is(&self, text: &str) -> bool {
        self.marks.iter().all(|mark| text.contains(mark))
    }
}

/// The novels with known canon.
pub(super) const KNOWN: [KnownNovel; 4] = [honglou::NOVEL, luxun::AQ, luxun::PANGHUANG, pride::NOVEL];
