//! Reads the manuscript as a whole: its order, with or without titles and counts.

use sqlx::{FromRow, SqliteConnection};
use wenfang_story::{
    BranchNo, ChapterId, ChapterRecord, Outline, SceneId, SceneRecord, VersionNo, VolumeId, VolumeRecord,
};
use wenfang_text::{ContentHash, CountRule, Counts, count};

use crate::blobs::MAX_CONTENT_BYTES;
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::records;

/// The totals of a text by the four rules (`standard`, `word`, `han`, `all`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
pub struct Totals {
    /// Every visible character.
    pub standard: u64,
    /// CJK characters one each, Latin words and numbers one each.
    pub word: u64,
    /// Han characters.
    pub han: u64,
    /// Every scalar but line ends.
    pub all: u64,
}

impl Totals {
    /// Counts a text.
    pub fn of(text: &str) -> Self {
        count(text).into()
    }
}

impl From<Counts> for Totals {
    fn from(counts: Counts) -> Self {
        let total = |rule| counts.total(rule) as u64;
        Self {
            standard: total(CountRule::Standard),
            word: total(CountRule::Word),
            han: total(CountRule::Han),
            all: total(CountRule::All),
        }
    }
}

/// Saturating, because a damaged file may contain any count.
impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.standard = self.standard.saturating_add(other.standard);
        self.word = self.word.saturating_add(other.word);
        self.han = self.han.saturating_add(other.han);
        self.all = self.all.saturating_add(other.all);
    }
}

/// A volume in reading order.
#[derive(Clone, Debug)]
pub struct VolumeEntry {
    pub id: VolumeId,
    pub record: VolumeRecord,
}

/// A chapter in reading order.
#[derive(Clone, Debug)]
pub struct ChapterEntry {
    pub id: ChapterId,
    pub volume: VolumeId,
    pub record: ChapterRecord,
}

/// A scene in reading order.
#[derive(Clone, Debug)]
pub struct SceneEntry {
    pub id: SceneId,
    pub chapter: ChapterId,
    pub record: SceneRecord,
    pub main_branch: BranchNo,
    /// The newest version of the main line.
    pub head: VersionNo,
    /// The counts of the newest version.
    pub totals: Totals,
}

/// Volumes in reading order.
pub async fn volumes(conn: &mut SqliteConnection) -> Result<Vec<VolumeEntry>> {
    let rows: Vec<(i64, String, Vec<u8>)> = sqlx::query_as(
        "select id, record, row_hash from volumes where position is not null order by position",
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|(id, record, hash)| {
            Ok(VolumeEntry { id: id.into(), record: records::read("volume", id, &record, &hash)? })
        })
        .collect()
}

/// Chapters in reading order.
pub async fn chapters(conn: &mut SqliteConnection) -> Result<Vec<ChapterEntry>> {
    let rows: Vec<(i64, i64, String, Vec<u8>)> = sqlx::query_as(
        "select c.id, c.volume_id, c.record, c.row_hash
         from chapters c join volumes v on v.id = c.volume_id
         where c.position is not null and v.position is not null order by v.position, c.position",
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|(id, volume, record, hash)| {
            let record = records::read("chapter", id, &record, &hash)?;
            Ok(ChapterEntry { id: id.into(), volume: volume.into(), record })
        })
        .collect()
}

#[derive(FromRow)]
struct SceneRow {
    id: i64,
    chapter_id: i64,
    record: String,
    row_hash: Vec<u8>,
    main_branch: i64,
    head_version: i64,
    count_standard: i64,
    count_word: i64,
    count_han: i64,
    count_all: i64,
}

/// Maximum bytes of texts for an operation that streams them: 512 MiB. The longest novels have about a fifth of
/// that, and an export, which keeps two copies in memory, stays under 2 GiB.
pub const READ_BYTES: usize = 512 << 20;

/// Maximum bytes of texts for an operation that keeps them in memory together with its results, which takes about
/// ten times as much: 128 MiB, about 40 million characters.
pub const ANALYSED_BYTES: usize = 128 << 20;

/// Refuses to read the whole manuscript if its working texts take more than `most` bytes. Reads no text. A text
/// over [`MAX_CONTENT_BYTES`] counts as that size; reading it fails anyway.
///
/// # Errors
/// [`Error::ManuscriptTooLarge`].
pub async fn require_within(conn: &mut SqliteConnection, most: usize) -> Result<()> {
    let bytes: i64 = sqlx::query_scalar(
        "select coalesce(sum(min(max(coalesce(length(cast(d.text as blob)), b.size), 0), ?)), 0)
         from scenes s
         join chapters c on c.id = s.chapter_id
         join volumes v on v.id = c.volume_id
         join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
         join blobs b on b.id = t.blob_id
         left join scene_drafts d on d.scene_id = s.id
         where s.position is not null and c.position is not null and v.position is not null",
    )
    .bind(MAX_CONTENT_BYTES as i64)
    .fetch_one(conn)
    .await?;
    let bytes = u64::try_from(bytes).unwrap_or(0);
    if bytes > most as u64 { Err(Error::ManuscriptTooLarge { bytes, most }) } else { Ok(()) }
}

/// Scenes in reading order.
pub async fn scenes(conn: &mut SqliteConnection) -> Result<Vec<SceneEntry>> {
    let rows: Vec<SceneRow> = sqlx::query_as(
        "select s.id, s.chapter_id, s.record, s.row_hash, s.main_branch, s.head_version,
                t.count_standard, t.count_word, t.count_han, t.count_all
         from scenes s
         join chapters c on c.id = s.chapter_id
         join volumes v on v.id = c.volume_id
         join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
         where s.position is not null and c.position is not null and v.position is not null
         order by v.position, c.position, s.position",
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SceneEntry {
                id: row.id.into(),
                chapter: row.chapter_id.into(),
                record: records::read("scene", row.id, &row.record, &row.row_hash)?,
                main_branch: row.main_branch.into(),
                head: row.head_version.into(),
                totals: totals([row.count_standard, row.count_word, row.count_han, row.count_all]),
            })
        })
        .collect()
}

/// Scenes in reading order, each with a hash that changes with its working text.
pub async fn working_hashes(conn: &mut SqliteConnection) -> Result<Vec<(SceneId, ContentHash)>> {
    let rows: Vec<(i64, Vec<u8>)> = sqlx::query_as(
        "select s.id, coalesce(d.row_hash, b.hash)
         from scenes s
         join chapters c on c.id = s.chapter_id
         join volumes v on v.id = c.volume_id
         join scene_text_versions t on t.scene_id = s.id and t.version = s.head_version
         join blobs b on b.id = t.blob_id
         left join scene_drafts d on d.scene_id = s.id
         where s.position is not null and c.position is not null and v.position is not null
         order by v.position, c.position, s.position",
    )
    .fetch_all(conn)
    .await?;
    let hash = |(id, hash): (i64, Vec<u8>)| Some((id.into(), ContentHash::from_bytes(&hash)?));
    Ok(rows.into_iter().filter_map(hash).collect())
}

/// Builds totals from the count columns.
pub(crate) fn totals(columns: [i64; 4]) -> Totals {
    let [standard, word, han, all] = columns.map(|count| u64::try_from(count).unwrap_or(0));
    Totals { standard, word, han, all }
}

/// The order of the manuscript as ids, in canonical form.
pub(crate) async fn outline_form(conn: &mut SqliteConnection) -> Result<String> {
    Ok(sqlx::query_scalar(
        "select json_group_array(json_array(v.id, json((
             select json_group_array(json_array(c.id, json((
                 select json_group_array(s.id order by s.position) from scenes s
                 where s.chapter_id = c.id and s.position is not null))) order by c.position)
             from chapters c where c.volume_id = v.id and c.position is not null))) order by v.position)
         from volumes v where v.position is not null",
    )
    .fetch_one(conn)
    .await?)
}

/// The order of the manuscript as ids.
pub async fn outline(conn: &mut SqliteConnection) -> Result<Outline> {
    let form = outline_form(conn).await?;
    serde_json::from_str(&form)
        .map_err(|_| Error::Damaged(Damage::Structure { finding: "the outline is malformed".to_owned() }))
}
