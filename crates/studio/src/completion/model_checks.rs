//! What a model finds wrong with a chapter: contradictions of the setting, slips of the point of view.
//!
//! Always: a finding quotes the text word for word, else it is dropped and counted; one below its threshold is not told. Stored,
//! they are findings like those of rules: known ones keep their ids, and what the author said of them survives.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::prompts::{Problem, ProblemKind, ProblemList, ProblemSeverity};
use wenfang_project::{canon, watch};
use wenfang_story::canon::{BibleFieldRecord, EntityRecord, LoreRecord};
use wenfang_story::check::{Against, FindingRecord, FoundBy, Rule, Severity};
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, EntityId, LoreEntryId, Timestamp};

use super::chapter::{ChapterTexts, Piece};
use super::quotes::evidence;
use super::{By, Estimated, Took, settled_on};
use crate::canon::passages::within;
use crate::checks::{self, CheckOutcome, Gathered};
use crate::drafting::{Session, ValueQuestion, ask_value, estimate as estimate_question, max_text};
use crate::error::Result;
use crate::find::FindScope;

/// The least confidence for a contradiction of the setting (`quality.md`, Checks).
const OF_SETTING: f64 = 0.7;
/// The least confidence for a slip of the point of view (`quality.md`, Checks).
const OF_POV: f64 = 0.8;
/// Most characters that are looked at at once: a model that reads more finds less.
const MAX: usize = 3_000;

/// The rules that models check by.
pub const OF_MODELS: [Rule; 2] = [Rule::ModelSetting, Rule::ModelPov];

/// What a model found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelFindings {
    /// What is told, in the order of the text.
    pub findings: Vec<FindingRecord>,
    /// Findings whose quote does not stand in the text.
    pub dropped: usize,
    /// Findings below their threshold.
    pub unsure: usize,
    /// The rules that were asked by.
    pub rules: Vec<Rule>,
    /// Who was asked; none where nothing was to be looked for.
    pub model: Option<String>,
    /// What it took.
    pub took: Took,
}

/// What a chapter is checked against.
#[derive(Clone, Debug)]
pub struct CheckMaterial {
    /// The chapter.
    pub chapter: ChapterTexts,
    /// Whose eyes the whole book is seen through.
    book_pov: String,
    /// The names by which an entry of the setting is named, and what it is.
    known: Vec<(String, Against)>,
    /// The book as findings are stored against it.
    book: Arc<Gathered>,
}

/// What storing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "ModelFindingsStored")]
pub struct Stored {
    /// How many findings there are now.
    pub found: usize,
    /// How many of them were not known, or were gone.
    pub new: usize,
    /// How many are gone.
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

/// Stores what a model found: findings of the same rules that were not found again are gone. Drafts with findings become
/// versions.
///
/// # Errors
/// Those of writing.
pub async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (material, findings): (&CheckMaterial, &ModelFindings),
) -> Result<Stored> {
    let ran =
        CheckOutcome { rules: findings.rules.clone(), found: Vec::new(), proven: findings.findings.clone() };
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

/// Reads a chapter and lets a model look for what is wrong with it.
///
/// # Errors
/// As [`gather`] and [`model_findings`].
pub async fn make(
    session: &Session,
    chapter: ChapterId,
    rules: &[Rule],
) -> Result<(CheckMaterial, ModelFindings)> {
    let material = gather(session, chapter).await?;
    let found = model_findings(session, &material, rules).await?;
    Ok((material, found))
}

/// What a model finds wrong with a chapter by these rules, of which only the two for models count.
///
/// # Errors
/// Those of asking a model, [`Code::NoModel`](crate::Code::NoModel) too: there is no other way to look for this.
pub async fn model_findings(
    session: &Session,
    material: &CheckMaterial,
    rules: &[Rule],
) -> Result<ModelFindings> {
    let asked_by = rules.iter().copied().filter(|rule| rule.needs_model()).collect();
    let mut found = ModelFindings { rules: asked_by, ..ModelFindings::default() };
    let questions = questions(session, material, rules)?;
    for (done, (question, group)) in questions.iter().enumerate() {
        watch::report("ask", done, questions.len())?;
        let valued = ask_value::<ProblemList>(session, question).await?;
        found.took.add(valued.generation, valued.cost);
        found.dropped += valued.left_out;
        for problem in valued.value.problems {
            let rule = rule_of(problem.kind);
            if !rules.contains(&rule) || (rule == Rule::ModelPov && !has_pov(material, group)) {
                continue;
            }
            let Some(at) = place(&material.chapter, group, problem.quote.trim()) else {
                found.dropped += 1;
                continue;
            };
            let least = if rule == Rule::ModelPov { OF_POV } else { OF_SETTING };
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

/// What [`make`] would take by every rule for models; nothing where none is to be asked.
///
/// # Errors
/// Those of reading; a prompt that cannot be used.
pub async fn estimate(session: &Session, chapter: ChapterId, by: By) -> Result<Estimated> {
    let mut estimated = Estimated::default();
    if settled_on(session, Act::Check, by) == By::Local {
        return Ok(estimated);
    }
    let material = gather(session, chapter).await?;
    for (question, _) in questions(session, &material, &OF_MODELS)? {
        estimated.add(estimate_question(session, &question).await?);
    }
    Ok(estimated)
}

const fn rule_of(kind: ProblemKind) -> Rule {
    match kind {
        ProblemKind::Setting => Rule::ModelSetting,
        ProblemKind::Pov => Rule::ModelPov,
    }
}

/// One question for each few paragraphs of a scene. A scene without a point of view has none to slip from.
fn questions(
    session: &Session,
    material: &CheckMaterial,
    rules: &[Rule],
) -> Result<Vec<(ValueQuestion, Vec<Piece>)>> {
    let of = &material.chapter;
    let most = max_text(session, Act::Check).min(MAX);
    let mut questions = Vec::new();
    for (at, scene) in of.scenes.iter().enumerate() {
        let alone = ChapterTexts { scenes: vec![scene.clone()], ..of.clone() };
        for group in alone.groups(most) {
            let group: Vec<Piece> = group.into_iter().map(|piece| Piece { scene: at, ..piece }).collect();
            let is_wanted = rules.contains(&Rule::ModelSetting)
                || (rules.contains(&Rule::ModelPov) && has_pov(material, &group));
            if !is_wanted {
                continue;
            }
            let question = ValueQuestion {
                act: Act::Check,
                scene: scene.id,
                chapter: of.id,
                text: of.words_of(&group),
                before: String::new(),
                after: String::new(),
                length: 0,
                count: 0,
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

/// Where a quote stands in what was looked at.
fn place(of: &ChapterTexts, group: &[Piece], quote: &str) -> Option<Piece> {
    group.iter().find_map(|piece| {
        let found = within(of.words(*piece), None, quote)?;
        let start = piece.range.start().get();
        let range = wenfang_text::CharRange::new(start + found.start().get(), start + found.end().get());
        Some(Piece { scene: piece.scene, range })
    })
}

fn finding(material: &CheckMaterial, at: Piece, (problem, model): (Problem, &str)) -> Option<FindingRecord> {
    let named = problem.against.trim();
    let against = material.known.iter().find(|(name, _)| name == named).map(|(_, against)| *against);
    let severity = match problem.severity {
        ProblemSeverity::Low => Severity::Low,
        ProblemSeverity::Medium => Severity::Medium,
        ProblemSeverity::High => Severity::High,
        ProblemSeverity::Critical => Severity::Critical,
    };
    Some(FindingRecord {
        rule: rule_of(problem.kind),
        severity,
        evidence: vec![evidence(&material.chapter, at)?],
        against,
        expected: problem.expected.trim().to_owned(),
        found: problem.found.trim().to_owned(),
        replacement: None,
        confidence: problem.confidence.min(1.0),
        found_by: FoundBy::Model { model: model.to_owned() },
    })
}
