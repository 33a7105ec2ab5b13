//! One test case: the ground truth and the rating of an answer.

use std::ops::Range;

use wenfang_text::{CharRange, Reanchored};

use super::draft::Draft;
use super::{Edit, Scene};
use crate::rng::Rng;

/// A quote in a scene, and the edited scene.
#[derive(Clone, Debug)]
pub struct Case {
    pub edit: Edit,
    /// The text before the edit.
    pub old_text: String,
    /// The text after the edit.
    pub new_text: String,
    /// The quote in the old text.
    pub range: CharRange,
    /// The ground truth.
    pub truth: Truth,
}

/// What happened to the quote, by the identities of its characters.
#[derive(Clone, Debug)]
pub enum Truth {
    /// No character survives. An unsure answer is correct.
    Deleted,
    /// At least half of the characters survive together: in order, without other old text in between. If a move tore
    /// the quote apart, its largest piece counts, if it has three quarters of the survivors. A sure answer with both
    /// ends in place is correct; see [`Ends`].
    Kept(Ends),
    /// Fewer than half survive together; or only a copy of the quote survives, which a reader would take for the moved
    /// quote. An unsure answer is correct, and so is a sure one that would be correct for a kept quote. These cases
    /// are excluded from all rates; only misplaced answers are counted.
    Undecidable(Option<Ends>),
}

/// The allowed positions of both ends, each range inclusive.
///
/// An end is in place at the outermost survivor. It may include as many characters as the quote lost on that side (the
/// replaced ones), but none that survived outside. Both limits are widened by a tolerance of a twentieth of the
/// quote's length, at least 1 and at most 4 characters, because a character dropped next to an equal one cannot be
/// distinguished from it.
#[derive(Clone, Debug)]
pub struct Ends {
    start: (usize, usize),
    end: (usize, usize),
    tolerance: usize,
}

/// The rating of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Sure and in place, without using the tolerance.
    Exact,
    /// Sure and in place.
    Right,
    /// Sure and out of place.
    Wrong,
    /// Unsure, although the quote still exists.
    Unsure,
    /// Unsure, and the quote was deleted.
    Recognised,
    /// Sure, although the quote was deleted.
    Invented,
    /// An undecidable case with a harmless answer.
    Undecided,
    /// An undecidable case with a sure answer that is out of place.
    Misplaced,
}

impl Case {
    /// Draws a case. `None` if no suitable scene is found.
    pub fn draw(scenes: &[Scene], edit: Edit, length: (usize, usize), rng: &mut Rng) -> Option<Self> {
        (0..64).find_map(|_| {
            let books = scenes.iter().map(|scene| scene.book).max()? + 1;
            let book = rng.within(0..books);
            let of_book: Vec<&Scene> = scenes.iter().filter(|scene| scene.book == book).collect();
            let scene = rng.pick(&of_book)?;
            let donor = rng.pick(&of_book).filter(|donor| !std::ptr::eq::<Scene>(**donor, *scene))?;
            let range = quote(&scene.text, rng.within(length.0..length.1 + 1), rng)?;
            let mut draft = Draft::new(&scene.text, range.clone());
            edit.apply(&mut draft, &donor.text, rng).then(|| Self {
                edit,
                old_text: scene.text.iter().collect(),
                new_text: draft.text(),
                range: CharRange::new(range.start, range.end),
                truth: Truth::of(&draft),
            })
        })
    }
}

/// Draws a range that begins and ends with a visible character.
fn quote(text: &[char], len: usize, rng: &mut Rng) -> Option<Range<usize>> {
    let start = rng.within(0..text.len().checked_sub(len)?);
    let visible = !text[start].is_whitespace() && !text[start + len - 1].is_whitespace();
    visible.then_some(start..start + len)
}

impl Truth {
    fn of(draft: &Draft) -> Self {
        let copied = draft.cells.iter().any(|cell| cell.copy_of.is_some_and(|id| draft.anchor.contains(&id)));
        let Some(piece) = largest_piece(draft) else {
            return if copied { Self::Undecidable(None) } else { Self::Deleted };
        };
        let (count, ends) = Ends::of(draft, piece);
        let survivors =
            draft.cells.iter().filter_map(|cell| cell.id).filter(|id| draft.anchor.contains(id)).count();
        let kept = count * 2 >= draft.anchor.len() && count * 4 >= survivors * 3;
        if kept { Self::Kept(ends) } else { Self::Undecidable(Some(ends)) }
    }

    /// The range from the first to the last survivor.
    pub fn spot(&self) -> Option<CharRange> {
        match self {
            Self::Deleted => None,
            Self::Kept(ends) => Some(ends.spot()),
            Self::Undecidable(ends) => ends.as_ref().map(Ends::spot),
        }
    }

    /// Rates an answer.
    pub fn judge(&self, answer: &Reanchored) -> Outcome {
        match (self, answer.sure()) {
            (Self::Deleted, None) => Outcome::Recognised,
            (Self::Deleted, Some(_)) => Outcome::Invented,
            (Self::Kept(_), None) => Outcome::Unsure,
            (Self::Kept(ends), Some(range)) if ends.hold(range, 0) => Outcome::Exact,
            (Self::Kept(ends), Some(range)) if ends.hold(range, ends.tolerance) => Outcome::Right,
            (Self::Kept(_), Some(_)) => Outcome::Wrong,
            (Self::Undecidable(Some(ends)), Some(range)) if !ends.hold(range, ends.tolerance) => {
                Outcome::Misplaced
            }
            (Self::Undecidable(_), _) => Outcome::Undecided,
        }
    }
}

/// The piece with the most survivors, from the first to past the last.
fn largest_piece(draft: &Draft) -> Option<Range<usize>> {
    let mut pieces: Vec<(usize, Range<usize>)> = Vec::new();
    let mut last = None;
    for (at, cell) in draft.cells.iter().enumerate() {
        let Some(id) = cell.id else { continue };
        if draft.anchor.contains(&id) {
            match pieces.last_mut() {
                Some((count, piece)) if last.is_some_and(|last| last < id) => {
                    (*count, piece.end) = (*count + 1, at + 1);
                }
                _ => pieces.push((1, at..at + 1)),
            }
            last = Some(id);
        } else {
            last = None;
        }
    }
    pieces.into_iter().max_by_key(|(count, _)| *count).map(|(_, piece)| piece)
}

impl Ends {
    /// The number of survivors in `piece`, and the allowed positions of its ends.
    fn of(draft: &Draft, piece: Range<usize>) -> (usize, Self) {
        let cells = &draft.cells;
        let ids: Vec<usize> = cells[piece.clone()].iter().filter_map(|cell| cell.id).collect();
        let (first, last) = (ids.iter().min(), ids.iter().max());
        let lost_before = first.map_or(0, |first| first - draft.anchor.start);
        let lost_after = last.map_or(0, |last| draft.anchor.end - 1 - last);
        let fresh_before = cells[..piece.start].iter().rev().take_while(|cell| cell.id.is_none()).count();
        let fresh_after = cells[piece.end..].iter().take_while(|cell| cell.id.is_none()).count();
        let ends = Self {
            start: (piece.start - lost_before.min(fresh_before), piece.start),
            end: (piece.end, piece.end + lost_after.min(fresh_after)),
            tolerance: (draft.anchor.len() / 20).clamp(1, 4),
        };
        (ids.len(), ends)
    }

    fn spot(&self) -> CharRange {
        CharRange::new(self.start.1, self.end.0)
    }

    fn hold(&self, range: CharRange, tolerance: usize) -> bool {
        let holds = |(from, to): (usize, usize), at: usize| at + tolerance >= from && at <= to + tolerance;
        holds(self.start, range.start().get()) && holds(self.end, range.end().get())
    }
}
