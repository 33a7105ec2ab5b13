//! Sizes and statistics of a project.

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_story::{SceneId, Timestamp, VersionNo};

use crate::error::Result;
use crate::manuscript::{Totals, totals};

/// Row counts and size of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Number of versions of all scenes.
    pub versions: u64,
    /// Number of drafts.
    pub drafts: u64,
    /// Size of the file in bytes, without its log.
    pub bytes: u64,
}

/// Counts rows and bytes.
pub async fn rows(conn: &mut SqliteConnection) -> Result<Rows> {
    let (versions, drafts): (i64, i64) = sqlx::query_as(
        "select (select count(*) from scene_text_versions), (select count(*) from scene_drafts)",
    )
    .fetch_one(&mut *conn)
    .await?;
    let pages: i64 = sqlx::query_scalar("pragma page_count").fetch_one(&mut *conn).await?;
    let size: i64 = sqlx::query_scalar("pragma page_size").fetch_one(conn).await?;
    let number = |value: i64| u64::try_from(value).unwrap_or(0);
    Ok(Rows { versions: number(versions), drafts: number(drafts), bytes: number(pages) * number(size) })
}

/// A difference of totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SignedTotals {
    /// 字数.
    pub standard: i64,
    /// Word 口径.
    pub word: i64,
    /// 纯汉字.
    pub han: i64,
    /// 全部字符.
    pub all: i64,
}

impl SignedTotals {
    /// The difference from `before` to `after`.
    pub fn between(before: Totals, after: Totals) -> Self {
        let change = |before: u64, after: u64| after.cast_signed().wrapping_sub(before.cast_signed());
        Self {
            standard: change(before.standard, after.standard),
            word: change(before.word, after.word),
            han: change(before.han, after.han),
            all: change(before.all, after.all),
        }
    }

    /// The positive part of each difference.
    pub fn growth(self) -> Totals {
        let growth = |change: i64| change.max(0).unsigned_abs();
        Totals {
            standard: growth(self.standard),
            word: growth(self.word),
            han: growth(self.han),
            all: growth(self.all),
        }
    }
}

impl std::ops::Neg for SignedTotals {
    type Output = Self;

    fn neg(self) -> Self {
        Self { standard: -self.standard, word: -self.word, han: -self.han, all: -self.all }
    }
}

impl std::ops::AddAssign for SignedTotals {
    fn add_assign(&mut self, other: Self) {
        self.standard += other.standard;
        self.word += other.word;
        self.han += other.han;
        self.all += other.all;
    }
}

/// A version written by the author, with the change it made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenVersion {
    pub scene: SceneId,
    pub version: VersionNo,
    pub at: Timestamp,
    /// Whether the scene was created with this version.
    pub is_first: bool,
    /// Its parent version; none for an imported text.
    pub parent: Option<VersionNo>,
    /// The change from its parent version.
    pub change: SignedTotals,
    /// Whether it has more or less text by models than its parent version.
    pub changes_model_text: bool,
    /// Whether it was stored when the author accepted text of a model.
    pub is_accepted: bool,
}

/// A row of [`written`].
#[derive(sqlx::FromRow)]
struct WrittenRow {
    scene_id: i64,
    version: i64,
    created_at: i64,
    parent_version: Option<i64>,
    standard: i64,
    word: i64,
    han: i64,
    count_all: i64,
    changes_model_text: bool,
    is_accepted: bool,
}

/// Versions with the author's own text created from `from` until before `until`, by time. Excludes imported,
/// restored, mended and merged text, and versions that are empty or equal to their parent.
pub async fn written(
    conn: &mut SqliteConnection,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<WrittenVersion>> {
    let rows: Vec<WrittenRow> = sqlx::query_as(
        "select t.scene_id, t.version, t.created_at, t.parent_version,
                t.count_standard - coalesce(p.count_standard, 0) as standard,
                t.count_word - coalesce(p.count_word, 0) as word,
                t.count_han - coalesce(p.count_han, 0) as han,
                t.count_all - coalesce(p.count_all, 0) as count_all,
                (select sum(until_char - from_char) from version_spans s
                 where s.scene_id = t.scene_id and s.version = t.version)
                is not
                (select sum(until_char - from_char) from version_spans s
                 where s.scene_id = p.scene_id and s.version = p.version) as changes_model_text,
                t.created_by = 'ai' as is_accepted
         from scene_text_versions t
         left join scene_text_versions p on p.scene_id = t.scene_id and p.version = t.parent_version
         where t.created_at >= ? and t.created_at < ? and t.merged_version is null
               and (t.created_by = 'user'
                    or t.created_by = 'ai' and p.version is not null and not exists
                       (select 1 from mend_scenes m
                        where m.scene_id = t.scene_id and m.accepted_version = t.version))
               and t.blob_id is not p.blob_id and (p.version is not null or t.count_all > 0)
         order by t.created_at, t.scene_id, t.version",
    )
    .bind(from.get())
    .bind(until.get())
    .fetch_all(conn)
    .await?;
    let written = |row: WrittenRow| WrittenVersion {
        scene: row.scene_id.into(),
        version: row.version.into(),
        at: row.created_at.into(),
        is_first: row.parent_version.is_none(),
        parent: row.parent_version.map(Into::into),
        change: SignedTotals { standard: row.standard, word: row.word, han: row.han, all: row.count_all },
        changes_model_text: row.changes_model_text,
        is_accepted: row.is_accepted,
    };
    Ok(rows.into_iter().map(written).collect())
}

/// A version that brought the text of an earlier one back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoredVersion {
    pub scene: SceneId,
    pub version: VersionNo,
    pub at: Timestamp,
    /// The newest earlier version with the same text.
    pub of: VersionNo,
}

/// Restored versions created from `from` until before `until`.
pub async fn restored(
    conn: &mut SqliteConnection,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<RestoredVersion>> {
    let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
        "select t.scene_id, t.version, t.created_at, max(o.version)
         from scene_text_versions t
         join scene_text_versions o on o.scene_id = t.scene_id and o.blob_id = t.blob_id and o.version < t.version
         where t.created_at >= ? and t.created_at < ? and t.created_by = 'restore'
         group by t.scene_id, t.version",
    )
    .bind(from.get())
    .bind(until.get())
    .fetch_all(conn)
    .await?;
    let restored = |(scene, version, at, of): (i64, i64, i64, i64)| RestoredVersion {
        scene: scene.into(),
        version: version.into(),
        at: at.into(),
        of: of.into(),
    };
    Ok(rows.into_iter().map(restored).collect())
}

/// Scenes binned from `from` until before `until`: the time, and the counts of their newest texts.
pub async fn binned_scenes(
    conn: &mut SqliteConnection,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<(Timestamp, Totals)>> {
    let rows: Vec<(i64, i64, i64, i64, i64)> = sqlx::query_as(
        "select s.binned_at, t.count_standard, t.count_word, t.count_han, t.count_all
         from scenes s join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
         where s.binned_at >= ? and s.binned_at < ? order by s.binned_at, s.id",
    )
    .bind(from.get())
    .bind(until.get())
    .fetch_all(conn)
    .await?;
    let binned = |(at, standard, word, han, all): (i64, i64, i64, i64, i64)| {
        (at.into(), totals([standard, word, han, all]))
    };
    Ok(rows.into_iter().map(binned).collect())
}
