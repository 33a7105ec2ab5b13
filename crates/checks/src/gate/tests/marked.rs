//! Cuts of texts with marks: no half of a mark remains.

use proptest::prelude::*;
use wenfang_text::marks::Plain;

use super::effect_log::{EffectLog, run, run_text, standard};
use super::prose::split;
use super::*;

const WORDS: [&str; 12] =
    ["雨停了", "老周", "走", "，", "。", "？", "the rain ", "a", " ", "　", "\n", "\n　　"];

/// Marks with these words in them.
fn marked(words: &str) -> impl Strategy<Value = String> + use<> {
    let words = words.to_owned();
    (0..9_usize).prop_map(move |kind| match kind {
        0 => format!("*{words}*"),
        1 => format!("**{words}**"),
        2 => format!("***{words}***"),
        3 => format!("《《{words}》》"),
        4 => format!("^[{words}]"),
        5 => "｜东京《とうきょう》".to_owned(),
        6 => format!("*{words}，《《{words}》》*"),
        7 => format!("**{words}*{words}***"),
        _ => format!("*{words}｜京《みやこ》*"),
    })
}

fn text() -> impl Strategy<Value = String> {
    let words = prop::sample::select(WORDS.to_vec());
    let inside = prop::sample::select(vec!["雨停了", "老周走了。他想", "the rain", "甲，乙 丙"]);
    let part = prop_oneof![3 => words.prop_map(str::to_owned), 2 => inside.prop_flat_map(marked)];
    // Marks that touch are not the subject.
    prop::collection::vec(part, 1..30).prop_map(|parts| parts.join("雾"))
}

fn limits(soft: usize, more: usize) -> GateLimits {
    GateLimits { soft, hard: soft + more, ..GateLimits::of_target(soft.max(1)).unwrap().with_rounds(0) }
}

fn plain(text: &str) -> String {
    Plain::of(text).text().to_owned()
}

fn cut(text: &str, soft: usize, more: usize) -> EffectLog {
    run_text(limits(soft, more), text)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn no_half_mark_remains(text in text(), soft in 1..60_usize, more in 0..20_usize, seed in any::<u64>()) {
        let limits = limits(soft, more);
        let log = run(limits, &[(split(&text, seed), AnswerEnd::Stop)]);
        let left = log.final_text();
        let words = plain(&left);
        prop_assert!(!words.contains(['*', '《', '》', '｜', '^', '[', ']']), "{left:?}");
        prop_assert!(plain(&text).starts_with(&words), "{left:?}");
        prop_assert_eq!(log.done().unwrap().0, standard(&left));
        prop_assert!(standard(&left) <= limits.hard);
        prop_assert_eq!(log.shown() + &log.overflow(), text);
    }
}

#[test]
fn an_open_mark_is_ended() {
    for (text, left) in [
        ("雨*停了老周走进屋里来*。", "雨*停了*"),
        ("雨**停了，老周走进屋里来**。", "雨**停**"),
        ("雨停了。《《老周走进屋里来》》。", "雨停了。"),
        ("雨停了｜老周走进《ろうしゅう》屋里来。", "雨停了"),
    ] {
        assert_eq!(cut(text, 4, 0).final_text(), left, "{text}");
    }
}

#[test]
fn a_part_of_a_mark_is_not_shown() {
    let mut gate = Gate::new(limits(100, 0));
    let mut shown = |delta| gate.push(delta);
    assert_eq!(shown("雨*"), [GateEffect::Show("雨".to_owned())]);
    assert_eq!(shown("停 "), [GateEffect::Show("*停".to_owned())]);
    assert_eq!(shown("了*"), [GateEffect::Show(" 了".to_owned())]);
    assert_eq!(shown("。｜东京《とう"), [GateEffect::Show("*。".to_owned())]);
    assert_eq!(shown("》。"), [GateEffect::Show("｜东京《とう》。".to_owned())]);
}
