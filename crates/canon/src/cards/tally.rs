//! Counts how much is known about each card, in one pass over the canon.

use std::collections::{BTreeSet, HashMap};

use sqlx::SqliteConnection;
use wenfang_project::{canon, proposals};
use wenfang_story::canon::{
    FactObject, FactRecord, ProposalStatus, RelationRecord, ThreadAnchorRecord, ThreadRecord,
    TimelineEventRecord,
};
use wenfang_story::{EntityId, FactId, RelationId, ThreadAnchorId, ThreadId, TimelineEventId};
use wenfang_usecase::Result;

use super::CardCounts;
use crate::names::Names;

/// The counts per bearer, by index.
pub(super) struct Tally {
    counts: Vec<CardCounts>,
    threads: HashMap<u32, BTreeSet<ThreadId>>,
}

impl Tally {
    pub(super) async fn read(conn: &mut SqliteConnection, names: &Names) -> Result<Self> {
        let mut tally =
            Self { counts: vec![CardCounts::default(); names.bearers.len()], threads: HashMap::new() };
        let of_entity: HashMap<EntityId, usize> =
            names.bearers.iter().enumerate().filter_map(|(at, bearer)| Some((bearer.entity?, at))).collect();
        let places = |entities: &[EntityId]| -> BTreeSet<usize> {
            entities.iter().filter_map(|entity| of_entity.get(entity).copied()).collect()
        };
        let facts: Vec<(FactId, FactRecord)> = canon::list(conn).await?;
        for (_, fact) in &facts {
            let mut about = vec![fact.subject];
            about.extend(match fact.object {
                FactObject::Entity(entity) => Some(entity),
                FactObject::Text(_) => None,
            });
            tally.each(places(&about), |counts| counts.facts += 1);
        }
        let relations: Vec<(RelationId, RelationRecord)> = canon::list(conn).await?;
        for (_, relation) in &relations {
            tally.each(places(&[relation.from, relation.to]), |counts| counts.relations += 1);
        }
        let events: Vec<(TimelineEventId, TimelineEventRecord)> = canon::list(conn).await?;
        for (_, event) in &events {
            tally.each(places(&event.participants), |counts| counts.events += 1);
        }
        tally.read_threads(conn, names).await?;
        tally.read_proposals(conn, names).await?;
        Ok(tally)
    }

    /// Counts the threads that name a bearer in their title, description, passages or notes.
    async fn read_threads(&mut self, conn: &mut SqliteConnection, names: &Names) -> Result<()> {
        let threads: Vec<(ThreadId, ThreadRecord)> = canon::list(conn).await?;
        let mut words: HashMap<ThreadId, String> = threads
            .into_iter()
            .map(|(id, thread)| (id, format!("{}\n{}\n", thread.title, thread.description)))
            .collect();
        let anchors: Vec<(ThreadAnchorId, ThreadAnchorRecord)> = canon::list(conn).await?;
        for (_, anchor) in &anchors {
            if let Some(words) = words.get_mut(&anchor.thread) {
                words.extend([anchor.quote.as_str(), "\n", &anchor.note, "\n"]);
            }
        }
        for (thread, words) in &words {
            for owner in names.lexicon.count_by_owner(words).into_keys() {
                self.threads.entry(owner).or_default().insert(*thread);
            }
        }
        for (owner, threads) in &self.threads {
            if let Some(counts) = self.counts.get_mut(*owner as usize) {
                counts.threads = threads.len();
            }
        }
        Ok(())
    }

    /// Counts the pending proposals about a bearer.
    async fn read_proposals(&mut self, conn: &mut SqliteConnection, names: &Names) -> Result<()> {
        let by_name: HashMap<&str, u32> = names.lexicon.names().zip(0u32..).collect();
        for (_, record) in proposals::list(conn, None).await? {
            if record.status != ProposalStatus::Pending {
                continue;
            }
            let claims = record.proposed.claims();
            let numbers = claims.iter().filter_map(|claim| by_name.get(claim.trim()).copied());
            let owners = numbers.flat_map(|number| names.lexicon.owners(number)).map(|owner| *owner as usize);
            self.each(owners.collect(), |counts| counts.proposals += 1);
        }
        Ok(())
    }

    fn each(&mut self, bearers: BTreeSet<usize>, count: impl Fn(&mut CardCounts)) {
        for at in bearers {
            if let Some(counts) = self.counts.get_mut(at) {
                count(counts);
            }
        }
    }

    pub(super) fn of(&self, bearer: usize) -> CardCounts {
        self.counts.get(bearer).copied().unwrap_or_default()
    }

    pub(super) fn threads_of(&self, bearer: u32) -> BTreeSet<ThreadId> {
        self.threads.get(&bearer).cloned().unwrap_or_default()
    }
}
