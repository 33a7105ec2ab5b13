//! Cuts: their position and their closing marks.

use super::CutReason::{HardLimitClause, HardLimitCut, HardLimitSentence};
use super::effect_log::{by_characters, run, run_text, standard};
use super::*;

/// Checks where a text is cut. `expected` has `|` at the cut, with the closing marks in `⟨⟩` before it.
#[track_caller]
fn check(reason: CutReason, expected: &str) {
    let (before, overflow) = expected.split_once('|').unwrap();
    let (shown, closing) =
        before.strip_suffix('⟩').and_then(|rest| rest.split_once('⟨')).unwrap_or((before, ""));
    let log = run_text(ROOMY, &format!("{shown}{overflow}"));
    assert_eq!((log.shown().as_str(), log.overflow().as_str()), (shown, overflow));
    assert_eq!(log.cut(), Some((reason, closing)));
    assert_eq!(log.done(), Some((standard(&format!("{shown}{closing}")), GateOutcome::Cut)));
}

#[test]
fn a_text_is_cut_after_its_last_sentence() {
    check(HardLimitSentence, "雨停了，门开着，他走了。|屋里没有人，灯还亮着");
    check(HardLimitSentence, "雨停了，门开着他走！好！？是吗……|屋里没有人，灯");
}

#[test]
fn an_open_quote_is_cut_and_closed() {
    check(HardLimitSentence, "他说：“雨停了，门也开了。走吧。⟨”⟩|别再等了，天要黑了");
    check(HardLimitSentence, "「もう雨がやんだから行こう。⟨」⟩|夜になる前に帰らないと");
    check(HardLimitSentence, "\"It is late. Let us go.⟨\"⟩| Now come");
}

#[test]
fn nested_quotes_are_closed_innermost_first_and_count() {
    check(HardLimitSentence, "他说：“她在门外喊道：‘救命！⟨’”⟩|快来人！救救我吧，有");
}

#[test]
fn a_closing_mark_beyond_the_limit_skips_its_sentence() {
    // The last full stop is the twentieth character, so a closing mark would exceed the limit.
    check(HardLimitSentence, "他说：“雨停了，门也开了。⟨”⟩|快点走吧好了。别等");
}

#[test]
fn between_quotes_the_next_quote_stays_whole() {
    check(HardLimitSentence, "“雨停了吗？”“停了。”|“走吧，天要黑了。”“好。”");
}

#[test]
fn a_quote_closed_without_a_sentence_end_stays_whole() {
    check(HardLimitSentence, "那天夜里他就走了吗？|“快走！别等”就没了声音");
}

#[test]
fn a_closed_quote_is_cut_as_a_last_resort() {
    check(HardLimitSentence, "那天夜里他忽然喊了一声“快走！⟨”⟩|别等”就没了声音，谁也");
}

#[test]
fn without_a_sentence_end_a_clause_is_cut() {
    check(HardLimitClause, "雨下了整整一夜没有停，|门外的路全都被水淹没了，谁也");
    check(HardLimitClause, "雨がやんだあと、私は、|門の外へ出て行こうとしたのだった");
}

#[test]
fn a_text_without_punctuation_is_cut_at_the_limit() {
    check(HardLimitCut, "一二三四五六七八九十一二三四五六七八九十|一二三");
}

#[test]
fn graphemes_are_never_split() {
    check(HardLimitCut, "一二三四五六七八九十一二三四五六七八九👩\u{200d}👧|一二三");
    check(HardLimitCut, "一二三四五六七八九十一二三四五六七八九十|👩\u{200d}👧一二三");
    check(HardLimitCut, "一二三四五六七八九十一二三四五六七八九e\u{301}|e\u{301}一二三");
    check(HardLimitCut, "一二三四五六七八九十一二三四五六七八九🇨🇳|🇨🇳一二三");
}

#[test]
fn possible_markup_is_not_shown_beyond_the_soft_limit() {
    let log = run_text(GateLimits::of_target(1).unwrap(), " ---\u{200d}说");
    assert_eq!((log.shown().as_str(), log.overflow().as_str()), (" -", "--\u{200d}说"));
    let log = run_text(GateLimits::of_target(1).unwrap(), "---\n好");
    assert_eq!((log.shown().as_str(), log.cut()), ("---\n好", None));
}

#[test]
fn white_space_after_a_sentence_prevents_no_cut() {
    check(HardLimitSentence, "雨停了，门开着他走。\u{3000}|没有人知道他去了哪里呀");
    check(HardLimitSentence, "雨停了，门开着他走。\r\n|没有人知道他去了哪里呀");
    check(HardLimitSentence, "雨停了，门开着，他走了。|\r\n屋里没有人，灯还亮着");
}

#[test]
fn unpaired_markup_counts_when_the_text_ends() {
    let text = "雨停了，门开着，他走了。没有**人回来。好";
    let log = run_text(ROOMY, text);
    assert_eq!(log.cut(), Some((HardLimitSentence, "")));
    assert_eq!(log.shown(), "雨停了，门开着，他走了。没有**人回来。");
    assert_eq!(log.overflow(), "好");
}

#[test]
fn text_after_the_cut_is_overflow() {
    let mut gate = Gate::new(ROOMY);
    gate.push("雨停了，门开着，他走了。屋里没有人，灯还亮着");
    assert_eq!(gate.push("呢。"), [GateEffect::Overflow("呢。".to_owned())]);
    assert_eq!(gate.push(""), []);
    assert_eq!(gate.finish(AnswerEnd::Stop), [GateEffect::Done { counted: 12, outcome: GateOutcome::Cut }]);
    assert_eq!(gate.push("喂"), [GateEffect::Overflow("喂".to_owned())]);
}

#[test]
fn a_cut_has_one_outcome_however_the_answer_ended() {
    for end in [AnswerEnd::Stop, AnswerEnd::Length, AnswerEnd::Stopped, AnswerEnd::Broken] {
        let text = "雨停了，门开着，他走了。屋里没有人，灯还亮着";
        let log = run(ROOMY.with_rounds(3), &[(by_characters(text), end)]);
        assert_eq!(log.done(), Some((12, GateOutcome::Cut)));
        assert!(log.rounds().is_empty());
    }
}

#[test]
fn effects_of_one_huge_delta_are_in_order() {
    let text = "雨停了，门开着，他走了。".repeat(50_000);
    let mut gate = Gate::new(ROOMY);
    let effects = gate.push(&text);
    let (first, rest) = text.split_at("雨停了，门开着，他走了。".len());
    let (held, late) = rest.split_at("雨停了，门开着，他".len());
    assert_eq!(
        effects,
        [
            GateEffect::Show("雨停了，门开着，他走".to_owned()),
            GateEffect::SoftLimit { counted: 11 },
            GateEffect::Show("了。".to_owned()),
            GateEffect::Cut { reason: HardLimitSentence, closing: String::new(), overflow: held.to_owned() },
            GateEffect::Overflow(late.to_owned()),
        ]
    );
    assert_eq!(first.len() + held.len() + late.len(), text.len());
}

#[test]
fn the_smallest_target_respects_its_limit() {
    let log = run_text(GateLimits::of_target(1).unwrap(), "雨停了。");
    assert_eq!((log.shown().as_str(), log.overflow().as_str()), ("雨", "停了。"));
    assert_eq!(log.done(), Some((1, GateOutcome::Cut)));
}
