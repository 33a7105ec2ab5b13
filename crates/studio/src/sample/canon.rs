//! The canon of a sample: the part that exists before writing, and the part backed by its text.

use std::collections::HashMap;

use wenfang_canon::graph::{SaveAssertion, SaveFact, SaveRelation};
use wenfang_canon::passages::Passage;
use wenfang_canon::threads::{AddAnchor, SaveThread};
use wenfang_canon::timeline::SaveEvent;
use wenfang_canon::{EntityRef, bible, graph, lore, spelling, threads, timeline};
use wenfang_project::Project;
use wenfang_story::EntityId;
use wenfang_story::canon::{FactObject, Modality};
use wenfang_usecase::{NoParams, Result};

use super::data::{Data, Event, Fact, Place, Quote, Relation, Thread, Value};
use super::{Parts, inconsistent};

/// Writes the novel's own dictionary, the bible, lore and entities.
pub(super) async fn begin(project: &Project, data: &Data) -> Result<()> {
    for word in &data.dictionary {
        spelling::words::add(project, word.clone()).await?;
    }
    for field in &data.bible {
        bible::set(project, field.clone()).await?;
    }
    for entry in &data.lore {
        lore::save(project, entry.clone()).await?;
    }
    for entity in &data.entities {
        graph::save_entity(project, entity.clone()).await?;
    }
    Ok(())
}

/// Writes the relations, facts, threads and events.
pub(super) async fn fill(project: &Project, data: &Data, parts: &Parts) -> Result<()> {
    let known = graph::entities(project, NoParams {}).await?.entities;
    let known = known.into_iter().map(|entity| (entity.name, entity.id)).collect();
    let writer = Writer { project, parts, known };
    for relation in &data.relations {
        writer.relation(relation).await?;
    }
    for fact in &data.facts {
        writer.fact(fact).await?;
    }
    for thread in &data.threads {
        writer.thread(thread).await?;
    }
    for event in &data.events {
        writer.event(event).await?;
    }
    Ok(())
}

struct Writer<'a> {
    project: &'a Project,
    parts: &'a Parts,
    known: HashMap<String, EntityId>,
}

impl Writer<'_> {
    fn entity(&self, name: &str) -> Result<EntityRef> {
        Ok(EntityRef::Id(self.id(name)?))
    }

    fn id(&self, name: &str) -> Result<EntityId> {
        self.known.get(name).copied().ok_or_else(|| inconsistent(format!("there is no entity {name}")))
    }

    fn passage(&self, (place, quote): (Place, &str)) -> Result<Passage> {
        let scene = self.parts.scene(place)?;
        Ok(Passage { scene, version: None, range: None, quote: quote.to_owned() })
    }

    fn assertion(
        &self,
        since: Option<Place>,
        modality: Option<Modality>,
        proof: Option<&Quote>,
    ) -> Result<SaveAssertion> {
        let since = since.map(|place| self.parts.scene(place)).transpose()?;
        let passage = proof.map(|proof| self.passage((proof.scene, &proof.quote))).transpose()?;
        Ok(SaveAssertion { valid_from: since.map(Some), valid_to: None, modality, passage })
    }

    async fn relation(&self, relation: &Relation) -> Result<()> {
        let request = SaveRelation {
            relation: None,
            from: self.entity(&relation.from)?,
            to: self.entity(&relation.to)?,
            kind: relation.kind.clone(),
            assertion: self.assertion(relation.since, None, relation.proof.as_ref())?,
        };
        graph::save_relation(self.project, request).await?;
        Ok(())
    }

    async fn fact(&self, fact: &Fact) -> Result<()> {
        let request = SaveFact {
            fact: None,
            subject: self.entity(&fact.subject)?,
            predicate: fact.predicate.clone(),
            object: match &fact.object {
                Value::Text(text) => FactObject::Text(text.clone()),
                Value::Entity(name) => FactObject::Entity(self.id(name)?),
            },
            replaces: fact.replaces,
            assertion: self.assertion(fact.since, fact.modality, fact.proof.as_ref())?,
        };
        graph::save_fact(self.project, request).await?;
        Ok(())
    }

    async fn thread(&self, thread: &Thread) -> Result<()> {
        let request = SaveThread {
            title: Some(thread.title.clone()),
            description: Some(thread.description.clone()),
            due_after: Some(Some(thread.due_after)),
            ..SaveThread::default()
        };
        let saved = threads::save(self.project, request).await?.id;
        for passage in &thread.passages {
            let request = AddAnchor {
                thread: saved,
                role: passage.role,
                passage: self.passage((passage.scene, &passage.quote))?,
                whole: passage.whole,
                note: passage.note.clone(),
            };
            threads::add_anchor(self.project, request).await?;
        }
        Ok(())
    }

    async fn event(&self, event: &Event) -> Result<()> {
        let participants = event.participants.iter().map(|name| self.entity(name)).collect::<Result<_>>()?;
        let scene = event.scene.map(|place| self.parts.scene(place)).transpose()?;
        let request = SaveEvent {
            title: Some(event.title.clone()),
            description: Some(event.description.clone()),
            time: Some(event.time.clone()),
            key: event.key.clone().map(Some),
            place: Some(event.place.clone()),
            participants: Some(participants),
            scene: Some(scene),
            ..SaveEvent::default()
        };
        timeline::save(self.project, request).await?;
        Ok(())
    }
}
