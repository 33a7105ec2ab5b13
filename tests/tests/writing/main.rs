//! Commands that the window uses while the author writes: find and replace, days of writing, acts that are stopped.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod base;
mod bin;
mod duplicate;
mod find;
mod statistics;
mod stop;
mod undo;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_studio::commands::call_on as call;

/// Runs a command that must succeed.
async fn ask(project: &Project, command: &str, request: Value) -> Result<Value> {
    call(project, command, request).await.with_context(|| command.to_owned())
}

/// Volumes with their chapters, chapters with their scenes, ids only.
async fn order(project: &Project) -> Result<Value> {
    let outline = ask(project, "manuscript.outline", json!({})).await?;
    let ids = |list: &Value, of: &dyn Fn(&Value) -> Value| -> Value {
        list.as_array().unwrap().iter().map(of).collect()
    };
    Ok(ids(&outline["volumes"], &|volume| {
        let chapters = ids(&volume["chapters"], &|chapter| {
            json!([chapter["id"], ids(&chapter["scenes"], &|scene| scene["id"].clone())])
        });
        json!([volume["id"], chapters])
    }))
}

/// The texts of the manuscript as the author sees them, in reading order.
async fn texts(project: &Project) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for scene in wenfang_tests::kit::scenes(project).await? {
        let text = ask(project, "scene.text", json!({ "scene": scene })).await?;
        let words = text["draft"].get("text").unwrap_or(&text["text"]);
        texts.push(words.as_str().context("text")?.to_owned());
    }
    Ok(texts)
}

/// Everything an author can see of a project.
async fn everything(project: &Project) -> Result<Value> {
    let mut scenes = Vec::new();
    for scene in wenfang_tests::kit::scenes(project).await? {
        let of = json!({ "scene": scene });
        scenes.push(json!([
            ask(project, "scene.text", of.clone()).await?,
            ask(project, "scene.history", of.clone()).await?,
            ask(project, "branch.list", of).await?,
        ]));
    }
    let mut info = ask(project, "project.info", json!({})).await?;
    // Free pages are omitted, because a dropped act may leave some.
    info["bytes"] = Value::Null;
    Ok(json!([
        info,
        ask(project, "manuscript.outline", json!({})).await?,
        ask(project, "manuscript.list_bin", json!({})).await?,
        ask(project, "checkpoint.list", json!({})).await?,
        scenes,
    ]))
}
