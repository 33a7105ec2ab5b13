//! The kinds of edits.

use std::ops::Range;

use super::draft::{Cell, Draft};
use crate::rng::Rng;

/// An edit between two versions of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    Unchanged,
    /// Inserts one to three passages before the quote, half of them directly before it.
    InsertBefore,
    /// Replaces, drops or follows with a new one every tenth character, except line ends.
    Characters10,
    /// The same for thirty percent of the characters.
    Characters30,
    /// Replaces a sentence of the quote or next to it.
    SentenceReplaced,
    /// Moves the paragraph of the quote, or in a quarter of cases another paragraph.
    ParagraphMoved,
    /// Splits some paragraphs in two and joins others, including the quote's own.
    SplitMerge,
    /// Deletes the quote: alone in half of the cases, with its sentences or its paragraphs in a quarter each.
    Deleted,
    /// Inserts a copy of the quote's paragraph somewhere before it, with other text in between.
    DuplicatedBefore,
    /// Two or three of the other edits, including [`Self::Characters10`]; in one case of ten also a deletion of the
    /// quote. Never both copies and moves a paragraph, because the text would not distinguish the two.
    Mixed,
    /// An eleventh kind: a copy directly before the paragraph. The text does not tell which of the two is the
    /// original; by convention it is the later one. Reported, but not part of the pass criteria.
    DuplicatedAdjacent,
}

impl Edit {
    /// The ten kinds, and the extra one.
    pub const ALL: [Self; 11] = [
        Self::Unchanged,
        Self::InsertBefore,
        Self::Characters10,
        Self::Characters30,
        Self::SentenceReplaced,
        Self::ParagraphMoved,
        Self::SplitMerge,
        Self::Deleted,
        Self::DuplicatedBefore,
        Self::Mixed,
        Self::DuplicatedAdjacent,
    ];

    /// Whether it is part of the pass criteria.
    pub fn counts(self) -> bool {
        self != Self::DuplicatedAdjacent
    }

    /// Edits `draft`; `donor` is other prose of the same book. Returns false if the draft has no room for this edit.
    pub(super) fn apply(self, draft: &mut Draft, donor: &[char], rng: &mut Rng) -> bool {
        match self {
            Self::Unchanged => true,
            Self::InsertBefore => insert_before(draft, donor, rng),
            Self::Characters10 => characters(draft, donor, (10, rng)),
            Self::Characters30 => characters(draft, donor, (30, rng)),
            Self::SentenceReplaced => replace_sentence(draft, donor, rng),
            Self::ParagraphMoved => move_paragraph(draft, rng),
            Self::SplitMerge => split_and_merge(draft, rng),
            Self::Deleted => delete(draft, rng),
            Self::DuplicatedBefore => duplicate(draft, rng),
            Self::DuplicatedAdjacent => duplicate_adjacent(draft),
            Self::Mixed => mixed(draft, donor, rng),
        }
    }
}

fn insert_before(draft: &mut Draft, donor: &[char], rng: &mut Rng) -> bool {
    for _ in 0..rng.within(1..4) {
        let Some(hull) = draft.hull() else { return false };
        let text = passage(donor, rng.within(5..160), rng);
        let at = if rng.chance(1, 2) { hull.start } else { rng.within(0..hull.start + 1) };
        draft.insert(at, &text);
    }
    true
}

/// Takes whole sentences of `donor` of about `len` characters.
fn passage(donor: &[char], len: usize, rng: &mut Rng) -> Vec<char> {
    let from = rng.within(0..donor.len().saturating_sub(len + 200));
    let prose = Draft::new(&donor[from..donor.len().min(from + len + 400)], 0..0);
    let sentences = prose.sentences();
    let start = sentences.get(1).map_or(0, |sentence| sentence.start);
    let end = sentences.iter().map(|sentence| sentence.end).find(|&end| end >= start + len);
    let end = end.unwrap_or(prose.cells.len());
    prose.cells[start..end].iter().map(|cell| cell.c).collect()
}

fn characters(draft: &mut Draft, donor: &[char], (percent, rng): (u64, &mut Rng)) -> bool {
    let mut cells = Vec::with_capacity(draft.cells.len());
    for &cell in &draft.cells {
        if cell.c == '\n' || !rng.chance(percent, 100) {
            cells.push(cell);
            continue;
        }
        let kind = rng.within(0..3);
        let fresh = donor_char(donor, cell.c, rng);
        if kind == 0 {
            cells.push(cell);
        }
        if kind < 2 {
            cells.push(Cell::written(fresh));
        }
    }
    draft.cells = cells;
    true
}

/// Draws a random character of the donor other than `but`.
fn donor_char(donor: &[char], but: char, rng: &mut Rng) -> char {
    (0..32).filter_map(|_| rng.pick(donor).copied()).find(|&c| c != but && c != '\n').unwrap_or('〇')
}

fn replace_sentence(draft: &mut Draft, donor: &[char], rng: &mut Rng) -> bool {
    let Some(hull) = draft.hull() else { return false };
    let sentences = draft.sentences();
    let first = sentences.partition_point(|sentence| sentence.end <= hull.start).saturating_sub(1);
    let last = sentences.partition_point(|sentence| sentence.start < hull.end);
    let mut range = sentences[rng.within(first..(last + 1).min(sentences.len()))].clone();
    while range.len() > 1 && draft.cells[range.end - 1].c == '\n' {
        range.end -= 1;
    }
    let mut text = passage(donor, range.len() / 2, rng);
    while text.last() == Some(&'\n') {
        text.pop();
    }
    draft.replace(range, &text);
    true
}

fn paragraph_at(draft: &Draft, at: usize) -> Option<Range<usize>> {
    draft.paragraphs().into_iter().find(|paragraph| paragraph.contains(&at))
}

fn move_paragraph(draft: &mut Draft, rng: &mut Rng) -> bool {
    let paragraphs = draft.paragraphs();
    let Some(hull) = draft.hull() else { return false };
    let own = paragraphs.iter().position(|paragraph| paragraph.contains(&hull.start));
    let which = if rng.chance(1, 4) { Some(rng.within(0..paragraphs.len())) } else { own };
    let places: Vec<usize> = (0..paragraphs.len())
        .filter(|&place| Some(place) != which && Some(place) != which.map(|at| at + 1))
        .collect();
    let (Some(which), Some(&place)) = (which, rng.pick(&places)) else { return false };
    let mut order: Vec<usize> = (0..paragraphs.len()).filter(|&index| index != which).collect();
    let at = order.partition_point(|&index| index < place);
    order.insert(at, which);
    draft.cells =
        order.into_iter().flat_map(|index| draft.cells[paragraphs[index].clone()].to_vec()).collect();
    true
}

fn split_and_merge(draft: &mut Draft, rng: &mut Rng) -> bool {
    let Some(hull) = draft.hull() else { return false };
    let own = paragraph_at(draft, hull.start).unwrap_or(0..0);
    let near = |at: &usize| (own.start.saturating_sub(1)..own.end).contains(at);
    let line_ends: Vec<usize> = (0..draft.cells.len()).filter(|&at| draft.cells[at].c == '\n').collect();
    let splits: Vec<usize> = draft.sentences().iter().map(|sentence| sentence.end).collect();
    let mut touched = Vec::new();
    for places in [&line_ends, &splits] {
        let close: Vec<usize> = places.iter().copied().filter(near).collect();
        touched.extend(rng.pick(&close).copied());
        touched.extend((0..3).filter_map(|_| rng.pick(places).copied()));
    }
    touched.sort_unstable();
    touched.dedup();
    for at in touched.into_iter().rev() {
        if draft.cells.get(at).is_some_and(|cell| cell.c == '\n') {
            draft.cells.remove(at);
        } else if at.checked_sub(1).is_some_and(|at| draft.cells[at].c != '\n') {
            draft.insert(at, &['\n']);
        }
    }
    true
}

fn delete(draft: &mut Draft, rng: &mut Rng) -> bool {
    let Some(hull) = draft.hull() else { return false };
    let parts = match rng.within(0..4) {
        0 => draft.sentences(),
        1 => draft.paragraphs(),
        _ => vec![hull.clone()],
    };
    let touched = || parts.iter().filter(|part| part.start < hull.end && hull.start < part.end);
    let (start, end) = (touched().map(|part| part.start).min(), touched().map(|part| part.end).max());
    let (Some(start), Some(end)) = (start, end) else { return false };
    draft.replace(start..end, &[]);
    true
}

fn duplicate(draft: &mut Draft, rng: &mut Rng) -> bool {
    let paragraphs = draft.paragraphs();
    let own = draft.hull().and_then(|hull| paragraphs.iter().position(|at| at.contains(&hull.start)));
    let Some(own) = own.filter(|&own| own > 0) else { return false };
    draft.copy(paragraphs[own].clone(), paragraphs[rng.within(0..own)].start);
    true
}

fn duplicate_adjacent(draft: &mut Draft) -> bool {
    let Some(own) = draft.hull().and_then(|hull| paragraph_at(draft, hull.start)) else { return false };
    draft.copy(own.clone(), own.start);
    true
}

fn mixed(draft: &mut Draft, donor: &[char], rng: &mut Rng) -> bool {
    const OTHERS: [Edit; 6] = [
        Edit::InsertBefore,
        Edit::Characters10,
        Edit::SentenceReplaced,
        Edit::ParagraphMoved,
        Edit::SplitMerge,
        Edit::DuplicatedBefore,
    ];
    let mut edits: Vec<Edit> = (0..rng.within(2..4)).filter_map(|_| rng.pick(&OTHERS).copied()).collect();
    if rng.chance(1, 10) {
        edits.push(Edit::Deleted);
    }
    // Copying and then moving a paragraph would leave two equal copies, neither in its old place.
    if edits.contains(&Edit::DuplicatedBefore) {
        edits.retain(|&edit| edit != Edit::ParagraphMoved);
    }
    // If an earlier edit removed the quote, later edits of it have no effect.
    for edit in edits {
        edit.apply(draft, donor, rng);
    }
    true
}
