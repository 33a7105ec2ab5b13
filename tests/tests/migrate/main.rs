//! An older project is migrated completely or stays byte for byte unchanged; a newer one is read, or refused with the
//! number it needs; a file of every released schema opens.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tempfile::TempDir;
use wenfang_project::schema::{MIGRATIONS, Migration};
use wenfang_project::{Error, FileError, Mode, OpenOptions, Project, schema};
use wenfang_story::SceneId;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::child::{self, Job, LONGER, NEWEST, SEED, Task, with_migration};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, rows, texts};
use wenfang_tests::crash::workload::{Workload, template};
use wenfang_tests::kit::TestClock;

mod artifacts;
mod fixtures;

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

async fn open(path: &Path, mode: Mode, migrations: &'static [Migration]) -> wenfang_project::Result<Project> {
    let clock = TestClock::default().clock();
    Project::open(path, OpenOptions { clock, migrations, ..OpenOptions::new(mode) }).await
}

async fn schema_of(project: &Project) -> Result<i64> {
    let mut tx = project.begin_read().await?;
    let version = schema::version(&mut tx).await?;
    tx.rollback().await?;
    Ok(version)
}

/// The preserved copy of a project from before its migration.
fn copy_name() -> String {
    format!("novel.schema-{NEWEST}.wenfang")
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder)?.flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// A closed project of the newest schema with a day's history.
struct Old {
    folder: TempDir,
    path: PathBuf,
    bytes: Vec<u8>,
    rows: Vec<String>,
    texts: BTreeMap<SceneId, String>,
}

impl Old {
    async fn new() -> Result<Self> {
        let (folder, desk) = (scratch()?, scratch()?);
        let path = template(folder.path()).await?;
        let clock = TestClock::default();
        let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
        let project = Project::open(&path, options).await?;
        let mut workload = Workload::new((SEED, 0), clock, desk.path());
        for _ in 0..29 {
            workload.act(&project).await?;
        }
        call(&project, "scene.save_draft", json!({ "scene": 1, "base": 1, "text": "夜里写的。\n" })).await?;
        let mut tx = project.begin_read().await?;
        let rows = rows(&mut tx).await?;
        tx.rollback().await?;
        let texts = texts(&project).await?;
        project.close().await?;
        Ok(Self { bytes: std::fs::read(&path)?, rows, texts, path, folder })
    }

    /// Checks that the file has its previous content, with [`LONGER`] migrations.
    async fn assert_migrated(&self) -> Result<()> {
        let project = open(&self.path, Mode::Read, LONGER).await?;
        ensure!(schema_of(&project).await? == NEWEST + 1, "not of the schema after it");
        ensure!(texts(&project).await? == self.texts, "other texts");
        let mut tx = project.begin_read().await?;
        let now = rows(&mut tx).await?;
        tx.rollback().await?;
        // The new column is the only difference.
        let without_mood = |row: String| match row.starts_with("scenes:") {
            true => row.strip_suffix(",NULL").map(str::to_owned).unwrap_or(row),
            false => row,
        };
        let mut tx = project.begin_read().await?;
        let checked: String = sqlx::query_scalar("pragma integrity_check").fetch_one(&mut *tx).await?;
        tx.rollback().await?;
        ensure!(checked == "ok", "{checked}");
        ensure!(now.into_iter().map(without_mood).collect::<Vec<_>>() == self.rows, "other rows");
        assert_whole(&project).await?;
        Ok(project.close().await?)
    }
}

/// The body of the child processes.
#[test]
fn child() -> Result<()> {
    child::run()
}

#[test]
fn an_older_project_is_migrated_and_copied_first() -> Result<()> {
    runtime()?.block_on(async {
        let old = Old::new().await?;
        let shelf = scratch()?;
        let clock = TestClock::default().clock();
        let backups = Some(shelf.path().to_owned());
        let options = OpenOptions { clock, migrations: LONGER, backups, ..OpenOptions::new(Mode::Write) };
        let project = Project::open(&old.path, options).await?;
        let migrated = project.noticed().migrated.clone().context("nothing was migrated")?;
        ensure!((migrated.from, migrated.to) == (NEWEST, NEWEST + 1), "{migrated:?}");
        ensure!(migrated.backup == shelf.path().join(copy_name()), "{migrated:?}");
        call(&project, "scene.save", json!({ "scene": 1, "text": "新的一版。\n" })).await?;
        project.close().await?;
        ensure!(names(old.folder.path())? == ["novel.wenfang"], "left: {:?}", names(old.folder.path())?);
        ensure!(names(shelf.path())? == [copy_name()], "left: {:?}", names(shelf.path())?);
        let kept = open(&migrated.backup, Mode::Write, MIGRATIONS).await?;
        let mut tx = kept.begin_read().await?;
        ensure!(rows(&mut tx).await? == old.rows, "the copy differs");
        tx.rollback().await?;
        assert_whole(&kept).await?;
        Ok(kept.close().await?)
    })
}

#[test]
fn a_migration_changes_no_content() -> Result<()> {
    runtime()?.block_on(async {
        let old = Old::new().await?;
        open(&old.path, Mode::Write, LONGER).await?.close().await?;
        old.assert_migrated().await?;
        ensure!(names(old.folder.path())? == [copy_name(), "novel.wenfang".to_owned()], "left something");
        // A second time there is nothing to do.
        let project = open(&old.path, Mode::Write, LONGER).await?;
        ensure!(project.noticed().migrated.is_none(), "migrated again");
        Ok(project.close().await?)
    })
}

#[test]
fn the_log_of_a_crash_is_migrated_too() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let path = runtime.block_on(template(home.path()))?;
    let job = Job { task: Task::Day(0, 60), file: &path, desk: home.path(), die_at: None };
    let mut day = job.start()?;
    day.wait_for(8);
    day.kill()?;
    // The copy shows the content of the file and its log, without a reader that would merge the log.
    let copy = scratch()?;
    for entry in std::fs::read_dir(home.path())?.flatten().filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), copy.path().join(entry.file_name()))?;
    }
    let log = std::fs::metadata(home.path().join("novel.wenfang-wal"))?.len();
    ensure!(log > 0, "the killed process left no log");
    runtime.block_on(async {
        let project = open(&copy.path().join("novel.wenfang"), Mode::Read, MIGRATIONS).await?;
        let before = texts(&project).await?;
        project.close().await?;
        let project = open(&path, Mode::Write, LONGER).await?;
        ensure!(project.noticed().migrated.is_some() && project.noticed().unclean.is_some(), "not noticed");
        ensure!(texts(&project).await? == before, "other texts");
        assert_whole(&project).await?;
        Ok(project.close().await?)
    })
}

#[test]
fn nothing_is_migrated_while_a_reader_is_open() -> Result<()> {
    runtime()?.block_on(async {
        let old = Old::new().await?;
        let reader = open(&old.path, Mode::Read, MIGRATIONS).await?;
        let refused = open(&old.path, Mode::Write, LONGER).await;
        ensure!(matches!(refused, Err(Error::File(FileError::Busy))), "{:?}", refused.err());
        ensure!(texts(&reader).await? == old.texts, "the reader reads something else");
        reader.close().await?;
        ensure!(std::fs::read(&old.path)? == old.bytes, "the original was changed");
        open(&old.path, Mode::Write, LONGER).await?.close().await?;
        old.assert_migrated().await
    })
}

#[test]
fn a_project_in_a_synced_folder_is_migrated_atomically() -> Result<()> {
    runtime()?.block_on(async {
        let old = Old::new().await?;
        let folder = old.folder.path().join("Dropbox");
        std::fs::create_dir(&folder)?;
        let path = folder.join("novel.wenfang");
        std::fs::rename(&old.path, &path)?;
        open(&path, Mode::Write, MIGRATIONS).await?.close().await?;
        let bytes = std::fs::read(&path)?;
        const BROKEN: &[Migration] = &with_migration("this is not sql");
        let refused = open(&path, Mode::Write, BROKEN).await;
        ensure!(matches!(refused, Err(Error::File(FileError::Sql(_)))), "{:?}", refused.err());
        ensure!(std::fs::read(&path)? == bytes, "the original was changed");
        open(&path, Mode::Write, LONGER).await?.close().await?;
        std::fs::rename(&path, &old.path)?;
        old.assert_migrated().await
    })
}

#[test]
fn a_failed_migration_leaves_the_project_unchanged() -> Result<()> {
    const BROKEN: &[Migration] = &with_migration("alter table scenes add column mood text; this is not sql");
    const LOSES_DRAFTS: &[Migration] = &with_migration("delete from scene_drafts");
    const LOSES_MEMORIES: &[Migration] = &with_migration("delete from checkpoint_items where kind = 'text'");
    const LOSES_ORDER: &[Migration] = &with_migration(
        "update scenes set position = position + 100; update scenes set position = 200 - position",
    );
    const LOSES_WORDS: &[Migration] =
        &with_migration("update blobs set data = zeroblob(length(data)) where id = 1");
    const LOSES_TITLES: &[Migration] = &with_migration(
        "update chapters set (record, row_hash) = (select record, row_hash from chapters order by id limit 1)",
    );
    runtime()?.block_on(async {
        for (what, migrations) in [
            ("bad SQL", BROKEN),
            ("drafts lost", LOSES_DRAFTS),
            ("checkpoint items lost", LOSES_MEMORIES),
            ("order lost", LOSES_ORDER),
            ("words lost", LOSES_WORDS),
            ("titles lost", LOSES_TITLES),
        ] {
            let old = Old::new().await?;
            let refused = open(&old.path, Mode::Write, migrations).await;
            let is_expected = match &refused {
                Err(Error::File(FileError::MigrationMismatch { to })) if *to == NEWEST + 1 => {
                    what != "bad SQL"
                }
                Err(Error::File(FileError::Sql(_))) => what == "bad SQL",
                _ => false,
            };
            ensure!(is_expected, "{what}: {:?}", refused.err());
            ensure!(std::fs::read(&old.path)? == old.bytes, "{what}: the original was changed");
            let left = names(old.folder.path())?;
            ensure!(left == [copy_name(), "novel.wenfang".to_owned()], "{what}: left {left:?}");
            open(&old.path, Mode::Write, MIGRATIONS).await?.close().await?;
        }
        Ok(())
    })
}

#[test]
fn a_killed_migration_leaves_the_old_or_new_project() -> Result<()> {
    let runtime = runtime()?;
    for step in
        ["migrate.backed-up", "migrate.copied", "migrate.applied", "migrate.verified", "migrate.swapped"]
    {
        let old = runtime.block_on(Old::new())?;
        let job = Job { task: Task::Migrate, file: &old.path, desk: old.folder.path(), die_at: Some(step) };
        assert!(!job.start()?.end()?.1, "{step} is not reached");
        if step == "migrate.swapped" {
            runtime.block_on(old.assert_migrated()).context(step)?;
        } else {
            assert_eq!(std::fs::read(&old.path)?, old.bytes, "{step}: the original was changed");
        }
        let job = Job { die_at: None, ..job };
        assert!(job.start()?.end()?.1, "after {step}");
        runtime.block_on(old.assert_migrated()).with_context(|| format!("after {step}"))?;
    }
    Ok(())
}

#[test]
fn a_newer_project_is_readable_or_refused_by_number() -> Result<()> {
    const UNREADABLE: &[Migration] = &with_migration("update project_meta set readable_by = 1000000");
    runtime()?.block_on(async {
        let old = Old::new().await?;
        open(&old.path, Mode::Write, LONGER).await?.close().await?;
        let bytes = std::fs::read(&old.path)?;
        for mode in [Mode::Read, Mode::Write] {
            let project = open(&old.path, mode, MIGRATIONS).await?;
            ensure!(project.noticed().newer_schema == Some(NEWEST + 1), "{:?}", project.noticed());
            ensure!(
                !project.is_writable() && texts(&project).await? == old.texts,
                "not opened for reading, or its texts differ"
            );
            ensure!(matches!(project.begin_write().await, Err(Error::File(FileError::ReadOnly))), "writable");
            project.close().await?;
            ensure!(std::fs::read(&old.path)? == bytes, "{mode:?} changed it");
        }
        let old = Old::new().await?;
        open(&old.path, Mode::Write, UNREADABLE).await?.close().await?;
        let bytes = std::fs::read(&old.path)?;
        for mode in [Mode::Read, Mode::Write, Mode::TakeOver] {
            let refused = open(&old.path, mode, MIGRATIONS).await;
            let is_named = match refused {
                Err(Error::File(FileError::NewerSchema { found, known })) => {
                    (found, known) == (NEWEST + 1, NEWEST)
                }
                _ => false,
            };
            ensure!(is_named, "{:?}", refused.err());
            ensure!(std::fs::read(&old.path)? == bytes, "{mode:?} changed it");
        }
        Ok(())
    })
}
