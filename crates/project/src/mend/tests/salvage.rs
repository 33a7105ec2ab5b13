//! Salvage of a file that lost versions: the texts that mendings name stay, and none of the author's is lost.

use std::path::{Path, PathBuf};

use wenfang_story::ProjectRecord;

use super::damage::{PAGE, read};
use super::*;
use crate::clock::Clock;
use crate::open::Project;
use crate::salvage;
use crate::verify::{Depth, verify};
use crate::watch::Watch;

/// Long enough that a text after it is stored as the difference.
fn authors() -> String {
    (0..80).map(|number| format!("第{number}座桥上，他今年十七岁。\n")).collect()
}

fn proposed() -> String {
    authors().replacen("十七", "十六", 3)
}

/// A file with one scene, whose first version was mended in one round, and the first page of each table and index.
async fn file(home: &Path, decision: Option<Decision>) -> (PathBuf, Vec<(String, usize)>) {
    let path = home.join("novel.wenfang");
    let project = Project::create(&path, &ProjectRecord::default(), Clock::new(|| at(5))).await.unwrap();
    let mut tx = project.begin_write().await.unwrap();
    let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), at(1)).await.unwrap();
    let chapter = parts::insert_chapter(&mut tx, volume, &ChapterRecord::default(), at(1)).await.unwrap();
    let only = parts::insert_scene(&mut tx, chapter, &SceneRecord::default(), at(1)).await.unwrap();
    branches::insert(&mut tx, only, ("", None), at(1)).await.unwrap();
    put_version(&mut tx, (only, 1), &authors()).await;
    let session = open(&mut tx, 1).await;
    claim(&mut tx, session, &[1]).await.unwrap();
    add_round(&mut tx, session, 0, &authors()).await;
    add_round(&mut tx, session, 1, &proposed()).await;
    scenes::set_best_round(&mut tx, (session, only), 1).await.unwrap();
    if let Some(decision) = decision {
        if matches!(decision, Decision::Accepted(_)) {
            put_version(&mut tx, (only, 2), &proposed()).await;
            set_head(&mut tx, only).await;
        }
        scenes::decide(&mut tx, (session, only), decision).await.unwrap();
    }
    let roots: Vec<(String, i64)> =
        sqlx::query_as("select tbl_name, rootpage from sqlite_schema where rootpage > 0")
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    tx.commit().await.unwrap();
    project.close().await.unwrap();
    let pages = roots.into_iter().map(|(table, root)| (table, usize::try_from(root).unwrap() - 1));
    (path, pages.collect())
}

/// What is left of a file whose `lost` tables are unreadable: the texts by scene and version, the rounds, and the best
/// round of each mended scene.
async fn left(decision: Option<Decision>, lost: &[&str]) -> (Vec<(i64, i64, String)>, i64, Vec<Option<i64>>) {
    let home = tempfile::tempdir().unwrap();
    let (path, pages) = file(home.path(), decision).await;
    let mut bytes = std::fs::read(&path).unwrap();
    for (_, page) in pages.iter().filter(|(table, _)| lost.contains(&table.as_str())) {
        bytes[page * PAGE..(page + 1) * PAGE].fill(0xFF);
    }
    std::fs::write(&path, bytes).unwrap();
    let salvaged = salvage::salvage(&path, at(200 * DAY)).await.unwrap();
    let project = read(&salvaged.path).await.unwrap();
    let mut tx = project.begin_read().await.unwrap();
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await.unwrap();
    assert_eq!(verified.damage, [], "{lost:?}");
    let versions: Vec<(i64, i64, blobs::BlobId)> = sqlx::query_as(
        "select scene_id, version, blob_id from scene_text_versions order by scene_id, version",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    let mut texts = Vec::new();
    for (scene, version, blob) in versions {
        texts.push((scene, version, blobs::read_text(&mut tx, blob).await.unwrap()));
    }
    let rounds = sqlx::query_scalar("select count(*) from mend_rounds").fetch_one(&mut *tx).await.unwrap();
    let best = sqlx::query_scalar("select best_round from mend_scenes").fetch_all(&mut *tx).await.unwrap();
    tx.rollback().await.unwrap();
    project.close().await.unwrap();
    (texts, rounds, best)
}

const VERSIONS: &str = "scene_text_versions";

/// Accepted as the second version.
fn accepted() -> Decision {
    Decision::Accepted(Accepted { version: 2.into(), before: 1.into() })
}

#[tokio::test]
async fn the_input_of_a_mending_is_its_version_again() {
    for decision in [None, Some(Decision::Refused), Some(Decision::Released)] {
        let (texts, rounds, best) = left(decision, &[VERSIONS]).await;
        assert_eq!(texts, [(1, 1, authors())], "{decision:?}");
        assert_eq!((rounds, best), (2, vec![Some(1)]), "{decision:?}");
    }
}

#[tokio::test]
async fn an_accepted_text_is_its_version_again() {
    let (texts, rounds, best) = left(Some(accepted()), &[VERSIONS]).await;
    assert_eq!(texts, [(1, 1, authors()), (1, 2, proposed())]);
    assert_eq!((rounds, best), (2, vec![Some(1)]));
}

#[tokio::test]
async fn no_text_of_the_author_is_lost() {
    for lost in [
        &[VERSIONS, "mend_scenes"][..],
        &[VERSIONS, "mend_rounds"],
        &[VERSIONS, "mend_scenes", "mend_rounds"],
        &[VERSIONS, "mend_sessions"],
    ] {
        for decision in [None, Some(accepted())] {
            let (texts, ..) = left(decision, lost).await;
            let has = |text: String| texts.iter().any(|(.., left)| *left == text);
            assert!(has(authors()), "{lost:?}, {decision:?}");
            assert!(decision.is_none() || has(proposed()), "{lost:?}, {decision:?}");
        }
    }
}

#[tokio::test]
async fn a_scene_without_its_best_round_is_not_judged() {
    let (texts, rounds, best) = left(None, &["mend_rounds"]).await;
    assert_eq!((texts, rounds, best), (vec![(1, 1, authors())], 0, vec![None]));
}
