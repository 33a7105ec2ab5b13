//! The ceiling of one generation. What the steps of its turn cost counts, too.

use wenfang_project::generations::{Generation, cost_of_run};
use wenfang_story::generation::{Cost, GenerationRecord, Trouble, TroubleKind};
use wenfang_story::{RunId, SceneId};
use wenfang_usecase::{Code, Error, Result};

use crate::Session;
use crate::drafting::trouble;

/// Why a generation may send no further request: its turn has reached the ceiling. `None` otherwise.
pub(super) async fn reached(session: &Session, generation: &Generation) -> Result<Option<Trouble>> {
    let Some(ceiling) = session.models.settings().ceilings.per_run else { return Ok(None) };
    let record = &generation.record;
    let turn = record.turn.as_ref().and_then(|turn| turn.run);
    let run = record.asked_by.as_ref().map(|asked| asked.run).or(turn);
    let others = match run {
        Some(run) => spent(session, (record.scene, run), &ceiling, Some(generation)).await?,
        None => 0,
    };
    let spent = others.saturating_add(micros(record, &ceiling));
    Ok((spent >= ceiling.micros)
        .then(|| trouble::of_kind(TroubleKind::Ceiling, "the ceiling of one generation is reached")))
}

/// Refuses the first request of a step, or of the text, once its turn has reached the ceiling.
///
/// # Errors
/// [`Code::CeilingReached`].
pub(super) async fn check(session: &Session, scene: SceneId, run: Option<RunId>) -> Result<()> {
    let ceiling = session.models.settings().ceilings.per_run;
    let (Some(ceiling), Some(run)) = (ceiling, run) else { return Ok(()) };
    let spent = spent(session, (scene, run), &ceiling, None).await?;
    if spent < ceiling.micros {
        return Ok(());
    }
    Err(Error::new(
        Code::CeilingReached,
        "this generation and its steps have reached your ceiling for one generation",
        "Nothing more was sent. Raise the ceiling in the settings of models, or leave steps out.",
    )
    .with(serde_json::json!({ "spent": spent, "ceiling": ceiling.micros, "currency": ceiling.currency })))
}

/// What the generations of a turn and its steps cost, without one of them, in micros of the ceiling's currency.
async fn spent(
    session: &Session,
    turn: (SceneId, RunId),
    ceiling: &Cost,
    without: Option<&Generation>,
) -> Result<u64> {
    let mut tx = session.project.begin_read().await?;
    Ok(cost_of_run(&mut tx, turn, &ceiling.currency, without.map(|one| one.id)).await?)
}

fn micros(record: &GenerationRecord, ceiling: &Cost) -> u64 {
    record.cost.as_ref().filter(|cost| cost.currency == ceiling.currency).map_or(0, |cost| cost.micros)
}
