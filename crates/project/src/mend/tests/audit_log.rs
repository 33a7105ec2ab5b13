//! The chain of the audit log, and its archives.

use std::time::{Duration, Instant};

use super::*;

/// A log of entries, one on each of the first `days` days of 1970.
async fn log_of_days(days: i64) -> SqliteConnection {
    let mut conn = novel().await;
    let mut tx = conn.begin().await.unwrap();
    for day in 0..days {
        log(&mut tx, Some((day % 3).into()), day * DAY).await;
    }
    tx.commit().await.unwrap();
    conn
}

async fn stored_bytes(conn: &mut SqliteConnection) -> i64 {
    sqlx::query_scalar(
        "select (select coalesce(sum(length(entry) + length(hash)), 0) from audit_log)
             + (select coalesce(sum(length(data) + 64), 0) from audit_archives)",
    )
    .fetch_one(conn)
    .await
    .unwrap()
}

#[tokio::test]
async fn whole_months_are_archived_after_ninety_days() {
    let mut conn = log_of_days(100).await;
    let bytes = stored_bytes(&mut conn).await;
    // January ends on day 31: its last entry is from day 30.
    let early = audit::archive_old(&mut conn, at(31 * DAY + 90 * DAY - 1)).await.unwrap();
    assert_eq!((early.archives, early.entries), (0, 0));
    let done = audit::archive_old(&mut conn, at(30 * DAY + 91 * DAY)).await.unwrap();
    assert_eq!((done.archives, done.entries), (1, 31));
    assert_eq!(damage(&mut conn).await, Vec::<String>::new(), "the chain goes across the seam");
    let done = audit::archive_old(&mut conn, at(1_000 * DAY)).await.unwrap();
    assert_eq!((done.archives, done.entries), (3, 69));
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
    assert!(stored_bytes(&mut conn).await * 4 < bytes, "{bytes} bytes before");

    let archives = audit::archives(&mut conn).await.unwrap();
    let months: Vec<_> = archives.iter().map(|archive| (archive.month, archive.row_count)).collect();
    assert_eq!(months, [(197_001, 31), (197_002, 28), (197_003, 31), (197_004, 10)]);
    let mut days = Vec::new();
    for archive in archives {
        days.extend(audit::archived(&mut conn, archive.first_id).await.unwrap());
    }
    let expected: Vec<_> = (0..100).map(|day| (day + 1, at(day * DAY))).collect();
    assert_eq!(days.iter().map(|logged| (logged.id, logged.entry.at)).collect::<Vec<_>>(), expected);

    log(&mut conn, Some(1.into()), 1_000 * DAY).await;
    assert_eq!(audit::list(&mut conn, 1.into(), (0, 10)).await.unwrap()[0].id, 101);
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_clock_set_back_breaks_no_archive() {
    let mut conn = novel().await;
    for day in [0, 40, 5, 41] {
        log(&mut conn, None, day * DAY).await;
    }
    let done = audit::archive_old(&mut conn, at(500 * DAY)).await.unwrap();
    assert_eq!((done.archives, done.entries), (4, 4));
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_broken_chain_is_not_archived() {
    let mut conn = log_of_days(10).await;
    run(&mut conn, "update audit_log set entry = json_set(entry, '$.actor', 'cli') where id = 4").await;
    assert!(matches!(audit::archive_old(&mut conn, at(500 * DAY)).await, Err(Error::Damaged(_))));
}

/// Every kind of change to a log of 40 days, whose January is archived.
const TAMPERINGS: &[&str] = &[
    "update audit_log set entry = json_set(entry, '$.actor', 'cli') where id = {id}",
    "update audit_log set entry = json_set(entry, '$.at', 7) where id = {id}",
    "update audit_log set hash = randomblob(32) where id = {id}",
    "delete from audit_log where id = {id}",
    "update audit_log set entry = (select entry from audit_log where id = 36) where id = {id}",
    "update audit_log set id = 1000 where id = {id}",
    "update audit_log set id = -5 where id = {id}",
];

#[tokio::test]
async fn any_changed_removed_or_moved_entry_is_found() {
    for tampering in TAMPERINGS {
        for id in [32, 35, 40] {
            let mut conn = log_of_days(40).await;
            audit::archive_old(&mut conn, at(130 * DAY)).await.unwrap();
            assert_eq!(damage(&mut conn).await, Vec::<String>::new());
            let sql = tampering.replace("{id}", &id.to_string());
            run(&mut conn, &sql).await;
            assert!(!damage(&mut conn).await.is_empty(), "{sql}");
        }
    }
}

#[tokio::test]
async fn swapped_entries_and_damaged_archives_are_found() {
    for sql in [
        "update audit_log set id = 1000 where id = 33; update audit_log set id = 33 where id = 34;
         update audit_log set id = 34 where id = 1000",
        "delete from audit_log",
        "delete from audit_archives",
        "update audit_archives set last_hash = randomblob(32)",
        "update audit_archives set before_hash = randomblob(32)",
        "update audit_archives set row_count = 30",
        "update audit_archives set last_id = 30",
        "update audit_archives set data = zeroblob(length(data))",
        "update audit_archives set size = size - 1",
        "update audit_archives set codec = 0",
        "update audit_archives set month = 197002",
        "update audit_archives set archived_at = 0",
    ] {
        let mut conn = log_of_days(40).await;
        audit::archive_old(&mut conn, at(130 * DAY)).await.unwrap();
        run(&mut conn, sql).await;
        assert!(!damage(&mut conn).await.is_empty(), "{sql}");
        // What salvage does with it.
        for id in [1, 32] {
            audit::remove_unsound(&mut conn, id).await.unwrap();
        }
        audit::seal_again(&mut conn, at(200 * DAY)).await.unwrap();
        assert_eq!(damage(&mut conn).await, Vec::<String>::new(), "{sql}");
        log(&mut conn, None, 200 * DAY).await;
        assert_eq!(damage(&mut conn).await, Vec::<String>::new(), "{sql}");
    }
}

#[tokio::test]
async fn a_later_entry_hides_no_loss() {
    let mut conn = log_of_days(5).await;
    run(&mut conn, "delete from audit_log where id = 5").await;
    log(&mut conn, None, 9).await;
    assert_eq!(damage(&mut conn).await, ["the project file is damaged: the record of audit entry 5"]);
}

/// What salvage does with a broken log. Returns the days of the entries that are left, and the ranges that are missing.
async fn salvaged(conn: &mut SqliteConnection) -> (Vec<i64>, serde_json::Value) {
    audit::remove_damaged(conn).await.unwrap();
    for archive in audit::archives(conn).await.unwrap() {
        audit::remove_unsound(conn, archive.first_id).await.unwrap();
    }
    audit::seal_again(conn, at(200 * DAY)).await.unwrap();
    assert_eq!(damage(conn).await, Vec::<String>::new());
    let entries: Vec<String> =
        sqlx::query_scalar("select entry from audit_log order by id").fetch_all(conn).await.unwrap();
    let mut entries: Vec<AuditEntry> =
        entries.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect();
    let last = entries.pop().unwrap();
    assert_eq!(last.action, AuditAction::Salvaged);
    let days = entries.iter().map(|entry| entry.at.get() / DAY + 1).collect();
    (days, last.metadata.unwrap()["missing"].clone())
}

#[tokio::test]
async fn salvage_keeps_the_entries_around_a_lost_one() {
    let all_but = |gone: i64| (1..=8).filter(|day| *day != gone).collect::<Vec<_>>();
    for (sql, left, missing) in [
        ("delete from audit_log where id = 4", all_but(4), serde_json::json!([[4, 4]])),
        ("delete from audit_log where id = 1", all_but(1), serde_json::json!([[1, 1]])),
        (
            "update audit_log set entry = json_set(entry, '$.actor', 'cli') where id = 4",
            all_but(4),
            serde_json::json!([[4, 4]]),
        ),
        ("update audit_log set hash = randomblob(32) where id = 4", all_but(0), serde_json::json!([])),
        ("update audit_log set hash = randomblob(32) where id in (4, 5)", all_but(0), serde_json::json!([])),
        (
            "update audit_log set id = -5 where id = 4",
            vec![4, 1, 2, 3, 5, 6, 7, 8],
            serde_json::json!([[4, 4]]),
        ),
        (
            "delete from audit_log where id in (3, 4, 6)",
            vec![1, 2, 5, 7, 8],
            serde_json::json!([[3, 4], [6, 6]]),
        ),
    ] {
        let mut conn = log_of_days(8).await;
        run(&mut conn, sql).await;
        assert!(!damage(&mut conn).await.is_empty(), "{sql}");
        assert_eq!(salvaged(&mut conn).await, (left, missing), "{sql}");
    }
}

#[tokio::test]
async fn salvage_keeps_the_entries_after_a_lost_archive() {
    for sql in [
        "update audit_archives set data = zeroblob(length(data))",
        "update audit_archives set last_hash = randomblob(32)",
        "update audit_archives set last_id = 1000",
        "delete from audit_archives",
    ] {
        let mut conn = log_of_days(40).await;
        audit::archive_old(&mut conn, at(130 * DAY)).await.unwrap();
        run(&mut conn, sql).await;
        let expected = ((32..=40).collect(), serde_json::json!([[1, 31]]));
        assert_eq!(salvaged(&mut conn).await, expected, "{sql}");
    }
}

/// The bar of the quality loop is 200 ms; a shared machine gets ten times as long.
#[tokio::test]
async fn a_hundred_thousand_entries_are_verified_fast() {
    let mut conn = novel().await;
    let mut tx = conn.begin().await.unwrap();
    for number in 0..100_000_i64 {
        log(&mut tx, Some((number % 50).into()), number).await;
    }
    tx.commit().await.unwrap();
    let mut took = Duration::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        assert_eq!(audit::check_all(&mut conn).await.unwrap().len(), 0);
        took = took.min(begun.elapsed());
    }
    assert!(took < Duration::from_secs(2), "{took:?}");
}
