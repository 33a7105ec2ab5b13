//! Failures of the disk, the folder or another process: no panic, no false "saved", and the first save after the
//! cause is gone stores everything.

mod crafted;
mod failing;
mod forbidden;
mod foreign;
mod full;
mod gone;
mod others;

use std::ffi::OsString;
use std::path::Path;
use std::process::Output;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_studio::Error as Refusal;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::kit::TestClock;

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

async fn open(path: &Path, mode: Mode) -> wenfang_project::Result<(Project, TestClock)> {
    let clock = TestClock::default();
    let project = Project::open(path, OpenOptions { clock: clock.clock(), ..OpenOptions::new(mode) }).await?;
    Ok((project, clock))
}

async fn save(project: &Project, scene: i64, text: &str) -> std::result::Result<Value, Refusal> {
    call(project, "scene.save", json!({ "scene": scene, "text": text })).await
}

async fn text(project: &Project, scene: i64) -> Result<String> {
    let read = call(project, "scene.text", json!({ "scene": scene })).await?;
    Ok(read["text"].as_str().context("no text")?.to_owned())
}

fn names(folder: &Path) -> Result<Vec<OsString>> {
    let mut names: Vec<OsString> =
        std::fs::read_dir(folder)?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    Ok(names)
}

/// The code of an error that `wenfang` printed; empty if it succeeded.
fn code(done: &Output) -> String {
    let report: Value = serde_json::from_slice(&done.stderr).unwrap_or_default();
    report["code"].as_str().unwrap_or_default().to_owned()
}
