//! Compacting history: thins automatic versions by age, on request.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::watch::Watch;
use wenfang_project::{blobs, receipts, retention};
use wenfang_story::{Author, SaveKind, SceneId, Timestamp, VersionNo};

use crate::checkpoint::checkpoint;
use crate::error::Result;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

/// What a compaction removed or, in a preview, would remove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compacted {
    pub versions_before: usize,
    pub versions_removed: usize,
    /// Stored bytes of texts and receipts before.
    pub bytes_before: u64,
    /// Stored bytes of texts and receipts after. Texts stored as differences from removed ones take more space.
    pub bytes_after: u64,
}

/// Compresses the receipts of earlier releases, and thins automatic versions without a name: keeps all of the last day, one per hour of the last week, and one
/// per day before that.
///
/// Never removes a version the author asked for or named, the first and the newest of each branch, one that a
/// branch starts from or that was merged, imported text and the version before it, one whose text is in a
/// checkpoint, the base of a draft, or one that a thread anchor, a comment or evidence refers to, now or in a
/// checkpoint. For a preview, call this in a transaction and drop it.
pub async fn compact(
    conn: &mut SqliteConnection,
    now: Timestamp,
    name: &str,
    watch: &Watch,
) -> Result<Compacted> {
    checkpoint(conn, now, NewCheckpoint { name, note: "", reason: Reason::BeforeCompaction }).await?;
    wenfang_project::step("compact.remembered");
    let mut compacted = Compacted { bytes_before: stored_bytes(conn).await?, ..Compacted::default() };
    let mut quoted = retention::quoted_versions(conn).await?;
    quoted.extend(retention::remembered_passages(conn).await?);
    let scenes = retention::scenes(conn).await?;
    for (done, scene) in scenes.iter().copied().enumerate() {
        watch.report("compact", done, scenes.len())?;
        let versions = scene_versions::list_by_scene(conn, scene).await?;
        compacted.versions_before += versions.len();
        let mut pinned = pinned(conn, scene, &versions).await?;
        pinned.extend(quoted.iter().filter(|(of, _)| *of == scene).map(|(_, version)| *version));
        let removed = thinned(&versions, &pinned, now);
        if !removed.is_empty() {
            remove(conn, &versions, &removed).await?;
            compacted.versions_removed += removed.len();
        }
    }
    wenfang_project::step("compact.versions");
    free_blobs(conn, watch).await?;
    wenfang_project::step("compact.blobs");
    receipts::compress(conn, watch).await?;
    compacted.bytes_after = stored_bytes(conn).await?;
    Ok(compacted)
}

/// Bytes of the stored texts, records and receipts.
async fn stored_bytes(conn: &mut SqliteConnection) -> Result<u64> {
    Ok(retention::stored_bytes(conn).await? + receipts::stored_bytes(conn).await?)
}

/// Returns the versions that must stay because something refers to them.
async fn pinned(
    conn: &mut SqliteConnection,
    scene: SceneId,
    versions: &[SceneVersion],
) -> Result<HashSet<VersionNo>> {
    let remembered = retention::remembered_blobs(conn, scene).await?;
    let mut pinned: HashSet<VersionNo> = retention::referenced_versions(conn, scene).await?;
    let mut newest: HashMap<_, VersionNo> = HashMap::new();
    let mut seen = HashSet::new();
    for version in versions {
        let is_first_of_branch = seen.insert(version.branch);
        if version.kind == SaveKind::Explicit
            || version.label.is_some()
            || is_first_of_branch
            || remembered.contains(&version.blob)
        {
            pinned.insert(version.version);
        }
        pinned.extend(version.merged);
        // Removing either would turn the imported text into text that the author wrote.
        if version.created_by == Author::Import {
            pinned.insert(version.version);
            pinned.extend(version.parent);
        }
        newest.insert(version.branch, version.version);
    }
    pinned.extend(newest.into_values());
    Ok(pinned)
}

/// Returns the versions to remove by age: the newest of each period stays.
fn thinned(versions: &[SceneVersion], pinned: &HashSet<VersionNo>, now: Timestamp) -> HashSet<VersionNo> {
    let mut newest_of: BTreeMap<(i64, i64, i64), VersionNo> = BTreeMap::new();
    let mut removed = HashSet::new();
    for version in versions {
        // The file may contain any timestamp; avoid overflow.
        let age = now.get().saturating_sub(version.created_at.get());
        let period = match age {
            ..=DAY => continue,
            _ if age <= 7 * DAY => HOUR,
            _ => DAY,
        };
        if pinned.contains(&version.version) {
            continue;
        }
        let key = (version.branch.get(), period, version.created_at.get().div_euclid(period));
        if let Some(earlier) = newest_of.insert(key, version.version) {
            removed.insert(earlier);
        }
    }
    removed
}

/// Removes versions; their children get the nearest remaining ancestor as parent.
async fn remove(
    conn: &mut SqliteConnection,
    versions: &[SceneVersion],
    removed: &HashSet<VersionNo>,
) -> Result<()> {
    let parents: HashMap<VersionNo, Option<VersionNo>> =
        versions.iter().map(|version| (version.version, version.parent)).collect();
    for version in versions.iter().filter(|version| !removed.contains(&version.version)) {
        let mut parent = version.parent;
        while let Some(gone) = parent.filter(|parent| removed.contains(parent)) {
            parent = parents.get(&gone).copied().flatten();
        }
        if parent != version.parent {
            scene_versions::update_parent(conn, version, parent).await?;
        }
    }
    for version in versions.iter().filter(|version| removed.contains(&version.version)) {
        scene_versions::delete(conn, version.scene, version.version).await?;
    }
    Ok(())
}

/// Removes unused contents. A content stored as a difference from an unused one is first stored again, based on
/// the text its version came from.
async fn free_blobs(conn: &mut SqliteConnection, watch: &Watch) -> Result<()> {
    loop {
        let stranded = retention::standing_on_unused(conn).await?;
        if stranded.is_empty() {
            break;
        }
        for (done, (blob, earlier)) in stranded.iter().copied().enumerate() {
            watch.report("free", done, stranded.len())?;
            blobs::rebase(conn, blob, earlier).await?;
        }
    }
    retention::delete_unused(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wenfang_project::manuscript::Totals;
    use wenfang_story::Author;

    fn automatic(version: i64, created_at: i64) -> SceneVersion {
        SceneVersion {
            scene: 1.into(),
            version: version.into(),
            branch: 0.into(),
            parent: None,
            merged: None,
            blob: version.into(),
            hash: wenfang_text::ContentHash::of(b""),
            totals: Totals::default(),
            created_by: Author::User,
            kind: SaveKind::Automatic,
            label: None,
            created_at: created_at.into(),
        }
    }

    #[test]
    fn an_old_day_keeps_its_last_version() {
        let versions = [automatic(1, DAY), automatic(2, DAY + HOUR), automatic(3, DAY + 5 * HOUR)];
        let removed = thinned(&versions, &HashSet::new(), Timestamp::from(30 * DAY));
        assert_eq!(removed, HashSet::from([1.into(), 2.into()]));
    }

    #[test]
    fn extreme_timestamps_do_not_overflow() {
        let versions = [automatic(1, i64::MIN), automatic(2, i64::MIN), automatic(3, i64::MAX)];
        let removed = thinned(&versions, &HashSet::new(), Timestamp::from(30 * DAY));
        assert_eq!(removed, HashSet::from([1.into()]));
    }

    proptest! {
        #[test]
        fn the_last_day_and_pinned_versions_stay(ages in prop::collection::vec(0i64..20 * DAY, 1..80)) {
            let mut ages = ages;
            ages.sort_unstable_by(|a, b| b.cmp(a));
            let now = 100 * DAY;
            let versions: Vec<_> =
                ages.iter().enumerate().map(|(i, age)| automatic(i as i64 + 1, now - age)).collect();
            let pinned = HashSet::from([VersionNo::from(1)]);
            let removed = thinned(&versions, &pinned, now.into());
            for version in &versions {
                let is_young = now - version.created_at.get() <= DAY;
                prop_assert!(!(is_young && removed.contains(&version.version)));
            }
            prop_assert!(!removed.contains(&VersionNo::from(1)));
        }
    }
}
