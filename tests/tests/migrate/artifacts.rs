//! The artifacts of a file that an earlier release wrote: every kind of tag there was, with versions that it had deleted.

use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::json;
use sqlx::Connection as _;
use wenfang_project::Mode;
use wenfang_project::artifacts;
use wenfang_project::schema::MIGRATIONS;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::assert_whole;

use super::{open, runtime};

/// Tag, version, value, hash, time.
type Stored = (String, i64, String, Vec<u8>, i64);

#[test]
fn artifacts_of_schema_7_are_moved_byte_for_byte() -> Result<()> {
    let home = scratch()?;
    let path = home.path().join("old.wenfang");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema-7-artifacts.wenfang"), &path)?;
    runtime()?.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).immutable(true);
        let mut old = sqlx::SqliteConnection::connect_with(&options).await?;
        let before: Vec<Stored> = sqlx::query_as(
            "select a.tag, v.version, v.value, v.row_hash, v.created_at
             from artifacts a join artifact_versions v on v.artifact_id = a.id order by a.id, v.version",
        )
        .fetch_all(&mut old)
        .await?;
        old.close().await?;
        let moved = |tag: &str| match tag {
            "summary/rolling" => "story_so_far/novel".to_owned(),
            "cards/acts" => "card_acts/novel".to_owned(),
            other => other.to_owned(),
        };
        let expected: Vec<_> = before
            .into_iter()
            .map(|(tag, version, value, hash, at)| (moved(&tag), version, value, hash, at))
            .collect();
        let project = open(&path, Mode::Write, MIGRATIONS).await?;
        let mut tx = project.begin_read().await?;
        let now: Vec<Stored> = sqlx::query_as(
            "select a.tag, v.version, v.value, v.row_hash, v.created_at
             from artifacts a join artifact_versions v on v.artifact_id = a.id order by a.id, v.version",
        )
        .fetch_all(&mut *tx)
        .await?;
        assert_eq!(now, expected);
        let listed = artifacts::list(&mut tx, None).await?;
        let kinds: Vec<_> = listed
            .iter()
            .map(|artifact| {
                (artifact.subject.tag(&artifact.name), artifact.kind.as_str(), artifact.keep.versions)
            })
            .collect();
        let of = |tag: &str, kind, keep| (tag.to_owned(), kind, Some(keep));
        for expected in [
            of("card_acts/novel", "other", 100),
            of("memory/scene/4", "memory", 5),
            of("story_so_far/novel", "summary", 5),
            of("suggestion/chapter/5", "suggestion", 5),
            of("summary/chapter/1", "summary", 5),
        ] {
            ensure!(kinds.contains(&expected), "{expected:?} is not among {kinds:?}");
        }
        // Six memories were retrieved, and five are kept.
        let traces = artifacts::traces(&mut tx, "memory/scene/4").await?;
        assert_eq!((traces[0].from, traces[0].until, traces[0].why.as_str()), (1, 2, "earlier_release"));
        tx.rollback().await?;
        assert_whole(&project).await?;
        // They are found under their new addresses.
        let undone = call(&project, "cards.undo", json!({ "act": 2 })).await?;
        ensure!(!undone.is_null(), "nothing was undone");
        let again = call(&project, "cards.undo", json!({ "act": 2 })).await;
        ensure!(again.is_err(), "undone twice");
        assert_whole(&project).await?;
        Ok(project.close().await?)
    })
}
