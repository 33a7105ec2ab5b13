//! Triggers: start workflows after a chapter is completed, a scene saved, the canon changed or a book imported, and the
//! steps of a profile after its text was accepted.
//!
//! They run in the background, and their failures never fail the author's command.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wenfang_canon::books::telling_order;
use wenfang_canon::names::names;
use wenfang_engine::{Start, WhenBusy};
use wenfang_project::canon;
use wenfang_story::canon::BibleFieldRecord;
use wenfang_story::{BibleFieldId, GenerationId, LoreEntryId, SceneId};
use wenfang_usecase::Result;
use wenfang_workflow::Trigger;

use super::ceiling;
use super::commands::WorkflowService;
use super::settling::settle;
use super::switches::switch;
use crate::pipelines::steps::Accepted;

/// What a command triggers once it has succeeded.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// The trigger, and what is known of it from the request.
    triggered: Option<(Trigger, Value)>,
    /// The generation that the author accepted.
    accepted: Option<GenerationId>,
}

/// What a command triggers; `None` for most commands.
pub fn occasion(command: &str, request: &Value) -> Option<Occasion> {
    let (trigger, input) = match command {
        "manuscript.describe" if request.get("status")?.as_str() == Some("completed") => {
            let chapter = request.get("part")?.get("chapter")?.as_i64()?;
            (Trigger::ChapterCompleted, json!({ "chapter_id": chapter }))
        }
        "scene.save" => {
            let triggered = Some((Trigger::SceneSaved, json!({ "scene": request.get("scene")? })));
            let accepted = request.get("accepted").and_then(Value::as_i64).map(GenerationId::from);
            return Some(Occasion { triggered, accepted });
        }
        "generation.accept" => {
            let accepted = Some(request.get("generation")?.as_i64()?.into());
            return Some(Occasion { triggered: None, accepted });
        }
        "bible.set" => (Trigger::CanonChanged, json!({ "bible": request.get("key")? })),
        "lore.save" => (
            Trigger::CanonChanged,
            json!({ "entry": request.get("entry"), "title": request.get("title"), "aliases": request.get("aliases") }),
        ),
        "project.import" => (Trigger::Imported, json!({})),
        _ => return None,
    };
    Some(Occasion { triggered: Some((trigger, input)), accepted: None })
}

/// Starts what an occasion triggers; `answer` is that of the command. A failure is logged: the command itself has
/// succeeded.
pub async fn start_triggered(workflow_service: &WorkflowService, occasion: Occasion, answer: &Value) {
    let Occasion { triggered, accepted } = occasion;
    if let Some((trigger, input)) = triggered
        && let Err(error) = start_all(workflow_service, trigger, input).await
    {
        tracing::warn!(trigger = trigger.as_str(), code = ?error.code, "a triggered workflow did not start");
    }
    if let Some(accepted) = accepted.and_then(|generation| accepted_in(answer, generation))
        && let Err(error) = settle(workflow_service, accepted).await
    {
        tracing::warn!(code = ?error.code, "the steps after an acceptance did not start");
    }
}

/// Where a generation was accepted, by the answer of the save.
fn accepted_in(answer: &Value, generation: GenerationId) -> Option<Accepted> {
    let id = |field: &str| answer.get(field)?.as_i64();
    Some(Accepted { generation, scene: id("scene")?.into(), version: id("version")?.into() })
}

async fn start_all(workflow_service: &WorkflowService, trigger: Trigger, input: Value) -> Result<()> {
    for (id, _) in super::SHIPPED {
        let Some(flow) =
            workflow_service.flow(id).filter(|flow| flow.definition.trigger.on.contains(&trigger))
        else {
            continue;
        };
        let mut tx = workflow_service.session().project.begin_read().await?;
        let switch = switch(&mut tx, flow, trigger).await?;
        drop(tx);
        if !switch.on {
            continue;
        }
        let Some(mut input) = complete_input(workflow_service, input.clone()).await? else { continue };
        input["by"] = json!("local");
        if let Some(most) = &switch.ceiling {
            // Each step checks the ceiling again: the cost of a whole book is not known at the start.
            (input["by"], input[ceiling::MONTHLY_CEILING]) = (json!("model"), json!(most));
        }
        let start = Start { workflow: id.to_owned(), input, trigger, when_busy: WhenBusy::Queue };
        workflow_service.engine.start(start).await?;
    }
    Ok(())
}

/// Completes the input with what the request does not contain; none if there is nothing to run for.
async fn complete_input(workflow_service: &WorkflowService, input: Value) -> Result<Option<Value>> {
    let mut tx = workflow_service.session().project.begin_read().await?;
    if let Some(scene) = input.get("scene").and_then(Value::as_i64) {
        let order = telling_order(&mut tx).await?;
        let chapter = order.chapter_of(SceneId::from(scene));
        return Ok(chapter.map(|chapter| json!({ "chapter_id": chapter })));
    }
    let words: Vec<String> = if let Some(key) = input.get("bible").and_then(Value::as_str) {
        let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(&mut tx).await?;
        let value = fields.into_iter().find(|(_, field)| field.key == key).map(|(_, field)| field.value);
        drop(tx);
        // A changed field concerns the names in its text.
        let names = names(&workflow_service.session().project).await?;
        let value = value.unwrap_or_default();
        let named =
            names.lexicon.mentions(&value).into_iter().filter_map(|mention| names.lexicon.name(mention.name));
        named.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    } else if let Some(entry) = input.get("entry").and_then(Value::as_i64) {
        let record = canon::require(&mut tx, LoreEntryId::from(entry)).await?.record;
        record.names().map(str::to_owned).collect()
    } else if input.get("title").is_some() {
        let word = |value: &Value| value.as_str().map(str::to_owned);
        let aliases = input.get("aliases").and_then(Value::as_array).into_iter().flatten();
        input.get("title").and_then(word).into_iter().chain(aliases.filter_map(word)).collect()
    } else {
        return Ok(Some(input));
    };
    Ok((!words.is_empty()).then(|| json!({ "words": words })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_map_to_triggers() {
        let completed = json!({ "part": { "chapter": 3 }, "status": "completed" });
        let input = json!({ "chapter_id": 3 });
        let triggered =
            Occasion { triggered: Some((Trigger::ChapterCompleted, input)), ..Occasion::default() };
        assert_eq!(occasion("manuscript.describe", &completed), Some(triggered));
        let other = json!({ "part": { "chapter": 3 }, "status": "drafting" });
        assert_eq!(occasion("manuscript.describe", &other), None);
        assert_eq!(
            occasion("manuscript.describe", &json!({ "part": { "scene": 3 }, "status": "completed" })),
            None
        );
        assert_eq!(occasion("manuscript.outline", &json!({})), None);
        let saved = occasion("scene.save", &json!({ "scene": 1, "text": "", "accepted": 7 })).unwrap();
        assert_eq!((saved.triggered.is_some(), saved.accepted), (true, Some(7.into())));
        let taken = Occasion { accepted: Some(7.into()), ..Occasion::default() };
        assert_eq!(occasion("generation.accept", &json!({ "generation": 7 })), Some(taken));
    }
}
