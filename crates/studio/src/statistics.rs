//! How much was written on which day.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::manuscript::Totals;
use wenfang_project::statistics::{self, SignedTotals, WrittenVersion};
use wenfang_project::{Project, drafts, scene_versions};
use wenfang_story::{SceneId, Timestamp};
use wenfang_versions as versions;

use crate::error::{Error, Result};

/// The most days of one question.
pub const MAX_DAYS: usize = 400;

/// Days to look at.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct WrittenOn {
    /// Where days begin, ascending, and where the last one ends: the author's own midnights.
    pub bounds: Vec<Timestamp>,
}

/// What was written on which day.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WrittenDays {
    /// A day for each two neighbouring bounds.
    pub days: Vec<WrittenDay>,
}

/// What was written on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct WrittenDay {
    /// Its first moment.
    pub from: Timestamp,
    /// The first moment after it.
    pub until: Timestamp,
    /// What texts grew by, from version to version.
    pub added: Totals,
    /// What texts shrank by.
    pub removed: Totals,
    /// Both together.
    pub net: SignedTotals,
    /// Versions of the author's.
    pub versions: usize,
    /// Scenes that were worked on.
    pub scenes: usize,
}

/// What the author wrote on each day.
///
/// A version of the author's counts with what it changed against the version it was made from, so that a chain of them
/// counts its words once. Not written, and so not counted: what was imported, generated, brought back by a restore or
/// an undo, merged from a branch (it was counted there), or only moved when scenes were split or merged. A draft counts
/// against its base on the day it was last stored, until it is a version.
///
/// # Errors
/// Bounds that are fewer than two, more than 401, or not ascending.
pub async fn days(project: &Project, request: WrittenOn) -> Result<WrittenDays> {
    let bounds = request.bounds;
    let is_ascending = bounds.is_sorted_by(|a, b| a < b);
    let (Some(from), Some(until), true) = (bounds.first(), bounds.last(), is_ascending) else {
        return Err(refused("the bounds of the days do not ascend"));
    };
    if !(2..=MAX_DAYS + 1).contains(&bounds.len()) {
        return Err(refused("a question is about 1 to 400 days"));
    }
    let mut tx = project.begin_read().await?;
    let written = written(&mut tx, *from, *until).await?;
    let mut days: Vec<Day> = bounds.windows(2).map(|bounds| Day::new(bounds[0], bounds[1])).collect();
    for entry in written {
        // `from` is the first bound and no entry is before it.
        let day = bounds.partition_point(|bound| *bound <= entry.at) - 1;
        days[day].add(&entry);
    }
    Ok(WrittenDays { days: days.into_iter().map(Day::finish).collect() })
}

fn refused(message: &str) -> Error {
    Error::bad_request(message, "Give the first moment of each day in order, and the end of the last one.")
}

/// What the author wrote in one go: a version, or a draft.
struct Entry {
    scene: SceneId,
    at: Timestamp,
    change: SignedTotals,
    is_version: bool,
}

async fn written(conn: &mut SqliteConnection, from: Timestamp, until: Timestamp) -> Result<Vec<Entry>> {
    let mut versions = statistics::written(conn, from, until).await?;
    let binned = statistics::binned_scenes(conn, from, until).await?;
    drop_moved(&mut versions, &binned);
    let mut entries: Vec<Entry> = versions
        .into_iter()
        .map(|version| Entry {
            scene: version.scene,
            at: version.at,
            change: version.change,
            is_version: true,
        })
        .collect();
    for draft in drafts::list(conn).await? {
        if draft.updated_at < from || draft.updated_at >= until {
            continue;
        }
        let base = scene_versions::require(conn, draft.scene, draft.base).await?;
        if draft.text.hash() != base.hash {
            let change = SignedTotals::between(base.totals, versions::totals(&draft.text));
            entries.push(Entry { scene: draft.scene, at: draft.updated_at, change, is_version: false });
        }
    }
    Ok(entries)
}

/// Takes out versions that only moved words from scene to scene. Splitting and merging scenes store both sides with
/// one time, which is what they are known by: a new scene came with exactly the words that another one lost, or a scene
/// took exactly the words of one that went into the bin.
fn drop_moved(versions: &mut Vec<WrittenVersion>, binned: &[(Timestamp, Totals)]) {
    let mut by_time: HashMap<Timestamp, Vec<usize>> = HashMap::new();
    for (index, version) in versions.iter().enumerate() {
        by_time.entry(version.at).or_default().push(index);
    }
    // Words and marks are counted differently where a text is cut within a line.
    let moves = |a: SignedTotals, b: SignedTotals| (a.standard, a.all) == (b.standard, b.all);
    let mut moved = BTreeSet::new();
    for (index, first) in versions.iter().enumerate().filter(|(_, version)| version.is_first) {
        let giver = by_time[&first.at]
            .iter()
            .find(|other| !versions[**other].is_first && moves(versions[**other].change, -first.change));
        if let Some(giver) = giver {
            moved.extend([index, *giver]);
        }
    }
    for (at, totals) in binned {
        let words = SignedTotals::between(Totals::default(), *totals);
        let taker = by_time.get(at).into_iter().flatten();
        moved.extend(taker.copied().find(|taker| moves(versions[*taker].change, words)));
    }
    let mut index = 0;
    versions.retain(|_| {
        index += 1;
        !moved.contains(&(index - 1))
    });
}

/// A day that is being summed.
struct Day {
    sum: WrittenDay,
    scenes: BTreeSet<SceneId>,
}

impl Day {
    fn new(from: Timestamp, until: Timestamp) -> Self {
        let sum = WrittenDay {
            from,
            until,
            added: Totals::default(),
            removed: Totals::default(),
            net: SignedTotals::default(),
            versions: 0,
            scenes: 0,
        };
        Self { sum, scenes: BTreeSet::new() }
    }

    fn add(&mut self, entry: &Entry) {
        self.sum.added += entry.change.growth();
        self.sum.removed += (-entry.change).growth();
        self.sum.net += entry.change;
        self.sum.versions += usize::from(entry.is_version);
        self.scenes.insert(entry.scene);
    }

    fn finish(self) -> WrittenDay {
        WrittenDay { scenes: self.scenes.len(), ..self.sum }
    }
}
