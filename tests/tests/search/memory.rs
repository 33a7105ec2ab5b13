//! The memory of a scene: retrieval, dropped items, and what drafting sends.

use serde_json::{Value, json};

use super::library::Library;

fn chapters() -> Vec<(String, String)> {
    let texts = [
        ("第一章", "老周把那只黄铜怀表交给了阿秀，叮嘱她别让人看见。\n江上起雾了，渡船停在对岸。"),
        ("第二章", "阿秀把怀表藏进米缸。\n夜里有人敲门，她没有应。\n镇上的人说老周去了上游。"),
        ("第三章", "茶馆里都在议论那条沉了的货船。\n没有人提起怀表。"),
        ("第四章", ""),
        ("第五章", "多年以后，怀表在旧货摊上出现，阿秀认出了它。"),
    ];
    texts.map(|(title, text)| (title.to_owned(), text.to_owned())).to_vec()
}

/// A novel of five chapters; the fourth is planned and empty.
async fn planned() -> Library {
    let library = Library::of(&chapters()).await;
    library.plan(4, "阿秀发现藏起来的怀表不见了", &["阿秀"]).await;
    let who = json!({ "name": "阿秀", "kind": "character", "description": "渡口边长大的姑娘" });
    library.ok("kg.save_entity", who).await;
    library.ok("timeline.save", json!({ "title": "怀表易手", "time": "初七", "scene": 1 })).await;
    library.ok("timeline.save", json!({ "title": "怀表重现", "time": "十年后", "scene": 5 })).await;
    library
}

fn texts(memory: &Value) -> Vec<&str> {
    let items = memory["relevant_memories"].as_array().unwrap();
    items.iter().map(|item| item["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_memory_contains_earlier_passages_in_story_order() {
    let library = planned().await;
    let memory = library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    assert_eq!((memory["chapter_index"].as_u64(), memory["scene_index"].as_u64()), (Some(3), Some(0)));
    let texts = texts(&memory);
    let at = |words: &str| {
        texts.iter().position(|text| text.contains(words)).unwrap_or_else(|| panic!("{words}: {memory}"))
    };
    assert!(at("交给了阿秀") < at("藏进米缸"));
    assert!(!texts.iter().any(|text| text.contains("旧货摊")), "told later: {texts:?}");
    let events: Vec<&str> = memory["timeline_context"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["text"].as_str().unwrap())
        .collect();
    assert_eq!(events, ["怀表易手"]);
    let state = &memory["entity_states"][0];
    assert_eq!(
        (state["name"].as_str(), state["state"][0].as_str()),
        (Some("阿秀"), Some("渡口边长大的姑娘"))
    );
    assert_eq!(memory["degraded"], json!([]));
}

/// The complete text of the messages.
fn sent(context: &Value) -> String {
    let messages = context["messages"].as_array().unwrap();
    messages.iter().map(|message| message["content"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn dropped_items_are_not_sent_and_stay_dropped() {
    let library = planned().await;
    let preview = json!({ "scene": 4, "act": "draft" });
    let before = library.ok("context.preview", preview.clone()).await;
    assert!(sent(&before).contains("藏进米缸"), "the plan alone finds it");
    let in_layer = |context: &Value| {
        let parts = context["parts"].as_array().unwrap();
        parts.iter().filter(|part| part["layer"] == "vector" && part["fate"]["kind"] != "dropped").count()
    };
    assert!(in_layer(&before) > 0, "{before}");

    let memory = library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    let items = memory["relevant_memories"].as_array().unwrap();
    let hidden = items.iter().find(|item| item["text"].as_str().unwrap().contains("藏进米缸")).unwrap();
    library.ok("memory.drop", json!({ "scene": 4, "dropped": [hidden["id"]] })).await;
    let after = library.ok("context.preview", preview.clone()).await;
    assert!(!sent(&after).contains("藏进米缸"));
    // A changed plan requires a new memory; dropped items stay dropped.
    library
        .ok("manuscript.describe", json!({ "part": { "scene": 4 }, "plan": { "location": "米缸边" } }))
        .await;
    let after = library.ok("context.preview", preview).await;
    assert!(!sent(&after).contains("藏进米缸"));
    let again = library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    assert_eq!(again["dropped"], json!([hidden["id"]]));
    let unknown = library.ask("memory.drop", json!({ "scene": 4, "dropped": ["text/9/0"] })).await;
    assert!(unknown.is_err());
}

#[tokio::test]
async fn a_dropped_entity_does_not_return_as_a_neighbour() {
    let library = planned().await;
    let other = json!({ "name": "老周", "kind": "character", "description": "渡口的船夫" });
    library.ok("kg.save_entity", other).await;
    let friends = json!({
        "from": { "name": "阿秀" }, "to": { "name": "老周" }, "kind": "友人", "valid_from": 1,
        "passage": { "scene": 1, "quote": "老周把那只黄铜怀表交给了阿秀" },
    });
    library.ok("kg.save_relation", friends).await;
    let preview = json!({ "scene": 4, "act": "draft" });
    library.plan(4, "阿秀和老周说起怀表", &["阿秀", "老周"]).await;
    let memory = library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    assert!(sent(&library.ok("context.preview", preview.clone()).await).contains("渡口的船夫"));
    let items = memory["entity_states"].as_array().unwrap();
    let dropped = items.iter().find(|item| item["name"] == "老周").unwrap();
    library.ok("memory.drop", json!({ "scene": 4, "dropped": [dropped["id"]] })).await;
    let after = sent(&library.ok("context.preview", preview).await);
    assert!(!after.contains("渡口的船夫") && after.contains("渡口边长大的姑娘"), "{after}");
}

#[tokio::test]
async fn an_event_is_sent_in_its_current_state() {
    let library = planned().await;
    let memory = library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    let id = &memory["timeline_context"][0]["event"];
    let corrected = json!({ "event": id, "title": "怀表交给阿秀", "time": "初八", "scene": 1 });
    library.ok("timeline.save", corrected).await;
    let after = sent(&library.ok("context.preview", json!({ "scene": 4, "act": "draft" })).await);
    assert!(after.contains("怀表交给阿秀") && !after.contains("怀表易手"), "{after}");
}

#[tokio::test]
async fn a_changed_plan_makes_the_memory_stale() {
    let library = planned().await;
    assert_eq!(library.ok("memory.get", json!({ "scene": 4 })).await["memory"], Value::Null);
    library.ok("memory.retrieve", json!({ "scene": 4 })).await;
    assert_eq!(library.ok("memory.get", json!({ "scene": 4 })).await["is_stale"], false);
    library.ok("manuscript.describe", json!({ "part": { "scene": 4 }, "status": "drafting" })).await;
    assert_eq!(
        library.ok("memory.get", json!({ "scene": 4 })).await["is_stale"],
        false,
        "the plan is unchanged"
    );
    library.ok("manuscript.describe", json!({ "part": { "scene": 4 }, "synopsis": "阿秀离开渡口" })).await;
    assert_eq!(library.ok("memory.get", json!({ "scene": 4 })).await["is_stale"], true);
}
