//! Offers up to three stretches that the author typed, from the same point of view and nearest to the plan.

use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::parts;
use wenfang_story::SceneId;
use wenfang_text::{CharRange, CountRule, Paragraph, count, paragraphs};
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::{Effect, NoParams, Phase, StepKind, Turn, schema};
use crate::memory::{Retrieval, TextMemory};
use crate::pipelines::effect::{Layer, Offer};

pub(super) const STEP: StepKind = StepKind {
    name: "style_sample",
    phases: &[Phase::Pre],
    title: ("作者的笔法", "A Sample of the Style"),
    params: schema::<NoParams>,
    asks: None,
    run: |turn| Box::pin(run(turn)),
};

/// The maximum number of stretches.
const MAX_SAMPLES: usize = 3;
/// The maximum length of a stretch, in 字.
const MAX_LENGTH: usize = 600;
/// The minimum length of a stretch, in 字: shorter ones show no style.
const MIN_LENGTH: usize = 80;
/// Passages per query that are looked at.
const MAX_PASSAGES: usize = 20;

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (session, scene) = (turn.session, turn.request.scene);
    let retrieval = Retrieval::begin(session.library(), scene, &turn.observer.watch).await?;
    let mut near = retrieval.finish(MAX_PASSAGES).await?.relevant_memories;
    near.sort_by_key(|passage| passage.why.best());
    let mut tx = session.project.begin_read().await?;
    let pov = pov_of(&mut tx, scene).await?;
    let mut samples: Vec<(SceneId, CharRange, String)> = Vec::new();
    for passage in &near {
        let is_shown =
            samples.iter().any(|(scene, range, _)| *scene == passage.scene && range.overlaps(passage.range));
        if samples.len() == MAX_SAMPLES || is_shown || pov_of(&mut tx, passage.scene).await? != pov {
            continue;
        }
        let Some((range, text)) = typed(&mut tx, passage).await? else { continue };
        samples.push((passage.scene, range, text));
    }
    let note = Effect::Note { values: json!({ "samples": samples.len() }) };
    let texts: Vec<String> = samples.into_iter().map(|(_, _, text)| text).collect();
    let value = (!texts.is_empty()).then(|| Effect::Write { value: json!(texts.join("\n\n")) });
    let offers =
        texts.into_iter().map(|text| Effect::Offer(Offer { layer: Layer::Notes, text, priority: 0 }));
    Ok(offers.chain(value).chain([note]).collect())
}

/// The point of view in the plan of a scene.
async fn pov_of(conn: &mut SqliteConnection, scene: SceneId) -> Result<String> {
    Ok(parts::require(conn, scene).await?.record.plan.pov.trim().to_owned())
}

/// The paragraphs from a passage on that the author typed, as many as fit; `None` if a model wrote some of the first
/// ones.
async fn typed(conn: &mut SqliteConnection, passage: &TextMemory) -> Result<Option<(CharRange, String)>> {
    let (working, spans) = versions::working_spans(conn, passage.scene).await?;
    let is_typed = |paragraph: &Paragraph<'_>| !spans.iter().any(|span| span.range.overlaps(paragraph.range));
    let after =
        paragraphs(&working.text).skip_while(|paragraph| paragraph.range.end() <= passage.range.start());
    let mut length = 0;
    let mut taken: Vec<Paragraph<'_>> = Vec::new();
    for paragraph in after.take_while(is_typed) {
        length += count(paragraph.text).total(CountRule::Standard);
        if length > MAX_LENGTH {
            break;
        }
        taken.push(paragraph);
    }
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else { return Ok(None) };
    let text = taken.iter().map(|paragraph| paragraph.text.trim()).collect::<Vec<_>>().join("\n");
    let range = CharRange::new(first.range.start().get(), last.range.end().get());
    Ok((count(&text).total(CountRule::Standard) >= MIN_LENGTH).then_some((range, text)))
}
