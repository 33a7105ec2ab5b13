//! Merging two cards: one entry, one entity, all names, and everything said about either.

use serde::{Deserialize, Serialize};
use wenfang_project::{Project, canon};
use wenfang_story::canon::cards::{CardField, Ends, differing, kinds, merged_entity, merged_lore};
use wenfang_story::canon::{EntityKind, EntityRecord, LoreKind, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId};
use wenfang_usecase::{Error, Result};

use super::act::Act;
use super::carry::carry_over;
use super::{CardKey, Side};
use crate::words::{MAX_CONTENT_LEN, MAX_NAMES};

/// Two cards that are the same person or thing.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct MergeCards {
    /// The card that remains.
    pub into: CardKey,
    /// The card that is merged into it.
    pub from: CardKey,
    /// Fields to take from the merged card where the two differ; other fields come from the remaining card.
    #[serde(default)]
    #[ts(as = "Option<Vec<CardField>>")]
    pub take: Vec<CardField>,
}

/// The result of a merge, before it is written.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MergePreview {
    pub title: String,
    pub kind: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// The text of its entry.
    pub content: String,
    /// Secrets of its entry.
    pub secrets: String,
    /// The description of its entity.
    pub description: String,
    /// Single-valued fields in which the two cards differ.
    pub differences: Vec<Difference>,
    /// What moves from the merged card to the remaining one.
    pub moved: Moved,
}

/// A field in which two cards differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Difference {
    pub field: CardField,
    /// The value of the remaining card.
    pub into: String,
    /// The value of the merged card.
    pub from: String,
}

/// The numbers of items that move from one card to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Moved {
    pub facts: usize,
    pub relations: usize,
    pub events: usize,
    /// Facts and relations that the remaining card already had; they are merged and keep the evidence of both.
    pub folded: usize,
    /// Relations between the two cards, which become text facts.
    pub restated: usize,
}

/// Two cards that were merged.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Merged {
    /// The operation, for undoing it.
    pub act: i64,
    pub entry: Option<LoreEntryId>,
    pub entity: Option<EntityId>,
    pub title: String,
    pub moved: Moved,
}

/// Shows the result of a merge; writes nothing.
///
/// # Errors
/// The same as [`merge`].
pub async fn preview(project: &Project, request: MergeCards) -> Result<MergePreview> {
    // Merges in a transaction that is dropped, so that the preview equals the result.
    let mut tx = project.begin_write().await?;
    let sides = Sides::read(&mut tx, &request).await?;
    let (records, moved) = sides.merge(&mut Act::new(&mut tx, project.now()), &request.take).await?;
    let names = records.names();
    Ok(MergePreview {
        aliases: names.into_iter().filter(|name| *name != records.title).collect(),
        kind: records.kind().to_owned(),
        content: records.lore.as_ref().map(|lore| lore.content.clone()).unwrap_or_default(),
        secrets: records.lore.as_ref().map(|lore| lore.secrets.clone()).unwrap_or_default(),
        description: records.entity.map(|entity| entity.description).unwrap_or_default(),
        title: records.title,
        differences: sides.differences(),
        moved,
    })
}

/// Merges two cards. Every name, text, fact, relation, event and passage of both is preserved; the merged card moves
/// to the removed items.
///
/// # Errors
/// [`Code::NotFound`](wenfang_usecase::Code::NotFound) for an unknown card;
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if both keys name the same card, or if the merged texts are too long.
pub async fn merge(project: &Project, request: MergeCards) -> Result<Merged> {
    let mut tx = project.begin_write().await?;
    let sides = Sides::read(&mut tx, &request).await?;
    let mut act = Act::new(&mut tx, project.now());
    let (records, moved) = sides.merge(&mut act, &request.take).await?;
    // Merging two cards always changes something, so there is a record.
    let act = act.finish().await?.unwrap_or_default();
    tx.commit().await?;
    Ok(Merged { act, entry: records.entry_id, entity: records.entity_id, title: records.title, moved })
}

/// Both cards.
struct Sides {
    into: Side,
    from: Side,
}

/// The records of the remaining card.
struct Records {
    title: String,
    entry_id: Option<LoreEntryId>,
    lore: Option<LoreRecord>,
    entity_id: Option<EntityId>,
    entity: Option<EntityRecord>,
}

impl Records {
    fn names(&self) -> Vec<String> {
        let lore = self.lore.iter().flat_map(LoreRecord::names);
        let mut names: Vec<String> = Vec::new();
        for name in lore.chain(self.entity.iter().flat_map(EntityRecord::names)) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    fn kind(&self) -> &'static str {
        let of_entity = self.entity.as_ref().map(|entity| entity.kind.as_str());
        self.lore
            .as_ref()
            .map(|lore| lore.kind.as_str())
            .or(of_entity)
            .unwrap_or(LoreKind::Character.as_str())
    }
}

impl Sides {
    async fn read(conn: &mut sqlx::SqliteConnection, request: &MergeCards) -> Result<Self> {
        let into = Side::read(conn, &request.into).await?;
        let from = Side::read(conn, &request.from).await?;
        let is_same = |one: Option<i64>, other: Option<i64>| one.is_some() && one == other;
        let same_entry =
            is_same(into.entry.as_ref().map(|(id, _)| id.get()), from.entry.as_ref().map(|(id, _)| id.get()));
        let same_entity = is_same(
            into.entity.as_ref().map(|(id, _)| id.get()),
            from.entity.as_ref().map(|(id, _)| id.get()),
        );
        let is_bible_alone = into.entry.is_none() && into.entity.is_none();
        if same_entry || same_entity || (is_bible_alone && into.names == from.names) {
            return Err(Error::bad_request(
                format!("{} cannot be merged into itself", into.title),
                "Nothing was changed. Choose two different cards.",
            ));
        }
        Ok(Self { into, from })
    }

    fn differences(&self) -> Vec<Difference> {
        let (into, from) = (&self.into, &self.from);
        let difference = |field: CardField, into: &str, from: &str| Difference {
            field,
            into: into.to_owned(),
            from: from.to_owned(),
        };
        let mut all = Vec::new();
        if into.title != from.title {
            all.push(difference(CardField::Name, &into.title, &from.title));
        }
        if into.kind != from.kind {
            all.push(difference(CardField::Kind, &into.kind, &from.kind));
        }
        let (Some((_, into)), Some((_, from))) = (&into.entry, &from.entry) else { return all };
        for field in differing(Some(into), Some(from)) {
            all.push(match field {
                CardField::AndKeywords => {
                    difference(field, &into.and_keywords.join(", "), &from.and_keywords.join(", "))
                }
                _ => difference(field, &into.priority.to_string(), &from.priority.to_string()),
            });
        }
        all
    }

    /// The merged records of the remaining card.
    fn records(&self, take: &[CardField]) -> Result<Records> {
        let Self { into, from } = self;
        let side = |field: CardField| if take.contains(&field) { from } else { into };
        let title = side(CardField::Name).title.clone();
        let record = |side: &Side| side.entry.as_ref().map(|(_, record)| record.clone());
        let mut lore = merged_lore(record(into).as_ref(), record(from).as_ref(), take);
        let record = |side: &Side| side.entity.as_ref().map(|(_, record)| record.clone());
        let mut entity = merged_entity(record(into).as_ref(), record(from).as_ref());
        if lore.is_none() && entity.is_none() {
            lore = Some(LoreRecord { title: title.clone(), ..LoreRecord::default() });
        }
        let (lore_kind, entity_kind) = side(CardField::Kind).kinds();
        let mut missing: Vec<String> = into.names.iter().chain(&from.names).cloned().collect();
        if let Some(lore) = &mut lore {
            lore.call(&title);
            lore.kind = lore_kind;
            missing.retain(|name| !lore.names().any(|known| known == name));
        }
        if let Some(entity) = &mut entity {
            entity.call(&title);
            entity.kind = entity_kind;
            missing.retain(|name| !entity.names().any(|known| known == name));
        }
        for name in missing {
            let aliases = match (&mut lore, &mut entity) {
                (Some(lore), _) => &mut lore.aliases,
                (None, Some(entity)) => &mut entity.aliases,
                (None, None) => break,
            };
            if !aliases.contains(&name) {
                aliases.push(name);
            }
        }
        let id = |side: &Side| side.entry.as_ref().map(|(id, _)| *id);
        let entry_id = id(into).or_else(|| id(from));
        let id = |side: &Side| side.entity.as_ref().map(|(id, _)| *id);
        let entity_id = id(into).or_else(|| id(from));
        let records = Records { title, entry_id, lore, entity_id, entity };
        refuse_too_long(&records)?;
        Ok(records)
    }

    async fn merge(&self, act: &mut Act<'_>, take: &[CardField]) -> Result<(Records, Moved)> {
        let Self { into, from } = self;
        let mut records = self.records(take)?;
        if let Some(lore) = &records.lore {
            match records.entry_id {
                Some(id) => {
                    let before: LoreRecord = canon::live(act.conn, id).await?;
                    act.update(id, (&before, lore)).await?;
                }
                None => records.entry_id = Some(act.insert(lore).await?),
            }
        }
        if let (Some(entity), Some(id)) = (&mut records.entity, records.entity_id) {
            entity.lore_entry = records.entry_id;
            let before: EntityRecord = canon::live(act.conn, id).await?;
            act.update(id, (&before, entity)).await?;
        }
        let mut moved = Moved::default();
        if let (Some((into_id, _)), Some((from_id, record))) = (&into.entity, &from.entity) {
            let ends = Ends { into: (*into_id, &into.title), from: (*from_id, &from.title) };
            moved = carry_over(act, &ends).await?;
            act.remove(*from_id, record).await?;
        }
        if let (Some(_), Some((from_id, record))) = (&into.entry, &from.entry) {
            act.remove(*from_id, record).await?;
        }
        Ok((records, moved))
    }
}

impl Side {
    /// The kinds of its entry and its entity; a missing one is derived from the other.
    fn kinds(&self) -> (LoreKind, EntityKind) {
        let (lore, entity) = kinds(&self.kind).unwrap_or_default();
        let of_entry = self.entry.as_ref().map(|(_, record)| record.kind);
        let of_entity = self.entity.as_ref().map(|(_, record)| record.kind);
        (of_entry.unwrap_or(lore), of_entity.unwrap_or(entity))
    }
}

fn refuse_too_long(records: &Records) -> Result<()> {
    let texts = records.lore.iter().flat_map(|lore| [&lore.content, &lore.secrets]);
    let texts = texts.chain(records.entity.iter().map(|entity| &entity.description));
    let is_too_long = texts.map(|text| text.chars().count()).any(|length| length > MAX_CONTENT_LEN);
    if is_too_long || records.names().len() > MAX_NAMES {
        return Err(Error::bad_request(
            "the merged card would be too long",
            format!(
                "Nothing was changed. A card has at most {MAX_NAMES} names and texts of {MAX_CONTENT_LEN} characters."
            ),
        ));
    }
    Ok(())
}
