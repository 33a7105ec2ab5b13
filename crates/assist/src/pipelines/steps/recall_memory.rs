//! Retrieves the memory of the scene before it is written, unless the stored one fits its plan.

use serde_json::json;
use wenfang_usecase::Result;

use super::{Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::memory::{self, Retrieval, TOP_K};

pub(super) const STEP: StepKind = StepKind {
    name: "recall_memory",
    phases: &[Phase::Pre],
    title: ("回想前文", "Recall the Story"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (session, scene) = (turn.session, turn.request.scene);
    let stored = memory::latest(&session.project, scene).await?;
    let (memory, is_new) = match stored {
        Some((memory, true)) => (memory, false),
        stored => {
            let mut new =
                Retrieval::begin(session.library(), scene, &turn.observer.watch).await?.finish(TOP_K).await?;
            if let Some((before, _)) = stored {
                new.drop_as(&before);
            }
            memory::write(&session.project, (scene, None), &new).await?;
            (new, true)
        }
    };
    Ok(vec![Effect::Note {
        values: json!({
            "passages": memory.relevant_memories.len(),
            "entities": memory.entity_states.len(),
            "events": memory.timeline_context.len(),
            "retrieved": is_new,
        }),
    }])
}
