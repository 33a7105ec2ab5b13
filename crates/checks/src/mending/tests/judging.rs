//! Judging: what became of issues of rules and of a model.

use proptest::prelude::*;
use wenfang_story::canon::Evidence;
use wenfang_story::check::{Against, FindingRecord};
use wenfang_story::mend::{IssueEvent, QcCode, Verification};
use wenfang_text::Lexicon;

use super::*;

const OLD: &str = "林冲今年十七岁。他住在城外。";
const NEW: &str = "林冲今年十六岁。他住在城外。";

/// The issue that the canon says sixteen and the text says seventeen.
fn age() -> IssueRecord {
    IssueRecord {
        against: Some(Against::Fact(4.into())),
        expected: "16".into(),
        found: "十七岁".into(),
        ..record(Rule::Attribute, Severity::High, OLD, "今年十七岁")
    }
}

fn found(rule: Rule, text: &str, quote: &str, found: &str) -> FindingRecord {
    FindingRecord {
        rule,
        severity: Severity::High,
        evidence: vec![Evidence {
            scene: 1.into(),
            version: 1.into(),
            range: range_of(text, quote),
            quote: quote.to_owned(),
        }],
        against: Some(Against::Fact(4.into())),
        expected: "十六岁".into(),
        found: found.to_owned(),
        replacement: None,
        confidence: 0.9,
        found_by: FoundBy::Rule,
        missed: false,
    }
}

fn place(text: &str, quote: &str, is_unchanged: bool) -> Place {
    Place { range: Some(range_of(text, quote)), sureness: 1.0, is_unchanged }
}

fn known(record: &IssueRecord, place: Place) -> Known<'_> {
    Known { record, place, has_changed_canon: false }
}

/// Judges by what a rule finds in a text that did not change.
fn judged(known: &Known<'_>, again: &[FindingRecord]) -> Judgement {
    let recheck = Recheck { before: again, after: again, trace: &Trace::of_texts(OLD, OLD) };
    judge_by_rule(known, &recheck, &Scale::default())
}

#[test]
fn what_a_rule_no_longer_finds_is_gone() {
    let record = age();
    let gone = judged(&known(&record, place(NEW, "今年十六岁", false)), &[]);
    assert_eq!((gone.event, gone.score), (IssueEvent::VerifiedGone, 0.0));
    // The place of a passage does not matter if nothing is found anywhere.
    let lost = Place { range: None, sureness: 0.2, is_unchanged: false };
    assert_eq!(judged(&known(&record, lost), &[]).event, IssueEvent::VerifiedGone);
}

#[test]
fn the_same_claim_at_its_place_is_a_recurrence() {
    let record = age();
    let known = known(&record, place(OLD, "今年十七岁", true));
    let judged = |one| judged(&known, &[one]).event;
    assert_eq!(judged(found(Rule::Attribute, OLD, "林冲今年十七岁", "17")), IssueEvent::FoundAgain);
    assert_eq!(judged(found(Rule::Attribute, OLD, "今年十七岁", "十九岁")), IssueEvent::VerifiedGone);
    assert_eq!(judged(found(Rule::Attribute, OLD, "他住在城外", "17")), IssueEvent::VerifiedGone);
    assert_eq!(judged(found(Rule::AgeArithmetic, OLD, "今年十七岁", "17")), IssueEvent::VerifiedGone);
}

#[test]
fn an_error_goes_along_with_a_passage_that_moved() {
    let record = age();
    let (before, text) = (found(Rule::Attribute, OLD, "今年十七岁", "17"), "他住在城外。林冲今年十七岁。");
    let trace = Trace::of_texts(OLD, text);
    let moved = found(Rule::Attribute, text, "今年十七岁", "17");
    let place =
        Place { range: Some(trace.map(record.anchor.range).range), sureness: 1.0, is_unchanged: false };
    let judged = |before: &[FindingRecord], after: &[FindingRecord]| {
        let recheck = Recheck { before, after, trace: &trace };
        judge_by_rule(&known(&record, place), &recheck, &Scale::default())
    };
    let again = judged(std::slice::from_ref(&before), std::slice::from_ref(&moved));
    assert_eq!((again.event, again.again), (IssueEvent::FoundAgain, Some(0)));
    // The same error elsewhere that was there before is another issue.
    let text = "林冲今年十七岁。他住在城外。林冲今年十七岁。";
    let second = found(Rule::Attribute, "他住在城外。他住在林冲今年十七岁。", "今年十七岁", "17");
    let (old, new) = (text, "林冲还年轻。他住在城外。林冲今年十七岁。");
    let record = IssueRecord {
        against: Some(Against::Fact(4.into())),
        expected: "16".into(),
        found: "17".into(),
        ..self::record(Rule::Attribute, Severity::High, old, "今年十七岁")
    };
    let trace = Trace::of_texts(old, new);
    let at = |text: &str| {
        let start = text.rfind("今年十七岁").map(|byte| text[..byte].chars().count()).unwrap_or_default();
        let mut found = second.clone();
        found.evidence[0].range = CharRange::new(start, start + 5);
        found
    };
    let recheck = Recheck { before: &[before, at(old)], after: &[at(new)], trace: &trace };
    let place =
        Place { range: Some(trace.map(record.anchor.range).range), sureness: 1.0, is_unchanged: false };
    let judged = judge_by_rule(&known(&record, place), &recheck, &Scale::default());
    assert_eq!(judged.event, IssueEvent::VerifiedGone);
}

#[test]
fn a_rule_that_finds_fewer_passages_found_it_partly() {
    let text = "他看了看门。他看了看窗。他看了看灯。";
    let mut issue = record(Rule::Repetition, Severity::Low, text, "他看了看门");
    let again = FindingRecord {
        against: None,
        expected: String::new(),
        ..found(Rule::Repetition, text, "他看了看门", "3")
    };
    issue.evidence = vec![again.evidence[0].clone(), again.evidence[0].clone()];
    let half = FindingRecord {
        evidence: [again.evidence.clone(), again.evidence.clone()].concat(),
        ..again.clone()
    };
    let full = FindingRecord { evidence: [half.evidence.clone(), again.evidence].concat(), ..half.clone() };
    let known = known(&issue, place(text, "他看了看门", true));
    let judged = |one: &FindingRecord| judged(&known, std::slice::from_ref(one)).event;
    assert_eq!(judged(&half), IssueEvent::VerifiedPartly);
    assert_eq!(judged(&full), IssueEvent::FoundAgain);
}

#[test]
fn an_unsure_place_is_for_the_author() {
    let record = age();
    let torn = Place { range: Some(CharRange::new(2, 7)), sureness: 0.5, is_unchanged: false };
    let again = [found(Rule::Attribute, OLD, "今年十七岁", "17")];
    for judged in [
        judged(&known(&record, torn), &again),
        judge_by_model(&known(&record, torn), NEW, None, &[], &Scale::default()),
    ] {
        assert_eq!((judged.event, judged.qc), (IssueEvent::PlaceUnsure, Some(QcCode::ManualAlignment)));
    }
}

#[track_caller]
fn check_model(verdict: Option<(Verification, &str)>, again: &[FindingRecord], expected: (IssueEvent, bool)) {
    let record = age();
    let verdict = verdict.map(|(outcome, quote)| Verdict { outcome, quote });
    let known = known(&record, place(NEW, "今年十六岁", false));
    let judged = judge_by_model(&known, NEW, verdict.as_ref(), again, &Scale::default());
    assert_eq!((judged.event, judged.is_contradicted), expected);
}

#[test]
fn a_model_must_prove_that_an_issue_is_gone() {
    use Verification::{Partial, Passed, Recurrence, Unverified};
    let again = [found(Rule::Attribute, NEW, "今年十六岁", "17")];
    check_model(Some((Passed, "今年十六岁")), &[], (IssueEvent::VerifiedGone, false));
    check_model(Some((Passed, "今年十七岁")), &[], (IssueEvent::VerifiedPartly, true));
    check_model(Some((Passed, "")), &[], (IssueEvent::VerifiedPartly, true));
    check_model(Some((Unverified, "")), &[], (IssueEvent::VerifiedPartly, false));
    check_model(None, &[], (IssueEvent::VerifiedPartly, false));
    check_model(Some((Partial, "今年十六岁")), &[], (IssueEvent::VerifiedPartly, false));
    check_model(Some((Recurrence, "今年十六岁")), &[], (IssueEvent::FoundAgain, false));
    check_model(Some((Passed, "今年十六岁")), &again, (IssueEvent::FoundAgain, true));
    check_model(None, &again, (IssueEvent::FoundAgain, false));
}

#[test]
fn another_matter_of_the_rule_keeps_no_issue_open() {
    use Verification::Passed;
    let verdict = Some((Passed, "今年十六岁"));
    let dress = FindingRecord {
        against: Some(Against::Fact(9.into())),
        expected: "城里".into(),
        ..found(Rule::Attribute, NEW, "住在城外", "城外")
    };
    check_model(verdict, std::slice::from_ref(&dress), (IssueEvent::VerifiedGone, false));
    let unknown =
        FindingRecord { against: None, expected: String::new(), found: String::new(), ..dress.clone() };
    check_model(verdict, &[unknown], (IssueEvent::VerifiedGone, false));
    let second_age = found(Rule::Attribute, NEW, "住在城外", "十九岁");
    check_model(verdict, &[second_age], (IssueEvent::VerifiedGone, false));
    // The same values elsewhere, or another value at the place: the issue may have moved or changed.
    let same_values = found(Rule::Attribute, NEW, "住在城外", "17");
    check_model(verdict, &[same_values], (IssueEvent::VerifiedPartly, false));
    let same_place = found(Rule::Attribute, NEW, "十六岁", "十九岁");
    check_model(verdict, &[dress, same_place], (IssueEvent::VerifiedPartly, false));
}

#[test]
fn only_a_changed_canon_resolves_an_unchanged_passage() {
    let record = age();
    let verdict = Verdict { outcome: Verification::Passed, quote: "今年十七岁" };
    let known = known(&record, place(OLD, "今年十七岁", true));
    let judged = |known: &Known<'_>| judge_by_model(known, OLD, Some(&verdict), &[], &Scale::default());
    assert_eq!((judged(&known).event, judged(&known).is_contradicted), (IssueEvent::FoundAgain, true));
    let with_canon = Known { has_changed_canon: true, ..known };
    assert_eq!(
        (judged(&with_canon).event, judged(&with_canon).is_contradicted),
        (IssueEvent::VerifiedGone, false)
    );
}

#[test]
fn a_reworded_finding_scores_as_the_same_issue() {
    let names = Lexicon::new([(0, "林冲"), (0, "豹子头")]);
    let scale = Scale { names: Some(&names), ..Scale::default() };
    let record = age();
    let known = known(&record, place(OLD, "今年十七岁", true));
    let same = score(&known, &found(Rule::Attribute, OLD, "今年十七岁", "17"), &scale);
    assert!((same - 1.0).abs() < 1e-9, "{same}");
    let reworded = score(&known, &found(Rule::Attribute, OLD, "林冲今年十七岁", "seventeen"), &scale);
    assert!((0.7..1.0).contains(&reworded), "{reworded}");
    let other = FindingRecord { against: None, ..found(Rule::ModelPov, OLD, "他住在城外", "他") };
    assert!(score(&known, &other, &scale) < 0.3);
}

proptest! {
    #[test]
    fn no_verdict_resolves_an_unchanged_passage(
        quote in "(|林冲|今年十七岁|城外|天上)",
        outcome in 0_usize..4,
        unsure in any::<bool>(),
        finds in any::<bool>(),
    ) {
        let record = age();
        let sureness = if unsure { 0.3 } else { 1.0 };
        let known = known(&record, Place { sureness, ..place(OLD, "今年十七岁", true) });
        let verdict = Verdict { outcome: Verification::ALL[outcome], quote: &quote };
        let again: Vec<FindingRecord> =
            finds.then(|| found(Rule::Attribute, OLD, "今年十七岁", "17")).into_iter().collect();
        let judged = judge_by_model(&known, OLD, Some(&verdict), &again, &Scale::default());
        prop_assert_ne!(judged.event, IssueEvent::VerifiedGone);
        prop_assert!((0.0..=1.0).contains(&judged.score));
    }
}
