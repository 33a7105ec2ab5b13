//! Turns issues into jobs: which passages are worked on together, with which tool, and in which order.
//!
//! Issues whose paragraphs touch are one job, so that no two fixes of a round compete for a paragraph. The same issues
//! in any order give the same plan.

use std::collections::BTreeSet;

use wenfang_story::IssueId;
use wenfang_story::check::{Rule, Severity};
use wenfang_story::mend::{DeferReason, MendBy, Tool, ToolTable};
use wenfang_text::{CharRange, sentences};

use super::compose::Offer;
use super::issue::{Edit, Issue};
use super::window::{Lines, collide};

/// The longest selection sent to a model, in characters; longer ones are cut at the sentences around the issues. A
/// choice, not a measurement: it keeps a fix under 2,000 tokens of prompt with its surroundings.
pub const MAX_SELECTION: usize = 1200;

/// What a plan is made from.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub text: &'a str,
    /// The open issues of the text, in any order.
    pub issues: &'a [Issue<'a>],
    pub table: &'a ToolTable,
    pub by: MendBy,
    /// Whether a model is set up and may be asked.
    pub has_model: bool,
    /// Issues below this severity are left out.
    pub least_severity: Severity,
    /// The issues for which a change of the setting can be proposed.
    pub proposable: &'a BTreeSet<IssueId>,
}

/// A passage to be mended, with its issues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// In the order of their places.
    pub issues: Vec<IssueId>,
    /// The selection: the paragraphs of its issues, or the sentences around them in a very long paragraph.
    pub range: CharRange,
    pub tool: Tool,
    /// The highest severity of its issues.
    pub severity: Severity,
}

/// The plan of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The most severe first, then in the order of their places. All of them change the text.
    pub jobs: Vec<Job>,
    /// Issues for which a change of the setting is proposed.
    pub proposals: Vec<IssueId>,
    /// Issues that are left to the author, with the reason.
    pub deferred: Vec<(IssueId, DeferReason)>,
    /// Issues whose place is unsure: the author must point at it.
    pub unsure: Vec<IssueId>,
}

/// Plans a round.
pub fn plan(request: &Request<'_>) -> Plan {
    let lines = Lines::new(request.text);
    let mut plan = Plan::default();
    let mut pending: Vec<(Issue<'_>, Tool)> = Vec::new();
    for issue in sorted(request) {
        if !issue.has_sure_place() {
            plan.unsure.push(issue.id);
            continue;
        }
        match tool(request, &issue) {
            Ok(tool) => pending.push((issue, tool)),
            Err(reason) => plan.deferred.push((issue.id, reason)),
        }
    }
    let (editing, canon): (Vec<_>, Vec<_>) = pending.into_iter().partition(|(_, tool)| tool.edits_text());
    plan.proposals = canon.into_iter().map(|(issue, _)| issue.id).collect();
    let groups = grouped(&lines, editing).into_iter();
    plan.jobs = groups.filter_map(|group| job(request.text, &lines, &group)).collect();
    plan.jobs.sort_by_key(|job| (std::cmp::Reverse(job.severity), job.range.start(), job.tool));
    plan
}

/// The issues that are severe enough, in the order of their places.
fn sorted<'a>(request: &Request<'a>) -> Vec<Issue<'a>> {
    let is_severe = |issue: &&Issue<'_>| issue.record.severity >= request.least_severity;
    let mut issues: Vec<Issue<'a>> = request.issues.iter().filter(is_severe).copied().collect();
    issues.sort_by_key(|issue| (issue.range.start(), issue.range.end(), issue.id));
    issues
}

/// The first tool of the table that can mend an issue.
fn tool(request: &Request<'_>, issue: &Issue<'_>) -> Result<Tool, DeferReason> {
    let choice = request.table.choice(issue.record.rule, issue.record.severity);
    let usable = choice.tools.iter().copied().find(|tool| is_usable(request, issue, *tool));
    match usable {
        None | Some(Tool::Author) if lacks_proposal(request, issue, &choice.tools) => {
            Err(DeferReason::NoProposal)
        }
        None | Some(Tool::Author) => Err(DeferReason::NoTool),
        Some(_) if choice.asks_first && !issue.is_approved => Err(DeferReason::AskFirst),
        Some(tool) => Ok(tool),
    }
}

/// Whether an issue is left to the author because no change of the setting can be proposed, and not because a model is
/// missing.
fn lacks_proposal(request: &Request<'_>, issue: &Issue<'_>, tools: &[Tool]) -> bool {
    let asks_model = tools.iter().any(|tool| tool.needs_model());
    tools.contains(&Tool::Canon) && !request.proposable.contains(&issue.id) && !asks_model
}

fn is_usable(request: &Request<'_>, issue: &Issue<'_>, tool: Tool) -> bool {
    if tool.needs_model() && !(request.has_model && request.by == MendBy::Model) {
        return false;
    }
    match tool {
        Tool::Replace => issue.replacement().is_some(),
        Tool::Canon => request.proposable.contains(&issue.id),
        Tool::Shorten => length_excess(issue).is_none_or(|is_long| is_long),
        Tool::Lengthen => length_excess(issue).is_none_or(|is_long| !is_long),
        Tool::Rewrite | Tool::Author => true,
    }
}

/// Whether a scene is too long; `None` if the issue is not about its length.
fn length_excess(issue: &Issue<'_>) -> Option<bool> {
    let length = |value: &str| value.parse::<u64>().ok();
    let record = issue.record;
    (record.rule == Rule::Length).then(|| {
        length(&record.found).zip(length(&record.expected)).is_some_and(|(found, target)| found > target)
    })
}

/// Groups issues whose paragraphs are the same or next to each other. Replacements by rules change a known place
/// only, so those group within a paragraph.
fn grouped<'a>(lines: &Lines, issues: Vec<(Issue<'a>, Tool)>) -> Vec<Vec<(Issue<'a>, Tool)>> {
    let mut groups: Vec<(usize, Vec<(Issue<'a>, Tool)>)> = Vec::new();
    for (issue, tool) in issues {
        let (first, last) = lines.of(issue.range);
        match groups.last_mut() {
            Some((end, group)) if first <= *end + reach(group, tool) => {
                *end = last.max(*end);
                group.push((issue, tool));
            }
            _ => groups.push((last, vec![(issue, tool)])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// How many paragraphs apart an issue may be from a group to join it.
fn reach(group: &[(Issue<'_>, Tool)], tool: Tool) -> usize {
    let is_own_words = |tool: Tool| tool == Tool::Replace;
    usize::from(!(is_own_words(tool) && group.iter().all(|(_, tool)| is_own_words(*tool))))
}

fn job(text: &str, lines: &Lines, group: &[(Issue<'_>, Tool)]) -> Option<Job> {
    let start = group.iter().map(|(issue, _)| issue.range.start()).min()?;
    let end = group.iter().map(|(issue, _)| issue.range.end()).max()?;
    let issues = CharRange::new(start.get(), end.get());
    Some(Job {
        issues: group.iter().map(|(issue, _)| issue.id).collect(),
        range: selection(text, lines.around(issues, 0), issues),
        tool: strongest(group.iter().map(|(_, tool)| *tool))?,
        severity: group.iter().map(|(issue, _)| issue.record.severity).max()?,
    })
}

/// The tool for several issues: a rewriting mends everything, and replacements alone need no model.
fn strongest(tools: impl Iterator<Item = Tool>) -> Option<Tool> {
    tools.reduce(|one, other| match (one, other) {
        (one, other) if one == other => one,
        (Tool::Replace, other) => other,
        (one, Tool::Replace) => one,
        _ => Tool::Rewrite,
    })
}

/// The paragraphs, or if they are too long, the sentences that the issues meet with one more on either side.
fn selection(text: &str, paragraphs: CharRange, issues: CharRange) -> CharRange {
    if paragraphs.len() <= MAX_SELECTION {
        return paragraphs;
    }
    let sentences = sentences(text);
    let first = sentences.partition_point(|sentence| sentence.end() <= issues.start());
    let until = sentences.partition_point(|sentence| sentence.start() < issues.end());
    let inner = |from: usize, to: usize| {
        let start = sentences.get(from).map_or(issues.start(), |sentence| sentence.start());
        let end = sentences.get(to).map_or(issues.end(), |sentence| sentence.end());
        let start = start.min(issues.start()).max(paragraphs.start());
        CharRange::new(start.get(), end.max(issues.end()).min(paragraphs.end()).get())
    };
    let wide = inner(first.saturating_sub(1), until.min(sentences.len().saturating_sub(1)));
    if wide.len() <= MAX_SELECTION { wide } else { inner(first, until.saturating_sub(1)) }
}

/// The offers for a job by the words of the rules, one for each issue; of colliding ones the more severe stays.
pub fn own_words(number: usize, job: &Job, issues: &[Issue<'_>]) -> Vec<Offer> {
    let mut own: Vec<&Issue<'_>> = issues.iter().filter(|issue| job.issues.contains(&issue.id)).collect();
    own.sort_by_key(|issue| (std::cmp::Reverse(issue.record.severity), issue.range.start(), issue.id));
    let mut offers: Vec<Offer> = Vec::new();
    for issue in own {
        let Some(words) = issue.replacement() else { continue };
        let edit = Edit { range: issue.range, words: words.to_owned() };
        let is_free =
            offers.iter().flat_map(|offer| &offer.edits).all(|other| !collide(other.range, edit.range));
        if is_free {
            offers.push(Offer { job: number, issues: vec![issue.id], edits: vec![edit], ..Offer::default() });
        }
    }
    offers
}
