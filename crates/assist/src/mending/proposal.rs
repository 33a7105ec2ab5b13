//! The changes that a mending proposes for a scene, placed in the text of now.

use sqlx::SqliteConnection;
use wenfang_checks::mending::{Edit, Mended, Piece, Trace, onto, pieces};
use wenfang_project::Project;
use wenfang_project::mend::fixes::{self, Fix};
use wenfang_story::IssueId;
use wenfang_story::mend::{Applied, Tool};
use wenfang_text::{CharRange, TextIndex};
use wenfang_usecase::Result;
use wenfang_versions::{WorkingText, working_text};

use super::request::MendedSceneRequest;
use super::state::{SceneState, State, hex};
use super::views::{MendProposal, PieceEdit, PieceView};

/// Characters shown on each side of a change.
const CONTEXT_CHARS: usize = 24;

/// A change with its place in the text of now.
#[derive(Clone, Debug)]
pub(super) struct PlacedPiece {
    pub(super) piece: Piece,
    /// In char offsets of the working text; `None` if the author changed the passage since.
    pub(super) edits: Option<Vec<Edit>>,
    /// Whether only words of rules are in it.
    pub(super) is_replacement: bool,
}

/// The changes of a scene in its working text.
#[derive(Clone, Debug)]
pub(super) struct PlacedScene {
    pub(super) working: WorkingText,
    pub(super) pieces: Vec<PlacedPiece>,
}

/// Shows the changes for a scene.
///
/// # Errors
/// An unknown session; [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a scene that waits for no decision.
pub async fn proposal(project: &Project, request: MendedSceneRequest) -> Result<MendProposal> {
    let state = State::of_scene(project, request.session, request.scene).await?;
    let scene = state.require(request.scene)?;
    let mut tx = project.begin_read().await?;
    let placed = placed(&mut tx, scene).await?;
    let working = TextIndex::new(&placed.working.text);
    let input = TextIndex::new(scene.input());
    let pieces = placed.pieces.iter().enumerate().map(|(number, placed)| {
        let (index, edits) = match &placed.edits {
            Some(edits) => (&working, edits),
            None => (&input, &placed.piece.edits),
        };
        PieceView {
            number,
            edits: edits.iter().map(|edit| edit_view(index, edit)).collect(),
            issues: placed.piece.issues.clone(),
            generation: placed.piece.generation,
            is_conflict: placed.edits.is_none(),
        }
    });
    let pieces = pieces.collect();
    Ok(MendProposal { scene: request.scene, seen: seen_hash(scene, &placed), pieces })
}

/// Identifies the working text and the proposed changes.
pub(super) fn seen_hash(scene: &SceneState, placed: &PlacedScene) -> String {
    let both = format!("{}{}", placed.working.hash(), hex(scene.best()));
    hex(&both)
}

/// Places the changes of the best round in the working text.
pub(super) async fn placed(conn: &mut SqliteConnection, scene: &SceneState) -> Result<PlacedScene> {
    let mut fixes: Vec<Fix> = Vec::new();
    for issue in &scene.issues {
        fixes.extend(fixes::list(conn, issue.id).await?);
    }
    let working = working_text(conn, scene.scene.scene).await?;
    let (mended, tools) = mended(scene, fixes.iter());
    let pieces = pieces(scene.input(), scene.best(), &mended);
    let places = onto(scene.input(), &working.text, &pieces);
    let placed = pieces.into_iter().zip(places).map(|(piece, edits)| {
        let by_rules = |issue: &IssueId| {
            tools.iter().filter(|(of, _)| of == issue).all(|(_, tool)| *tool == Tool::Replace)
        };
        let is_replacement = piece.generation.is_none() && piece.issues.iter().all(by_rules);
        PlacedPiece { piece, edits, is_replacement }
    });
    Ok(PlacedScene { pieces: placed.collect(), working })
}

/// Where the fixes of the rounds up to the best one wrote, in the text of that round, and their tools.
fn mended<'f>(
    scene: &SceneState,
    fixes: impl Iterator<Item = &'f Fix>,
) -> (Vec<Mended>, Vec<(IssueId, Tool)>) {
    let at = |round: u32| scene.rounds.iter().position(|known| known.round == round);
    let best = scene.scene.best_round.unwrap_or_default();
    let until = at(best).unwrap_or_default();
    // From the text of each round to that of the next.
    let texts = scene.texts.get(..=until).unwrap_or_default();
    let traces: Vec<Trace> = texts.windows(2).map(|pair| Trace::of_texts(&pair[0], &pair[1])).collect();
    let mut mended: Vec<Mended> = Vec::new();
    let mut tools = Vec::new();
    for fix in fixes.filter(|fix| fix.applied == Applied::Applied && fix.round <= best) {
        tools.push((fix.issue, fix.tool));
        let from = at(fix.round).and_then(|at| at.checked_sub(1));
        let Some((edit, later)) = fix.record.edit.as_ref().zip(from.and_then(|from| traces.get(from..)))
        else {
            continue;
        };
        let range = later.iter().fold(edit.range, |range, trace| trace.map(range).range);
        // The issues of one job share its edit.
        match mended.iter_mut().find(|one| one.range == range && one.generation == fix.generation) {
            Some(one) => one.issues.push(fix.issue),
            None => mended.push(Mended { range, issues: vec![fix.issue], generation: fix.generation }),
        }
    }
    (mended, tools)
}

fn edit_view(index: &TextIndex<'_>, edit: &Edit) -> PieceEdit {
    let (start, end) = (edit.range.start().get(), edit.range.end().get());
    let before = index.slice(CharRange::new(start.saturating_sub(CONTEXT_CHARS), start));
    let after = index.slice(CharRange::new(end, (end + CONTEXT_CHARS).min(index.len())));
    PieceEdit {
        range: edit.range,
        old: index.slice(edit.range).to_owned(),
        new: edit.words.clone(),
        before: before.rsplit('\n').next().unwrap_or_default().to_owned(),
        after: after.split('\n').next().unwrap_or_default().to_owned(),
    }
}
