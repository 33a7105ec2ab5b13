//! The steps after an acceptance: once for a generation, on the accepted text, and without a ceiling no model is asked.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::{Answer, ModelServer, answer};

use crate::steps::{THOUGHT, answering, profile};
use crate::studio::{Studio, TEXT};

const PROSE: &str = "船来了。老周站起来，走下石阶，伸手去拉缆绳。船上没有人，只有一盏灯。";
const STATE: &str = "替一部长篇小说的作者做场记";
const COMMENT: &str = "一部长篇小说的第一个读者";

fn model() -> ModelServer {
    let state = json!({
        "situation": "老周等来一条空船", "open": ["船上为什么没有人"],
        "people": [{ "name": "老周", "place": "石阶下", "mood": "疑心", "aim": "" }],
    });
    let asked = [(STATE, state), (COMMENT, json!({ "comment": "灯那一句抓人。" }))];
    answering(&asked, answer::text(PROSE))
}

/// A profile that notes how things stand and comments.
async fn settling(studio: &Studio) {
    let state = json!({
        "name": "situation", "subject": "novel", "kind": "state", "visibility": "prompt_and_ui",
        "surface": "panel:situation", "content_type": "json", "include": { "layer": "structured", "priority": 3 },
    });
    let comment = json!({
        "name": "remarks", "kind": "commentary", "visibility": "ui_only", "surface": "feed:commentary",
    });
    let settled = json!([
        { "id": "state", "handler": "update_state", "writes": state },
        { "id": "comment", "handler": "comment", "writes": comment },
    ]);
    profile(studio, json!({ "settled": settled })).await;
}

async fn ceiling(studio: &Studio, micros: u64) {
    let price = json!({ "currency": "CNY", "input": 1_000_000, "cached_input": 0, "output": 1_000_000 });
    let mut provider = studio.ok("providers.list", json!({})).await["providers"][0]["provider"].clone();
    provider["models"] = json!([{ "name": "scripted", "price": price }]);
    studio.ok("providers.save", json!({ "provider": provider })).await;
    let most = json!({ "currency": "CNY", "micros": micros });
    let switch = json!({ "workflow": "settle.mine", "trigger": "scene_saved", "on": true, "ceiling": most });
    studio.ok("workflow.switch", switch).await;
}

async fn draft(studio: &Studio) -> Value {
    studio.draft(json!({ "scene": 1, "act": "continue", "target": 30, "profile": "mine" })).await.0
}

/// The steps after the acceptance of a generation, when all have ended.
async fn settled(studio: &Studio, generation: &Value) -> Vec<Value> {
    for _ in 0..500 {
        let report = studio.ok("generation.report", json!({ "generation": generation["id"] })).await;
        let steps = report["steps"].as_array().unwrap().iter();
        let settled: Vec<Value> = steps.filter(|step| step["phase"] == "settled").cloned().collect();
        let is_over = |step: &Value| {
            !matches!(step["status"].as_str().unwrap(), "pending" | "ready" | "running" | "interrupted")
        };
        if !settled.is_empty() && settled.iter().all(is_over) {
            return settled;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the steps after the acceptance did not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_ceiling_no_model_is_asked() {
    let server = model();
    let studio = Studio::with(&server).await;
    settling(&studio).await;
    let made = draft(&studio).await;
    studio.triggering("generation.accept", json!({ "generation": made["id"] })).await;
    let steps = settled(&studio, &made).await;
    for step in &steps {
        assert_eq!((&step["notes"]["left_out"], &step["notes"]["why"]), (&json!(true), &json!("ceiling")));
    }
    // A ceiling below the cost of a question allows none either.
    ceiling(&studio, 10).await;
    let made = draft(&studio).await;
    studio.triggering("generation.accept", json!({ "generation": made["id"] })).await;
    assert_eq!(settled(&studio, &made).await[0]["notes"]["why"], "ceiling");
    assert_eq!(server.requests().len(), 2, "the two drafts alone");
    assert!(studio.ok("artifact.list", json!({})).await["artifacts"].as_array().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acceptance_leaves_the_state_once() {
    let server = model();
    let studio = Studio::with(&server).await;
    settling(&studio).await;
    ceiling(&studio, 900_000_000).await;
    let before = studio.ok("kg.graph", json!({})).await;
    let made = draft(&studio).await;
    // The author accepts the first two sentences, as the window does.
    let text = format!("{TEXT}船来了。老周站起来。\n");
    let save = json!({ "scene": 1, "text": text, "accepted": made["id"] });
    let saved = studio.triggering("scene.save", save.clone()).await;
    let steps = settled(&studio, &made).await;
    assert!(steps.iter().all(|step| step["status"] == "completed"), "{steps:?}");
    let asked: Vec<String> = server.requests().iter().skip(1).map(|one| one.body.to_string()).collect();
    assert_eq!(asked.len(), 2);
    for body in &asked {
        assert!(body.contains("老周站起来。") && !body.contains("只有一盏灯"), "only accepted text: {body}");
    }

    let listed = studio.ok("artifact.list", json!({ "scene": 1 })).await;
    let artifacts = listed["artifacts"].as_array().unwrap();
    let of = |name: &str| artifacts.iter().find(|one| one["name"] == name).unwrap();
    let state = of("situation");
    assert_eq!((&state["subject"], &state["content_type"]), (&json!("novel"), &json!("json")));
    let value: Value = serde_json::from_str(state["version"]["value"].as_str().unwrap()).unwrap();
    assert_eq!(value["局面"], "老周等来一条空船");
    assert_eq!(value["人物"], json!([{ "名": "老周", "处境": "石阶下", "心情": "疑心" }]));
    assert_eq!(state["version"]["at"], json!({ "scene": 1, "version": saved["version"] }));
    assert_eq!(state["version"]["generation"], made["id"]);
    assert_eq!(of("remarks")["version"]["value"], "灯那一句抓人。");
    assert_eq!(of("remarks")["shown_as"], "timeline");
    assert_eq!(studio.ok("kg.graph", json!({})).await, before, "the graph is left alone");

    // Accepting more of it asks nothing again, and the runs are in no list.
    let mut more = save;
    more["text"] = json!(format!("{text}船上没有人。\n"));
    studio.triggering("scene.save", more).await;
    studio.triggering("generation.accept", json!({ "generation": made["id"] })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.requests().len(), 3);
    assert_eq!(studio.ok("workflow.runs", json!({})).await["runs"], json!([]));

    // The next scene reads the state, and no comment.
    studio.draft(json!({ "scene": 2, "act": "draft", "target": 30, "profile": "plain" })).await;
    let sent = server.requests().last().unwrap().body.to_string();
    assert!(sent.contains("局面：老周等来一条空船") && sent.contains("疑心"), "{sent}");
    assert!(!sent.contains("灯那一句抓人"), "{sent}");
    let report = studio.ok("generation.report", json!({ "generation": made["id"] })).await;
    let wire: String = server.requests().iter().map(|request| request.body.to_string()).collect();
    assert!(!format!("{wire} {report} {listed} {steps:?}").contains(THOUGHT));
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_steps_after_an_acceptance_are_resumed() {
    let server = model();
    let mut studio = Studio::with(&server).await;
    settling(&studio).await;
    ceiling(&studio, 900_000_000).await;
    let made = draft(&studio).await;
    server.answer_by(|asked| {
        let is_state = asked.body.to_string().contains(STATE);
        is_state.then(|| Answer { delay_ms: 60_000, ..answer::json(json!({})) })
    });
    studio.triggering("generation.accept", json!({ "generation": made["id"] })).await;
    server.wait_for_requests(2).await;
    studio.reopen().await;
    server.answer_by(|_| None);

    // The author is told, with the price, and nothing goes on unasked.
    let left = studio.ok("workflow.interrupted", json!({})).await["runs"].take();
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    assert!(left[0]["cost"]["micros"].as_u64().unwrap() > 0, "{left}");
    let run = &left[0]["summary"]["id"];
    studio.ok("workflow.resume", json!({ "run": run })).await;
    let steps = settled(&studio, &made).await;
    assert!(steps.iter().all(|step| step["status"] == "completed"), "{steps:?}");
    let listed = studio.ok("artifact.list", json!({ "scene": 1 })).await;
    let names: Vec<&str> =
        listed["artifacts"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"situation") && names.contains(&"remarks"), "{listed}");
    assert_eq!(studio.ok("workflow.interrupted", json!({})).await["runs"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_texts_settle_nothing() {
    let server = model();
    let studio = Studio::with(&server).await;
    settling(&studio).await;
    ceiling(&studio, 900_000_000).await;
    let (plain, _) =
        studio.draft(json!({ "scene": 1, "act": "continue", "target": 30, "profile": "plain" })).await;
    studio.triggering("generation.accept", json!({ "generation": plain["id"] })).await;
    // A text that was not accepted.
    draft(&studio).await;
    studio.triggering("scene.save", json!({ "scene": 1, "text": format!("{TEXT}一。\n") })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.requests().len(), 2, "the two drafts alone");
}
