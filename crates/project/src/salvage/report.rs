//! The report of what is damaged.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_story::{ChapterRecord, SceneId, SceneRecord, VersionNo};

use super::gather::{Gathered, table_of_finding};
use super::repair::Repaired;
use super::tree::Fault;
use crate::damage::Damage;
use crate::error::Result;

/// A damaged page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct DamagedPage {
    /// The page number, from 1; a page has 4096 bytes.
    pub page: u32,
    /// The table or index that refers to it.
    pub part: String,
    pub fault: Fault,
}

/// A table with damaged rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct DamagedTable {
    pub table: String,
    /// Number of intact rows.
    pub rows: usize,
    /// Number of rows that were found but are damaged. Rows on unreadable pages are not counted.
    pub lost: usize,
}

/// What a scene lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// All texts: the scene is shown empty.
    Text,
    /// The newest text: an earlier version is shown.
    Newest,
    /// Its title, plan or place: the text is intact.
    Place,
}

/// A scene that lost something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct DamagedScene {
    pub scene: SceneId,
    /// The title of its chapter.
    pub chapter: String,
    /// Its own title; often empty.
    pub title: String,
    pub loss: Loss,
    /// The version that is shown; `None` if all texts are lost.
    pub shown: Option<VersionNo>,
}

/// The findings about a damaged file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Report {
    /// Number of scenes with a text.
    pub readable: usize,
    /// Number of scenes whose place in the outline is known.
    #[serde(skip)]
    pub outline: usize,
    /// Scenes that lost something, in reading order.
    pub scenes: Vec<DamagedScene>,
    pub tables: Vec<DamagedTable>,
    pub pages: Vec<DamagedPage>,
    pub header: bool,
    /// The same damage in the form of a verification.
    #[serde(skip)]
    pub damage: Vec<Damage>,
}

impl Report {
    /// The minimum number of damaged places.
    pub fn places(&self) -> usize {
        self.damage.len().max(self.pages.len()).max(1)
    }
}

/// Builds the report. `refused` counts the rows that SQLite rejected; `structure` has the findings of its integrity
/// check.
pub(super) async fn report(
    conn: &mut SqliteConnection,
    (gathered, refused): (&Gathered, &BTreeMap<String, usize>),
    repaired: &Repaired,
    structure: &[String],
) -> Result<Report> {
    let scenes = scenes(conn, repaired).await?;
    let readable: i64 = sqlx::query_scalar("select count(*) from scenes").fetch_one(&mut *conn).await?;
    let readable = usize::try_from(readable).unwrap_or_default();
    let mut damaged: BTreeSet<String> = gathered.unnamed.clone();
    let table_of = |name: &String| {
        let object = gathered.objects.iter().find(|object| object.name == *name);
        object.map_or_else(|| name.clone(), |object| object.table.clone())
    };
    damaged.extend(gathered.faults.values().map(|(name, _)| table_of(name)));
    let found = |finding: &String| table_of_finding(finding, &gathered.objects).map(str::to_owned);
    damaged.extend(structure.iter().filter_map(found));
    damaged
        .extend([refused, &gathered.lost, &repaired.removed].into_iter().flat_map(BTreeMap::keys).cloned());
    let count = |of: &BTreeMap<String, usize>, table: &String| of.get(table).copied().unwrap_or_default();
    let tables = damaged.into_iter().map(|table| {
        let bad = count(refused, &table) + count(&repaired.removed, &table);
        let whole = gathered.rows.get(&table).map_or(0, Vec::len).saturating_sub(bad);
        DamagedTable { rows: whole, lost: bad + count(&gathered.lost, &table), table }
    });
    let pages = gathered.faults.iter();
    let pages =
        pages.map(|(page, (part, fault))| DamagedPage { page: *page, part: part.clone(), fault: *fault });
    Ok(Report {
        readable: readable.saturating_sub(repaired.empty.len()),
        outline: repaired.heads.len(),
        scenes,
        tables: tables.collect(),
        pages: pages.collect(),
        header: false,
        damage: damage(repaired, structure),
    })
}

fn damage(repaired: &Repaired, structure: &[String]) -> Vec<Damage> {
    let found = structure.iter().map(|finding| Damage::Structure { finding: finding.clone() });
    found.chain(repaired.damage.iter().cloned()).collect()
}

async fn scenes(conn: &mut SqliteConnection, repaired: &Repaired) -> Result<Vec<DamagedScene>> {
    let rows: Vec<(i64, i64, String, String)> = sqlx::query_as(
        "select s.id, s.head_version, s.record, c.record from scenes s
         join chapters c on c.id = s.chapter_id join volumes v on v.id = c.volume_id
         order by v.position, c.position, s.position, s.id",
    )
    .fetch_all(conn)
    .await?;
    let damaged = rows.into_iter().filter_map(|(scene, head, record, chapter)| {
        let (scene, head) = (SceneId::from(scene), VersionNo::from(head));
        let before = repaired.heads.get(&scene);
        let loss = if repaired.empty.contains(&scene) {
            Loss::Text
        } else if before.is_some_and(|before| *before > head) || repaired.undrafted.contains(&scene) {
            Loss::Newest
        } else if before.is_none() || repaired.untitled.contains(&scene) {
            Loss::Place
        } else {
            return None;
        };
        // Every record was just verified.
        let title = serde_json::from_str::<SceneRecord>(&record).unwrap_or_default().title;
        let chapter = serde_json::from_str::<ChapterRecord>(&chapter).unwrap_or_default().title;
        Some(DamagedScene { scene, chapter, title, loss, shown: (loss != Loss::Text).then_some(head) })
    });
    Ok(damaged.collect())
}
