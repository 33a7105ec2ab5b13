//! Moves relations, facts and events from one entity to another.

use wenfang_project::canon::{self, CanonItem};
use wenfang_story::canon::cards::{Ends, Restated, restated_fact, restated_relation};
use wenfang_story::canon::{Asserted, Assertion, FactRecord, RelationRecord, TimelineEventRecord};
use wenfang_story::{FactId, RelationId, TimelineEventId};
use wenfang_usecase::Result;

use super::act::Act;
use super::merge::Moved;
use crate::graph::statements_about;

/// Moves everything from the merged entity to the remaining one.
pub(super) async fn carry_over(act: &mut Act<'_>, ends: &Ends<'_>) -> Result<Moved> {
    let mut moved = Moved::default();
    let (relations, facts) = statements_about(act.conn, ends.from.0).await?;
    for id in facts {
        let before: FactRecord = canon::live(act.conn, id).await?;
        let after = restated_fact(&before, ends);
        match same_fact(act, (Some(id), &after)).await? {
            Some(known) => merge_duplicate(act, known, (id, &before)).await.map(|()| moved.folded += 1)?,
            None => act.update(id, (&before, &after)).await.map(|()| moved.facts += 1)?,
        }
    }
    for id in relations {
        let before: RelationRecord = canon::live(act.conn, id).await?;
        match restated_relation(&before, ends) {
            Restated::Relation(after) => match same_relation(act, (id, &after)).await? {
                Some(known) => {
                    merge_duplicate(act, known, (id, &before)).await.map(|()| moved.folded += 1)?;
                }
                None => act.update(id, (&before, &after)).await.map(|()| moved.relations += 1)?,
            },
            Restated::Fact(fact) => {
                match same_fact(act, (None, &fact)).await? {
                    Some((known, record)) => prove(act, (known, record), &fact.assertion).await?,
                    None => act.insert::<FactId>(&fact).await.map(|_| ())?,
                }
                act.remove(id, &before).await?;
                moved.restated += 1;
            }
        }
    }
    let events: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(act.conn).await?;
    for (id, before) in events.into_iter().filter(|(_, event)| event.participants.contains(&ends.from.0)) {
        let mut participants = Vec::with_capacity(before.participants.len());
        for entity in &before.participants {
            let entity = if *entity == ends.from.0 { ends.into.0 } else { *entity };
            if !participants.contains(&entity) {
                participants.push(entity);
            }
        }
        let after = TimelineEventRecord { participants, ..before.clone() };
        act.update(id, (&before, &after)).await?;
        moved.events += 1;
    }
    Ok(moved)
}

/// Finds a fact other than `own` with the same content.
async fn same_fact(
    act: &mut Act<'_>,
    (own, wanted): (Option<FactId>, &FactRecord),
) -> Result<Option<(FactId, FactRecord)>> {
    let facts = canon::list_where::<FactId>(act.conn, "subject_id", wanted.subject.get()).await?;
    Ok(facts.into_iter().find(|(id, fact)| {
        Some(*id) != own
            && fact.predicate == wanted.predicate
            && fact.object == wanted.object
            && is_same_span(&fact.assertion, &wanted.assertion)
    }))
}

/// Finds a relation other than `own` with the same content.
async fn same_relation(
    act: &mut Act<'_>,
    (own, wanted): (RelationId, &RelationRecord),
) -> Result<Option<(RelationId, RelationRecord)>> {
    let relations = canon::list_where::<RelationId>(act.conn, "from_id", wanted.from.get()).await?;
    Ok(relations.into_iter().find(|(id, relation)| {
        *id != own
            && relation.to == wanted.to
            && relation.kind == wanted.kind
            && is_same_span(&relation.assertion, &wanted.assertion)
    }))
}

fn is_same_span(one: &Assertion, other: &Assertion) -> bool {
    (one.valid_from, one.valid_to, one.modality) == (other.valid_from, other.valid_to, other.modality)
}

/// Merges a duplicate into the known item, which gains its evidence.
async fn merge_duplicate<I: CanonItem<Record: Asserted>>(
    act: &mut Act<'_>,
    known: (I, I::Record),
    (duplicate, record): (I, &I::Record),
) -> Result<()> {
    let assertion = record.clone().assertion_mut().clone();
    prove(act, known, &assertion).await?;
    act.remove(duplicate, record).await
}

async fn prove<I: CanonItem<Record: Asserted>>(
    act: &mut Act<'_>,
    (known, before): (I, I::Record),
    by: &Assertion,
) -> Result<()> {
    let mut after = before.clone();
    let assertion = after.assertion_mut();
    by.evidence.iter().cloned().for_each(|proof| assertion.prove(proof));
    assertion.confidence = assertion.confidence.max(by.confidence);
    act.update(known, (&before, &after)).await
}
