//! Spending ceilings of runs. Before each step its estimate is compared with what remains. Costs beyond the
//! estimate, for example of repeated requests after a malformed answer, are not prevented.

use std::future::Future;
use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;
use wenfang_engine::{Context, Cost};
use wenfang_project::usage::spent_since;
use wenfang_project::workflows as rows;
use wenfang_story::Timestamp;
use wenfang_usecase::Result;

use super::engine_host::EngineHost;
use crate::completion::Estimated;

/// Run input of triggered runs: the ceiling for all models in thirty days.
pub(super) const MONTHLY_CEILING: &str = "ceiling";

/// Run input of runs started by the author: the ceiling for the whole run.
pub(super) const RUN_CEILING: &str = "run_ceiling";

const MONTH_MS: i64 = 30 * 24 * 60 * 60 * 1000;

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
    F: Future<Output = Result<Estimated>>,
{
    let given = [
        (MONTHLY_CEILING, context.input.get(MONTHLY_CEILING)),
        (RUN_CEILING, context.input.get(RUN_CEILING)),
    ];
    if given.iter().all(|(_, ceiling)| ceiling.is_none()) {
        return Ok(Some(SpendingPermit { _turn: None }));
    }
    let turn = Arc::clone(&context.host.spending).lock_owned().await;
    let next = estimate().await?.cost;
    let project = &context.host.session.project;
    let mut tx = project.begin_read().await?;
    for (of, ceiling) in given {
        let Some(ceiling) = ceiling else { continue };
        // A ceiling that cannot be parsed allows nothing.
        let Ok(ceiling) = Cost::deserialize(ceiling) else { return Ok(None) };
        let since = match of {
            RUN_CEILING => rows::require(&mut tx, context.run).await?.created_at,
            _ => project.now().get().saturating_sub(MONTH_MS),
        };
        let spent = spent_since(&mut tx, Timestamp::from(since)).await?;
        let paid = spent.iter().map(|spent| (spent.currency.as_deref(), spent.micros));
        if !is_within(&ceiling, paid, next.as_ref().map(|next| (next.currency.as_str(), next.micros))) {
            return Ok(None);
        }
    }
    Ok(Some(SpendingPermit { _turn: Some(turn) }))
}

/// Whether past spending and the estimate of the next call, if known, are within a ceiling. Amounts in another
/// currency cannot be compared, so they exceed it.
fn is_within<'a>(
    ceiling: &Cost,
    paid: impl Iterator<Item = (Option<&'a str>, u64)>,
    next: Option<(&'a str, u64)>,
) -> bool {
    let mut sum: u64 = 0;
    let all = paid.chain(next.map(|(currency, micros)| (Some(currency), micros)));
    for (currency, micros) in all.filter(|(_, micros)| *micros > 0) {
        if currency != Some(ceiling.currency.as_str()) {
            return false;
        }
        sum = sum.saturating_add(micros);
    }
    // Without an estimate, something must remain for the call.
    if next.is_some() { sum <= ceiling.micros } else { sum < ceiling.micros }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spending_and_estimate_must_stay_within_the_ceiling() {
        let ceiling = Cost { currency: "CNY".to_owned(), micros: 100 };
        let is_within = |paid: &[(&'static str, u64)], next| {
            is_within(&ceiling, paid.iter().map(|(currency, micros)| (Some(*currency), *micros)), next)
        };
        assert!(is_within(&[], Some(("CNY", 100))));
        assert!(!is_within(&[("CNY", 1)], Some(("CNY", 100))));
        assert!(is_within(&[("CNY", 60), ("CNY", 39)], None));
        assert!(!is_within(&[("CNY", 60), ("CNY", 40)], None));
        assert!(!is_within(&[("USD", 1)], Some(("CNY", 1))));
        assert!(!is_within(&[], Some(("USD", 1))));
    }
}
