//! Hand-counted texts: next to each `golden/counts/*.txt` stands a `.json` that says how its sums are made up.

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
fn texts_count_as_counted_by_hand() {
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

/// The corpus of real novels lies outside the repository; where it is absent there is nothing to check.
fn novel(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}

#[test]
fn a_whole_novel_has_the_size_its_source_states() {
    // The corpus states its figures from another program, which knows fewer Han than Unicode has.
    for (name, scalars, han) in
        [("hongloumeng.zh-Hans.txt", 865_902, 724_624), ("aq-zhengzhuan.zh-Hans.txt", 21_732, 17_924)]
    {
        let Some(text) = novel(name) else { continue };
        let counts = count(&text);
        assert_eq!(counts.scalars, scalars, "{name}");
        assert!((han..han + 10).contains(&counts.han), "{name}: {} Han", counts.han);
    }
}
