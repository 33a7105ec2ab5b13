//! The author's changes to the graph.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::canon::CanonItem;
use wenfang_project::{Project, canon};
use wenfang_story::canon::{
    Asserted, Assertion, EntityKind, EntityRecord, FactObject, FactRecord, Modality, RelationRecord, holds,
};
use wenfang_story::{EntityId, FactId, LoreEntryId, RelationId, SceneId, Timestamp};
use wenfang_usecase::{Code, Error, Result, double_option};

use super::views::EntityView;
use crate::books::telling_order;
use crate::entities::{EntityRef, resolve};
use crate::lore::{Done, refuse_taken};
use crate::passages::{Passage, evidence};
use crate::{names, removal, words};

/// Changes to an entity. Absent fields stay unchanged, or take their default in a new entity.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveEntity {
    /// The entity; a new one when absent.
    pub entity: Option<EntityId>,
    /// Its name; required for a new entity.
    pub name: Option<String>,
    pub kind: Option<EntityKind>,
    /// Its other names.
    pub aliases: Option<Vec<String>>,
    pub description: Option<String>,
    /// The lore entry about it; `null` removes the link, absent leaves it.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<LoreEntryId>")]
    pub lore_entry: Option<Option<LoreEntryId>>,
}

/// Writes an entity. A new one whose name is the title of a lore entry without an entity is linked to that entry.
///
/// # Errors
/// [`Code::BadRequest`] for an empty name; [`Code::NameTaken`] for a name of another entry or entity.
pub async fn save_entity(project: &Project, request: SaveEntity) -> Result<EntityView> {
    let known = names::names(project).await?;
    let mut tx = project.begin_write().await?;
    let before = match request.entity {
        Some(entity) => canon::live(&mut tx, entity).await?,
        None => EntityRecord::default(),
    };
    let mut record = before.clone();
    if let Some(name) = &request.name {
        record.name = words::name("name", name)?;
    }
    if record.name.is_empty() {
        return Err(Error::bad_request("the entity has no name", "Nothing was changed. Give it one."));
    }
    if let Some(aliases) = &request.aliases {
        record.aliases = words::names("aliases", aliases)?;
    }
    let name = record.name.clone();
    record.aliases.retain(|alias| *alias != name);
    if let Some(description) = &request.description {
        record.description = words::text("description", description)?;
    }
    record.kind = request.kind.unwrap_or(record.kind);
    if let Some(entry) = request.lore_entry {
        if let Some(entry) = entry {
            canon::live(&mut tx, entry).await?;
        }
        record.lore_entry = entry;
    }
    if request.entity.is_none() && record.lore_entry.is_none() {
        record.lore_entry = known.entry_without_entity(&record.name);
    }
    let own = record
        .lore_entry
        .and_then(|entry| known.owner_of(Some(entry), None))
        .or_else(|| request.entity.and_then(|entity| known.owner_of(None, Some(entity))));
    let wanted: Vec<&str> = record.names().filter(|name| !before.names().any(|old| old == *name)).collect();
    refuse_taken(&known, own, &wanted)?;
    let id = match request.entity {
        Some(entity) => {
            canon::update(&mut tx, entity, &record).await?;
            entity
        }
        None => canon::insert(&mut tx, &record, project.now()).await?,
    };
    tx.commit().await?;
    Ok(EntityView::new(id, &record))
}

/// Changes to a relation. Absent fields stay unchanged, or take their default in a new relation.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveRelation {
    /// The relation; a new one when absent.
    pub relation: Option<RelationId>,
    pub from: EntityRef,
    pub to: EntityRef,
    /// The kind: `from` is the … of `to`.
    pub kind: String,
    #[serde(flatten)]
    pub assertion: SaveAssertion,
}

/// The validity, modality and evidence of a statement.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveAssertion {
    /// The first scene in which it holds; `null`: from before the book.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<SceneId>")]
    pub valid_from: Option<Option<SceneId>>,
    /// The first scene in which it no longer holds; `null`: to the end.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<SceneId>")]
    pub valid_to: Option<Option<SceneId>>,
    pub modality: Option<Modality>,
    /// A passage to add as evidence.
    pub passage: Option<Passage>,
}

impl SaveAssertion {
    async fn apply(
        self,
        conn: &mut SqliteConnection,
        now: Timestamp,
        assertion: &mut Assertion,
    ) -> Result<()> {
        assertion.valid_from = self.valid_from.unwrap_or(assertion.valid_from);
        assertion.valid_to = self.valid_to.unwrap_or(assertion.valid_to);
        assertion.modality = self.modality.unwrap_or(assertion.modality);
        for scene in [assertion.valid_from, assertion.valid_to].into_iter().flatten() {
            wenfang_project::parts::require(conn, scene).await?;
        }
        if let Some(passage) = self.passage {
            assertion.prove(evidence(conn, now, &passage).await?);
        }
        Ok(())
    }
}

/// A relation that was written.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct RelationSaved {
    pub relation: RelationId,
}

/// Writes a relation. Unknown names create entities.
pub async fn save_relation(project: &Project, request: SaveRelation) -> Result<RelationSaved> {
    let kind = words::name("relation", &request.kind)?;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let from = resolve(&mut tx, now, (&request.from, EntityKind::Character)).await?.id();
    let to = resolve(&mut tx, now, (&request.to, EntityKind::Character)).await?.id();
    if from == to {
        return Err(Error::bad_request(
            "a relation needs two different entities",
            "Nothing was changed. Choose two different entities, or write a fact.",
        ));
    }
    let mut assertion = match request.relation {
        Some(relation) => canon::live(&mut tx, relation).await?.assertion,
        None => Assertion::default(),
    };
    request.assertion.apply(&mut tx, now, &mut assertion).await?;
    let record = RelationRecord { from, to, kind, assertion };
    let relation = match request.relation {
        Some(relation) => {
            canon::update(&mut tx, relation, &record).await?;
            relation
        }
        None => canon::insert(&mut tx, &record, now).await?,
    };
    tx.commit().await?;
    Ok(RelationSaved { relation })
}

/// Changes to a fact. Absent fields stay unchanged, or take their default in a new fact.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SaveFact {
    /// The fact; a new one when absent.
    pub fact: Option<FactId>,
    pub subject: EntityRef,
    pub predicate: String,
    pub object: FactObject,
    /// Whether to end other facts with the same subject, predicate and modality where this one begins.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub replaces: bool,
    #[serde(flatten)]
    pub assertion: SaveAssertion,
}

/// A fact that was written.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct FactSaved {
    pub fact: FactId,
    /// Facts that end where it begins.
    pub ended: Vec<FactId>,
}

/// Writes a fact. An unknown name creates an entity.
pub async fn save_fact(project: &Project, request: SaveFact) -> Result<FactSaved> {
    let predicate = words::name("predicate", &request.predicate)?;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let subject = resolve(&mut tx, now, (&request.subject, EntityKind::Character)).await?.id();
    let object = match request.object {
        FactObject::Entity(entity) => {
            super::require_entity(&mut tx, entity).await?;
            FactObject::Entity(entity)
        }
        FactObject::Text(words) => FactObject::Text(words::name("value", &words)?),
    };
    let mut assertion = match request.fact {
        Some(fact) => canon::live(&mut tx, fact).await?.assertion,
        None => Assertion::default(),
    };
    request.assertion.apply(&mut tx, now, &mut assertion).await?;
    let record = FactRecord { subject, predicate, object, assertion };
    let mut ended = Vec::new();
    if let (true, Some(scene)) = (request.replaces, record.assertion.valid_from) {
        for (id, before) in
            conflicting_facts(&mut tx, &record).await?.into_iter().filter(|(id, _)| Some(*id) != request.fact)
        {
            let mut after = before;
            after.assertion.valid_to = Some(scene);
            canon::update(&mut tx, id, &after).await?;
            ended.push(id);
        }
    }
    let fact = match request.fact {
        Some(fact) => {
            canon::update(&mut tx, fact, &record).await?;
            fact
        }
        None => canon::insert(&mut tx, &record, now).await?,
    };
    tx.commit().await?;
    Ok(FactSaved { fact, ended })
}

/// Facts with the same subject, predicate and modality and another object that hold where this one begins. Facts that
/// begin later are not included.
pub(crate) async fn conflicting_facts(
    conn: &mut SqliteConnection,
    record: &FactRecord,
) -> Result<Vec<(FactId, FactRecord)>> {
    let order = telling_order(conn).await?;
    let from = record.assertion.valid_from.and_then(|scene| order.rank(scene));
    let Some(from) = from else { return Ok(Vec::new()) };
    let mut facts = canon::list_where::<FactId>(conn, "subject_id", record.subject.get()).await?;
    facts.retain(|(_, fact)| {
        fact.predicate == record.predicate
            && fact.assertion.modality == record.assertion.modality
            && fact.object != record.object
            && holds(&fact.assertion, from, &order)
    });
    Ok(facts)
}

/// A relation or a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum AssertionRequest {
    Relation(RelationId),
    Fact(FactId),
}

/// A relation or fact to end or to reopen.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct EndAssertion {
    pub item: AssertionRequest,
    /// The first scene in which it no longer holds, or, when reopening, holds again.
    pub scene: SceneId,
}

/// Ends a relation or fact at a scene.
pub async fn end(project: &Project, request: EndAssertion) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    wenfang_project::parts::require(&mut tx, request.scene).await?;
    match request.item {
        AssertionRequest::Relation(id) => end_at(&mut tx, id, request.scene).await?,
        AssertionRequest::Fact(id) => end_at(&mut tx, id, request.scene).await?,
    }
    tx.commit().await?;
    Ok(Done { count: 1 })
}

async fn end_at<I: CanonItem<Record: Asserted>>(
    conn: &mut SqliteConnection,
    id: I,
    scene: SceneId,
) -> Result<()> {
    let mut record = canon::live(conn, id).await?;
    record.assertion_mut().valid_to = Some(scene);
    Ok(canon::update(conn, id, &record).await?)
}

/// Reopens an ended relation or fact from a scene on. This creates a new item, so that the first span is preserved.
///
/// # Errors
/// [`Code::BadRequest`] if it has not ended.
pub async fn reopen(project: &Project, request: EndAssertion) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    wenfang_project::parts::require(&mut tx, request.scene).await?;
    let from = (request.scene, project.now());
    match request.item {
        AssertionRequest::Relation(id) => reopen_from(&mut tx, id, from).await?,
        AssertionRequest::Fact(id) => reopen_from(&mut tx, id, from).await?,
    }
    tx.commit().await?;
    Ok(Done { count: 1 })
}

async fn reopen_from<I: CanonItem<Record: Asserted>>(
    conn: &mut SqliteConnection,
    id: I,
    (scene, now): (SceneId, Timestamp),
) -> Result<()> {
    let mut record = canon::live(conn, id).await?;
    let assertion = record.assertion_mut();
    if assertion.valid_to.is_none() {
        return Err(Error::new(
            Code::BadRequest,
            "cannot reopen: the relation or fact has no end scene",
            "Nothing was changed. End it first, or leave it as it is.",
        ));
    }
    (assertion.valid_from, assertion.valid_to) = (Some(scene), None);
    assertion.evidence.clear();
    canon::insert::<I>(conn, &record, now).await?;
    Ok(())
}

/// An item of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum GraphItem {
    Entity(EntityId),
    Relation(RelationId),
    Fact(FactId),
}

/// Items of the graph.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GraphItems {
    pub items: Vec<GraphItem>,
}

/// Removes entities, relations and facts; removing an entity also removes all relations and facts about it. Returns
/// everything removed, for [`put_back`].
pub async fn remove(project: &Project, request: GraphItems) -> Result<GraphItems> {
    let mut tx = project.begin_write().await?;
    let now = project.now();
    let mut removed = Vec::new();
    for item in request.items {
        match item {
            GraphItem::Entity(id) => {
                canon::live(&mut tx, id).await?;
                let (relations, facts) = statements_about(&mut tx, id).await?;
                canon::remove(&mut tx, &relations, now).await?;
                canon::remove(&mut tx, &facts, now).await?;
                canon::remove(&mut tx, &[id], now).await?;
                removed.extend(relations.into_iter().map(GraphItem::Relation));
                removed.extend(facts.into_iter().map(GraphItem::Fact));
            }
            GraphItem::Relation(id) => removal::remove(&mut tx, &[id], now).await?,
            GraphItem::Fact(id) => removal::remove(&mut tx, &[id], now).await?,
        }
        removed.push(item);
    }
    tx.commit().await?;
    Ok(GraphItems { items: removed })
}

/// The relations and facts about an entity, without duplicates; facts with it as their subject come first.
pub(crate) async fn statements_about(
    conn: &mut SqliteConnection,
    entity: EntityId,
) -> Result<(Vec<RelationId>, Vec<FactId>)> {
    let relations = rows_referring_to(conn, ["from_id", "to_id"], entity).await?;
    Ok((relations, rows_referring_to(conn, ["subject_id", "object_id"], entity).await?))
}

async fn rows_referring_to<I: CanonItem>(
    conn: &mut SqliteConnection,
    columns: [&'static str; 2],
    entity: EntityId,
) -> Result<Vec<I>> {
    let mut ids: Vec<I> = Vec::new();
    for column in columns {
        let rows = canon::list_where::<I>(conn, column, entity.get()).await?;
        let fresh: Vec<I> = rows.into_iter().map(|(id, _)| id).filter(|id| !ids.contains(id)).collect();
        ids.extend(fresh);
    }
    Ok(ids)
}

/// Restores removed entities, relations and facts.
pub async fn put_back(project: &Project, request: GraphItems) -> Result<Done> {
    let mut tx = project.begin_write().await?;
    for item in &request.items {
        match *item {
            GraphItem::Entity(id) => removal::put_back(&mut tx, &[id]).await?,
            GraphItem::Relation(id) => removal::put_back(&mut tx, &[id]).await?,
            GraphItem::Fact(id) => removal::put_back(&mut tx, &[id]).await?,
        }
    }
    tx.commit().await?;
    Ok(Done { count: request.items.len() })
}
