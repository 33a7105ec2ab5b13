//! Tracks texts and passages already shown, so that nothing is sent twice.

use std::collections::HashMap;

use wenfang_story::{SceneId, VersionNo};
use wenfang_text::CharRange;

use super::{Candidate, Fate, Source, TextRange};

/// The texts and passages already shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown<'c> {
    texts: HashMap<&'c str, &'c Source>,
    passages: HashMap<(SceneId, VersionNo), Vec<(CharRange, &'c Source)>>,
}

impl<'c> Shown<'c> {
    /// Records a candidate and its fate.
    pub(super) fn note(&mut self, candidate: &'c Candidate, fate: &Fate) {
        if matches!(fate, Fate::Dropped { .. }) {
            return;
        }
        self.texts.entry(candidate.text.trim()).or_insert(&candidate.source);
        // After a cut it is unknown which quotes remain, so none of them suppresses a passage.
        let quotes: &[TextRange] = if *fate == Fate::Kept { &candidate.quotes } else { &[] };
        for passage in text_shown(candidate, fate).iter().chain(quotes) {
            let passages = self.passages.entry((passage.scene, passage.version)).or_default();
            passages.push((passage.range, &candidate.source));
        }
    }

    /// Also records everything that `other` shows.
    pub(super) fn add(&mut self, other: Self) {
        for (text, source) in other.texts {
            self.texts.entry(text).or_insert(source);
        }
        for (text, passages) in other.passages {
            self.passages.entry(text).or_default().extend(passages);
        }
    }

    /// The source that already shows this text. A retrieved passage counts as shown if any part of it is; everything
    /// else only if its whole text is, because a fact is more than the quote that proves it.
    pub(super) fn repeated(&self, candidate: &Candidate) -> Option<&'c Source> {
        self.texts.get(candidate.text.trim()).copied().or_else(|| self.overlapped(candidate))
    }

    fn overlapped(&self, candidate: &Candidate) -> Option<&'c Source> {
        let Source::Passage { scene, version, range } = candidate.source else { return None };
        let passages = self.passages.get(&(scene, version))?;
        passages.iter().find(|(shown, _)| shown.overlaps(range)).map(|(_, source)| *source)
    }
}

/// The manuscript passage that a candidate shows itself; `None` if it is not text of a scene, or if it is a cut text
/// that also contains text outside its range.
pub(super) fn text_shown(candidate: &Candidate, fate: &Fate) -> Option<TextRange> {
    let characters = candidate.text.chars().count();
    let whole = candidate.source.text_range(characters)?;
    match fate {
        Fate::Kept => Some(whole),
        Fate::Cut { kept, .. } if whole.range.len() == characters => {
            let start = whole.range.start().get();
            let range = CharRange::new(start + kept.start().get(), start + kept.end().get());
            Some(TextRange { range, ..whole })
        }
        Fate::Cut { .. } | Fate::Dropped { .. } => None,
    }
}
