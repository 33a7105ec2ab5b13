//! The novel for the damage tests, with the pages of all its content.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};
use wenfang_project::scene_versions;
use wenfang_story::SceneId;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::workload;
use wenfang_tests::kit::{TestProject, scenes};
use wenfang_tests::rng::Rng;
use wenfang_tests::{canon, corpus};
use wenfang_versions as versions;

/// Bytes per page of a project file.
pub const PAGE: usize = 4096;
const CHAPTERS: usize = 18;
const VERSIONS: usize = 4;

/// A scene of the novel.
#[derive(Debug, Default)]
pub struct Scene {
    /// The text the author sees: the draft, or the newest version.
    pub text: String,
    /// Every text it ever had.
    pub texts: BTreeSet<String>,
    /// The pages its text is read from.
    pages: BTreeSet<usize>,
}

/// The undamaged file and its content.
#[derive(Debug)]
pub struct Novel {
    pub file: Vec<u8>,
    /// The file while its last changes were only in the log, and the log.
    pub before_log: Vec<u8>,
    pub log: Vec<u8>,
    pub scenes: BTreeMap<SceneId, Scene>,
    /// The table of each page.
    owners: HashMap<usize, String>,
    rows: BTreeMap<String, Vec<String>>,
}

impl Novel {
    /// Changed pages, from 1.
    pub fn touched(&self, file: &[u8]) -> BTreeSet<usize> {
        let differs = |page: &usize| {
            let range = (page - 1) * PAGE..page * PAGE;
            file.get(range.clone()) != self.file.get(range)
        };
        (1..=self.file.len().div_ceil(PAGE)).filter(differs).collect()
    }

    /// Scenes whose text is in none of the changed pages.
    pub fn whole(&self, touched: &BTreeSet<usize>) -> BTreeSet<SceneId> {
        let is_whole = |(_, scene): &(&SceneId, &Scene)| scene.pages.is_disjoint(touched);
        self.scenes.iter().filter(is_whole).map(|(id, _)| *id).collect()
    }

    /// Tables that own changed pages and whose rows differ, or whose structure SQLite finds wrong.
    pub async fn hit(&self, path: &Path, touched: &BTreeSet<usize>) -> Result<BTreeSet<String>> {
        let owners: BTreeSet<&String> = touched.iter().filter_map(|page| self.owners.get(page)).collect();
        let mut hit = BTreeSet::new();
        for table in owners {
            let same = async {
                let mut conn = connect(path).await?;
                let rows = rows(&mut conn, table).await;
                let checked = format!("pragma integrity_check('{table}')");
                let checked: Result<Vec<String>, _> =
                    sqlx::query_scalar(AssertSqlSafe(checked)).fetch_all(&mut conn).await;
                conn.close().await?;
                anyhow::Ok(
                    rows.is_ok_and(|rows| Some(&rows) == self.rows.get(table))
                        && checked.is_ok_and(|found| found == ["ok"]),
                )
            };
            if !same.await.unwrap_or(false) {
                hit.insert(table.clone());
            }
        }
        Ok(hit)
    }
}

async fn connect(path: &Path) -> Result<SqliteConnection> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    Ok(options.connect().await?)
}

/// Every row of a table; for stored texts, which are read one by one elsewhere, their names.
async fn rows(conn: &mut SqliteConnection, table: &str) -> Result<Vec<String>> {
    let columns: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(format!("select name from pragma_table_info('{table}')")))
            .fetch_all(&mut *conn)
            .await?;
    let columns: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
    let sql = format!("select concat_ws(',', {}) from {table} not indexed", columns.join(", "));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(conn).await?)
}

/// A novel with history, drafts and canon.
pub async fn novel() -> Result<Novel> {
    let chapters = corpus::hongloumeng().unwrap_or_else(|| {
        let mut rng = Rng::new(4);
        (1..=CHAPTERS).map(|n| (format!("第{n}章"), workload::prose(&mut rng, 120))).collect()
    });
    let test = TestProject::with_chapters(&chapters[..CHAPTERS]).await?;
    let mut rng = Rng::new(7);
    let all = scenes(&test.project).await?;
    for round in 0..VERSIONS {
        for scene in &all {
            change(&test, *scene, &mut rng).await?;
        }
        let checkpoint = json!({ "name": format!("第 {round} 稿"), "note": "" });
        call(&test.project, "checkpoint.create", checkpoint).await?;
    }
    for scene in &all[..3] {
        let draft = json!({ "scene": scene, "base": VERSIONS + 1, "text": workload::prose(&mut rng, 20) });
        call(&test.project, "scene.save_draft", draft).await?;
    }
    canon::fill(&test.project, all[4]).await?;
    let log = test.path.with_extension("wenfang-wal");
    test.project.tidy().await?;
    let before_log = std::fs::read(&test.path)?;
    for scene in &all[5..8] {
        change(&test, *scene, &mut rng).await?;
    }
    let log = std::fs::read(log)?;
    let known = texts(&test, &all).await?;
    test.project.tidy().await?;
    let file = std::fs::read(&test.path)?;
    let mut novel =
        Novel { file, before_log, log, scenes: known, owners: HashMap::new(), rows: BTreeMap::new() };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("novel.wenfang");
    std::fs::write(&path, &novel.file)?;
    let mut conn = connect(&path).await?;
    let places = places(&mut conn, &mut novel).await;
    conn.close().await?;
    places?;
    Ok(novel)
}

async fn change(test: &TestProject, scene: SceneId, rng: &mut Rng) -> Result<()> {
    let read = call(&test.project, "scene.text", json!({ "scene": scene })).await?;
    let mut text = read["text"].as_str().context("no text")?.to_owned();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let at = *rng.pick(&ends).context("no paragraph")?;
    text.insert_str(at, &workload::prose(rng, 2));
    call(&test.project, "scene.save", json!({ "scene": scene, "text": text })).await?;
    Ok(())
}

async fn texts(test: &TestProject, all: &[SceneId]) -> Result<BTreeMap<SceneId, Scene>> {
    let mut tx = test.project.begin_read().await?;
    let mut known = BTreeMap::new();
    for scene in all {
        let text = versions::working_text(&mut tx, *scene).await?.text;
        let mut texts = BTreeSet::from([text.clone()]);
        for version in scene_versions::list_by_scene(&mut tx, *scene).await? {
            texts.insert(versions::text(&mut tx, *scene, Some(version.version)).await?.1);
        }
        known.insert(*scene, Scene { text, texts, pages: BTreeSet::new() });
    }
    Ok(known)
}

/// Determines the table of each page, and the pages of each scene.
async fn places(conn: &mut SqliteConnection, novel: &mut Novel) -> Result<()> {
    let pages: Vec<(i64, String, String)> = sqlx::query_as(
        "select d.pageno, d.name, coalesce(s.tbl_name, d.name) from dbstat d left join sqlite_schema s on s.name = d.name",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut of: HashMap<String, Vec<usize>> = HashMap::new();
    for (page, name, table) in pages {
        let page = usize::try_from(page)?;
        novel.owners.insert(page, table);
        of.entry(name).or_default().push(page);
    }
    let tables: BTreeSet<String> = novel.owners.values().cloned().collect();
    for table in tables {
        let rows = rows(conn, &table).await?;
        novel.rows.insert(table, rows);
    }
    let bytes = |page: usize| &novel.file[(page - 1) * PAGE..page * PAGE];
    let holding = |name: &str, wanted: &[u8]| -> BTreeSet<usize> {
        let pages = of.get(name).into_iter().flatten().copied();
        pages.filter(|page| bytes(*page).windows(wanted.len()).any(|bytes| bytes == wanted)).collect()
    };
    let continued = |name: &str, stored: &[u8]| -> BTreeSet<usize> {
        // An overflow page begins with the number of the next one.
        let pages = of.get(name).into_iter().flatten().copied();
        pages.filter(|page| stored.windows(24).any(|piece| piece == &bytes(*page)[4..28])).collect()
    };
    let mut found: BTreeMap<SceneId, BTreeSet<usize>> = BTreeMap::new();
    for scene in novel.scenes.keys() {
        let mut pages = BTreeSet::new();
        let draft: Option<(Vec<u8>, String)> =
            sqlx::query_as("select row_hash, text from scene_drafts where scene_id = ?")
                .bind(scene.get())
                .fetch_optional(&mut *conn)
                .await?;
        if let Some((hash, text)) = draft {
            pages.extend(holding("scene_drafts", &hash));
            pages.extend(continued("scene_drafts", text.as_bytes()));
        }
        let (hash, blob): (Vec<u8>, i64) = sqlx::query_as(
            "select t.row_hash, t.blob_id from scene_text_versions t join scenes s
             on s.id = t.scene_id and s.head_version = t.version where s.id = ?",
        )
        .bind(scene.get())
        .fetch_one(&mut *conn)
        .await?;
        pages.extend(holding("scene_text_versions", &hash));
        let chain: Vec<(Vec<u8>, Vec<u8>)> = sqlx::query_as(
            "with recursive chain (id, base) as (
                 select id, base from blobs where id = ?
                 union select b.id, b.base from chain join blobs b on b.id = chain.base)
             select hash, data from blobs where id in (select id from chain)",
        )
        .bind(blob)
        .fetch_all(&mut *conn)
        .await?;
        for (hash, data) in chain {
            pages.extend(holding("blobs", &hash));
            pages.extend(continued("blobs", &data));
        }
        found.insert(*scene, pages);
    }
    for (scene, pages) in found {
        if let Some(scene) = novel.scenes.get_mut(&scene) {
            scene.pages = pages;
        }
    }
    Ok(())
}
