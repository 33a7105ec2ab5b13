//! `finding_waivers`: the author's decisions to accept findings.
//!
//! A waiver belongs to a finding and stays with it when the finding moves. A waiver with item scope applies to
//! every finding with the same key.

use sqlx::SqliteConnection;
use wenfang_storage::new_id;
use wenfang_story::check::WaiverScope;
use wenfang_story::{FindingId, Timestamp, WaiverId};
use wenfang_text::ContentHash;

use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::findings::Finding;
use crate::row_hash::{number, row_hash};

/// The author's decision to accept a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    pub id: WaiverId,
    /// The finding that was waived.
    pub finding: FindingId,
    /// Its key at that time ([`wenfang_story::check::FindingRecord::key`]).
    pub key: ContentHash,
    /// Which findings it applies to.
    pub scope: WaiverScope,
    /// The author's reason.
    pub reason: String,
    pub at: Timestamp,
}

impl Waiver {
    /// Whether the waiver applies to a finding.
    pub fn holds_for(&self, finding: &Finding) -> bool {
        self.finding == finding.id || (self.scope == WaiverScope::Item && self.key == finding.key)
    }
}

fn guard((finding, key): (i64, &[u8]), (scope, reason): (&str, &str)) -> [u8; 8] {
    row_hash(&[&number(Some(finding)), key, scope.as_bytes(), reason.as_bytes()])
}

/// Waives a finding; replaces its previous waiver.
pub async fn put(
    conn: &mut SqliteConnection,
    finding: &Finding,
    (scope, reason): (WaiverScope, &str),
    now: Timestamp,
) -> Result<WaiverId> {
    let key = finding.key.as_bytes().as_slice();
    let inserted = sqlx::query_scalar(
        "insert into finding_waivers (finding_id, key, scope, reason, created_at, row_hash)
         values (?1, ?2, ?3, ?4, ?5, ?6)
         on conflict (finding_id) do update set
             key = excluded.key, scope = excluded.scope, reason = excluded.reason,
             created_at = excluded.created_at, row_hash = excluded.row_hash
         returning id",
    )
    .bind(finding.id.get())
    .bind(key)
    .bind(scope.as_str())
    .bind(reason)
    .bind(now.get())
    .bind(guard((finding.id.get(), key), (scope.as_str(), reason)).as_slice())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "finding_waivers", inserted).await?.into())
}

/// Deletes every waiver that applies to a finding. Returns their number.
pub async fn delete_for(conn: &mut SqliteConnection, finding: &Finding) -> Result<u64> {
    let done =
        sqlx::query("delete from finding_waivers where finding_id = ?1 or (scope = 'item' and key = ?2)")
            .bind(finding.id.get())
            .bind(finding.key.as_bytes().as_slice())
            .execute(conn)
            .await?;
    Ok(done.rows_affected())
}

type Row = (i64, i64, Vec<u8>, String, String, i64, Vec<u8>);

fn checked((id, finding, key, scope, reason, at, hash): Row) -> Result<Waiver> {
    let damaged = || Error::Damaged(Damage::Record { part: "waiver", id });
    if hash != guard((finding, &key), (&scope, &reason)) {
        return Err(damaged());
    }
    Ok(Waiver {
        id: id.into(),
        finding: finding.into(),
        key: ContentHash::from_bytes(&key).ok_or_else(damaged)?,
        scope: scope.parse().map_err(|_| damaged())?,
        reason,
        at: at.into(),
    })
}

/// Every waiver, by id.
pub async fn list(conn: &mut SqliteConnection) -> Result<Vec<Waiver>> {
    rows(conn).await?.into_iter().map(checked).collect()
}

async fn rows(conn: &mut SqliteConnection) -> Result<Vec<Row>> {
    Ok(sqlx::query_as(
        "select id, finding_id, key, scope, reason, created_at, row_hash from finding_waivers order by id",
    )
    .fetch_all(conn)
    .await?)
}

/// Reads every waiver and returns the result for each.
pub(crate) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    Ok(rows(conn).await?.into_iter().map(|row| checked(row).map(|_| ())).collect())
}

#[cfg(test)]
mod tests {
    use wenfang_story::check::Rule;

    use super::*;
    use crate::findings::tests::{at, finding, with_scene};
    use crate::findings::{insert, list_gone_and_waived, mark_gone, require};

    async fn three(conn: &mut SqliteConnection) -> [Finding; 3] {
        let mut findings = Vec::new();
        for quote in ["，，", "，，", "。。"] {
            let id = insert(conn, &finding(Rule::Punctuation, quote), at(1)).await.unwrap();
            findings.push(require(conn, id).await.unwrap());
        }
        findings.try_into().unwrap()
    }

    #[tokio::test]
    async fn an_item_waiver_covers_every_finding_of_its_key() {
        let mut conn = with_scene().await;
        let [one, same, other] = three(&mut conn).await;
        put(&mut conn, &one, (WaiverScope::Item, "对联"), at(3)).await.unwrap();
        let waiver = list(&mut conn).await.unwrap().remove(0);
        assert!(waiver.holds_for(&one) && waiver.holds_for(&same) && !waiver.holds_for(&other));
        assert_eq!((waiver.reason.as_str(), waiver.at), ("对联", at(3)));

        // Waived again, this time for this finding only.
        let again = put(&mut conn, &one, (WaiverScope::Once, ""), at(4)).await.unwrap();
        let waivers = list(&mut conn).await.unwrap();
        assert_eq!((waivers.len(), waivers[0].id, again), (1, waiver.id, waiver.id));
        assert!(waivers[0].holds_for(&one) && !waivers[0].holds_for(&same));
    }

    #[tokio::test]
    async fn deleting_removes_every_waiver_that_applies() {
        let mut conn = with_scene().await;
        let [one, same, other] = three(&mut conn).await;
        put(&mut conn, &one, (WaiverScope::Item, ""), at(3)).await.unwrap();
        put(&mut conn, &other, (WaiverScope::Intended, "有意"), at(3)).await.unwrap();
        assert_eq!(delete_for(&mut conn, &same).await.unwrap(), 1);
        let remaining = list(&mut conn).await.unwrap();
        assert_eq!((remaining.len(), remaining[0].finding), (1, other.id));
    }

    #[tokio::test]
    async fn gone_and_waived_findings_are_listed() {
        let mut conn = with_scene().await;
        let [one, same, other] = three(&mut conn).await;
        put(&mut conn, &one, (WaiverScope::Once, ""), at(3)).await.unwrap();
        put(&mut conn, &other, (WaiverScope::Once, ""), at(3)).await.unwrap();
        for gone in [&one, &same] {
            mark_gone(&mut conn, gone).await.unwrap();
        }
        let here = (7.into(), Rule::Punctuation);
        let found = list_gone_and_waived(&mut conn, here).await.unwrap();
        assert_eq!(found.iter().map(|found| found.id).collect::<Vec<_>>(), [one.id]);
        assert_eq!(list_gone_and_waived(&mut conn, (7.into(), Rule::Length)).await.unwrap(), []);
    }

    #[tokio::test]
    async fn an_intended_waiver_needs_a_reason() {
        let mut conn = with_scene().await;
        let [one, ..] = three(&mut conn).await;
        assert!(put(&mut conn, &one, (WaiverScope::Intended, ""), at(3)).await.is_err());
    }

    #[tokio::test]
    async fn a_changed_waiver_is_reported_as_damage() {
        let mut conn = with_scene().await;
        let [one, ..] = three(&mut conn).await;
        put(&mut conn, &one, (WaiverScope::Once, "甲"), at(3)).await.unwrap();
        sqlx::query("update finding_waivers set reason = '乙'").execute(&mut conn).await.unwrap();
        assert!(matches!(list(&mut conn).await, Err(Error::Damaged(_))));
        assert!(check_all(&mut conn).await.unwrap()[0].is_err());
    }
}
