//! Passages cut in one scene and pasted into another: their comments and thread anchors go along, and back.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};
use wenfang_tests::kit::TestProject;

use crate::{ask, list, novel, refused, words};

const FIRST: &str = "江上有风，船还没有来。\n老周坐在石阶上等。\n";
const CUT: &str = "江上有风，船还没有来。\n";
const SECOND: &str = "灯灭了。\n";
const PASTED: &str = "灯灭了。\n老周坐在石阶上等。\n";

/// A novel whose first scene has a comment and a thread anchor in its second paragraph, which is cut and pasted at the
/// end of the second scene.
async fn cut_and_pasted() -> Result<(TestProject, Vec<SceneId>)> {
    let (novel, s) = novel(&[FIRST, SECOND, "三。\n"]).await?;
    let project = &novel.project;
    let passage = |quote: &str| json!({ "scene": s[0], "quote": quote });
    ask(project, "comments.add", json!({ "passage": passage("石阶"), "text": "哪里的？" })).await?;
    ask(project, "threads.save", json!({ "title": "等", "passage": passage("老周") })).await?;
    draft(project, s[0], CUT, json!([{ "comment": 1, "range": null }, { "anchor": 1, "range": null }]))
        .await?;
    draft(project, s[1], PASTED, json!([])).await?;
    Ok((novel, s))
}

async fn draft(project: &Project, scene: SceneId, text: &str, anchors: Value) -> Result<()> {
    let request = json!({ "scene": scene, "base": 1, "text": text, "anchors": anchors });
    ask(project, "scene.save_draft", request).await?;
    Ok(())
}

fn pasted(scene: SceneId) -> Value {
    json!({ "scene": scene, "passages": [
        { "comment": 1, "range": { "start": 9, "end": 11 }, "quote": "石阶" },
        { "anchor": 1, "range": { "start": 5, "end": 7 }, "quote": "老周" },
    ] })
}

/// The scene of the comment, its quote, and whether its passage was deleted.
async fn comment(project: &Project) -> Result<(Value, Value, Value)> {
    let listed = ask(project, "comments.list", json!({})).await?;
    let [one] = list(&listed["comments"]) else { panic!("not one comment: {listed}") };
    Ok((one["place"]["scene"].clone(), one["quote"].clone(), one["gone"].clone()))
}

async fn places(project: &Project, scene: SceneId) -> Result<Vec<Value>> {
    let comments = ask(project, "comments.in_scene", json!({ "scene": scene })).await?;
    let threads = ask(project, "threads.in_scene", json!({ "scene": scene })).await?;
    let all = list(&comments["comments"]).iter().chain(list(&threads["anchors"]));
    Ok(all.map(|one| one["now"]["start"].clone()).collect())
}

#[tokio::test]
async fn a_pasted_passage_brings_its_comment_and_its_thread() -> Result<()> {
    let (novel, s) = cut_and_pasted().await?;
    let project = &novel.project;
    let carried = ask(project, "scene.carry_passages", pasted(s[1])).await?;
    assert_eq!(list(&carried["origins"]).len(), 2);
    assert_eq!(comment(project).await?, (json!(s[1]), json!("石阶"), json!(false)));
    assert_eq!(places(project, s[1]).await?, [json!(9), json!(5)]);
    assert!(places(project, s[0]).await?.is_empty());
    // The draft of the first scene becomes a version; what it said of the comment no longer matters.
    ask(project, "checkpoint.create", json!({ "name": "搬过去" })).await?;
    assert_eq!(comment(project).await?, (json!(s[1]), json!("石阶"), json!(false)));
    // Pasted once more elsewhere, the comment stays with the first.
    ask(project, "scene.save", json!({ "scene": s[2], "text": PASTED })).await?;
    let again = ask(project, "scene.carry_passages", pasted(s[2])).await?;
    assert_eq!(again["origins"], json!([]));
    assert_eq!(places(project, s[1]).await?, [json!(9), json!(5)]);
    Ok(())
}

#[tokio::test]
async fn a_passage_still_in_its_text_keeps_its_comment() -> Result<()> {
    let (novel, s) = cut_and_pasted().await?;
    let project = &novel.project;
    // Undo came first: the words are back in the first scene.
    let placed =
        json!([{ "comment": 1, "range": { "start": 16, "end": 18 } }, { "anchor": 1, "range": null }]);
    draft(project, s[0], FIRST, placed).await?;
    let carried = ask(project, "scene.carry_passages", pasted(s[1])).await?;
    let [origin] = list(&carried["origins"]) else { panic!("not one: {carried}") };
    assert_eq!(origin["anchor"], 1, "only what was still deleted");
    assert_eq!(comment(project).await?.0, json!(s[0]));
    assert_eq!(places(project, s[0]).await?, [json!(16)]);
    Ok(())
}

#[tokio::test]
async fn an_undone_paste_gives_the_comment_back() -> Result<()> {
    for (first, gone) in [(CUT, true), (FIRST, false)] {
        let (novel, s) = cut_and_pasted().await?;
        let project = &novel.project;
        let carried = ask(project, "scene.carry_passages", pasted(s[1])).await?;
        // The cut is undone, or still stands.
        draft(project, s[0], first, json!([])).await?;
        let kept = ask(project, "scene.carry_back", carried.clone()).await?;
        assert_eq!(kept["count"], 0, "the pasted words are still there");
        let deleted = json!([{ "comment": 1, "range": null }, { "anchor": 1, "range": null }]);
        let request = json!({ "scene": s[1], "text": SECOND, "anchors": deleted });
        ask(project, "scene.save", request).await?;
        let back = ask(project, "scene.carry_back", carried.clone()).await?;
        assert_eq!(back["count"], 2);
        assert_eq!(comment(project).await?, (json!(s[0]), json!("石阶"), json!(gone)));
        assert_eq!(words(project, s[0]).await?, first);
        let now = places(project, s[0]).await?;
        assert_eq!(now, if gone { [Value::Null, Value::Null] } else { [json!(16), json!(12)] });
        // Once is enough.
        assert_eq!(ask(project, "scene.carry_back", carried).await?["count"], 0);
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_carried_stays_where_it_is() -> Result<()> {
    let (novel, s) = cut_and_pasted().await?;
    let project = &novel.project;
    for (start, quote) in [(8, "石阶"), (9, "台阶"), (900, "石阶")] {
        let range = json!({ "start": start, "end": start + 2 });
        let passages = json!([{ "comment": 1, "range": range, "quote": quote }]);
        let asked = json!({ "scene": s[1], "passages": passages });
        assert_eq!(ask(project, "scene.carry_passages", asked).await?["origins"], json!([]));
    }
    let unknown = json!({ "scene": s[1], "passages": [{ "comment": 7 }] });
    refused(project, "scene.carry_passages", unknown, Code::NotFound).await?;
    let nowhere = json!({ "scene": 99, "passages": [{ "comment": 1 }] });
    refused(project, "scene.carry_passages", nowhere, Code::NotFound).await?;
    // A removed comment stays removed.
    ask(project, "comments.remove", json!({ "comments": [1] })).await?;
    let carried = ask(project, "scene.carry_passages", pasted(s[1])).await?;
    assert_eq!(list(&carried["origins"]).len(), 1);
    assert_eq!(ask(project, "comments.list", json!({})).await?["comments"], json!([]));
    // A former scene in the bin takes nothing back.
    ask(project, "manuscript.bin", json!({ "part": { "scene": s[0] } })).await?;
    ask(project, "scene.save", json!({ "scene": s[1], "text": SECOND })).await?;
    assert_eq!(ask(project, "scene.carry_back", carried).await?["count"], 0);
    Ok(())
}
