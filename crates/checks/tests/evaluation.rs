//! The figures that the rules are switched on by are those that the evaluation gives today.

use std::collections::BTreeMap;
use std::path::PathBuf;

use wenfang_checks::evaluation::{Novel, evaluate};
use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_story::check::Rule;

/// The novels that `measured.json` was made of, in that order.
const NOVELS: [&str; 4] = [
    "hongloumeng.zh-Hans.txt",
    "aq-zhengzhuan.zh-Hans.txt",
    "panghuang.zh-Hans.txt",
    "pride-and-prejudice.en.raw.txt",
];

#[test]
fn the_table_is_what_the_evaluation_gives() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut texts = Vec::new();
    for name in NOVELS {
        let path = folder.join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => texts.push(text),
            Err(error) => {
                eprintln!("skipped: {} is not there ({error})", path.display());
                return;
            }
        }
    }
    let novels: Vec<Novel<'_>> = NOVELS.iter().zip(&texts).map(|(name, text)| Novel { name, text }).collect();
    let table = evaluate(&novels, &mut |_| {}).0;
    let written: BTreeMap<String, Measured> =
        Rule::ALL.into_iter().filter_map(|rule| Some((rule.as_str().to_owned(), measured(rule)?))).collect();
    assert_eq!(table, written, "make measured.json again: cargo run -p wenfang-checks --example evaluate");
    for (name, measured) in table {
        let rule: Rule = name.parse().unwrap();
        assert_eq!(default_on(rule), measured.is_good(), "{rule}");
        // A rule that is on finds something, and is seldom wrong.
        if default_on(rule) {
            assert!(measured.recall >= 0.4, "{rule} misses most of what it is for: {measured:?}");
            assert!(measured.alarms_per_10k <= 0.1 && measured.precision >= 0.9, "{rule}: {measured:?}");
        }
    }
}
