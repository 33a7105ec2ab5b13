//! Checks that the committed figures, which decide the default rules, match the evaluation.

use std::collections::BTreeMap;
use std::path::PathBuf;

use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_evaluation::{Novel, evaluate};
use wenfang_story::check::Rule;

/// The novels that `measured.json` was measured on, in that order.
const NOVELS: [&str; 4] = [
    "hongloumeng.zh-Hans.txt",
    "aq-zhengzhuan.zh-Hans.txt",
    "panghuang.zh-Hans.txt",
    "pride-and-prejudice.en.raw.txt",
];

#[test]
fn the_committed_table_matches_the_evaluation() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut texts = Vec::new();
    for name in NOVELS {
        let path = folder.join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => texts.push(text),
            Err(error) => {
                eprintln!("skipped: cannot read {} ({error})", path.display());
                return;
            }
        }
    }
    let novels: Vec<Novel<'_>> = NOVELS.iter().zip(&texts).map(|(name, text)| Novel { name, text }).collect();
    let table = evaluate(&novels, &mut |_| {}).0;
    let written: BTreeMap<String, Measured> =
        Rule::ALL.into_iter().filter_map(|rule| Some((rule.as_str().to_owned(), measured(rule)?))).collect();
    assert_eq!(table, written, "update measured.json: cargo run -p wenfang-evaluation --example evaluate");
    for (name, measured) in table {
        let rule: Rule = name.parse().unwrap();
        assert_eq!(default_on(rule), measured.is_good(), "{rule}");
        // A rule that is on by default must find errors and rarely be wrong.
        if default_on(rule) {
            assert!(measured.recall >= 0.4, "{rule} misses most errors: {measured:?}");
            assert!(measured.alarms_per_10k <= 0.1 && measured.precision >= 0.9, "{rule}: {measured:?}");
        }
    }
}
