//! Stores the outcome of a check in the caller's transaction.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::SqliteConnection;
use wenfang_project::findings::{self, Finding};
use wenfang_project::scene_checks::{self, SceneCheck};
use wenfang_story::canon::Evidence;
use wenfang_story::check::{FindingRecord, FindingState};
use wenfang_story::{FindingId, SceneId, Timestamp};
use wenfang_text::CharRange;
use wenfang_usecase::Result;
use wenfang_versions::WorkingText;

use super::evidence::records;
use super::find::CheckOutcome;
use super::gather::Gathered;
use super::same::{is_moved, is_rephrased, pair};
use super::standing::{Located, WorkingTexts, old_text, standing};

/// The outcome of storing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored {
    /// The current findings, in the order found.
    pub(crate) found: Vec<FindingId>,
    /// Number of findings that are new or had been gone.
    pub(crate) new: usize,
    /// Number of findings that are gone now.
    pub(crate) gone: usize,
}

/// Stores the findings of a check. Known findings keep their ids; findings of the same rules that were not
/// found again are marked as gone. Drafts with findings become versions, so that evidence refers to one.
/// Passages the author changed meanwhile are left to the next check.
pub(crate) async fn store(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (gathered, ran): (&Gathered, &CheckOutcome),
) -> Result<Stored> {
    let mut by_scene: BTreeMap<SceneId, Vec<FindingRecord>> = BTreeMap::new();
    for record in records(conn, now, (gathered, ran)).await? {
        let Some(scene) = record.passage().map(|passage| passage.scene) else { continue };
        let here = by_scene.entry(scene).or_default();
        // A model may report a finding twice.
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
        matched: BTreeSet::new(),
    };
    let mut unmatched = Vec::new();
    let mut left = Vec::new();
    for scene in &gathered.wanted {
        let new = by_scene.remove(scene).unwrap_or_default();
        let (new, known) = write.match_in_place(*scene, (ran, new)).await?;
        unmatched.extend(new);
        // Findings are only gone from texts that are unchanged since they were read.
        if write.is_as_read(*scene).await? {
            left.extend(known);
        }
    }
    for record in unmatched {
        write.store_unmatched(record).await?;
    }
    left.retain(|(finding, _)| !write.matched.contains(&finding.id));
    for (finding, located) in &left {
        write.note_missing(ran, (finding, located.as_ref())).await?;
    }
    write.note_checked(ran).await?;
    Ok(write.stored)
}

/// The state of storing one check.
struct Write<'c> {
    conn: &'c mut SqliteConnection,
    now: Timestamp,
    gathered: &'c Gathered,
    texts: WorkingTexts,
    stored: Stored,
    /// Known findings that were found again.
    matched: BTreeSet<FindingId>,
}

impl Write<'_> {
    async fn mark_found(&mut self, id: FindingId, record: &FindingRecord) -> Result<()> {
        findings::found_again(self.conn, id, record, self.now).await?;
        self.matched.insert(id);
        self.stored.found.push(id);
        Ok(())
    }

    /// Records that a known finding was found again. One in a model's other words keeps the words it had, and with
    /// them the waivers of similar findings.
    async fn mark_found_again(&mut self, known: &Finding, mut record: FindingRecord) -> Result<()> {
        if known.key != record.key() && is_rephrased(&known.record, &record) {
            record.expected.clone_from(&known.record.expected);
            record.found.clone_from(&known.record.found);
            record.against = known.record.against.or(record.against);
        }
        self.mark_found(known.id, &record).await
    }

    /// Records that a finding was not found again. A model's finding whose words are unchanged is gone only when the
    /// model misses it twice in a row; a cached answer is no second one.
    async fn note_missing(
        &mut self,
        ran: &CheckOutcome,
        (finding, located): (&Finding, Option<&Located>),
    ) -> Result<()> {
        let unchanged = located.filter(|located| located.has_same_words);
        if let Some(located) = unchanged.filter(|_| finding.record.rule.needs_model()) {
            let scene = finding.record.passage().map(|passage| passage.scene);
            let is_cached = |(of, range): &(SceneId, CharRange)| {
                Some(*of) == scene && (*range == located.range || range.overlaps(located.range))
            };
            if !finding.record.missed {
                return Ok(findings::mark_missed(self.conn, finding).await?);
            }
            if ran.not_asked.iter().any(is_cached) {
                return Ok(());
            }
        }
        findings::mark_gone(self.conn, finding).await?;
        self.stored.gone += 1;
        Ok(())
    }

    /// Matches new findings of a scene to known ones by position. Returns the new findings and the known ones
    /// without a match.
    async fn match_in_place(
        &mut self,
        scene: SceneId,
        (ran, new): (&CheckOutcome, Vec<FindingRecord>),
    ) -> Result<(Vec<FindingRecord>, Vec<(Finding, Option<Located>)>)> {
        let mut known = findings::list_open_by_scene(self.conn, scene).await?;
        known.retain(|finding| ran.rules.contains(&finding.record.rule));
        let located = self.located(&known).await?;
        let pairs: Vec<_> =
            known.iter().zip(&located).map(|(known, now)| (&known.record, now.clone())).collect();
        let paired = pair(&pairs, &new);
        let mut unmatched = Vec::new();
        for (record, place) in new.into_iter().zip(paired) {
            match place.and_then(|place| known.get(place)) {
                Some(finding) => self.mark_found_again(finding, record).await?,
                None => unmatched.push(record),
            }
        }
        let known = known.into_iter().zip(located);
        Ok((unmatched, known.filter(|(finding, _)| !self.matched.contains(&finding.id)).collect()))
    }

    async fn located(&mut self, known: &[Finding]) -> Result<Vec<Option<Located>>> {
        let mut located = vec![None; known.len()];
        let passages: Vec<(usize, &Evidence)> =
            known.iter().enumerate().filter_map(|(at, known)| Some((at, known.record.passage()?))).collect();
        let only: Vec<&Evidence> = passages.iter().map(|(_, passage)| *passage).collect();
        let found = standing(self.conn, (&mut self.texts, &self.gathered.ahead), &only).await?;
        for ((at, _), found) in passages.into_iter().zip(found) {
            located[at] = found;
        }
        Ok(located)
    }

    /// Stores a finding without a match at its position: one that came back, one whose passage moved, or a new
    /// one.
    async fn store_unmatched(&mut self, record: FindingRecord) -> Result<()> {
        for known in findings::list_by_key(self.conn, record.key()).await? {
            if !self.matched.contains(&known.id) && self.is_same_finding(&known, &record).await? {
                self.stored.new += usize::from(known.state == FindingState::Gone);
                return self.mark_found(known.id, &record).await;
            }
        }
        if let Some(passage) = record.passage() {
            // A waived finding that came back with edited words stays waived.
            let place = (passage.scene, record.rule);
            let mut known = findings::list_gone_and_waived(self.conn, place).await?;
            known.retain(|known| !self.matched.contains(&known.id));
            let located = self.located(&known).await?;
            let pairs: Vec<_> = known.iter().zip(located).map(|(known, now)| (&known.record, now)).collect();
            let paired = pair(&pairs, std::slice::from_ref(&record)).pop().flatten();
            if let Some(known) = paired.and_then(|at| known.get(at)) {
                self.stored.new += 1;
                return self.mark_found_again(known, record).await;
            }
        }
        let id = findings::insert(self.conn, &record, self.now).await?;
        self.matched.insert(id);
        self.stored.found.push(id);
        self.stored.new += 1;
        Ok(())
    }

    /// Whether a known finding with the same key is this one: its passage is back in place, or moved here.
    async fn is_same_finding(&mut self, known: &Finding, record: &FindingRecord) -> Result<bool> {
        let (Some(was), Some(is)) = (known.record.passage(), record.passage()) else { return Ok(false) };
        let located = self.located(std::slice::from_ref(known)).await?.pop().flatten();
        let here = located.as_ref().is_some_and(|located| {
            was.scene == is.scene && (located.range == is.range || located.range.overlaps(is.range))
        });
        if here {
            return Ok(true);
        }
        let stays =
            known.state == FindingState::Open && located.is_some_and(|located| located.has_same_words);
        // Scenes in the bin are not part of the book.
        if stays && self.gathered.text(was.scene).is_some() {
            return Ok(false);
        }
        let old = old_text(self.conn, (was.scene, was.version)).await?;
        let Some(new) = self.texts.get(self.conn, is.scene).await? else { return Ok(false) };
        Ok(is_moved((old.as_deref(), was.range), (&new.text, is.range)))
    }

    /// Whether the working text of a scene is unchanged since it was read.
    async fn is_as_read(&mut self, scene: SceneId) -> Result<bool> {
        let now = self.texts.get(self.conn, scene).await?.map(WorkingText::hash);
        Ok(now.is_some() && self.gathered.text(scene).map(|read| read.hash) == now)
    }

    /// Records a check of every scene whose text is unchanged since it was read.
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
