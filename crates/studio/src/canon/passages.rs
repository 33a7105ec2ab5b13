//! Passages of the text that prove something: pointed at by who knows where they are, or found by their words.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::Project;
use wenfang_story::canon::Evidence;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::{CharRange, Excerpt, SemanticSearch, TextIndex};
use wenfang_versions as versions;

use crate::error::{Code, Error, Result};
use crate::meaning;

/// A passage of a scene, pointed at by whoever sees the text.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct Passage {
    /// The scene.
    pub scene: SceneId,
    /// The version whose text is meant; the working text when absent.
    pub version: Option<VersionNo>,
    /// Where, in char offsets; where the quote stands first when absent.
    pub range: Option<CharRange>,
    /// What stands there, character by character.
    pub quote: String,
}

/// The longest quote, in characters.
pub const MAX_QUOTE_LEN: usize = 10_000;

/// The passage in a version of its own: a draft becomes a version first.
///
/// # Errors
/// [`Code::QuoteNotFound`] when the quote does not stand there.
pub(crate) async fn evidence(
    conn: &mut SqliteConnection,
    now: Timestamp,
    passage: &Passage,
) -> Result<Evidence> {
    if passage.version.is_none() {
        versions::settle(conn, now, passage.scene).await?;
    }
    let (version, text) = versions::text(conn, passage.scene, passage.version).await?;
    match within(&text, passage.range, &passage.quote) {
        Some(range) => Ok(Evidence {
            scene: passage.scene,
            version: version.version,
            range,
            quote: passage.quote.clone(),
        }),
        None => Err(not_there(passage)),
    }
}

/// Where a quote stands in a text: at `range`, or where it stands first.
pub(crate) fn within(text: &str, range: Option<CharRange>, quote: &str) -> Option<CharRange> {
    let length = quote.chars().count();
    if length == 0 || length > MAX_QUOTE_LEN {
        return None;
    }
    let index = TextIndex::new(text);
    match range {
        Some(range) => (index.get(range) == Some(quote)).then_some(range),
        None => text.find(quote).map(|byte| index.range_of(byte..byte + quote.len())),
    }
}

fn not_there(passage: &Passage) -> Error {
    Error::new(
        Code::QuoteNotFound,
        format!("the quote does not stand in scene {}", passage.scene),
        "Nothing was changed. Quote the text character by character.",
    )
    .with(json!({ "scene": passage.scene }))
}

/// A range of a version of a scene.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct LocateRange {
    /// The scene.
    pub scene: SceneId,
    /// The version.
    pub version: VersionNo,
    /// Where in its text, in char offsets.
    pub range: CharRange,
}

/// Where a range of a version stands now.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RangeLocated {
    /// Where in the working text, in char offsets; none where it is gone or cannot be found for sure.
    pub range: Option<CharRange>,
    /// How it was found.
    pub method: wenfang_text::Method,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// The words around it.
    pub excerpt: Option<Excerpt>,
}

/// Says where a range of a version stands in the working text of its scene.
pub async fn locate(project: &Project, request: LocateRange) -> Result<RangeLocated> {
    let semantic = meaning::semantic::of(project).await;
    let semantic = semantic.as_ref().map(|model| model as &dyn SemanticSearch);
    let mut tx = project.begin_read().await?;
    let (working, found) =
        versions::locate(&mut tx, (request.scene, request.version), (request.range, semantic)).await?;
    let range = found.sure();
    let excerpt = range.map(|range| Excerpt::new(&TextIndex::new(&working.text), range));
    Ok(RangeLocated { range, method: found.method, confidence: found.confidence, excerpt })
}
