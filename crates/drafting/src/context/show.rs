//! The reading order of the parts of a layer, and their joined text.

use wenfang_text::{CharRange, TextIndex};

use super::fill::{Item, SEPARATOR};
use super::shown::text_shown;
use super::{Candidate, Fate, Layer, Source, StoryPosition, TextRange};

/// A layer in reading order.
pub(super) struct Reading {
    /// The joined text of its parts.
    pub(super) text: String,
    /// The items and their positions, in reading order.
    pub(super) places: Vec<(usize, CharRange)>,
}

/// Arranges the kept items of a layer: summaries and passages in story order, recent text in reading order, the rest
/// in the order of consideration.
pub(super) fn show(layer: Layer, items: &[Item<'_>], fates: &[Fate]) -> Reading {
    let is_kept = |at: &usize| !matches!(fates[*at], Fate::Dropped { .. });
    let mut order: Vec<usize> = (0..items.len()).filter(is_kept).collect();
    match layer {
        Layer::LongTerm | Layer::Vector => order.sort_by_key(|&at| story_order(items[at].candidate)),
        Layer::Recent => order.sort_by_key(|&at| reading_order(items[at].candidate)),
        Layer::System | Layer::Structured | Layer::Notes => {}
    }
    let mut reading = Reading { text: String::new(), places: Vec::new() };
    let (mut before, mut end): (Option<TextRange>, usize) = (None, 0);
    for at in order {
        let (candidate, fate) = (items[at].candidate, &fates[at]);
        let passage = text_shown(candidate, fate);
        if !reading.places.is_empty() && !follows(passage, before) {
            reading.text.push_str(SEPARATOR);
            end += SEPARATOR.len();
        }
        let index = TextIndex::new(&candidate.text);
        let piece = if let Fate::Cut { kept, .. } = fate { index.slice(*kept) } else { &candidate.text };
        reading.text.push_str(piece);
        let start = end;
        end += piece.chars().count();
        reading.places.push((at, CharRange::new(start, end)));
        before = passage;
    }
    reading
}

/// Whether a passage begins where the previous one ends.
fn follows(passage: Option<TextRange>, before: Option<TextRange>) -> bool {
    before.zip(passage).is_some_and(|(before, passage)| {
        (before.scene, before.version) == (passage.scene, passage.version)
            && before.range.end() == passage.range.start()
    })
}

/// Story order; candidates without a place in the story come first.
fn story_order(candidate: &Candidate) -> (Option<StoryPosition>, usize) {
    let start = candidate.source.text_range(0).map_or(0, |passage| passage.range.start().get());
    (candidate.at, start)
}

/// Reading order: within a scene, other pieces come before its text; the author's instruction comes last.
fn reading_order(candidate: &Candidate) -> (bool, Option<StoryPosition>, bool, usize) {
    let (at, start) = story_order(candidate);
    let is_text = candidate.source.text_range(0).is_some();
    (candidate.source == Source::Instruction, at, is_text, start)
}
