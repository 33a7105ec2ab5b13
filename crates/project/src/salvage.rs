//! Salvage: what can be read of a damaged file, as a whole project of its own.
//!
//! The damaged file is only read. Its pages are read as bytes, without SQLite, which gives up at the first page that is not as it
//! must be; every row that can be read goes into a new file, and what does not hold what was written, by its hash,
//! goes out again. A scene that has lost its place comes into a chapter at the end; one that has lost its newest text
//! stands at the newest one that is left, or is empty. The result passes every verification, and the [`Report`] says
//! what is missing of it.

mod fill;
mod gather;
mod mend;
mod pages;
mod parts_lost;
mod record;
mod report;
mod shapes;
mod tree;
mod versions_lost;

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;
use wenfang_story::Timestamp;

pub use report::{DamagedPage, DamagedScene, DamagedTable, Loss, Report};
pub use tree::Fault;

use crate::connect::{self, Access};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::schema::{self, Match, Migration};
use gather::Gathered;
use pages::Pages;

/// What was salvaged of a damaged file.
#[derive(Debug)]
pub struct Salvaged {
    /// A project file with what could be read; removed when this is dropped.
    pub path: PathBuf,
    /// What is damaged.
    pub report: Report,
    _folder: TempDir,
}

/// Reads what can be read of the file at `path`, which is left as it is. What a crash left in a log beside it is taken along.
///
/// # Errors
/// [`Error::Damaged`] when neither the text nor the title of any scene can be read; the disk's, where the copy is written.
pub async fn salvage(path: &Path, now: Timestamp) -> Result<Salvaged> {
    let folder =
        tempfile::Builder::new().prefix("wenfang-").tempdir().map_err(Error::io(std::env::temp_dir()))?;
    let copy = folder.path().join("damaged.wenfang");
    let header = copy_with_log(path, &copy)?;
    let structure = take_log(&copy).await;
    let pages = Pages::new(std::fs::read(&copy).map_err(Error::io(&copy))?);
    let known = schema::newest(schema::MIGRATIONS);
    let schema = pages.schema().unwrap_or(known);
    if schema > known && header == Header::Whole {
        return Err(Error::NewerSchema { found: schema, known });
    }
    // A number that no release wrote, or too small for the tables there are, is damage as well.
    let schema = if (1..=known).contains(&schema) { schema.max(gather::least_schema(&pages)) } else { known };
    let rebuilt = folder.path().join("salvaged.wenfang");
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut conn = connect::new_file(&rebuilt).await?;
    let built = build(&mut conn, (&pages, schema), (&title, now), &structure).await;
    let tidied = sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut conn).await;
    conn.close().await?;
    let mut report = built?;
    tidied?;
    report.header = header == Header::Damaged;
    // The words of the damaged file need not lie in two places.
    let _ = std::fs::remove_file(&copy);
    if report.readable == 0 && report.outline == 0 {
        return Err(Error::Damaged(Damage::Structure {
            finding: "no text of any scene can be read".to_owned(),
        }));
    }
    tracing::info!(scenes = report.readable, damaged = report.scenes.len(), "salvaged");
    Ok(Salvaged { path: rebuilt, report, _folder: folder })
}

/// Whether a file that SQLite does not know as one of its own, or that names another application, was a project once: it says so
/// itself, or holds the table of all texts.
pub fn was_project(path: &Path) -> bool {
    const TABLE: &[u8] = b"TABLE scene_text_versions";
    let Ok(bytes) = std::fs::read(path) else { return false };
    Pages::new(bytes).is_project(TABLE)
}

/// Whether the header of the file was as it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Whole,
    Damaged,
}

/// Copies the file and what belongs to it, and mends the header of the copy, so that SQLite takes the log in.
fn copy_with_log(path: &Path, copy: &Path) -> Result<Header> {
    let mut bytes = std::fs::read(path).map_err(Error::io(path))?;
    let is_mended = pages::mend_header(&mut bytes);
    std::fs::write(copy, bytes).map_err(Error::io(copy))?;
    for suffix in ["-wal", "-journal"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        match std::fs::copy(with(path), with(copy)) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(with(copy))(error)),
        }
    }
    Ok(if is_mended { Header::Damaged } else { Header::Whole })
}

/// Lets SQLite bring the log into the copy, and answers what it says of its own structures: it need not succeed. It is asked only
/// where the schema is the one Wenfang makes: checks and indexes of another one it would evaluate.
async fn take_log(copy: &Path) -> Vec<String> {
    let Ok(mut conn) = connect::connection(copy, Access::Read).await else { return Vec::new() };
    let findings = match schema::compare(&mut conn, schema::MIGRATIONS).await {
        Ok((Match::Same, _)) => sqlx::query_scalar("pragma integrity_check").fetch_all(&mut conn).await,
        Ok(_) => Ok(vec!["the tables are not the ones Wenfang makes".to_owned()]),
        Err(Error::Damaged(Damage::Structure { finding })) => Ok(vec![finding]),
        Err(_) => Ok(Vec::new()),
    };
    // Closing brings the log in, whatever was found.
    let _ = conn.close().await;
    findings.unwrap_or_default().into_iter().filter(|finding| finding != "ok").collect()
}

/// The table that says which texts belong to which scene.
const VERSIONS: &str = "scene_text_versions";

/// Indexes that a wrong position would break; they are made again when the order is right.
const ORDERS: &[&str] = &["volumes_by_position", "chapters_by_position", "scenes_by_position"];

/// Fills a new file with what can be read of `pages`, and makes a whole project of it.
async fn build(
    conn: &mut SqliteConnection,
    (pages, schema): (&Pages, i64),
    names: (&str, Timestamp),
    structure: &[String],
) -> Result<Report> {
    let id = format!("pragma foreign_keys = off; pragma application_id = {}", schema::APPLICATION_ID);
    sqlx::raw_sql(AssertSqlSafe(id)).execute(&mut *conn).await?;
    let migrations: &'static [Migration] = schema::MIGRATIONS;
    let before = migrations.iter().take_while(|migration| migration.to <= schema).count();
    schema::apply(conn, &migrations[..before]).await?;
    let shapes = shapes::shapes(conn).await?;
    let gathered = gather::gather(pages, &shapes);
    let mut tx = conn.begin().await?;
    let orders = drop_orders(&mut tx).await?;
    let refused = fill::fill(&mut tx, &gathered, &shapes).await?;
    tx.commit().await?;
    schema::apply(conn, migrations).await?;
    let mut tx = conn.begin().await?;
    let index = gathered.rows.get(gather::BY_BLOB).map_or(&[][..], Vec::as_slice);
    let mended = mend::mend(&mut tx, index, names).await?;
    if gathered.is_damaged(VERSIONS) || refused.contains_key(VERSIONS) {
        versions_lost::from_texts_alone(&mut tx, names.1).await?;
    }
    for order in orders {
        sqlx::raw_sql(AssertSqlSafe(order)).execute(&mut *tx).await?;
    }
    keep_ids(&mut tx, &gathered).await?;
    let report = report::report(&mut tx, (&gathered, &refused), &mended, structure).await?;
    tx.commit().await?;
    Ok(report)
}

async fn drop_orders(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut dropped = Vec::new();
    for index in ORDERS {
        let sql: String = sqlx::query_scalar("select sql from sqlite_schema where name = ?")
            .bind(index)
            .fetch_one(&mut *conn)
            .await?;
        sqlx::raw_sql(AssertSqlSafe(format!("drop index {index}"))).execute(&mut *conn).await?;
        dropped.push(sql);
    }
    Ok(dropped)
}

/// Ids of parts that were lost are not given again.
async fn keep_ids(conn: &mut SqliteConnection, gathered: &Gathered) -> Result<()> {
    for (table, last) in &gathered.last_ids {
        sqlx::query("update sqlite_sequence set seq = max(seq, ?) where name = ?")
            .bind(last)
            .bind(table)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
