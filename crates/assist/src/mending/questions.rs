//! The questions to a model: a passage to write again, and verdicts on issues that were mended.

use wenfang_checks::mending::Job;
use wenfang_drafting::prompts::Language;
use wenfang_drafting::receipt::AskedPassage;
use wenfang_project::{meta, parts};
use wenfang_story::check::Rule;
use wenfang_story::generation::Act;
use wenfang_story::mend::{IssueRecord, Tool};
use wenfang_story::{ChapterId, SceneId, VersionNo};
use wenfang_text::{CharRange, CountRule, TextIndex, count};
use wenfang_usecase::Result;

use super::words::lines;
use crate::Session;
use crate::drafting::ValueQuestion;

/// Characters sent before and after a passage.
pub(crate) const NEARBY_CHARS: usize = 600;
/// The least target length of a passage, in 字: in a shorter one a fifth more is less than a word.
const MIN_LENGTH: usize = 20;

/// A scene in which questions are asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) scene: SceneId,
    pub(crate) chapter: ChapterId,
    /// The version that was frozen.
    pub(crate) version: VersionNo,
    /// The text of the round.
    pub(crate) text: &'a str,
    pub(crate) language: Language,
}

/// The chapter of a scene and the language of prompts.
pub(crate) async fn place(session: &Session, scene: SceneId) -> Result<(ChapterId, Language)> {
    let mut tx = session.project.begin_read().await?;
    let chapter = parts::require(&mut tx, scene).await?.parent;
    let novel = meta::require(&mut tx).await?;
    let language = if novel.language.starts_with("en") { Language::En } else { Language::Zh };
    Ok((chapter, language))
}

/// Asks for the words of a job's passage. `issues` are those of the job.
pub(crate) fn passage(asked: Asked<'_>, job: &Job, issues: &[&IssueRecord], note: &str) -> ValueQuestion {
    let index = TextIndex::new(asked.text);
    let selection = index.slice(job.range);
    let (start, end) = (job.range.start().get(), job.range.end().get());
    let before = CharRange::new(start.saturating_sub(NEARBY_CHARS), start);
    let after = CharRange::new(end, (end + NEARBY_CHARS).min(index.len()));
    let target =
        issues.iter().find(|record| record.rule == Rule::Length).filter(|_| job.tool != Tool::Rewrite);
    let wanted = target.and_then(|record| record.expected.parse::<usize>().ok());
    let length = wanted.unwrap_or_else(|| count(selection).total(CountRule::Standard)).max(MIN_LENGTH);
    ValueQuestion {
        text: selection.to_owned(),
        passages: vec![AskedPassage::new((asked.scene, asked.version), asked.text, job.range)],
        before: index.slice(before).to_owned(),
        after: index.slice(after).to_owned(),
        length,
        issues: lines(issues.iter().copied(), asked.language),
        instruction: note.to_owned(),
        place: Some((asked.version, job.range)),
        ..ValueQuestion::new(Act::Mend, asked.scene, asked.chapter)
    }
}

/// Asks for verdicts on issues, by the parts of the text in which they were. Issues are numbered from 1.
pub(super) fn verdicts(asked: Asked<'_>, parts: &[CharRange], issues: &[&IssueRecord]) -> ValueQuestion {
    let index = TextIndex::new(asked.text);
    let text: Vec<&str> = parts.iter().map(|part| index.slice(*part)).collect();
    let passages =
        parts.iter().map(|part| AskedPassage::new((asked.scene, asked.version), asked.text, *part));
    ValueQuestion {
        text: text.join("\n"),
        passages: passages.collect(),
        issues: lines(issues.iter().copied(), asked.language),
        ..ValueQuestion::new(Act::Verify, asked.scene, asked.chapter)
    }
}
