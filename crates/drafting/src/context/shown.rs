//! What is shown already: words and passages, so that nothing is sent twice.

use std::collections::HashMap;

use wenfang_story::{SceneId, VersionNo};
use wenfang_text::CharRange;

use super::{Candidate, Fate, Source, TextRange};

/// What is shown already.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown<'c> {
    texts: HashMap<&'c str, &'c Source>,
    passages: HashMap<(SceneId, VersionNo), Vec<(CharRange, &'c Source)>>,
}

impl<'c> Shown<'c> {
    /// Notes a candidate and its fate.
    pub(super) fn note(&mut self, candidate: &'c Candidate, fate: &Fate) {
        if matches!(fate, Fate::Dropped { .. }) {
            return;
        }
        self.texts.entry(candidate.text.trim()).or_insert(&candidate.source);
        // Which of its quotes a cut left is not known, so none of them keeps a passage away.
        let quotes: &[TextRange] = if *fate == Fate::Kept { &candidate.quotes } else { &[] };
        for passage in text_shown(candidate, fate).iter().chain(quotes) {
            let passages = self.passages.entry((passage.scene, passage.version)).or_default();
            passages.push((passage.range, &candidate.source));
        }
    }

    /// Notes all that `other` shows as well.
    pub(super) fn add(&mut self, other: Self) {
        for (text, source) in other.texts {
            self.texts.entry(text).or_insert(source);
        }
        for (text, passages) in other.passages {
            self.passages.entry(text).or_default().extend(passages);
        }
    }

    /// What shows these words already. A passage that was found is shown when any of it is; everything else only when all
    /// its words are, since a fact is more than the quote that proves it.
    pub(super) fn repeated(&self, candidate: &Candidate) -> Option<&'c Source> {
        self.texts.get(candidate.text.trim()).copied().or_else(|| self.overlapped(candidate))
    }

    fn overlapped(&self, candidate: &Candidate) -> Option<&'c Source> {
        let Source::Passage { scene, version, range } = candidate.source else { return None };
        let passages = self.passages.get(&(scene, version))?;
        passages.iter().find(|(shown, _)| shown.overlaps(range)).map(|(_, source)| *source)
    }
}

/// The passage of the manuscript a candidate shows of its own; `None` for what is no text of a scene, and for a cut text
/// whose words are not those of its range alone.
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
