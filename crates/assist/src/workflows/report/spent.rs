//! What the steps of a run cost, by the generations that they asked for.

use serde_json::Value;
use sqlx::SqliteConnection;
use wenfang_project::generations::{self, Generation};
use wenfang_project::workflows::Step as Attempt;
use wenfang_story::generation::{Act, Cost};
use wenfang_story::{RunId, SceneId};
use wenfang_usecase::Result;

use crate::pipelines::compile::MAIN;
use crate::pipelines::steps::kind;

/// The generations that the steps of a run may have asked for.
pub(super) struct Calls {
    /// Those of the text itself.
    of_run: Vec<Generation>,
    /// All of the scene.
    of_scene: Vec<Generation>,
}

impl Calls {
    pub(super) async fn of(conn: &mut SqliteConnection, run: RunId, scene: SceneId) -> Result<Self> {
        let of_run = generations::list_of_run(conn, run).await?;
        Ok(Self { of_run, of_scene: generations::list(conn, Some(scene)).await? })
    }

    /// What a step cost over all its attempts, also if it failed; `None` if it asked no model or no price is known.
    pub(super) fn cost(&self, handler: &str, attempts: &[&Attempt]) -> Option<Cost> {
        if handler == MAIN {
            let written = self.of_run.iter().filter(|generation| generation.record.derived.is_none());
            return Cost::sum(written.filter_map(|generation| generation.record.cost.clone()));
        }
        let act = kind(handler)?.act()?;
        let asked = self.of_scene.iter().filter(|generation| is_of(generation, act, attempts));
        Cost::sum(asked.filter_map(|generation| generation.record.cost.clone()))
    }
}

/// Whether an attempt of a step asked for a generation: it names it, or it ended without naming any while it ran.
fn is_of(generation: &Generation, act: Act, attempts: &[&Attempt]) -> bool {
    let at = generation.created_at.get();
    generation.record.act == act
        && attempts.iter().any(|attempt| match named(attempt) {
            Some(id) => id == generation.id.get(),
            None => {
                attempt.started_at.zip(attempt.ended_at).is_some_and(|(from, to)| (from..=to).contains(&at))
            }
        })
}

/// The generation that the output of an attempt names.
fn named(attempt: &Attempt) -> Option<i64> {
    let output: Value = serde_json::from_str(attempt.output.as_deref()?).ok()?;
    output["generation"].as_i64()
}
