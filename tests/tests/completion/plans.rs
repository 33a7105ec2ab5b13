//! Directions for the next chapter, and accepting one.

use serde_json::{Value, json};

use crate::novel::{Novel, items};

async fn suggested(novel: &Novel, chapter: i64) -> Vec<Value> {
    let done = novel.ok("completion.suggest", json!({ "chapter": chapter })).await;
    items(&done["suggestions"]["items"]).to_vec()
}

#[tokio::test]
async fn the_longest_waiting_thread_comes_first() {
    let novel = Novel::two().await;
    let plant = |title: &str, scene: i64, quote: &str| json!({ "title": title, "due_after": 1, "passage": { "scene": scene, "quote": quote } });
    novel.ok("threads.save", plant("铜秤的另外半截", 2, "他要找到另外半截")).await;
    novel.ok("threads.save", plant("父亲的账", 1, "写着他父亲沈怀山的名字")).await;
    let items = suggested(&novel, 2).await;
    assert!((2..=3).contains(&items.len()), "{items:?}");
    assert_eq!(items[0]["threads"][0]["title"], "父亲的账");
    assert!(items[0]["outline"].as_str().unwrap().contains("写着他父亲沈怀山的名字"), "{}", items[0]);
    assert_eq!(items[1]["threads"][0]["title"], "铜秤的另外半截");
    // As of chapter one, the second thread is not planted yet.
    let early = suggested(&novel, 1).await;
    assert!(!early.iter().any(|item| item["threads"][0]["title"] == "铜秤的另外半截"), "{early:?}");
}

#[tokio::test]
async fn directions_follow_the_outline_and_the_plan() {
    let novel = Novel::of(&[("第一章 旧库", crate::novel::FIRST), ("第二章 后窗", "")]).await;
    novel
        .ok("bible.set", json!({ "key": "outline", "value": "第一章 账本\n第二章 阿芷来救\n第三章 沉船" }))
        .await;
    let from_outline = suggested(&novel, 1).await;
    assert!(from_outline[0]["outline"].as_str().unwrap().contains("阿芷来救"), "{from_outline:?}");
    novel.ok("manuscript.describe", json!({ "part": { "chapter": 2 }, "goal": "沈砚从后窗逃走" })).await;
    let planned = suggested(&novel, 1).await;
    assert!(planned[0]["outline"].as_str().unwrap().contains("沈砚从后窗逃走"), "{planned:?}");
    assert_eq!(planned[0]["title"], "后窗");
}

#[tokio::test]
async fn accepting_a_direction_creates_one_chapter() {
    let novel = Novel::two().await;
    novel.ok("kg.save_entity", json!({ "name": "阿芷", "kind": "character" })).await;
    novel.ok("project.describe", json!({ "chapter_target": 3000 })).await;
    let items = suggested(&novel, 2).await;
    let with_her = items.iter().find(|item| item["outline"].as_str().unwrap().contains("阿芷")).unwrap();
    let request = json!({ "chapter": 2, "id": with_her["id"] });
    let taken = novel.ok("completion.accept_suggestion", request.clone()).await;
    assert_eq!((&taken["created"], &taken["chapter"]), (&json!(true), &json!(3)), "{taken}");
    let chapter = novel.ok("manuscript.part", json!({ "part": { "chapter": 3 } })).await;
    // Without a model, no sentence of a direction becomes a title.
    assert_eq!(chapter["title"], "第三章");
    assert_eq!((&chapter["synopsis"], &chapter["target"]), (&with_her["outline"], &json!(3000)));
    let scene = novel.ok("manuscript.part", json!({ "part": { "scene": taken["scene"] } })).await;
    assert_eq!(scene["plan"]["characters"], json!(["阿芷"]), "{scene}");
    let shown = novel.ok("completion.chapter", json!({ "chapter": 2 })).await;
    let accepted: Vec<bool> = crate::novel::items(&shown["suggestions"]["items"])
        .iter()
        .map(|item| item["accepted"].as_bool().unwrap())
        .collect();
    assert_eq!(accepted.iter().filter(|accepted| **accepted).count(), 1);

    let outline = novel.ok("manuscript.outline", json!({})).await;
    novel.ok("manuscript.describe", json!({ "part": { "chapter": 3 }, "goal": "我自己的" })).await;
    let again = novel.ok("completion.accept_suggestion", request).await;
    assert_eq!(
        (&again["chapter"], &again["created"], &again["before"]),
        (&json!(3), &json!(false), &Value::Null)
    );
    assert_eq!(novel.ok("manuscript.outline", json!({})).await, outline);
    assert_eq!(novel.ok("manuscript.part", json!({ "part": { "chapter": 3 } })).await["goal"], "我自己的");
}

#[tokio::test]
async fn only_an_empty_next_chapter_is_planned() {
    let novel =
        Novel::of(&[("第一章 旧库", crate::novel::FIRST), ("第二章", ""), ("第三章", "天亮了。")]).await;
    novel.ok("manuscript.describe", json!({ "part": { "chapter": 2 }, "goal": "旧的打算" })).await;
    let items = suggested(&novel, 1).await;
    let taken = novel.ok("completion.accept_suggestion", json!({ "chapter": 1, "id": items[0]["id"] })).await;
    assert_eq!((&taken["chapter"], &taken["created"]), (&json!(2), &json!(false)));
    assert_eq!(taken["before"]["goal"], "旧的打算");
    // The previous plan can be restored.
    let before = json!({ "part": { "chapter": 2 }, "goal": taken["before"]["goal"], "synopsis": taken["before"]["synopsis"] });
    let back = novel.ok("manuscript.describe", before).await;
    assert_eq!((&back["goal"], &back["synopsis"]), (&json!("旧的打算"), &json!("")));

    novel.ok("scene.save", json!({ "scene": 2, "text": "他走了。沈砚追到渡口，船已经开了。" })).await;
    let items = suggested(&novel, 2).await;
    let taken = novel.ok("completion.accept_suggestion", json!({ "chapter": 2, "id": items[0]["id"] })).await;
    assert_eq!(taken["created"], true);
    assert_eq!(novel.text(3).await, "天亮了。");
    let outline = novel.ok("manuscript.outline", json!({})).await;
    let ids: Vec<i64> = crate::novel::items(&outline["volumes"][0]["chapters"])
        .iter()
        .map(|chapter| chapter["id"].as_i64().unwrap())
        .collect();
    assert_eq!(
        ids,
        [1, 2, taken["chapter"].as_i64().unwrap(), 3],
        "the new chapter follows the chapter directly"
    );
}

#[tokio::test]
async fn numbers_of_directions_are_never_reused() {
    let novel = Novel::two().await;
    let first = suggested(&novel, 1).await;
    assert_eq!(suggested(&novel, 1).await, first, "identical directions are stored once");
    novel.ok("scene.save", json!({ "scene": 1, "text": "江上起了大雾。船沉了。" })).await;
    let second = suggested(&novel, 1).await;
    let ids = |items: &[Value]| items.iter().map(|item| item["id"].as_u64().unwrap()).collect::<Vec<_>>();
    assert!(ids(&second).iter().all(|id| !ids(&first).contains(id)), "{first:?} {second:?}");
    let gone = novel.ask("completion.accept_suggestion", json!({ "chapter": 1, "id": first[0]["id"] })).await;
    assert_eq!(serde_json::to_value(gone.unwrap_err().code).unwrap(), "not_found");
}
