//! The workflows shipped with Wenfang.

use serde::{Deserialize, Serialize};
use wenfang_workflow::{Fault, Flow, Handlers, read};

use super::views::{WorkflowView, workflow_view};

/// The shipped definitions by id. A test parses each of them.
pub const SHIPPED: [(&str, &str); 8] = [
    ("chapter_completion", include_str!("../../../../workflows/chapter_completion.json")),
    ("project_review", include_str!("../../../../workflows/project_review.json")),
    ("scene_check", include_str!("../../../../workflows/scene_check.json")),
    ("bible_impact", include_str!("../../../../workflows/bible_impact.json")),
    ("import_book", include_str!("../../../../workflows/import_book.json")),
    ("reindex", include_str!("../../../../workflows/reindex.json")),
    ("mend", include_str!("../../../../workflows/mend.json")),
    ("mend_round", include_str!("../../../../workflows/mend_round.json")),
];

/// The shipped workflows, in display order.
pub fn flows(handlers: &Handlers) -> Vec<Flow> {
    SHIPPED.iter().filter_map(|(_, text)| read(text, handlers).ok()).collect()
}

/// A definition to validate.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ValidateWorkflow {
    /// The definition as JSON.
    pub text: String,
}

/// The result of validating a definition.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "WorkflowValidated")]
pub struct Validated {
    /// All faults of the definition.
    pub errors: Vec<Fault>,
    /// The workflow, if the definition is valid.
    pub workflow: Option<WorkflowView>,
}

/// Validates a definition and reports all its faults.
pub fn validate_text(text: &str) -> Validated {
    let registry = super::registry();
    match read(text, registry.described()) {
        Ok(flow) => {
            Validated { errors: Vec::new(), workflow: Some(workflow_view(&flow, registry.described())) }
        }
        Err(errors) => Validated { errors, workflow: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_workflow_is_valid() {
        let registry = super::super::registry();
        for (id, text) in SHIPPED {
            let flow = read(text, registry.described()).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
            assert_eq!(flow.definition.workflow_id, id);
            assert!(!flow.definition.title.zh.is_empty() && !flow.definition.description.en.is_empty());
        }
        assert_eq!(flows(registry.described()).len(), SHIPPED.len());
    }

    /// Rewritten with `UPDATE_EXPECT=1`.
    #[test]
    fn the_schema_file_matches_the_code() {
        let schema = serde_json::to_string_pretty(&wenfang_workflow::definition::schema()).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workflows/schema.json");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &schema).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema);
    }

    #[test]
    fn every_schema_of_a_handler_compiles() {
        for spec in super::super::registry().described().all() {
            assert!(jsonschema::validator_for(&spec.params).is_ok(), "{}", spec.name);
        }
    }
}
