//! `text_fetches`: how texts were read that did not come from memory or the file at the first try.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::new_id;
use wenfang_story::mend::{FetchSource, QcCode};
use wenfang_story::{MendSessionId, Timestamp};
use wenfang_text::ContentHash;

use super::damaged;
use crate::error::Result;
use crate::row_hash::{number, row_hash};

const PART: &str = "fetch";

/// A try to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetch {
    pub session: MendSessionId,
    /// The text that was wanted.
    pub text: ContentHash,
    pub source: FetchSource,
    /// From 1 for each text and source.
    pub attempt: u32,
    /// Whether the text came.
    pub succeeded: bool,
    pub qc: Option<QcCode>,
    /// Milliseconds that it took.
    pub latency_ms: u64,
    /// The excerpt that was used.
    pub excerpt: Option<Excerpt>,
    /// Where in the source it was found, such as the file name of a backup.
    pub source_key: Option<String>,
    pub at: Timestamp,
}

/// An excerpt of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub hash: ContentHash,
    /// Its length in characters.
    pub chars: u32,
}

impl Fetch {
    fn result(&self) -> &'static str {
        if self.succeeded { "success" } else { "failure" }
    }

    fn latency(&self) -> i64 {
        i64::try_from(self.latency_ms).unwrap_or(i64::MAX)
    }

    fn guard(&self) -> [u8; 8] {
        let [session, attempt, latency, chars, at] = [
            Some(self.session.get()),
            Some(self.attempt.into()),
            Some(self.latency()),
            self.excerpt.map(|excerpt| excerpt.chars.into()),
            Some(self.at.get()),
        ]
        .map(number);
        let [source, result, qc, key] = [
            self.source.as_str(),
            self.result(),
            self.qc.map_or("", QcCode::as_str),
            self.source_key.as_deref().unwrap_or_default(),
        ]
        .map(str::as_bytes);
        let excerpt = self.excerpt.map_or([0; 32], |excerpt| *excerpt.hash.as_bytes());
        let text = self.text.as_bytes();
        row_hash(&[&session, text, source, &attempt, result, qc, &latency, &excerpt, &chars, key, &at])
    }
}

/// Appends a try. It changes nothing of the session.
pub async fn insert(conn: &mut SqliteConnection, fetch: &Fetch) -> Result<i64> {
    let inserted = sqlx::query_scalar(
        "insert into text_fetches (session_id, text_hash, source, attempt, result, qc, latency_ms, excerpt_hash,
             excerpt_length, source_key, row_hash, at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id",
    )
    .bind(fetch.session.get())
    .bind(fetch.text.as_bytes().as_slice())
    .bind(fetch.source.as_str())
    .bind(fetch.attempt)
    .bind(fetch.result())
    .bind(fetch.qc.map(QcCode::as_str))
    .bind(fetch.latency())
    .bind(fetch.excerpt.as_ref().map(|excerpt| excerpt.hash.as_bytes().as_slice()))
    .bind(fetch.excerpt.map(|excerpt| excerpt.chars))
    .bind(fetch.source_key.as_deref())
    .bind(fetch.guard().as_slice())
    .bind(fetch.at.get())
    .fetch_one(&mut *conn)
    .await;
    Ok(new_id(conn, "text_fetches", inserted).await?)
}

#[derive(FromRow)]
struct Row {
    id: i64,
    session_id: i64,
    text_hash: Vec<u8>,
    source: String,
    attempt: i64,
    result: String,
    qc: Option<String>,
    latency_ms: i64,
    excerpt_hash: Option<Vec<u8>>,
    excerpt_length: Option<i64>,
    source_key: Option<String>,
    row_hash: Vec<u8>,
    at: i64,
}

impl Row {
    fn fetch(&self) -> Option<Fetch> {
        let excerpt = match (&self.excerpt_hash, self.excerpt_length) {
            (Some(hash), Some(chars)) => {
                Some(Excerpt { hash: ContentHash::from_bytes(hash)?, chars: u32::try_from(chars).ok()? })
            }
            _ => None,
        };
        Some(Fetch {
            session: self.session_id.into(),
            text: ContentHash::from_bytes(&self.text_hash)?,
            source: self.source.parse().ok()?,
            attempt: u32::try_from(self.attempt).ok()?,
            succeeded: self.result == "success",
            qc: self.qc.as_deref().map(str::parse).transpose().ok()?,
            latency_ms: u64::try_from(self.latency_ms).ok()?,
            excerpt,
            source_key: self.source_key.clone(),
            at: self.at.into(),
        })
    }
}

fn checked(row: &Row) -> Result<Fetch> {
    let fetch = row.fetch().filter(|fetch| row.row_hash == fetch.guard());
    fetch.ok_or_else(|| damaged(PART, row.id))
}

/// The tries of a session, in order.
pub async fn list(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<Fetch>> {
    let rows: Vec<Row> = sqlx::query_as("select * from text_fetches where session_id = ? order by id")
        .bind(session.get())
        .fetch_all(conn)
        .await?;
    rows.iter().map(checked).collect()
}

/// Reads every try and returns the result for each.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as("select * from text_fetches order by id").fetch_all(conn).await?;
    Ok(rows.iter().map(|row| checked(row).map(|_| ())).collect())
}
