//! How often whole questions have the paragraph that answers them among the first, beside a plain BM25 over pairs of
//! characters.

use serde::Serialize;
use wenfang_project::watch;
use wenfang_search::{Grams, Index, ParagraphId, Passage, Scope, SourceKind, bm25};

use super::held;
use super::query::{SearchMode, parsed, searched};
use super::refresh::refresh;
use crate::drafting::Session;
use crate::error::{Error, Result};

/// Questions and where their answers stand.
#[derive(Clone, Debug)]
pub struct EvaluateRetrieval {
    /// A question a line: how its paragraph begins, a tab, the question. Lines that begin with `#` are not read.
    pub questions: String,
}

/// How often the right paragraph is found.
#[derive(Clone, Debug, Serialize)]
pub struct Retrieval {
    /// Questions that were asked.
    pub questions: usize,
    /// Paragraphs that were searched.
    pub paragraphs: usize,
    /// The search by words and by meaning.
    pub hybrid: Rate,
    /// The search by words alone.
    pub text: Rate,
    /// A plain BM25 over pairs of characters and over words, without the index.
    pub plain: Rate,
}

/// In percent of the questions.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Rate {
    /// Those whose paragraph comes first.
    pub first: f64,
    /// Those whose paragraph is among the first five.
    pub among_5: f64,
    /// Those whose paragraph is among the first ten.
    pub among_10: f64,
}

/// Asks every question in the text of the scenes.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for a line that is no question, and for one whose paragraph is not in the
/// text, or is in it twice; [`Code::Stopped`](crate::Code::Stopped).
pub async fn evaluate(session: &Session, request: EvaluateRetrieval) -> Result<Retrieval> {
    let index = held::index(session).await?;
    refresh(session, &index, usize::MAX).await?;
    let keys = index.sources().await?.into_keys().filter(|key| key.kind == SourceKind::Scene);
    let scope = Scope::sources(keys);
    let paragraphs = index.all_paragraphs(&scope).await?;
    let questions = questions(&request.questions, &paragraphs)?;
    let texts: Vec<&str> = paragraphs.iter().map(|passage| passage.text.as_str()).collect();
    let length: usize = paragraphs.iter().map(|passage| passage.range.len()).sum();
    let average = length as f64 / paragraphs.len().max(1) as f64;
    let mut ranks = Ranks::default();
    for (done, (question, wanted)) in questions.iter().enumerate() {
        watch::report("questions", done, questions.len())?;
        ranks.hybrid.push(rank(session, (&index, &scope), (question, SearchMode::Hybrid), *wanted).await?);
        ranks.text.push(rank(session, (&index, &scope), (question, SearchMode::Text), *wanted).await?);
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

/// The place of the right paragraph for each question, from 0; none where it was not found.
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
        let wrong = |what: &str| {
            Error::bad_request(
                format!("line {number} of the questions: {what}"),
                "Nothing was changed. A line is the beginning of a paragraph, a tab and a question.",
            )
        };
        let (start, question) = line.split_once('\t').ok_or_else(|| wrong("it has no tab"))?;
        let begins = |passage: &&Passage| passage.text.trim_start().starts_with(start);
        let mut found = paragraphs.iter().filter(begins);
        match (found.next(), found.next()) {
            (Some(one), None) => questions.push((question, one.id)),
            (Some(_), Some(_)) => return Err(wrong("more than one paragraph begins so")),
            (None, _) => return Err(wrong("no paragraph begins so")),
        }
    }
    Ok(questions)
}

async fn rank(
    session: &Session,
    (index, scope): (&Index, &Scope),
    (question, mode): (&str, SearchMode),
    wanted: ParagraphId,
) -> Result<Option<usize>> {
    let found = searched(session, index, (&parsed(question)?, mode, scope), 10).await?;
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
