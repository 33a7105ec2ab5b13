//! If a part is missing or broken, search and memory still answer and name it, and drafting continues.

use serde_json::{Value, json};

use super::library::{Library, session};

async fn novel() -> Library {
    let chapters = [
        ("第一章", "阿秀把怀表藏进米缸。\n夜里有人敲门。"),
        ("第二章", "镇上的人说老周去了上游。"),
        ("第三章", ""),
    ];
    let chapters: Vec<_> = chapters.map(|(title, text)| (title.to_owned(), text.to_owned())).to_vec();
    let library = Library::of(&chapters).await;
    library.plan(3, "怀表从米缸里不见了", &["阿秀"]).await;
    library
}

fn parts(memory: &Value) -> Vec<&str> {
    memory["degraded"].as_array().unwrap().iter().map(|lost| lost["part"].as_str().unwrap()).collect()
}

async fn assert_drafting_works(library: &Library) {
    let context = library.ok("context.preview", json!({ "scene": 3, "act": "draft" })).await;
    assert!(context["messages"].as_array().unwrap().len() > 1);
}

#[tokio::test]
async fn without_a_model_search_reports_the_fallback() {
    let library = novel().await;
    let found = library.ok("search.find", json!({ "query": "米缸里的怀表" })).await;
    assert_eq!(found["meaning"]["is_fallback"], true);
    assert!(found["hits"][0]["snippet"]["text"].as_str().unwrap().contains("米缸"), "{found}");
}

#[tokio::test]
async fn without_a_model_the_plan_provides_the_queries() {
    let library = novel().await;
    let memory = library.ok("memory.retrieve", json!({ "scene": 3, "queries_from": "model" })).await;
    assert_eq!((parts(&memory), memory["queries_from"].as_str()), (vec!["queries"], Some("plan")));
    assert!(!memory["relevant_memories"].as_array().unwrap().is_empty());
    assert_drafting_works(&library).await;
}

#[tokio::test]
async fn memories_are_empty_if_the_index_cannot_be_created() {
    let library = novel().await;
    // A file blocks the path of the index folder.
    let mut folders = library.folders();
    folders.cache = folders.cache.with_file_name("no-cache");
    std::fs::write(&folders.cache, "in the way").unwrap();
    let library = Library { session: session(&library.project, &folders), ..library };
    let memory = library.ok("memory.retrieve", json!({ "scene": 3 })).await;
    assert_eq!(parts(&memory), ["search"]);
    assert_eq!(memory["relevant_memories"], json!([]));
    assert_eq!(memory["entity_states"][0]["name"], "阿秀");
    assert_drafting_works(&library).await;
    let refused = library.ask("search.find", json!({ "query": "怀表" })).await.unwrap_err();
    assert!(!refused.hint.is_empty());
}

#[tokio::test]
async fn a_damaged_canon_affects_only_its_part() {
    let library = novel().await;
    library.ok("kg.save_entity", json!({ "name": "阿秀", "kind": "character" })).await;
    library.ok("timeline.save", json!({ "title": "怀表易手", "scene": 1 })).await;
    let mut tx = library.project.begin_write().await.unwrap();
    for table in ["entities", "timeline_events"] {
        let broken =
            format!("update {table} set record = replace(record, '表', '车'), row_hash = zeroblob(32)");
        sqlx::query(sqlx::AssertSqlSafe(broken)).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    let memory = library.ok("memory.retrieve", json!({ "scene": 3 })).await;
    let lost = parts(&memory);
    assert!(lost.contains(&"facts") && lost.contains(&"timeline") && !lost.contains(&"search"), "{lost:?}");
    assert!(!memory["relevant_memories"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_damaged_index_is_rebuilt() {
    let library = novel().await;
    library.ok("index.build", json!({})).await;
    let found = library.ok("search.find", json!({ "query": "怀表", "mode": "text" })).await;
    search_files(&library, |file| std::fs::write(file, vec![7; 8192]).unwrap());
    let library = Library { session: session(&library.project, &library.folders()), ..library };
    wenfang_studio::search::close(&library.project).await;
    let again = library.ok("search.find", json!({ "query": "怀表", "mode": "text" })).await;
    assert_eq!(again["hits"], found["hits"]);
}

/// Runs `act` on the files of the index.
fn search_files(library: &Library, act: impl Fn(&std::path::Path)) {
    let mut folders = vec![library.folders().cache];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { act(&path) }
        }
    }
}

#[tokio::test]
async fn a_memory_that_cannot_be_stored_is_returned() {
    let library = novel().await;
    let mut conn = library.project.writer_connection().await.unwrap();
    let refusing = "create temp trigger refusing before insert on main.artifacts begin select raise(abort, 'refused'); end";
    sqlx::raw_sql(refusing).execute(&mut *conn).await.unwrap();
    drop(conn);
    let memory = library.ok("memory.retrieve", json!({ "scene": 3 })).await;
    assert!(!memory["relevant_memories"].as_array().unwrap().is_empty());
    assert!(parts(&memory).contains(&"storage"), "{memory}");
    assert_eq!(library.ok("memory.get", json!({ "scene": 3 })).await["memory"], Value::Null);
}
