//! Search by words and by meaning.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use wenfang_embed::Role;
use wenfang_project::watch::Watch;
use wenfang_search::{Fused, Index, Query, Scope, TextHit, VectorHit, fuse, words_first};
use wenfang_usecase::{Code, Error, Result};

use super::embed::{embed_some, embedded};
use super::filters::{Filters, Horizon, scope};
use super::open_index;
use super::refresh::refresh;
use super::state::{Meaning, meaning_of};
use super::views::{Hit, hits};
use crate::Library;

/// Maximum length of a query, in characters.
const MAX_LEN: usize = 1_000;
/// Default number of hits.
const DEFAULT_LIMIT: usize = 50;
/// Maximum number of hits.
const MAX_LIMIT: usize = 500;
/// Candidates per search method before fusion, so that top hits of one method are ranked by the other.
const CANDIDATES: usize = 200;
/// Changed texts that a search indexes before it runs. A whole book is indexed in the background.
pub(super) const CATCH_UP: usize = 24;
/// Passages that a search embeds with the fallback itself: a book of some hundred thousand characters, in
/// milliseconds.
const FALLBACK_BATCH: usize = 4_096;
/// Fallback similarities below this come from common characters only.
const FALLBACK_FLOOR: f32 = 0.25;

/// The method of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// By words and by meaning.
    #[default]
    Hybrid,
    /// By words: all of them, or some if no paragraph contains all. Quoted phrases are always required.
    Text,
    /// By meaning.
    Vector,
}

/// A search.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Search {
    /// Words, “phrases”, -excluded words, prefixes*; at most 1,000 characters.
    pub query: String,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub mode: SearchMode,
    /// The texts to search.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub filters: Filters,
    /// Maximum number of hits; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SearchFound")]
pub struct Found {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Number of paragraphs that contain all the words, regardless of the limit. These are the first hits by
    /// words; later hits, or all if it is 0, contain only some of the words.
    pub total: usize,
    /// The embedding model used; none for a search by words.
    pub meaning: Option<Meaning>,
    /// Parts of the search that failed.
    pub missing: Vec<Missing>,
    /// Number of changed texts that are not indexed yet.
    pub left: usize,
}

/// A part of a search that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "part", rename_all = "snake_case")]
#[ts(rename = "SearchMissing")]
pub enum Missing {
    /// Search by meaning.
    Vectors { reason: String },
    /// Search by words.
    Words { reason: String },
}

/// Searches the project.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for an empty or overlong query;
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) for a scene or chapter that is not in the manuscript. If one
/// search method fails, the answer says so; only if both fail is it an error.
pub async fn search(library: &Library<'_>, request: Search, watch: &Watch) -> Result<Found> {
    let query = parse_query(&request.query)?;
    let limit = limit(request.limit)?;
    let index = open_index::index(library).await?;
    let left = refresh(library, &index, CATCH_UP, watch).await?.left;
    let horizon = request.filters.as_of.map_or(Horizon::Open, Horizon::With);
    let scope = match request.filters == Filters::default() {
        true => Scope::Everything,
        false => {
            let indexed = index.sources().await?.into_keys();
            scope(library.project, (&request.filters, horizon), indexed, watch).await?
        }
    };
    let searched = searched(library, &index, (&query, request.mode, &scope), limit * 2).await?;
    // Build more hits than requested, since those with an excluded word are dropped.
    let first = searched.fused.get(..limit * 2).unwrap_or(&searched.fused);
    let mut hits = hits(library, &index, (first, Some(&query))).await?;
    hits.truncate(limit);
    Ok(Found { hits, total: searched.total, meaning: searched.meaning, missing: searched.missing, left })
}

/// The ranked passages of a search, before their texts are read.
pub struct Searched {
    pub fused: Vec<Fused>,
    pub(super) total: usize,
    pub(super) meaning: Option<Meaning>,
    pub missing: Vec<Missing>,
}

/// Searches a scope with the requested methods that are available. Exact matches of the words precede partial
/// matches.
pub(super) async fn searched(
    library: &Library<'_>,
    index: &Index,
    (query, mode, scope): (&Query, SearchMode, &Scope),
    wanted: usize,
) -> Result<Searched> {
    let candidates = CANDIDATES.max(wanted);
    let mut total = 0;
    let words = async {
        if mode == SearchMode::Vector {
            return Ok(Vec::new());
        }
        let exact = index.search_text(query, scope, candidates).await?;
        total = exact.total;
        let mut words = exact.hits;
        let known: HashSet<_> = words.iter().map(|hit| hit.paragraph).collect();
        let some = match mode {
            SearchMode::Hybrid if words.len() < candidates => {
                index.recall(&query.plain(), scope, candidates).await?
            }
            SearchMode::Text if words.is_empty() => some_words(index, (query, scope), candidates).await?,
            _ => Vec::new(),
        };
        words.extend(some.into_iter().filter(|hit| !known.contains(&hit.paragraph)));
        Ok::<_, wenfang_search::Error>(words)
    };
    let words = words.await;
    let meaning = match mode {
        SearchMode::Text => None,
        _ => Some(by_meaning(library, index, (&query.plain(), scope), candidates).await),
    };
    Ok(Searched { total, ..combined(words, meaning)? })
}

/// Paragraphs that contain some of the words and all quoted phrases.
async fn some_words(
    index: &Index,
    (query, scope): (&Query, &Scope),
    wanted: usize,
) -> wenfang_search::Result<Vec<TextHit>> {
    let mut found = index.recall(&query.plain(), scope, wanted).await?;
    let ids: Vec<_> = found.iter().map(|hit| hit.paragraph).collect();
    let texts = index.paragraphs(&ids).await?;
    let holding: HashSet<_> = texts
        .iter()
        .filter(|passage| query.phrases_are_in(&passage.text))
        .map(|passage| passage.id)
        .collect();
    found.retain(|hit| holding.contains(&hit.paragraph));
    Ok(found)
}

/// Finds passages related to some words, even if they contain only a few of them.
pub async fn recalled(
    library: &Library<'_>,
    index: &Index,
    (words, scope): (&str, &Scope),
) -> Result<Searched> {
    let found = index.recall(words, scope, CANDIDATES).await;
    combined(found, Some(by_meaning(library, index, (words, scope), CANDIDATES).await))
}

/// Combines the results of both search methods. A failed method is reported as missing; it is an error only if
/// none succeeded.
fn combined(
    words: wenfang_search::Result<Vec<TextHit>>,
    meaning: Option<Result<(Vec<VectorHit>, Meaning)>>,
) -> Result<Searched> {
    let mut missing = Vec::new();
    let words = words.unwrap_or_else(|error| {
        tracing::warn!(%error, "search by words failed");
        missing.push(Missing::Words { reason: error.to_string() });
        Vec::new()
    });
    let by_meaning = meaning.is_some();
    let (vectors, meaning) = match meaning {
        Some(Ok((found, meaning))) => (found, Some(meaning)),
        Some(Err(error)) => {
            tracing::warn!(code = ?error.code, "search by meaning failed");
            missing.push(Missing::Vectors { reason: error.message });
            (Vec::new(), None)
        }
        None => (Vec::new(), None),
    };
    if missing.len() > usize::from(by_meaning) {
        let reasons = missing.into_iter().map(|missing| match missing {
            Missing::Vectors { reason } | Missing::Words { reason } => reason,
        });
        let hint =
            "The text of the novel is not affected. Rebuild the index (`wenfang index FILE --rebuild`).";
        return Err(Error::new(Code::Io, reasons.collect::<Vec<_>>().join("; "), hint));
    }
    let knows_meaning = meaning.as_ref().is_some_and(|meaning| !meaning.is_fallback);
    let fused = if knows_meaning { fuse(&words, &vectors) } else { words_first(&words, &vectors) };
    Ok(Searched { fused, total: 0, meaning, missing })
}

/// Finds the passages nearest in meaning, with the embedding model used.
pub(super) async fn by_meaning(
    library: &Library<'_>,
    index: &Index,
    (words, scope): (&str, &Scope),
    wanted: usize,
) -> Result<(Vec<VectorHit>, Meaning)> {
    let (embedder, meaning) = meaning_of(library, index).await?;
    if meaning.is_fallback {
        // The fallback is so cheap that a search need not wait for background indexing.
        embed_some(library, index, (&embedder, FALLBACK_BATCH)).await?;
    }
    if words.trim().is_empty() {
        return Ok((Vec::new(), meaning));
    }
    let vector = embedded(&embedder, vec![words.to_owned()], Role::Query).await?.pop().unwrap_or_default();
    let mut found = index.search_vectors(&embedder.identity().key(), &vector, scope, wanted).await?;
    if meaning.is_fallback {
        found.retain(|hit| hit.similarity >= FALLBACK_FLOOR);
        let ids: Vec<_> = found.iter().map(|hit| hit.paragraph).collect();
        let texts = index.paragraphs(&ids).await?;
        let alike: HashSet<_> = texts
            .iter()
            .filter(|passage| share_letters(words, &passage.text))
            .map(|passage| passage.id)
            .collect();
        found.retain(|hit| alike.contains(&hit.paragraph));
    }
    Ok((found, meaning))
}

/// Whether two texts share a pair of letters, or the only letter of one of them. The fallback hashes into few
/// buckets, so among some thousand short passages a few collide with the query without sharing anything.
fn share_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (letters(one), letters(other));
    let length = one.len().min(other.len()).min(2);
    let pairs: HashSet<&[char]> = one.windows(length.max(1)).collect();
    length > 0 && other.windows(length).any(|pair| pairs.contains(pair))
}

/// Parses a query.
pub(super) fn parse_query(words: &str) -> Result<Query> {
    if words.chars().count() > MAX_LEN {
        return Err(Error::bad_request(
            format!("the query is longer than {MAX_LEN} characters"),
            "Nothing was changed. Shorten the query, or search for similar passages.",
        ));
    }
    let query = Query::parse(words);
    if query.is_empty() {
        return Err(Error::bad_request(
            "the query contains no word to search for",
            "Nothing was changed. Enter at least one word.",
        ));
    }
    Ok(query)
}

/// Checks the requested number of hits.
pub(super) fn limit(wanted: Option<usize>) -> Result<usize> {
    match wanted.unwrap_or(DEFAULT_LIMIT) {
        limit @ 1..=MAX_LIMIT => Ok(limit),
        limit => Err(Error::bad_request(
            format!("cannot return {limit} hits; the maximum is {MAX_LIMIT}"),
            format!("Nothing was changed. Ask for 1 to {MAX_LIMIT} hits."),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::share_letters;

    #[test]
    fn texts_share_letters_if_a_pair_is_common() {
        assert!(share_letters("葬花", "阶前闷杀葬花人，"));
        assert!(share_letters("花", "红消香断，花谢"));
        assert!(share_letters("Snow Fell", "the SNOW"));
        for (one, other) in [("葬花", "红拂"), ("葬花", "花葬"), ("", "花"), ("……", "花")] {
            assert!(!share_letters(one, other), "{one} {other}");
        }
    }
}
