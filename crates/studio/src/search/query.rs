//! Searching by words and by meaning.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use wenfang_embed::Role;
use wenfang_search::{Fused, Index, Query, Scope, TextHit, VectorHit, fuse, words_first};

use super::embed::{embed_some, embedded};
use super::filters::{Filters, Horizon, scope};
use super::held;
use super::refresh::refresh;
use super::state::{Meaning, meaning_of};
use super::views::{Hit, hits};
use crate::drafting::Session;
use crate::error::{Code, Error, Result};

/// Longest query, in characters.
const MAX_LEN: usize = 1_000;
/// Hits in an answer when the request does not say how many, and the most.
const USUAL: usize = 50;
const MAX: usize = 500;
/// Candidates that each way of searching brings into the fusion: enough that what is first in one is seen in both.
const DEEP: usize = 200;
/// Texts that a search indexes itself before it looks: what an author changed since the last one. A whole book is indexed in
/// the background.
pub(super) const CATCH_UP: usize = 24;
/// Passages to which a search gives vectors of the fallback itself: a book of some hundred thousand characters, in a blink.
const AT_ONCE: usize = 4_096;
/// Similarity below which the fallback for a model has found nothing but common characters.
const FALLBACK_FLOOR: f32 = 0.25;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// By words and by meaning.
    #[default]
    Hybrid,
    /// By words: all of them, or some where no paragraph holds all. What stands in quotation marks is always wanted.
    Text,
    /// By meaning.
    Vector,
}

/// What to search for.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct Search {
    /// Words, “phrases”, -words that must not stand there, prefixes*; at most 1,000 characters.
    pub query: String,
    /// How to search.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub mode: SearchMode,
    /// Where to look.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub filters: Filters,
    /// The most hits in the answer; 50 when absent, at most 500.
    pub limit: Option<usize>,
}

/// What was found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "SearchFound")]
pub struct Found {
    /// The best first.
    pub hits: Vec<Hit>,
    /// Paragraphs that hold all the words, whatever the limit. The first hits by words are these; those after them, and all
    /// where it is 0, hold only some of the words.
    pub total: usize,
    /// By what meaning is known; none where the search was by words alone.
    pub meaning: Option<Meaning>,
    /// What of the search could not be done.
    pub missing: Vec<Missing>,
    /// Texts that changed and are not in the index yet.
    pub left: usize,
}

/// What of a search could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "part", rename_all = "snake_case")]
#[ts(rename = "SearchMissing")]
pub enum Missing {
    /// The search by meaning.
    Vectors {
        /// Why.
        reason: String,
    },
    /// The search by words.
    Words {
        /// Why.
        reason: String,
    },
}

/// Searches.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for an empty or overlong query; [`Code::NotFound`](crate::Code::NotFound) for
/// a scene or chapter that is not in the manuscript. One way of searching that fails is told in the answer; only when
/// both fail is it an error.
pub async fn search(session: &Session, request: Search) -> Result<Found> {
    let query = parsed(&request.query)?;
    let limit = limit(request.limit)?;
    let index = held::index(session).await?;
    let left = refresh(session, &index, CATCH_UP).await?.left;
    let horizon = request.filters.as_of.map_or(Horizon::Open, Horizon::With);
    let scope = match request.filters == Filters::default() {
        true => Scope::Everything,
        false => {
            let indexed = index.sources().await?.into_keys();
            scope(&session.project, (&request.filters, horizon), indexed).await?
        }
    };
    let searched = searched(session, &index, (&query, request.mode, &scope), limit * 2).await?;
    // More than are wanted: those with a word that is to be left out go.
    let few = searched.fused.get(..limit * 2).unwrap_or(&searched.fused);
    let mut hits = hits(session, &index, (few, Some(&query))).await?;
    hits.truncate(limit);
    Ok(Found { hits, total: searched.total, meaning: searched.meaning, missing: searched.missing, left })
}

/// What one search brought, before anything is read for it.
pub(super) struct Searched {
    pub(super) fused: Vec<Fused>,
    pub(super) total: usize,
    pub(super) meaning: Option<Meaning>,
    pub(super) missing: Vec<Missing>,
}

/// Searches in a scope, in the ways that are wanted and can be. What holds the words as they are written comes before what
/// holds some of them.
pub(super) async fn searched(
    session: &Session,
    index: &Index,
    (query, mode, scope): (&Query, SearchMode, &Scope),
    wanted: usize,
) -> Result<Searched> {
    let deep = DEEP.max(wanted);
    let mut total = 0;
    let words = async {
        if mode == SearchMode::Vector {
            return Ok(Vec::new());
        }
        let exact = index.search_text(query, scope, deep).await?;
        total = exact.total;
        let mut words = exact.hits;
        let known: HashSet<_> = words.iter().map(|hit| hit.paragraph).collect();
        let some = match mode {
            SearchMode::Hybrid if words.len() < deep => index.recall(&query.plain(), scope, deep).await?,
            SearchMode::Text if words.is_empty() => some_words(index, (query, scope), deep).await?,
            _ => Vec::new(),
        };
        words.extend(some.into_iter().filter(|hit| !known.contains(&hit.paragraph)));
        Ok::<_, wenfang_search::Error>(words)
    };
    let words = words.await;
    let meaning = match mode {
        SearchMode::Text => None,
        _ => Some(by_meaning(session, index, (&query.plain(), scope), deep).await),
    };
    Ok(Searched { total, ..joined(words, meaning)? })
}

/// Paragraphs that hold some of the words, and everything that stood in quotation marks.
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

/// Recalls what bears on some words, whichever of them it holds.
pub(super) async fn recalled(
    session: &Session,
    index: &Index,
    (words, scope): (&str, &Scope),
) -> Result<Searched> {
    let found = index.recall(words, scope, DEEP).await;
    joined(found, Some(by_meaning(session, index, (words, scope), DEEP).await))
}

/// One answer of two ways of searching. One that failed is missing; only when nothing is left is it an error.
fn joined(
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
        let hint = "The text is not touched by it. Build the index anew (`wenfang index FILE --rebuild`).";
        return Err(Error::new(Code::Io, reasons.collect::<Vec<_>>().join("; "), hint));
    }
    let knows_meaning = meaning.as_ref().is_some_and(|meaning| !meaning.is_fallback);
    let fused = if knows_meaning { fuse(&words, &vectors) } else { words_first(&words, &vectors) };
    Ok(Searched { fused, total: 0, meaning, missing })
}

/// The passages whose meaning is nearest to some words, and by what it is known.
pub(super) async fn by_meaning(
    session: &Session,
    index: &Index,
    (words, scope): (&str, &Scope),
    wanted: usize,
) -> Result<(Vec<VectorHit>, Meaning)> {
    let (embedder, meaning) = meaning_of(session, index).await?;
    if meaning.is_fallback {
        // Comparing characters costs so little that nobody has to wait for the index to be done.
        embed_some(session, index, (&embedder, AT_ONCE)).await?;
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

/// Whether two texts share a pair of letters, or the one letter that one of them is. The fallback hashes into so few places
/// that of some thousand short passages a few fall where the query fell, and have nothing in common with it.
fn share_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (letters(one), letters(other));
    let length = one.len().min(other.len()).min(2);
    let pairs: HashSet<&[char]> = one.windows(length.max(1)).collect();
    length > 0 && other.windows(length).any(|pair| pairs.contains(pair))
}

/// What the author typed, as a query.
pub(super) fn parsed(words: &str) -> Result<Query> {
    if words.chars().count() > MAX_LEN {
        return Err(Error::bad_request(
            format!("a query of more than {MAX_LEN} characters"),
            "Nothing was changed. Search for something shorter, or for similar passages.",
        ));
    }
    let query = Query::parse(words);
    if query.is_empty() {
        return Err(Error::bad_request(
            "the query names nothing to look for",
            "Nothing was changed. Name at least one word.",
        ));
    }
    Ok(query)
}

/// How many hits are wanted.
pub(super) fn limit(wanted: Option<usize>) -> Result<usize> {
    match wanted.unwrap_or(USUAL) {
        limit @ 1..=MAX => Ok(limit),
        limit => Err(Error::bad_request(
            format!("{limit} hits"),
            format!("Nothing was changed. Ask for 1 to {MAX}."),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::share_letters;

    #[test]
    fn texts_are_alike_when_they_share_a_pair_of_letters() {
        assert!(share_letters("葬花", "阶前闷杀葬花人，"));
        assert!(share_letters("花", "红消香断，花谢"));
        assert!(share_letters("Snow Fell", "the SNOW"));
        for (one, other) in [("葬花", "红拂"), ("葬花", "花葬"), ("", "花"), ("……", "花")] {
            assert!(!share_letters(one, other), "{one} {other}");
        }
    }
}
