//! Answers that are too short, and their continuation.

use super::AnswerEnd::{Broken, Length, Stop, Stopped};
use super::effect_log::{EffectLog, run};
use super::*;

/// Runs answers of one delta each with the given number of rounds.
fn run_rounds(rounds: u8, answers: &[(&str, AnswerEnd)]) -> EffectLog {
    let answers: Vec<_> = answers.iter().map(|&(text, end)| (vec![text], end)).collect();
    run(ROOMY.with_rounds(rounds.into()), &answers)
}

#[test]
fn a_continuation_states_the_written_and_remaining_length() {
    let log = run_rounds(3, &[("雨停了。", Stop), ("门开着。", Stop), ("他走。", Stop)]);
    assert_eq!(log.rounds(), [(1, 4, 6), (2, 8, 2)]);
    assert_eq!(log.shown(), "雨停了。门开着。他走。");
    assert_eq!(log.done(), Some((11, GateOutcome::SoftExceeded)));
}

#[test]
fn rounds_are_limited() {
    let short = ("雨", Stop);
    let log = run_rounds(2, &[short, short, short, short]);
    assert_eq!(log.rounds(), [(1, 1, 9), (2, 2, 8)]);
    assert_eq!(log.done(), Some((3, GateOutcome::Short)));
    assert_eq!(log.overflow(), "雨", "text after the end is overflow");
}

#[test]
fn zero_rounds_are_allowed() {
    let log = run_rounds(0, &[("雨停了。", Stop)]);
    assert!(log.rounds().is_empty());
    assert_eq!(log.done(), Some((4, GateOutcome::Short)));
}

#[test]
fn a_round_without_text_is_the_last() {
    for nothing in ["", "\n\n", "\u{3000}"] {
        let log = run_rounds(3, &[("雨停了。", Stop), (nothing, Stop)]);
        assert_eq!(log.rounds(), [(1, 4, 6)]);
        assert_eq!(log.done(), Some((4, GateOutcome::Short)));
    }
    assert!(run_rounds(3, &[("", Stop)]).rounds().is_empty());
}

#[test]
fn an_answer_at_the_floor_is_long_enough() {
    let log = run_rounds(3, &[("雨停了，门开着他。", Stop)]);
    assert!(log.rounds().is_empty());
    assert_eq!(log.done(), Some((9, GateOutcome::WithinTarget)));
}

#[test]
fn an_answer_out_of_tokens_is_continued() {
    let log = run_rounds(3, &[("雨停了，门开着他。", Length), ("走", Length)]);
    assert_eq!(log.rounds(), [(1, 9, 1)]);
    assert_eq!(log.done(), Some((10, GateOutcome::WithinTarget)));
}

#[test]
fn a_stopped_or_broken_answer_is_not_continued() {
    for end in [Stopped, Broken] {
        let log = run_rounds(3, &[("雨停了。门", end)]);
        assert!(log.rounds().is_empty());
        assert_eq!(log.shown(), "雨停了。门");
        assert_eq!(log.done(), Some((5, GateOutcome::Short)));
    }
}

#[test]
fn pending_text_is_shown_when_an_answer_ends() {
    let log = run_rounds(3, &[("雨停了，门开着他走了他又回来", Broken)]);
    assert_eq!(log.shown(), "雨停了，门开着他走了他又回来");
    assert_eq!(log.done(), Some((14, GateOutcome::SoftExceeded)));
}

#[test]
fn a_later_round_is_cut_like_the_first() {
    let log = run_rounds(3, &[("雨停了，门", Stop), ("开着他走。没有人。灯还亮着，他又回来", Stop)]);
    assert_eq!(log.rounds(), [(1, 5, 5)]);
    assert_eq!(log.shown(), "雨停了，门开着他走。没有人。");
    assert_eq!(log.overflow(), "灯还亮着，他又回来");
    assert_eq!(log.cut(), Some((CutReason::HardLimitSentence, "")));
}
