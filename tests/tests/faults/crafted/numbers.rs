//! Numbers in a file are not trusted: derived ones are recounted, and even the largest cause no panic.

use anyhow::{Result, ensure};
use serde_json::json;
use wenfang_project::Mode;
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;

use super::craft;
use crate::{open, runtime, text};

#[test]
fn wrong_counts_are_reported_and_corrected() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        craft(
            &path,
            "update scene_text_versions set count_standard = 77777 where scene_id = 2;
             update scene_text_versions set count_all = 9223372036854775807 where scene_id in (3, 4)",
        )
        .await?;
        let (project, _) = open(&path, Mode::Write).await?;
        for command in ["project.info", "manuscript.outline"] {
            call(&project, command, json!({})).await?;
        }
        let wrong: Vec<_> = [2, 3, 4].map(|scene| json!({ "scene": scene, "version": 1 })).into();
        let found = call(&project, "project.doctor", json!({})).await?;
        ensure!(found["miscounted"] == json!(wrong) && found["damage"] == json!([]), "{found}");
        ensure!(found["healthy"] == false, "{found}");
        let rebuilt = call(&project, "project.rebuild", json!({})).await?;
        ensure!(rebuilt["rebuilt"] == 3 && rebuilt["healthy"] == true, "{rebuilt}");
        Ok(project.close().await?)
    })
}

#[test]
fn the_largest_numbers_are_reported_as_damage() -> Result<()> {
    const LAST: i64 = i64::MAX;
    let volume = json!({ "parent": "manuscript", "title": "三卷" });
    let chapter = json!({ "parent": { "volume": 1 }, "title": "第九章" });
    let scene = json!({ "parent": { "chapter": 1 } });
    let saved = json!({ "scene": 1, "text": "一版。\n" });
    let cases = [
        (format!("update volumes set position = {LAST} where id = 2"), "manuscript.create", &volume),
        (format!("update chapters set position = {LAST} where id = 2"), "manuscript.create", &chapter),
        (format!("update scenes set position = {LAST} where id = 2"), "manuscript.create", &scene),
        (format!("update sqlite_sequence set seq = {LAST}"), "manuscript.create", &volume),
        (format!("update sqlite_sequence set seq = {LAST}"), "manuscript.create", &scene),
        (format!("update chapters set id = {LAST} where id = 4"), "manuscript.create", &chapter),
        (
            format!(
                "update scene_text_versions set version = {LAST} where scene_id = 1;
                 update scenes set head_version = {LAST} where id = 1"
            ),
            "scene.save",
            &saved,
        ),
        (format!("update blobs set depth = {LAST}, base = 1"), "manuscript.create", &scene),
        (
            format!("update canon_revisions set revision = {LAST}"),
            "bible.set",
            &json!({ "key": "a", "value": "甲" }),
        ),
    ];
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    runtime.block_on(async {
        let (project, _) = open(&own, Mode::Write).await?;
        call(&project, "bible.set", json!({ "key": "a", "value": "乙" })).await?;
        project.close().await?;
        for (sql, command, request) in cases {
            let folder = scratch()?;
            let path = folder.path().join("a.wenfang");
            std::fs::copy(&own, &path)?;
            craft(&path, &sql).await?;
            let (project, _) = open(&path, Mode::Write).await?;
            let done = call(&project, command, request.clone()).await;
            let is_fine =
                done.as_ref().map_or_else(|error| error.code == Code::Damaged, |_| sql.contains("blobs"));
            ensure!(is_fine, "{sql}: {done:?}");
            ensure!(!text(&project, 3).await?.is_empty(), "{sql}: the file cannot be read");
            call(&project, "project.doctor", json!({})).await?;
            project.close().await?;
        }
        Ok(())
    })
}
