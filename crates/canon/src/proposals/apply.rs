//! Applying a proposal: writes its changes to the canon and records them for undo.

use sqlx::SqliteConnection;
use wenfang_project::canon::{self, CanonItem};
use wenfang_project::proposals::{self, Applied};
use wenfang_story::canon::{
    Asserted, Assertion, EntityKind, EntityRecord, Evidence, FactObject, FactRecord, Modality,
    ProposalRecord, ProposalStatus, Proposed, RelationRecord, Source, TimelineEventRecord,
};
use wenfang_story::{EntityId, FactId, ProposalId, Record, RelationId, Timestamp};
use wenfang_usecase::{Code, Error, Result};

use super::prove;
use crate::entities::{EntityRef, Resolved, find_by_name, resolve};
use crate::graph::conflicting_facts;
use crate::words;

/// Refuses malformed proposals: empty names, texts that are too long.
pub(super) fn check(proposed: &Proposed) -> Result<()> {
    match proposed {
        Proposed::Entity { name, aliases, description, .. } => {
            words::name("name", name)?;
            words::names("aliases", aliases)?;
            words::text("description", description)?;
        }
        Proposed::Alias { name, alias } => {
            words::name("name", name)?;
            words::name("alias", alias)?;
        }
        Proposed::Relation { from, to, relation, .. } => {
            for words in [from, to, relation] {
                words::name("relation", words)?;
            }
            if from == to {
                return Err(Error::bad_request(
                    "a relation needs two different entities",
                    "Nothing was changed.",
                ));
            }
        }
        Proposed::Fact { subject, predicate, object, corrects, .. } => {
            for words in [subject, predicate, object].into_iter().chain(corrects) {
                words::name("fact", words)?;
            }
        }
        Proposed::Event { title, description, time, place, participants } => {
            words::name("title", title)?;
            words::text("description", description)?;
            words::line("time", time)?;
            words::line("place", place)?;
            words::names("participants", participants)?;
        }
        Proposed::Thread { title, description, .. } => {
            words::name("title", title)?;
            words::text("description", description)?;
        }
    }
    Ok(())
}

/// Applies a proposal whose quote occurs in the text. Returns its updated record.
pub(super) async fn apply(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (id, mut record): (ProposalId, ProposalRecord),
) -> Result<ProposalRecord> {
    let proof = prove(conn, &record).await?;
    let mut journal = Journal { conn, now, proposal: id };
    let assertion = Assertion {
        valid_from: record.scene,
        confidence: record.confidence,
        source: Source::Extraction,
        evidence: vec![proof.clone()],
        ..Assertion::default()
    };
    match record.proposed.clone() {
        Proposed::Entity { name, entity_kind, aliases, description } => {
            journal.entity((&name, entity_kind), &aliases, description).await?;
        }
        Proposed::Alias { name, alias } => {
            let entity = journal.resolve(&name).await?;
            journal.alias(entity, &alias).await?;
        }
        Proposed::Relation { from, to, relation, modality } => {
            let (from, to) = (journal.resolve(&from).await?, journal.resolve(&to).await?);
            if from == to {
                return Err(Error::bad_request(
                    "both names of the relation belong to the same entity",
                    "Nothing was changed. Correct one of them, or reject the proposal.",
                ));
            }
            let assertion = Assertion { modality, ..assertion };
            journal.relation(RelationRecord { from, to, kind: relation, assertion }, proof).await?;
        }
        Proposed::Fact { subject, predicate, object, modality, corrects: Some(wrong), .. } => {
            let fact = Correction { subject, predicate, modality, wrong, right: object };
            journal.correct(&fact, proof).await?;
        }
        Proposed::Fact { subject, predicate, object, modality, replaces, corrects: None } => {
            let subject = journal.resolve(&subject).await?;
            let object = journal.object(subject, object).await?;
            let assertion = Assertion { modality, ..assertion };
            journal.fact(FactRecord { subject, predicate, object, assertion }, (proof, replaces)).await?;
        }
        Proposed::Event { title, description, time, place, participants } => {
            let new =
                TimelineEventRecord { title, description, time, place, ..TimelineEventRecord::default() };
            journal.event(new, &participants, &proof).await?;
        }
        Proposed::Thread { title, description, change } => {
            journal.thread((&title, description), change, proof).await?;
        }
    }
    record.status = ProposalStatus::Applied;
    proposals::update(conn, id, &record).await?;
    Ok(record)
}

/// A fact whose object is wrong.
struct Correction {
    subject: String,
    predicate: String,
    modality: Modality,
    wrong: String,
    right: String,
}

/// Writes to the canon and records each change.
pub(super) struct Journal<'c> {
    pub(super) conn: &'c mut SqliteConnection,
    now: Timestamp,
    proposal: ProposalId,
}

impl Journal<'_> {
    pub(super) async fn insert<I: CanonItem>(&mut self, record: &I::Record) -> Result<I> {
        let id: I = canon::insert(self.conn, record, self.now).await?;
        self.note(I::ITEM, id.into(), (None, record.canonical())).await?;
        Ok(id)
    }

    pub(super) async fn update<I: CanonItem>(
        &mut self,
        id: I,
        (before, after): (&I::Record, &I::Record),
    ) -> Result<()> {
        canon::update(self.conn, id, after).await?;
        self.note(I::ITEM, id.into(), (Some(before.canonical()), after.canonical())).await
    }

    async fn note(
        &mut self,
        kind: wenfang_project::checkpoints::ItemKind,
        item: i64,
        (before, after): (Option<String>, String),
    ) -> Result<()> {
        let applied = Applied { proposal: self.proposal, kind, item, before, after };
        Ok(proposals::insert_applied(self.conn, &applied).await?)
    }

    /// Finds the entity with a name, or creates one.
    pub(super) async fn resolve(&mut self, name: &str) -> Result<EntityId> {
        let wanted = EntityRef::Name(name.to_owned());
        match resolve(self.conn, self.now, (&wanted, EntityKind::Character)).await? {
            Resolved::Known(id) => Ok(id),
            Resolved::Made(id) => {
                let form = canon::live(self.conn, id).await?.canonical();
                self.note(EntityId::ITEM, id.get(), (None, form)).await?;
                Ok(id)
            }
        }
    }

    async fn entity(
        &mut self,
        (name, kind): (&str, EntityKind),
        aliases: &[String],
        description: String,
    ) -> Result<()> {
        let id = match find_by_name(self.conn, name.trim()).await? {
            Some((id, before)) => {
                if before.description.is_empty() && !description.is_empty() {
                    let after = EntityRecord { description, ..before.clone() };
                    self.update(id, (&before, &after)).await?;
                }
                id
            }
            None => {
                let id = self.resolve(name).await?;
                let before = canon::live(self.conn, id).await?;
                let kind = if before.lore_entry.is_some() { before.kind } else { kind };
                let after = EntityRecord { kind, description, ..before.clone() };
                if after != before {
                    self.update(id, (&before, &after)).await?;
                }
                id
            }
        };
        for alias in words::names("aliases", aliases)? {
            // An alias taken by another entity is skipped; the entity itself is still applied.
            if let Err(error) = self.alias(id, &alias).await
                && error.code != Code::NameTaken
            {
                return Err(error);
            }
        }
        Ok(())
    }

    async fn alias(&mut self, entity: EntityId, alias: &str) -> Result<()> {
        let alias = words::name("alias", alias)?;
        if let Some((other, record)) = find_by_name(self.conn, &alias).await? {
            if other == entity {
                return Ok(());
            }
            return Err(Error::new(
                Code::NameTaken,
                format!("{alias} is already a name of {}", record.name),
                "Nothing was changed. Remove the name there first, or reject the proposal.",
            )
            .with(serde_json::json!({ "name": alias, "title": record.name, "entity": other })));
        }
        let before = canon::live(self.conn, entity).await?;
        let mut after = before.clone();
        after.aliases.push(alias);
        self.update(entity, (&before, &after)).await
    }

    async fn relation(&mut self, record: RelationRecord, proof: Evidence) -> Result<()> {
        let known = canon::list_where::<RelationId>(self.conn, "from_id", record.from.get()).await?;
        let same = known.into_iter().find(|(_, known)| {
            known.to == record.to
                && known.kind == record.kind
                && known.assertion.modality == record.assertion.modality
                && known.assertion.valid_to.is_none()
        });
        self.prove(same, &record, proof).await
    }

    /// Adds the evidence to an existing equal record, or inserts the new one.
    async fn prove<I: CanonItem<Record: Asserted>>(
        &mut self,
        same: Option<(I, I::Record)>,
        record: &I::Record,
        proof: Evidence,
    ) -> Result<()> {
        match same {
            Some((id, before)) => {
                let mut after = before.clone();
                after.assertion_mut().prove(proof);
                self.update(id, (&before, &after)).await
            }
            None => self.insert::<I>(record).await.map(|_| ()),
        }
    }

    /// The known entity of a name, or text.
    async fn object(&mut self, subject: EntityId, object: String) -> Result<FactObject> {
        Ok(match find_by_name(self.conn, object.trim()).await? {
            Some((entity, _)) if entity != subject => FactObject::Entity(entity),
            _ => FactObject::Text(object),
        })
    }

    /// Gives the facts with the wrong object the right one, proven by the passage. What proved the wrong one does not
    /// prove it any more.
    async fn correct(&mut self, of: &Correction, proof: Evidence) -> Result<()> {
        let gone = || {
            Error::bad_request(
                format!("no fact says that {} of {} is {}", of.predicate, of.subject, of.wrong),
                "Nothing was changed. The setting was changed since; reject the proposal, or enter the fact yourself.",
            )
        };
        let Some((subject, _)) = find_by_name(self.conn, of.subject.trim()).await? else {
            return Err(gone());
        };
        let wrong = find_by_name(self.conn, of.wrong.trim()).await?.map(|(entity, _)| entity);
        let is_wrong = |object: &FactObject| match object {
            FactObject::Text(text) => text.trim() == of.wrong.trim(),
            FactObject::Entity(entity) => Some(*entity) == wrong,
        };
        let right = self.object(subject, of.right.clone()).await?;
        let mut known = canon::list_where::<FactId>(self.conn, "subject_id", subject.get()).await?;
        known.retain(|(_, fact)| {
            fact.predicate == of.predicate && fact.assertion.modality == of.modality && is_wrong(&fact.object)
        });
        if known.is_empty() {
            return Err(gone());
        }
        for (id, before) in known {
            let assertion = Assertion { evidence: vec![proof.clone()], ..before.assertion.clone() };
            let after = FactRecord { object: right.clone(), assertion, ..before.clone() };
            self.update(id, (&before, &after)).await?;
        }
        Ok(())
    }

    async fn fact(&mut self, record: FactRecord, (proof, replaces): (Evidence, bool)) -> Result<()> {
        if let (true, Some(scene)) = (replaces, record.assertion.valid_from) {
            for (id, before) in conflicting_facts(self.conn, &record).await? {
                let mut after = before.clone();
                after.assertion.valid_to = Some(scene);
                self.update(id, (&before, &after)).await?;
            }
        }
        let known = canon::list_where::<FactId>(self.conn, "subject_id", record.subject.get()).await?;
        let same = known.into_iter().find(|(_, known)| {
            known.predicate == record.predicate
                && known.object == record.object
                && known.assertion.modality == record.assertion.modality
                && known.assertion.valid_to.is_none()
        });
        self.prove(same, &record, proof).await
    }
}
