//! Texts that are not cut: when text is shown, the warning, and markup that does not count.

use super::effect_log::{by_characters, run, run_text, standard};
use super::*;

#[test]
fn text_is_shown_at_once_below_the_soft_limit() {
    let mut gate = Gate::new(ROOMY);
    for delta in ["雨停", "了，门", "开着他走"] {
        assert_eq!(gate.push(delta), [GateEffect::Show(delta.to_owned())]);
    }
    assert_eq!(
        gate.push("了他又"),
        [GateEffect::Show("了".to_owned()), GateEffect::SoftLimit { counted: 11 },]
    );
    assert_eq!(gate.counted(), 10);
}

#[test]
fn beyond_the_soft_limit_text_stops_between_sentences() {
    let mut gate = Gate::new(ROOMY);
    gate.push("雨停了，门开着他走了他又");
    assert_eq!(gate.push("回来了。"), []);
    assert_eq!(gate.push("没"), [GateEffect::Show("他又回来了。".to_owned())]);
}

#[test]
fn the_warning_is_reported_once() {
    let log = run_text(ROOMY, "雨停了，门开着，他走了。没有人回来。");
    assert_eq!(log.warnings(), [11]);
    assert_eq!(log.done(), Some((18, GateOutcome::SoftExceeded)));
    assert_eq!(log.shown(), "雨停了，门开着，他走了。没有人回来。");
}

#[test]
fn a_text_at_the_soft_limit_gives_no_warning() {
    let log = run_text(ROOMY, "雨停了，门开着他走。");
    assert!(log.warnings().is_empty());
    assert_eq!(log.done(), Some((10, GateOutcome::WithinTarget)));
}

#[test]
fn a_text_at_the_hard_limit_is_complete() {
    let text = "雨停了，门开着，他走了。没有人再回来。天";
    assert_eq!(standard(text), 20);
    let log = run_text(ROOMY, text);
    assert_eq!((log.cut(), log.shown().as_str()), (None, text));
    assert_eq!(log.done(), Some((20, GateOutcome::SoftExceeded)));
}

#[test]
fn markdown_markup_is_not_counted() {
    let text = "# 雨夜\n\n> **雨停了**，*门开着*。\n\n---\n";
    let log = run_text(ROOMY, text);
    assert_eq!(log.shown(), text);
    assert!(log.warnings().is_empty());
    assert_eq!(log.done(), Some((10, GateOutcome::WithinTarget)));
}

#[test]
fn unpaired_markup_does_not_cause_a_cut() {
    // 19 字. The first `**` counts two until the second arrives, so the count is temporarily 21.
    let text = "雨停了，门开着，他走了。没有**人回来。好**";
    assert!(standard(text.trim_end_matches('*')) > ROOMY.hard());
    let log = run_text(ROOMY, text);
    assert_eq!((log.cut(), log.shown().as_str()), (None, text));
    assert_eq!(log.done(), Some((19, GateOutcome::SoftExceeded)));
}

#[test]
fn windows_line_breaks_are_passed_on_unchanged() {
    let text = "雨停了。\r\n门开着。\r\n";
    let log = run_text(ROOMY, text);
    assert_eq!(log.shown(), text);
    assert_eq!(log.done(), Some((8, GateOutcome::Short)));
}

#[test]
fn an_emoji_counts_once_and_is_shown_whole() {
    let mut gate = Gate::new(ROOMY);
    let shown: Vec<String> = by_characters("好👩\u{200d}👧e\u{301}！门")
        .into_iter()
        .flat_map(|c| gate.push(c))
        .map(|effect| match effect {
            GateEffect::Show(text) => text,
            effect => panic!("{effect:?}"),
        })
        .collect();
    assert_eq!(shown, ["好", "👩\u{200d}👧e", "\u{301}！", "门"]);
    assert_eq!(gate.counted(), 5);
}

#[test]
fn an_empty_answer_is_short() {
    let log = run(ROOMY, &[(vec![], AnswerEnd::Stop)]);
    assert_eq!(log.effects(), [GateEffect::Done { counted: 0, outcome: GateOutcome::Short }]);
}

#[test]
fn a_finished_gate_returns_only_overflow() {
    let mut gate = Gate::new(ROOMY);
    gate.push("雨停了，门开着他走。");
    gate.finish(AnswerEnd::Stop);
    assert_eq!(gate.finish(AnswerEnd::Stop), []);
    assert_eq!(gate.push("还有"), [GateEffect::Overflow("还有".to_owned())]);
    assert_eq!(gate.counted(), 10);
}
