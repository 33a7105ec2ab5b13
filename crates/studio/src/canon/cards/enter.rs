//! Many names at once: as cards, as other names of cards, as no names at all.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::{Project, canon, watch};
use wenfang_story::canon::{EntityRecord, LoreKind, LoreRecord};
use wenfang_text::NameHintKind;

use super::act::Act;
use crate::canon::names::{self, Bearer};
use crate::canon::{hints, words};
use crate::error::{Code, Error, Result};

/// The most cards in one request.
const MAX_CARDS: usize = 10_000;

/// Names to be entered.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct EnterNames {
    /// Cards to be made, or to be given other names.
    #[serde(default)]
    #[ts(as = "Option<Vec<NewCard>>")]
    pub cards: Vec<NewCard>,
    /// Words that are no names.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub not_names: Vec<String>,
    /// Every name that is found in the book and that nobody entered becomes a card of this kind, misspelt ones excepted.
    pub found: Option<LoreKind>,
}

/// A card to be made; where a card has the name already, that one gets the other names.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct NewCard {
    /// What it is called.
    pub name: String,
    /// What it is; a person when absent. A card that is there keeps its kind.
    pub kind: Option<LoreKind>,
    /// Its other names.
    #[serde(default)]
    #[ts(as = "Option<Vec<String>>")]
    pub aliases: Vec<String>,
}

/// What became of names.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct Entered {
    /// The act, to be undone as one; none when nothing was changed.
    pub act: Option<i64>,
    /// How many cards were made.
    pub made: usize,
    /// How many names were given to cards that were there.
    pub added: usize,
    /// Names that a card had already, so that nothing was made.
    pub known: Vec<String>,
    /// How many words are no names from now on.
    pub ignored: usize,
}

/// Makes cards of names, gives cards other names, and says which words are no names: in one transaction, undone as one.
///
/// # Errors
/// [`Code::NameTaken`] for an alias that another card has; [`Code::BadRequest`] for empty names and too many at once.
pub async fn enter(project: &Project, request: EnterNames) -> Result<Entered> {
    let mut cards = request.cards;
    if let Some(kind) = request.found {
        let guessed = hints::guess(project).await?;
        let new = guessed.hints.into_iter().filter(|hint| hint.kind == NameHintKind::New);
        cards.extend(new.map(|hint| NewCard { name: hint.name, kind: Some(kind), aliases: Vec::new() }));
    }
    if cards.len() > MAX_CARDS {
        return Err(Error::bad_request(
            format!("{} cards at once", cards.len()),
            format!("Nothing was changed. Send at most {MAX_CARDS}."),
        ));
    }
    let mut tx = project.begin_write().await?;
    let mut owners = Owners::new(names::read(&mut tx).await?.bearers);
    let mut answer = Entered::default();
    let mut act = Act::new(&mut tx, project.now());
    let total = cards.len();
    for (done, card) in cards.into_iter().enumerate() {
        watch::report("enter", done, total)?;
        let name = words::name("name", &card.name)?;
        let aliases = words::names("aliases", &card.aliases)?;
        match owners.of(&name) {
            Some(owner) => {
                let fresh = owners.give(owner, aliases)?;
                if fresh.is_empty() {
                    answer.known.push(name);
                    continue;
                }
                answer.added += fresh.len();
                if let Some(bearer) = owners.bearers.get(owner) {
                    name_too(&mut act, bearer, fresh).await?;
                }
            }
            None => {
                let owner = owners.add(&name);
                let kind = card.kind.unwrap_or(LoreKind::Character);
                let aliases = owners.give(owner, aliases)?;
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
    answer.act = act.keep().await?;
    watch::report("enter", total, total)?;
    tx.commit().await?;
    Ok(answer)
}

/// Gives a card more names: its entry, or its entity where it has no entry.
async fn name_too(act: &mut Act<'_>, bearer: &Bearer, names: Vec<String>) -> Result<()> {
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

/// Who has which name, while names are given.
struct Owners {
    bearers: Vec<Bearer>,
    by_name: HashMap<String, usize>,
}

impl Owners {
    fn new(bearers: Vec<Bearer>) -> Self {
        let mut by_name = HashMap::new();
        let names =
            bearers.iter().enumerate().flat_map(|(at, one)| one.names.iter().map(move |name| (name, at)));
        // Of several that have a name, the one that is called so is meant, else the first.
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

    /// Gives names to an owner; those it did not have.
    fn give(&mut self, owner: usize, names: Vec<String>) -> Result<Vec<String>> {
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
            format!("{name} is a name of {title} already"),
            "Nothing was changed. Merge the two cards, or take the name away there first.",
        )
        .with(json!({
            "name": name,
            "title": title,
            "entry": bearer.and_then(|bearer| bearer.entry),
            "entity": bearer.and_then(|bearer| bearer.entity),
        }))
    }
}
