//! Only changed texts are indexed and embedded again.

use serde_json::json;

use super::library::Library;

/// A scene of about ten thousand 字 in distinct paragraphs of fifty.
fn long_scene() -> String {
    let line = |n: usize| {
        let words = format!("第{n}段，江上的船来了又去，码头上的人记着{n}号仓里的货，谁也不提那年的雨。");
        words.repeat(50 / words.chars().count() + 1)
    };
    (0..200).map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn only_a_changed_paragraph_is_embedded_again() {
    let text = long_scene();
    let library = Library::of(&[("第一章".to_owned(), text.clone())]).await;
    let built = library.ok("index.build", json!({})).await;
    assert_eq!(
        (built["paragraphs"].as_u64(), built["pending"].as_u64(), built["left"].as_u64()),
        (Some(200), Some(0), Some(0))
    );

    let changed = text.replace("码头上的人记着120号仓里的货", "码头上忽然来了一个卖糖人的老汉");
    assert_ne!(changed, text);
    library.ok("scene.save", json!({ "scene": 1, "text": changed })).await;
    let stale = library.ok("index.state", json!({})).await;
    assert_eq!(stale["left"], 1, "the scene counts as changed");
    let found = library.ok("search.find", json!({ "query": "卖糖人的老汉", "mode": "text" })).await;
    assert_eq!((found["total"].as_u64(), found["left"].as_u64()), (Some(1), Some(0)));
    let after = library.ok("index.state", json!({})).await;
    assert_eq!((after["paragraphs"].as_u64(), after["pending"].as_u64()), (Some(200), Some(1)), "{after}");
    library.ok("index.build", json!({})).await;

    // After reverting, nothing is embedded: vectors are stored by text.
    library.ok("scene.save", json!({ "scene": 1, "text": text })).await;
    library.ok("search.find", json!({ "query": "120号仓", "mode": "text" })).await;
    assert_eq!(library.ok("index.state", json!({})).await["pending"], 0);
}

#[tokio::test]
async fn a_draft_is_found_before_it_is_saved() {
    let library = Library::of(&[("第一章".to_owned(), "雨停了。\n船开了。".to_owned())]).await;
    library.ok("index.build", json!({})).await;
    let draft = json!({ "scene": 1, "base": 1, "text": "雨停了。\n船开了，甲板上晒着一床蓝印花布。" });
    library.ok("scene.save_draft", draft).await;
    let found = library.ok("search.find", json!({ "query": "蓝印花布" })).await;
    assert_eq!(found["hits"][0]["place"]["of"], "scene");
    assert_eq!(found["hits"][0]["range"], json!({ "start": 5, "end": 21 }));
}

#[tokio::test]
async fn a_deleted_index_is_rebuilt_identically() {
    let Some(library) = Library::hongloumeng(5).await else { return };
    let ask = json!({ "query": "冷子兴", "limit": 30 });
    let before = library.ok("search.find", ask.clone()).await;
    assert!(before["total"].as_u64() > Some(3));
    library.ok("index.rebuild", json!({})).await;
    assert_eq!(library.ok("search.find", ask).await["hits"], before["hits"]);
}
