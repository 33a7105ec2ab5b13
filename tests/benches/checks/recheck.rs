//! Checking one chapter again after an edit, in a book of three million characters, beside preparing the book from
//! nothing.

use std::collections::HashMap;
use std::hint::black_box;

use anyhow::{Result, ensure};
use wenfang_checks::rules::{
    Book, Canon, Found, Prepared, Scene, check, default_on, overlay, prepare, with_texts,
};
use wenfang_story::canon::{EntityKind, EntityRecord};
use wenfang_story::check::Rule;
use wenfang_story::{EntityId, SceneId};
use wenfang_tests::measure::{Report, Times, millis, rounds, timed};

/// Characters of the book.
const TEXT: usize = 3_000_000;
/// Edits that are checked.
const EDITS: usize = 40;
const PEOPLE: [&str; 12] = [
    "贾宝玉",
    "林黛玉",
    "薛宝钗",
    "王熙凤",
    "贾母",
    "贾琏",
    "袭人",
    "晴雯",
    "平儿",
    "史湘云",
    "贾政",
    "探春",
];

pub(super) fn measure(report: &mut Report, novel: &[(String, String)]) -> Result<()> {
    let person = |(at, name): (usize, &&str)| {
        let record =
            EntityRecord { name: (*name).to_owned(), kind: EntityKind::Character, ..EntityRecord::default() };
        (EntityId::from(at as i64 + 1), record)
    };
    let people: Vec<(EntityId, EntityRecord)> = PEOPLE.iter().enumerate().map(person).collect();
    let mut length = 0;
    let texts = novel.iter().cycle().map(|(_, text)| text.as_str()).take_while(|text| {
        let is_wanted = length < TEXT;
        length += text.chars().count();
        is_wanted
    });
    let scenes: Vec<Scene<'_>> = (1..)
        .zip(texts)
        .map(|(id, text): (i64, _)| Scene {
            id: id.into(),
            chapter: id.into(),
            text,
            plan: None,
            target: None,
        })
        .collect();
    let canon = Canon { entities: &people, ..Canon::default() };
    let book = Book { language: None, scenes, canon, forbidden: &[] };
    let rules: Vec<Rule> =
        Rule::ALL.into_iter().filter(|rule| default_on(*rule) && !rule.needs_model()).collect();

    let base = prepare(&book);
    let (mut again, mut anew) = (Times::default(), Times::default());
    for edit in 0..rounds(EDITS, 10) {
        let scene = &book.scenes[edit * 7 % book.scenes.len()];
        let changed = format!("{}\n　　贾宝玉道：“第{edit}回，，改了一笔。”", scene.text);
        let after = with_texts(&book, &HashMap::from([(scene.id, changed.as_str())]));
        let laid = || found(&overlay(&base, &after), &rules, scene.id);
        // The first one completes what is known about the whole book.
        if edit == 0 {
            black_box(laid());
        }
        let (laid, took) = timed(laid);
        again.push(took);
        if edit < rounds(5, 2) {
            let (fresh, took) = timed(|| found(&prepare(&after), &rules, scene.id));
            anew.push(took);
            ensure!(laid == fresh, "chapter {} has other findings than in a book from nothing", scene.id);
        }
    }
    report.section(&format!("One chapter again, in {} chapters of 3 million characters", book.scenes.len()));
    report.figure("from nothing, median ms", &format!("{:.0}", millis(anew.median())));
    report.figure("over the prepared book, median ms", &format!("{:.1}", millis(again.median())));
    report.at_most("over the prepared book, p95", (millis(again.percentile(95)), 50.0), "ms");
    Ok(())
}

fn found(prepared: &Prepared<'_>, rules: &[Rule], scene: SceneId) -> Vec<Found> {
    check(prepared, rules, scene)
}
