//! What was spent.

use serde::{Deserialize, Serialize};
use wenfang_project::usage::{Spent, spent_since};
use wenfang_story::Timestamp;

use super::Session;
use crate::error::Result;
use crate::models::Ceilings;

/// Since when.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct UsageSince {
    /// The beginning of the day, by the author's clock; nothing is told of the day when absent.
    pub day: Option<Timestamp>,
    /// The beginning of the month, by the author's clock; the whole novel when absent.
    pub month: Option<Timestamp>,
}

/// What was spent.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct UsageSummary {
    /// Since the beginning of the day.
    pub day: Vec<Spent>,
    /// Since the beginning of the month, or in all.
    pub month: Vec<Spent>,
    /// The most that may be spent.
    pub ceilings: Ceilings,
}

/// Says what was spent in this novel.
pub async fn summary(session: &Session, request: UsageSince) -> Result<UsageSummary> {
    let mut tx = session.project.begin_read().await?;
    let day = match request.day {
        Some(day) => spent_since(&mut tx, day).await?,
        None => Vec::new(),
    };
    let month = spent_since(&mut tx, request.month.unwrap_or(Timestamp::from(0))).await?;
    Ok(UsageSummary { day, month, ceilings: session.models.settings().ceilings })
}
