//! Passages of the text as evidence, located by range or by their words.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::Project;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::marks::find_quote;
use wenfang_text::{CharRange, Excerpt, SemanticSearch, TextIndex};
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions::{self as versions, MovedPassage, PassageOrigin};

use crate::lore::Done;
use crate::semantics;

/// A passage of a scene that the caller has seen.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Passage {
    pub scene: SceneId,
    /// The version of the text; the working text when absent.
    pub version: Option<VersionNo>,
    /// The position, in char offsets; the first occurrence of the quote when absent.
    pub range: Option<CharRange>,
    /// The exact text of the passage.
    pub quote: String,
}

/// Maximum length of a quote, in characters.
pub const MAX_QUOTE_LEN: usize = 10_000;

/// The passage as a range of a version; a draft becomes a version first.
///
/// # Errors
/// [`Code::QuoteNotFound`] if the quote is not at that position.
pub(crate) async fn evidence(
    conn: &mut SqliteConnection,
    now: Timestamp,
    passage: &Passage,
) -> Result<Evidence> {
    if passage.version.is_none() {
        versions::commit_draft(conn, now, passage.scene).await?;
    }
    let (version, text) = versions::text(conn, passage.scene, passage.version).await?;
    match within(&text, passage.range, &passage.quote) {
        Some(range) => Ok(Evidence {
            scene: passage.scene,
            version: version.version,
            range,
            quote: TextIndex::new(&text).slice(range).to_owned(),
        }),
        None => Err(quote_not_found(passage)),
    }
}

/// The position of a quote in a text: `range` if the quote is there, or its first occurrence, with or without marks
/// inside. The words there are the evidence, not the quote.
pub fn within(text: &str, range: Option<CharRange>, quote: &str) -> Option<CharRange> {
    let length = quote.chars().count();
    if length == 0 || length > MAX_QUOTE_LEN {
        return None;
    }
    let index = TextIndex::new(text);
    match range {
        Some(range) => (index.get(range) == Some(quote)).then_some(range),
        None => find_quote(text, quote),
    }
}

fn quote_not_found(passage: &Passage) -> Error {
    Error::new(
        Code::QuoteNotFound,
        format!("the quote does not occur in scene {}", passage.scene),
        "Nothing was changed. Quote the text character by character.",
    )
    .with(json!({ "scene": passage.scene }))
}

/// A range of a version of a scene.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct LocateRange {
    pub scene: SceneId,
    pub version: VersionNo,
    /// The range in its text, in char offsets.
    pub range: CharRange,
}

/// The current position of a range.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RangeLocated {
    /// The range in the working text, in char offsets; none if the text is gone or cannot be located with certainty.
    pub range: Option<CharRange>,
    pub method: wenfang_text::Method,
    /// The certainty of the position, 0 to 1.
    pub confidence: f64,
    /// The words around it.
    pub excerpt: Option<Excerpt>,
}

/// Locates a range of a version in the working text of its scene.
pub async fn locate(project: &Project, request: LocateRange) -> Result<RangeLocated> {
    let semantic = semantics::load(project).await;
    let semantic = semantic.as_deref().map(|model| model as &dyn SemanticSearch);
    let mut tx = project.begin_read().await?;
    let (working, found) =
        versions::locate(&mut tx, (request.scene, request.version), (request.range, semantic)).await?;
    let range = found.sure();
    let excerpt = range.map(|range| Excerpt::new(&TextIndex::new(&working.text), range));
    Ok(RangeLocated { range, method: found.method, confidence: found.confidence, excerpt })
}

/// Passages that were cut in other scenes and pasted into this one.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CarryPassages {
    /// The scene into which they were pasted.
    pub scene: SceneId,
    pub passages: Vec<MovedPassage>,
}

/// Passages that were carried to a scene; the input of [`carry_back`].
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PassagesCarried {
    pub scene: SceneId,
    /// Where they were before.
    pub origins: Vec<PassageOrigin>,
}

/// Moves thread anchors and comments whose own passages were deleted to where their words were pasted.
///
/// # Errors
/// [`Code::NotFound`] for an unknown scene, thread anchor or comment.
pub async fn carry(project: &Project, request: CarryPassages) -> Result<PassagesCarried> {
    let mut tx = project.begin_write().await?;
    let origins = versions::carry(&mut tx, project.now(), request.scene, &request.passages).await?;
    tx.commit().await?;
    Ok(PassagesCarried { scene: request.scene, origins })
}

/// Gives carried thread anchors and comments their former passages back, once the pasted ones are deleted.
///
/// # Errors
/// [`Code::NotFound`] for an unknown scene, thread anchor or comment.
pub async fn carry_back(project: &Project, request: PassagesCarried) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    let count = versions::carry_back(&mut tx, request.scene, &request.origins).await?;
    tx.commit().await?;
    Ok(Done { count })
}
