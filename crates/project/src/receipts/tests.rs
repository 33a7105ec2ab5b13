//! Receipts come back as they were stored, take little space, and damage is found.

#![allow(clippy::unwrap_used, reason = "tests")]

use sqlx::Connection;
use wenfang_storage::schema::apply;

use super::*;
use crate::schema::MIGRATIONS;

async fn store_of(schema: usize) -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    sqlx::raw_sql("pragma foreign_keys = off").execute(&mut conn).await.unwrap();
    apply(&mut conn, &MIGRATIONS[..schema]).await.unwrap();
    conn
}

async fn generation(conn: &mut SqliteConnection, id: i64, act: &str) {
    let record = format!(r#"{{"act":"{act}","scene":1,"status":"complete"}}"#);
    sqlx::query(
        "insert into generations (id, record, text, overflow, row_hash, created_at)
         values (?, ?, '', '', zeroblob(8), 0)",
    )
    .bind(id)
    .bind(record)
    .execute(conn)
    .await
    .unwrap();
}

/// A receipt with text of its own and text that it shares with the others of its act.
fn receipt(act: &str, number: i64) -> String {
    let seed = act.len() as i64;
    let letters = (0..6_000)
        .filter_map(|at| char::from_u32(0x4e00 + u32::try_from((at * 7_919 + seed * 131) % 9_000).unwrap()));
    format!(r#"{{"context":"{}","instruction":"第{number}次"}}"#, letters.collect::<String>())
}

async fn stored(count: i64) -> SqliteConnection {
    let mut conn = store_of(MIGRATIONS.len()).await;
    for id in 1..=count {
        let act = if id % 3 == 0 { "check" } else { "continue" };
        generation(&mut conn, id, act).await;
        put(&mut conn, id.into(), &receipt(act, id)).await.unwrap();
    }
    conn
}

async fn assert_all_there(conn: &mut SqliteConnection, count: i64) {
    for id in 1..=count {
        let act = if id % 3 == 0 { "check" } else { "continue" };
        assert_eq!(get(conn, id.into()).await.unwrap(), Some(receipt(act, id)), "{id}");
    }
    assert!(check_all(conn, COMPRESSED).await.unwrap().iter().all(Result::is_ok));
}

#[tokio::test]
async fn receipts_of_two_acts_take_little_space() {
    let mut conn = stored(90).await;
    assert_all_there(&mut conn, 90).await;
    let bytes = stored_bytes(&mut conn).await.unwrap();
    assert!(bytes < 90 * 1_500, "{bytes} bytes for 90 receipts of {}", receipt("check", 1).len());
}

#[tokio::test]
async fn no_chain_is_longer_than_its_limit() {
    let mut conn = stored(90).await;
    for id in 1..=90 {
        let length = chain(&mut conn, id).await.unwrap().len();
        assert!((1..=MAX_CHAIN).contains(&length), "{id}: {length}");
    }
}

#[tokio::test]
async fn a_changed_receipt_leaves_later_ones_readable() {
    let mut conn = stored(12).await;
    put(&mut conn, 4.into(), "{\"again\":true}").await.unwrap();
    assert_eq!(get(&mut conn, 4.into()).await.unwrap().as_deref(), Some("{\"again\":true}"));
    put(&mut conn, 4.into(), &receipt("continue", 4)).await.unwrap();
    assert_all_there(&mut conn, 12).await;
}

#[tokio::test]
async fn receipts_of_earlier_releases_are_compressed_on_request() {
    let mut conn = store_of(9).await;
    for id in 1..=30 {
        let act = if id % 3 == 0 { "check" } else { "continue" };
        generation(&mut conn, id, act).await;
        let receipt = receipt(act, id);
        sqlx::query("insert into receipts (generation_id, receipt, row_hash) values (?, ?, ?)")
            .bind(id)
            .bind(&receipt)
            .bind(ContentHash::of(receipt.as_bytes()).as_bytes().as_slice())
            .execute(&mut conn)
            .await
            .unwrap();
    }
    assert!(check_all(&mut conn, 9).await.unwrap().iter().all(Result::is_ok));
    apply(&mut conn, MIGRATIONS).await.unwrap();
    assert_all_there(&mut conn, 30).await;
    let before = stored_bytes(&mut conn).await.unwrap();
    compress(&mut conn, &Watch::silent()).await.unwrap();
    assert_all_there(&mut conn, 30).await;
    assert!(stored_bytes(&mut conn).await.unwrap() * 10 < before);
}

#[tokio::test]
async fn damage_is_found_in_each_column() {
    for change in [
        "data = zeroblob(length(data))",
        "size = size + 1",
        "base = 2",
        "hash = zeroblob(32)",
        "row_hash = zeroblob(8)",
    ] {
        let mut conn = stored(3).await;
        let sql = format!("update receipts set {change} where generation_id = 2");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
        let found = check_all(&mut conn, COMPRESSED).await.unwrap();
        let damaged: Vec<usize> =
            found.iter().enumerate().filter(|(_, row)| row.is_err()).map(|(at, _)| at + 1).collect();
        assert_eq!(damaged, [2], "{change}");
    }
}

#[tokio::test]
async fn a_receipt_after_damage_is_stored_alone() {
    let mut conn = stored(2).await;
    sqlx::query("update receipts set data = zeroblob(9) where generation_id = 2")
        .execute(&mut conn)
        .await
        .unwrap();
    generation(&mut conn, 3, "continue").await;
    put(&mut conn, 3.into(), &receipt("continue", 3)).await.unwrap();
    assert_eq!(get(&mut conn, 3.into()).await.unwrap(), Some(receipt("continue", 3)));
}

#[tokio::test]
async fn a_bomb_and_a_cycle_are_damage() {
    let mut conn = stored(2).await;
    let bomb = codec::encode(&vec![b' '; MAX_CONTENT_BYTES + 1], None);
    sqlx::query("update receipts set codec = 1, base = null, size = ?, data = ? where generation_id = 1")
        .bind(i64::try_from(MAX_CONTENT_BYTES + 1).unwrap())
        .bind(&bomb.data)
        .execute(&mut conn)
        .await
        .unwrap();
    assert!(matches!(get(&mut conn, 1.into()).await, Err(Error::Damaged(_))));
    sqlx::raw_sql("update receipts set codec = 2, base = 2, size = 9 where generation_id = 2")
        .execute(&mut conn)
        .await
        .unwrap();
    assert!(matches!(get(&mut conn, 2.into()).await, Err(Error::Damaged(_))));
}
