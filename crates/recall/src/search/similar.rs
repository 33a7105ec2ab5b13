//! Finds passages similar to a text or a scene, and passages that nearly repeat another one.

use serde::{Deserialize, Serialize};
use wenfang_project::watch::Watch;
use wenfang_search::{Fused, Scope, SourceKind};
use wenfang_story::SceneId;
use wenfang_usecase::{Error, Result};
use wenfang_versions as versions;

use super::filters::{Filters, Horizon, scope};
use super::open_index;
use super::query::{CATCH_UP, Missing, by_meaning, limit};
use super::refresh::refresh;
use super::state::Meaning;
use super::views::{Hit, hits, placed};
use crate::Library;

/// Characters of a text that are compared: as much as a model reads at once.
const MAX_COMPARED_CHARS: usize = 400;
/// Share of the shorter passage's four-character sequences that must occur in both for a repetition. Two
/// passages by one author on the same subject share less than a fifth, a reworked one still more than half.
const MIN_SHARED: f32 = 0.6;

/// A text or a scene to compare with.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Similar {
    /// Its first 400 characters are compared.
    pub text: Option<String>,
    /// Its working text is compared; its own passages are excluded.
    pub scene: Option<SceneId>,
    /// The texts to search.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub filters: Filters,
    /// Maximum number of hits; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// Similar passages.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SimilarFound {
    /// Most similar first.
    pub hits: Vec<Hit>,
    pub meaning: Option<Meaning>,
    /// Parts of the search that failed.
    pub missing: Vec<Missing>,
}

/// Finds passages similar to a text or a scene.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) unless exactly one of the two is given and has text.
pub async fn similar(library: &Library<'_>, request: Similar, watch: &Watch) -> Result<SimilarFound> {
    let limit = limit(request.limit)?;
    let text = match (&request.text, request.scene) {
        (Some(text), None) => text.clone(),
        (None, Some(scene)) => {
            let mut tx = library.project.begin_read().await?;
            versions::working_text(&mut tx, scene).await?.text
        }
        _ => return Err(no_text()),
    };
    let text: String = text.trim().chars().take(MAX_COMPARED_CHARS).collect();
    if text.is_empty() {
        return Err(no_text());
    }
    let index = open_index::index(library).await?;
    refresh(library, &index, CATCH_UP, watch).await?;
    let horizon = request.filters.as_of.map_or(Horizon::Open, Horizon::With);
    let own = request.scene.map(SceneId::get);
    let keys = index.sources().await?.into_keys();
    let keys = keys.filter(|key| !(own == Some(key.id) && key.kind.is_of_scene()));
    let scope = scope(library.project, (&request.filters, horizon), keys, watch).await?;
    let (found, meaning) = by_meaning(library, &index, (&text, &scope), limit).await?;
    let fused: Vec<Fused> = wenfang_search::fuse(&[], &found).into_iter().take(limit).collect();
    let hits = hits(library, &index, (&fused, None)).await?;
    Ok(SimilarFound { hits, meaning: Some(meaning), missing: Vec::new() })
}

/// A request for repeated passages.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct FindDuplicates {
    /// Maximum number of pairs; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// Repeated passages.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DuplicatesFound {
    /// Pairs that share most first.
    pub pairs: Vec<DuplicatePair>,
    /// Number of changed texts that are not indexed yet.
    pub left: usize,
}

/// Two passages that nearly repeat each other.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DuplicatePair {
    pub first: Hit,
    pub second: Hit,
    /// Share of the shorter passage's four-character sequences that occur in both, in percent.
    pub shared: u8,
}

/// Finds passages of the novel that nearly repeat another one word for word.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub async fn duplicates(
    library: &Library<'_>,
    request: FindDuplicates,
    watch: &Watch,
) -> Result<DuplicatesFound> {
    let limit = limit(request.limit)?;
    let index = open_index::index(library).await?;
    let left = refresh(library, &index, CATCH_UP, watch).await?.left;
    let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
    let comparing = watch.clone();
    let report = move |done, all| comparing.report("compare", done, all).is_ok();
    let found = index.repetitions(&Scope::sources(keys), (MIN_SHARED, limit), report).await?;
    watch.report("compare", 1, 1)?;
    let sides: Vec<Fused> =
        found.iter().flat_map(|pair| [pair.first, pair.second]).map(Fused::of_paragraph).collect();
    let mut sides = placed(library, &index, (&sides, None)).await?.into_iter();
    let mut pairs = Vec::with_capacity(found.len());
    for pair in found {
        if let (Some(first), Some(second)) = (sides.next().flatten(), sides.next().flatten()) {
            // `pair.shared` is at most 1.
            pairs.push(DuplicatePair { first, second, shared: (pair.shared * 100.0) as u8 });
        }
    }
    Ok(DuplicatesFound { pairs, left })
}

fn no_text() -> Error {
    Error::bad_request(
        "there is no text to compare with",
        "Nothing was changed. Give a text, or a scene that has text.",
    )
}
