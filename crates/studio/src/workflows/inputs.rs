//! The input a workflow wants, as a JSON Schema: from what its handlers say of the params that the input becomes.

use serde_json::{Map, Value, json};
use wenfang_workflow::reference::{Filling, Reference, Root};
use wenfang_workflow::{Flow, Handlers};

use super::ceiling;

/// What the program gives itself: the chapter that is open, who does it, and what that may cost.
const GIVEN: [&str; 4] = ["chapter_id", "by", ceiling::OF_MONTH, ceiling::OF_RUN];

/// The names a workflow wants of its input that the program does not give, in the order they are written.
pub(super) fn wanted(flow: &Flow) -> Vec<&str> {
    flow.reads().into_iter().filter(|name| !GIVEN.contains(name)).collect()
}

/// The JSON Schema of the input beside what the program gives. A field whose use says nothing of its form takes anything.
pub(super) fn schema(flow: &Flow, handlers: &Handlers) -> Value {
    let wanted = wanted(flow);
    let fields: Map<String, Value> =
        wanted.iter().map(|name| ((*name).to_owned(), form(flow, handlers, name))).collect();
    json!({ "type": "object", "properties": fields, "required": wanted })
}

fn form(flow: &Flow, handlers: &Handlers, name: &str) -> Value {
    let is_it = |reference: &Reference| {
        reference.root == Root::Input
            && reference.path.len() == 1
            && reference.path.first().is_some_and(|first| first == name)
    };
    for (node, written) in flow.nodes.iter().zip(&flow.definition.nodes) {
        let spec = written.handler.as_deref().and_then(|handler| handlers.get(handler));
        if let (Filling::Object(params), Some(spec)) = (&node.params, spec) {
            let known = params.iter().find(|(_, value)| whole(value).is_some_and(is_it));
            if let Some(form) = known.and_then(|(param, _)| spec.params.get("properties")?.get(param)) {
                return form.clone();
            }
        }
        if node.for_each.as_ref().is_some_and(is_it) {
            return json!({ "type": "array" });
        }
    }
    json!({})
}

/// The reference that a string is and nothing else: the value keeps its form.
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
    fn what_a_workflow_wants_is_known_from_its_handlers() {
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
    fn what_nobody_describes_takes_anything() {
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
