//! The author writes on while a mending works and waits.

use serde_json::json;

use crate::novel::items;
use crate::story::{MARKS, chapter, mend, novel};

#[tokio::test]
async fn changes_go_into_what_the_author_wrote_meanwhile() {
    let novel = novel().await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let written = format!("天还没有亮。\n{MARKS}\n她终于开口了。");
    novel.ok("scene.save_draft", json!({ "scene": 1, "base": 1, "text": written })).await;
    let accepted = novel.ok("mend.accept", json!({ "session": begun["session"] })).await;
    assert_eq!(accepted["conflicts"], 0);
    assert_eq!(novel.text(1).await, written.replace("，，", "，"));
    let back = novel.ok("mend.take_back", json!({ "session": begun["session"] })).await;
    assert_eq!((&back["restored"], novel.text(1).await), (&json!([1]), written));
}

#[tokio::test]
async fn a_changed_passage_keeps_the_words_of_the_author() {
    let novel = novel().await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let session = &begun["session"];
    let written = MARKS.replace("江上起了雾，，", "江上的雾很大，，");
    novel.ok("scene.save", json!({ "scene": 1, "base": 1, "text": written })).await;
    let shown = novel.ok("mend.proposal", json!({ "session": session, "scene": 1 })).await;
    assert_eq!(items(&shown["pieces"])[0]["is_conflict"], false, "the comma itself was not touched");
    let stopped = MARKS.replace("江上起了雾，，", "江上起了雾。");
    novel.ok("scene.save", json!({ "scene": 1, "base": 2, "text": stopped })).await;
    let conflict = novel.ok("mend.proposal", json!({ "session": session, "scene": 1 })).await;
    assert_eq!(items(&conflict["pieces"])[0]["is_conflict"], true);
    let forced = json!({ "session": session, "scene": 1, "pieces": [0] });
    assert!(novel.ask("mend.accept", forced).await.is_err(), "a conflict cannot be accepted");
    let stale = json!({ "session": session, "scene": 1, "pieces": [], "seen": shown["seen"] });
    let refused = novel.ask("mend.accept", stale).await.unwrap_err();
    assert_eq!(refused.details["stale"], true);
    let accepted = novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!((&accepted["conflicts"], &accepted["scenes"]), (&json!(1), &json!([])));
    assert_eq!(novel.text(1).await, stopped);
}

#[tokio::test]
async fn later_words_are_not_taken_back() {
    let novel = novel().await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let accepted = novel.ok("mend.accept", json!({ "session": begun["session"] })).await;
    let after = &accepted["scenes"][0]["after"];
    let written = format!("{}\n她终于开口了。", MARKS.replace("，，", "，"));
    novel.ok("scene.save_draft", json!({ "scene": 1, "base": after, "text": written })).await;
    let back = novel.ok("mend.take_back", json!({ "session": begun["session"] })).await;
    assert_eq!(back, json!({ "restored": [], "left": [1] }));
    let shown = novel.ok("scene.text", json!({ "scene": 1 })).await;
    assert_eq!(shown["draft"]["text"], written, "{shown}");
}
