//! Salvage: rebuilds a project from the readable parts of a damaged file.
//!
//! The damaged file is only read. Its pages are read as bytes, without SQLite, which gives up at the first
//! malformed page. Every readable row goes into a new file, and rows that fail their hash check are removed again.
//! A scene without a known place goes into a chapter at the end. A scene that lost its newest text gets the newest
//! remaining version, or is empty. The result passes every verification, and the [`Report`] lists what is missing.

mod fill;
mod gather;
mod pages;
mod parts_lost;
mod record;
mod repair;
mod report;
mod shapes;
mod tree;
mod versions_lost;

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;
use wenfang_storage::connect::{self, Access};
use wenfang_storage::names::beside;
use wenfang_storage::schema::{Match, apply, compare};
use wenfang_storage::{Error as FileError, structure};
use wenfang_story::Timestamp;

pub use report::{DamagedPage, DamagedScene, DamagedTable, Loss, Report};
pub use tree::Fault;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::mend::traces::Traces;
use crate::schema::{MIGRATIONS, NOVEL};
use gather::Gathered;
use pages::Pages;

/// The result of salvaging a damaged file.
#[derive(Debug)]
pub struct Salvaged {
    /// A project file with the readable parts; deleted when this is dropped.
    pub path: PathBuf,
    pub report: Report,
    _folder: TempDir,
}

/// Salvages the file at `path`, which is not changed. Includes a log that a crash left beside it.
///
/// # Errors
/// [`Error::Damaged`] when neither the text nor the title of any scene is readable; I/O errors when writing the
/// copy.
pub async fn salvage(path: &Path, now: Timestamp) -> Result<Salvaged> {
    let folder =
        tempfile::Builder::new().prefix("wenfang-").tempdir().map_err(FileError::io(std::env::temp_dir()))?;
    let copy = folder.path().join("damaged.wenfang");
    let header = copy_with_log(path, &copy)?;
    let structure = take_log(&copy).await;
    let pages = Pages::new(std::fs::read(&copy).map_err(FileError::io(&copy))?);
    let known = NOVEL.newest();
    let schema = pages.schema().unwrap_or(known);
    if schema > known && header == Header::Whole {
        return Err(FileError::NewerSchema { found: schema, known }.into());
    }
    // A number that no release wrote, or one too small for the existing tables, is damage too.
    let schema = if (1..=known).contains(&schema) { schema.max(gather::least_schema(&pages)) } else { known };
    let rebuilt = folder.path().join("salvaged.wenfang");
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut conn = connect::new_file(&rebuilt).await?;
    let built = build(&mut conn, (&pages, schema), (&title, now), &structure).await;
    let tidied = connect::empty_log(&mut conn).await;
    conn.close().await?;
    let mut report = built?;
    tidied?;
    report.header = header == Header::Damaged;
    // Do not leave a second copy of the author's text.
    let _ = std::fs::remove_file(&copy);
    if report.readable == 0 && report.outline == 0 {
        return Err(Error::Damaged(Damage::Structure {
            finding: "no text of any scene can be read".to_owned(),
        }));
    }
    tracing::info!(scenes = report.readable, damaged = report.scenes.len(), "salvaged");
    Ok(Salvaged { path: rebuilt, report, _folder: folder })
}

/// Whether a file that SQLite does not recognize, or that names another application, was once a project: its header
/// says so, or it contains the table of all texts.
pub fn was_project(path: &Path) -> bool {
    const TABLE: &[u8] = b"TABLE scene_text_versions";
    let Ok(bytes) = std::fs::read(path) else { return false };
    Pages::new(bytes).is_project(TABLE)
}

/// The state of the file header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Whole,
    Damaged,
}

/// Copies the file and its log or journal, and repairs the header of the copy so that SQLite can apply the log.
fn copy_with_log(path: &Path, copy: &Path) -> Result<Header> {
    let mut bytes = std::fs::read(path).map_err(FileError::io(path))?;
    let was_damaged = pages::repair_header(&mut bytes);
    std::fs::write(copy, bytes).map_err(FileError::io(copy))?;
    for suffix in ["-wal", "-journal"] {
        let to = beside(copy, suffix);
        match std::fs::copy(beside(path, suffix), &to) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(FileError::io(to)(error).into()),
        }
    }
    Ok(if was_damaged { Header::Damaged } else { Header::Whole })
}

/// Lets SQLite apply the log to the copy, and returns the findings of its integrity check; either may fail. The
/// check runs only if the schema is one that Wenfang creates, because SQLite would evaluate the checks and indexes
/// of a foreign one.
async fn take_log(copy: &Path) -> Vec<String> {
    let Ok(mut conn) = connect::connection(copy, Access::Read).await else { return Vec::new() };
    let findings = match compare(&mut conn, MIGRATIONS).await {
        Ok((Match::Same, _)) => structure::findings(&mut conn).await,
        Ok(_) => Ok(vec!["the tables differ from those Wenfang creates".to_owned()]),
        Err(FileError::Damaged { finding }) => Ok(vec![finding]),
        Err(_) => Ok(Vec::new()),
    };
    // Closing applies the log, whatever the check found.
    let _ = conn.close().await;
    findings.unwrap_or_default()
}

/// The table that assigns texts to scenes.
const VERSIONS: &str = "scene_text_versions";
/// The tables of mendings and of the texts of their rounds.
const MENDINGS: &str = "mend_sessions";
const ROUNDS: &str = "mend_rounds";

/// Unique indexes that wrong positions would violate; they are recreated when the order is repaired.
const ORDERS: &[&str] = &["volumes_by_position", "chapters_by_position", "scenes_by_position"];

/// Fills a new file with the readable rows of `pages` and turns it into a valid project.
async fn build(
    conn: &mut SqliteConnection,
    (pages, schema): (&Pages, i64),
    names: (&str, Timestamp),
    structure: &[String],
) -> Result<Report> {
    sqlx::raw_sql("pragma foreign_keys = off").execute(&mut *conn).await?;
    NOVEL.mark(conn).await?;
    let before = MIGRATIONS.iter().take_while(|migration| migration.to <= schema).count();
    apply(conn, &MIGRATIONS[..before]).await?;
    let shapes = shapes::shapes(conn).await?;
    let gathered = gather::gather(pages, &shapes);
    let mut tx = conn.begin().await?;
    let orders = drop_orders(&mut tx).await?;
    let refused = fill::fill(&mut tx, &gathered, &shapes).await?;
    tx.commit().await?;
    apply(conn, MIGRATIONS).await?;
    let mut tx = conn.begin().await?;
    let index = gathered.rows.get(gather::BY_BLOB).map_or(&[][..], Vec::as_slice);
    let is_damaged = |table: &str| gathered.is_damaged(table) || refused.contains_key(table);
    let mut traces = Traces::read(&mut tx).await?;
    let had_mendings = gathered.last_ids.iter().any(|(table, _)| table == MENDINGS);
    traces.is_complete &= !(had_mendings && is_damaged(ROUNDS));
    let repaired = repair::repair(&mut tx, (index, &traces), names).await?;
    if is_damaged(VERSIONS) {
        versions_lost::from_texts_alone(&mut tx, &traces, names.1).await?;
    }
    for order in orders {
        sqlx::raw_sql(AssertSqlSafe(order)).execute(&mut *tx).await?;
    }
    keep_ids(&mut tx, &gathered).await?;
    let report = report::report(&mut tx, (&gathered, &refused), &repaired, structure).await?;
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

/// Prevents the ids of lost parts from being reused. The entries of the audit log are numbered without gaps.
async fn keep_ids(conn: &mut SqliteConnection, gathered: &Gathered) -> Result<()> {
    for (table, last) in gathered.last_ids.iter().filter(|(table, _)| table != "audit_log") {
        sqlx::query("update sqlite_sequence set seq = max(seq, ?) where name = ?")
            .bind(last)
            .bind(table)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
