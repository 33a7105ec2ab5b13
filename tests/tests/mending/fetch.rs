//! Texts that the file cannot give: they come from a backup, or the mending waits for the author.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use wenfang_model_server::{ModelServer, answer, rule, script};
use wenfang_project::mend::fetches::{self, Fetch};
use wenfang_story::mend::QcCode;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;
use wenfang_text::ContentHash;

use crate::novel::{Novel, items, server};
use crate::story::{MARKS, MENDED, actions, chapter, mend, novel, novel_with, states, wait};

/// Overwrites the bytes of a stored text in a project file that is closed.
async fn damage(path: &Path, text: &str) {
    let url = format!("sqlite://{}", path.display());
    let mut conn = SqliteConnection::connect(&url).await.unwrap();
    let data: Vec<u8> = sqlx::query_scalar("select data from blobs where hash = ?")
        .bind(ContentHash::of(text.as_bytes()).as_bytes().as_slice())
        .fetch_one(&mut conn)
        .await
        .unwrap();
    conn.close().await.unwrap();
    let mut file = std::fs::read(path).unwrap();
    let at = file.windows(data.len()).position(|bytes| bytes == data).unwrap();
    file[at + data.len() / 3..at + data.len() / 2].fill(0xA5);
    std::fs::write(path, file).unwrap();
}

async fn damaged(novel: Novel, text: &str) -> Novel {
    novel.reopened(async |path| damage(path, text).await).await
}

/// Whether the file is whole.
async fn is_healthy(novel: &Novel) -> bool {
    novel.ok("project.doctor", json!({})).await["healthy"] == true
}

/// The tries to read texts: where, whether the text came, and the code.
async fn tries(novel: &Novel, session: &Value) -> Vec<(String, bool, Option<String>)> {
    let rows = rows(novel, session).await;
    let one = |row: Fetch| (row.source.to_string(), row.succeeded, row.qc.map(|qc| qc.as_str().to_owned()));
    rows.into_iter().map(one).collect()
}

async fn rows(novel: &Novel, session: &Value) -> Vec<Fetch> {
    let mut tx = novel.project.begin_read().await.unwrap();
    fetches::list(&mut tx, session.as_i64().unwrap().into()).await.unwrap()
}

fn tried(source: &str, succeeded: bool, qc: Option<QcCode>) -> (String, bool, Option<String>) {
    (source.to_owned(), succeeded, qc.map(|qc| qc.as_str().to_owned()))
}

const KEPT: QcCode = QcCode::CacheMiss;
const FILE: QcCode = QcCode::StorageFailure;

#[tokio::test]
async fn a_damaged_text_is_restored_from_a_backup() {
    let novel = novel().await;
    novel.back_up().await;
    let (begun, _) = mend(&novel, chapter(json!({}))).await;
    let session = &begun["session"];
    assert_eq!(tries(&novel, session).await, [], "an ordinary read is not noted");
    let novel = damaged(novel, MARKS).await;
    assert!(!is_healthy(&novel).await);

    let proposal = novel.ok("mend.proposal", json!({ "session": session, "scene": 1 })).await;
    assert_eq!(items(&proposal["pieces"]).len(), 1);
    let expected =
        [tried("kept", false, Some(KEPT)), tried("file", false, Some(FILE)), tried("backup", true, None)];
    assert_eq!(tries(&novel, session).await, expected);
    let key = rows(&novel, session).await[2].source_key.clone();
    assert_eq!(key.as_deref(), novel.backups()[0].file_name().and_then(|name| name.to_str()));
    assert!(is_healthy(&novel).await, "the text is stored again");
    assert!(actions(&novel, session).await.contains(&"fetched".to_owned()));

    let out = novel.project.path().with_extension("out");
    novel.ok("mend.export", json!({ "session": session, "out": out })).await;
    let manifest = std::fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(items(&manifest["fetches"]).len(), 3);
    let novel = novel.reopened(async |_| {}).await;
    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, MARKS.replace("，，", "，"));
    assert_eq!(rows(&novel, session).await.len(), 3, "nothing was missing any more");
}

/// A novel whose mending was interrupted while a model was asked for its only passage.
pub async fn interrupted(backed_up: bool) -> (Novel, Value, ModelServer) {
    let server = server(script(vec![
        rule(answer::text("“你今年多大？”他问。").delta_delay_ms(60_000)).times(1),
        rule(answer::text("“你今年多大？”他问。")),
    ]));
    let novel = novel_with(&server).await;
    if backed_up {
        novel.back_up().await;
    }
    let service = novel.workflow_service().await;
    let begun = workflows::commands::call(&service, "mend.begin", chapter(json!({})), &Watch::silent())
        .await
        .unwrap();
    for _ in 0..500 {
        if !server.requests().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.requests().len(), 1);
    service.close().await;
    (novel, begun["session"].clone(), server)
}

#[tokio::test]
async fn a_run_goes_on_from_a_backup() {
    let (novel, session, _server) = interrupted(true).await;
    let novel = damaged(novel, MARKS).await;
    let (again, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!((&again["session"], states(&shown)), (&session, vec!["resolved", "resolved"]));
    assert_eq!(tries(&novel, &session).await.last(), Some(&tried("backup", true, None)));
    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, MENDED);
}

/// Supplies a text and waits until the rounds are over.
async fn supply(novel: &Novel, session: &Value, text: &str) -> Value {
    let service = novel.workflow_service().await;
    let request = json!({ "session": session, "scene": 1, "text": text });
    let supplied =
        workflows::commands::call(&service, "mend.supply", request, &Watch::silent()).await.unwrap();
    if !supplied["run"].is_null() {
        wait(&service, &supplied["run"]).await;
    }
    service.close().await;
    supplied
}

#[tokio::test]
async fn without_a_backup_the_mending_waits_for_the_author() {
    let (novel, session, server) = interrupted(false).await;
    let novel = damaged(novel, MARKS).await;
    let (_, shown) = mend(&novel, chapter(json!({}))).await;
    let waits = |shown: &Value| {
        assert_eq!(
            (&shown["session"]["status"], &shown["session"]["qc"], &shown["session"]["missing"]),
            (&json!("waiting"), &json!("QC-017"), &json!(1)),
            "{shown}"
        );
        let hash = ContentHash::of(MARKS.as_bytes()).to_string();
        assert_eq!(shown["scenes"][0]["missing"], json!({ "scene": 1, "round": 0, "hash": hash }));
        assert_eq!(states(shown), ["new", "new"], "nothing was judged");
    };
    waits(&shown);
    let waiting = [
        tried("kept", false, Some(KEPT)),
        tried("file", false, Some(FILE)),
        tried("backup", false, None),
        tried("author", false, Some(QcCode::WaitsForText)),
    ];
    assert_eq!(tries(&novel, &session).await, waiting);
    let refused = novel.ask("mend.proposal", json!({ "session": session, "scene": 1 })).await.unwrap_err();
    assert_eq!(refused.details["qc"], "QC-017");
    assert!(novel.ask("mend.accept", json!({ "session": session, "scene": 1 })).await.is_err());
    assert_eq!(rows(&novel, &session).await.len(), 4, "it is not looked for at every look");

    // The process ends while it waits.
    let novel = novel.reopened(async |_| {}).await;
    waits(&novel.ok("mend.show", json!({ "session": session })).await);
    let other = json!({ "session": session, "scene": 1, "text": MARKS.replace("江", "湖") });
    let refused = novel.ask("mend.supply", other).await.unwrap_err();
    assert_eq!(refused.details["qc"], "QC-018");
    waits(&novel.ok("mend.show", json!({ "session": session })).await);
    let last = rows(&novel, &session).await.pop().unwrap();
    assert_eq!((last.attempt, last.qc), (2, Some(QcCode::HashMismatch)));

    let supplied =
        supply(&novel, &session, &format!("第一章 渡口\r\n{}\r\n", MARKS.replace('\n', "\r\n"))).await;
    assert_eq!(supplied["missing"], Value::Null);
    let shown = novel.ok("mend.show", json!({ "session": session })).await;
    assert_eq!((&shown["session"]["qc"], states(&shown)), (&json!(null), vec!["resolved", "resolved"]));
    assert!(is_healthy(&novel).await);
    assert!(actions(&novel, &session).await.contains(&"supplied".to_owned()));
    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, MENDED);
    let nothing = json!({ "session": session, "scene": 1, "text": MARKS });
    assert!(novel.ask("mend.supply", nothing).await.is_err());
    drop(server);
}

#[tokio::test]
async fn a_damaged_backup_is_not_believed() {
    let (novel, session, _server) = interrupted(true).await;
    damage(&novel.backups()[0], MARKS).await;
    let novel = damaged(novel, MARKS).await;
    let (_, shown) = mend(&novel, chapter(json!({}))).await;
    assert_eq!(shown["session"]["qc"], "QC-017");
    let tries = tries(&novel, &session).await;
    assert_eq!(tries[2], tried("backup", false, Some(QcCode::StorageFailure)));
}

#[tokio::test]
async fn other_scenes_go_on_while_one_waits() {
    let novel = Novel::of(&[("第一章 渡口", MARKS), ("第二章 后窗", "天亮了，，阿芷撬开了后窗。")]).await;
    let book = || json!({ "rules": ["punctuation"] });
    let (begun, _) = mend(&novel, book()).await;
    let session = &begun["session"];
    let novel = damaged(novel, MARKS).await;
    let accepted = novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!((&accepted["scenes"][0]["scene"], &accepted["ended"]), (&json!(2), &json!(false)));
    assert_eq!(novel.text(2).await, "天亮了，阿芷撬开了后窗。");
    let shown = novel.ok("mend.show", json!({ "session": session })).await;
    assert_eq!((&shown["scenes"][0]["fate"], &shown["session"]["qc"]), (&json!("open"), &json!("QC-017")));
    let supplied = supply(&novel, session, MARKS).await;
    assert_eq!(supplied["run"], Value::Null, "its rounds are over; its changes wait");
    novel.ok("mend.accept", json!({ "session": session })).await;
    assert_eq!(novel.text(1).await, MARKS.replace("，，", "，"));
}
