//! Writing what a check found, in the caller's transaction.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::SqliteConnection;
use wenfang_project::findings::{self, Finding};
use wenfang_project::scene_checks::{self, SceneCheck};
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FindingState};
use wenfang_story::{FindingId, SceneId, Timestamp};
use wenfang_versions::WorkingText;

use super::evidence::records;
use super::find::CheckOutcome;
use super::gather::Gathered;
use super::same::{is_moved, pair};
use super::standing::{Stands, WorkingTexts, old_text, standing};
use crate::error::Result;

/// What storing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored {
    /// The findings that are there now, in the order they were found.
    pub(crate) found: Vec<FindingId>,
    /// How many of them were not known, or were gone.
    pub(crate) new: usize,
    /// How many are gone.
    pub(crate) gone: usize,
}

/// Stores what a check found: known findings keep their ids, those of the same rules that were not found again are gone.
/// Drafts with findings become versions, so that evidence names one. What no longer stands as it was read, since the
/// author went on writing, is left to the next check.
pub(crate) async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, ran): (&Gathered, &CheckOutcome),
) -> Result<Stored> {
    let mut by_scene: BTreeMap<SceneId, Vec<FindingRecord>> = BTreeMap::new();
    for record in records(conn, now, (gathered, ran)).await? {
        let Some(scene) = record.passage().map(|passage| passage.scene) else { continue };
        let here = by_scene.entry(scene).or_default();
        // A model may say a thing twice.
        if !here.iter().any(|other| other.key() == record.key() && other.passage() == record.passage()) {
            here.push(record);
        }
    }
    let mut write = Write {
        conn,
        now,
        gathered,
        texts: WorkingTexts::default(),
        stored: Stored::default(),
        taken: BTreeSet::new(),
    };
    let mut unmatched = Vec::new();
    let mut left = Vec::new();
    for scene in &gathered.wanted {
        let new = by_scene.remove(scene).unwrap_or_default();
        let (new, known) = write.in_place(*scene, (ran, new)).await?;
        unmatched.extend(new);
        // Of a text that was not read nobody knows what is gone from it.
        if write.is_as_read(*scene).await? {
            left.extend(known);
        }
    }
    for record in unmatched {
        write.elsewhere(record).await?;
    }
    for finding in left.iter().filter(|finding| !write.taken.contains(&finding.id)) {
        findings::mark_gone(write.conn, finding).await?;
        write.stored.gone += 1;
    }
    write.note_checked(ran).await?;
    Ok(write.stored)
}

/// The writing of one check.
struct Write<'c> {
    conn: &'c mut SqliteConnection,
    now: Timestamp,
    gathered: &'c Gathered,
    texts: WorkingTexts,
    stored: Stored,
    /// Known findings that were found again.
    taken: BTreeSet<FindingId>,
}

impl Write<'_> {
    async fn again(&mut self, id: FindingId, record: &FindingRecord) -> Result<()> {
        findings::found_again(self.conn, id, record, self.now).await?;
        self.taken.insert(id);
        self.stored.found.push(id);
        Ok(())
    }

    /// Finds the known findings of a scene again where they stand. Gives what is new, and what was not found.
    async fn in_place(
        &mut self,
        scene: SceneId,
        (ran, new): (&CheckOutcome, Vec<FindingRecord>),
    ) -> Result<(Vec<FindingRecord>, Vec<Finding>)> {
        let mut known = findings::list_open_by_scene(self.conn, scene).await?;
        known.retain(|finding| ran.rules.contains(&finding.record.rule));
        let stand = self.stand(&known).await?;
        let pairs: Vec<_> = known.iter().zip(&stand).map(|(known, now)| (&known.record, *now)).collect();
        let paired = pair(&pairs, &new);
        let mut unmatched = Vec::new();
        for (record, place) in new.into_iter().zip(paired) {
            match place.and_then(|place| known.get(place)) {
                Some(finding) => self.again(finding.id, &record).await?,
                None => unmatched.push(record),
            }
        }
        known.retain(|finding| !self.taken.contains(&finding.id));
        Ok((unmatched, known))
    }

    async fn stand(&mut self, known: &[Finding]) -> Result<Vec<Option<Stands>>> {
        let mut stand = vec![None; known.len()];
        let passages: Vec<(usize, &Evidence)> =
            known.iter().enumerate().filter_map(|(at, known)| Some((at, known.record.passage()?))).collect();
        let only: Vec<&Evidence> = passages.iter().map(|(_, passage)| *passage).collect();
        let found = standing(self.conn, &mut self.texts, &only).await?;
        for ((at, _), found) in passages.into_iter().zip(found) {
            stand[at] = found;
        }
        Ok(stand)
    }

    /// Stores a finding that stands where no known one does: one that came back or whose passage moved, or a new one.
    async fn elsewhere(&mut self, record: FindingRecord) -> Result<()> {
        for known in findings::list_by_key(self.conn, record.key()).await? {
            if !self.taken.contains(&known.id) && self.is_it(&known, &record).await? {
                self.stored.new += usize::from(known.state == FindingState::Gone);
                return self.again(known.id, &record).await;
            }
        }
        if let Some(passage) = record.passage() {
            // Its words were edited on the way: what was said of it holds all the same.
            let place = (passage.scene, record.rule);
            let mut known = findings::list_gone_and_waived(self.conn, place).await?;
            known.retain(|known| !self.taken.contains(&known.id));
            let stand = self.stand(&known).await?;
            let pairs: Vec<_> = known.iter().zip(stand).map(|(known, now)| (&known.record, now)).collect();
            let paired = pair(&pairs, std::slice::from_ref(&record)).pop().flatten();
            if let Some(known) = paired.and_then(|at| known.get(at)) {
                self.stored.new += 1;
                return self.again(known.id, &record).await;
            }
        }
        let id = findings::insert(self.conn, &record, self.now).await?;
        self.taken.insert(id);
        self.stored.found.push(id);
        self.stored.new += 1;
        Ok(())
    }

    /// Whether a known finding with the same key is this one: its passage came back where it was, or moved here.
    async fn is_it(&mut self, known: &Finding, record: &FindingRecord) -> Result<bool> {
        let (Some(was), Some(is)) = (known.record.passage(), record.passage()) else { return Ok(false) };
        let stands = self.stand(std::slice::from_ref(known)).await?.pop().flatten();
        let here = stands.is_some_and(|stands| {
            was.scene == is.scene && (stands.range == is.range || stands.range.overlaps(is.range))
        });
        if here {
            return Ok(true);
        }
        let stays = known.state == FindingState::Open && stands.is_some_and(|stands| stands.has_same_words);
        // What lies in the bin does not stand in the book.
        if stays && self.gathered.text(was.scene).is_some() {
            return Ok(false);
        }
        let old = old_text(self.conn, (was.scene, was.version)).await?;
        let Some(new) = self.texts.get(self.conn, is.scene).await? else { return Ok(false) };
        Ok(is_moved((old.as_deref(), was.range), (&new.text, is.range)))
    }

    /// Whether the working text of a scene is still what was read.
    async fn is_as_read(&mut self, scene: SceneId) -> Result<bool> {
        let now = self.texts.get(self.conn, scene).await?.map(WorkingText::hash);
        Ok(now.is_some() && self.gathered.text(scene).map(|read| read.hash) == now)
    }

    /// Notes which texts were checked: those that are still as they were read.
    async fn note_checked(&mut self, ran: &CheckOutcome) -> Result<()> {
        for scene in &self.gathered.wanted {
            if !self.is_as_read(*scene).await? {
                continue;
            }
            let Some(now) = self.texts.get(self.conn, *scene).await? else { continue };
            let (scene, version, hash) = (*scene, now.version.version, now.hash());
            let check = SceneCheck { scene, version, hash, rules: ran.rules.clone(), at: self.now };
            scene_checks::put(self.conn, &check).await?;
        }
        Ok(())
    }
}
