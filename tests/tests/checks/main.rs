//! Checks through the command list: contradictions planted into real prose are found in place, and the author's
//! waivers survive edits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

mod planted;
mod running;
mod survival;
mod switches;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::Project;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::kit::{TestProject, scenes};

async fn ask(project: &Project, command: &str, request: Value) -> Result<Value> {
    let shown: String = request.to_string().chars().take(200).collect();
    call(project, command, request).await.with_context(|| format!("{command} {shown}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap_or_else(|| panic!("not a number: {value}"))).unwrap()
}

/// A novel of chapters with one scene each; returns its scenes too.
async fn novel(texts: &[&str]) -> Result<(TestProject, Vec<SceneId>)> {
    let chapters: Vec<(String, String)> =
        texts.iter().enumerate().map(|(at, text)| (format!("第{}章", at + 1), (*text).to_owned())).collect();
    let novel = TestProject::with_chapters(&chapters).await?;
    let order = scenes(&novel.project).await?;
    Ok((novel, order))
}

async fn save(project: &Project, scene: SceneId, text: &str) -> Result<()> {
    ask(project, "scene.save", json!({ "scene": scene, "text": text })).await?;
    Ok(())
}

async fn check(project: &Project, rules: &[&str]) -> Result<Value> {
    ask(project, "check.run", json!({ "within": "book", "rules": rules })).await
}

async fn findings(project: &Project) -> Result<Vec<Value>> {
    let listed = ask(project, "check.list", json!({ "waived": true })).await?;
    Ok(list(&listed["findings"]).to_vec())
}

/// The text at a range.
fn at(text: &str, range: &Value) -> String {
    let (start, end) = (number(&range["start"]), number(&range["end"]));
    text.chars().skip(start).take(end - start).collect()
}

/// Rule, quote and state of each finding.
fn shown(findings: &[Value]) -> Vec<(String, String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned();
    findings
        .iter()
        .map(|one| (word(&one["rule"]), word(&one["evidence"][0]["quote"]), word(&one["state"])))
        .collect()
}
