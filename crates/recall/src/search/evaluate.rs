//! Measures how often a search ranks the answering paragraph among the first, compared with plain BM25 over
//! character pairs.

use serde::Serialize;
use wenfang_project::watch::Watch;
use wenfang_search::{Grams, Index, ParagraphId, Passage, Scope, SourceKind, bm25};
use wenfang_usecase::{Error, Result};

use super::open_index;
use super::query::{SearchMode, parse_query, searched};
use super::refresh::refresh;
use crate::Library;

/// The questions of an evaluation.
#[derive(Clone, Debug)]
pub struct EvaluateRetrieval {
    /// One question per line: the beginning of its paragraph, a tab, the question. Lines starting with `#` are
    /// skipped.
    pub questions: String,
}

/// The measured rates.
#[derive(Clone, Debug, Serialize)]
pub struct Retrieval {
    /// Number of questions.
    pub questions: usize,
    /// Number of paragraphs searched.
    pub paragraphs: usize,
    /// Search by words and by meaning.
    pub hybrid: Rate,
    /// Search by words only.
    pub text: Rate,
    /// Plain BM25 over character pairs and words, without the index.
    pub plain: Rate,
}

/// Rates in percent of the questions.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Rate {
    /// The right paragraph is first.
    pub first: f64,
    /// It is among the first five.
    pub among_5: f64,
    /// It is among the first ten.
    pub among_10: f64,
}

/// Searches the scenes for every question.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a malformed line, or a paragraph that is missing or not
/// unique; [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub async fn evaluate(library: &Library<'_>, request: EvaluateRetrieval, watch: &Watch) -> Result<Retrieval> {
    let index = open_index::index(library).await?;
    refresh(library, &index, usize::MAX, watch).await?;
    let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
    let scope = Scope::sources(keys);
    let paragraphs = index.all_paragraphs(&scope).await?;
    let questions = questions(&request.questions, &paragraphs)?;
    let texts: Vec<&str> = paragraphs.iter().map(|passage| passage.text.as_str()).collect();
    let length: usize = paragraphs.iter().map(|passage| passage.range.len()).sum();
    let average = length as f64 / paragraphs.len().max(1) as f64;
    let mut ranks = Ranks::default();
    for (done, (question, wanted)) in questions.iter().enumerate() {
        watch.report("questions", done, questions.len())?;
        ranks.hybrid.push(rank(library, (&index, &scope), (question, SearchMode::Hybrid), *wanted).await?);
        ranks.text.push(rank(library, (&index, &scope), (question, SearchMode::Text), *wanted).await?);
        ranks.plain.push(plain_rank((&paragraphs, &texts, average), question, *wanted));
    }
    Ok(Retrieval {
        questions: questions.len(),
        paragraphs: paragraphs.len(),
        hybrid: rate(&ranks.hybrid),
        text: rate(&ranks.text),
        plain: rate(&ranks.plain),
    })
}

/// The rank of the right paragraph for each question, from 0; none if it was not found.
#[derive(Default)]
struct Ranks {
    hybrid: Vec<Option<usize>>,
    text: Vec<Option<usize>>,
    plain: Vec<Option<usize>>,
}

fn rate(ranks: &[Option<usize>]) -> Rate {
    let among = |most: usize| {
        let found = ranks.iter().flatten().filter(|&&rank| rank < most).count();
        (found as f64 * 1_000.0 / ranks.len().max(1) as f64).round() / 10.0
    };
    Rate { first: among(1), among_5: among(5), among_10: among(10) }
}

fn questions<'q>(lines: &'q str, paragraphs: &[Passage]) -> Result<Vec<(&'q str, ParagraphId)>> {
    let mut questions = Vec::new();
    for (number, line) in (1..).zip(lines.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |fault: &str| {
            Error::bad_request(
                format!("line {number} of the questions: {fault}"),
                "Nothing was changed. Each line needs the beginning of a paragraph, a tab and a question.",
            )
        };
        let (start, question) = line.split_once('\t').ok_or_else(|| wrong("the line has no tab"))?;
        let begins = |passage: &&Passage| passage.text.trim_start().starts_with(start);
        let mut found = paragraphs.iter().filter(begins);
        match (found.next(), found.next()) {
            (Some(one), None) => questions.push((question, one.id)),
            (Some(_), Some(_)) => return Err(wrong("more than one paragraph begins like this")),
            (None, _) => return Err(wrong("no paragraph begins like this")),
        }
    }
    Ok(questions)
}

async fn rank(
    library: &Library<'_>,
    (index, scope): (&Index, &Scope),
    (question, mode): (&str, SearchMode),
    wanted: ParagraphId,
) -> Result<Option<usize>> {
    let found = searched(library, index, (&parse_query(question)?, mode, scope), 10).await?;
    Ok(found.fused.iter().position(|one| one.paragraph == wanted))
}

fn plain_rank(
    (paragraphs, texts, average): (&[Passage], &[&str], f64),
    question: &str,
    wanted: ParagraphId,
) -> Option<usize> {
    let scores = bm25(question, texts, (Grams::Pairs, average));
    let mut ranked: Vec<(f64, ParagraphId)> =
        scores.into_iter().zip(paragraphs).map(|(score, passage)| (score, passage.id)).collect();
    ranked.retain(|(score, _)| *score > 0.0);
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.iter().position(|(_, id)| *id == wanted)
}
