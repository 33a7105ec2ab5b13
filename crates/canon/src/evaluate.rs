//! Evaluates how well people are found without a model, against a hand-made list; and lists the relations, titles and
//! events found, with their sentences, for checking against the text.

use serde::Serialize;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::canon::Proposed;
use wenfang_story::canon::extraction::{names_found, people};
use wenfang_text::NameHint;
use wenfang_usecase::{Code, Error, Result};

use super::hints::guess_with_empty_canon;
use super::proposals::{NewProposal, read, with_empty_canon};

/// The people of a book, as ground truth.
#[derive(Clone, Debug)]
pub struct EvaluateNames {
    /// One person per line: the usual name and other names, separated by tabs. Lines that begin with `#` are skipped.
    pub people: String,
}

/// Minimum number of mentions, over all names, for a person to count as frequent.
const OFTEN: usize = 10;
/// Maximum number of relations, titles and events returned, each.
const SHOWN: usize = 50;

/// How well the people of a book are found with an empty canon.
#[derive(Clone, Debug, Serialize)]
pub struct NamesEvaluation {
    /// Number of people proposed.
    pub people: usize,
    /// How many of them are judged: the hundred most certain, or all.
    pub judged: usize,
    /// Judged proposals that are in the list.
    pub right: usize,
    /// `right` in percent of `judged`.
    pub precision: f64,
    /// Judged proposals that are not in the list.
    pub wrong: Vec<String>,
    /// People in the list with at least ten mentions.
    pub often: usize,
    /// Those of them proposed under one of their names.
    pub found: usize,
    /// `found` in percent of `often`.
    pub recall: f64,
    /// Those not found, by their usual names.
    pub missed: Vec<String>,
    /// Proposed relations.
    pub relations: Said,
    /// Proposed titles and aliases.
    pub titles: Said,
    /// Proposed events with a time in the text.
    pub events: Said,
}

/// Proposals of one kind, without duplicates.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Said {
    pub total: usize,
    /// The first fifty.
    pub first: Vec<Line>,
}

/// A proposal and its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The proposed statement.
    pub says: String,
    /// The words in the text.
    pub quote: String,
}

/// Finds people, relations and events in a book with an empty canon, and compares the people with a list.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a line of the list with an empty name;
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub async fn evaluate(project: &Project, request: EvaluateNames, watch: &Watch) -> Result<NamesEvaluation> {
    let listed = people(&request.people).map_err(|line| {
        Error::bad_request(
            format!("line {line} of the list of people has an empty name"),
            "Nothing was changed. Each line holds the names of one person, separated by tabs.",
        )
    })?;
    let guessed = guess_with_empty_canon(project, watch).await?;
    let evaluated = tokio::task::spawn_blocking(move || {
        let hints: Vec<NameHint> = guessed.hints.clone();
        let texts: Vec<String> = guessed.texts.iter().map(|(_, working)| working.text.to_string()).collect();
        let found = names_found(texts.iter().map(String::as_str), &listed, (&hints, OFTEN));
        (found, read(&with_empty_canon(guessed)))
    });
    let (found, proposals) = evaluated
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    let (precision, recall) = (found.precision(), found.recall());
    let sample = |shown: fn(&Proposed) -> Option<String>| collect_kind(&proposals, shown);
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
        relations: sample(relation),
        titles: sample(title),
        events: sample(event),
    })
}

/// Collects the proposals of a kind in reading order, without duplicates.
fn collect_kind(proposals: &[NewProposal], shown: fn(&Proposed) -> Option<String>) -> Said {
    let mut all: Vec<Line> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for new in proposals {
        let Some(says) = shown(&new.proposed) else { continue };
        // Equal events in different scenes are different events.
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
