//! Cards: one for each named thing, with everything the book and the author say about it. A card is joined on request
//! from a lore entry, an entity and the people of the bible; nothing is stored twice
//! (`docs/adr/0037-one-card-a-person.md`).

mod act;
mod carry;
mod enter;
mod merge;
mod tally;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon};
use wenfang_story::canon::cards::bible_people;
use wenfang_story::canon::{BibleFieldRecord, EntityRecord, LoreKind, LoreRecord};
use wenfang_story::{BibleFieldId, EntityId, LoreEntryId};
use wenfang_usecase::{Code, Error, NoParams, Result};

pub use act::{CardActRequest, undo};
pub use enter::{EnterNames, Entered, NewCard, enter};
pub use merge::{Difference, MergeCards, MergePreview, Merged, Moved, merge, preview};

use super::graph::{self, EntityAsOf, EntityCard};
use super::lore::{self, LoreEntry, LoreEntryRequest, LoreSummary};
use super::mentions::{self, FindMentions, MentionCount, MentionsFound};
use super::names::{self, Bearer, Names};
use super::threads::{self, ThreadView, ThreadsAsOf};
use super::timeline::{self, EventView};
use tally::Tally;

/// Identifies a card by its entry, its entity, or any of its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CardKey {
    /// The card of this lore entry.
    pub entry: Option<LoreEntryId>,
    /// The card of this entity.
    pub entity: Option<EntityId>,
    /// The card with this name.
    pub name: Option<String>,
}

/// The cards.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Cards {
    /// Sorted by title.
    pub cards: Vec<CardRow>,
}

/// A card in a list.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CardRow {
    /// Its lore entry, if there is one.
    pub entry: Option<LoreSummary>,
    /// Its entity; created when a fact, a relation or an event needs one.
    pub entity: Option<EntityId>,
    pub title: String,
    /// The kind of its entry, or of its entity if there is no entry.
    pub kind: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Whether the bible lists it among the people.
    pub in_bible: bool,
    /// How much is known about it.
    pub counts: CardCounts,
}

/// How much is known about a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct CardCounts {
    /// The number of mentions in the book; none if not counted.
    pub mentions: Option<usize>,
    /// Facts about it, and facts that have it as their value.
    pub facts: usize,
    /// Relations from it and to it.
    pub relations: usize,
    /// Plot threads that name it.
    pub threads: usize,
    /// Events it takes part in.
    pub events: usize,
    /// Pending proposals about it.
    pub proposals: usize,
}

/// Lists the cards, one for everything with an entry, an entity, or a line among the people of the bible. Does not
/// count mentions.
pub async fn list(project: &Project, _: NoParams) -> Result<Cards> {
    rows(project, None).await
}

/// Lists the cards with their mention counts; reads the whole book.
pub async fn list_mentioned(project: &Project, _: NoParams, watch: &Watch) -> Result<Cards> {
    let counts = mentions::counts(project, NoParams {}, watch).await?.counts;
    rows(project, Some(counts)).await
}

async fn rows(project: &Project, mentioned: Option<Vec<MentionCount>>) -> Result<Cards> {
    let mut tx = project.begin_read().await?;
    let names = names::read(&mut tx).await?;
    let tally = Tally::read(&mut tx, &names).await?;
    let mut entries: std::collections::HashMap<LoreEntryId, LoreRecord> =
        canon::list::<LoreEntryId>(&mut tx).await?.into_iter().collect();
    let people = people_of_bible(&mut tx).await?;
    let mut cards: Vec<CardRow> = names
        .bearers
        .iter()
        .enumerate()
        .map(|(at, bearer)| {
            let mut row = row_of(bearer, &people, tally.of(at));
            row.entry = bearer.entry.and_then(|id| Some(lore::summary(id, entries.remove(&id)?)));
            row.counts.mentions = mentioned.as_ref().map(|counts| {
                let known = counts
                    .iter()
                    .find(|count| count.named.entry == bearer.entry && count.named.entity == bearer.entity);
                known.map_or(0, |count| count.total)
            });
            row
        })
        .collect();
    cards.extend(people.iter().filter(|name| names.owner_named(name).is_none()).map(|name| bible_card(name)));
    cards.sort_by(|a, b| a.title.cmp(&b.title).then(a.entity.cmp(&b.entity)));
    Ok(Cards { cards })
}

fn row_of(bearer: &Bearer, people: &[String], counts: CardCounts) -> CardRow {
    CardRow {
        entry: None,
        entity: bearer.entity,
        title: bearer.title.clone(),
        kind: bearer.kind.to_owned(),
        aliases: bearer.names.iter().filter(|name| **name != bearer.title).cloned().collect(),
        in_bible: bearer.names.iter().any(|name| people.contains(name)),
        counts,
    }
}

/// The card of a person who is only in the bible.
fn bible_card(name: &str) -> CardRow {
    CardRow {
        entry: None,
        entity: None,
        title: name.to_owned(),
        kind: LoreKind::Character.as_str().to_owned(),
        aliases: Vec::new(),
        in_bible: true,
        counts: CardCounts::default(),
    }
}

async fn people_of_bible(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    Ok(fields
        .iter()
        .filter(|(_, field)| field.key == "characters")
        .flat_map(|(_, field)| bible_people(&field.value))
        .collect())
}

/// A line of the bible that names a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct BibleLine {
    pub field: String,
    pub line: String,
}

/// A complete card.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Card {
    /// Its row in the list, with mentions counted.
    #[serde(flatten)]
    pub row: CardRow,
    pub lore: Option<LoreEntry>,
    /// Its facts and relations, as of the end of the book.
    pub graph: Option<EntityCard>,
    /// Its mentions in the book; none for a person who is only in the bible.
    pub mentions: Option<MentionsFound>,
    /// The plot threads that name it.
    pub threads: Vec<ThreadView>,
    /// The events it takes part in, in story order.
    pub events: Vec<EventView>,
    /// The lines of the bible that name it.
    pub bible: Vec<BibleLine>,
}

/// Maximum number of mentions returned with a card.
const SHOWN_PLACES: usize = 50;

/// Returns a complete card.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::BadRequest`] if the key is empty.
pub async fn get(project: &Project, request: CardKey, watch: &Watch) -> Result<Card> {
    let mut tx = project.begin_read().await?;
    let names = names::read(&mut tx).await?;
    let people = people_of_bible(&mut tx).await?;
    let Some(owner) = owner(&names, &request)? else {
        let name = request.name.filter(|name| people.contains(name)).ok_or_else(missing)?;
        let bible = bible_lines(&mut tx, |line| line.contains(name.as_str())).await?;
        let (threads, events) = (Vec::new(), Vec::new());
        return Ok(Card {
            row: bible_card(&name),
            lore: None,
            graph: None,
            mentions: None,
            threads,
            events,
            bible,
        });
    };
    let bearer = names.bearer(owner).ok_or_else(missing)?;
    let tally = Tally::read(&mut tx, &names).await?;
    let names_it =
        |text: &str| names.lexicon.mentions(text).iter().any(|found| found.owners.contains(&owner));
    let bible = bible_lines(&mut tx, names_it).await?;
    drop(tx);
    let Bearer { entry, entity, .. } = *bearer;
    let lore = match entry {
        Some(entry) => Some(lore::get(project, LoreEntryRequest { entry }).await?),
        None => None,
    };
    let graph = match entity {
        Some(entity) => Some(graph::entity(project, EntityAsOf { entity, at: None }).await?),
        None => None,
    };
    let mentions =
        mentions::of(project, FindMentions { entry, entity, limit: Some(SHOWN_PLACES) }, watch).await?;
    let mut threads = threads::list(project, ThreadsAsOf::default()).await?.threads;
    threads.retain(|thread| tally.threads_of(owner).contains(&thread.id));
    let mut events = timeline::list(project, NoParams {}).await?.events;
    events.retain(|event| entity.is_some_and(|entity| event.record.participants.contains(&entity)));
    let mut row = row_of(bearer, &people, tally.of(owner as usize));
    row.counts.mentions = Some(mentions.total);
    if let Some(entry) = entry {
        let mut tx = project.begin_read().await?;
        row.entry = Some(lore::summary(entry, canon::live(&mut tx, entry).await?));
    }
    Ok(Card { row, lore, graph, mentions: Some(mentions), threads, events, bible })
}

/// The index of the card; none for a name without an entry or an entity.
fn owner(names: &Names, key: &CardKey) -> Result<Option<u32>> {
    if key.entry.is_some() || key.entity.is_some() {
        return names.owner_of(key.entry, key.entity).map(Some).ok_or_else(missing);
    }
    match &key.name {
        Some(name) => Ok(names.owner_named(name.trim())),
        None => Err(Error::bad_request(
            "the card key is empty",
            "Nothing was changed. Give an entry, an entity or a name.",
        )),
    }
}

fn missing() -> Error {
    Error::new(Code::NotFound, "no such card", "Nothing was changed. List the cards and check the key.")
}

async fn bible_lines(conn: &mut SqliteConnection, names_it: impl Fn(&str) -> bool) -> Result<Vec<BibleLine>> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    let lines =
        fields.iter().flat_map(|(_, field)| field.value.lines().map(move |line| (&field.key, line.trim())));
    let found = lines.filter(|(_, line)| names_it(line));
    Ok(found.map(|(field, line)| BibleLine { field: field.clone(), line: line.to_owned() }).collect())
}

/// One of the two cards of a merge.
struct Side {
    title: String,
    kind: String,
    names: Vec<String>,
    entry: Option<(LoreEntryId, LoreRecord)>,
    entity: Option<(EntityId, EntityRecord)>,
}

impl Side {
    async fn read(conn: &mut SqliteConnection, key: &CardKey) -> Result<Self> {
        let names = names::read(conn).await?;
        let Some(bearer) = owner(&names, key)?.and_then(|owner| names.bearer(owner)) else {
            let people = people_of_bible(conn).await?;
            let name = key.name.clone().filter(|name| people.contains(name)).ok_or_else(missing)?;
            let kind = LoreKind::Character.as_str().to_owned();
            return Ok(Self { title: name.clone(), kind, names: vec![name], entry: None, entity: None });
        };
        let entry = match bearer.entry {
            Some(id) => Some((id, canon::live(conn, id).await?)),
            None => None,
        };
        let entity = match bearer.entity {
            Some(id) => Some((id, canon::live(conn, id).await?)),
            None => None,
        };
        let (title, kind) = (bearer.title.clone(), bearer.kind.to_owned());
        Ok(Self { title, kind, names: bearer.names.clone(), entry, entity })
    }
}
