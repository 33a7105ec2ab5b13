//! How much the author wrote on each day.

mod accepted;
mod by_models;

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::manuscript::Totals;
use wenfang_project::statistics::{self, SignedTotals, WrittenVersion};
use wenfang_project::{Project, drafts, scene_versions};
use wenfang_story::{SceneId, Timestamp};
use wenfang_versions as versions;

use wenfang_usecase::{Error, Result};

/// Maximum number of days in a request.
pub const MAX_DAYS: usize = 400;

/// The days to report.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct WrittenOn {
    /// The starts of the days, ascending, and the end of the last one: midnights in the author's time zone.
    pub bounds: Vec<Timestamp>,
}

/// What was written on each day.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct WrittenDays {
    /// One day for each pair of neighbouring bounds.
    pub days: Vec<WrittenDay>,
}

/// What was written on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct WrittenDay {
    /// Its start, inclusive.
    pub from: Timestamp,
    /// Its end, exclusive.
    pub until: Timestamp,
    /// Total growth of texts, from version to version.
    pub added: Totals,
    /// Total shrinkage of texts.
    pub removed: Totals,
    /// Growth minus shrinkage.
    pub net: SignedTotals,
    /// The number of versions written by the author.
    pub versions: usize,
    /// The number of scenes edited.
    pub scenes: usize,
}

/// Returns what the author wrote on each day.
///
/// Each version by the author counts with its change against its parent version, so that a chain of versions counts
/// its words once. A version that accepted text of a model counts with what the author typed since its parent. Not
/// counted: imported and generated text, also when it is removed, versions from a restore or an undo, removals that
/// a restore reverted on the same day, merges from a branch (counted there), and text that splitting or merging
/// scenes only moved. A draft counts against its base on the day it was last stored, until it becomes a version.
///
/// # Errors
/// Fewer than 2 or more than 401 bounds, or bounds that do not ascend.
pub async fn days(project: &Project, request: WrittenOn) -> Result<WrittenDays> {
    let bounds = request.bounds;
    let is_ascending = bounds.is_sorted_by(|a, b| a < b);
    let (Some(from), Some(until), true) = (bounds.first(), bounds.last(), is_ascending) else {
        return Err(refused("the bounds of the days must ascend"));
    };
    if !(2..=MAX_DAYS + 1).contains(&bounds.len()) {
        return Err(refused("a request must cover 1 to 400 days"));
    }
    let mut tx = project.begin_read().await?;
    // `from` is the first bound, and nothing is before it.
    let day_of = |at: Timestamp| bounds.partition_point(|bound| *bound <= at) - 1;
    let written = written(&mut tx, (*from, *until), day_of).await?;
    let mut days: Vec<Day> = bounds.windows(2).map(|bounds| Day::new(bounds[0], bounds[1])).collect();
    for entry in written {
        days[day_of(entry.at)].add(&entry);
    }
    Ok(WrittenDays { days: days.into_iter().map(Day::finish).collect() })
}

fn refused(message: &str) -> Error {
    Error::bad_request(message, "Give the start of each day in order, and the end of the last one.")
}

/// One contribution: a version, or a draft.
struct Entry {
    scene: SceneId,
    at: Timestamp,
    change: SignedTotals,
    is_version: bool,
}

async fn written(
    conn: &mut SqliteConnection,
    (from, until): (Timestamp, Timestamp),
    day_of: impl Fn(Timestamp) -> usize,
) -> Result<Vec<Entry>> {
    let mut versions = statistics::written(conn, from, until).await?;
    for restored in statistics::restored(conn, from, until).await? {
        let is_reverted = |version: &WrittenVersion| {
            version.scene == restored.scene
                && (restored.of < version.version && version.version < restored.version)
                && version.change.all < 0
                && day_of(version.at) == day_of(restored.at)
        };
        versions.retain(|version| !is_reverted(version));
    }
    let binned = statistics::binned_scenes(conn, from, until).await?;
    drop_moved(&mut versions, &binned);
    let mut entries = Vec::with_capacity(versions.len());
    for version in &versions {
        let change = by_models::own_change(conn, version).await?;
        if version.is_accepted && change == SignedTotals::default() {
            continue;
        }
        entries.push(Entry { scene: version.scene, at: version.at, change, is_version: true });
    }
    for draft in drafts::list(conn).await? {
        if draft.updated_at < from || draft.updated_at >= until {
            continue;
        }
        let base = scene_versions::require(conn, draft.scene, draft.base).await?;
        if draft.text.hash() != base.hash {
            let change = SignedTotals::between(base.totals, versions::totals(&draft.text));
            let change = by_models::own_change_of_draft(conn, (draft.scene, draft.base), change).await?;
            entries.push(Entry { scene: draft.scene, at: draft.updated_at, change, is_version: false });
        }
    }
    Ok(entries)
}

/// Removes versions that only moved words from scene to scene. Splitting and merging scenes store both sides with the
/// same time, which identifies them: a new scene gained exactly the words that another one lost, or a scene gained
/// exactly the words of one that went to the bin.
fn drop_moved(versions: &mut Vec<WrittenVersion>, binned: &[(Timestamp, Totals)]) {
    let mut by_time: HashMap<Timestamp, Vec<usize>> = HashMap::new();
    for (index, version) in versions.iter().enumerate() {
        by_time.entry(version.at).or_default().push(index);
    }
    // Only these two counts compare: the others change when a text is cut within a line.
    let moves = |a: SignedTotals, b: SignedTotals| (a.standard, a.all) == (b.standard, b.all);
    let mut moved = BTreeSet::new();
    for (index, first) in versions.iter().enumerate().filter(|(_, version)| version.is_first) {
        let source = by_time[&first.at]
            .iter()
            .find(|other| !versions[**other].is_first && moves(versions[**other].change, -first.change));
        if let Some(source) = source {
            moved.extend([index, *source]);
        }
    }
    for (at, totals) in binned {
        let words = SignedTotals::between(Totals::default(), *totals);
        let target = by_time.get(at).into_iter().flatten();
        moved.extend(target.copied().find(|target| moves(versions[*target].change, words)));
    }
    let mut index = 0;
    versions.retain(|_| {
        index += 1;
        !moved.contains(&(index - 1))
    });
}

/// A day being summed.
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
