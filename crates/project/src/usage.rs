//! `usage_records`, `response_cache`: what calls of models took, and answers that need no second call.
//!
//! Both are logs: the novel is whole without them.

use serde::Serialize;
use sqlx::{FromRow, SqliteConnection};
use wenfang_story::generation::{Cost, Tokens};
use wenfang_story::{GenerationId, Timestamp};

use crate::error::Result;
use crate::stored::Outcome;

/// A call of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// When it was made.
    pub at: Timestamp,
    /// For which generation.
    pub generation: Option<GenerationId>,
    /// What for.
    pub task: String,
    /// Who was asked.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// `ok`, `cancelled` where it was ended here, or what went wrong.
    pub outcome: String,
    /// What it took.
    pub tokens: Tokens,
    /// What it cost, where the price is known.
    pub cost: Option<Cost>,
    /// Until the first token.
    pub first_token_ms: Option<u64>,
    /// In all.
    pub duration_ms: u64,
}

fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn amount(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// Notes a call.
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
    .stored(1)
}

/// What calls took together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Spent {
    /// Who was asked.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// What for.
    pub task: String,
    /// The currency of `micros`; none where the price is not known.
    pub currency: Option<String>,
    /// How many calls.
    #[ts(type = "number")]
    pub calls: u64,
    /// How many of them failed: not those that were ended here, by the length gate or the author.
    #[ts(type = "number")]
    pub failed: u64,
    /// Tokens.
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

/// What was spent since a time, by provider, model, task and currency, the dearest first.
pub async fn spent_since(conn: &mut SqliteConnection, since: Timestamp) -> Result<Vec<Spent>> {
    let rows: Vec<SpentRow> = sqlx::query_as(
        "select provider, model, task, currency, count(*) as calls, sum(outcome not in ('ok', 'cancelled')) as failed,
                sum(prompt_tokens) as prompt, sum(completion_tokens) as completion, sum(cached_tokens) as cached,
                max(estimated) as estimated, coalesce(sum(cost_micros), 0) as micros
         from usage_records where at >= ? group by provider, model, task, currency
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

/// An answer that was given before to the very same request.
pub async fn cached_answer(conn: &mut SqliteConnection, request: &[u8; 32]) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("select answer from response_cache where request_hash = ?")
        .bind(request.as_slice())
        .fetch_optional(conn)
        .await?)
}

/// Keeps an answer.
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
    .execute(conn)
    .await?
    .stored(1)
}

/// Forgets every kept answer; gives how many there were.
pub async fn forget_answers(conn: &mut SqliteConnection) -> Result<u64> {
    Ok(sqlx::query("delete from response_cache").execute(conn).await?.rows_affected())
}
