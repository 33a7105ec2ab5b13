//! Refuses to begin while the plan of the scene lacks something.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::parts;
use wenfang_usecase::Result;

use super::{Effect, Phase, StepKind, Turn, schema};

pub(super) const STEP: StepKind = StepKind {
    name: "require",
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
    plan: Vec<Field>,
}

/// A field of the plan of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Field {
    Synopsis,
    Pov,
    Location,
    Characters,
    Conflict,
    TurningPoint,
}

fn outline() -> Vec<Field> {
    vec![Field::Synopsis]
}

impl Field {
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

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let Required { plan: wanted } = turn.params()?;
    let mut tx = turn.session.project.begin_read().await?;
    let scene = parts::require(&mut tx, turn.request.scene).await?;
    let chapter = parts::require(&mut tx, scene.parent).await?.record;
    let only = parts::list_by_parent::<wenfang_story::SceneId>(&mut tx, scene.parent).await?.len() == 1;
    let plan = &scene.record.plan;
    let is_blank = |text: &str| text.trim().is_empty();
    // The window shows no outline for the only scene of a chapter: that of the chapter applies to it.
    let has_outline = !is_blank(&scene.record.synopsis)
        || only && !(is_blank(&chapter.synopsis) && is_blank(&chapter.goal));
    let lacks = |field: &Field| match field {
        Field::Synopsis => !has_outline,
        Field::Pov => is_blank(&plan.pov),
        Field::Location => is_blank(&plan.location),
        Field::Characters => plan.characters.iter().all(|name| is_blank(name)),
        Field::Conflict => is_blank(&plan.conflict),
        Field::TurningPoint => is_blank(&plan.turning_point),
    };
    let missing: Vec<&str> = wanted.iter().filter(|field| lacks(field)).map(|field| field.as_str()).collect();
    let note = Effect::Note { values: json!({ "missing": missing }) };
    let refusal = (!missing.is_empty())
        .then(|| Effect::Refuse { reason: format!("the plan of the scene lacks {}", missing.join(", ")) });
    Ok([Some(note), refusal].into_iter().flatten().collect())
}
