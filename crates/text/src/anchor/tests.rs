//! Claims about re-anchoring.

use proptest::prelude::*;

use super::*;

const OPENING: &str = "雨停了。\n陆远把伞收起来，看了一眼门口的石狮子。“有人来过。”他说。\n沈青没有回头，只是把灯芯拨亮了些。\n院子里的积水映着一点月光，墙头的猫叫了两声，又没了动静。\n";

/// Re-anchors the first occurrence of `quote` in `old`: its text in `new`, if sure, and the method.
fn found(old: &str, new: &str, quote: &str) -> (Option<String>, Method) {
    let byte = old.find(quote).unwrap();
    let start = old[..byte].chars().count();
    let range = CharRange::new(start, start + quote.chars().count());
    let answer = reanchor(&Reanchor { old_text: old, new_text: new, range, semantic: None });
    let text = answer.sure().map(|range| crate::TextIndex::new(new).slice(range).to_owned());
    assert_eq!(text.is_none(), answer.method == Method::ManualConfirmation);
    (text, answer.method)
}

fn exactly(quote: &str) -> (Option<String>, Method) {
    (Some(quote.to_owned()), Method::ExactMatch)
}

fn compared(quote: &str) -> (Option<String>, Method) {
    (Some(quote.to_owned()), Method::Diff3)
}

const GONE: (Option<String>, Method) = (None, Method::ManualConfirmation);

#[test]
fn text_shifted_by_an_insertion_is_an_exact_match() {
    let new = format!("楔子。\n那一年的雪很大。\n{OPENING}");
    assert_eq!(found(OPENING, &new, "把灯芯拨亮了些"), exactly("把灯芯拨亮了些"));
}

#[test]
fn an_edited_quote_is_found() {
    let new = OPENING.replace("看了一眼门口的石狮子", "看了看门前的石狮子");
    let quote = "陆远把伞收起来，看了一眼门口的石狮子。";
    assert_eq!(found(OPENING, &new, quote), compared("陆远把伞收起来，看了看门前的石狮子。"));
}

#[test]
fn a_quote_moves_with_its_paragraph() {
    let paragraph = "沈青没有回头，只是把灯芯拨亮了些。\n";
    let new = OPENING.replace(paragraph, "") + paragraph;
    assert_eq!(found(OPENING, &new, "灯芯"), exactly("灯芯"));
}

#[test]
fn a_quote_stays_in_the_original_paragraph() {
    let paragraph = "沈青没有回头，只是把灯芯拨亮了些。\n";
    let new = format!("{paragraph}{OPENING}");
    let start = new.rfind("灯芯").map(|byte| new[..byte].chars().count()).unwrap();
    let old_start = OPENING.find("灯芯").map(|byte| OPENING[..byte].chars().count()).unwrap();
    let range = CharRange::new(old_start, old_start + 2);
    let answer = reanchor(&Reanchor { old_text: OPENING, new_text: &new, range, semantic: None });
    assert_eq!(answer.sure(), Some(CharRange::new(start, start + 2)));
}

#[test]
fn a_deleted_quote_is_gone() {
    let new = OPENING.replace("沈青没有回头，只是把灯芯拨亮了些。\n", "");
    assert_eq!(found(OPENING, &new, "把灯芯拨亮了些"), GONE);
}

#[test]
fn a_deleted_quote_is_gone_despite_equal_text_elsewhere() {
    let old = format!("{OPENING}天亮以后，有人来过的痕迹都被雪盖住了。\n");
    let new = old.replace("“有人来过。”他说。", "");
    assert_eq!(found(&old, &new, "有人来过"), GONE);
}

#[test]
fn a_replaced_sentence_is_gone() {
    let new = OPENING.replace("“有人来过。”他说。", "远处传来一声梆子，三更了。");
    assert_eq!(found(OPENING, &new, "“有人来过。”他说。"), GONE);
}

#[test]
fn quote_marks_scripts_and_widths_are_no_edits() {
    let new = OPENING
        .replace('“', "「")
        .replace('”', "」")
        .replace("陆远", "陸遠")
        .replace("来过", "來過")
        .replace('说', "說")
        .replace("门", "門");
    assert_eq!(
        found(OPENING, &new, "门口的石狮子。“有人来过。”他说"),
        exactly("門口的石狮子。「有人來過。」他說")
    );
}

#[test]
fn splitting_a_paragraph_does_not_edit_its_text() {
    let new = OPENING.replace("“有人来过。”", "\n“有人来过。”");
    assert_eq!(found(OPENING, &new, "石狮子。“有人"), compared("石狮子。\n“有人"));
}

#[test]
fn attempts_are_listed_in_order() {
    let new = OPENING.replace("“有人来过。”他说。", "远处传来一声梆子，三更了。");
    let answer = reanchor(&Reanchor {
        old_text: OPENING,
        new_text: &new,
        range: CharRange::new(25, 31),
        semantic: None,
    });
    let strategies: Vec<Method> = answer.attempts.iter().map(|attempt| attempt.strategy).collect();
    assert_eq!(strategies, [Method::ExactMatch, Method::Diff3, Method::NgramSimilarity]);
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(json["method"], "manual_confirmation");
    assert_eq!(json["attempts"][1]["strategy"], "diff3");
}

/// A model that finds every passage equal in meaning.
struct Agreeable;

impl SemanticSearch for Agreeable {
    fn similarities(&self, _: &str, windows: &[&str]) -> Option<Vec<f64>> {
        Some(vec![0.9; windows.len()])
    }
}

#[test]
fn meaning_is_compared_only_if_text_comparison_is_unsure() {
    let rewritten = OPENING.replace("“有人来过。”他说。", "远处传来一声梆子，三更了。");
    let start = OPENING.chars().position(|c| c == '有').unwrap();
    let range = CharRange::new(start, start + 4);
    let answer = Alignment::new(OPENING, &rewritten).reanchor(range, Some(&Agreeable));
    assert_eq!((answer.method, answer.confidence), (Method::SemanticSearch, 0.9));
    let deleted = OPENING.replace("“有人来过。”他说。", "");
    let answer = Alignment::new(OPENING, &deleted).reanchor(range, Some(&Agreeable));
    assert_eq!(answer.sure(), None);
}

#[test]
fn adversarial_texts_terminate() {
    let old = "天".repeat(300_000);
    let new = "天地".repeat(150_000);
    let shuffled: String = (0..300_000_u32)
        .map(|at| if at.wrapping_mul(2_654_435_761) >> 29 < 3 { '天' } else { '地' })
        .collect();
    for new in [new.as_str(), &old[3..], &shuffled] {
        let alignment = Alignment::new(&old, new);
        for start in [0, 1_000, 299_990] {
            alignment.reanchor(CharRange::new(start, start + 500), None);
        }
    }
}

#[test]
fn a_unique_quote_is_found_in_one_line_texts() {
    let cases = [
        ("江上有风。", "前面加了字。江上有风。", "江上有风", "江上有风"),
        ("江上有风", "江上有风，渡口无人", "江上有风", "江上有风"),
        ("甲乙丙丁戊己庚辛", "子丑甲乙丙丁戊己庚辛", "丙丁", "丙丁"),
        ("Hello world", "Hello brave new world", "world", "world"),
        (
            "雨停了。我们去公园。天黑才回。",
            "雨停了。我们一起去公园玩。天黑才回。",
            "我们去公园",
            "我们一起去公园",
        ),
    ];
    for (old, new, quote, expected) in cases {
        assert_eq!(found(old, new, quote).0.as_deref(), Some(expected), "{quote} in {new}");
    }
}

proptest! {
    #[test]
    fn every_range_stays_in_an_unchanged_text(text in "[甲乙丙。\n]{0,80}", start in 0..90_usize, len in 0..40_usize) {
        let range = CharRange::new(start, start + len);
        let answer = reanchor(&Reanchor { old_text: &text, new_text: &text, range, semantic: None });
        let chars = text.chars().count();
        prop_assert_eq!(answer.range, Some(CharRange::new(start.min(chars), (start + len).min(chars))));
        prop_assert_eq!((answer.method, answer.confidence), (Method::ExactMatch, 1.0));
    }

    #[test]
    fn every_result_lies_in_the_new_text(
        old in "[甲乙丙丁戊a。\n]{0,300}",
        new in "[甲乙丙丁戊a。\n]{0,300}",
        ends in any::<(u16, u16)>(),
    ) {
        let range = CharRange::new(usize::from(ends.0) % 400, usize::from(ends.1) % 400);
        let answer = reanchor(&Reanchor { old_text: &old, new_text: &new, range, semantic: Some(&Agreeable) });
        let chars = new.chars().count();
        let ranges = answer.attempts.iter().filter_map(|attempt| attempt.range).chain(answer.range);
        for found in ranges {
            prop_assert!(found.end().get() <= chars);
        }
        prop_assert!((0.0..=1.0).contains(&answer.confidence));
    }

    #[test]
    fn reanchoring_never_panics(old in any::<String>(), new in any::<String>(), ends in any::<(u8, u8)>()) {
        let range = CharRange::new(usize::from(ends.0), usize::from(ends.1));
        reanchor(&Reanchor { old_text: &old, new_text: &new, range, semantic: None });
    }
}
