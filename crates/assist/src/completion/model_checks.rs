//! A model's findings in a chapter: contradictions of the setting and slips of the point of view.
//!
//! Always: a finding quotes the text word for word, else it is dropped and counted; a finding below its
//! confidence threshold is not reported. Findings are stored like those of rules: known ones keep their ids and
//! the author's decisions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_canon::passages::within;
use wenfang_drafting::prompts::{Problem, ProblemList};
use wenfang_manuscript::find::FindScope;
use wenfang_project::canon;
use wenfang_story::canon::{BibleFieldRecord, EntityRecord, LoreRecord};
use wenfang_story::check::{Against, FindingRecord, FoundBy, Rule};
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, EntityId, LoreEntryId, SceneId, Timestamp};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::chapter::{ChapterTexts, Piece};
use super::quotes::evidence;
use super::{By, Estimated, Took, resolve_by};
use crate::checks::{CheckOutcome, Gathered};
use crate::drafting::{Observer, ValueQuestion, ask_value, estimate as estimate_question, max_text};
use crate::{Session, checks};

/// Minimum confidence for a contradiction of the setting (`quality.md`, Checks).
const MIN_SETTING_CONFIDENCE: f64 = 0.7;
/// Minimum confidence for a slip of the point of view (`quality.md`, Checks).
const MIN_POV_CONFIDENCE: f64 = 0.8;
/// Maximum number of characters checked at once: models find less when they read more.
const MAX_CHARS: usize = 3_000;

/// The rules that need a model.
pub const MODEL_RULES: [Rule; 2] = [Rule::ModelSetting, Rule::ModelPov];

/// The findings of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelFindings {
    /// In text order.
    pub findings: Vec<FindingRecord>,
    /// Number of findings dropped because their quote is not in the text.
    pub dropped: usize,
    /// Number of findings below their confidence threshold.
    pub unsure: usize,
    /// The rules that were checked.
    pub rules: Vec<Rule>,
    /// The passages about which the model was not asked again, because their question had a cached answer.
    #[serde(default)]
    pub not_asked: Vec<(SceneId, CharRange)>,
    /// The model that was asked; none if there was nothing to check.
    pub model: Option<String>,
    pub took: Took,
}

/// The input of a model's checks.
#[derive(Clone, Debug)]
pub struct CheckMaterial {
    pub chapter: ChapterTexts,
    /// The point of view of the whole book.
    book_pov: String,
    /// The names of canon entries, each with its entry.
    known: Vec<(String, Against)>,
    /// The book that findings are stored against.
    book: Arc<Gathered>,
}

/// The outcome of storing findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ModelFindingsStored")]
pub struct Stored {
    /// Number of current findings.
    pub found: usize,
    /// Number of findings that are new or had been gone.
    pub new: usize,
    /// Number of findings that are gone now.
    pub gone: usize,
}

/// Reads what a chapter is checked against.
///
/// # Errors
/// An unknown chapter, one in the bin, one without words.
pub async fn gather(session: &Session, chapter: ChapterId) -> Result<CheckMaterial> {
    let mut tx = session.project.begin_read().await?;
    let chapter = ChapterTexts::read(&mut tx, chapter).await?;
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(&mut tx).await?;
    let pov = fields.iter().find(|(_, field)| field.key == "pov").map(|(_, field)| field.value.trim());
    let book_pov = pov.unwrap_or_default().to_owned();
    let known = known(&mut tx, fields).await?;
    drop(tx);
    let book = checks::gather(&session.project, FindScope::Chapter(chapter.id), Some(&[])).await?;
    Ok(CheckMaterial { chapter, book_pov, known, book: Arc::new(book) })
}

/// Stores findings. Earlier findings of the same rules that were not found again are marked as gone. Drafts
/// with findings become versions.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (material, findings): (&CheckMaterial, &ModelFindings),
) -> Result<Stored> {
    let ran = CheckOutcome {
        rules: findings.rules.clone(),
        found: Vec::new(),
        proven: findings.findings.clone(),
        not_asked: findings.not_asked.clone(),
    };
    let stored = checks::store(conn, now, (&material.book, &ran)).await?;
    Ok(Stored { found: stored.found.len(), new: stored.new, gone: stored.gone })
}

async fn known(
    conn: &mut SqliteConnection,
    fields: Vec<(BibleFieldId, BibleFieldRecord)>,
) -> Result<Vec<(String, Against)>> {
    let mut known = Vec::new();
    for (id, entry) in canon::list::<LoreEntryId>(conn).await? {
        let entry: LoreRecord = entry;
        known.extend(entry.names().map(|name| (name.to_owned(), Against::Lore(id))));
    }
    for (id, entity) in canon::list::<EntityId>(conn).await? {
        let entity: EntityRecord = entity;
        known.extend(entity.names().map(|name| (name.to_owned(), Against::Entity(id))));
    }
    for (id, field) in fields {
        for name in crate::drafting::field_names(&field.key) {
            known.push((name, Against::Bible(id)));
        }
    }
    Ok(known)
}

/// Reads a chapter and asks a model to check it.
///
/// # Errors
/// Those of [`gather`] and [`model_findings`].
pub async fn make(
    session: &Session,
    chapter: ChapterId,
    rules: &[Rule],
    observer: &Observer,
) -> Result<(CheckMaterial, ModelFindings)> {
    let material = gather(session, chapter).await?;
    let found = model_findings(session, &material, rules, observer).await?;
    Ok((material, found))
}

/// Asks a model to check a chapter by those of the rules that need a model.
///
/// # Errors
/// Those of calling a model, including [`Code::NoModel`](wenfang_usecase::Code::NoModel): these checks have no local
/// fallback.
pub async fn model_findings(
    session: &Session,
    material: &CheckMaterial,
    rules: &[Rule],
    observer: &Observer,
) -> Result<ModelFindings> {
    let asked_by = rules.iter().copied().filter(|rule| rule.needs_model()).collect();
    let mut found = ModelFindings { rules: asked_by, ..ModelFindings::default() };
    let questions = questions(session, material, rules)?;
    for (done, (question, group)) in questions.iter().enumerate() {
        observer.watch.report("ask", done, questions.len())?;
        let valued = ask_value::<ProblemList>(session, question, observer).await?;
        found.took.add(valued.generation, valued.cost);
        found.dropped += valued.left_out;
        if valued.is_cached {
            let passages = group.iter().map(|piece| (question.scene, piece.range));
            found.not_asked.extend(passages);
        }
        for problem in valued.value.problems {
            let rule = problem.kind.rule();
            if !rules.contains(&rule) || (rule == Rule::ModelPov && !has_pov(material, group)) {
                continue;
            }
            let Some(at) = locate(&material.chapter, group, problem.quote.trim()) else {
                found.dropped += 1;
                continue;
            };
            let least = if rule == Rule::ModelPov { MIN_POV_CONFIDENCE } else { MIN_SETTING_CONFIDENCE };
            if problem.confidence < least {
                found.unsure += 1;
                continue;
            }
            found.findings.extend(finding(material, at, (problem, &valued.model)));
        }
        found.model = Some(valued.model);
    }
    Ok(found)
}

/// Estimates [`make`] with all rules that need a model; empty if no model is to be asked.
///
/// # Errors
/// Those of reading; an invalid prompt.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By) -> Result<Estimated> {
    let mut estimated = Estimated::default();
    if resolve_by(session, Act::Check, by) == By::Local {
        return Ok(estimated);
    }
    let material = gather(session, chapter).await?;
    for (question, _) in questions(session, &material, &MODEL_RULES)? {
        estimated.add(estimate_question(session, &question).await?);
    }
    Ok(estimated)
}

/// One question for every few paragraphs of a scene. Slips are not checked in scenes without a point of view.
fn questions(
    session: &Session,
    material: &CheckMaterial,
    rules: &[Rule],
) -> Result<Vec<(ValueQuestion, Vec<Piece>)>> {
    let chapter_texts = &material.chapter;
    let most = max_text(session, Act::Check).min(MAX_CHARS);
    let mut questions = Vec::new();
    for (at, scene) in chapter_texts.scenes.iter().enumerate() {
        let alone = ChapterTexts { scenes: vec![scene.clone()], ..chapter_texts.clone() };
        for group in alone.groups(most) {
            let group: Vec<Piece> = group.into_iter().map(|piece| Piece { scene: at, ..piece }).collect();
            let is_wanted = rules.contains(&Rule::ModelSetting)
                || (rules.contains(&Rule::ModelPov) && has_pov(material, &group));
            if !is_wanted {
                continue;
            }
            let question = ValueQuestion {
                text: chapter_texts.group_text(&group),
                passages: chapter_texts.passages(&group),
                ..ValueQuestion::new(Act::Check, scene.id, chapter_texts.id)
            };
            questions.push((question, group));
        }
    }
    Ok(questions)
}

fn has_pov(material: &CheckMaterial, group: &[Piece]) -> bool {
    let mut scenes = group.iter().filter_map(|piece| material.chapter.scenes.get(piece.scene));
    !material.book_pov.is_empty() || scenes.any(|scene| !scene.pov.trim().is_empty())
}

/// Finds a quote in a group.
fn locate(chapter_texts: &ChapterTexts, group: &[Piece], quote: &str) -> Option<Piece> {
    group.iter().find_map(|piece| {
        let found = within(chapter_texts.words(*piece), None, quote)?;
        let start = piece.range.start().get();
        let range = CharRange::new(start + found.start().get(), start + found.end().get());
        Some(Piece { scene: piece.scene, range })
    })
}

fn finding(material: &CheckMaterial, at: Piece, (problem, model): (Problem, &str)) -> Option<FindingRecord> {
    let named = problem.against.trim();
    let against = material.known.iter().find(|(name, _)| name == named).map(|(_, against)| *against);
    Some(FindingRecord {
        rule: problem.kind.rule(),
        severity: problem.severity.into(),
        evidence: vec![evidence(&material.chapter, at)?],
        against,
        expected: problem.expected.trim().to_owned(),
        found: problem.found.trim().to_owned(),
        replacement: None,
        confidence: problem.confidence.min(1.0),
        found_by: FoundBy::Model { model: model.to_owned() },
        missed: false,
    })
}
