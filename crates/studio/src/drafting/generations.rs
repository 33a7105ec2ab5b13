//! What models wrote: the list, one of them, where it stands in the text, and what becomes of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_drafting::receipt::{self, Receipt, ReceiptDiff};
use wenfang_project::generations::{self, Generation};
use wenfang_project::{Project, branches, spans};
use wenfang_story::generation::{Act, AiSpan, Fate, GenerationStatus, OverflowFate};
use wenfang_story::{Author, GenerationId, SaveKind, SceneId, VersionNo};
use wenfang_text::{CharOffset, CharRange, TextIndex};
use wenfang_versions::{self as versions, DraftFate, NewText};

use super::Session;
use super::request::GenerationView;
use crate::error::{Code, Error, Result};
use crate::projects::NoParams;
use crate::scenes::{SceneRequest, SceneSaved, canonical};

/// Which generations.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListGenerations {
    /// Those of a scene; of the whole novel when absent.
    pub scene: Option<SceneId>,
    /// Only those the author has not decided on.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub open_only: bool,
}

/// Generations in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationList {
    /// Newest first.
    pub generations: Vec<GenerationView>,
}

/// Lists what models wrote.
pub async fn list(session: &Session, request: ListGenerations) -> Result<GenerationList> {
    let mut tx = session.project.begin_read().await?;
    let all = generations::list(&mut tx, request.scene).await?;
    let wanted = |generation: &Generation| {
        !request.open_only || (generation.record.fate == Fate::Open && !generation.text.is_empty())
    };
    let generations = all.into_iter().filter(wanted).map(|generation| view(session, generation)).collect();
    Ok(GenerationList { generations })
}

/// A generation as it is shown; one that nobody runs any more was interrupted.
pub(super) fn view(session: &Session, generation: Generation) -> GenerationView {
    let Generation { id, mut record, text, overflow, created_at } = generation;
    let interrupted = record.status == GenerationStatus::Running && !session.models.is_running(id);
    if interrupted {
        record.status = GenerationStatus::Incomplete;
    }
    GenerationView { id, record, text, overflow, created_at, interrupted }
}

/// A generation.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct GenerationRequest {
    /// Which one.
    pub generation: GenerationId,
}

/// A generation with its receipt.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct GenerationCard {
    /// The generation.
    pub generation: GenerationView,
    /// What the model was sent, and what was left out and why; none where it was not asked.
    pub receipt: Option<Receipt>,
}

/// Shows a generation with its receipt.
pub async fn get(session: &Session, request: GenerationRequest) -> Result<GenerationCard> {
    let mut tx = session.project.begin_read().await?;
    let generation = generations::require(&mut tx, request.generation).await?;
    let receipt = receipt_of(&mut tx, request.generation).await?;
    Ok(GenerationCard { generation: view(session, generation), receipt })
}

async fn receipt_of(conn: &mut sqlx::SqliteConnection, id: GenerationId) -> Result<Option<Receipt>> {
    let Some(json) = generations::receipt(conn, id).await? else { return Ok(None) };
    serde_json::from_str(&json).map(Some).map_err(|error| {
        Error::new(
            Code::Damaged,
            format!("the receipt of generation {id} cannot be read: {error}"),
            "The text is not touched by it.",
        )
    })
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct AtPlace {
    /// The scene.
    pub scene: SceneId,
    /// The version; the working text when absent.
    pub version: Option<VersionNo>,
    /// The place, in char offsets of that text.
    pub offset: CharOffset,
}

/// Where a character came from.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Origin {
    /// The stretch that holds it; none where the author wrote it.
    pub span: Option<AiSpan>,
    /// What the model was sent for it.
    pub receipt: Option<Receipt>,
}

/// Says where the character at a place came from: the author, or a model, and what that was sent.
pub async fn at(project: &Project, request: AtPlace) -> Result<Origin> {
    let mut tx = project.begin_read().await?;
    let there = match request.version {
        Some(version) => spans::list(&mut tx, (request.scene, version)).await?,
        None => versions::working_spans(&mut tx, request.scene).await?.1,
    };
    let holds = |span: &AiSpan| span.range.start() <= request.offset && request.offset < span.range.end();
    let span = there.into_iter().find(holds);
    let receipt = match span {
        Some(span) => receipt_of(&mut tx, span.generation).await?,
        None => None,
    };
    Ok(Origin { span, receipt })
}

/// The stretches of a text that models wrote.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SceneSpans {
    /// The scene.
    pub scene: SceneId,
    /// The version with the text; of a draft the one it was begun from.
    pub version: VersionNo,
    /// In order, in char offsets of the working text.
    pub spans: Vec<AiSpan>,
}

/// Lists the stretches of the working text of a scene that models wrote.
pub async fn spans_in(project: &Project, request: SceneRequest) -> Result<SceneSpans> {
    let mut tx = project.begin_read().await?;
    let (working, spans) = versions::working_spans(&mut tx, request.scene).await?;
    Ok(SceneSpans { scene: request.scene, version: working.version.version, spans })
}

/// Two generations whose receipts are compared.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct CompareReceipts {
    /// The earlier one.
    pub from: GenerationId,
    /// The later one.
    pub to: GenerationId,
}

/// Compares what was sent for two generations.
///
/// # Errors
/// [`Code::NotFound`] where one of them has no receipt.
pub async fn compare(project: &Project, request: CompareReceipts) -> Result<ReceiptDiff> {
    let mut tx = project.begin_read().await?;
    let missing = |id: GenerationId| {
        Error::new(Code::NotFound, format!("generation {id} has no receipt"), "Choose one that was sent.")
    };
    let from = receipt_of(&mut tx, request.from).await?.ok_or_else(|| missing(request.from))?;
    let to = receipt_of(&mut tx, request.to).await?.ok_or_else(|| missing(request.to))?;
    Ok(receipt::compare(&from, &to))
}

/// Takes the whole text of a generation into its scene, as a new version. The editor takes parts by saving the text with
/// its spans instead.
///
/// # Errors
/// [`Code::BadRequest`] where it is no prose, or has no text.
pub async fn accept(project: &Project, request: GenerationRequest) -> Result<SceneSaved> {
    let mut tx = project.begin_write().await?;
    let mut generation = generations::require(&mut tx, request.generation).await?;
    let record = &generation.record;
    if !record.act.is_prose() || generation.text.is_empty() {
        return Err(Error::bad_request(
            format!("generation {} has no prose", request.generation),
            "Nothing was changed. Cards and titles are used field by field.",
        ));
    }
    let (_, base) = versions::text(&mut tx, record.scene, Some(record.base)).await?;
    let text = replaced(&base, record.range, &generation.text);
    let there = spans::list(&mut tx, (record.scene, record.base)).await?;
    let own = (request.generation, generation.text.chars().count());
    let spans = spans_replaced(&there, record.range, own);
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

/// A text with a stretch of it replaced; the range is cut to the text.
fn replaced(text: &str, range: CharRange, by: &str) -> String {
    let index = TextIndex::new(text);
    let end = range.end().get().min(index.len());
    let start = range.start().get().min(end);
    let (head, tail) = (CharRange::new(0, start), CharRange::new(end, index.len()));
    [index.slice(head), by, index.slice(tail)].concat()
}

/// The spans of a text after a generation with so many characters took the place of `range`.
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

/// What the author decided.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Decide {
    /// About which generation.
    pub generation: GenerationId,
    /// About its text, if about that.
    pub fate: Option<Fate>,
    /// About its overflow, if about that.
    pub overflow: Option<OverflowFate>,
}

/// Notes what the author decided about a generation. Its words stay, whatever that is.
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

/// The shelf of overflow (余稿).
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Shelf {
    /// Newest first.
    pub items: Vec<ShelfItem>,
}

/// What was beyond the limit of a generation.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ShelfItem {
    /// The generation.
    pub generation: GenerationId,
    /// Its scene.
    pub scene: SceneId,
    /// What it was asked for.
    pub act: Act,
    /// The words.
    pub text: String,
    /// When it was begun.
    pub created_at: wenfang_story::Timestamp,
}

/// Lists the overflow that the author has not decided on. Answers in another shape than asked are no prose and stay with
/// their generations.
pub async fn shelf(project: &Project, _: NoParams) -> Result<Shelf> {
    let mut tx = project.begin_read().await?;
    let all = generations::with_overflow(&mut tx).await?;
    let kept = all.into_iter().filter(|generation| {
        generation.record.act.is_prose() && generation.record.overflow_fate == OverflowFate::Kept
    });
    let item = |generation: Generation| ShelfItem {
        generation: generation.id,
        scene: generation.record.scene,
        act: generation.record.act,
        text: generation.overflow,
        created_at: generation.created_at,
    };
    Ok(Shelf { items: kept.map(item).collect() })
}
