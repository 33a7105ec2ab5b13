//! Judges what became of an issue: from what a re-check found, and from a model's verdict.
//!
//! A rule is deterministic, so what it no longer finds is gone. A model is not: its issue counts as gone only if the
//! passage or the canon changed, nothing like the issue was found again, and the verdict quotes the new text.

use wenfang_story::check::{ErrorKind, FindingRecord, Rule};
use wenfang_story::mend::{IssueEvent, IssueRecord, QcCode, Verification};
use wenfang_text::marks::find_quote;
use wenfang_text::{CharRange, Lexicon, SURE, is_same_value, ngram_similarity};

use super::trace::Trace;

/// An issue that was worked on, in the text after the round.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    pub record: &'a IssueRecord,
    pub place: Place,
    /// Whether the canon item that it contradicts changed since the issue was found.
    pub has_changed_canon: bool,
}

/// Where the passage of an issue is in the new text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Empty if the passage was deleted; `None` if it is unknown.
    pub range: Option<CharRange>,
    /// How sure it is, 0 to 1; below [`SURE`] it is not used.
    pub sureness: f64,
    /// Whether the words of the passage are those of the issue.
    pub is_unchanged: bool,
}

impl Place {
    /// The range, if it is sure.
    fn sure(&self) -> Option<CharRange> {
        self.range.filter(|_| self.sureness >= SURE)
    }
}

/// What the rules find in a scene before and after a round.
#[derive(Clone, Copy, Debug)]
pub struct Recheck<'a> {
    pub before: &'a [FindingRecord],
    pub after: &'a [FindingRecord],
    /// From the text before the round to the text after it.
    pub trace: &'a Trace,
}

impl Recheck<'_> {
    /// Whether a finding after the round was not there before.
    pub fn is_new(&self, found: &FindingRecord) -> bool {
        let is_same = |old: &&FindingRecord| {
            (old.rule, old.against, &old.expected, &old.found)
                == (found.rule, found.against, &found.expected, &found.found)
        };
        let was_there = |old: &FindingRecord| {
            old.passage().is_some_and(|old| is_at(found, self.trace.map(old.range).range))
        };
        !self.before.iter().filter(is_same).any(was_there)
    }
}

/// What a model says about an issue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict<'a> {
    /// `passed`, `recurrence` or `partial`; a verdict of `unverified` says nothing.
    pub outcome: Verification,
    /// The words of the new text that prove it.
    pub quote: &'a str,
}

/// The result for one issue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// What happened to the issue: `verified_gone`, `verified_partly`, `place_unsure` or `found_again`.
    pub event: IssueEvent,
    /// How much the issue is still there, 0 to 1.
    pub score: f64,
    pub qc: Option<QcCode>,
    /// Whether the verdict contradicts the text, what was found, or an unchanged passage.
    pub is_contradicted: bool,
    /// What a rule found again, by its position after the round.
    pub again: Option<usize>,
}

/// How much each likeness of a finding to an issue counts; the sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub rule: f64,
    pub place: f64,
    pub values: f64,
    pub quote: f64,
}

/// The weights of the design, not yet fitted to labelled pairs.
impl Default for Weights {
    fn default() -> Self {
        Self { rule: 0.30, place: 0.25, values: 0.25, quote: 0.20 }
    }
}

/// The scores between which an issue is partly there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Below it the issue is gone.
    pub gone: f64,
    /// From it on the issue is there.
    pub there: f64,
}

/// The thresholds of the design, not yet fitted to labelled pairs.
impl Default for Thresholds {
    fn default() -> Self {
        Self { gone: 0.3, there: 0.7 }
    }
}

/// How a finding is compared with an issue.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scale<'a> {
    pub weights: Weights,
    pub thresholds: Thresholds,
    /// The names of the cast, so that a name and its alias are the same value.
    pub names: Option<&'a Lexicon>,
}

/// Judges an issue that a rule found.
///
/// Gone if the rule makes the same claim neither at its place nor, in the same words, at a new place: a passage that
/// moved took its error along. An issue with several passages of which fewer are found is partly gone.
pub fn judge_by_rule(known: &Known<'_>, recheck: &Recheck<'_>, scale: &Scale<'_>) -> Judgement {
    let record = known.record;
    let after = recheck.after.iter().enumerate();
    let same: Vec<(usize, &FindingRecord)> =
        after.filter(|(_, one)| is_same_claim(record, one, scale)).collect();
    if same.is_empty() {
        return Judgement::new(IssueEvent::VerifiedGone, 0.0);
    }
    let place = known.place.sure();
    let is_whole = record.rule.is_about_the_whole();
    if place.is_none() && !is_whole {
        return Judgement::unsure();
    }
    let is_there = |one: &FindingRecord| is_whole || place.is_some_and(|place| is_at(one, place));
    let has_moved = |one: &FindingRecord| has_same_words(record, one) && recheck.is_new(one);
    let there = same.iter().find(|(_, one)| is_there(one));
    match there.or_else(|| same.iter().find(|(_, one)| has_moved(one))) {
        None => Judgement::new(IssueEvent::VerifiedGone, 0.0),
        Some((at, one)) if one.evidence.len() < 1 + record.evidence.len() => {
            Judgement { again: Some(*at), ..Judgement::new(IssueEvent::VerifiedPartly, 0.5) }
        }
        Some((at, _)) => Judgement { again: Some(*at), ..Judgement::new(IssueEvent::FoundAgain, 1.0) },
    }
}

/// Judges an issue that a model found, by what was found again and by the model's verdict, if there is a usable one.
///
/// An unchanged passage with an unchanged canon is never gone, whatever the verdict says.
pub fn judge_by_model(
    known: &Known<'_>,
    text: &str,
    verdict: Option<&Verdict<'_>>,
    found: &[FindingRecord],
    scale: &Scale<'_>,
) -> Judgement {
    let is_proven =
        |verdict: &Verdict<'_>| !verdict.quote.trim().is_empty() && find_quote(text, verdict.quote).is_some();
    let says = |outcome| verdict.is_some_and(|verdict| verdict.outcome == outcome);
    let has_false_quote =
        verdict.is_some_and(|verdict| verdict.outcome != Verification::Unverified && !is_proven(verdict));
    if known.place.is_unchanged && !known.has_changed_canon {
        let is_contradicted = has_false_quote || says(Verification::Passed);
        return Judgement { is_contradicted, ..Judgement::new(IssueEvent::FoundAgain, 1.0) };
    }
    if known.place.sure().is_none() && !known.has_changed_canon {
        return Judgement { is_contradicted: has_false_quote, ..Judgement::unsure() };
    }
    let found = found.iter().map(|one| score(known, one, scale)).fold(0.0, f64::max);
    let outcome = verdict.filter(|verdict| is_proven(verdict)).map(|verdict| verdict.outcome);
    let judged = weighed(outcome, found, scale.thresholds);
    Judgement { is_contradicted: has_false_quote || judged.is_contradicted, ..judged }
}

/// The result of a proven verdict and the score of what was found.
fn weighed(outcome: Option<Verification>, score: f64, thresholds: Thresholds) -> Judgement {
    let (is_gone, is_there) = (score < thresholds.gone, score >= thresholds.there);
    let event = match outcome {
        Some(Verification::Recurrence) => IssueEvent::FoundAgain,
        Some(Verification::Passed) if is_gone => IssueEvent::VerifiedGone,
        _ if is_there => IssueEvent::FoundAgain,
        _ => IssueEvent::VerifiedPartly,
    };
    let score = match outcome {
        Some(Verification::Recurrence) => score.max(thresholds.there),
        _ => score,
    };
    let is_contradicted = outcome == Some(Verification::Passed) && is_there;
    Judgement { is_contradicted, ..Judgement::new(event, score) }
}

impl Judgement {
    const fn new(event: IssueEvent, score: f64) -> Self {
        Self { event, score, qc: None, is_contradicted: false, again: None }
    }

    const fn unsure() -> Self {
        Self { qc: Some(QcCode::ManualAlignment), ..Self::new(IssueEvent::PlaceUnsure, 0.5) }
    }
}

/// How much a finding is the issue again, 0 to 1: 0.3 for the same rule, 0.25 for the overlap of the places, 0.25 for
/// equal values and 0.2 for the likeness of the quotes, unless other weights are given.
///
/// The rule alone makes no likeness: a finding scores 0 if it overlaps nothing of the place, says other values, and
/// quotes other words. So a second matter of the same rule in the scene leaves the judgement of the first one alone.
pub fn score(known: &Known<'_>, found: &FindingRecord, scale: &Scale<'_>) -> f64 {
    let record = known.record;
    let quote = found.passage().map_or("", |passage| passage.quote.as_str());
    let place = known
        .place
        .sure()
        .zip(found.passage())
        .map_or(0.0, |(place, passage)| intersection_over_union(place, passage.range));
    let quotes = likeness(&record.anchor.quote, quote);
    if place == 0.0 && quotes < MIN_QUOTE_LIKENESS && !has_same_values(record, found, scale.names) {
        return 0.0;
    }
    let parts = [
        (scale.weights.rule, f64::from(u8::from(record.rule == found.rule))),
        (scale.weights.place, place),
        (scale.weights.values, agreement(record, found, scale.names)),
        (scale.weights.quote, quotes),
    ];
    parts.into_iter().map(|(weight, part)| weight * part).sum::<f64>().clamp(0.0, 1.0)
}

/// The least likeness of the quotes of two findings about the same words. A choice: most of their character pairs.
const MIN_QUOTE_LIKENESS: f64 = 0.5;

/// Whether a finding has a value of the issue and no other value. The canon item and the expected value alone do not
/// say which passage is meant: a second wrong age of one person has them too.
fn has_same_values(record: &IssueRecord, found: &FindingRecord, names: Option<&Lexicon>) -> bool {
    let values = [(&record.expected, &found.expected), (&record.found, &found.found)];
    let mut given =
        values.into_iter().filter(|(a, b)| !a.trim().is_empty() && !b.trim().is_empty()).peekable();
    given.peek().is_some() && given.all(|(a, b)| is_same_value(a, b, names))
}

/// The share of the values that agree: the canon item, the expected and the actual value.
fn agreement(record: &IssueRecord, found: &FindingRecord, names: Option<&Lexicon>) -> f64 {
    let values = [(&record.expected, &found.expected), (&record.found, &found.found)];
    let equal = values.into_iter().filter(|(a, b)| is_same_value(a, b, names)).count();
    let against = usize::from(record.against == found.against);
    (equal + against) as f64 / 3.0
}

fn likeness(a: &str, b: &str) -> f64 {
    // A single character has no pairs.
    if a == b { 1.0 } else { ngram_similarity(a, b) }
}

/// The shared part of two ranges among what either covers; 1 for two equal empty ranges.
fn intersection_over_union(a: CharRange, b: CharRange) -> f64 {
    let shared = a.end().min(b.end()).get().saturating_sub(a.start().max(b.start()).get());
    let all = a.len() + b.len() - shared;
    if a == b { 1.0 } else { shared as f64 / all.max(1) as f64 }
}

/// Whether a finding of a rule makes the claim of an issue. For rules of style the words are the claim, and a fix
/// changes words; for others a different value is a different claim.
fn is_same_claim(record: &IssueRecord, found: &FindingRecord, scale: &Scale<'_>) -> bool {
    let is_same = |a: &str, b: &str| is_same_value(a, b, scale.names);
    let is_word = record.rule.kind() == ErrorKind::Style;
    record.rule == found.rule
        && record.against == found.against
        && if record.rule.is_about_the_whole() {
            is_same_whole(record, found)
        } else {
            is_same(&record.expected, &found.expected) && (is_word || is_same(&record.found, &found.found))
        }
}

/// Whether a finding about the whole text is the same: of one word, or of the length.
fn is_same_whole(record: &IssueRecord, found: &FindingRecord) -> bool {
    let quote = found.passage().map(|passage| passage.quote.as_str());
    record.rule == Rule::Length || quote == Some(record.anchor.quote.as_str())
}

/// Whether a finding quotes the words of an issue.
fn has_same_words(record: &IssueRecord, found: &FindingRecord) -> bool {
    let quote = found.passage().map_or("", |passage| passage.quote.as_str());
    likeness(&record.anchor.quote, quote) >= MIN_QUOTE_LIKENESS
}

/// Whether the passage of a finding is at a place. A deleted passage is at the place where it was.
pub fn is_at(found: &FindingRecord, place: CharRange) -> bool {
    found.passage().is_some_and(|passage| passage.range == place || passage.range.overlaps(place))
}
