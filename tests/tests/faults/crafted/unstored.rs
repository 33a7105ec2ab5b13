//! A write that stored nothing is never reported as saved.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use wenfang_project::Mode;
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state};
use wenfang_tests::crash::workload::template;

use crate::{open, runtime};

/// A table, an act of the author's that writes it, and whether the act inserts or updates.
fn acts() -> Vec<(&'static str, &'static str, &'static str, Value)> {
    let chapter = json!({ "parent": { "volume": 1 }, "title": "第九章" });
    vec![
        ("scene_drafts", "insert", "scene.save_draft", json!({ "scene": 1, "base": 1, "text": "草稿。\n" })),
        ("scene_text_versions", "insert", "scene.save", json!({ "scene": 1, "text": "一版。\n" })),
        ("scenes", "update", "branch.adopt", json!({ "scene": 2, "branch": 1 })),
        ("blobs", "insert", "scene.save", json!({ "scene": 1, "text": "一版。\n" })),
        ("volumes", "insert", "manuscript.create", json!({ "parent": "manuscript", "title": "三卷" })),
        ("chapters", "insert", "manuscript.create", chapter),
        ("scenes", "insert", "manuscript.create", json!({ "parent": { "chapter": 1 } })),
        ("branches", "insert", "branch.create", json!({ "scene": 1, "from": 1, "name": "另写" })),
        ("branches", "update", "branch.rename", json!({ "scene": 2, "branch": 1, "name": "再写" })),
        ("chapters", "update", "manuscript.rename", json!({ "part": { "chapter": 1 }, "title": "改名" })),
        ("scenes", "update", "manuscript.move", json!({ "part": { "scene": 1 }, "to": { "chapter": 2 } })),
        ("checkpoints", "insert", "checkpoint.create", json!({ "name": "一" })),
        ("checkpoint_items", "insert", "checkpoint.create", json!({ "name": "一" })),
        ("bible_fields", "insert", "bible.set", json!({ "key": "genre", "value": "江湖" })),
        ("canon_revisions", "insert", "bible.set", json!({ "key": "genre", "value": "江湖" })),
        ("lore_entries", "insert", "lore.save", json!({ "title": "船家", "kind": "character" })),
        ("project_meta", "update", "project.describe", json!({ "title": "改名" })),
        ("scene_text_versions", "update", "scene.label", json!({ "scene": 1, "version": 1, "label": "初" })),
    ]
}

#[test]
fn an_act_whose_row_is_not_stored_is_refused() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        let (project, _) = open(&path, Mode::Write).await?;
        call(&project, "branch.create", json!({ "scene": 2, "from": 1, "name": "旧" })).await?;
        let before = state(&project).await?;
        for (table, verb, command, request) in acts() {
            // A trigger on the connection acts like a hostile table definition: the row is skipped without an error.
            let ignoring = format!(
                "create temp trigger ignoring before {verb} on main.{table} begin select raise(ignore); end"
            );
            let mut conn = project.writer_connection().await?;
            sqlx::raw_sql(AssertSqlSafe(ignoring)).execute(&mut *conn).await?;
            drop(conn);
            let refused = call(&project, command, request.clone()).await;
            ensure!(refused.is_err(), "{table}: {command} was acknowledged: {refused:?}");
            if verb == "insert" {
                ensure!(
                    refused.as_ref().is_err_and(|error| error.code == Code::Damaged),
                    "{table}: {refused:?}"
                );
            }
            ensure!(state(&project).await? == before, "{table}: {command} stored a part of it");
            let mut conn = project.writer_connection().await?;
            sqlx::raw_sql("drop trigger temp.ignoring").execute(&mut *conn).await?;
        }
        // Without the trigger each act succeeds, so the trigger caused the refusal.
        for (table, _, command, request) in acts() {
            let done = call(&project, command, request).await;
            ensure!(done.is_ok(), "{table}: {command}: {done:?}");
        }
        assert_whole(&project).await?;
        Ok(project.close().await?)
    })
}
