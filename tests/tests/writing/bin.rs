//! Parts restored from the bin, each to its place.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_tests::kit::TestProject;

use crate::{ask, order};

/// Three volumes of three chapters.
async fn novel_of_nine() -> Result<TestProject> {
    let novel = TestProject::new().await?;
    for volume in ["上", "中", "下"] {
        let made =
            ask(&novel.project, "manuscript.create", json!({ "parent": "manuscript", "title": volume }));
        let parent = json!({ "volume": made.await?["volume"] });
        for title in ["一", "二", "三"] {
            let chapter = json!({ "parent": parent, "title": format!("{volume}{title}") });
            let chapter = ask(&novel.project, "manuscript.create", chapter).await?;
            let scene = json!({ "parent": { "chapter": chapter["chapter"] } });
            ask(&novel.project, "manuscript.create", scene).await?;
        }
    }
    Ok(novel)
}

async fn bin(project: &Project, part: Value) -> Result<()> {
    ask(project, "manuscript.bin", json!({ "part": part })).await.map(drop)
}

async fn put_back(project: &Project, part: Value) -> Result<()> {
    ask(project, "manuscript.move", json!({ "part": part })).await.map(drop)
}

#[tokio::test]
async fn parts_return_from_the_bin_to_their_place() -> Result<()> {
    let novel = novel_of_nine().await?;
    let project = &novel.project;
    let place = order(project).await?;
    // The first chapter of the second volume, its neighbour, then the volume itself.
    let parts = [json!({ "chapter": 4 }), json!({ "chapter": 5 }), json!({ "volume": 2 })];
    for part in &parts {
        bin(project, part.clone()).await?;
    }
    put_back(project, json!({ "volume": 2 })).await?;
    put_back(project, json!({ "chapter": 4 })).await?;
    put_back(project, json!({ "chapter": 5 })).await?;
    assert_eq!(order(project).await?, place);
    // In other orders too.
    for part in &parts[..2] {
        bin(project, part.clone()).await?;
    }
    put_back(project, json!({ "chapter": 5 })).await?;
    put_back(project, json!({ "chapter": 4 })).await?;
    assert_eq!(order(project).await?, place);
    let reopened = novel.reopen().await?;
    bin(&reopened.project, json!({ "scene": 1 })).await?;
    put_back(&reopened.project, json!({ "scene": 1 })).await?;
    assert_eq!(order(&reopened.project).await?, place);
    Ok(())
}

#[tokio::test]
async fn a_part_returns_although_its_neighbours_moved() -> Result<()> {
    let novel = novel_of_nine().await?;
    let project = &novel.project;
    bin(project, json!({ "chapter": 2 })).await?;
    // A chapter from elsewhere is moved to the front, and the previous neighbour into another volume.
    ask(project, "manuscript.move", json!({ "part": { "chapter": 9 }, "parent": { "volume": 1 }, "at": 0 }))
        .await?;
    ask(project, "manuscript.move", json!({ "part": { "chapter": 1 }, "parent": { "volume": 3 } })).await?;
    put_back(project, json!({ "chapter": 2 })).await?;
    let now = order(project).await?;
    let chapters: Vec<&Value> = now[0][1].as_array().unwrap().iter().map(|chapter| &chapter[0]).collect();
    let at = |chapter: i64| chapters.iter().position(|one| **one == chapter).unwrap();
    assert_eq!(chapters.len(), 3);
    assert!(at(2) < at(3), "{chapters:?}");
    Ok(())
}

#[tokio::test]
async fn a_binned_part_still_lists_its_scenes() -> Result<()> {
    let novel = novel_of_nine().await?;
    let project = &novel.project;
    let scenes = async |part: Value| {
        let view = ask(project, "manuscript.part", json!({ "part": part })).await?;
        anyhow::Ok(view["scenes"].clone())
    };
    bin(project, json!({ "scene": 5 })).await?;
    bin(project, json!({ "chapter": 4 })).await?;
    bin(project, json!({ "volume": 2 })).await?;
    assert_eq!(scenes(json!({ "chapter": 4 })).await?, json!([4]));
    assert_eq!(scenes(json!({ "volume": 2 })).await?, json!([6]), "without what is in the bin on its own");
    assert_eq!(scenes(json!({ "scene": 4 })).await?, json!([]));
    Ok(())
}
