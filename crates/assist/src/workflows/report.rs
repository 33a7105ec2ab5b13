//! How a text came about (怎么来的): why, from what, by which steps, with which prompt, and what is left of it.

mod compare;
mod files;
mod redact;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_drafting::context::Source;
use wenfang_drafting::receipt::Receipt;
use wenfang_project::generations::{self, Generation};
use wenfang_project::workflows as rows;
use wenfang_story::generation::{Act, Cost, Derived, Fate, SentRequest, TurnRef};
use wenfang_story::{ArtifactId, GenerationId, RunId, SceneId, VersionNo};
use wenfang_text::{CharRange, ContentHash};
use wenfang_usecase::Result;
use wenfang_versions as versions;
use wenfang_workflow::{RunStatus, Words};

pub use compare::compare;
pub use files::export;

use super::handlers::pipeline::TurnInput;
use crate::Session;
use crate::drafting::Phase;
use crate::drafting::generations::{receipt_of, view};
use crate::drafting::request::GenerationView;
use crate::pipelines::compile::{MAIN, settling_key};
use crate::pipelines::steps::kind;
use redact::redact;

/// Which report is wanted.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ReportRequest {
    pub generation: GenerationId,
    /// Whether texts are replaced by their lengths and hashes, so that the report can be shown to others.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub redact: bool,
}

/// A report as JSON. In a redacted one, every text is one line with its length and its hash.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(transparent)]
pub struct ReportJson(#[ts(as = "Report")] Value);

/// The report of a generation. Everything in it is read from the project; nothing is computed from the present settings.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "GenerationReport")]
pub struct Report {
    /// 1 Why.
    pub why: Why,
    /// 2 From what.
    pub input: Input,
    /// 3 The steps of the profile in order; none for a generation without steps.
    pub steps: Vec<ReportStep>,
    /// 4 What was sent, every part with its fate; none if no model was asked.
    pub receipt: Option<Receipt>,
    /// 5 The values that the prompt read.
    pub artifacts: Vec<ArtifactRead>,
    /// 6 and 7 The call, and what came.
    pub generation: GenerationView,
    /// What is left of it in the working text.
    pub left: Left,
    /// 8 What was not kept.
    pub not_kept: NotKept,
    /// 9 SHA-256, in hex.
    pub hashes: Hashes,
}

/// Why a text was asked for.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ReportWhy")]
pub struct Why {
    pub act: Act,
    /// The turn with its profile; none for a generation of an earlier release or of a workflow.
    pub turn: Option<TurnRef>,
    /// Set if a step made it of another generation.
    pub derived: Option<Derived>,
    /// The first of the candidates to which it belongs.
    pub candidate_of: Option<GenerationId>,
    /// The candidate of the same turn that the author accepted in its place.
    pub chosen: Option<GenerationId>,
}

/// From what a text was made.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ReportInput")]
pub struct Input {
    pub scene: SceneId,
    pub version: VersionNo,
    pub range: CharRange,
    /// The author's words.
    pub instruction: String,
}

/// A step of the profile.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
pub struct ReportStep {
    pub step: String,
    pub title: Words,
    pub phase: Phase,
    pub handler: String,
    /// As in the list of runs; `pending` if it never began, `interrupted` if its run ended in the middle of it.
    pub status: String,
    pub attempt: u32,
    /// How long its last attempt took, in ms.
    #[ts(type = "number | null")]
    pub millis: Option<i64>,
    pub model: Option<String>,
    /// Of all its requests, if it is known.
    pub cost: Option<Cost>,
    /// Every request to a model, in order; none for a turn of an earlier release.
    pub requests: Vec<StepRequest>,
    /// What it offered, derived or refused.
    #[ts(type = "JsonValue")]
    pub effects: Value,
    /// What it noted.
    #[ts(type = "JsonValue")]
    pub notes: Value,
    /// Why it failed or was skipped.
    #[ts(type = "JsonValue")]
    pub detail: Value,
}

/// A request of a step to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct StepRequest {
    /// The generation with the answer.
    pub generation: GenerationId,
    #[serde(flatten)]
    #[ts(flatten)]
    pub request: SentRequest,
}

/// A value that a prompt read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "ArtifactReadByPrompt")]
pub struct ArtifactRead {
    pub artifact: ArtifactId,
    pub name: String,
    #[ts(type = "number")]
    pub version: i64,
}

/// What is left of a generation in the working text of its scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ReportLeft")]
pub struct Left {
    /// Its stretches, in char offsets of the working text.
    pub ranges: Vec<CharRange>,
    /// Their share of what came, 0 to 1.
    pub share: f64,
}

/// What was received or sent and not kept.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ReportNotKept")]
pub struct NotKept {
    /// Tokens of reasoning, by our own count.
    #[ts(type = "number")]
    pub reasoning_tokens: u64,
    /// SHA-256 of the reasoning, in hex.
    pub reasoning_hash: Option<String>,
    /// Names and personal data that were replaced by stand-ins.
    pub masked: usize,
}

/// The hashes that say whether two generations had the same inputs.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ReportHashes")]
pub struct Hashes {
    pub prompt: String,
    /// Of the profile, the template and the artifacts that were read: with equal inputs, an unequal prompt comes from
    /// the novel.
    pub inputs: String,
    pub profile: Option<String>,
    pub turn: Option<String>,
}

/// Composes the report of a generation.
///
/// # Errors
/// An unknown generation; those of the project file.
pub async fn report(session: &Session, request: ReportRequest) -> Result<ReportJson> {
    let mut report = serde_json::to_value(compose(session, request.generation).await?).unwrap_or_default();
    if request.redact {
        redact(&mut report);
    }
    Ok(ReportJson(report))
}

async fn compose(session: &Session, generation: GenerationId) -> Result<Report> {
    let mut tx = session.project.begin_read().await?;
    let generation = generations::require(&mut tx, generation).await?;
    let record = generation.record.clone();
    let receipt =
        receipt_of(&mut tx, record.derived.as_ref().map_or(generation.id, |derived| derived.of)).await?;
    let mut steps = match record.turn.as_ref().and_then(|turn| turn.run) {
        Some(run) => steps_of(&mut tx, run, false).await?,
        None => Vec::new(),
    };
    if let Some(run) = rows::newest_with(&mut tx, &settling_key(generation.id)).await? {
        steps.extend(steps_of(&mut tx, run.id, true).await?);
    }
    let left = left(&mut tx, (record.scene, generation.id), generation.text.chars().count()).await?;
    let chosen = chosen(&mut tx, &generation).await?;
    drop(tx);
    let artifacts = receipt.as_ref().map(artifacts_read).unwrap_or_default();
    let hashes = Hashes {
        prompt: record.prompt_hash.clone(),
        inputs: inputs_hash(record.turn.as_ref(), receipt.as_ref(), &artifacts),
        profile: record.turn.as_ref().map(|turn| turn.profile_hash.clone()),
        turn: record.turn.as_ref().map(|turn| turn.hash.clone()),
    };
    Ok(Report {
        why: Why {
            act: record.act,
            turn: record.turn,
            derived: record.derived,
            candidate_of: record.candidate_of,
            chosen,
        },
        input: Input {
            scene: record.scene,
            version: record.base,
            range: record.range,
            instruction: record.instruction,
        },
        steps,
        artifacts,
        left,
        not_kept: NotKept {
            reasoning_tokens: record.reasoning.as_ref().map_or(0, |reasoning| reasoning.tokens),
            reasoning_hash: record.reasoning.map(|reasoning| reasoning.hash),
            masked: receipt.as_ref().map_or(0, |receipt| receipt.masked),
        },
        hashes,
        receipt,
        generation: view(session, generation),
    })
}

/// The candidate of the same turn that the author accepted in place of this one.
async fn chosen(conn: &mut SqliteConnection, generation: &Generation) -> Result<Option<GenerationId>> {
    let run = generation.record.turn.as_ref().and_then(|turn| turn.run);
    let Some(run) = run.filter(|_| generation.record.fate == Fate::Dismissed) else { return Ok(None) };
    let own = generations::list_of_run(conn, run).await?;
    Ok(own.into_iter().find(|one| one.record.fate == Fate::Accepted).map(|one| one.id))
}

/// The requests of each step of a run.
async fn requests_of(
    conn: &mut SqliteConnection,
    (scene, run): (SceneId, RunId),
) -> Result<BTreeMap<String, Vec<StepRequest>>> {
    let mut all: BTreeMap<String, Vec<StepRequest>> = BTreeMap::new();
    let of_steps = generations::list_asked_by(conn, (scene, run)).await?;
    let of_text = generations::list_of_run(conn, run).await?;
    for Generation { id, record, .. } in of_steps.into_iter().chain(of_text) {
        let step = record.asked_by.map_or_else(|| MAIN.to_owned(), |asked_by| asked_by.step);
        let requests = record.requests.into_iter().map(|request| StepRequest { generation: id, request });
        all.entry(step).or_default().extend(requests);
    }
    Ok(all)
}

/// The steps of a run, as its profile lists them; none if the run was pruned. The run after an acceptance has those in
/// `settled`, the run of the generation all others.
pub(super) async fn steps_of(
    conn: &mut SqliteConnection,
    run: RunId,
    is_after_acceptance: bool,
) -> Result<Vec<ReportStep>> {
    let Some(stored) = rows::get(conn, run).await? else { return Ok(Vec::new()) };
    let input = rows::value(conn, stored.input_id).await?;
    let Ok(input) = serde_json::from_str::<TurnInput>(&input) else { return Ok(Vec::new()) };
    let attempts = rows::steps(conn, run).await?;
    let goes_on = RunStatus::named(&stored.status)
        .is_some_and(|status| !status.is_over() && status != RunStatus::Interrupted);
    let status = |attempt: &rows::Step| match attempt.status.as_str() {
        "ready" | "running" if !goes_on => "interrupted".to_owned(),
        status => status.to_owned(),
    };
    let mut requests = requests_of(conn, (input.request.scene, run)).await?;
    let title = |words: &Words, handler: &str| {
        kind(handler)
            .filter(|_| *words == Words::default())
            .map_or_else(|| words.clone(), |kind| kind.spec().title)
    };
    let mut of = |id: &str, (title, phase, handler): (Words, Phase, &str)| {
        let last = attempts.iter().filter(|attempt| attempt.node == id).max_by_key(|attempt| attempt.attempt);
        let parsed = |json: Option<&String>| -> Value {
            json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
        };
        let mut output = parsed(last.and_then(|last| last.output.as_ref()));
        let usage = parsed(last.and_then(|last| last.usage.as_ref()));
        let requests = requests.remove(id).unwrap_or_default();
        let costs = requests.iter().filter_map(|one| one.request.cost.clone());
        let cost = serde_json::from_value(output["cost"].clone()).ok().or_else(|| Cost::sum(costs));
        let effects = output.as_object_mut().and_then(|output| output.remove("effects"));
        ReportStep {
            step: id.to_owned(),
            title,
            phase,
            handler: handler.to_owned(),
            status: last.map_or_else(|| "pending".to_owned(), status),
            attempt: last.map_or(0, |last| last.attempt),
            millis: last.and_then(|last| Some(last.ended_at? - last.started_at?)),
            model: output["model"].as_str().or_else(|| usage["model"].as_str()).map(str::to_owned),
            cost,
            requests,
            effects: effects.unwrap_or_default(),
            notes: output,
            detail: parsed(last.and_then(|last| last.detail.as_ref())),
        }
    };
    let is_own = |phase: Phase| (phase == Phase::Settled) == is_after_acceptance;
    let main = Words { zh: "写正文".to_owned(), en: "Write the Text".to_owned() };
    let all = input.profile.steps().filter(|(place, _)| is_own(place.phase));
    let mut steps: Vec<ReportStep> = all
        .map(|(place, step)| of(&step.id, (title(&step.title, &step.handler), place.phase, &step.handler)))
        .collect();
    if is_after_acceptance {
        return Ok(steps);
    }
    let at = steps.iter().filter(|step| step.phase == Phase::Pre).count();
    steps.insert(at, of(MAIN, (main, Phase::Main, MAIN)));
    Ok(steps)
}

/// The values that were sent: those of the layers, and those that the template read.
fn artifacts_read(receipt: &Receipt) -> Vec<ArtifactRead> {
    let sent = receipt.parts.iter().filter(|part| part.is_sent()).map(|part| &part.source);
    let sources = sent.chain(receipt.artifacts.iter().map(|read| &read.source));
    let mut all: Vec<ArtifactRead> = Vec::new();
    for source in sources {
        let Source::Artifact { id, name, version } = source else { continue };
        let read = ArtifactRead { artifact: *id, name: name.clone(), version: *version };
        if !all.contains(&read) {
            all.push(read);
        }
    }
    all
}

fn inputs_hash(turn: Option<&TurnRef>, receipt: Option<&Receipt>, artifacts: &[ArtifactRead]) -> String {
    let inputs = json!({
        "profile": turn.map(|turn| &turn.profile_hash),
        "template": receipt.map(|receipt| &receipt.template),
        "artifacts": artifacts,
    });
    ContentHash::of(inputs.to_string().as_bytes()).to_string()
}

/// What is left of a generation with this many characters.
async fn left(
    conn: &mut SqliteConnection,
    (scene, generation): (SceneId, GenerationId),
    length: usize,
) -> Result<Left> {
    // A scene in the bin has no working text to look at.
    let spans = versions::working_spans(conn, scene).await.map(|(_, spans)| spans).unwrap_or_default();
    let ranges: Vec<CharRange> =
        spans.into_iter().filter(|span| span.generation == generation).map(|span| span.range).collect();
    let kept: usize = ranges.iter().map(|range| range.len()).sum();
    Ok(Left { ranges, share: (kept as f64 / length.max(1) as f64).min(1.0) })
}
