//! The timeline: events in story order and in telling order.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{
    EntityKind, Telling, TimeCycle, TimeKey, TimelineEventRecord, YearlessDate, story_order, tellings,
};
use wenfang_story::{EntityId, SceneId, TimelineEventId};
use wenfang_usecase::{Code, Error, NoParams, Result, double_option};

use super::books::{Book, SceneRef, telling_order};
use super::entities::{EntityRef, resolve};
use super::graph::graph;
use super::lore::Done;
use super::{removal, words};

/// The timeline.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Timeline {
    /// In story order.
    pub events: Vec<EventView>,
    /// All participants of events.
    pub participants: Vec<Participant>,
    /// Events that form a cycle, which a restore can produce; story order then falls back to telling order.
    pub cycle: Vec<TimelineEventId>,
}

/// An entity that takes part in events.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Participant {
    pub entity: EntityId,
    pub name: String,
    /// The number of its events.
    pub events: usize,
}

/// How the place of an event in story order is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PlacedBy {
    Key,
    /// By the events it comes after.
    After,
    /// By a date without a year, relative to the events told around it.
    Date,
    /// By the scene that tells it.
    Telling,
}

/// All fields of an event.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "TimelineEventRecord")]
pub struct EventFields {
    /// What happens. Never empty.
    pub title: String,
    pub description: String,
    /// The time in the author's words.
    pub time: String,
    /// The time for sorting.
    pub key: Option<TimeKey>,
    /// Events that happen before it.
    pub after: Vec<TimelineEventId>,
    /// The place in words.
    pub place: String,
    pub participants: Vec<EntityId>,
    /// The scene that tells it.
    pub scene: Option<SceneId>,
}

impl From<TimelineEventRecord> for EventFields {
    fn from(record: TimelineEventRecord) -> Self {
        let TimelineEventRecord { title, description, time, key, after, place, participants, scene } = record;
        Self { title, description, time, key, after, place, participants, scene }
    }
}

/// An event in the timeline.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EventView {
    pub id: TimelineEventId,
    #[serde(flatten)]
    pub record: EventFields,
    /// How its place in story order is determined.
    pub placed_by: PlacedBy,
    /// Whether it is told in order; none if no scene tells it.
    pub telling: Option<Telling>,
    /// The scene that tells it, with its place in the book.
    pub place_told: Option<SceneRef>,
    /// The rank of that scene in the book, from 0; none if no scene tells it.
    pub rank: Option<usize>,
}

/// Returns the timeline.
pub async fn list(project: &Project, _: NoParams) -> Result<Timeline> {
    let graph = graph(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let events: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(&mut tx).await?;
    let (order, cycle) = match story_order(&events, &book.order) {
        Ok(order) => (order, Vec::new()),
        Err(TimeCycle { events: cycle }) => {
            let mut ranked: Vec<(Option<usize>, TimelineEventId)> = events
                .iter()
                .map(|(id, record)| (record.scene.and_then(|scene| book.order.rank(scene)), *id))
                .collect();
            ranked.sort_by_key(|(rank, id)| (rank.is_none(), *rank, *id));
            (ranked.into_iter().map(|(_, id)| id).collect(), cycle)
        }
    };
    let telling_of: HashMap<TimelineEventId, Telling> =
        tellings(&order, &events, &book.order).into_iter().collect();
    let mut records: HashMap<TimelineEventId, TimelineEventRecord> = events.into_iter().collect();
    let mut event_counts: HashMap<EntityId, usize> = HashMap::new();
    let events: Vec<EventView> = order
        .into_iter()
        .filter_map(|id| {
            let record = records.remove(&id)?;
            for entity in record.participants.iter().collect::<BTreeSet<_>>() {
                *event_counts.entry(*entity).or_default() += 1;
            }
            let placed_by = match (&record.key, record.after.is_empty()) {
                (Some(_), _) => PlacedBy::Key,
                (None, false) => PlacedBy::After,
                (None, true) if YearlessDate::of_words(&record.time).is_some() => PlacedBy::Date,
                (None, true) => PlacedBy::Telling,
            };
            Some(EventView {
                id,
                placed_by,
                telling: telling_of.get(&id).copied(),
                place_told: record.scene.map(|scene| book.place(scene)),
                rank: record.scene.and_then(|scene| book.order.rank(scene)),
                record: record.into(),
            })
        })
        .collect();
    let mut participants: Vec<Participant> = event_counts
        .into_iter()
        .filter_map(|(entity, events)| {
            Some(Participant { entity, name: graph.entity(entity)?.name.clone(), events })
        })
        .collect();
    participants.sort_by(|a, b| b.events.cmp(&a.events).then(a.entity.cmp(&b.entity)));
    Ok(Timeline { events, participants, cycle })
}

/// Changes to an event. Absent fields stay unchanged, or take their default in a new event.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveEvent {
    /// The event; a new one when absent.
    pub event: Option<TimelineEventId>,
    /// What happens; required for a new event.
    pub title: Option<String>,
    pub description: Option<String>,
    /// The time in the author's words. Without `key`, the time key is derived from them if that is unambiguous.
    pub time: Option<String>,
    /// The time for sorting, as in `51-3-15`; `null` removes it.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<String>")]
    pub key: Option<Option<String>>,
    /// Events that happen before it.
    pub after: Option<Vec<TimelineEventId>>,
    /// The place in words.
    pub place: Option<String>,
    /// The participants; unknown names create entities.
    pub participants: Option<Vec<EntityRef>>,
    /// The scene that tells it; `null` for none.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<SceneId>")]
    pub scene: Option<Option<SceneId>>,
}

/// An event that was written.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct EventSaved {
    pub event: TimelineEventId,
    pub record: EventFields,
}

/// Writes an event.
///
/// # Errors
/// [`Code::BadRequest`] for an empty title or an invalid key; [`Code::TimeCycle`] if the order of events would have a
/// cycle.
pub async fn save(project: &Project, request: SaveEvent) -> Result<EventSaved> {
    let mut tx = project.begin_write().await?;
    let mut record = match request.event {
        Some(event) => canon::live(&mut tx, event).await?,
        None => TimelineEventRecord::default(),
    };
    if let Some(title) = &request.title {
        record.title = words::name("title", title)?;
    }
    if record.title.is_empty() {
        return Err(Error::bad_request("the event has no title", "Nothing was changed. Give it one."));
    }
    if let Some(description) = &request.description {
        record.description = words::text("description", description)?;
    }
    if let Some(place) = &request.place {
        record.place = words::line("place", place)?;
    }
    if let Some(time) = &request.time {
        let time = words::line("time", time)?;
        if request.key.is_none() && time != record.time {
            record.key = TimeKey::of_words(&time);
        }
        record.time = time;
    }
    if let Some(key) = &request.key {
        record.key = key.as_deref().map(parse_key).transpose()?.flatten();
    }
    if let Some(participants) = &request.participants {
        record.participants = resolve_participants(&mut tx, project, participants).await?;
    }
    if let Some(scene) = request.scene {
        if let Some(scene) = scene {
            wenfang_project::parts::require(&mut tx, scene).await?;
        }
        record.scene = scene;
    }
    if let Some(after) = &request.after {
        for event in after {
            canon::live(&mut tx, *event).await?;
        }
        record.after = after.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    }
    let event = match request.event {
        Some(event) => {
            canon::update(&mut tx, event, &record).await?;
            event
        }
        None => canon::insert(&mut tx, &record, project.now()).await?,
    };
    refuse_cycle(&mut tx).await?;
    tx.commit().await?;
    Ok(EventSaved { event, record: record.into() })
}

fn parse_key(key: &str) -> Result<Option<TimeKey>> {
    if key.trim().is_empty() {
        return Ok(None);
    }
    TimeKey::parse(key).map(Some).ok_or_else(|| {
        Error::bad_request(
            format!("invalid time key: {key}"),
            "Nothing was changed. Write numbers from the largest unit down, as in 51-3-15.",
        )
    })
}

async fn resolve_participants(
    conn: &mut SqliteConnection,
    project: &Project,
    participants: &[EntityRef],
) -> Result<Vec<EntityId>> {
    let mut ids = Vec::with_capacity(participants.len());
    for participant in participants {
        let id = resolve(conn, project.now(), (participant, EntityKind::Character)).await?.id();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// Refuses a cycle in the order of events.
pub(super) async fn refuse_cycle(conn: &mut SqliteConnection) -> Result<()> {
    let events: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(conn).await?;
    let order = telling_order(conn).await?;
    let Err(cycle) = story_order(&events, &order) else { return Ok(()) };
    let title = |id: &TimelineEventId| {
        events.iter().find(|(known, _)| known == id).map(|(_, record)| record.title.clone())
    };
    let titles: Vec<String> = cycle.events.iter().filter_map(title).collect();
    Err(Error::new(
        Code::TimeCycle,
        format!("the order of events has a cycle: {}", titles.join(" → ")),
        "Nothing was changed. Check the time keys of these events and the events they come after.",
    )
    .with(json!({ "events": cycle.events, "titles": titles })))
}

/// Events.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct EventIds {
    pub events: Vec<TimelineEventId>,
}

/// Removes events. [`put_back`] restores them.
pub async fn remove(project: &Project, request: EventIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::remove(&mut tx, &request.events, project.now()).await?;
    tx.commit().await?;
    Ok(Done { count: request.events.len() })
}

/// Restores removed events.
///
/// # Errors
/// [`Code::TimeCycle`] if they contradict newer events.
pub async fn put_back(project: &Project, request: EventIds) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    removal::put_back(&mut tx, &request.events).await?;
    refuse_cycle(&mut tx).await?;
    tx.commit().await?;
    Ok(Done { count: request.events.len() })
}
