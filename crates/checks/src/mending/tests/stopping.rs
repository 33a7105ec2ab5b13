//! The policy: when a scene stops, why, and which round is best.

use proptest::prelude::*;
use wenfang_story::generation::Cost;
use wenfang_story::mend::{Policy, Spent, StopReason};
use wenfang_text::ContentHash;

use super::*;

/// A round with its own text and this weight, one open issue and nothing wrong.
fn round(number: u32, weight: u32) -> Round {
    Round {
        text: ContentHash::of(&number.to_be_bytes()),
        weight,
        changed_chars: number as usize,
        open: 1,
        reseeded: 0,
        worst_new: None,
        stalled: 0,
        verdicts: 0,
        contradicted: 0,
        passed_fence: true,
        has_tools: true,
    }
}

/// Round 0 and round 1, which halves the weight, after `change`.
#[track_caller]
fn check(change: impl FnOnce(&mut Policy, &mut Vec<Round>, &mut Progress), expected: Option<StopReason>) {
    let (mut policy, mut rounds, mut progress) =
        (Policy::default(), vec![round(0, 8000), round(1, 4000)], Progress::default());
    change(&mut policy, &mut rounds, &mut progress);
    assert_eq!(stop(&policy, &rounds, &progress), expected);
}

fn cost(currency: &str, micros: u64) -> Option<Cost> {
    Some(Cost { currency: currency.to_owned(), micros })
}

#[test]
fn a_scene_goes_on_while_it_gains() {
    check(|_, _, _| {}, None);
    check(|_, rounds, _| rounds.truncate(1), None);
    check(|_, rounds, _| rounds.clear(), None);
}

#[test]
fn it_passes_when_nothing_severe_is_open() {
    check(|_, rounds, _| rounds[1].open = 0, Some(StopReason::Passed));
    check(|_, rounds, _| rounds.truncate(1), None);
    check(
        |policy, rounds, _| {
            policy.until_pass = false;
            rounds[1].open = 0;
        },
        None,
    );
}

#[test]
fn it_stops_for_author_money_and_time() {
    check(|_, _, progress| progress.is_stopped = true, Some(StopReason::Author));
    check(|_, _, progress| progress.spent.worked_ms = 899_999, None);
    check(|_, _, progress| progress.spent.worked_ms = 900_000, Some(StopReason::Time));
    let paid = |currency: &'static str, micros| {
        move |policy: &mut Policy, _: &mut Vec<Round>, progress: &mut Progress| {
            policy.max_cost = cost("CNY", 500);
            progress.spent.cost = cost(currency, micros);
        }
    };
    check(paid("CNY", 499), None);
    check(paid("CNY", 500), Some(StopReason::Money));
    check(paid("USD", 1), Some(StopReason::Money));
    check(|_, _, progress| progress.spent = Spent { cost: cost("CNY", 9), ..Spent::default() }, None);
}

#[test]
fn a_call_of_unknown_price_ends_a_limited_session() {
    let limited = |spent: Spent| {
        move |policy: &mut Policy, _: &mut Vec<Round>, progress: &mut Progress| {
            policy.max_cost = cost("CNY", 500);
            progress.spent = spent;
        }
    };
    let unpriced = Spent { calls: 1, unpriced_calls: 1, ..Spent::default() };
    check(limited(Spent::default()), None);
    check(limited(unpriced.clone()), Some(StopReason::Money));
    check(limited(Spent { unpriced_calls: 0, ..unpriced.clone() }), Some(StopReason::Money));
    let mixed = Spent { calls: 2, cost: cost("CNY", 1), ..unpriced.clone() };
    check(limited(mixed.clone()), Some(StopReason::Money));
    check(limited(Spent { unpriced_calls: 0, ..mixed }), None);
    check(move |_, _, progress| progress.spent = unpriced, None);
}

#[test]
fn it_stops_after_the_last_round() {
    check(|policy, _, _| policy.max_rounds = 1, Some(StopReason::Count));
    check(|policy, _, _| policy.max_rounds = 2, None);
}

#[test]
fn a_text_that_was_there_before_is_an_oscillation() {
    check(|_, rounds, _| rounds[1].text = rounds[0].text, Some(StopReason::Oscillation));
    check(
        |_, rounds, _| {
            rounds.push(round(2, 2000));
            rounds[2].text = rounds[0].text;
        },
        Some(StopReason::Oscillation),
    );
}

#[test]
fn a_heavier_text_is_worse() {
    check(|_, rounds, _| rounds[1].weight = 8001, Some(StopReason::Worse));
    check(|_, rounds, _| rounds[1].weight = 8000, Some(StopReason::LittleGain));
}

#[test]
fn too_many_new_issues_are_reseeding() {
    check(|_, rounds, _| rounds[1].reseeded = 3, None);
    check(|_, rounds, _| rounds[1].reseeded = 4, Some(StopReason::Reseeding));
}

#[test]
fn an_issue_that_recurs_twice_stalls_the_scene() {
    check(|_, rounds, _| rounds[1].stalled = 1, Some(StopReason::Stall));
}

#[test]
fn a_small_fall_is_little_gain() {
    check(|_, rounds, _| rounds[1].weight = 7200, None);
    check(|_, rounds, _| rounds[1].weight = 7201, Some(StopReason::LittleGain));
    check(
        |policy, rounds, _| {
            policy.min_improvement = 0.0;
            rounds[1].weight = 8000;
        },
        None,
    );
}

#[test]
fn a_judge_is_unreliable_from_three_of_ten_verdicts() {
    let judged = |verdicts, contradicted| {
        move |_: &mut Policy, rounds: &mut Vec<Round>, _: &mut Progress| {
            (rounds[1].verdicts, rounds[1].contradicted) = (verdicts, contradicted);
        }
    };
    check(judged(3, 3), None);
    check(judged(10, 2), None);
    check(judged(10, 3), Some(StopReason::JudgeUnreliable));
    check(judged(4, 2), Some(StopReason::JudgeUnreliable));
}

#[test]
fn without_a_tool_there_is_no_further_round() {
    check(|_, rounds, _| rounds[1].has_tools = false, Some(StopReason::NoTool));
}

#[test]
fn of_several_reasons_the_first_of_the_list_counts() {
    type Cause = fn(&mut Policy, &mut Vec<Round>, &mut Progress);
    let causes: [Cause; 12] = [
        |_, rounds, _| rounds[1].open = 0,
        |_, _, progress| progress.is_stopped = true,
        |policy, _, progress| (policy.max_cost, progress.spent.cost) = (cost("CNY", 1), cost("CNY", 1)),
        |_, _, progress| progress.spent.worked_ms = u64::MAX,
        |policy, _, _| policy.max_rounds = 1,
        |_, rounds, _| rounds[1].text = rounds[0].text,
        |_, rounds, _| rounds[1].weight = 9000,
        |_, rounds, _| rounds[1].reseeded = 9,
        |_, rounds, _| rounds[1].stalled = 1,
        |_, rounds, _| rounds[1].weight = rounds[1].weight.max(7999),
        |_, rounds, _| (rounds[1].verdicts, rounds[1].contradicted) = (4, 4),
        |_, rounds, _| rounds[1].has_tools = false,
    ];
    for (first, reason) in StopReason::ALL.into_iter().enumerate() {
        let all = |policy: &mut Policy, rounds: &mut Vec<Round>, progress: &mut Progress| {
            causes[first..].iter().for_each(|cause| cause(policy, rounds, progress));
        };
        check(all, Some(reason));
    }
}

#[test]
fn the_weight_is_the_sum_by_severity_and_confidence() {
    let all = Severity::ALL.map(|severity| (severity, 1.0));
    assert_eq!(weight(all), 15_000);
    assert_eq!(weight([(Severity::Critical, 0.25), (Severity::Low, 0.5)]), 2500);
    assert_eq!(weight([(Severity::Low, 7.0)]), 1000);
    assert_eq!(weight([]), 0);
}

#[track_caller]
fn check_best(rounds: &[Round], expected: usize) {
    assert_eq!(best(&Policy::default(), rounds, 100), expected);
}

#[test]
fn the_best_round_weighs_least_and_changed_least() {
    check_best(&[round(0, 8000), round(1, 4000), round(2, 3000)], 2);
    check_best(&[round(0, 8000), round(1, 4000), round(2, 4000)], 1);
    let moved = Round { changed_chars: 9, ..round(1, 4000) };
    check_best(&[round(0, 8000), moved.clone(), round(2, 4000)], 2);
    check_best(&[round(0, 8000), moved.clone(), Round { changed_chars: 9, ..round(2, 4000) }], 1);
    check_best(&[round(0, 8000), round(1, 9000)], 0);
    check_best(&[round(0, 8000), round(1, 8000)], 0);
    check_best(&[], 0);
}

#[test]
fn a_harmful_round_is_out_of_the_race() {
    for harmful in [
        Round { worst_new: Some(Severity::High), ..round(1, 0) },
        Round { passed_fence: false, ..round(1, 0) },
        Round { changed_chars: 26, ..round(1, 0) },
    ] {
        check_best(&[round(0, 8000), harmful], 0);
    }
    check_best(&[round(0, 8000), Round { worst_new: Some(Severity::Medium), ..round(1, 0) }], 1);
    check_best(&[round(0, 8000), Round { changed_chars: 25, ..round(1, 0) }], 1);
}

/// A round by chance.
fn any_round() -> impl Strategy<Value = Round> {
    let figures = (0_u32..20, 0_usize..60, 0_u32..3, 0_u32..6, 0_u32..2);
    let severity = proptest::option::of(0_usize..4);
    (0_u32..9, figures, severity, any::<(bool, bool)>()).prop_map(
        |(text, (weight, changed_chars, open, reseeded, stalled), severity, (passed_fence, has_tools))| {
            Round {
                changed_chars,
                open,
                reseeded,
                stalled,
                passed_fence,
                has_tools,
                worst_new: severity.map(|at| Severity::ALL[at]),
                ..round(text, weight * 500)
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_best_round_never_weighs_more_than_the_input(rounds in proptest::collection::vec(any_round(), 1..12)) {
        let best = best(&Policy::default(), &rounds, 100);
        prop_assert!(rounds[best].weight <= rounds[0].weight);
        prop_assert!(best == 0 || rounds[best].passed_fence && rounds[best].worst_new < Some(Severity::High));
    }

    #[test]
    fn every_scene_stops_within_its_rounds(
        rounds in proptest::collection::vec(any_round(), 12),
        max_rounds in 1_u32..=10,
        until_pass in any::<bool>(),
    ) {
        let policy = Policy { max_rounds, until_pass, ..Policy::default() };
        let done = (1..=rounds.len()).find(|done| stop(&policy, &rounds[..*done], &Progress::default()).is_some());
        prop_assert!(done.is_some_and(|done| done <= max_rounds as usize + 1));
    }
}
