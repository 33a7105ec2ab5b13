//! How much the models that a run asks may cost.

use std::future::Future;

use serde::Deserialize;
use wenfang_engine::{Context, Cost};
use wenfang_project::usage::spent_since;
use wenfang_project::workflows as rows;
use wenfang_story::Timestamp;

use super::hall::Hall;
use crate::completion::Estimated;
use crate::error::Result;

/// In the input of a run that began by itself: what all models may cost in thirty days.
pub(super) const OF_MONTH: &str = "ceiling";

/// In the input of a run that the author began: what models may cost from its beginning to its end.
pub(super) const OF_RUN: &str = "run_ceiling";

const MONTH: i64 = 30 * 24 * 60 * 60 * 1000;

/// Whether a step may ask a model: what was spent and what it takes are within the ceilings of its run. Requests that failed
/// were paid too, so everything counts that models cost in that time, whoever asked them.
pub(super) async fn may_ask<F>(context: &Context<Hall>, takes: impl FnOnce() -> F) -> Result<bool>
where
    F: Future<Output = Result<Estimated>>,
{
    let ceiling = |of: &str| Cost::deserialize(context.input.get(of)?).ok();
    let (of_month, of_run) = (ceiling(OF_MONTH), ceiling(OF_RUN));
    if of_month.is_none() && of_run.is_none() {
        return Ok(true);
    }
    let next = takes().await?.cost;
    let project = &context.host.room.project;
    let mut tx = project.begin_read().await?;
    let began = rows::require(&mut tx, context.run).await?.created_at;
    let month = project.now().get().saturating_sub(MONTH);
    for (ceiling, since) in [(of_month, month), (of_run, began)] {
        let Some(ceiling) = ceiling else { continue };
        let spent = spent_since(&mut tx, Timestamp::from(since)).await?;
        let paid = spent.iter().filter(|spent| spent.micros > 0);
        let paid = paid.map(|spent| (spent.currency.as_deref(), spent.micros));
        if !is_within(&ceiling, paid, next.as_ref().map(|next| (next.currency.as_str(), next.micros))) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether what was paid, and what comes next where that is known, is within a ceiling. What is paid in another currency cannot
/// be compared, so nothing is within then.
fn is_within<'a>(
    ceiling: &Cost,
    paid: impl Iterator<Item = (Option<&'a str>, u64)>,
    next: Option<(&'a str, u64)>,
) -> bool {
    let mut sum: u64 = 0;
    for (currency, micros) in paid.chain(next.map(|(currency, micros)| (Some(currency), micros))) {
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
