//! How much the models that a run asks may cost. Before each step its estimate is held against what is left; what a single step
//! costs beyond its estimate, as by asking again for an answer in the wrong form, is not held back.

use std::future::Future;
use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;
use wenfang_engine::{Context, Cost};
use wenfang_project::usage::spent_since;
use wenfang_project::workflows as rows;
use wenfang_story::Timestamp;

use super::engine_host::EngineHost;
use crate::completion::Estimated;
use crate::error::Result;

/// In the input of a run that began by itself: what all models may cost in thirty days.
pub(super) const OF_MONTH: &str = "ceiling";

/// In the input of a run that the author began: what models may cost from its beginning to its end.
pub(super) const OF_RUN: &str = "run_ceiling";

const MONTH: i64 = 30 * 24 * 60 * 60 * 1000;

/// Leave to ask a model. It is kept until the answer has come and its cost is recorded: with a ceiling, one step at a time asks.
pub(super) struct SpendingPermit {
    _turn: Option<OwnedMutexGuard<()>>,
}

/// Gives a step leave to ask a model, when what was spent and what the step takes by estimate are within the ceilings of its
/// run; none otherwise. Everything counts that models cost in that time, whoever asked them: requests that failed were paid too.
pub(super) async fn leave<F>(
    context: &Context<EngineHost>,
    takes: impl FnOnce() -> F,
) -> Result<Option<SpendingPermit>>
where
    F: Future<Output = Result<Estimated>>,
{
    let given = [(OF_MONTH, context.input.get(OF_MONTH)), (OF_RUN, context.input.get(OF_RUN))];
    if given.iter().all(|(_, ceiling)| ceiling.is_none()) {
        return Ok(Some(SpendingPermit { _turn: None }));
    }
    let turn = Arc::clone(&context.host.spending).lock_owned().await;
    let next = takes().await?.cost;
    let project = &context.host.session.project;
    let mut tx = project.begin_read().await?;
    for (of, ceiling) in given {
        let Some(ceiling) = ceiling else { continue };
        // A ceiling that cannot be read allows nothing.
        let Ok(ceiling) = Cost::deserialize(ceiling) else { return Ok(None) };
        let since = match of {
            OF_RUN => rows::require(&mut tx, context.run).await?.created_at,
            _ => project.now().get().saturating_sub(MONTH),
        };
        let spent = spent_since(&mut tx, Timestamp::from(since)).await?;
        let paid = spent.iter().map(|spent| (spent.currency.as_deref(), spent.micros));
        if !is_within(&ceiling, paid, next.as_ref().map(|next| (next.currency.as_str(), next.micros))) {
            return Ok(None);
        }
    }
    Ok(Some(SpendingPermit { _turn: Some(turn) }))
}

/// Whether what was paid, and what comes next where that is known, is within a ceiling. What is paid in another currency cannot
/// be compared, so nothing is within then.
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
    // Without a price of what comes next, something has to be left for it.
    if next.is_some() { sum <= ceiling.micros } else { sum < ceiling.micros }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paid_and_what_comes_next_is_within_the_ceiling() {
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
