//! What the models have cost.

use serde::{Deserialize, Serialize};
use wenfang_project::usage::{Spent, spent_since};
use wenfang_story::Timestamp;
use wenfang_usecase::Result;

use crate::Session;
use crate::models::Ceilings;

/// The periods to sum up.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct UsageSince {
    /// Start of the day in the author's time zone; no daily figure when absent.
    pub day: Option<Timestamp>,
    /// Start of the month in the author's time zone; the whole novel when absent.
    pub month: Option<Timestamp>,
}

/// Spending in two periods, with the ceilings.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct UsageSummary {
    pub day: Vec<Spent>,
    /// Since the start of the month, or in total.
    pub month: Vec<Spent>,
    pub ceilings: Ceilings,
}

/// Sums up spending in this novel.
pub async fn summary(session: &Session, request: UsageSince) -> Result<UsageSummary> {
    let mut tx = session.project.begin_read().await?;
    let day = match request.day {
        Some(day) => spent_since(&mut tx, day).await?,
        None => Vec::new(),
    };
    let month = spent_since(&mut tx, request.month.unwrap_or(Timestamp::from(0))).await?;
    Ok(UsageSummary { day, month, ceilings: session.models.settings().ceilings })
}
