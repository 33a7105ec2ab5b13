//! Finding the names of 5,000 characters in 3 million characters of prose, beside a bare pass of the same automaton.
//!
//! `cargo xtask bench names`; exits with status 1 when it misses a bar.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::process::ExitCode;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use wenfang_tests::corpus;
use wenfang_tests::measure::{Report, Times, millis, rounds, timed};
use wenfang_tests::rng::Rng;
use wenfang_text::{Lexicon, name_hints};

/// Characters of the text.
const TEXT: usize = 3_000_000;
/// Characters per scene.
const SCENE: usize = 5_000;
/// Number of distinct names, also for the benchmark `canon`, and of names per owner.
pub(crate) const NAMES: usize = 20_000;
const NAMES_EACH: usize = 4;
/// Runs per median.
const RUNS: usize = 15;

pub(crate) fn measure() -> ExitCode {
    let Some(novel) = corpus::text(corpus::HONGLOUMENG) else { return ExitCode::SUCCESS };
    let text: String = novel.chars().cycle().take(TEXT).collect();
    let scene: String = novel.chars().skip(100_000).take(SCENE).collect();
    let names = some_names(&novel);
    let pairs = || (0..).zip(&names).map(|(at, name): (usize, _)| ((at / NAMES_EACH) as u32, name.as_str()));

    let mut report = Report::default();
    report.section("5,000 owners, 20,000 names");
    let bare = || {
        AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(&names)
    };
    let (mut building, mut bare_building) = (Times::default(), Times::default());
    for _ in 0..rounds(RUNS, 5) {
        bare_building.push(timed(|| black_box(bare().is_ok())).1);
        building.push(timed(|| black_box(Lexicon::new(pairs()).is_empty())).1);
    }
    report.figure("building the lexicon, median ms (aim: 50)", &format!("{:.1}", millis(building.median())));
    report.at_most(
        "building / bare automaton",
        (millis(building.median()) / millis(bare_building.median()), 2.0),
        "×",
    );

    let lexicon = Lexicon::new(pairs());
    let Ok(bare) = bare() else { return ExitCode::FAILURE };
    let (mut plain, mut mentions, mut counts, mut small) =
        (Times::default(), Times::default(), Times::default(), Times::default());
    for _ in 0..rounds(RUNS, 5) {
        plain.push(timed(|| black_box(bare.find_iter(&text).count())).1);
        mentions.push(timed(|| black_box(lexicon.mentions(&text).len())).1);
        counts.push(timed(|| black_box(lexicon.count_by_owner(&text).len())).1);
        small.push(timed(|| black_box(lexicon.mentions(&scene).len())).1);
    }
    report.figure("mentions in 3 million characters", &lexicon.mentions(&text).len().to_string());
    report.figure("bare pass, median ms", &format!("{:.1}", millis(plain.median())));
    report.figure("mentions(), median ms", &format!("{:.1}", millis(mentions.median())));
    report.figure("count_by_owner(), median ms", &format!("{:.1}", millis(counts.median())));
    report.at_most("mentions() / bare pass", (millis(mentions.median()) / millis(plain.median()), 3.0), "×");
    report.at_most("mentions() in a scene of 5,000 characters", (millis(small.median()), 5.0), "ms");

    report.section("Hints at unknown names, 3 million characters in scenes of 5,000");
    let scenes: Vec<String> =
        text.chars().collect::<Vec<_>>().chunks(SCENE).map(|scene| scene.iter().collect()).collect();
    let known = Lexicon::new(crate::characters::pairs());
    for (title, lexicon) in [("forty characters known", &known), ("20,000 names known", &lexicon)] {
        let mut times = Times::default();
        for _ in 0..3 {
            let scenes = scenes.iter().map(String::as_str).enumerate();
            times.push(timed(|| black_box(name_hints(scenes, lexicon).len())).1);
        }
        report.figure(&format!("{title}, median ms (aim: 2000)"), &format!("{:.0}", millis(times.median())));
        report.at_most(
            &format!("{title} / bare pass"),
            (millis(times.median()) / millis(plain.median()), 15.0),
            "×",
        );
    }
    report.verdict()
}

/// The names of the novel's characters, and substrings of two to four Han of it.
pub(crate) fn some_names(novel: &str) -> Vec<String> {
    let chars: Vec<char> = novel.chars().collect();
    let mut rng = Rng::new(20_261_121);
    let mut names: BTreeSet<String> = crate::characters::pairs().map(|(_, name)| name.to_owned()).collect();
    while names.len() < NAMES {
        let at = rng.within(0..chars.len());
        let name = chars.iter().skip(at).take(rng.within(2..5));
        if name.clone().all(|c| ('\u{4e00}'..='\u{9fff}').contains(c)) {
            names.insert(name.collect());
        }
    }
    names.into_iter().collect()
}
