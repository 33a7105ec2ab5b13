//! Planning: jobs, tools and their order.

use std::collections::BTreeSet;

use proptest::prelude::*;
use wenfang_story::mend::{DeferReason, MendBy, Tool, ToolChoice, ToolRow, ToolTable};
use wenfang_text::paragraphs;

use super::*;

const TEXT: &str = "雨停了，，她没有走。\n他今年十七岁。\n门开着。\n灯亮着，，一直亮着。\n远处有人唱歌。";

/// No issue for which a change of the setting can be proposed.
static NONE: BTreeSet<IssueId> = BTreeSet::new();

fn request<'a>(issues: &'a [Issue<'a>], table: &'a ToolTable) -> Request<'a> {
    Request {
        text: TEXT,
        issues,
        table,
        by: MendBy::Model,
        has_model: true,
        least_severity: Severity::Low,
        proposable: &NONE,
    }
}

/// The jobs as tool, ids, and the first characters of their selection.
fn shown(plan: &Plan) -> Vec<String> {
    let index = TextIndex::new(TEXT);
    let show = |job: &Job| {
        let ids: Vec<String> = job.issues.iter().map(ToString::to_string).collect();
        let start: String = index.slice(job.range).chars().take(3).collect();
        format!("{} {} {start}", job.tool, ids.join("+"))
    };
    plan.jobs.iter().map(show).collect()
}

fn comma(quote: &str) -> IssueRecord {
    IssueRecord {
        replacement: Some(quote.replace("，，", "，")),
        ..record(Rule::Punctuation, Severity::Low, TEXT, quote)
    }
}

#[test]
fn neighbouring_paragraphs_are_one_job_of_a_model() {
    let (comma, age) = (comma("了，，她"), record(Rule::Attribute, Severity::High, TEXT, "十七岁"));
    let far = record(Rule::PovDrift, Severity::Medium, TEXT, "远处");
    let issues = [issue(1, &comma), issue(2, &age), issue(3, &far)];
    assert_eq!(
        shown(&plan(&request(&issues, &ToolTable::default()))),
        ["rewrite 1+2 雨停了", "rewrite 3 远处有"]
    );
}

#[test]
fn replacements_alone_need_no_model_and_stay_apart() {
    let (first, second) = (comma("了，，她"), comma("着，，一"));
    let issues = [issue(2, &second), issue(1, &first)];
    let table = ToolTable::default();
    let request = Request { has_model: false, ..request(&issues, &table) };
    assert_eq!(shown(&plan(&request)), ["replace 1 雨停了", "replace 2 灯亮着"]);
}

#[test]
fn without_a_model_an_issue_without_words_is_deferred() {
    let age = record(Rule::Attribute, Severity::High, TEXT, "十七岁");
    let issues = [issue(1, &age)];
    let table = ToolTable::default();
    for request in [
        Request { has_model: false, ..request(&issues, &table) },
        Request { by: MendBy::Rules, ..request(&issues, &table) },
    ] {
        let plan = plan(&request);
        assert_eq!((plan.jobs.len(), plan.deferred), (0, vec![(1.into(), DeferReason::NoTool)]));
    }
}

#[test]
fn a_tool_that_asks_first_waits_for_the_author() {
    let age = record(Rule::Attribute, Severity::Critical, TEXT, "十七岁");
    let mut issues = [issue(1, &age)];
    let table = ToolTable::default();
    assert_eq!(plan(&request(&issues, &table)).deferred, [(1.into(), DeferReason::AskFirst)]);
    issues[0].is_approved = true;
    assert_eq!(shown(&plan(&request(&issues, &table))), ["rewrite 1 他今年"]);
}

#[test]
fn the_canon_is_mended_beside_the_text() {
    let age = IssueRecord {
        against: Some(wenfang_story::check::Against::Fact(4.into())),
        ..record(Rule::Attribute, Severity::High, TEXT, "十七岁")
    };
    let comma = comma("了，，她");
    let choice = ToolChoice { tools: vec![Tool::Canon], asks_first: false };
    let table = ToolTable(vec![
        ToolRow { rule: Some(Rule::Attribute), choice, ..ToolRow::default() },
        ToolTable::default().0.pop().unwrap(),
    ]);
    let issues = [issue(1, &comma), issue(2, &age)];
    let proposable = BTreeSet::from([2.into()]);
    let with_proposal = plan(&Request { proposable: &proposable, ..request(&issues, &table) });
    assert_eq!(shown(&with_proposal), ["replace 1 雨停了"]);
    assert_eq!((with_proposal.proposals, with_proposal.deferred), (vec![2.into()], vec![]));
    let without = plan(&request(&issues, &table));
    assert_eq!((without.proposals, without.deferred), (vec![], vec![(2.into(), DeferReason::NoProposal)]));
}

#[test]
fn without_a_proposal_the_next_tool_is_taken() {
    let age = record(Rule::Attribute, Severity::High, TEXT, "十七岁");
    let choice = ToolChoice { tools: vec![Tool::Canon, Tool::Rewrite], asks_first: false };
    let table = ToolTable(vec![ToolRow { choice, ..ToolRow::default() }]);
    let issues = [issue(1, &age)];
    assert_eq!(shown(&plan(&request(&issues, &table))), ["rewrite 1 他今年"]);
    let no_model = plan(&Request { has_model: false, ..request(&issues, &table) });
    assert_eq!(no_model.deferred, [(1.into(), DeferReason::NoTool)], "a model would do");
}

#[test]
fn a_scene_is_shortened_or_lengthened_by_its_length() {
    let length = |found: &str| IssueRecord {
        expected: "100".into(),
        found: found.into(),
        ..record(Rule::Length, Severity::Low, TEXT, TEXT)
    };
    for (found, tool) in [("300", Tool::Shorten), ("40", Tool::Lengthen)] {
        let record = length(found);
        let issues = [Issue { is_approved: true, ..issue(1, &record) }];
        let plan = plan(&request(&issues, &ToolTable::default()));
        assert_eq!(plan.jobs.iter().map(|job| job.tool).collect::<Vec<_>>(), [tool]);
    }
}

#[test]
fn unsure_places_wait_and_slight_issues_are_left() {
    let (comma, age) = (comma("了，，她"), record(Rule::Attribute, Severity::High, TEXT, "十七岁"));
    let issues = [issue(1, &comma), Issue { sureness: 0.59, ..issue(2, &age) }];
    let table = ToolTable::default();
    let plan = plan(&Request { least_severity: Severity::Medium, ..request(&issues, &table) });
    assert_eq!((plan.jobs.len(), plan.deferred.len(), plan.unsure), (0, 0, vec![2.into()]));
}

#[test]
fn a_long_paragraph_is_cut_at_its_sentences() {
    let sentence = "她在窗前坐了很久，谁也没有说话。";
    let text = format!("{}他今年十七岁。{}", sentence.repeat(60), sentence.repeat(60));
    let age = record(Rule::Attribute, Severity::High, &text, "十七岁");
    let issues = [issue(1, &age)];
    let table = ToolTable::default();
    let plan = plan(&Request { text: &text, ..request(&issues, &table) });
    let words = TextIndex::new(&text).slice(plan.jobs[0].range);
    assert_eq!(words, format!("{sentence}他今年十七岁。{sentence}"));
}

#[test]
fn the_more_severe_of_two_replacements_stays() {
    let low = comma("了，，她");
    let high = IssueRecord { severity: Severity::High, replacement: Some("，".into()), ..comma("，，") };
    let issues = [issue(1, &low), issue(2, &high)];
    let plan = plan(&request(&issues, &ToolTable::default()));
    let offers = own_words(0, &plan.jobs[0], &issues);
    assert_eq!(offers.iter().map(|offer| offer.issues.clone()).collect::<Vec<_>>(), [vec![2.into()]]);
}

/// The start and length of an issue, the number of its severity, and whether it has a replacement.
type MadeIssue = (usize, usize, u8, bool);

/// A text with issues, and another order of them.
fn made() -> impl Strategy<Value = (String, Vec<MadeIssue>, Vec<usize>)> {
    let issue = (0_usize..60, 1_usize..6, 0_u8..4, any::<bool>());
    let issues = proptest::collection::vec(issue, 0..12);
    ("([一二三四五六，。]{1,12}\n{1,2}){1,8}", issues).prop_flat_map(|(text, issues)| {
        let order: Vec<usize> = (0..issues.len()).collect();
        (Just(text), Just(issues), Just(order).prop_shuffle())
    })
}

proptest! {
    #[test]
    fn the_order_of_issues_does_not_matter((text, made, order) in made()) {
        let len = text.chars().count();
        let records: Vec<IssueRecord> = made.iter().map(|&(start, length, severity, has_words)| {
            let severity = Severity::ALL[usize::from(severity)];
            let mut record = record(Rule::Punctuation, severity, &text, "");
            record.anchor.range = CharRange::new(start.min(len - 1), (start + length).min(len));
            record.replacement = has_words.then(|| "改".to_owned());
            record
        }).collect();
        let issues: Vec<Issue<'_>> = (1..).zip(&records).map(|(id, record)| issue(id, record)).collect();
        let shuffled: Vec<Issue<'_>> = order.iter().map(|at| issues[*at]).collect();
        let table = ToolTable::default();
        let planned = |issues: &[Issue<'_>]| plan(&Request { text: &text, ..request(issues, &table) });
        let expected = planned(&issues);
        prop_assert_eq!(&planned(&shuffled), &expected);
        // Each issue is in one job, and no paragraph is in two jobs.
        let mut ids: Vec<IssueId> = expected.jobs.iter().flat_map(|job| job.issues.clone()).collect();
        ids.sort();
        prop_assert_eq!(ids, issues.iter().map(|issue| issue.id).collect::<Vec<_>>());
        for paragraph in paragraphs(&text) {
            prop_assert!(expected.jobs.iter().filter(|job| job.range.overlaps(paragraph.range)).count() <= 1);
        }
        prop_assert!(expected.jobs.is_sorted_by_key(|job| (std::cmp::Reverse(job.severity), job.range.start())));
    }
}
