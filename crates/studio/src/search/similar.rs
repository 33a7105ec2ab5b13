//! Passages that are like a text or a scene, and passages that say nearly the same twice.

use serde::{Deserialize, Serialize};
use wenfang_project::watch::{self, Watch};
use wenfang_search::{Fused, Scope, SourceKind};
use wenfang_story::SceneId;
use wenfang_versions as versions;

use super::filters::{Filters, Horizon, scope};
use super::held;
use super::query::{CATCH_UP, Missing, by_meaning, limit};
use super::refresh::refresh;
use super::state::Meaning;
use super::views::{Hit, hits, placed};
use crate::drafting::Session;
use crate::error::{Error, Result};

/// Characters of a text that are compared: what a model reads at once.
const COMPARED: usize = 400;
/// The part of the shorter passage's stretches of four characters that stands in both where one repeats the other. Two
/// passages of one author on the same matter share less than a fifth; one that was reworked still more than half.
const REPEATED: f32 = 0.6;

/// What to compare with.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Similar {
    /// A text; its first 400 characters are compared.
    pub text: Option<String>,
    /// A scene, by its working text; its own passages are not answered.
    pub scene: Option<SceneId>,
    /// Where to look.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub filters: Filters,
    /// The most hits in the answer; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// What is like it.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SimilarFound {
    /// The likest first.
    pub hits: Vec<Hit>,
    /// By what meaning is known.
    pub meaning: Option<Meaning>,
    /// What could not be done.
    pub missing: Vec<Missing>,
}

/// Finds passages that are like a text or a scene.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) unless there is one of the two to compare with.
pub async fn similar(session: &Session, request: Similar) -> Result<SimilarFound> {
    let limit = limit(request.limit)?;
    let text = match (&request.text, request.scene) {
        (Some(text), None) => text.clone(),
        (None, Some(scene)) => {
            let mut tx = session.project.begin_read().await?;
            versions::working_text(&mut tx, scene).await?.text
        }
        _ => return Err(nothing()),
    };
    let text: String = text.trim().chars().take(COMPARED).collect();
    if text.is_empty() {
        return Err(nothing());
    }
    let index = held::index(session).await?;
    refresh(session, &index, CATCH_UP).await?;
    let horizon = request.filters.as_of.map_or(Horizon::Open, Horizon::With);
    let own = request.scene.map(SceneId::get);
    let keys = index.sources().await?.into_keys();
    let keys = keys.filter(|key| !(own == Some(key.id) && key.kind.is_of_scene()));
    let scope = scope(&session.project, (&request.filters, horizon), keys).await?;
    let (found, meaning) = by_meaning(session, &index, (&text, &scope), limit).await?;
    let fused: Vec<Fused> = wenfang_search::fuse(&[], &found).into_iter().take(limit).collect();
    let hits = hits(session, &index, (&fused, None)).await?;
    Ok(SimilarFound { hits, meaning: Some(meaning), missing: Vec::new() })
}

/// How many pairs are wanted.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct FindDuplicates {
    /// The most pairs in the answer; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// Passages that are said twice.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DuplicatesFound {
    /// Those that share most first.
    pub pairs: Vec<DuplicatePair>,
    /// Texts that changed and are not in the index yet.
    pub left: usize,
}

/// Two passages, of which one nearly repeats the other.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DuplicatePair {
    /// One of them.
    pub first: Hit,
    /// The other.
    pub second: Hit,
    /// Of a hundred stretches of four characters of the shorter one so many stand in both.
    pub shared: u8,
}

/// Finds passages of the novel that nearly repeat another one, by their words.
///
/// # Errors
/// [`Code::Stopped`](crate::Code::Stopped).
pub async fn duplicates(session: &Session, request: FindDuplicates) -> Result<DuplicatesFound> {
    let limit = limit(request.limit)?;
    let index = held::index(session).await?;
    let left = refresh(session, &index, CATCH_UP).await?.left;
    let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
    let watching = Watch::current();
    let told =
        move |done, all| watching.as_ref().is_none_or(|watch| watch.report("compare", done, all).is_ok());
    let found = index.repetitions(&Scope::sources(keys), (REPEATED, limit), told).await?;
    watch::report("compare", 1, 1)?;
    let sides: Vec<Fused> =
        found.iter().flat_map(|pair| [pair.first, pair.second]).map(Fused::of_paragraph).collect();
    let mut sides = placed(session, &index, (&sides, None)).await?.into_iter();
    let mut pairs = Vec::with_capacity(found.len());
    for pair in found {
        if let (Some(first), Some(second)) = (sides.next().flatten(), sides.next().flatten()) {
            // At most a hundred: it is a part.
            pairs.push(DuplicatePair { first, second, shared: (pair.shared * 100.0) as u8 });
        }
    }
    Ok(DuplicatesFound { pairs, left })
}

fn nothing() -> Error {
    Error::bad_request(
        "there is nothing to compare with",
        "Nothing was changed. Name a text or a scene that has one.",
    )
}
