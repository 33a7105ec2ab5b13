//! What must hold for every session, whatever its model does.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_checks::mending::{Trace, changed_chars};
use wenfang_project::mend::issues::Issue;
use wenfang_project::mend::rounds::Round;
use wenfang_story::mend::{IssueState, MendStatus, SessionRecord};
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::{CharRange, TextIndex, diff, paragraphs};
use wenfang_versions::{working_spans, working_text};

use super::desk::{Desk, items};
use super::plant::PlantedChapter;

/// A chapter before it is mended.
#[derive(Debug)]
pub(super) struct Before {
    text: String,
    version: VersionNo,
    /// The passages of its findings, by id.
    findings: BTreeMap<i64, CharRange>,
    /// The finding that is waived, with its words.
    waived: Option<(i64, String)>,
    /// The passages of plot threads.
    anchors: Vec<String>,
}

/// What a session left.
#[derive(Debug)]
pub(super) struct Mended {
    pub(super) status: MendStatus,
    pub(super) record: SessionRecord,
    pub(super) best: Option<u32>,
    pub(super) rounds: Vec<Round>,
    /// The texts of the rounds.
    pub(super) texts: Vec<String>,
    pub(super) issues: Vec<Issue>,
}

fn range(value: &Value) -> Option<CharRange> {
    let at = |end: &str| value[end].as_u64().and_then(|at| usize::try_from(at).ok());
    Some(CharRange::new(at("start")?, at("end")?))
}

/// The place of words in a text.
fn place(text: &str, words: &str) -> Option<CharRange> {
    let byte = text.find(words)?;
    Some(TextIndex::new(text).range_of(byte..byte + words.len()))
}

impl Before {
    /// Anchors plot threads in a chapter, waives one of its findings, and notes the others.
    pub(super) async fn prepare(desk: &Desk, chapter: &PlantedChapter, number: i64) -> Result<Self> {
        let mut anchors = Vec::new();
        for (at, paragraph) in chapter.chapter.paragraphs.iter().enumerate().step_by(3) {
            let quote: String = paragraph.chars().take(9).collect();
            let is_error =
                chapter.errors.iter().any(|error| error.paragraph == at && error.wrong.contains(&quote));
            // The passage must be one that a fixer may leave as it is.
            let is_free = chapter.errors.iter().all(|error| {
                let (error, quote) = (place(&chapter.wrong, &error.wrong), place(&chapter.wrong, &quote));
                error.zip(quote).is_some_and(|(error, quote)| !error.overlaps(quote))
            });
            if is_error || !is_free || chapter.wrong.matches(&quote).count() != 1 {
                continue;
            }
            let passage = json!({ "scene": number, "quote": quote });
            desk.ask("threads.save", json!({ "title": format!("{number}.{at}"), "passage": passage }))
                .await?;
            anchors.push(quote);
        }
        let listed = desk.ask("check.list", json!({ "scene": number })).await?;
        let mut findings = BTreeMap::new();
        let mut waived = None;
        for finding in items(&listed["findings"]).iter().filter(|finding| finding["state"] == "open") {
            let (Some(id), Some(range)) =
                (finding["id"].as_i64(), range(&finding["evidence"][0]["standing"]))
            else {
                continue;
            };
            if waived.is_none() && finding["rule"] == "punctuation" && items(&listed["findings"]).len() > 4 {
                let waiver = json!({ "finding": id, "scope": "intended", "reason": "有意如此" });
                desk.ask("check.waive", waiver).await?;
                let words = finding["evidence"][0]["quote"].as_str().unwrap_or_default();
                waived = Some((id, words.to_owned()));
            } else {
                findings.insert(id, range);
            }
        }
        let mut tx = desk.project.begin_read().await?;
        let working = working_text(&mut tx, SceneId::from(number)).await?;
        Ok(Self { text: working.text, version: working.version.version, findings, waived, anchors })
    }

    /// Whether a finding is at these words.
    pub(super) fn is_at(&self, finding: i64, words: &str) -> bool {
        let places = self.findings.get(&finding).zip(place(&self.text, words));
        places.is_some_and(|(finding, words)| finding.overlaps(words) || *finding == words)
    }

    /// The paragraphs of the issues with one more on each side, as char ranges of the input.
    fn may_change(&self, mended: &Mended) -> Vec<CharRange> {
        let lines: Vec<CharRange> = paragraphs(&self.text).map(|paragraph| paragraph.range).collect();
        let of_findings = mended.issues.iter().filter_map(|issue| self.findings.get(&issue.finding?.get()));
        // What a round brought in is at its place in the last text.
        let last = mended.texts.last().map_or("", String::as_str);
        let back = Trace::of_texts(last, &self.text);
        let came = mended.issues.iter().filter(|issue| issue.finding.is_none());
        let found_later = came.map(|issue| back.map(issue.record.anchor.range).range);
        of_findings
            .copied()
            .chain(found_later)
            .map(|range| {
                let last = lines.len().saturating_sub(1);
                let first = lines.partition_point(|line| line.end() < range.start()).min(last);
                let until = lines.partition_point(|line| line.start() < range.end()).max(first + 1) - 1;
                let (first, until) = (first.saturating_sub(1), (until + 1).min(last));
                let start = lines.get(first).map_or(0, |line| line.start().get());
                let end = lines.get(until).map_or(start, |line| line.end().get());
                CharRange::new(start, end.max(start))
            })
            .collect()
    }
}

/// The claims about a session that waits for the author or has ended.
pub(super) fn before_accepting(before: &Before, mended: &Mended, faults: &mut Vec<String>) {
    let mut claim = |holds: bool, fault: &dyn Fn() -> String| {
        if !holds {
            faults.push(fault());
        }
    };
    let policy = &mended.record.policy;
    let rounds = mended.rounds.len().saturating_sub(1);
    let is_over = matches!(mended.status, MendStatus::Waiting | MendStatus::Completed);
    claim(is_over, &|| format!("the session is {}", mended.status.as_str()));
    claim(rounds <= policy.max_rounds as usize, &|| format!("{rounds} rounds"));
    let stop = mended.rounds.last().and_then(|round| round.record.stop);
    claim(stop.is_some(), &|| "it has no reason to have ended".to_owned());
    let best = mended.best.unwrap_or_default();
    let at = mended.rounds.iter().position(|round| round.round == best).unwrap_or_default();
    let weight = |at: usize| mended.rounds.get(at).map_or(0, |round| round.weight);
    claim(weight(at) <= weight(0), &|| format!("it weighs {} instead of {}", weight(at), weight(0)));
    let is_settled = mended.issues.iter().all(|issue| issue.state != IssueState::InProgress);
    claim(is_settled, &|| "an issue is in progress".to_owned());
    let input = mended.texts.first().map_or("", String::as_str);
    claim(input == before.text, &|| "the input is another text".to_owned());
    let result = mended.texts.get(at).map_or("", String::as_str);
    let allowed = before.may_change(mended);
    for hunk in diff(input, result).hunks {
        let is_inside =
            |range: &CharRange| range.start() <= hunk.old.start() && hunk.old.end() <= range.end();
        // A change that goes over neighbouring passages is inside both of them together.
        let covered =
            |at: usize| allowed.iter().any(|range| range.start().get() <= at && at <= range.end().get());
        let is_covered = (hunk.old.start().get()..=hunk.old.end().get()).all(covered);
        claim(allowed.iter().any(is_inside) || is_covered, &|| {
            format!("a change outside its jobs: {hunk:?}")
        });
    }
    let most = (policy.max_changed_share * input.chars().count() as f64) as usize;
    let changed = changed_chars(input, result);
    claim(changed <= most, &|| format!("{changed} characters are changed, {most} may be"));
}

/// No scene is written before the author accepts.
pub(super) async fn nothing_is_written(
    desk: &Desk,
    before: &Before,
    scene: SceneId,
    faults: &mut Vec<String>,
) -> Result<()> {
    let mut tx = desk.project.begin_read().await?;
    let now = working_text(&mut tx, scene).await?;
    if (now.version.version, &now.text) != (before.version, &before.text) {
        faults.push("the scene was written before it was accepted".to_owned());
    }
    Ok(())
}

/// The claims about the manuscript after everything was accepted.
pub(super) async fn after_accepting(
    desk: &Desk,
    (before, mended): (&Before, &Mended),
    (number, proposal): (i64, &Value),
    faults: &mut Vec<String>,
) -> Result<()> {
    let scene = SceneId::from(number);
    let mut tx = desk.project.begin_read().await?;
    let (working, spans) = working_spans(&mut tx, scene).await?;
    drop(tx);
    let best = mended.best.unwrap_or_default();
    let at = mended.rounds.iter().position(|round| round.round == best).unwrap_or_default();
    if Some(&working.text) != mended.texts.get(at) {
        faults.push("what was accepted is not the text of the best round".to_owned());
    }
    check_spans((&before.text, &working.text), &spans, proposal, faults);
    let here = desk.ask("threads.in_scene", json!({ "scene": number })).await?;
    let index = TextIndex::new(&working.text);
    let map = Trace::of_texts(&before.text, &working.text);
    for quote in &before.anchors {
        let known = items(&here["anchors"]).iter().find(|anchor| anchor["quote"] == json!(quote));
        let now = known.and_then(|anchor| range(&anchor["now"]));
        let Some(old) = place(&before.text, quote) else { continue };
        let mapped = map.map(old);
        let is_right = match now {
            Some(now) if mapped.is_unchanged => now == mapped.range,
            Some(now) => now.overlaps(mapped.range),
            None => false,
        };
        if !is_right {
            let words = now.and_then(|now| index.get(now));
            faults.push(format!("the passage «{quote}» of a thread is {words:?}"));
        }
    }
    if let Some((id, words)) = &before.waived {
        let listed = desk.ask("check.list", json!({ "scene": number, "waived": true })).await?;
        let known = items(&listed["findings"]).iter().find(|finding| finding["id"] == json!(id));
        let standing = known.and_then(|finding| range(&finding["evidence"][0]["standing"]));
        let stands = standing.and_then(|place| index.get(place)) == Some(words.as_str());
        if known.is_none_or(|finding| finding["state"] != "waived") || !stands {
            faults.push(format!("the waived finding is {known:?}"));
        }
    }
    Ok(())
}

/// Every character that a model wrote has its generation, and no other.
fn check_spans(
    (old, new): (&str, &str),
    spans: &[wenfang_story::generation::AiSpan],
    proposal: &Value,
    faults: &mut Vec<String>,
) {
    // The edits are in the order of the text and refer to the old one.
    let mut edits: Vec<(CharRange, usize, Option<i64>)> = Vec::new();
    for piece in items(&proposal["pieces"]) {
        for edit in items(&piece["edits"]) {
            let length = edit["new"].as_str().unwrap_or_default().chars().count();
            if let Some(range) = range(&edit["range"]) {
                edits.push((range, length, piece["generation"].as_i64()));
            }
        }
    }
    edits.sort_by_key(|(range, ..)| (range.start(), range.end()));
    let length = new.chars().count();
    let mut wanted: Vec<Option<i64>> = Vec::with_capacity(length);
    let mut from = 0;
    for (range, length, generation) in edits {
        wanted.resize(wanted.len() + range.start().get().saturating_sub(from), None);
        wanted.resize(wanted.len() + length, generation);
        from = range.end().get();
    }
    wanted.resize(wanted.len() + old.chars().count().saturating_sub(from), None);
    let mut is: Vec<Option<i64>> = vec![None; length];
    for span in spans {
        for slot in is.iter_mut().take(span.range.end().get()).skip(span.range.start().get()) {
            *slot = Some(span.generation.get());
        }
    }
    if is != wanted {
        let at = is.iter().zip(&wanted).position(|(is, wanted)| is != wanted);
        faults.push(format!("the words of models are marked wrongly, first at {at:?}"));
    }
}
