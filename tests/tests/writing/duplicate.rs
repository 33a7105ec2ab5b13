//! Copies of scenes and chapters: the same words and plans directly after the original, which is unchanged.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_tests::kit::{TestProject, chapters, scenes};

use crate::{ask, order, texts};

async fn novel() -> Result<TestProject> {
    let novel = TestProject::with_chapters(&[("一", "江上有风。\n"), ("二", "另一场。\n")]).await?;
    let project = &novel.project;
    let scene = json!({ "scene": scenes(project).await?[0] });
    let about = json!({ "part": scene, "synopsis": "等船", "status": "drafting", "target": 3000 });
    ask(project, "manuscript.describe", about).await?;
    Ok(novel)
}

#[tokio::test]
async fn a_copied_scene_includes_the_draft_and_follows_it() -> Result<()> {
    let novel = novel().await?;
    let project = &novel.project;
    let first = json!(scenes(project).await?[0]);
    let draft = json!({ "scene": first, "base": 1, "text": "江上有大风。\n" });
    ask(project, "scene.save_draft", draft).await?;
    let history = ask(project, "scene.history", json!({ "scene": first })).await?;
    let asked = json!({ "part": { "scene": first }, "title": " 风  副本 " });
    let copy = ask(project, "manuscript.duplicate", asked).await?["scene"].clone();
    assert_eq!(texts(project).await?, ["江上有大风。\n", "江上有大风。\n", "另一场。\n"]);
    assert_eq!(json!(scenes(project).await?[1]), copy);
    let about = ask(project, "manuscript.part", json!({ "part": { "scene": copy } })).await?;
    assert_eq!(
        (&about["title"], &about["synopsis"], &about["status"], &about["target"]),
        (&json!("风 副本"), &json!("等船"), &json!("drafting"), &json!(3000))
    );
    assert_eq!(
        ask(project, "scene.history", json!({ "scene": first })).await?,
        history,
        "the original is unchanged"
    );
    // From now on they are independent.
    ask(project, "scene.save", json!({ "scene": copy, "text": "改了。\n" })).await?;
    assert_eq!(texts(project).await?, ["江上有大风。\n", "改了。\n", "另一场。\n"]);
    Ok(())
}

#[tokio::test]
async fn a_copied_chapter_has_all_scenes_in_order() -> Result<()> {
    let novel = novel().await?;
    let project = &novel.project;
    let first = json!({ "chapter": chapters(project).await?[0] });
    let more = ask(project, "manuscript.create", json!({ "parent": first, "title": "渡口" })).await?;
    ask(project, "scene.save", json!({ "scene": more["scene"], "text": "船来了。\n" })).await?;
    let asked = json!({ "part": first });
    let copy = ask(project, "manuscript.duplicate", asked).await?["chapter"].clone();
    assert_eq!(
        texts(project).await?,
        ["江上有风。\n", "船来了。\n", "江上有风。\n", "船来了。\n", "另一场。\n"]
    );
    assert_eq!(order(project).await?[0][1][1][0], copy);
    let titles = ask(project, "manuscript.outline", json!({})).await?;
    let titles: Vec<&Value> = titles["volumes"][0]["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chapter| &chapter["title"])
        .collect();
    assert_eq!(titles, ["一", "一", "二"]);
    Ok(())
}

#[tokio::test]
async fn copying_a_volume_is_refused() -> Result<()> {
    let novel = novel().await?;
    let project = &novel.project;
    let volume = &order(project).await?[0][0];
    let before = order(project).await?;
    let asked = json!({ "part": { "volume": volume } });
    assert!(ask(project, "manuscript.duplicate", asked).await.is_err());
    assert_eq!(order(project).await?, before);
    Ok(())
}
