//! Hand-counted texts: each `golden/counts/*.txt` has a `.json` that shows how its sums are composed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use wenfang_text::{CountRule, Counts, count};

#[derive(Deserialize)]
struct Golden {
    counts: Counts,
    totals: BTreeMap<String, usize>,
}

#[test]
fn counts_match_hand_counted_texts() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/counts"));
    let mut texts = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let json = fs::read_to_string(path.with_extension("json")).unwrap();
        let golden: Golden = serde_json::from_str(&json).unwrap();
        let counts = count(&text);
        assert_eq!(counts, golden.counts, "{}", path.display());
        for (rule, total) in golden.totals {
            assert_eq!(counts.total(rule.parse::<CountRule>().unwrap()), total, "{} {rule}", path.display());
        }
        texts += 1;
    }
    assert_eq!(texts, 6);
}

proptest::proptest! {
    /// The window counts an edit from the changed lines alone.
    #[test]
    fn counts_are_additive_over_lines(text in "([一-三]|[a-c]|[0-9]|[，。…“”—]|ー|ん|\u{20BB7}| |\t|\n|'|-|\\.){0,60}") {
        let whole = count(&text);
        for rule in CountRule::ALL {
            let lines: usize = text.split('\n').map(|line| count(line).total(rule)).sum();
            proptest::prop_assert_eq!(whole.total(rule), lines, "{:?} {:?}", rule, text);
        }
    }
}

/// The editor draws emphasis by the same rule and is tested with the same file (`ui/src/editor/markdown.test.ts`).
#[test]
fn emphasis_marks_are_counted_as_markup() {
    let lines: Vec<(String, usize)> = serde_json::from_str(include_str!("golden/emphasis.json")).unwrap();
    for (line, marks) in lines {
        assert_eq!(count(&line).markup, marks, "{line}");
    }
}
