//! Which model does which task.
//!
//! Same rules, same task, same choice: no clock, no chance, no state. Whether a chosen provider exists is the caller's
//! to check; who is asked after a failure is [`crate::retry`]'s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chat::Parameters;
use crate::providers::ProviderId;

/// What a model is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Writing a scene.
    Draft,
    /// Rewriting, expanding, compressing, polishing.
    Rewrite,
    /// Summaries of scenes, chapters, books.
    Summarize,
    /// Reading entities, relations and facts out of text.
    Extract,
    /// Looking for contradictions.
    Check,
    /// Outlines and scene cards.
    Plan,
    /// Search queries for a scene's memory.
    Retrieve,
    /// Titles.
    Title,
}

impl Task {
    /// Every task, in a fixed order.
    pub const ALL: [Self; 8] = [
        Self::Draft,
        Self::Rewrite,
        Self::Summarize,
        Self::Extract,
        Self::Check,
        Self::Plan,
        Self::Retrieve,
        Self::Title,
    ];
}

/// A model to ask, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Who serves it.
    pub provider: ProviderId,
    /// Its name as the server knows it.
    pub model: String,
    /// How it is to answer.
    #[serde(default)]
    pub parameters: Parameters,
}

/// Models in the order they are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The first is asked first. None = this route is not set.
    pub targets: Vec<Target>,
    /// Whether the next is asked when one fails. The author may forbid it.
    #[serde(default = "allowed")]
    pub fallback: bool,
}

const fn allowed() -> bool {
    true
}

/// Every route.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    /// For tasks without a route of their own.
    #[serde(default)]
    pub default: Option<Route>,
    /// Routes of tasks.
    #[serde(default)]
    pub tasks: BTreeMap<Task, Route>,
}

/// The author has set no model for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no model is set for this task")]
pub struct NoModel {
    /// The task.
    pub task: Task,
}

impl Routes {
    /// The route of a task: its own, else the default.
    ///
    /// # Errors
    /// [`NoModel`] when neither names a model.
    pub fn route(&self, task: Task) -> Result<&Route, NoModel> {
        let set = |route: &&Route| !route.targets.is_empty();
        self.tasks
            .get(&task)
            .filter(set)
            .or_else(|| self.default.as_ref().filter(set))
            .ok_or(NoModel { task })
    }

    /// Whom to ask for a task, in order. Only the first where the author forbade fallback. Never empty.
    ///
    /// # Errors
    /// [`NoModel`] as in [`Routes::route`].
    pub fn plan(&self, task: Task) -> Result<Vec<Target>, NoModel> {
        let route = self.route(task)?;
        let asked = if route.fallback { route.targets.len() } else { 1 };
        Ok(route.targets.iter().take(asked).cloned().collect())
    }
}

#[cfg(test)]
mod tests;
