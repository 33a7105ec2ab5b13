//! What a reader and an author do to their copies.

use std::ops::Range;

use super::book::{Book, Cell, Remark, Scene};
use crate::rng::Rng;

/// The reader corrects one small mistake in about this many characters.
const CHARS_PER_CORRECTION: usize = 2_000;

/// How far from a remark an edit near it may be, in characters.
const NEAR: usize = 150;

/// Changes single characters all over the book.
pub(super) fn correct(book: &mut Book, rng: &mut Rng) {
    let count = book.len() / CHARS_PER_CORRECTION;
    for _ in 0..count {
        let place = anywhere(book, rng);
        let removed = rng.within(0..3);
        let added = rng.within(usize::from(removed == 0)..4);
        replace(book, place, (removed, added), rng);
    }
}

/// Edits the book as an author who revises it: insertions, deletions, replacements, moved paragraphs, scenes split and
/// merged. With `near`, half of the edits are near a remark.
pub(super) fn write_on(book: &mut Book, remarks: &[Remark], (edits, near): (usize, bool), rng: &mut Rng) {
    for _ in 0..edits {
        let remark = if near && rng.chance(1, 2) { rng.pick(remarks) } else { None };
        let place = remark.and_then(|remark| beside(book, remark, rng));
        let place = place.unwrap_or_else(|| anywhere(book, rng));
        match rng.within(0..100) {
            0..25 => replace(book, place, (0, rng.within(1..120)), rng),
            25..50 => replace(book, place, (rng.within(1..60), 0), rng),
            50..80 => replace(book, place, (rng.within(1..30), rng.within(1..40)), rng),
            80..92 => move_paragraph(book, place, rng),
            92..96 => split(book, place),
            _ => merge(book, place.0),
        }
    }
}

/// A scene and a position in it.
type Spot = (usize, usize);

fn anywhere(book: &Book, rng: &mut Rng) -> Spot {
    let scene = rng.within(0..book.scenes.len());
    (scene, rng.within(0..book.scenes[scene].cells.len()))
}

/// A position near what is left of a remark; none if nothing is left in the scenes of its chapter.
fn beside(book: &Book, remark: &Remark, rng: &mut Rng) -> Option<Spot> {
    let id = *rng.pick(&remark.ids)?;
    let at = |scene: &Scene| scene.cells.iter().position(|cell| cell.id == Some(id));
    let around = remark.scene.saturating_sub(12)..(remark.scene + 12).min(book.scenes.len());
    let (scene, at) = around.into_iter().find_map(|scene| Some((scene, at(&book.scenes[scene])?)))?;
    let length = book.scenes[scene].cells.len();
    Some((scene, rng.within(at.saturating_sub(NEAR)..(at + NEAR).min(length))))
}

/// Replaces characters by some of the donor. Line ends stay.
fn replace(book: &mut Book, (scene, at): Spot, (removed, added): (usize, usize), rng: &mut Rng) {
    let from = rng.within(0..book.donor.len().saturating_sub(added));
    let text: Vec<char> =
        book.donor[from..].iter().copied().filter(|c| !matches!(c, '\n' | '*' | '#')).take(added).collect();
    let cells = &mut book.scenes[scene].cells;
    let line = cells[at..].iter().position(|cell| cell.c == '\n').map_or(cells.len(), |end| at + end);
    let end = (at + removed).min(line);
    cells.splice(at..end, text.into_iter().map(|c| Cell { c, id: None }));
}

/// The line around a position, without its line end.
fn line(cells: &[Cell], at: usize) -> Range<usize> {
    let start = cells[..at].iter().rposition(|cell| cell.c == '\n').map_or(0, |end| end + 1);
    let end = cells[at..].iter().position(|cell| cell.c == '\n').map_or(cells.len(), |end| at + end);
    start..end
}

/// Moves a paragraph before another one: in its scene, or in any scene.
fn move_paragraph(book: &mut Book, (scene, at): Spot, rng: &mut Rng) {
    let cells = &mut book.scenes[scene].cells;
    let range = line(cells, at);
    let end = (range.end + 1).min(cells.len());
    if range.is_empty() || range.len() == cells.len() || end == range.end {
        return;
    }
    let taken: Vec<Cell> = cells.drain(range.start..end).collect();
    let (to, place) = match rng.chance(3, 4) {
        true => (scene, rng.within(0..book.scenes[scene].cells.len())),
        false => anywhere(book, rng),
    };
    let cells = &mut book.scenes[to].cells;
    let before = line(cells, place.min(cells.len().saturating_sub(1))).start;
    cells.splice(before..before, taken);
}

/// Splits a scene before the paragraph of a position.
fn split(book: &mut Book, (scene, at): Spot) {
    let start = line(&book.scenes[scene].cells, at).start;
    if start == 0 {
        return;
    }
    let mut second = book.scenes[scene].cells.split_off(start);
    // The line end goes with the first scene.
    book.scenes[scene].cells.pop();
    if second.is_empty() {
        second.push(Cell { c: '。', id: None });
    }
    let chapter = book.scenes[scene].chapter;
    book.scenes.insert(scene + 1, Scene { chapter, cells: second });
}

/// Joins a scene with the next one of its chapter.
fn merge(book: &mut Book, scene: usize) {
    let chapter = book.scenes[scene].chapter;
    if book.scenes.get(scene + 1).is_none_or(|next| next.chapter != chapter) {
        return;
    }
    let next = book.scenes.remove(scene + 1);
    book.scenes[scene].cells.push(Cell { c: '\n', id: None });
    book.scenes[scene].cells.extend(next.cells);
}
