//! An author who writes while a mending waits: no character of the author's is lost, whatever is accepted when.

use anyhow::Result;
use wenfang_checks::mending::{Edit, Piece, apply, onto, pieces};
use wenfang_tests::measure::{Report, rounds};
use wenfang_tests::mending::PlantedChapter;
use wenfang_tests::rng::Rng;

const CASES: usize = 10_000;

/// What went wrong in all cases.
#[derive(Default)]
struct Tally {
    /// Characters of the author's that are gone, or came back after they were deleted.
    lost: usize,
    accepted: usize,
    conflicts: usize,
    /// Changes that were neither put in nor shown as a conflict.
    silent: usize,
}

pub(super) fn measure(report: &mut Report, chapters: &[&PlantedChapter]) -> Result<()> {
    let cases = rounds(CASES, 2_000);
    report.section(&format!("The author writes meanwhile, {cases} cases"));
    let mut rng = Rng::new(20_261_128);
    let mut tally = Tally::default();
    for case in 0..cases {
        if let Some(chapter) = chapters.get(case % chapters.len().max(1)) {
            one(&mut rng, chapter, &mut tally);
        }
    }
    report.figure("changes accepted", &tally.accepted.to_string());
    report.figure("changes shown as conflicts", &tally.conflicts.to_string());
    report.at_least("cases", (cases as f64, 1.0), "");
    report.at_most("characters of the author's lost", (tally.lost as f64, 0.0), "");
    report.at_most("changes that went without a word", (tally.silent as f64, 0.0), "");
    Ok(())
}

/// The author types, deletes and undoes in turns with accepting.
fn one(rng: &mut Rng, chapter: &PlantedChapter, tally: &mut Tally) {
    let (input, mended) = (chapter.wrong.as_str(), chapter.right.as_str());
    let mut open: Vec<Piece> = pieces(input, mended, &[]);
    let mut author = Author::new(input);
    for _ in 0..rng.within(2..6) {
        for _ in 0..rng.within(0..4) {
            author.write(rng);
        }
        let working = author.text();
        let placed = onto(input, &working, &open);
        let mut edits: Vec<Edit> = Vec::new();
        let mut left = Vec::new();
        for (piece, placed) in open.into_iter().zip(placed) {
            match placed {
                Some(own) if rng.chance(1, 3) => {
                    tally.accepted += 1;
                    edits.extend(own);
                }
                _ => left.push(piece),
            }
        }
        open = left;
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        let after = apply(&working, &edits);
        author.take(&edits);
        // The text that the edits make is the one that the author's own model of it says.
        tally.silent += usize::from(after != author.text());
        tally.lost += author.lost(&after);
    }
    tally.conflicts += onto(input, &author.text(), &open).iter().filter(|placed| placed.is_none()).count();
}

/// A text of which every character is known to be the novel's, the author's, or a model's.
struct Author {
    chars: Vec<(char, bool)>,
    /// The characters that the author wrote and did not delete, in order.
    before: Vec<Vec<(char, bool)>>,
    next: u32,
}

impl Author {
    fn new(text: &str) -> Self {
        Self { chars: text.chars().map(|c| (c, false)).collect(), before: Vec::new(), next: 0 }
    }

    fn text(&self) -> String {
        self.chars.iter().map(|(c, _)| *c).collect()
    }

    /// Types, deletes or undoes.
    fn write(&mut self, rng: &mut Rng) {
        if rng.chance(1, 6)
            && let Some(before) = self.before.pop()
        {
            self.chars = before;
            return;
        }
        self.before.push(self.chars.clone());
        let at = rng.within(0..self.chars.len() + 1);
        let end = if rng.chance(1, 2) { at } else { (at + rng.within(1..30)).min(self.chars.len()) };
        // Every character that the author types occurs once, so that a lost one is noticed.
        let typed: Vec<(char, bool)> =
            (0..rng.within(0..12)).filter_map(|_| Some((self.typed()?, true))).collect();
        self.chars.splice(at..end, typed);
    }

    /// A character of a private area.
    fn typed(&mut self) -> Option<char> {
        self.next += 1;
        char::from_u32(0xF_0000 + self.next)
    }

    /// Puts accepted changes into the text; what was before can no longer be undone.
    fn take(&mut self, edits: &[Edit]) {
        if edits.is_empty() {
            return;
        }
        self.before.clear();
        for edit in edits.iter().rev() {
            let words: Vec<(char, bool)> = edit.words.chars().map(|c| (c, false)).collect();
            // A character of the author's in the range would be lost: it stays, and the texts differ.
            let own: Vec<(char, bool)> =
                self.chars[edit.range.as_range()].iter().copied().filter(|(_, own)| *own).collect();
            self.chars.splice(edit.range.as_range(), words.into_iter().chain(own));
        }
    }

    /// The characters of the author's that a text has not, or in another order.
    fn lost(&self, text: &str) -> usize {
        let mut rest = text.chars();
        self.chars.iter().filter(|(_, own)| *own).filter(|(c, _)| !rest.any(|other| other == *c)).count()
    }
}
