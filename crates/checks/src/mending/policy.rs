//! Whether a scene gets another round, and which round is best.
//!
//! Round 0 is the input. It is always in the race, so the best round never weighs more than the input.

use wenfang_story::check::Severity;
use wenfang_story::mend::{Policy, Spent, StopReason};
use wenfang_text::ContentHash;

/// The least number of verdicts from which a model's reliability is judged.
const MIN_VERDICTS: u32 = 4;
/// The share of contradicted verdicts from which a model is unreliable, in percent.
const MAX_CONTRADICTED: u32 = 30;

/// A round of a scene, as far as the policy is concerned. Round 0 is the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The hash of the text after the round.
    pub text: ContentHash,
    /// The weight of the text, by [`weight`].
    pub weight: u32,
    /// The characters in which the text differs from the input.
    pub changed_chars: usize,
    /// The open issues of at least the least severity of the policy.
    pub open: u32,
    /// New issues inside text that the round changed.
    pub reseeded: u32,
    /// The highest severity of the issues that are open now and were not in the input.
    pub worst_new: Option<Severity>,
    /// Issues that were found again after two fixes.
    pub stalled: u32,
    /// Verdicts of a model in this round.
    pub verdicts: u32,
    /// Those of them that contradict the rules, the text or each other.
    pub contradicted: u32,
    /// Whether the whole text is within the fence.
    pub passed_fence: bool,
    /// Whether a tool is left for any open issue.
    pub has_tools: bool,
}

/// What beside the rounds decides whether a session goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub spent: Spent,
    /// Whether the author stopped it.
    pub is_stopped: bool,
}

/// The weight of a text with these open issues, each with its severity and confidence, in thousandths: the sum of 8
/// for a critical issue, 4, 2, and 1 for a low one, times the confidence.
pub fn weight(open: impl IntoIterator<Item = (Severity, f64)>) -> u32 {
    let total: f64 = open
        .into_iter()
        .map(|(severity, confidence)| {
            let points = match severity {
                Severity::Critical => 8.0,
                Severity::High => 4.0,
                Severity::Medium => 2.0,
                Severity::Low => 1.0,
            };
            points * confidence.clamp(0.0, 1.0) * 1000.0
        })
        .sum();
    // A cast from f64 saturates.
    total.round() as u32
}

/// Returns why nothing more may be spent; `None` if a call may be made. Asked before each call and after each round.
///
/// A limit of money holds also where the costs cannot be compared with it: the session stops after the first call whose
/// price is unknown or in another currency, since the bill cannot be bounded.
pub fn exhausted(policy: &Policy, progress: &Progress) -> Option<StopReason> {
    let spent = &progress.spent;
    let is_paid_out = policy.max_cost.as_ref().is_some_and(|limit| match &spent.cost {
        _ if spent.unpriced_calls > 0 => true,
        Some(cost) => cost.currency != limit.currency || cost.micros >= limit.micros,
        None => spent.calls > 0,
    });
    let is_late = spent.worked_ms >= u64::from(policy.max_seconds) * 1000;
    let reasons = [
        (progress.is_stopped, StopReason::Author),
        (is_paid_out, StopReason::Money),
        (is_late, StopReason::Time),
    ];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
}

/// Returns why a scene gets no further round; `None` if it does. The reasons are checked in the order of
/// [`StopReason::ALL`]. `rounds` begins with round 0; without any, nothing is known and the scene goes on.
pub fn stop(policy: &Policy, rounds: &[Round], progress: &Progress) -> Option<StopReason> {
    let (last, earlier) = rounds.split_last()?;
    let has_rounds_left = u32::try_from(earlier.len()).is_ok_and(|done| done < policy.max_rounds);
    let after_all = || {
        exhausted(policy, progress)
            .or_else(|| (!has_rounds_left).then_some(StopReason::Count))
            .or_else(|| {
                earlier.last().and_then(|before| against_the_round_before(policy, last, before, earlier))
            })
            .or_else(|| is_unreliable(rounds).then_some(StopReason::JudgeUnreliable))
            .or_else(|| (!last.has_tools).then_some(StopReason::NoTool))
    };
    let has_passed = policy.until_pass && last.open == 0;
    if has_passed { Some(StopReason::Passed) } else { after_all() }
}

/// The reasons that compare a round with those before it.
fn against_the_round_before(
    policy: &Policy,
    last: &Round,
    before: &Round,
    earlier: &[Round],
) -> Option<StopReason> {
    let reasons = [
        (earlier.iter().any(|round| round.text == last.text), StopReason::Oscillation),
        (last.weight > before.weight, StopReason::Worse),
        (last.reseeded > policy.max_new_issues, StopReason::Reseeding),
        (last.stalled > 0, StopReason::Stall),
        (has_little_gain(policy, last, before), StopReason::LittleGain),
    ];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
}

/// Whether the weight fell by less than the policy asks for. A text that weighed nothing cannot gain.
fn has_little_gain(policy: &Policy, last: &Round, before: &Round) -> bool {
    let fall = f64::from(before.weight) - f64::from(last.weight);
    fall < policy.min_improvement * f64::from(before.weight)
}

fn is_unreliable(rounds: &[Round]) -> bool {
    let sum = |of: fn(&Round) -> u32| rounds.iter().map(|round| u64::from(of(round))).sum::<u64>();
    let (verdicts, contradicted) = (sum(|round| round.verdicts), sum(|round| round.contradicted));
    verdicts >= u64::from(MIN_VERDICTS) && contradicted * 100 >= verdicts * u64::from(MAX_CONTRADICTED)
}

/// Returns the number of the best round: of least weight, then with the fewest characters changed, then the earliest.
///
/// A round is out of the race if it brought in an issue of high or critical severity, is not within the fence, or
/// changed more of the scene than the policy allows; `input_chars` is the length of the input.
pub fn best(policy: &Policy, rounds: &[Round], input_chars: usize) -> usize {
    let is_in_race = |number: usize, round: &Round| {
        number == 0
            || round.passed_fence
                && round.worst_new.is_none_or(|severity| severity < Severity::High)
                && round.changed_chars <= allowance(policy, input_chars)
    };
    let race = rounds.iter().enumerate().filter(|(number, round)| is_in_race(*number, round));
    race.min_by_key(|(number, round)| (round.weight, round.changed_chars, *number))
        .map_or(0, |(number, _)| number)
}

/// The number of characters that the policy allows to change in a scene of this length.
pub fn allowance(policy: &Policy, input_chars: usize) -> usize {
    // A cast from f64 saturates, and truncation keeps the limit.
    (policy.max_changed_share * input_chars as f64) as usize
}
