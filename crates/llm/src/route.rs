//! Routes: which model does which task.
//!
//! Deterministic: the same rules and task always give the same choice, without clock, randomness or state. The caller
//! checks whether a chosen provider exists; [`crate::retry`] decides which target is tried after a failure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chat::Parameters;
use crate::providers::ProviderId;

/// A task that a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    Draft,
    /// Rewriting, expanding, compressing, polishing.
    Rewrite,
    /// Summaries of scenes, chapters, books.
    Summarize,
    /// Extracting entities, relations and facts from text.
    Extract,
    /// Finding contradictions.
    Check,
    /// Outlines and scene cards.
    Plan,
    /// Search queries for the memory of a scene.
    Retrieve,
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

/// A model and how to call it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub provider: ProviderId,
    /// The model name as the server knows it.
    pub model: String,
    #[serde(default)]
    pub parameters: Parameters,
}

/// Models in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The first is tried first. An empty list means that the route is not set.
    pub targets: Vec<Target>,
    /// Whether to try the next target when one fails. The author may forbid it.
    #[serde(default = "allowed")]
    pub fallback: bool,
}

const fn allowed() -> bool {
    true
}

/// All routes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Routes {
    /// For tasks without a route of their own.
    #[serde(default)]
    pub default: Option<Route>,
    #[serde(default)]
    pub tasks: BTreeMap<Task, Route>,
}

/// The author has set no model for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no model is set for this task")]
pub struct NoModel {
    pub task: Task,
}

impl Routes {
    /// Returns the route of a task: its own, or the default.
    ///
    /// # Errors
    /// [`NoModel`] if neither names a model.
    pub fn route(&self, task: Task) -> Result<&Route, NoModel> {
        let set = |route: &&Route| !route.targets.is_empty();
        self.tasks
            .get(&task)
            .filter(set)
            .or_else(|| self.default.as_ref().filter(set))
            .ok_or(NoModel { task })
    }

    /// Returns the targets to try for a task, in order. Only the first if the author forbade fallback. Never empty.
    ///
    /// # Errors
    /// [`NoModel`] as in [`Routes::route`].
    pub fn plan(&self, task: Task) -> Result<Vec<Target>, NoModel> {
        let route = self.route(task)?;
        let count = if route.fallback { route.targets.len() } else { 1 };
        Ok(route.targets.iter().take(count).cloned().collect())
    }
}

#[cfg(test)]
mod tests;
