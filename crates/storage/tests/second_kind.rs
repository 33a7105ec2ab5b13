//! A second kind of file, a box of notes: everything that makes a file safe works for it.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

use std::path::{Path, PathBuf};

use sqlx::SqliteConnection;
use tempfile::TempDir;
use wenfang_storage::backup::{Keep, backup, copy_out, list};
use wenfang_storage::schema::{Migration, version};
use wenfang_storage::structure::findings;
use wenfang_storage::{
    Error, File, Foreign, Format, Kind, Mode, NewFile, Noun, OpenOptions, Outcome, Result,
};

const FIRST: Migration = Migration {
    to: 1,
    sql:
        "create table about (id integer primary key, uid text not null, readable_by integer not null) strict;
        create table notes (id integer primary key, body text not null) strict;",
};
const SECOND: Migration =
    Migration { to: 2, sql: "alter table notes add column starred integer not null default 0;" };
/// A migration that loses a note.
const LOSING: Migration = Migration { to: 3, sql: "delete from notes where id = 1;" };

const BOX: Kind = Kind {
    noun: Noun { whole: "box", file: "box of notes" },
    application_id: 0x4e6f_7465,
    extension: "notes",
    about: "about",
    migrations: &[FIRST, SECOND],
};

/// Boxes of notes, up to a release.
struct Notes(&'static [Migration]);

/// The first and the second release.
const OLD: Notes = Notes(&[FIRST]);
const NEW: Notes = Notes(&[FIRST, SECOND]);

impl Format for Notes {
    type Error = Error;
    type Fingerprint = Vec<String>;

    fn kind(&self) -> Kind {
        Kind { migrations: self.0, ..BOX }
    }

    async fn fingerprint(&self, conn: &mut SqliteConnection) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar("select body from notes order by id").fetch_all(conn).await?)
    }

    async fn damage(&self, copy: &mut SqliteConnection) -> Result<Option<Error>> {
        Ok(findings(copy).await?.into_iter().next().map(Error::damaged))
    }
}

fn options(mode: Mode) -> OpenOptions<'static> {
    OpenOptions { mode, now: 1_000, backups: None }
}

/// A box of the release with one note, in a folder of its own.
async fn with_a_note(release: &Notes) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("小说.notes");
    let mut file = NewFile::begin(&path, &release.kind()).await.unwrap();
    sqlx::query("insert into about values (1, '0123456789abcdef', 1)")
        .execute(file.connection())
        .await
        .unwrap();
    assert!(!path.exists(), "half a file has the name");
    file.publish().await.unwrap();
    let file = File::open(&path, release, options(Mode::Write)).await.unwrap();
    note(&file, "the quay").await.unwrap();
    file.close().await.unwrap();
    (folder, path)
}

async fn note(file: &File, body: &str) -> Result<()> {
    let mut tx = file.begin_write().await?;
    sqlx::query("insert into notes (body) values (?)").bind(body).execute(&mut *tx).await?.stored(1)?;
    Ok(tx.commit().await?)
}

async fn notes(path: &Path) -> Vec<String> {
    let file = File::open(path, &NEW, options(Mode::Read)).await.unwrap();
    let notes = NEW.fingerprint(&mut file.begin_read().await.unwrap()).await.unwrap();
    file.close().await.unwrap();
    notes
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_new_file_replaces_none_and_stands_alone() {
    let (folder, path) = with_a_note(&NEW).await;
    assert_eq!(names(folder.path()), ["小说.notes"]);
    assert!(matches!(NewFile::begin(&path, &BOX).await, Err(Error::Exists(_))));
    assert_eq!(notes(&path).await, ["the quay"]);
}

#[tokio::test]
async fn a_second_writer_is_refused_but_no_reader() {
    let (_folder, path) = with_a_note(&NEW).await;
    let first = File::open(&path, &NEW, options(Mode::Write)).await.unwrap();
    let second = File::open(&path, &NEW, options(Mode::Write)).await;
    assert!(matches!(&second, Err(Error::Held(who)) if who.pid == std::process::id() && who.since == 1_000));
    note(&first, "the ferry").await.unwrap();
    let reader = File::open(&path, &NEW, options(Mode::Read)).await.unwrap();
    assert!(matches!(note(&reader, "refused").await, Err(Error::ReadOnly)));
    assert_eq!(NEW.fingerprint(&mut reader.begin_read().await.unwrap()).await.unwrap().len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_saved_in_a_file_that_is_gone() {
    let (_folder, path) = with_a_note(&NEW).await;
    let file = File::open(&path, &NEW, options(Mode::Write)).await.unwrap();
    std::fs::rename(&path, path.with_extension("elsewhere")).unwrap();
    assert!(matches!(note(&file, "lost").await, Err(Error::FileGone(gone)) if gone == path));
}

#[tokio::test]
async fn an_older_file_is_migrated_on_a_copy() {
    let (folder, path) = with_a_note(&OLD).await;
    let refused = File::open(&path, &NEW, options(Mode::Read)).await;
    assert!(matches!(refused, Err(Error::OlderSchema { found: 1, known: 2 })));
    let file = File::open(&path, &NEW, options(Mode::Write)).await.unwrap();
    let migrated = file.noticed().migrated.clone().unwrap();
    assert_eq!((migrated.from, migrated.to), (1, 2));
    assert_eq!(version(&mut file.begin_read().await.unwrap()).await.unwrap(), 2);
    file.close().await.unwrap();
    assert_eq!(names(folder.path()), ["小说.notes", "小说.schema-1.notes"]);
    let before = File::open(&migrated.backup, &OLD, options(Mode::Read)).await.unwrap();
    assert_eq!(OLD.fingerprint(&mut before.begin_read().await.unwrap()).await.unwrap(), ["the quay"]);
    assert_eq!(notes(&path).await, ["the quay"]);
}

#[tokio::test]
async fn a_migration_that_loses_something_changes_nothing() {
    let (_folder, path) = with_a_note(&NEW).await;
    let bytes = std::fs::read(&path).unwrap();
    let refused = File::open(&path, &Notes(&[FIRST, SECOND, LOSING]), options(Mode::Write)).await;
    assert!(matches!(refused, Err(Error::MigrationMismatch { to: 3 })));
    assert!(std::fs::read(&path).unwrap() == bytes, "the original changed");
}

#[tokio::test]
async fn backups_are_proved_found_and_thinned() {
    let (folder, path) = with_a_note(&NEW).await;
    let copies = folder.path().join("copies");
    let file = File::open(&path, &NEW, options(Mode::Write)).await.unwrap();
    let keep = Keep { recent: 1, days: 0, weeks: 0, months: 0 };
    let first = backup(&file, &NEW, (&copies, keep), 1_000).await.unwrap();
    note(&file, "the ferry").await.unwrap();
    let second = backup(&file, &NEW, (&copies, keep), 2_000).await.unwrap();
    assert_eq!(second.removed, [first.path]);
    assert_eq!(names(&copies), ["小说.0123456789abcdef.0000000002000.notes"]);
    assert_eq!(list(&copies, &path, &BOX).await, [(2_000, second.path.clone())]);
    let restored = folder.path().join("restored.notes");
    copy_out(&second.path, &restored).unwrap();
    assert!(matches!(copy_out(&second.path, &restored), Err(Error::Exists(_))));
    assert_eq!(notes(&restored).await, ["the quay", "the ferry"]);
}

#[tokio::test]
async fn a_file_of_another_kind_is_not_changed() {
    let (folder, path) = with_a_note(&NEW).await;
    struct Other;
    impl Format for Other {
        type Error = Error;
        type Fingerprint = ();
        fn kind(&self) -> Kind {
            Kind { application_id: 1, ..BOX }
        }
        async fn fingerprint(&self, _conn: &mut SqliteConnection) -> Result<()> {
            Ok(())
        }
        async fn damage(&self, _copy: &mut SqliteConnection) -> Result<Option<Error>> {
            Ok(None)
        }
    }
    let bytes = std::fs::read(&path).unwrap();
    for mode in [Mode::Read, Mode::Write, Mode::TakeOver] {
        let refused = File::open(&path, &Other, options(mode)).await;
        assert!(matches!(&refused, Err(Error::Foreign { foreign: Foreign::OtherApplication, .. })));
        let message = refused.unwrap_err().message(BOX.noun);
        assert!(message.ends_with("is not a Wenfang box: it belongs to another application"), "{message}");
    }
    assert!(std::fs::read(&path).unwrap() == bytes, "the file changed");
    assert_eq!(names(folder.path()), ["小说.notes"]);
}

#[tokio::test]
async fn a_file_with_other_tables_is_refused() {
    let (_folder, path) = with_a_note(&NEW).await;
    let file = File::open(&path, &NEW, options(Mode::Write)).await.unwrap();
    let mut conn = file.writer_connection().await.unwrap();
    sqlx::raw_sql("create view words as select body from notes").execute(&mut *conn).await.unwrap();
    drop(conn);
    file.close().await.unwrap();
    let refused = File::open(&path, &NEW, options(Mode::Read)).await;
    assert!(matches!(refused, Err(Error::Foreign { foreign: Foreign::ForeignSchema, .. })));
}
