//! Generations: listing, reading, provenance in the text, and the author's decisions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_drafting::receipt::Receipt;
use wenfang_manuscript::scenes::{SceneRequest, SceneSaved, canonical};
use wenfang_project::generations::{self, Generation};
use wenfang_project::{Project, branches, receipts, spans};
use wenfang_story::generation::{Act, AiSpan, Fate, GenerationStatus, OverflowFate};
use wenfang_story::{Author, GenerationId, SaveKind, SceneId, VersionNo};
use wenfang_text::{CharOffset, CharRange, TextIndex};
use wenfang_usecase::{Code, Error, NoParams, Result};
use wenfang_versions::{self as versions, DraftFate, NewText};

use super::request::GenerationView;
use crate::Session;

/// A filter for generations.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListGenerations {
    /// Only those of this scene; the whole novel when absent.
    pub scene: Option<SceneId>,
    /// Only those that the author has not decided on.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub open_only: bool,
}

/// A list of generations.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationList {
    /// Newest first.
    pub generations: Vec<GenerationView>,
}

/// Lists generations.
pub async fn list(session: &Session, request: ListGenerations) -> Result<GenerationList> {
    let mut tx = session.project.begin_read().await?;
    let all = generations::list(&mut tx, request.scene).await?;
    let wanted = |generation: &Generation| {
        // One that runs may have no text yet; a window that was reloaded goes on with it.
        let has_text = !generation.text.is_empty() || session.models.is_running(generation.id);
        !request.open_only || (generation.record.fate == Fate::Open && has_text)
    };
    let generations = all.into_iter().filter(wanted).map(|generation| view(session, generation)).collect();
    Ok(GenerationList { generations })
}

/// Converts a generation for the answer. One that is marked as running but is not was interrupted.
pub(crate) fn view(session: &Session, generation: Generation) -> GenerationView {
    let Generation { id, mut record, text, overflow, created_at } = generation;
    let interrupted = record.status == GenerationStatus::Running && !session.models.is_running(id);
    if interrupted {
        record.status = GenerationStatus::Incomplete;
    }
    GenerationView { id, record, text, overflow, created_at, interrupted }
}

/// Identifies a generation.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct GenerationRequest {
    pub generation: GenerationId,
}

/// A generation with its receipt.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationCard {
    pub generation: GenerationView,
    /// What was sent to the model, and what was left out and why; none if no model was asked.
    pub receipt: Option<Receipt>,
}

/// Shows a generation with its receipt.
pub async fn get(session: &Session, request: GenerationRequest) -> Result<GenerationCard> {
    let mut tx = session.project.begin_read().await?;
    let generation = generations::require(&mut tx, request.generation).await?;
    let receipt = receipt_of(&mut tx, request.generation).await?;
    Ok(GenerationCard { generation: view(session, generation), receipt })
}

pub(crate) async fn receipt_of(
    conn: &mut sqlx::SqliteConnection,
    id: GenerationId,
) -> Result<Option<Receipt>> {
    let Some(json) = receipts::get(conn, id).await? else { return Ok(None) };
    serde_json::from_str(&json).map(Some).map_err(|error| {
        Error::new(
            Code::Damaged,
            format!("the receipt of generation {id} is unreadable: {error}"),
            "The text of the novel is not affected.",
        )
    })
}

/// A position in a text.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AtPlace {
    pub scene: SceneId,
    /// The working text when absent.
    pub version: Option<VersionNo>,
    /// In char offsets of that text.
    pub offset: CharOffset,
}

/// The origin of a character.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Origin {
    /// The AI-written span that contains it; none if the author wrote it.
    pub span: Option<AiSpan>,
    /// What was sent to the model for it.
    pub receipt: Option<Receipt>,
}

/// Finds where a character came from: the author, or a generation with its receipt.
pub async fn at(project: &Project, request: AtPlace) -> Result<Origin> {
    let mut tx = project.begin_read().await?;
    let existing = match request.version {
        Some(version) => spans::list(&mut tx, (request.scene, version)).await?,
        None => versions::working_spans(&mut tx, request.scene).await?.1,
    };
    let holds = |span: &AiSpan| span.range.start() <= request.offset && request.offset < span.range.end();
    let span = existing.into_iter().find(holds);
    let receipt = match span {
        Some(span) => receipt_of(&mut tx, span.generation).await?,
        None => None,
    };
    Ok(Origin { span, receipt })
}

/// The AI-written spans of a text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneSpans {
    pub scene: SceneId,
    /// The version of the text; for a draft, its base version.
    pub version: VersionNo,
    /// In order, in char offsets of the working text.
    pub spans: Vec<AiSpan>,
}

/// Lists the AI-written spans in the working text of a scene.
pub async fn spans_in(project: &Project, request: SceneRequest) -> Result<SceneSpans> {
    let mut tx = project.begin_read().await?;
    let (working, spans) = versions::working_spans(&mut tx, request.scene).await?;
    Ok(SceneSpans { scene: request.scene, version: working.version.version, spans })
}

/// Accepts the whole text of a generation into its scene, as a new version. The editor accepts parts by saving
/// the text with its spans instead.
///
/// # Errors
/// [`Code::BadRequest`] if the generation is not prose or has no text.
pub async fn accept(project: &Project, request: GenerationRequest) -> Result<SceneSaved> {
    let mut tx = project.begin_write().await?;
    let mut generation = generations::require(&mut tx, request.generation).await?;
    let record = &generation.record;
    if !record.act.is_prose() || !record.act.is_of_scene() || generation.text.is_empty() {
        return Err(Error::bad_request(
            format!("generation {} has no prose to accept", request.generation),
            "Nothing was changed. Accept cards and titles field by field.",
        ));
    }
    let (_, base) = versions::text(&mut tx, record.scene, Some(record.base)).await?;
    let text = replaced(&base, record.range, &generation.text);
    let existing = spans::list(&mut tx, (record.scene, record.base)).await?;
    let own = (request.generation, generation.text.chars().count());
    let spans = spans_replaced(&existing, record.range, own);
    let saved = versions::save(
        &mut tx,
        project.now(),
        NewText {
            scene: record.scene,
            base: Some(record.base),
            text: &canonical(text)?,
            spans: Some(&spans),
            author: Author::Ai,
            kind: SaveKind::Explicit,
            draft: DraftFate::Preserved,
        },
    )
    .await?;
    generation.record.fate = Fate::Accepted;
    generations::update(&mut tx, &generation).await?;
    let scene = generation.record.scene;
    let (main_branch, _) = branches::main_line(&mut tx, scene).await?;
    tx.commit().await?;
    Ok(SceneSaved {
        scene,
        version: saved.version,
        branch: saved.branch,
        branched: saved.branch != main_branch,
        unchanged: saved.unchanged,
    })
}

/// Replaces a range of a text; the range is clamped to the text.
pub(crate) fn replaced(text: &str, range: CharRange, by: &str) -> String {
    let index = TextIndex::new(text);
    let end = range.end().get().min(index.len());
    let start = range.start().get().min(end);
    let (head, tail) = (CharRange::new(0, start), CharRange::new(end, index.len()));
    [index.slice(head), by, index.slice(tail)].concat()
}

/// The spans of a text after a generation of the given length, in chars, replaced `range`.
fn spans_replaced(
    spans: &[AiSpan],
    range: CharRange,
    (generation, length): (GenerationId, usize),
) -> Vec<AiSpan> {
    let (from, until) = (range.start().get(), range.end().get());
    let ends = |span: &AiSpan| (span.range.start().get(), span.range.end().get());
    let part = |span: &AiSpan, (start, end)| {
        (start < end).then(|| AiSpan { range: CharRange::new(start, end), ..*span })
    };
    let before = spans.iter().filter_map(|span| {
        let (start, end) = ends(span);
        part(span, (start, end.min(from)))
    });
    let behind = spans.iter().filter_map(|span| {
        let (start, end) = ends(span);
        let moved = |place: usize| place.max(until) - until + from + length;
        part(span, (moved(start), moved(end)))
    });
    let own = AiSpan { generation, range: CharRange::new(from, from + length) };
    before.chain([own]).chain(behind).collect()
}

/// The author's decision about a generation.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Decide {
    pub generation: GenerationId,
    /// A decision about its text, if any.
    pub fate: Option<Fate>,
    /// A decision about its overflow, if any.
    pub overflow: Option<OverflowFate>,
}

/// Records the author's decision about a generation. Its text is preserved in any case.
pub async fn decide(project: &Project, request: Decide) -> Result<Value> {
    let mut tx = project.begin_write().await?;
    let mut generation = generations::require(&mut tx, request.generation).await?;
    let record = &mut generation.record;
    record.fate = request.fate.unwrap_or(record.fate);
    record.overflow_fate = request.overflow.unwrap_or(record.overflow_fate);
    generations::update(&mut tx, &generation).await?;
    tx.commit().await?;
    Ok(serde_json::json!({}))
}

/// The shelf of overflow text (余稿).
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Shelf {
    /// Newest first.
    pub items: Vec<ShelfItem>,
}

/// The overflow of a generation.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ShelfItem {
    pub generation: GenerationId,
    pub scene: SceneId,
    pub act: Act,
    pub text: String,
    pub created_at: wenfang_story::Timestamp,
}

/// Lists the overflow that the author has not decided on. Malformed answers are not prose; they stay with their
/// generations.
pub async fn shelf(project: &Project, _: NoParams) -> Result<Shelf> {
    let mut tx = project.begin_read().await?;
    let all = generations::with_overflow(&mut tx).await?;
    let open = all.into_iter().filter(|generation| {
        generation.record.act.is_prose() && generation.record.overflow_fate == OverflowFate::Kept
    });
    let item = |generation: Generation| ShelfItem {
        generation: generation.id,
        scene: generation.record.scene,
        act: generation.record.act,
        text: generation.overflow,
        created_at: generation.created_at,
    };
    Ok(Shelf { items: open.map(item).collect() })
}
