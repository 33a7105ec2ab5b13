//! How well the people of a book are found without a model, beside a list made by hand; and what is found about them, with its
//! sentences, to be read against the text.

use serde::Serialize;
use wenfang_project::Project;
use wenfang_story::canon::Proposed;
use wenfang_story::canon::extraction::{names_found, people};
use wenfang_text::NameHint;

use super::hints::guess_afresh;
use super::proposals::{NewProposal, afresh, read};
use crate::error::{Code, Error, Result};

/// The people of a book.
#[derive(Clone, Debug)]
pub struct EvaluateNames {
    /// Somebody a line: the usual name and other names, with tabs between them. Lines that begin with `#` are not read.
    pub people: String,
}

/// Somebody with so many places, all names together, is named often.
const OFTEN: usize = 10;
/// So many relations, titles and events are shown each.
const SHOWN: usize = 50;

/// How well the people of a book are found as if nothing were known of it.
#[derive(Clone, Debug, Serialize)]
pub struct NamesEvaluation {
    /// Proposed as people.
    pub people: usize,
    /// Of those the surest hundred, or all.
    pub judged: usize,
    /// Of the judged, those the list has.
    pub right: usize,
    /// The same in percent of the judged.
    pub precision: f64,
    /// Of the judged, those the list does not have.
    pub wrong: Vec<String>,
    /// People of the list named ten times or more.
    pub often: usize,
    /// Of those, the ones proposed by one of their names.
    pub found: usize,
    /// The same in percent.
    pub recall: f64,
    /// Those who are not, by their usual names.
    pub missed: Vec<String>,
    /// What one is to another.
    pub relations: Said,
    /// Ranks and other names.
    pub titles: Said,
    /// What happens at a time that the text tells.
    pub events: Said,
}

/// Proposals of a kind, each once.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Said {
    /// How many there are.
    pub total: usize,
    /// The first fifty, to be read.
    pub first: Vec<Line>,
}

/// A proposal and the words that say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What is proposed.
    pub says: String,
    /// The words of the text.
    pub quote: String,
}

/// Looks for people, relations and events in a book as if nothing were known of it, and holds the people against a list.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for a line of the list with an empty name; [`Code::Stopped`](crate::Code::Stopped).
pub async fn evaluate(project: &Project, request: EvaluateNames) -> Result<NamesEvaluation> {
    let listed = people(&request.people).map_err(|line| {
        Error::bad_request(
            format!("line {line} of the people has an empty name"),
            "Nothing was changed. A line is the names of one person with tabs between them.",
        )
    })?;
    let guessed = guess_afresh(project).await?;
    let evaluated = tokio::task::spawn_blocking(move || {
        let hints: Vec<NameHint> = guessed.hints.clone();
        let texts: Vec<String> = guessed.texts.iter().map(|(_, working)| working.text.to_string()).collect();
        let found = names_found(texts.iter().map(String::as_str), &listed, (&hints, OFTEN));
        (found, read(&afresh(guessed)))
    });
    let (found, proposals) = evaluated
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    let (precision, recall) = (found.precision(), found.recall());
    let said = |shown: fn(&Proposed) -> Option<String>| said(&proposals, shown);
    Ok(NamesEvaluation {
        people: found.proposed,
        judged: found.judged,
        right: found.right,
        precision,
        wrong: found.wrong,
        often: found.often,
        found: found.found,
        recall,
        missed: found.missed,
        relations: said(relation),
        titles: said(title),
        events: said(event),
    })
}

/// The proposals of a kind in the order of the book, what is said twice only once.
fn said(proposals: &[NewProposal], shown: fn(&Proposed) -> Option<String>) -> Said {
    let mut all: Vec<Line> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for new in proposals {
        let Some(says) = shown(&new.proposed) else { continue };
        // Events of two scenes are two.
        let scene = matches!(new.proposed, Proposed::Event { .. }).then_some(new.scene);
        if seen.insert((says.clone(), scene)) {
            all.push(Line { says, quote: new.quote.clone().unwrap_or_default() });
        }
    }
    let total = all.len();
    all.truncate(SHOWN);
    Said { total, first: all }
}

fn relation(proposed: &Proposed) -> Option<String> {
    let Proposed::Relation { from, to, relation, .. } = proposed else { return None };
    Some(format!("{from} | {relation} | {to}"))
}

fn title(proposed: &Proposed) -> Option<String> {
    match proposed {
        Proposed::Fact { subject, object, .. } => Some(format!("{subject} | {object}")),
        Proposed::Alias { name, alias } => Some(format!("{name} = {alias}")),
        _ => None,
    }
}

fn event(proposed: &Proposed) -> Option<String> {
    let Proposed::Event { title, time, place, participants, .. } = proposed else { return None };
    Some(format!("{time} | {title} | {} | {place}", participants.join("、")))
}
