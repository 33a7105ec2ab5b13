//! Comments: their writers, states and replies, and where they are after the text changed.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;

use crate::{ask, each, list, novel, refused, words};

const TEXT: &str = "江上有风，船还没有来。\n老周坐在石阶上等。\n天黑下来以后，江面反而亮了一些。\n";

fn passage(scene: wenfang_story::SceneId, quote: &str) -> Value {
    json!({ "scene": scene, "quote": quote })
}

#[tokio::test]
async fn an_editor_carries_threads_and_comments_together() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "threads.save", json!({ "title": "船", "passage": passage(s[0], "船还没有来") })).await?;
    ask(project, "comments.add", json!({ "passage": passage(s[0], "石阶"), "text": "哪里的？" })).await?;
    // Both passages are rewritten so much that only the editor knows where they are.
    let text = "午后无船。\n老周坐在木板上等。\n";
    let placed = json!([
        { "anchor": 1, "range": { "start": 2, "end": 4 } }, { "comment": 1, "range": { "start": 10, "end": 12 } },
    ]);
    let draft = json!({ "scene": s[0], "base": 1, "text": text, "anchors": placed });
    ask(project, "scene.save_draft", draft).await?;
    let here = ask(project, "comments.in_scene", json!({ "scene": s[0] })).await?;
    assert_eq!((&here["text"], &here["comments"][0]["now"]["start"]), (&json!("draft"), &json!(10)));
    // The draft becomes a version with both.
    ask(project, "checkpoint.create", json!({ "name": "夜里" })).await?;
    let comment = &ask(project, "comments.list", json!({})).await?["comments"][0];
    assert_eq!((&comment["quote"], &comment["version"]), (&json!("木板"), &json!(2)));
    let thread = &ask(project, "threads.in_scene", json!({ "scene": s[0] })).await?["anchors"][0];
    assert_eq!((&thread["quote"], &thread["version"]), (&json!("无船"), &json!(2)));
    // The passage is deleted: the comment keeps its last words, and undo brings the passage back.
    for (text, range, gone) in
        [("午后无船。\n", Value::Null, true), (text, json!({ "start": 10, "end": 12 }), false)]
    {
        let placed = json!([{ "comment": 1, "range": range }]);
        let request = json!({ "scene": s[0], "text": text, "from_draft": true, "anchors": placed });
        ask(project, "scene.save", request).await?;
        let comment = &ask(project, "comments.list", json!({})).await?["comments"][0];
        assert_eq!((&comment["quote"], &comment["gone"]), (&json!("木板"), &json!(gone)));
    }
    Ok(())
}

#[tokio::test]
async fn a_split_and_its_undo_take_comments_along() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    for quote in ["有风", "石阶上等。\n天黑", "亮了"] {
        ask(project, "comments.add", json!({ "passage": passage(s[0], quote), "text": quote })).await?;
    }
    let before = ask(project, "comments.in_scene", json!({ "scene": s[0] })).await?;
    let split = ask(project, "scene.split", json!({ "scene": s[0], "at": 22 })).await?;
    assert_eq!(split["cut"][0]["comment"], 2, "{split}");
    let second = ask(project, "comments.in_scene", json!({ "scene": split["created"] })).await?;
    assert_eq!(each(&second["comments"], "quote"), ["亮了"]);
    let first = ask(project, "comments.in_scene", json!({ "scene": s[0] })).await?;
    assert_eq!(each(&first["comments"], "quote"), ["有风", "石阶上等。"]);
    ask(project, "scene.undo_split", split).await?;
    let after = ask(project, "comments.in_scene", json!({ "scene": s[0] })).await?;
    let places =
        |of: &Value| list(&of["comments"]).iter().map(|comment| comment["now"].clone()).collect::<Vec<_>>();
    assert_eq!(places(&after), places(&before));
    Ok(())
}

#[tokio::test]
async fn comments_in_the_bin_are_listed_last() -> Result<()> {
    let (novel, s) = novel(&[TEXT, "二"]).await?;
    let project = &novel.project;
    for (scene, quote) in [(s[1], "二"), (s[0], "石阶"), (s[0], "有风")] {
        ask(project, "comments.add", json!({ "passage": passage(scene, quote), "text": quote })).await?;
    }
    let quotes = async || -> Result<Vec<String>> {
        let listed = ask(project, "comments.list", json!({})).await?;
        Ok(each(&listed["comments"], "quote").into_iter().map(str::to_owned).collect())
    };
    assert_eq!(quotes().await?, ["有风", "石阶", "二"]);
    ask(project, "manuscript.bin", json!({ "part": { "scene": s[0] } })).await?;
    assert_eq!(quotes().await?, ["二", "有风", "石阶"]);
    let listed = ask(project, "comments.list", json!({ "scene": s[0] })).await?;
    assert_eq!(listed["comments"][0]["place"]["chapter"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn a_refused_comment_changes_nothing() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "comments.add", json!({ "passage": passage(s[0], "石阶"), "text": "问" })).await?;
    let here = passage(s[0], "石阶");
    for (command, request, code) in [
        ("comments.add", json!({ "passage": here, "text": " " }), Code::BadRequest),
        (
            "comments.add",
            json!({ "passage": here, "text": "问", "by": { "who": "editor" } }),
            Code::BadRequest,
        ),
        ("comments.add", json!({ "passage": here, "text": "问", "colour": "red" }), Code::BadRequest),
        ("comments.add", json!({ "passage": passage(s[0], "没有这句"), "text": "问" }), Code::QuoteNotFound),
        ("comments.edit", json!({ "comment": 1, "text": "" }), Code::BadRequest),
        ("comments.edit", json!({ "comment": 7, "text": "问" }), Code::NotFound),
        ("comments.reply", json!({ "comment": 1, "text": "" }), Code::BadRequest),
        ("comments.reply", json!({ "comment": 1, "text": "答", "reply": 0 }), Code::BadRequest),
        ("comments.set_state", json!({ "comments": [1, 7], "state": "done" }), Code::NotFound),
        ("comments.remove", json!({ "comments": [1, 7] }), Code::NotFound),
        (
            "comments.place",
            json!({ "comment": 1, "passage": passage(s[0], "没有这句") }),
            Code::QuoteNotFound,
        ),
    ] {
        refused(project, command, request, code).await?;
    }
    Ok(())
}

#[tokio::test]
async fn comments_and_notes_are_never_in_the_text() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let counted =
        async || Ok::<_, anyhow::Error>(ask(project, "project.info", json!({})).await?["counts"].clone());
    let (text, counts) = (words(project, s[0]).await?, counted().await?);
    ask(project, "comments.add", json!({ "passage": passage(s[0], "石阶"), "text": "哪里的？" })).await?;
    ask(project, "comments.reply", json!({ "comment": 1, "text": "渡口的" })).await?;
    ask(project, "manuscript.describe", json!({ "part": { "scene": s[0] }, "notes": "查一查" })).await?;
    assert_eq!((words(project, s[0]).await?, counted().await?), (text, counts));
    Ok(())
}
