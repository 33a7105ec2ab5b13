//! A check while the book goes on: drafts, parts of the book, progress, stopping, history that is thinned out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::commands::call;
use wenfang_studio::{Code, watch};
use wenfang_tests::crash::state::state;

use super::{ask, at, check, findings, list, novel, save};

const WRONG: &str = "　　江上有风，，船还没有来。\n";
const RIGHT: &str = "　　江上有风，船还没有来。\n";

/// Stages with what was done of how much.
type Told = Arc<Mutex<Vec<(&'static str, usize, usize)>>>;

#[tokio::test]
async fn drafts_count_and_become_versions_where_something_is_found() -> Result<()> {
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
    assert!(!drafted(s[0]).await? && drafted(s[1]).await?, "what is right stays a draft");
    Ok(())
}

#[tokio::test]
async fn a_part_is_checked_and_the_rest_is_left() -> Result<()> {
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
    assert_eq!(checked(json!({})).await?, Value::Null, "the other scene never was");
    assert_eq!(run(json!({ "chapter": 2 })).await?["new"], 1);
    assert!(checked(json!({})).await?.is_number());
    save(project, s[0], RIGHT).await?;
    assert_eq!(run(json!({ "chapter": 2 })).await?["gone"], 0, "what is elsewhere is not looked at");
    assert_eq!(run(json!("book")).await?["gone"], 1);
    let of_chapter = ask(project, "check.list", json!({ "chapter": 2 })).await?;
    assert_eq!(list(&of_chapter["findings"]).len(), 1);

    // What lies in the bin is not in the list, and comes back with its scene.
    ask(project, "manuscript.bin", json!({ "part": { "scene": s[1] } })).await?;
    assert_eq!(findings(project).await?, Vec::<Value>::new());
    ask(project, "manuscript.move", json!({ "part": { "scene": s[1] } })).await?;
    assert_eq!(findings(project).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_check_says_how_far_it_is_and_stopped_leaves_nothing() -> Result<()> {
    let (novel, _) = novel(&[WRONG; 12]).await?;
    let project = &novel.project;
    let before = state(project).await?;
    let asked = Arc::new(AtomicUsize::new(0));
    let told: Told = Arc::default();
    let (count, seen) = (Arc::clone(&asked), Arc::clone(&told));
    let stops = move || count.fetch_add(1, Ordering::Relaxed) >= 5;
    let tell = move |at: watch::Progress| seen.lock().unwrap().push((at.stage, at.done, at.total));
    let run = call(project, "check.run", json!({ "rules": ["punctuation"] }));
    let error = watch::scope(watch::Watch::stopping_when(stops, tell), run).await.unwrap_err();
    assert_eq!(error.code, Code::Stopped);
    assert_eq!(told.lock().unwrap()[0], ("check", 0, 12));
    assert_eq!(state(project).await?, before, "nothing of it is stored");
    assert_eq!(findings(project).await?, Vec::<Value>::new());
    assert_eq!(check(project, &["punctuation"]).await?["found"], 12);
    Ok(())
}

#[tokio::test]
async fn versions_that_findings_quote_are_kept_when_history_is_thinned_out() -> Result<()> {
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
async fn a_changed_finding_or_word_about_it_is_found_and_named() -> Result<()> {
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
