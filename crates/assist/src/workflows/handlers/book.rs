//! Steps about the book: its chapters, paragraphs that mention something, reports.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use wenfang_canon::books::Book;
use wenfang_engine::Done;
use wenfang_manuscript::parts::counted_scenes;
use wenfang_project::{findings, manuscript, proposals, waivers};
use wenfang_story::canon::{ProposalStatus, Proposed};
use wenfang_story::{ChapterId, SceneId};
use wenfang_text::{CharRange, Lexicon};
use wenfang_usecase::{Result, aside};
use wenfang_versions as versions;
use wenfang_workflow::{HandlerSpec, Kind};

use super::{Step, parse_params, spec};
use crate::workflows::engine_host::{EngineHost, failure};
use crate::workflows::results::{NodeResult, ReportLine};

/// Maximum number of lines of a report.
const MAX_LINES: usize = 100;

/// Empty parameters.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

pub(super) fn list_chapters() -> Step {
    let spec = spec::<NoParams>("list_chapters", Kind::Quick, ("列出各章", "Chapters"));
    Step {
        spec: HandlerSpec { deterministic: true, ..spec },
        run: |context, params| {
            Box::pin(async move {
                let NoParams {} = parse_params(&params)?;
                let chapters = written_chapters(&context.host).await.map_err(failure)?;
                Ok(Done::output(json!({ "chapters": chapters })))
            })
        },
        reads: Some(|context| Box::pin(async move { Ok(json!(written_chapters(&context.host).await?)) })),
        asking: None,
    }
}

/// The chapters that contain words, in reading order.
pub(super) async fn written_chapters(engine_host: &EngineHost) -> Result<Vec<ChapterId>> {
    let mut tx = engine_host.session.project.begin_read().await?;
    let written: HashSet<ChapterId> = counted_scenes(&engine_host.session.project, &mut tx)
        .await?
        .into_iter()
        .filter(|scene| scene.totals.standard > 0)
        .map(|scene| scene.chapter)
        .collect();
    let chapters = manuscript::chapters(&mut tx).await?;
    Ok(chapters.into_iter().map(|chapter| chapter.id).filter(|chapter| written.contains(chapter)).collect())
}

/// Parameters of a search for words.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Mentions {
    /// Names and words to look for.
    words: Vec<String>,
}

pub(super) fn find_paragraphs() -> Step {
    Step {
        spec: spec::<Mentions>(
            "find_paragraphs",
            Kind::Cpu,
            ("查找提到的段落", "Paragraphs that mention it"),
        ),
        run: |context, params| {
            Box::pin(async move {
                let Mentions { words } = parse_params(&params)?;
                let found = mentions(&context.host, words).await.map_err(failure)?;
                let chapters: BTreeSet<ChapterId> = found.iter().map(|(chapter, ..)| *chapter).collect();
                let passages: Vec<_> = found
                    .iter()
                    .map(|(chapter, scene, range)| json!({ "chapter": chapter, "scene": scene, "range": range }))
                    .collect();
                Ok(Done::output(json!({ "chapters": chapters, "passages": passages })))
            })
        },
        reads: None,
        asking: None,
    }
}

async fn mentions(
    engine_host: &EngineHost,
    words: Vec<String>,
) -> Result<Vec<(ChapterId, SceneId, CharRange)>> {
    let mut tx = engine_host.session.project.begin_read().await?;
    let order = wenfang_canon::books::telling_order(&mut tx).await?;
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let mut texts = Vec::new();
    for scene in manuscript::scenes(&mut tx).await? {
        let Some(chapter) = order.chapter_of(scene.id) else { continue };
        // A damaged text is reported by the check that follows.
        if let Ok(working) = versions::working_text(&mut tx, scene.id).await {
            texts.push((chapter, scene.id, working.text));
        }
    }
    drop(tx);
    aside(move || {
        let words = words.iter().map(String::as_str).filter(|word| !word.trim().is_empty());
        let lexicon = Lexicon::new((0_u32..).zip(words));
        let mut found = Vec::new();
        for (chapter, scene, text) in &texts {
            found.extend(lexicon.mentions(text).into_iter().map(|mention| (*chapter, *scene, mention.range)));
        }
        found
    })
    .await
}

/// The subject of a report.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum About {
    /// The most severe findings.
    Findings,
    /// Threads and events that await the author.
    ThreadsAndTimeline,
}

/// Parameters of a report.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Report {
    /// The subject of the report.
    of: About,
}

pub(super) fn report() -> Step {
    Step {
        spec: spec::<Report>("report", Kind::Quick, ("汇总", "Report")),
        run: |context, params| {
            Box::pin(async move {
                let Report { of } = parse_params(&params)?;
                let lines = match of {
                    About::Findings => finding_lines(&context.host).await,
                    About::ThreadsAndTimeline => proposal_lines(&context.host).await,
                };
                let lines = lines.map_err(failure)?;
                Ok(Done::output(NodeResult::Report { lines }.output()))
            })
        },
        reads: None,
        asking: None,
    }
}

/// The open findings of the book, most severe first.
async fn finding_lines(engine_host: &EngineHost) -> Result<Vec<ReportLine>> {
    let mut tx = engine_host.session.project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let waived = waivers::list(&mut tx).await?;
    let mut open: Vec<_> = findings::list_open(&mut tx)
        .await?
        .into_iter()
        .filter(|finding| !waived.iter().any(|waiver| waiver.holds_for(finding)))
        .filter_map(|finding| Some((finding.record.severity, finding.record.evidence.first()?.clone())))
        // Findings in the bin are not reported.
        .filter(|(_, evidence)| book.order.chapter_of(evidence.scene).is_some())
        .collect();
    open.sort_by_key(|(severity, _)| std::cmp::Reverse(*severity));
    Ok(open
        .into_iter()
        .take(MAX_LINES)
        .map(|(_, evidence)| line(&book, evidence.scene, evidence.quote))
        .collect())
}

fn line(book: &Book, scene: SceneId, text: String) -> ReportLine {
    let place = book.place(scene);
    ReportLine { title: place.chapter_title, text, chapter: place.chapter }
}

/// The proposed threads and events.
async fn proposal_lines(engine_host: &EngineHost) -> Result<Vec<ReportLine>> {
    let mut tx = engine_host.session.project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let mut seen: BTreeMap<String, ReportLine> = BTreeMap::new();
    for (_, record) in proposals::list(&mut tx, None).await? {
        let Some(evidence) = record.evidence.filter(|_| record.status == ProposalStatus::Pending) else {
            continue;
        };
        let title = match record.proposed {
            Proposed::Event { title, .. } | Proposed::Thread { title, .. } => title,
            _ => continue,
        };
        seen.entry(title).or_insert_with(|| line(&book, evidence.scene, evidence.quote));
    }
    Ok(seen.into_values().take(MAX_LINES).collect())
}
