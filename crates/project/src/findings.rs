//! `findings`: possible problems in the text.
//!
//! A finding that is gone keeps its row: if it returns, it keeps its id, and its waivers still apply. Findings are
//! not part of checkpoints; the next check recomputes them.

use sqlx::SqliteConnection;
use wenfang_storage::{Outcome, new_id};
use wenfang_story::check::{FindingRecord, FindingState, Rule};
use wenfang_story::{FindingId, Record, SceneId, Timestamp};
use wenfang_text::ContentHash;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::row_hash;

const KIND: &str = "finding";

/// A finding and its current state.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub id: FindingId,
    /// Identifies the finding regardless of its position ([`FindingRecord::key`]).
    pub key: ContentHash,
    /// Whether the last check reported it.
    pub state: FindingState,
    pub record: FindingRecord,
    /// When it was first reported.
    pub found_at: Timestamp,
    /// When it was last reported.
    pub last_seen_at: Timestamp,
}

fn guard(key: &[u8], state: &str, record: &str) -> [u8; 8] {
    row_hash(&[key, state.as_bytes(), record.as_bytes()])
}

type Row = (i64, Vec<u8>, String, String, Vec<u8>, i64, i64);

fn checked((id, key, state, record, hash, found_at, last_seen_at): Row) -> Result<Finding> {
    let damaged = || Error::Damaged(Damage::Record { part: KIND, id });
    if hash != guard(&key, &state, &record) {
        return Err(damaged());
    }
    Ok(Finding {
        id: id.into(),
        key: ContentHash::from_bytes(&key).ok_or_else(damaged)?,
        state: state.parse().map_err(|_| damaged())?,
        record: serde_json::from_str(&record).map_err(|_| damaged())?,
        found_at: found_at.into(),
        last_seen_at: last_seen_at.into(),
    })
}

/// A query for all columns of findings.
fn select(rest: &'static str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!(
        "select id, key, state, record, row_hash, found_at, last_seen_at from findings {rest}"
    ))
}

/// Adds a finding.
pub async fn insert(
    conn: &mut SqliteConnection,
    record: &FindingRecord,
    now: Timestamp,
) -> Result<FindingId> {
    let (key, form, open) = (record.key(), record.canonical(), FindingState::Open.as_str());
    let inserted = sqlx::query_scalar(
        "insert into findings (key, state, record, row_hash, found_at, last_seen_at)
         values (?1, ?2, ?3, ?4, ?5, ?5) returning id",
    )
    .bind(key.as_bytes().as_slice())
    .bind(open)
    .bind(&form)
    .bind(guard(key.as_bytes(), open, &form).as_slice())
    .bind(now.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "findings", inserted).await?.into())
}

/// Records that a finding was reported again, as `record`.
///
/// # Errors
/// [`Error::NoPart`].
pub async fn found_again(
    conn: &mut SqliteConnection,
    id: FindingId,
    record: &FindingRecord,
    now: Timestamp,
) -> Result<()> {
    let (key, form, open) = (record.key(), record.canonical(), FindingState::Open.as_str());
    let done = sqlx::query(
        "update findings set key = ?, state = ?, record = ?, row_hash = ?, last_seen_at = ? where id = ?",
    )
    .bind(key.as_bytes().as_slice())
    .bind(open)
    .bind(&form)
    .bind(guard(key.as_bytes(), open, &form).as_slice())
    .bind(now.get())
    .bind(id.get())
    .execute(conn)
    .await?;
    if done.rows_affected() == 0 { Err(Error::NoPart { kind: KIND, id: id.get() }) } else { Ok(()) }
}

/// Records that a run of a model did not report a finding whose words are unchanged.
pub async fn mark_missed(conn: &mut SqliteConnection, finding: &Finding) -> Result<()> {
    let record = FindingRecord { missed: true, ..finding.record.clone() };
    let (form, open) = (record.canonical(), FindingState::Open.as_str());
    sqlx::query("update findings set record = ?, row_hash = ? where id = ?")
        .bind(&form)
        .bind(guard(finding.key.as_bytes(), open, &form).as_slice())
        .bind(finding.id.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// Records that a finding is no longer reported.
pub async fn mark_gone(conn: &mut SqliteConnection, finding: &Finding) -> Result<()> {
    let (form, gone) = (finding.record.canonical(), FindingState::Gone.as_str());
    sqlx::query("update findings set state = ?, record = ?, row_hash = ? where id = ?")
        .bind(gone)
        .bind(&form)
        .bind(guard(finding.key.as_bytes(), gone, &form).as_slice())
        .bind(finding.id.get())
        .execute(conn)
        .await?
        .stored(1)?;
    Ok(())
}

/// Reads a finding.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`].
pub async fn require(conn: &mut SqliteConnection, id: FindingId) -> Result<Finding> {
    let row: Option<Row> = sqlx::query_as(select("where id = ?")).bind(id.get()).fetch_optional(conn).await?;
    checked(row.ok_or(Error::NoPart { kind: KIND, id: id.get() })?)
}

/// Every open finding, by id.
pub async fn list_open(conn: &mut SqliteConnection) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(select("where state = 'open' order by id")).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// The open findings with a passage in a scene, by id.
pub async fn list_open_by_scene(conn: &mut SqliteConnection, scene: SceneId) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(select("where scene_id = ? and state = 'open' order by id"))
        .bind(scene.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The open findings of a rule, by id.
pub async fn list_open_by_rule(conn: &mut SqliteConnection, rule: Rule) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(select("where rule = ? and state = 'open' order by id"))
        .bind(rule.as_str())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// Every finding with a key, open or gone, most recently seen first.
pub async fn list_by_key(conn: &mut SqliteConnection, key: ContentHash) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(select("where key = ? order by last_seen_at desc, id desc"))
        .bind(key.as_bytes().as_slice())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

/// The findings of a rule that are gone from a scene and have waivers, most recently seen first.
pub async fn list_gone_and_waived(
    conn: &mut SqliteConnection,
    (scene, rule): (SceneId, Rule),
) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(select(
        "where scene_id = ? and state = 'gone' and rule = ?
             and id in (select finding_id from finding_waivers)
         order by last_seen_at desc, id desc",
    ))
    .bind(scene.get())
    .bind(rule.as_str())
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(checked).collect()
}

/// Reads every finding and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by id")).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use sqlx::Connection;
    use wenfang_story::canon::Evidence;
    use wenfang_story::check::{FoundBy, Severity};
    use wenfang_text::CharRange;

    use super::*;
    use crate::schema::MIGRATIONS;
    use wenfang_storage::schema::apply;

    pub(crate) async fn with_scene() -> SqliteConnection {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, MIGRATIONS).await.unwrap();
        // These tests need no real scene, only an id.
        sqlx::raw_sql("pragma foreign_keys = off").execute(&mut conn).await.unwrap();
        conn
    }

    pub(crate) fn finding(rule: Rule, quote: &str) -> FindingRecord {
        FindingRecord {
            rule,
            severity: Severity::Low,
            evidence: vec![Evidence {
                scene: 7.into(),
                version: 2.into(),
                range: CharRange::new(0, quote.chars().count()),
                quote: quote.to_owned(),
            }],
            against: None,
            expected: String::new(),
            found: quote.to_owned(),
            replacement: None,
            confidence: 0.9,
            found_by: FoundBy::Rule,
            missed: false,
        }
    }

    pub(crate) fn at(millis: i64) -> Timestamp {
        Timestamp::from(millis)
    }

    #[tokio::test]
    async fn a_finding_that_comes_back_keeps_its_id() {
        let mut conn = with_scene().await;
        let record = finding(Rule::Punctuation, "，，");
        let id = insert(&mut conn, &record, at(5)).await.unwrap();
        let found = require(&mut conn, id).await.unwrap();
        assert_eq!((found.state, found.key, found.found_at), (FindingState::Open, record.key(), at(5)));
        mark_gone(&mut conn, &found).await.unwrap();
        assert_eq!(list_open(&mut conn).await.unwrap(), []);
        assert_eq!(list_by_key(&mut conn, record.key()).await.unwrap()[0].state, FindingState::Gone);

        let changed = FindingRecord { found: "。。".into(), ..record.clone() };
        found_again(&mut conn, id, &changed, at(9)).await.unwrap();
        let back = &list_open_by_scene(&mut conn, 7.into()).await.unwrap()[0];
        assert_eq!((back.id, back.found_at, back.last_seen_at), (id, at(5), at(9)));
        assert_eq!(back.record, changed);
    }

    #[tokio::test]
    async fn findings_are_listed_by_scene_and_by_rule() {
        let mut conn = with_scene().await;
        insert(&mut conn, &finding(Rule::Punctuation, "，，"), at(1)).await.unwrap();
        insert(&mut conn, &finding(Rule::Openings, "他"), at(1)).await.unwrap();
        assert_eq!(list_open_by_scene(&mut conn, 7.into()).await.unwrap().len(), 2);
        assert_eq!(list_open_by_scene(&mut conn, 8.into()).await.unwrap().len(), 0);
        assert_eq!(list_open_by_rule(&mut conn, Rule::Openings).await.unwrap().len(), 1);
        assert_eq!(list_open_by_rule(&mut conn, Rule::Length).await.unwrap().len(), 0);
    }

    #[tokio::test]
    async fn a_changed_row_is_reported_as_damage() {
        for change in ["state = 'gone'", "record = json_set(record, '$.found', '。')", "key = randomblob(32)"]
        {
            let mut conn = with_scene().await;
            let id = insert(&mut conn, &finding(Rule::Punctuation, "，，"), at(1)).await.unwrap();
            let sql = sqlx::AssertSqlSafe(format!("update findings set {change}"));
            sqlx::query(sql).execute(&mut conn).await.unwrap();
            assert!(matches!(require(&mut conn, id).await, Err(Error::Damaged(_))), "{change}");
            assert!(check_all(&mut conn).await.unwrap()[0].is_err(), "{change}");
        }
    }
}
