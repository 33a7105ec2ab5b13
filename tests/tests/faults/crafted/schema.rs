//! Only a file with exactly the schema that Wenfang creates is opened.

use anyhow::{Result, ensure};
use serde_json::json;
use wenfang_project::{Error, FileError, Foreign, Mode};
use wenfang_studio::commands::call_on as call;
use wenfang_studio::projects;
use wenfang_tests::crash::child::NEWEST;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;

use super::craft;
use crate::{names, open, runtime, text};

/// Inserts a trigger and a view with the given type names, and one hidden in the row of a table.
const TRIGGER: &str = "CREATE TRIGGER t AFTER UPDATE ON scenes BEGIN
    UPDATE scenes SET binned_at = 1, position = NULL WHERE id <> new.id; END";

fn row(kind: &str, name: &str, sql: &str) -> String {
    format!(
        "insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values ('{kind}', '{name}', 'scenes', 0, '{}')",
        sql.replace('\'', "''")
    )
}

fn redefine(table: &str, from: &str, to: &str) -> String {
    format!(
        "update sqlite_schema set sql = replace(sql, '{}', '{}') where name = '{table}' and instr(sql, '{0}')",
        from.replace('\'', "''"),
        to.replace('\'', "''")
    )
}

fn strangers() -> Vec<(&'static str, String)> {
    let ignoring = "z integer generated always as (null) virtual not null on conflict ignore, ";
    vec![
        ("a trigger", row("trigger", "t", TRIGGER)),
        ("an upper-case trigger", row("TRIGGER", "t", TRIGGER)),
        ("a trigger that says it is a table", row("table", "t", TRIGGER)),
        ("a view", row("view", "v", "CREATE VIEW v AS SELECT 1")),
        (
            "an endless view in place of a table",
            "drop table settings; ".to_owned()
                + &row(
                    "VIEW",
                    "settings",
                    "CREATE VIEW settings (key, value) AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n, n FROM r",
                ),
        ),
        (
            "a draft that is never stored",
            redefine("scene_drafts", "text text not null,", &format!("text text not null, {ignoring}")),
        ),
        (
            "a version that is never stored",
            redefine("scene_text_versions", "label text,", &format!("label text, {ignoring}")),
        ),
        (
            "a scene that is never stored",
            redefine("scenes", "binned_at integer,", &format!("binned_at integer, {ignoring}")),
        ),
        ("a constraint less", redefine("volumes", " check (json_valid(record))", "")),
        (
            "a different collation",
            redefine("settings", "key text primary key", "key text collate nocase primary key"),
        ),
        ("a word in other letters", redefine("settings", "strict", "STRICT")),
        ("an index more", "create index mine on scenes (record)".into()),
        ("an index less", "drop index scenes_by_position".into()),
        ("a table more", "create table mine (a)".into()),
        ("a table less", "drop table response_cache".into()),
        ("a virtual table", "create virtual table mine using fts5 (a)".into()),
        (
            "a virtual table in place of a table",
            "drop table settings; create virtual table settings using fts5 (key, value)".into(),
        ),
        ("statistics", "analyze".into()),
        ("a schema of no number", "pragma user_version = 0".into()),
        ("a schema below all numbers", "pragma user_version = -1".into()),
        ("an older schema that it does not have", "pragma user_version = 4".into()),
        (
            "a newer schema with a trigger",
            format!("{}; pragma user_version = 99", row("TRIGGER", "t", TRIGGER)),
        ),
        ("a newer schema with a view", "create view v as select 1; pragma user_version = 99".into()),
        (
            "a newer schema with a virtual table",
            "create virtual table mine using fts5 (a); pragma user_version = 99".into(),
        ),
    ]
}

#[test]
fn a_foreign_schema_is_only_read_as_bytes() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    let words = runtime.block_on(async {
        let (project, _) = open(&own, Mode::Read).await?;
        let words = text(&project, 1).await?;
        project.close().await?;
        anyhow::Ok(words)
    })?;
    for (what, sql) in strangers() {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::copy(&own, &path)?;
        let before = std::fs::read(&path)?;
        runtime.block_on(craft(&path, &format!("{sql}; pragma schema_version = 999")))?;
        let bytes = std::fs::read(&path)?;
        ensure!(bytes != before, "{what}: nothing was crafted");
        for mode in [Mode::Write, Mode::Read, Mode::TakeOver] {
            let refused = runtime.block_on(open(&path, mode));
            let is_expected = matches!(
                &refused,
                Err(Error::File(FileError::Foreign { foreign: Foreign::ForeignSchema, .. })
                    | Error::Damaged(_))
            );
            ensure!(is_expected, "{what}: {:?}", refused.err());
            ensure!(std::fs::read(&path)? == bytes, "{what}: it was changed");
            ensure!(names(folder.path())? == ["a.wenfang"], "{what}: left {:?}", names(folder.path())?);
        }
        if sql.contains("user_version = 99") {
            // The meaning of its bytes in a newer release is unknown.
            ensure!(runtime.block_on(projects::open_readable(&path)).is_err(), "{what}: it was opened");
            continue;
        }
        let written = runtime.block_on(async {
            let project = projects::open_readable(&path).await?;
            ensure!(
                !project.is_writable() && project.salvaged().is_some(),
                "{what}: it opened without salvage"
            );
            let written = text(&project, 1).await?;
            project.close().await?;
            anyhow::Ok(written)
        })?;
        ensure!(written == words, "{what}: {written}");
        ensure!(std::fs::read(&path)? == bytes, "{what}: reading changed it");
        ensure!(names(folder.path())? == ["a.wenfang"], "{what}: reading left {:?}", names(folder.path())?);
    }
    Ok(())
}

#[test]
fn a_log_beside_a_foreign_file_is_not_merged() -> Result<()> {
    let (home, folder) = (scratch()?, scratch()?);
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    let path = folder.path().join("a.wenfang");
    runtime.block_on(async {
        let mut conn = super::plain(&own).await?;
        sqlx::raw_sql("pragma wal_autocheckpoint = 0; create view v as select 1").execute(&mut conn).await?;
        // As a crash leaves it.
        for ending in ["", "-wal"] {
            std::fs::copy(
                home.path().join(format!("novel.wenfang{ending}")),
                folder.path().join(format!("a.wenfang{ending}")),
            )?;
        }
        anyhow::Ok(())
    })?;
    let log = folder.path().join("a.wenfang-wal");
    let before = (std::fs::read(&path)?, std::fs::read(&log)?);
    ensure!(!before.1.is_empty(), "there is no log");
    for mode in [Mode::Write, Mode::Read] {
        let refused = runtime.block_on(open(&path, mode));
        ensure!(matches!(refused, Err(Error::File(FileError::Foreign { .. }))), "{:?}", refused.err());
        ensure!((std::fs::read(&path)?, std::fs::read(&log)?) == before, "{mode:?}: it was changed");
    }
    Ok(())
}

#[test]
fn a_newer_schema_is_read_if_it_extends_ours() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    let newer = format!("pragma user_version = {}", NEWEST + 1);
    let grown = "alter table scenes add column mood text default ',)';
        create table moods (id integer primary key, mood text check (mood <> '')) strict;
        create index moods_by_mood on moods (mood)";
    let changed = redefine("scenes", "binned_at integer,", "binned_at text,");
    for (sql, is_read) in [(grown, true), (&changed, false), ("drop table settings", false)] {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::copy(&own, &path)?;
        runtime.block_on(craft(&path, &format!("{sql}; {newer}; pragma schema_version = 999")))?;
        let bytes = std::fs::read(&path)?;
        for mode in [Mode::Write, Mode::Read] {
            runtime.block_on(async {
                match open(&path, mode).await {
                    Ok((project, _)) => {
                        ensure!(is_read && project.noticed().newer_schema == Some(NEWEST + 1), "{sql}");
                        ensure!(!project.is_writable() && !text(&project, 1).await?.is_empty(), "{sql}");
                        let diagnosis = call(&project, "project.doctor", json!({})).await?;
                        ensure!(diagnosis["healthy"] == true, "{sql}: {diagnosis}");
                        project.close().await?;
                    }
                    Err(Error::File(FileError::NewerSchema { found, known })) => {
                        ensure!(!is_read && (found, known) == (NEWEST + 1, NEWEST), "{sql}");
                    }
                    Err(error) => return Err(error.into()),
                }
                Ok(())
            })?;
            ensure!(std::fs::read(&path)? == bytes, "{sql}: it was changed");
        }
    }
    Ok(())
}
