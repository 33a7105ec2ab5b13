//! Foreign files and truncated projects.

use anyhow::Result;
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Error, FileError, Foreign, Mode};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::state;
use wenfang_tests::crash::workload::template;

use crate::{names, open, runtime};

#[test]
fn a_foreign_file_is_refused_and_unchanged() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    let sqlite = |name: &str, sql: &'static str| -> Result<Vec<u8>> {
        use sqlx::{ConnectOptions, Connection};
        let path = home.path().join(name);
        if name.starts_with("own") {
            std::fs::copy(&own, &path)?;
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        runtime.block_on(async {
            let mut conn = options.connect().await?;
            sqlx::raw_sql(sql).execute(&mut conn).await?;
            conn.close().await
        })?;
        let bytes = std::fs::read(&path)?;
        std::fs::remove_file(path)?;
        Ok(bytes)
    };
    let trigger = "create trigger t after insert on scenes begin select 1; end";
    let view = "create view v as select 1";
    let cases = [
        ("empty", Vec::new(), Foreign::Empty),
        ("text", "第一章 渡口\n".repeat(900).into_bytes(), Foreign::NotADatabase),
        ("short", b"SQLite".to_vec(), Foreign::NotADatabase),
        (
            "noise",
            (0..9000).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
            Foreign::NotADatabase,
        ),
        ("zeroes", vec![0; 8192], Foreign::NotADatabase),
        ("other database", sqlite("other", "create table a (b)")?, Foreign::OtherApplication),
        ("with a trigger", sqlite("own-trigger", trigger)?, Foreign::ForeignSchema),
        ("with a view", sqlite("own-view", view)?, Foreign::ForeignSchema),
    ];
    for (what, bytes, expected) in cases {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::write(&path, &bytes)?;
        for mode in [Mode::Write, Mode::Read, Mode::TakeOver] {
            let refused = runtime.block_on(open(&path, mode));
            let found = match &refused {
                Err(Error::File(FileError::Foreign { foreign, .. })) => Some(*foreign),
                _ => None,
            };
            let is_expected = found == Some(expected);
            assert!(is_expected, "{what}: {:?}", refused.err());
            assert_eq!(std::fs::read(&path)?, bytes, "{what}");
            assert_eq!(names(folder.path())?, ["a.wenfang"], "{what}");
        }
    }
    let refused = runtime.block_on(open(home.path(), Mode::Write));
    assert!(matches!(refused, Err(Error::File(FileError::Foreign { foreign: Foreign::NotAFile, .. }))));
    let refused = runtime.block_on(open(&home.path().join("nothing"), Mode::Write));
    assert!(matches!(refused, Err(Error::File(FileError::NotFound(_)))));
    Ok(())
}

#[test]
fn a_truncated_file_never_passes_for_a_whole_one() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let path = runtime.block_on(template(home.path()))?;
    let whole = std::fs::read(&path)?;
    let all = runtime.block_on(async {
        let (project, _) = open(&path, Mode::Read).await?;
        let all = state(&project).await?;
        project.close().await?;
        anyhow::Ok(all)
    })?;
    let mut sizes: Vec<usize> = vec![1, 15, 16, 99, 100, 511, 512, 1024, 4095, 4096, 4097, whole.len() - 1];
    sizes.extend((2..whole.len() / 4096).map(|page| page * 4096));
    sizes.extend((2..whole.len() / 4096).step_by(7).map(|page| page * 4096 + 2048));
    for size in sizes {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::write(&path, &whole[..size])?;
        let seen = runtime.block_on(async {
            let (project, _) = match open(&path, Mode::Write).await {
                Ok(opened) => opened,
                Err(error) => return anyhow::Ok(!matches!(error, Error::File(FileError::Sql(_)))),
            };
            let mut tx = project.begin_read().await?;
            let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await;
            tx.rollback().await?;
            let is_reported = verified.map_or(true, |verified| !verified.damage.is_empty());
            // The end of the last page may be empty.
            let is_whole = state(&project).await.is_ok_and(|now| now == all);
            let _ = project.close().await;
            Ok(is_reported || is_whole)
        })?;
        assert!(seen, "{size} of {} bytes", whole.len());
    }
    Ok(())
}
