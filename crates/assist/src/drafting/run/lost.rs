//! Requests whose answer was lost with an earlier process: what they took is estimated.

use sqlx::SqliteConnection;
use wenfang_llm::chat::Parameters;
use wenfang_llm::providers::ProviderId;
use wenfang_llm::route::Target;
use wenfang_project::generations::{self, Generation};
use wenfang_project::usage::{self, Call};
use wenfang_story::generation::Tokens;
use wenfang_usecase::Result;

use super::call::{add_call, to_wire, wire_name};
use crate::Session;
use crate::drafting::generations::receipt_of;
use crate::drafting::prepare::agreement::cost;
use crate::drafting::prepare::task_of;

/// The outcome of a request whose process ended before the answer did.
const OUTCOME: &str = "lost";

/// Records the requests that were running when an earlier process ended, each once. A request counts as sent, with the
/// text received so far: a server bills what it read and wrote.
///
/// # Errors
/// Those of the project file.
pub(crate) async fn account_lost(session: &Session) -> Result<()> {
    if !session.project.is_writable() {
        return Ok(());
    }
    let mut tx = session.project.begin_read().await?;
    let mut lost = generations::running(&mut tx).await?;
    lost.retain(|one| !session.models.is_running(one.id) && !is_accounted(one));
    drop(tx);
    if lost.is_empty() {
        return Ok(());
    }
    let mut tx = session.project.begin_write().await?;
    for generation in lost {
        account(session, &mut tx, generation).await?;
    }
    Ok(tx.commit().await?)
}

fn is_accounted(generation: &Generation) -> bool {
    generation.record.requests.last().is_some_and(|last| last.outcome == OUTCOME)
}

async fn account(session: &Session, conn: &mut SqliteConnection, mut generation: Generation) -> Result<()> {
    let id = generation.id;
    // What an unreadable receipt sent is not known.
    let Ok(Some(receipt)) = receipt_of(conn, id).await else { return Ok(()) };
    let record = &mut generation.record;
    let Ok(provider) = ProviderId::new(&record.provider) else { return Ok(()) };
    if record.requests.is_empty() {
        // Those that were answered are in the record only at its end.
        usage::calls_of(conn, id).await?.iter().for_each(|call| add_call(record, call, String::new()));
    }
    let counter = session.models.counter(&provider, &record.model);
    // A later request sends the earlier answers again.
    let earlier = record.tokens.completion;
    let prompt = counter.count_messages(&to_wire(&receipt.messages)) as u64 + earlier;
    let written = counter.count(&generation.text) + counter.count(&generation.overflow);
    let completion = (written as u64).saturating_sub(earlier);
    let target = Target { provider, model: record.model.clone(), parameters: Parameters::default() };
    let call = Call {
        at: generation.created_at,
        generation: Some(id),
        task: wire_name(&task_of(record.act)),
        provider: record.provider.clone(),
        model: record.model.clone(),
        outcome: OUTCOME.to_owned(),
        tokens: Tokens { prompt, completion, cached: 0, estimated: true },
        cost: cost(&session.models.settings(), Some(&target), (prompt, completion)),
        first_token_ms: None,
        duration_ms: 0,
    };
    add_call(record, &call, String::new());
    usage::insert(conn, &call).await?;
    Ok(generations::update(conn, &generation).await?)
}
