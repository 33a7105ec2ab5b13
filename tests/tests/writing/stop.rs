//! An act that is stopped at any point leaves everything unchanged.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::commands::watched_call_on as call;
use wenfang_studio::watch::Watch;
use wenfang_studio::{Code, Project};
use wenfang_tests::corpus;
use wenfang_tests::kit::{TestProject, scenes};

use crate::{ask, everything};

/// A watch that stops an act at its report number `at`, from 0.
fn stopping_at(at: usize) -> Watch {
    let reports = Arc::new(AtomicUsize::new(0));
    Watch::stopping_when(move || reports.fetch_add(1, Ordering::Relaxed) == at, |_| {})
}

/// Stops an act at each of its reports in turn until it completes; returns how often it was stopped.
async fn stopped_everywhere(
    project: &Project,
    (command, request): (&str, Value),
    left: impl Fn() -> Result<Value>,
) -> Result<usize> {
    let before = (everything(project).await?, left()?);
    for at in 0.. {
        match call(project, command, request.clone(), &stopping_at(at)).await {
            Ok(_) => return Ok(at),
            Err(error) => assert_eq!(error.code, Code::Stopped, "{command} at {at}: {error}"),
        }
        assert_eq!((everything(project).await?, left()?), before, "{command} at {at}");
    }
    Ok(0)
}

fn nothing() -> Result<Value> {
    Ok(Value::Null)
}

/// The files of a folder with their content.
fn files(folder: &Path) -> Result<Value> {
    let mut files = BTreeMap::new();
    if folder.exists() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let content = if path.is_file() { std::fs::read(&path)? } else { Vec::new() };
            files.insert(path.display().to_string(), String::from_utf8_lossy(&content).into_owned());
        }
    }
    Ok(json!([folder.exists(), files]))
}

/// A few chapters of a real novel, or of a generated one if the corpus is missing.
async fn novel() -> Result<TestProject> {
    let chapters = corpus::hongloumeng().map(|chapters| chapters[..6].to_vec());
    let none = || (1..=6).map(|n| (format!("第{n}回"), format!("宝玉看见第{n}盏灯。\n"))).collect();
    TestProject::with_chapters(&chapters.unwrap_or_else(none)).await
}

#[tokio::test]
async fn an_import_can_be_stopped_anywhere() -> Result<()> {
    let novel = novel().await?;
    let folder = novel.folder().join("chapters");
    std::fs::create_dir(&folder)?;
    for n in 1..=4 {
        std::fs::write(folder.join(format!("{n}.txt")), format!("第{n}章 灯\n\n第{n}盏灯。\n"))?;
    }
    let scene = scenes(&novel.project).await?[0];
    let draft = json!({ "scene": scene, "base": 1, "text": "正在写" });
    ask(&novel.project, "scene.save_draft", draft).await?;
    let act = ("project.import", json!({ "source": folder }));
    let stops = stopped_everywhere(&novel.project, act, nothing).await?;
    assert!(stops >= 12, "{stops} stops");
    Ok(())
}

#[tokio::test]
async fn a_restore_can_be_stopped_anywhere() -> Result<()> {
    let novel = novel().await?;
    let project = &novel.project;
    let point = ask(project, "checkpoint.create", json!({ "name": "初稿" })).await?;
    for scene in scenes(project).await? {
        ask(project, "scene.save", json!({ "scene": scene, "text": "改过了" })).await?;
    }
    let scene = scenes(project).await?[2];
    ask(project, "manuscript.rename", json!({ "part": { "scene": scene }, "title": "灯" })).await?;
    ask(project, "manuscript.bin", json!({ "part": { "scene": scene } })).await?;
    let act = ("checkpoint.restore", json!({ "checkpoint": point["id"] }));
    let stops = stopped_everywhere(project, act, nothing).await?;
    assert!(stops >= 8, "{stops} stops");
    Ok(())
}

#[tokio::test]
async fn a_replacement_and_its_undo_can_be_stopped_anywhere() -> Result<()> {
    let novel = novel().await?;
    let project = &novel.project;
    let scene = scenes(project).await?[1];
    ask(project, "scene.save_draft", json!({ "scene": scene, "base": 1, "text": "宝玉正在写" })).await?;
    let request = json!({ "pattern": "宝玉|士隐|雨村", "matching": "regex", "replacement": "石兄" });
    let stops = stopped_everywhere(project, ("manuscript.replace", request), nothing).await?;
    assert!(stops >= 8, "{stops} stops");
    let heads: Vec<Value> = {
        let mut heads = Vec::new();
        for scene in scenes(project).await? {
            let head =
                ask(project, "scene.text", json!({ "scene": scene })).await?["version"].as_i64().unwrap();
            if head > 1 {
                heads.push(json!({ "scene": scene, "before": head - 1, "after": head }));
            }
        }
        heads
    };
    let act = ("manuscript.undo_replace", json!({ "scenes": heads }));
    let stops = stopped_everywhere(project, act, nothing).await?;
    assert_eq!(stops, heads.len());
    Ok(())
}

#[tokio::test]
async fn a_stopped_export_leaves_no_file() -> Result<()> {
    let novel = novel().await?;
    let out = novel.folder().join("out");
    let request = json!({ "out": out, "format": "md", "layout": "per_chapter", "existing": "replace" });
    let act = ("project.export", request.clone());
    let stops = stopped_everywhere(&novel.project, act, || files(&out)).await?;
    assert!(stops >= 18, "{stops} stops");
    // Existing files keep their content.
    for entry in std::fs::read_dir(&out)? {
        std::fs::write(entry?.path(), "〔旧文件〕")?;
    }
    let act = ("project.export", request);
    stopped_everywhere(&novel.project, act, || files(&out)).await?;
    assert!(!files(&out)?.to_string().contains("〔旧文件〕"));
    Ok(())
}

#[tokio::test]
async fn verification_and_compaction_can_be_stopped_anywhere() -> Result<()> {
    let novel = novel().await?;
    let backups = novel.folder().join("backups");
    for (command, request) in [
        ("project.doctor", json!({})),
        ("project.rebuild", json!({})),
        ("project.back_up", json!({ "folder": backups })),
        ("history.compact", json!({ "compaction": "apply" })),
    ] {
        std::fs::create_dir_all(&backups)?;
        let stops = stopped_everywhere(&novel.project, (command, request), || files(&backups)).await?;
        assert!(stops >= 6, "{command}: {stops} stops");
    }
    Ok(())
}
