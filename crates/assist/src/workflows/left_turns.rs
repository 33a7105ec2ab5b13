//! Turns that an earlier process left.
//!
//! Always: a text is never asked for again by itself. What came of a turn is in the record of its scene, where the author
//! can ask again.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_engine::Loaded;
use wenfang_project::generations;
use wenfang_project::workflows::{self as rows, Run};
use wenfang_story::canon::StoryOrder;
use wenfang_story::generation::{Act, Fate};
use wenfang_story::{RunId, SceneId, Timestamp};
use wenfang_usecase::Result;
use wenfang_versions as versions;
use wenfang_workflow::machine::NodeState;
use wenfang_workflow::{Failure, FailureClass, Node, NodeStatus, RunStatus};

use super::commands::WorkflowService;
use super::handlers::pipeline::TurnInput;
use super::turns::turn_hash;
use crate::drafting::request::Generate;
use crate::pipelines::compile::MAIN;
use crate::pipelines::steps::kind;

/// How often the steps after a text are tried by themselves: a step that ends the program must not do it for ever.
const MAX_ATTEMPTS: u32 = 3;

/// Goes on with the turns whose text is written and undecided if the steps that are left ask no model, and ends all
/// others. A failure is logged: what is left stays as it is until the novel is opened again.
pub(super) async fn settle_left(service: &WorkflowService) {
    if let Err(error) = settle_all(service).await {
        tracing::warn!(code = ?error.code, "the turns of an earlier process were not ended");
    }
}

async fn settle_all(service: &WorkflowService) -> Result<()> {
    let project = &service.session().project;
    if !project.is_writable() {
        return Ok(());
    }
    let mut tx = project.begin_read().await?;
    let mut left = rows::open(&mut tx).await?;
    left.retain(|run| run.is_of_text() && is_left(run));
    drop(tx);
    if left.is_empty() {
        return Ok(());
    }
    let mut tx = project.begin_write().await?;
    let order = telling_order(&mut tx).await?;
    let mut going = Vec::new();
    for run in left {
        match fate(service, &mut tx, (&run, &order)).await? {
            TurnFate::GoesOn => going.push(run.id),
            TurnFate::Stays => {}
            TurnFate::Ends(status) => {
                let lost = Failure::new(FailureClass::Lost, "the program ended before the turn did");
                rows::give_up(&mut tx, run.id, (status.as_str(), &json!(lost).to_string()), project.now())
                    .await?;
            }
        }
    }
    tx.commit().await?;
    for run in going {
        service.engine.resume(run).await?;
    }
    Ok(())
}

/// Whether no process runs it, and it has not ended.
fn is_left(run: &Run) -> bool {
    [RunStatus::Interrupted, RunStatus::Waiting].iter().any(|status| status.as_str() == run.status)
}

/// What becomes of a run.
enum TurnFate {
    GoesOn,
    /// The author may resume it.
    Stays,
    Ends(RunStatus),
}

async fn fate(
    service: &WorkflowService,
    conn: &mut SqliteConnection,
    (run, order): (&Run, &StoryOrder),
) -> Result<TurnFate> {
    let loaded = service.engine.load(conn, run.id).await.ok();
    let input = loaded.as_ref().and_then(|loaded| TurnInput::deserialize(&*loaded.input).ok());
    let is_in_book = |input: &TurnInput| order.rank(scene_of(input)).is_some();
    let (Some(loaded), Some(input)) = (loaded, input) else { return Ok(TurnFate::Ends(RunStatus::Failed)) };
    if run.follows_acceptance() {
        return Ok(if is_in_book(&input) { TurnFate::Stays } else { TurnFate::Ends(RunStatus::Failed) });
    }
    if !is_written(&loaded) {
        return Ok(TurnFate::Ends(RunStatus::Failed));
    }
    let own = generations::list_of_run(conn, run.id).await?;
    let is_undecided = own.iter().any(|generation| generation.record.fate == Fate::Open);
    let goes_on = is_undecided && is_in_book(&input) && may_go_on(&loaded);
    Ok(if goes_on { TurnFate::GoesOn } else { TurnFate::Ends(RunStatus::Partial) })
}

fn scene_of(input: &TurnInput) -> SceneId {
    input.accepted.map_or(input.request.scene, |accepted| accepted.scene)
}

fn nodes(loaded: &Loaded) -> impl Iterator<Item = (&Node, &NodeState)> {
    loaded.flow.definition.nodes.iter().zip(loaded.machine.nodes())
}

fn is_done(state: &NodeState) -> bool {
    state.whole.status == NodeStatus::Completed
}

/// Whether the text of a turn was received.
fn is_written(loaded: &Loaded) -> bool {
    nodes(loaded).any(|(node, state)| node.id == MAIN && is_done(state))
}

/// Whether none of the steps that are left asks a model, or was tried too often.
fn may_go_on(loaded: &Loaded) -> bool {
    let asks_none = |node: &Node| {
        let kind = node.handler.as_deref().and_then(kind);
        kind.is_some_and(|kind| kind.asks(&json!(node.params)).is_none())
    };
    // A step that failed or was skipped is tried again when a run is resumed.
    nodes(loaded).all(|(node, state)| is_done(state) || state.whole.attempt < MAX_ATTEMPTS && asks_none(node))
}

/// Whose turns are asked for.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct UnwrittenRequest {
    pub scene: SceneId,
}

/// The turns of a scene whose text was never asked for, because the program ended before.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct UnwrittenTurns {
    /// Newest first.
    pub turns: Vec<UnwrittenTurn>,
}

/// A turn without a text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct UnwrittenTurn {
    pub run: RunId,
    pub act: Act,
    /// The author's words.
    pub instruction: String,
    pub began_at: Timestamp,
    /// The same request; none if the text has changed, so that its place is unknown.
    pub again: Option<Generate>,
}

/// Lists the turns of a scene whose text was never asked for.
pub async fn unwritten(service: &WorkflowService, request: UnwrittenRequest) -> Result<UnwrittenTurns> {
    let mut tx = service.session().project.begin_read().await?;
    let mut turns = Vec::new();
    for run in rows::unwritten(&mut tx).await? {
        let input = rows::value(&mut tx, run.input_id).await?;
        // A trial asks for no text.
        let wanted = |input: &TurnInput| input.request.scene == request.scene && !input.trial;
        let Some(input) = serde_json::from_str::<TurnInput>(&input).ok().filter(wanted) else { continue };
        let text = versions::working_text(&mut tx, request.scene).await?.text;
        turns.push(UnwrittenTurn {
            run: run.id,
            act: input.request.act,
            instruction: input.request.instruction.clone(),
            began_at: run.started_at.unwrap_or(run.created_at).into(),
            again: again(input, &text),
        });
    }
    Ok(UnwrittenTurns { turns })
}

/// The request of a turn as it can be made for this text of its scene.
fn again(input: TurnInput, text: &str) -> Option<Generate> {
    let is_same_text = input.turn == turn_hash(&input.request, &input.profile_hash, text);
    let request = Generate { agreed: None, press: None, ..input.request };
    match request.act {
        _ if is_same_text => Some(request),
        // A draft goes to the end, wherever that is.
        Act::Draft => Some(Generate { range: None, ..request }),
        _ => None,
    }
}
