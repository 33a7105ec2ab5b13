//! Answers that are too short, and what becomes of them.

use super::AnswerEnd::{Broken, Length, Stop, Stopped};
use super::told::{Told, tell};
use super::*;

/// Answers of one delta each, with as many rounds.
fn told(rounds: u8, answers: &[(&str, AnswerEnd)]) -> Told {
    let answers: Vec<_> = answers.iter().map(|&(text, end)| (vec![text], end)).collect();
    tell(ROOMY.with_rounds(rounds.into()), &answers)
}

#[test]
fn a_short_answer_goes_on_with_what_is_written_and_what_is_left() {
    let told = told(3, &[("雨停了。", Stop), ("门开着。", Stop), ("他走。", Stop)]);
    assert_eq!(told.rounds(), [(1, 4, 6), (2, 8, 2)]);
    assert_eq!(told.shown(), "雨停了。门开着。他走。");
    assert_eq!(told.done(), Some((11, GateOutcome::SoftExceeded)));
}

#[test]
fn no_more_rounds_are_asked_for_than_allowed() {
    let short = ("雨", Stop);
    let told = told(2, &[short, short, short, short]);
    assert_eq!(told.rounds(), [(1, 1, 9), (2, 2, 8)]);
    assert_eq!(told.done(), Some((3, GateOutcome::Short)));
    assert_eq!(told.overflow(), "雨", "what comes after the end is no part of the text");
}

#[test]
fn no_rounds_at_all_may_be_wanted() {
    let told = told(0, &[("雨停了。", Stop)]);
    assert!(told.rounds().is_empty());
    assert_eq!(told.done(), Some((4, GateOutcome::Short)));
}

#[test]
fn a_round_that_brings_nothing_is_the_last() {
    for nothing in ["", "\n\n", "\u{3000}"] {
        let told = told(3, &[("雨停了。", Stop), (nothing, Stop)]);
        assert_eq!(told.rounds(), [(1, 4, 6)]);
        assert_eq!(told.done(), Some((4, GateOutcome::Short)));
    }
    assert!(told(3, &[("", Stop)]).rounds().is_empty());
}

#[test]
fn an_answer_at_the_floor_is_long_enough() {
    let told = told(3, &[("雨停了，门开着他。", Stop)]);
    assert!(told.rounds().is_empty());
    assert_eq!(told.done(), Some((9, GateOutcome::WithinTarget)));
}

#[test]
fn an_answer_out_of_tokens_goes_on_to_the_target() {
    let told = told(3, &[("雨停了，门开着他。", Length), ("走", Length)]);
    assert_eq!(told.rounds(), [(1, 9, 1)]);
    assert_eq!(told.done(), Some((10, GateOutcome::WithinTarget)));
}

#[test]
fn a_stopped_or_broken_answer_never_goes_on() {
    for end in [Stopped, Broken] {
        let told = told(3, &[("雨停了。门", end)]);
        assert!(told.rounds().is_empty());
        assert_eq!(told.shown(), "雨停了。门");
        assert_eq!(told.done(), Some((5, GateOutcome::Short)));
    }
}

#[test]
fn what_was_held_is_shown_when_an_answer_ends() {
    let told = told(3, &[("雨停了，门开着他走了他又回来", Broken)]);
    assert_eq!(told.shown(), "雨停了，门开着他走了他又回来");
    assert_eq!(told.done(), Some((14, GateOutcome::SoftExceeded)));
}

#[test]
fn a_later_round_is_cut_like_the_first() {
    let told = told(3, &[("雨停了，门", Stop), ("开着他走。没有人。灯还亮着，他又回来", Stop)]);
    assert_eq!(told.rounds(), [(1, 5, 5)]);
    assert_eq!(told.shown(), "雨停了，门开着他走。没有人。");
    assert_eq!(told.overflow(), "灯还亮着，他又回来");
    assert_eq!(told.cut(), Some((CutReason::HardLimitSentence, "")));
}
