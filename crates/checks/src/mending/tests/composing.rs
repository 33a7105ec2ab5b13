//! Composing: what changes, what does not, and where everything went.

use proptest::prelude::*;
use wenfang_story::mend::{MendBy, Refusal, Tool, ToolTable};
use wenfang_text::{Lexicon, paragraphs};

use super::*;

const TEXT: &str = "雨停了，，她没有走。\n他今年十七岁，，住在城外。\n门开着。";

fn replacing(quote: &str, words: &str) -> IssueRecord {
    IssueRecord { replacement: Some(words.into()), ..record(Rule::Punctuation, Severity::Low, TEXT, quote) }
}

fn composed(offers: &[Offer], allowance: usize) -> Composed {
    let cast = Lexicon::new([]);
    let fence = Fence::new(TEXT, &cast, &[]);
    let comma = replacing("了，，", "了，");
    let issues = [issue(1, &comma)];
    let range = range_of(TEXT, "雨停了，，她没有走。");
    let job = Job { issues: vec![1.into()], range, tool: Tool::Replace, severity: Severity::Low };
    compose(&fence, &[job], &issues, offers, allowance)
}

fn offer(old: &str, words: &str) -> Offer {
    let edits = vec![Edit { range: range_of(TEXT, old), words: words.into() }];
    Offer { issues: vec![1.into()], edits, ..Offer::default() }
}

#[test]
fn accepted_edits_are_in_text_and_map() {
    let composed = composed(&[offer("十七岁，，", "十七岁，"), offer("了，，", "了，")], 9);
    assert_eq!(composed.text, TEXT.replace("，，", "，"));
    assert_eq!((composed.accepted, composed.refused), (vec![0, 1], vec![]));
    let mapped = composed.trace.map(range_of(TEXT, "门开着"));
    assert_eq!(TextIndex::new(&composed.text).slice(mapped.range), "门开着");
    assert_eq!(composed.trace.changed_chars(), 2);
}

#[test]
fn a_passage_takes_only_its_first_offer() {
    let composed = composed(&[offer("了，，", "了，"), offer("，，她", "。她"), offer("了，，", "了")], 9);
    assert_eq!(composed.accepted, [0]);
    assert_eq!(composed.refused, [(1, Refusal::Overlaps), (2, Refusal::Overlaps)]);
}

#[test]
fn an_offer_that_collides_with_itself_is_refused() {
    let mut twice = offer("了，，", "了，");
    twice.edits.push(Edit { range: range_of(TEXT, "，，她"), words: "，她".into() });
    assert_eq!(composed(&[twice], 9).refused, [(0, Refusal::Overlaps)]);
}

#[test]
fn a_scene_changes_no_more_than_allowed() {
    let offers = [offer("她没有走", "他没有走"), offer("住在城外", "住在乡下"), offer("了，，", "了，")];
    let composed = composed(&offers, 2);
    assert_eq!(composed.accepted, [0, 2]);
    assert_eq!(composed.refused, [(1, Refusal::ChangesTooMuch { changed: 3, limit: 2 })]);
}

#[test]
fn an_offer_without_a_job_is_refused() {
    let lost = Offer { job: 3, ..offer("了，，", "了，") };
    assert_eq!(composed(&[lost], 9).refused, [(0, Refusal::OutsideJob)]);
}

/// A text, places of issues, and offers of any kind: ranges and words by chance.
type Made = (String, Vec<(usize, usize)>, Vec<(usize, Vec<(usize, usize, String)>)>);

fn made() -> impl Strategy<Value = Made> {
    let place = (0_usize..90, 1_usize..5);
    let edit = (0_usize..90, 0_usize..8, "[一二三七八九，。\n]{0,6}");
    let offer = (0_usize..6, proptest::collection::vec(edit, 0..3));
    (
        "([一二三四五六]{2,9}[，。]{0,1}\n{1,2}){1,12}",
        proptest::collection::vec(place, 1..5),
        proptest::collection::vec(offer, 0..8),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn beyond_the_jobs_and_their_neighbours_nothing_changes((text, places, offers) in made()) {
        let len = text.chars().count();
        let within = |start: usize, length: usize| CharRange::new(start.min(len), (start + length).min(len));
        let records: Vec<IssueRecord> = places.iter().map(|&(start, length)| {
            let mut record = record(Rule::PovDrift, Severity::Low, &text, "");
            record.anchor.range = within(start.min(len - 1), length);
            record
        }).collect();
        let issues: Vec<Issue<'_>> = (1..).zip(&records).map(|(id, record)| issue(id, record)).collect();
        let table = ToolTable::default();
        let jobs = plan(&Request {
            text: &text, issues: &issues, table: &table,
            by: MendBy::Model, has_model: true, least_severity: Severity::Low,
            proposable: &std::collections::BTreeSet::new(),
        }).jobs;
        let offers: Vec<Offer> = offers.into_iter().map(|(job, edits)| Offer {
            job,
            edits: edits.into_iter().map(|(start, length, words)| Edit { range: within(start, length), words }).collect(),
            ..Offer::default()
        }).collect();
        let cast = Lexicon::new([]);
        let composed = compose(&Fence::new(&text, &cast, &[]), &jobs, &issues, &offers, usize::MAX);
        prop_assert_eq!(composed.accepted.len() + composed.refused.len(), offers.len());

        // The old text outside of the windows is in the new text, byte for byte, where the map says.
        let paragraphs: Vec<CharRange> = paragraphs(&text).map(|paragraph| paragraph.range).collect();
        let accepted_jobs: Vec<&Job> = composed.accepted.iter().map(|at| &jobs[offers[*at].job]).collect();
        let is_near = |number: usize| accepted_jobs.iter().any(|job| {
            let near = number.saturating_sub(1)..(number + 2).min(paragraphs.len());
            paragraphs[near].iter().any(|paragraph| paragraph.overlaps(job.range))
        });
        let (old, new) = (TextIndex::new(&text), TextIndex::new(&composed.text));
        for (number, paragraph) in paragraphs.iter().enumerate().filter(|(number, _)| !is_near(*number)) {
            let mapped = composed.trace.map(*paragraph);
            prop_assert!(mapped.is_unchanged, "paragraph {}", number);
            prop_assert_eq!(new.slice(mapped.range), old.slice(*paragraph));
        }

        // The map leads from the old to the new text.
        let (mut replayed, mut at) = (String::new(), 0);
        for hunk in composed.trace.hunks() {
            replayed.push_str(old.slice(CharRange::new(at, hunk.old.start().get())));
            prop_assert_eq!(replayed.chars().count(), hunk.new.start().get());
            replayed.push_str(new.slice(hunk.new));
            at = hunk.old.end().get();
        }
        replayed.push_str(old.slice(CharRange::new(at, len)));
        prop_assert_eq!(&replayed, &composed.text);
    }
}
