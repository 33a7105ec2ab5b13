//! Spending ceilings of runs. Before each step its estimate is compared with what remains. Costs beyond the
//! estimate, for example of repeated requests after a malformed answer, are not prevented.

use std::future::Future;
use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;
use wenfang_engine::Context;
use wenfang_project::workflows as rows;
use wenfang_story::Timestamp;
use wenfang_story::generation::Cost;
use wenfang_usecase::Result;

use super::engine_host::EngineHost;
use crate::spending::{OtherCurrencies, Spent, month_before};

/// Run input of triggered runs: the ceiling for all models in thirty days.
pub(super) const MONTHLY_CEILING: &str = "ceiling";

/// Run input of runs started by the author: the ceiling for the whole run.
pub(super) const RUN_CEILING: &str = "run_ceiling";

/// Permission to call a model, held until the answer has arrived and its cost is recorded. Under a ceiling only
/// one step at a time may call a model.
pub(super) struct SpendingPermit {
    _turn: Option<OwnedMutexGuard<()>>,
}

/// Grants permission to call a model if past spending and the step's estimate are within the run's ceilings;
/// none otherwise. All spending on models in the period counts, including other callers and failed requests.
pub(super) async fn permit<F>(
    context: &Context<EngineHost>,
    estimate: impl FnOnce() -> F,
) -> Result<Option<SpendingPermit>>
where
    F: Future<Output = Result<Option<Cost>>>,
{
    let given = [
        (MONTHLY_CEILING, context.input.get(MONTHLY_CEILING)),
        (RUN_CEILING, context.input.get(RUN_CEILING)),
    ];
    if given.iter().all(|(_, ceiling)| ceiling.is_none()) {
        return Ok(Some(SpendingPermit { _turn: None }));
    }
    let turn = Arc::clone(&context.host.spending).lock_owned().await;
    let next = estimate().await?;
    let project = &context.host.session.project;
    let mut tx = project.begin_read().await?;
    for (of, ceiling) in given {
        let Some(ceiling) = ceiling else { continue };
        // A ceiling that cannot be parsed allows nothing.
        let Ok(ceiling) = Cost::deserialize(ceiling) else { return Ok(None) };
        let since = match of {
            RUN_CEILING => Timestamp::from(rows::require(&mut tx, context.run).await?.created_at),
            _ => month_before(project.now()),
        };
        let spent = Spent::since(&mut tx, since, &ceiling).await?;
        if !spent.allows(&ceiling, next.as_ref(), OtherCurrencies::Exceed) {
            return Ok(None);
        }
    }
    Ok(Some(SpendingPermit { _turn: Some(turn) }))
}
