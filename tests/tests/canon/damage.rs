//! Damage in the canon: a changed byte is found and reported with its table and row, and everything else works.

use anyhow::Result;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::{Code, Project};
use wenfang_tests::canon::fill;
use wenfang_tests::kit::TestProject;

use crate::{ask, list, novel, save};

/// Each table with a word in its first row and a replacement, the name of the damage, and a query that reads the row.
const TABLES: [(&str, [&str; 3], &str, Option<&str>); 13] = [
    ("bible_fields", ["record", "白描", "白锚"], "bible_field", Some("bible.list")),
    ("lorebooks", ["record", "江上", "江下"], "lorebook", Some("lore.list")),
    ("lore_entries", ["record", "周船家", "周舟家"], "lore_entry", Some("lore.list")),
    ("entities", ["record", "老周", "老同"], "entity", Some("kg.graph")),
    ("relations", ["record", "父亲", "父新"], "relation", Some("kg.graph")),
    ("facts", ["record", "住处", "住外"], "fact", Some("kg.graph")),
    ("plot_threads", ["record", "断剑", "断箭"], "plot_thread", Some("threads.list")),
    ("thread_anchors", ["record", "江上", "江下"], "thread_anchor", Some("threads.list")),
    ("comments", ["record", "江上", "江下"], "comment", Some("comments.list")),
    ("timeline_events", ["record", "渡江", "渡工"], "timeline_event", Some("timeline.list")),
    ("kg_batches", ["source", "试", "式"], "batch", Some("kg.proposals")),
    ("kg_proposals", ["record", "船家", "船象"], "proposal", Some("kg.proposals")),
    ("kg_changes", ["after", "船家", "船象"], "change", None),
];

async fn swap(project: &Project, (table, [column, from, to]): (&str, [&str; 3])) -> Result<u64> {
    let mut conn = project.writer_connection().await?;
    let sql = format!("update {table} set {column} = replace({column}, '{from}', '{to}') where id = 1");
    Ok(sqlx::query(AssertSqlSafe(sql)).execute(&mut *conn).await?.rows_affected())
}

async fn filled() -> Result<(TestProject, wenfang_story::SceneId)> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    fill(&novel.project, s[0]).await?;
    Ok((novel, s[1]))
}

#[tokio::test]
async fn a_changed_row_in_any_table_is_found() -> Result<()> {
    let (novel, scene) = filled().await?;
    let project = &novel.project;
    for (round, (table, words, part, question)) in TABLES.into_iter().enumerate() {
        assert_eq!(ask(project, "project.doctor", json!({})).await?["healthy"], true, "before {table}");
        assert_eq!(swap(project, (table, words)).await?, 1, "{table}");
        let found = ask(project, "project.doctor", json!({})).await?;
        assert_eq!(found["healthy"], false, "{table}");
        let named = json!({ "kind": "record", "part": part, "id": 1 });
        assert_eq!(found["damage"], json!([named]), "{table}");
        // A query that reads the row fails and names it, instead of returning wrong words.
        let (_copy, open) = copy(&novel).await?;
        if let Some(question) = question {
            let error = call(&open, question, json!({})).await.err().map(|error| (error.code, error.details));
            let (code, details) =
                error.unwrap_or_else(|| panic!("{question} did not report the damage in {table}"));
            assert_eq!((code, &details["damage"]), (Code::Damaged, &named), "{table}");
        }
        // The manuscript, and every other part of the canon, can be read and written.
        for other in [
            "bible.list",
            "kg.graph",
            "threads.list",
            "timeline.list",
            "manuscript.outline",
            "checkpoint.list",
        ] {
            let is_concerned =
                Some(other) == question || (other == "timeline.list" && question == Some("kg.graph"));
            if !is_concerned {
                ask(&open, other, json!({})).await?;
            }
        }
        save(&open, scene, &format!("第{round}次。")).await?;
        ask(&open, "bible.set", json!({ "key": "genre", "value": "江湖" })).await.err().map_or(
            Ok(()),
            |error| {
                if table == "bible_fields" { Ok(()) } else { Err(error) }
            },
        )?;
        open.close().await?;
        let [column, from, to] = words;
        assert_eq!(swap(project, (table, [column, to, from])).await?, 1);
    }
    Ok(())
}

/// Opens a copy of the project in its current state, so that its answers come from the file.
async fn copy(novel: &TestProject) -> Result<(tempfile::TempDir, Project)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("copy.wenfang");
    let mut conn = novel.project.writer_connection().await?;
    sqlx::query("vacuum into ?").bind(path.to_string_lossy().into_owned()).execute(&mut *conn).await?;
    drop(conn);
    let open = wenfang_studio::projects::open(&path, wenfang_studio::Mode::Write).await?;
    Ok((folder, open))
}

#[tokio::test]
async fn a_flipped_bit_in_the_file_is_found() -> Result<()> {
    let (novel, _) = filled().await?;
    novel.project.tidy().await?;
    let bytes = std::fs::read(&novel.path)?;
    for (words, part) in [("他不姓周", "lore_entry"), ("再等一等", "bible_field"), ("归乡", "timeline_event")]
    {
        let word = words.as_bytes();
        let mut file = bytes.clone();
        let places: Vec<usize> =
            (0..file.len() - word.len()).filter(|at| file[*at..].starts_with(word)).collect();
        assert!(!places.is_empty(), "{words} is not in the file");
        places.iter().for_each(|at| file[at + 2] ^= 1);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("novel.wenfang");
        std::fs::write(&path, file)?;
        let open = wenfang_studio::projects::open(&path, wenfang_studio::Mode::Write).await?;
        let found = ask(&open, "project.doctor", json!({})).await?;
        let parts: Vec<&Value> = list(&found["damage"]).iter().map(|damage| &damage["part"]).collect();
        assert!(parts.contains(&&json!(part)), "{words}: {found}");
        open.close().await?;
    }
    Ok(())
}
