//! An author who writes while a mending waits: no character of the author's is lost, whatever is accepted when.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_checks::mending::{Edit, Piece, apply, onto, pieces};
use wenfang_tests::measure::{Report, rounds};
use wenfang_tests::mending::{Book, Desk, Fixer, Mender, PlantedChapter, mend};
use wenfang_tests::rng::Rng;
use wenfang_text::CharRange;

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

/// The same through the commands: the author saves while a mending waits, and changes are accepted one by one.
pub(super) async fn by_commands(report: &mut Report, books: &[Book]) -> Result<()> {
    report.section("The author writes meanwhile, through the commands");
    let mut rng = Rng::new(20_261_129);
    let (mut cases, mut stale) = (0, 0);
    let mut tally = Tally::default();
    for book in books {
        let errors = book.chapters.iter().flat_map(|chapter| chapter.errors.clone()).collect();
        let mender = Mender::new(Fixer::Perfect, book.language, errors);
        let texts: Vec<&str> = book.chapters.iter().map(|chapter| chapter.wrong.as_str()).collect();
        let desk = Desk::open(book.language, &texts).await?;
        let desk = desk.with_model(move |request| Some(mender.answer(request))).await?;
        desk.check_by_rules().await?;
        for number in (1_i64..).take(texts.len()) {
            let Some(session) = mend(&desk, number).await? else { continue };
            cases += 1;
            stale += usize::from(decide(&desk, (session, number), &mut rng, &mut tally).await?);
        }
        desk.close().await?;
    }
    report.figure("changes accepted", &tally.accepted.to_string());
    report.figure("changes shown as conflicts", &tally.conflicts.to_string());
    report.figure("decisions on a text that had changed, all refused", &stale.to_string());
    report.at_least("cases", (cases as f64, 1.0), "");
    report.at_most("characters of the author's lost", (tally.lost as f64, 0.0), "");
    report.at_most("changes that went without a word", (tally.silent as f64, 0.0), "");
    Ok(())
}

/// Writes on a scene and accepts some of its changes. Returns whether a decision on an older text was tried.
async fn decide(desk: &Desk, (session, scene): (i64, i64), rng: &mut Rng, tally: &mut Tally) -> Result<bool> {
    let open = desk.ask("mend.show", json!({ "session": session })).await?;
    if open["session"]["status"] != "waiting" {
        return Ok(false);
    }
    let known = desk.ask("scene.text", json!({ "scene": scene })).await?;
    let mut author = Author::new(known["text"].as_str().context("a scene has a text")?);
    let ask = json!({ "session": session, "scene": scene });
    for _ in 0..rng.within(1..5) {
        author.write(rng);
    }
    save(desk, scene, &author).await?;
    let mut proposal = desk.ask("mend.proposal", ask.clone()).await?;
    let is_stale = rng.chance(1, 3);
    if is_stale {
        author.write(rng);
        save(desk, scene, &author).await?;
        let request = json!({ "session": session, "scene": scene, "seen": proposal["seen"] });
        let is_same = desk.ask("mend.proposal", ask.clone()).await?["seen"] == proposal["seen"];
        // Nothing is typed when the author undoes nothing.
        if !is_same && desk.ask("mend.accept", request).await.is_ok() {
            tally.silent += 1;
            return Ok(true);
        }
        proposal = desk.ask("mend.proposal", ask).await?;
    }
    let pieces = proposal["pieces"].as_array().cloned().unwrap_or_default();
    tally.conflicts += pieces.iter().filter(|piece| piece["is_conflict"] == true).count();
    let free = pieces.iter().filter(|piece| piece["is_conflict"] == false);
    let chosen: Vec<&Value> = free.filter(|_| rng.chance(2, 3)).collect();
    tally.accepted += chosen.len();
    let mut edits: Vec<Edit> = chosen.iter().flat_map(|piece| edits(piece)).collect();
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    let numbers: Vec<&Value> = chosen.iter().map(|piece| &piece["number"]).collect();
    let request = json!({ "session": session, "scene": scene, "seen": proposal["seen"], "pieces": numbers });
    desk.ask("mend.accept", request).await?;
    author.take(&edits);
    let after = desk.ask("scene.text", json!({ "scene": scene })).await?;
    let after = after["text"].as_str().unwrap_or_default();
    tally.silent += usize::from(after != author.text());
    tally.lost += author.lost(after);
    Ok(is_stale)
}

/// Saves the author's text.
async fn save(desk: &Desk, scene: i64, author: &Author) -> Result<()> {
    let text = author.text();
    desk.ask("scene.save", json!({ "scene": scene, "text": text })).await?;
    Ok(())
}

fn edits(piece: &Value) -> Vec<Edit> {
    let at = |edit: &Value, end: &str| edit["range"][end].as_u64().and_then(|at| usize::try_from(at).ok());
    let edit = |edit: &Value| {
        let range = CharRange::new(at(edit, "start")?, at(edit, "end")?);
        Some(Edit { range, words: edit["new"].as_str()?.to_owned() })
    };
    piece["edits"].as_array().map_or(&[][..], Vec::as_slice).iter().filter_map(edit).collect()
}
