//! The JSON Schema of a workflow's input, derived from the parameters of its handlers.

use serde_json::{Map, Value, json};
use wenfang_workflow::reference::{Filling, Reference, Root};
use wenfang_workflow::{Flow, Handlers};

use super::ceiling;

/// Input the program supplies itself: the open chapter, who performs the steps, and the ceilings.
const SUPPLIED: [&str; 4] = ["chapter_id", "by", ceiling::MONTHLY_CEILING, ceiling::RUN_CEILING];

/// The names a workflow expects in its input beyond those the program supplies, in order of appearance.
pub(super) fn wanted(flow: &Flow) -> Vec<&str> {
    flow.reads().into_iter().filter(|name| !SUPPLIED.contains(name)).collect()
}

/// The JSON Schema of the input without what the program supplies. A field whose type no handler describes
/// accepts any value.
pub(super) fn schema(flow: &Flow, handlers: &Handlers) -> Value {
    let wanted = wanted(flow);
    let fields: Map<String, Value> =
        wanted.iter().map(|name| ((*name).to_owned(), schema_of(flow, handlers, name))).collect();
    json!({ "type": "object", "properties": fields, "required": wanted })
}

fn schema_of(flow: &Flow, handlers: &Handlers, name: &str) -> Value {
    let is_input = |reference: &Reference| {
        reference.root == Root::Input
            && reference.path.len() == 1
            && reference.path.first().is_some_and(|first| first == name)
    };
    for (node, written) in flow.nodes.iter().zip(&flow.definition.nodes) {
        let spec = written.handler.as_deref().and_then(|handler| handlers.get(handler));
        if let (Filling::Object(params), Some(spec)) = (&node.params, spec) {
            let known = params.iter().find(|(_, value)| whole(value).is_some_and(is_input));
            if let Some(schema) = known.and_then(|(param, _)| spec.params.get("properties")?.get(param)) {
                return schema.clone();
            }
        }
        if node.for_each.as_ref().is_some_and(is_input) {
            return json!({ "type": "array" });
        }
    }
    json!({})
}

/// The reference of a string that consists of nothing else; it keeps the type of its value.
fn whole(value: &Filling) -> Option<&Reference> {
    match value {
        Filling::Template(template) => template.whole(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{flows, registry};
    use super::*;

    #[test]
    fn input_schema_follows_from_the_handlers() {
        let registry = registry();
        let flows = flows(registry.described());
        let of = |id: &str| {
            let flow = flows.iter().find(|flow| flow.definition.workflow_id == id).unwrap();
            schema(flow, registry.described())
        };
        assert_eq!(of("chapter_completion")["required"], json!([]));
        let impact = of("bible_impact");
        assert_eq!(impact["required"], json!(["words"]));
        let words = &impact["properties"]["words"];
        assert_eq!((&words["type"], &words["items"]["type"]), (&json!("array"), &json!("string")));
    }

    #[test]
    fn undescribed_input_accepts_any_value() {
        let registry = registry();
        let text = json!({ "workflow_id": "w", "nodes": [
            { "id": "a", "handler": "report", "depends_on": [], "params": { "of": "{{input.of}}" } },
            { "id": "b", "handler": "list_chapters", "depends_on": [], "when": "{{input.deep.x}} == 1" },
            { "id": "c", "handler": "run_consistency_checks", "depends_on": [], "for_each": "{{input.chapters}}",
              "params": { "chapter": "{{item}}" } },
        ]});
        let flow = wenfang_workflow::read(&text.to_string(), registry.described()).unwrap();
        let schema = schema(&flow, registry.described());
        assert_eq!(schema["required"], json!(["of", "deep", "chapters"]));
        assert_eq!(schema["properties"]["deep"], json!({}));
        assert_eq!(schema["properties"]["chapters"], json!({ "type": "array" }));
    }
}
