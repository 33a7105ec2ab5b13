//! `usage_records`, `usage_months` and `response_cache`: the usage of model calls, and cached answers.
//!
//! They are auxiliary: the novel is complete without them. Old records are summed up by month, so that totals stay as
//! they were.

use serde::Serialize;
use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::generation::{Cost, Tokens};
use wenfang_story::{GenerationId, Timestamp};

use crate::error::Result;

/// A model call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub at: Timestamp,
    /// The generation it belongs to, if any.
    pub generation: Option<GenerationId>,
    /// The task of the call.
    pub task: String,
    pub provider: String,
    pub model: String,
    /// `ok`, `cancelled` if the program ended it, or the kind of failure.
    pub outcome: String,
    /// The tokens used.
    pub tokens: Tokens,
    /// The cost, if the price is known.
    pub cost: Option<Cost>,
    /// Time to the first token, in milliseconds.
    pub first_token_ms: Option<u64>,
    /// Total time, in milliseconds.
    pub duration_ms: u64,
}

fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn amount(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// Stores a call.
pub async fn insert(conn: &mut SqliteConnection, call: &Call) -> Result<()> {
    sqlx::query(
        "insert into usage_records
             (at, generation_id, task, provider, model, outcome, prompt_tokens, completion_tokens, cached_tokens,
              estimated, currency, cost_micros, first_token_ms, duration_ms)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(call.at.get())
    .bind(call.generation.map(GenerationId::get))
    .bind(&call.task)
    .bind(&call.provider)
    .bind(&call.model)
    .bind(&call.outcome)
    .bind(column(call.tokens.prompt))
    .bind(column(call.tokens.completion))
    .bind(column(call.tokens.cached))
    .bind(call.tokens.estimated)
    .bind(call.cost.as_ref().map(|cost| cost.currency.as_str()))
    .bind(call.cost.as_ref().map(|cost| column(cost.micros)))
    .bind(call.first_token_ms.map(column))
    .bind(column(call.duration_ms))
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

#[derive(FromRow)]
struct CallRow {
    at: i64,
    task: String,
    provider: String,
    model: String,
    outcome: String,
    prompt_tokens: i64,
    completion_tokens: i64,
    cached_tokens: i64,
    estimated: bool,
    currency: Option<String>,
    cost_micros: Option<i64>,
    first_token_ms: Option<i64>,
    duration_ms: i64,
}

/// The calls of a generation in their order, without those that were summed up.
pub async fn calls_of(conn: &mut SqliteConnection, generation: GenerationId) -> Result<Vec<Call>> {
    let rows: Vec<CallRow> = sqlx::query_as(
        "select at, task, provider, model, outcome, prompt_tokens, completion_tokens, cached_tokens, estimated,
             currency, cost_micros, first_token_ms, duration_ms
         from usage_records where generation_id = ? order by id",
    )
    .bind(generation.get())
    .fetch_all(conn)
    .await?;
    let call = |row: CallRow| Call {
        at: row.at.into(),
        generation: Some(generation),
        task: row.task,
        provider: row.provider,
        model: row.model,
        outcome: row.outcome,
        tokens: Tokens {
            prompt: amount(row.prompt_tokens),
            completion: amount(row.completion_tokens),
            cached: amount(row.cached_tokens),
            estimated: row.estimated,
        },
        cost: row
            .currency
            .zip(row.cost_micros)
            .map(|(currency, micros)| Cost { currency, micros: amount(micros) }),
        first_token_ms: row.first_token_ms.map(amount),
        duration_ms: amount(row.duration_ms),
    };
    Ok(rows.into_iter().map(call).collect())
}

/// The total usage of a group of calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Spent {
    pub provider: String,
    pub model: String,
    pub task: String,
    /// The currency of `micros`; `None` if the price is unknown.
    pub currency: Option<String>,
    #[ts(type = "number")]
    pub calls: u64,
    /// Number of failed calls; excludes calls that the length gate or the author ended.
    #[ts(type = "number")]
    pub failed: u64,
    pub tokens: Tokens,
    /// Cost in millionths of the currency's unit.
    #[ts(type = "number")]
    pub micros: u64,
}

#[derive(FromRow)]
struct SpentRow {
    provider: String,
    model: String,
    task: String,
    currency: Option<String>,
    calls: i64,
    failed: i64,
    prompt: i64,
    completion: i64,
    cached: i64,
    estimated: bool,
    micros: i64,
}

/// The usage since a time, by provider, model, task and currency, most expensive first. A month that was summed up
/// counts if it began since then.
pub async fn spent_since(conn: &mut SqliteConnection, since: Timestamp) -> Result<Vec<Spent>> {
    let rows: Vec<SpentRow> = sqlx::query_as(
        "select provider, model, task, currency, sum(calls) as calls, sum(failed) as failed, sum(prompt) as prompt,
             sum(completion) as completion, sum(cached) as cached, max(estimated) as estimated, sum(micros) as micros
         from (
             select provider, model, task, currency, 1 as calls, outcome not in ('ok', 'cancelled') as failed,
                 prompt_tokens as prompt, completion_tokens as completion, cached_tokens as cached, estimated,
                 coalesce(cost_micros, 0) as micros
             from usage_records where at >= ?1
             union all
             select provider, model, task, currency, calls, failed, prompt_tokens, completion_tokens, cached_tokens,
                 estimated, cost_micros
             from usage_months where starts_at >= ?1)
         group by provider, model, task, currency
         order by micros desc, calls desc, provider, model, task",
    )
    .bind(since.get())
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Spent {
            provider: row.provider,
            model: row.model,
            task: row.task,
            currency: row.currency,
            calls: amount(row.calls),
            failed: amount(row.failed),
            tokens: Tokens {
                prompt: amount(row.prompt),
                completion: amount(row.completion),
                cached: amount(row.cached),
                estimated: row.estimated,
            },
            micros: amount(row.micros),
        })
        .collect())
}

/// The start of the month of a time, in UTC ms; null for a time that SQLite does not know. The argument is a column.
macro_rules! month_of {
    ($at:literal) => {
        concat!("1000 * cast(strftime('%s', ", $at, " / 1000, 'unixepoch', 'start of month') as integer)")
    };
}

/// Replaces the records of whole months (UTC) before `before` with their sums. Returns the number of records.
pub async fn sum_up_before(conn: &mut SqliteConnection, before: Timestamp) -> Result<u64> {
    let until: Option<i64> = sqlx::query_scalar(concat!("select ", month_of!("?")))
        .bind(before.get())
        .fetch_one(&mut *conn)
        .await?;
    let Some(until) = until else { return Ok(0) };
    sqlx::query(concat!(
        "insert into usage_months (starts_at, provider, model, task, currency, calls, failed, prompt_tokens,
             completion_tokens, cached_tokens, estimated, cost_micros)
         select ",
        month_of!("at"),
        " as month, provider, model, task, currency, count(*), sum(outcome not in ('ok', 'cancelled')),
             sum(prompt_tokens), sum(completion_tokens), sum(cached_tokens), max(estimated),
             coalesce(sum(cost_micros), 0)
         from usage_records where at < ? group by month, provider, model, task, currency",
    ))
    .bind(until)
    .execute(&mut *conn)
    .await?;
    let deleted = sqlx::query("delete from usage_records where at < ?").bind(until).execute(conn).await?;
    Ok(deleted.rows_affected())
}

/// The cached answer to an identical request.
pub async fn cached_answer(conn: &mut SqliteConnection, request: &[u8; 32]) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("select answer from response_cache where request_hash = ?")
        .bind(request.as_slice())
        .fetch_optional(conn)
        .await?)
}

/// The number of cached answers: about 4 MB of them.
const MAX_ANSWERS: i64 = 500;

/// Caches an answer; the oldest ones beyond 500 are deleted.
pub async fn cache_answer(
    conn: &mut SqliteConnection,
    request: &[u8; 32],
    (answer, provider, model): (&str, &str, &str),
    now: Timestamp,
) -> Result<()> {
    sqlx::query(
        "insert into response_cache (request_hash, answer, provider, model, created_at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (request_hash) do update set answer = ?2, provider = ?3, model = ?4, created_at = ?5",
    )
    .bind(request.as_slice())
    .bind(answer)
    .bind(provider)
    .bind(model)
    .bind(now.get())
    .execute(&mut *conn)
    .await?
    .stored(1)?;
    sqlx::query(
        "delete from response_cache where request_hash in
           (select request_hash from response_cache order by created_at desc, request_hash limit -1 offset ?)",
    )
    .bind(MAX_ANSWERS)
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the answers that were cached before `before`. Returns their number.
pub async fn forget_answers(conn: &mut SqliteConnection, before: Timestamp) -> Result<u64> {
    let deleted = sqlx::query("delete from response_cache where created_at < ?")
        .bind(before.get())
        .execute(conn)
        .await?;
    Ok(deleted.rows_affected())
}
