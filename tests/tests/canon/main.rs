//! The canon through the command list: bible, lore, names in the text, graph, proposals, threads, timeline; in
//! checkpoints and files, and under damage.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

mod anchors;
mod bible;
mod bulk;
mod cards;
mod carried;
mod checkpoints;
mod comments;
mod damage;
mod exchange;
mod extraction;
mod followed;
mod graph;
mod lore;
mod mentions;
mod merging;
mod older;
mod plot;
mod proposals;
mod returned;
mod script;
mod threads;
mod timeline;
mod undo;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::{Code, Error, Project};
use wenfang_tests::crash::state::state;
use wenfang_tests::kit::{TestProject, scenes};

/// Runs a command that must succeed.
async fn ask(project: &Project, command: &str, request: Value) -> Result<Value> {
    let shown = request.to_string();
    let shown: String = shown.chars().take(200).collect();
    call(project, command, request).await.with_context(|| format!("{command} {shown}"))
}

/// Runs a command that must be refused with this code and a message, without changing anything in the file.
async fn refused(project: &Project, command: &str, request: Value, code: Code) -> Result<Error> {
    let before = state(project).await?;
    let shown: String = request.to_string().chars().take(200).collect();
    let Err(error) = call(project, command, request).await else { panic!("{command} {shown} was accepted") };
    assert_eq!(error.code, code, "{command} {shown}: {error}");
    assert!(!error.message.is_empty() && !error.hint.is_empty(), "{command} {shown} has no message or hint");
    assert_eq!(state(project).await?, before, "{command} {shown} was refused and changed something");
    Ok(error)
}

/// The items of a list.
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// One field of each item of a list, as text.
fn each<'v>(value: &'v Value, field: &str) -> Vec<&'v str> {
    list(value).iter().map(|entry| entry[field].as_str().unwrap_or_else(|| panic!("{entry}"))).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// A novel with these chapters of one scene each, titled 第1章 and so on, and its scenes.
async fn novel(texts: &[&str]) -> Result<(TestProject, Vec<SceneId>)> {
    let chapters: Vec<(String, String)> =
        texts.iter().enumerate().map(|(at, text)| (format!("第{}章", at + 1), (*text).to_owned())).collect();
    let novel = TestProject::with_chapters(&chapters).await?;
    let order = scenes(&novel.project).await?;
    Ok((novel, order))
}

/// The working text of a scene.
async fn words(project: &Project, scene: SceneId) -> Result<String> {
    let text = ask(project, "scene.text", json!({ "scene": scene })).await?;
    Ok(text["draft"].get("text").unwrap_or(&text["text"]).as_str().unwrap().to_owned())
}

/// Saves a text and returns the version.
async fn save(project: &Project, scene: SceneId, text: &str) -> Result<i64> {
    Ok(number(&ask(project, "scene.save", json!({ "scene": scene, "text": text })).await?["version"]))
}
