//! The kinds of steps that a profile may have, for the forms of the window.

use serde::Serialize;
use serde_json::Value;
use wenfang_usecase::{NoParams, Result};
use wenfang_workflow::Words;
use wenfang_workflow::schema::Schema;

use crate::Session;
use crate::drafting::Phase;
use crate::pipelines::profile::Writes;
use crate::pipelines::steps::{STEPS, suggested_value};

/// What the forms of a profile are made of.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileForms {
    /// In display order.
    pub kinds: Vec<StepKindView>,
    /// The JSON Schema of the value that a step leaves.
    #[ts(type = "JsonValue")]
    pub writes: Value,
}

/// A kind of step.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct StepKindView {
    pub handler: String,
    pub title: Words,
    /// The phases in which it may stand.
    pub phases: Vec<Phase>,
    /// Whether it can ask a model.
    pub may_ask: bool,
    /// The JSON Schema of its params, with their defaults.
    #[ts(type = "JsonValue")]
    pub params: Value,
    /// What to say of its value, for a step that leaves nothing else.
    #[ts(type = "JsonValue")]
    pub writes: Option<Value>,
}

/// The kinds of steps, and the schemas of what each takes and leaves.
pub async fn steps(_: &Session, _: NoParams) -> Result<ProfileForms> {
    Ok(forms())
}

fn forms() -> ProfileForms {
    let kinds = STEPS.into_iter().map(|step| {
        let spec = step.spec();
        StepKindView {
            handler: step.name.to_owned(),
            title: spec.title,
            phases: step.phases.to_vec(),
            may_ask: step.may_ask(),
            params: spec.params,
            writes: suggested_value(step.name),
        }
    });
    ProfileForms { kinds: kinds.collect(), writes: Schema::of::<Writes>().json().clone() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;
    use crate::workflows::profiles::parsed;

    /// The page makes its forms from this file in its tests. Rewritten with `UPDATE_EXPECT=1`.
    #[test]
    fn the_forms_of_the_page_match_the_code() {
        let forms = serde_json::to_string_pretty(&forms()).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/features/pipelines/sample-forms.json");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &forms).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), forms);
    }

    #[test]
    fn every_kind_of_step_can_be_added() {
        for kind in forms().kinds {
            for phase in kind.phases {
                let mut step = json!({ "id": "a", "handler": kind.handler });
                if let Some(writes) = &kind.writes {
                    step["writes"] = writes.clone();
                }
                let mut profile = json!({ "profile_id": "a", "title": { "zh": "甲", "en": "A" } });
                profile[phase.as_str()] = json!([step]);
                assert!(parsed(&profile.to_string()).is_ok(), "{profile}");
            }
        }
    }
}
