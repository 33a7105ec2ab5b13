//! Entering many names at once: as cards, as aliases of cards, or as non-names.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{EntityRecord, LoreKind, LoreRecord};
use wenfang_text::NameHintKind;
use wenfang_usecase::{Code, Error, Result};

use super::act::Act;
use crate::names::Bearer;
use crate::{hints, names, words};

/// Maximum number of cards in one request.
const MAX_CARDS: usize = 10_000;

/// Names to enter.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct EnterNames {
    /// Cards to create, or to give more aliases.
    #[serde(default)]
    #[ts(as = "Option<Vec<NewCard>>")]
    pub cards: Vec<NewCard>,
    /// Words that are not names.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub not_names: Vec<String>,
    /// Creates a card of this kind for every detected name that is not entered yet, except misspelt ones.
    pub found: Option<LoreKind>,
}

/// A card to create; if a card with this name exists, it gets the aliases instead.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct NewCard {
    pub name: String,
    /// Its kind; a person when absent. An existing card keeps its kind.
    pub kind: Option<LoreKind>,
    /// Its other names.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub aliases: Vec<String>,
}

/// The result of entering names.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct Entered {
    /// The operation, for undoing it; none if nothing changed.
    pub act: Option<i64>,
    /// The number of cards created.
    pub made: usize,
    /// The number of aliases added to existing cards.
    pub added: usize,
    /// Names that already had a card.
    pub known: Vec<String>,
    /// The number of words newly marked as not being names.
    pub ignored: usize,
}

/// Creates cards, adds aliases, and marks words as not being names, in one transaction that can be undone as a whole.
///
/// # Errors
/// [`Code::NameTaken`] for an alias that another card has; [`Code::BadRequest`] for empty names or too many cards.
pub async fn enter(project: &Project, request: EnterNames, watch: &Watch) -> Result<Entered> {
    let mut cards = request.cards;
    if let Some(kind) = request.found {
        let guessed = hints::guess(project, watch).await?;
        let new = guessed.hints.into_iter().filter(|hint| hint.kind == NameHintKind::New);
        cards.extend(new.map(|hint| NewCard { name: hint.name, kind: Some(kind), aliases: Vec::new() }));
    }
    if cards.len() > MAX_CARDS {
        return Err(Error::bad_request(
            format!("cannot enter {} cards at once", cards.len()),
            format!("Nothing was changed. Send at most {MAX_CARDS}."),
        ));
    }
    let mut tx = project.begin_write().await?;
    let mut owners = Owners::new(names::read(&mut tx).await?.bearers);
    let mut answer = Entered::default();
    let mut act = Act::new(&mut tx, project.now());
    let total = cards.len();
    for (done, card) in cards.into_iter().enumerate() {
        watch.report("enter", done, total)?;
        let name = words::name("name", &card.name)?;
        let aliases = words::names("aliases", &card.aliases)?;
        match owners.of(&name) {
            Some(owner) => {
                let fresh = owners.add_names_to(owner, aliases)?;
                if fresh.is_empty() {
                    answer.known.push(name);
                    continue;
                }
                answer.added += fresh.len();
                if let Some(bearer) = owners.bearers.get(owner) {
                    add_names(&mut act, bearer, fresh).await?;
                }
            }
            None => {
                let owner = owners.add(&name);
                let kind = card.kind.unwrap_or(LoreKind::Character);
                let aliases = owners.add_names_to(owner, aliases)?;
                let record = LoreRecord { title: name, kind, aliases, ..LoreRecord::default() };
                let entry = act.insert(&record).await?;
                if let Some(bearer) = owners.bearers.get_mut(owner) {
                    bearer.entry = Some(entry);
                }
                answer.made += 1;
            }
        }
    }
    answer.ignored = act.ignore(&request.not_names).await?;
    answer.act = act.finish().await?;
    watch.report("enter", total, total)?;
    tx.commit().await?;
    Ok(answer)
}

/// Adds names to a card: to its entry, or to its entity if it has no entry.
async fn add_names(act: &mut Act<'_>, bearer: &Bearer, names: Vec<String>) -> Result<()> {
    if let Some(entry) = bearer.entry {
        let before: LoreRecord = canon::live(act.conn, entry).await?;
        let mut after = before.clone();
        after.aliases.extend(names);
        return act.update(entry, (&before, &after)).await;
    }
    let Some(entity) = bearer.entity else { return Ok(()) };
    let before: EntityRecord = canon::live(act.conn, entity).await?;
    let mut after = before.clone();
    after.aliases.extend(names);
    act.update(entity, (&before, &after)).await
}

/// Maps names to cards while names are added.
struct Owners {
    bearers: Vec<Bearer>,
    by_name: HashMap<String, usize>,
}

impl Owners {
    fn new(bearers: Vec<Bearer>) -> Self {
        let mut by_name = HashMap::new();
        let names =
            bearers.iter().enumerate().flat_map(|(at, one)| one.names.iter().map(move |name| (name, at)));
        // If several cards have a name, the one with this title wins, otherwise the first.
        for (name, at) in names {
            let is_called_so = bearers.get(at).is_some_and(|bearer| bearer.title == *name);
            let known = by_name.entry(name.clone()).or_insert(at);
            if is_called_so && bearers.get(*known).is_some_and(|bearer| bearer.title != *name) {
                *known = at;
            }
        }
        Self { bearers, by_name }
    }

    fn of(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    fn add(&mut self, name: &str) -> usize {
        let owner = self.bearers.len();
        self.by_name.insert(name.to_owned(), owner);
        self.bearers.push(Bearer {
            entry: None,
            entity: None,
            title: name.to_owned(),
            kind: LoreKind::Character.as_str(),
            names: vec![name.to_owned()],
        });
        owner
    }

    /// Adds names to a card; returns the new ones.
    fn add_names_to(&mut self, owner: usize, names: Vec<String>) -> Result<Vec<String>> {
        let mut fresh = Vec::new();
        for name in names {
            match self.of(&name) {
                Some(other) if other == owner => {}
                Some(other) => return Err(self.taken(&name, other)),
                None => {
                    self.by_name.insert(name.clone(), owner);
                    fresh.push(name);
                }
            }
        }
        Ok(fresh)
    }

    fn taken(&self, name: &str, other: usize) -> Error {
        let bearer = self.bearers.get(other);
        let title = bearer.map(|bearer| bearer.title.as_str()).unwrap_or_default();
        Error::new(
            Code::NameTaken,
            format!("{name} is already a name of {title}"),
            "Nothing was changed. Merge the two cards, or remove the name there first.",
        )
        .with(json!({
            "name": name,
            "title": title,
            "entry": bearer.and_then(|bearer| bearer.entry),
            "entity": bearer.and_then(|bearer| bearer.entity),
        }))
    }
}
