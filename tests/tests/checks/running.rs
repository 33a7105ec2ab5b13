//! Checks during editing: drafts, parts of the book, progress, stopping, thinned history.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;
use wenfang_studio::commands::watched_call_on;
use wenfang_studio::watch::{Progress, Watch};
use wenfang_tests::crash::state::state;

use super::{ask, at, check, findings, list, novel, save};

const WRONG: &str = "　　江上有风，，船还没有来。\n";
const RIGHT: &str = "　　江上有风，船还没有来。\n";

/// The reported stages, each with amount done and total.
type Reports = Arc<Mutex<Vec<(&'static str, usize, usize)>>>;

#[tokio::test]
async fn drafts_are_checked_and_those_with_findings_become_versions() -> Result<()> {
    let (novel, s) = novel(&[RIGHT, RIGHT]).await?;
    let project = &novel.project;
    for (scene, text) in [(s[0], format!("　　夜。\n{WRONG}")), (s[1], format!("　　夜。\n{RIGHT}"))]
    {
        ask(project, "scene.save_draft", json!({ "scene": scene, "base": 1, "text": text })).await?;
    }
    assert_eq!(check(project, &["punctuation"]).await?["found"], 1);
    let found = findings(project).await?;
    let proof = &found[0]["evidence"][0];
    assert_eq!(
        (&proof["scene"], &proof["version"], &proof["standing"]),
        (&json!(s[0]), &json!(2), &proof["range"])
    );
    let drafted = async |scene| -> Result<bool> {
        Ok(ask(project, "scene.text", json!({ "scene": scene })).await?["draft"] != Value::Null)
    };
    assert!(!drafted(s[0]).await? && drafted(s[1]).await?, "a scene without findings stays a draft");
    Ok(())
}

#[tokio::test]
async fn checking_a_part_leaves_the_rest_alone() -> Result<()> {
    let (novel, s) = novel(&[WRONG, WRONG]).await?;
    let project = &novel.project;
    let rules = ["punctuation"];
    let run =
        async |within: Value| ask(project, "check.run", json!({ "within": within, "rules": rules })).await;
    let checked = async |request: Value| -> Result<Value> {
        Ok(ask(project, "check.list", request).await?["checked_at"].clone())
    };
    assert_eq!(run(json!({ "scene": s[0] })).await?["found"], 1);
    assert!(checked(json!({ "scene": s[0] })).await?.is_number());
    assert_eq!(checked(json!({})).await?, Value::Null, "the other scene was never checked");
    assert_eq!(run(json!({ "chapter": 2 })).await?["new"], 1);
    assert!(checked(json!({})).await?.is_number());
    save(project, s[0], RIGHT).await?;
    assert_eq!(run(json!({ "chapter": 2 })).await?["gone"], 0, "findings elsewhere are not examined");
    assert_eq!(run(json!("book")).await?["gone"], 1);
    let of_chapter = ask(project, "check.list", json!({ "chapter": 2 })).await?;
    assert_eq!(list(&of_chapter["findings"]).len(), 1);

    // Findings of a scene in the bin are not listed; they return with the scene.
    ask(project, "manuscript.bin", json!({ "part": { "scene": s[1] } })).await?;
    assert_eq!(findings(project).await?, Vec::<Value>::new());
    ask(project, "manuscript.move", json!({ "part": { "scene": s[1] } })).await?;
    assert_eq!(findings(project).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_check_reports_progress_and_stores_nothing_if_stopped() -> Result<()> {
    let (novel, _) = novel(&[WRONG; 12]).await?;
    let project = &novel.project;
    let before = state(project).await?;
    let asked = Arc::new(AtomicUsize::new(0));
    let reports: Reports = Arc::default();
    let (count, seen) = (Arc::clone(&asked), Arc::clone(&reports));
    let stops = move || count.fetch_add(1, Ordering::Relaxed) >= 5;
    let tell = move |at: Progress| seen.lock().unwrap().push((at.stage, at.done, at.total));
    let watch = Watch::stopping_when(stops, tell);
    let request = json!({ "rules": ["punctuation"] });
    let error = watched_call_on(project, "check.run", request, &watch).await.unwrap_err();
    assert_eq!(error.code, Code::Stopped);
    assert_eq!(reports.lock().unwrap()[0], ("check", 0, 12));
    assert_eq!(state(project).await?, before, "nothing is stored");
    assert_eq!(findings(project).await?, Vec::<Value>::new());
    assert_eq!(check(project, &["punctuation"]).await?["found"], 12);
    Ok(())
}

#[tokio::test]
async fn thinning_keeps_versions_quoted_by_findings() -> Result<()> {
    let (novel, s) = novel(&[WRONG]).await?;
    let project = &novel.project;
    check(project, &["punctuation"]).await?;
    let before = findings(project).await?;
    for round in 0..6 {
        let text = format!("　　第{round}夜。\n{WRONG}");
        ask(project, "scene.save_draft", json!({ "scene": s[0], "base": round + 1, "text": text })).await?;
        ask(project, "checkpoint.create", json!({ "name": format!("夜{round}") })).await?;
        novel.clock.advance(400 * 24 * 3_600_000);
    }
    ask(project, "history.compact", json!({ "compaction": "apply" })).await?;
    let after = findings(project).await?;
    assert_eq!(after[0]["id"], before[0]["id"]);
    let now = ask(project, "scene.text", json!({ "scene": s[0] })).await?;
    assert_eq!(at(now["text"].as_str().unwrap(), &after[0]["evidence"][0]["standing"]), "，，");
    assert_eq!(ask(project, "project.doctor", json!({})).await?["healthy"], true);
    Ok(())
}

#[tokio::test]
async fn tampered_findings_and_waivers_are_detected() -> Result<()> {
    let (novel, _) = novel(&[WRONG]).await?;
    let project = &novel.project;
    check(project, &["punctuation"]).await?;
    ask(project, "check.waive", json!({ "finding": 1, "scope": "intended", "reason": "断句" })).await?;
    for (table, [column, from, to], part) in [
        ("findings", ["record", "，，", "。。"], "finding"),
        ("findings", ["state", "open", "gone"], "finding"),
        ("finding_waivers", ["reason", "断句", "断旬"], "waiver"),
        ("finding_waivers", ["scope", "intended", "once"], "waiver"),
    ] {
        for (from, to, is_damaged) in [(from, to, true), (to, from, false)] {
            let sql = format!("update {table} set {column} = replace({column}, '{from}', '{to}')");
            let mut conn = project.writer_connection().await?;
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *conn).await?;
            drop(conn);
            let doctor = ask(project, "project.doctor", json!({})).await?;
            let named = json!([{ "kind": "record", "part": part, "id": 1 }]);
            assert_eq!(doctor["damage"] == named, is_damaged, "{table}.{column}: {doctor}");
            assert_eq!(doctor["healthy"], !is_damaged, "{table}.{column}");
        }
    }
    Ok(())
}
