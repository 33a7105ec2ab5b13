//! What a step may change by itself: the candidates that it derives, and the value that it leaves.

use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_project::generations::{self, Generation};
use wenfang_story::generation::Derived;
use wenfang_story::{GenerationId, RunId, Timestamp};
use wenfang_text::{CountRule, count};
use wenfang_usecase::Result;

use super::{Placed, StepOutput};
use crate::pipelines::Effect;

/// Applies the effects of a step that is done.
pub(super) async fn apply(
    conn: &mut SqliteConnection,
    mut output: StepOutput,
    (place, run, step): (&Placed, RunId, &str),
    now: Timestamp,
) -> Result<StepOutput> {
    let mut derived = Vec::new();
    for effect in &output.effects {
        let Effect::Derive { of, text } = effect else { continue };
        derived.push(derive(conn, (*of, text), step, now).await?);
    }
    if !derived.is_empty() {
        output.notes.insert("derived".to_owned(), json!(derived));
    }
    let Some(destination) = &place.destination else { return Ok(output) };
    if let Some(value) = value(&output.effects) {
        match destination.put(conn, (&value, place.language), (run, step), now).await? {
            Some(wrote) => output.notes.insert("wrote".to_owned(), wrote),
            // What was asked for is paid, and the text does not depend on where the value is kept.
            None => output.notes.insert("unwritten".to_owned(), json!("the author wrote a newer version")),
        };
        // The value is in the project, for those who may see it; nothing else shows it.
        output.effects.retain(|effect| !matches!(effect, Effect::Write { .. }));
    }
    Ok(output)
}

fn value(effects: &[Effect]) -> Option<Value> {
    effects.iter().find_map(|effect| match effect {
        Effect::Write { value } => Some(value.clone()),
        _ => None,
    })
}

/// Stores a candidate made of another one. It was written by the same model and cost nothing more.
async fn derive(
    conn: &mut SqliteConnection,
    (of, text): (GenerationId, &str),
    step: &str,
    now: Timestamp,
) -> Result<GenerationId> {
    let parent = generations::require(conn, of).await?;
    let mut record = parent.record;
    record.candidate_of = record.candidate_of.or(Some(of));
    record.derived = Some(Derived { of, step: step.to_owned() });
    (record.cost, record.tokens, record.reasoning) = (None, Default::default(), None);
    record.requests.clear();
    if let Some(gate) = &mut record.gate {
        gate.counted = count(text).total(CountRule::Standard);
    }
    let id = generations::insert(conn, &record, now).await?;
    let derived = Generation { id, record, text: text.to_owned(), overflow: String::new(), created_at: now };
    generations::update(conn, &derived).await?;
    Ok(id)
}
