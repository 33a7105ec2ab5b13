//! Refuses to begin while the plan of the scene lacks something.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::parts;
use wenfang_usecase::Result;

use super::{Effect, Phase, StepKind, Turn, schema};

const NAME: &str = "require";

pub(super) const STEP: StepKind = StepKind {
    name: NAME,
    phases: &[Phase::Pre],
    title: ("先要有计划", "Require a Plan"),
    params: schema::<Required>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

/// What the plan must have.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Required {
    /// The fields of the plan that must not be empty; the outline when absent.
    #[serde(default = "outline")]
    plan: Vec<PlanField>,
}

/// A field of the plan of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PlanField {
    Synopsis,
    Pov,
    Location,
    Characters,
    Conflict,
    TurningPoint,
}

fn outline() -> Vec<PlanField> {
    vec![PlanField::Synopsis]
}

impl PlanField {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Synopsis => "synopsis",
            Self::Pov => "pov",
            Self::Location => "location",
            Self::Characters => "characters",
            Self::Conflict => "conflict",
            Self::TurningPoint => "turning_point",
        }
    }
}

/// The fields of the plan that a step requires and that are empty; none for a step of another kind.
///
/// # Errors
/// An unknown scene; params that the step does not take.
pub(crate) async fn missing(turn: &Turn<'_>, handler: &str) -> Result<Vec<PlanField>> {
    if handler != NAME {
        return Ok(Vec::new());
    }
    let Required { plan: mut wanted } = turn.params()?;
    let mut tx = turn.session.project.begin_read().await?;
    let scene = parts::require(&mut tx, turn.request.scene).await?;
    let chapter = parts::require(&mut tx, scene.parent).await?.record;
    let only = parts::list_by_parent::<wenfang_story::SceneId>(&mut tx, scene.parent).await?.len() == 1;
    let plan = &scene.record.plan;
    let is_blank = |text: &str| text.trim().is_empty();
    // The window shows no outline for the only scene of a chapter: that of the chapter applies to it.
    let has_outline = !is_blank(&scene.record.synopsis)
        || only && !(is_blank(&chapter.synopsis) && is_blank(&chapter.goal));
    wanted.retain(|field| match field {
        PlanField::Synopsis => !has_outline,
        PlanField::Pov => is_blank(&plan.pov),
        PlanField::Location => is_blank(&plan.location),
        PlanField::Characters => plan.characters.iter().all(|name| is_blank(name)),
        PlanField::Conflict => is_blank(&plan.conflict),
        PlanField::TurningPoint => is_blank(&plan.turning_point),
    });
    Ok(wanted)
}

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let missing: Vec<&str> = missing(turn, NAME).await?.into_iter().map(PlanField::as_str).collect();
    let note = Effect::Note { values: json!({ "missing": missing }) };
    let refusal = (!missing.is_empty())
        .then(|| Effect::Refuse { reason: format!("the plan of the scene lacks {}", missing.join(", ")) });
    Ok([Some(note), refusal].into_iter().flatten().collect())
}
