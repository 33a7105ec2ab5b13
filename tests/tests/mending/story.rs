//! A novel with errors of known kinds, and the acts of its author.

use std::time::Duration;

use serde_json::{Value, json};
use wenfang_model_server::ModelServer;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};

use crate::novel::{Novel, items};

/// A comma too many and a mark without its partner: the first has a replacement, the second has none.
pub const MARKS: &str = "江上起了雾，，渡船停在对岸。\n风把灯吹灭了，谁也没有动。\n阿芷提着灯，站在渡口。\n\
    “你今年多大？他问。\n她看着水面，很久没有说话。";

/// The same without the errors.
pub const MENDED: &str = "江上起了雾，渡船停在对岸。\n风把灯吹灭了，谁也没有动。\n阿芷提着灯，站在渡口。\n\
    “你今年多大？”他问。\n她看着水面，很久没有说话。";

/// A novel of two chapters with the errors of [`MARKS`] in the first one.
pub async fn novel() -> Novel {
    Novel::of(&[("第一章 渡口", MARKS), ("第二章 后窗", "天亮时阿芷撬开了后窗。")]).await
}

/// The same with a model.
pub async fn novel_with(server: &ModelServer) -> Novel {
    let novel = novel().await;
    novel.set_up(server, json!({})).await;
    novel
}

/// The request to mend the first chapter, with fields changed.
pub fn chapter(more: Value) -> Value {
    let mut request = json!({ "target": { "chapter": 1 }, "rules": ["punctuation"] });
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

/// Begins a mending and waits until its rounds are over. Returns how it began and how it is then.
pub async fn mend(novel: &Novel, request: Value) -> (Value, Value) {
    let service = novel.workflow_service().await;
    let begun = workflows::commands::call(&service, "mend.begin", request, &Watch::silent()).await.unwrap();
    if !begun["run"].is_null() {
        wait(&service, &begun["run"]).await;
    }
    service.close().await;
    let shown = match begun["session"].is_null() {
        true => Value::Null,
        false => novel.ok("mend.show", json!({ "session": begun["session"] })).await,
    };
    (begun, shown)
}

/// Waits until a run ends.
pub async fn wait(service: &WorkflowService, run: &Value) {
    let wait = service.engine.wait(run.as_i64().unwrap().into());
    tokio::time::timeout(Duration::from_secs(30), wait).await.unwrap();
}

/// The states of the issues of a mending, by id.
pub fn states(shown: &Value) -> Vec<&str> {
    let mut issues: Vec<&Value> = items(&shown["issues"]).iter().collect();
    issues.sort_by_key(|issue| issue["id"].as_i64());
    issues.into_iter().map(|issue| issue["state"].as_str().unwrap()).collect()
}

/// The actions in the audit log of a mending.
pub async fn actions(novel: &Novel, session: &Value) -> Vec<String> {
    let log = novel.ok("mend.audit", json!({ "session": session })).await;
    items(&log["entries"]).iter().map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
}
