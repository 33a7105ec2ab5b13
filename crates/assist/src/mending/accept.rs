//! Writes the changes that the author took into the manuscript, and takes them out again.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_checks::mending::{Edit, Trace, apply};
use wenfang_manuscript::find::FindScope;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, Issue};
use wenfang_project::mend::scenes::{self, Accepted, Decision};
use wenfang_project::mend::sessions::{self, Session as MendSession};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, drafts, findings, generations, meta};
use wenfang_story::check::{FindingState, Rule};
use wenfang_story::generation::{AiSpan, Fate};
use wenfang_story::mend::{AuditAction, DeferReason, IssueEvent, IssueRecord, IssueState, MendStatus};
use wenfang_story::{Author, GenerationId, IssueId, MendSessionId, SceneId, Timestamp};
use wenfang_text::{CanonicalText, CharRange};
use wenfang_usecase::{Error, Result};
use wenfang_versions::{self as versions, Rewrite, RewriteUndone, Rewritten};

use super::ending::end_or_wait;
use super::fetch::Kept;
use super::plan::step;
use super::proposal::{PlacedPiece, PlacedScene, placed, seen_hash};
use super::request::{AcceptMending, TakeBackMending};
use super::state::{ReadScene, SceneState, State, decided, scenes_in_book};
use super::views::{MendAccepted, MendTakenBack, SceneMended};
use crate::checks::{self, RunCheck};

/// Writes changes into the manuscript: each changed scene gets a version, after its draft is saved as one.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if the text changed since the changes were shown, for an unknown
/// piece, a conflict, or a scene that waits for no decision. Nothing is changed then.
pub async fn accept(project: &Project, request: AcceptMending, watch: &Watch) -> Result<MendAccepted> {
    // Texts that the file cannot give are looked for before anything is written.
    match request.scene {
        Some(scene) => State::of_scene(project, request.session, scene).await?,
        None => State::read(project, request.session).await?,
    };
    let (kept, now) = (Kept::of(project), project.now());
    let mut tx = project.begin_write().await?;
    let session = sessions::require(&mut tx, request.session).await?;
    if session.status == MendStatus::Active {
        return Err(Error::bad_request(
            format!("mending {} is not finished", request.session),
            "Nothing was changed. Wait for the end of its rounds, go on with it, or give it up.",
        ));
    }
    let wanted = wanted(&mut tx, &kept, (&session, request.scene)).await?;
    let mut accepted = MendAccepted::default();
    let label = label(&mut tx, request.session).await?;
    for scene in &wanted {
        let placed = placed(&mut tx, scene).await?;
        if request.replacements_only && !placed.pieces.iter().all(|piece| piece.is_replacement) {
            continue;
        }
        let chosen = chosen(&request, scene, &placed)?;
        accepted.conflicts += placed.pieces.iter().filter(|piece| piece.edits.is_none()).count();
        let outcome =
            accept_scene(&mut tx, (request.session, scene), (&placed, &chosen, &label), now).await?;
        accepted.scenes.extend(outcome);
    }
    accepted.ended = end_or_wait(&mut tx, request.session, now).await?;
    tx.commit().await?;
    let changed: Vec<SceneId> = accepted.scenes.iter().map(|scene| scene.scene).collect();
    check_texts(project, (request.session, &changed), watch).await;
    Ok(accepted)
}

/// The scenes to decide about: the one that was named, or all with changes. With all of them, those without changes are
/// given up, and those whose text is missing wait on.
async fn wanted(
    conn: &mut SqliteConnection,
    kept: &Kept,
    (session, scene): (&MendSession, Option<SceneId>),
) -> Result<Vec<SceneState>> {
    let here = scenes_in_book(conn).await?;
    let mut wanted = Vec::new();
    for known in scenes::list(conn, session.id).await? {
        if scene.is_some_and(|scene| scene != known.scene) {
            continue;
        }
        let is_better = known.best_round.is_some_and(|best| best > 0);
        let state = match SceneState::read(conn, kept, (session, known)).await? {
            ReadScene::Open(state) => *state,
            ReadScene::Unread(unread) if scene.is_some() => return Err(unread.error()),
            ReadScene::Unread(_) | ReadScene::Decided => continue,
        };
        let id = state.scene.scene;
        if here.contains(&id) && (is_better || scene.is_some()) {
            wanted.push(state);
        } else if scene.is_none() {
            scenes::decide(conn, (session.id, id), Decision::Released).await?;
        }
    }
    match scene.filter(|_| wanted.is_empty()) {
        Some(scene) => Err(decided(scene)),
        None => Ok(wanted),
    }
}

/// The numbers of the pieces to accept.
fn chosen(request: &AcceptMending, scene: &SceneState, placed: &PlacedScene) -> Result<Vec<usize>> {
    if request.seen.as_ref().is_some_and(|seen| *seen != seen_hash(scene, placed)) {
        return Err(Error::bad_request(
            "the text has changed since the changes were shown",
            "Nothing was changed. Look at the changes again.",
        )
        .with(json!({ "stale": true, "scene": scene.scene.scene })));
    }
    let is_free = |at: &usize| placed.pieces.get(*at).is_some_and(|piece| piece.edits.is_some());
    let Some(wanted) = &request.pieces else {
        return Ok((0..placed.pieces.len()).filter(is_free).collect());
    };
    match wanted.iter().find(|at| !is_free(at)) {
        None => Ok(wanted.clone()),
        Some(at) => Err(Error::bad_request(
            format!("change {at} cannot be accepted: it does not exist, or you changed its passage since"),
            "Nothing was changed. Look at the changes again.",
        )),
    }
}

/// The name of the versions that a session leads to.
pub(super) async fn label(conn: &mut SqliteConnection, session: MendSessionId) -> Result<String> {
    let is_english = meta::require(conn).await?.language.starts_with("en");
    Ok(if is_english { format!("Mending #{session}") } else { format!("修订 #{session}") })
}

/// Writes the chosen pieces of one scene and decides about it. Returns what changed; `None` if nothing did.
async fn accept_scene(
    conn: &mut SqliteConnection,
    (session, scene): (MendSessionId, &SceneState),
    (placed, chosen, label): (&PlacedScene, &[usize], &str),
    now: Timestamp,
) -> Result<Option<SceneMended>> {
    let id = scene.scene.scene;
    let pieces: Vec<&PlacedPiece> = chosen.iter().filter_map(|at| placed.pieces.get(*at)).collect();
    let refused: Vec<&PlacedPiece> = placed
        .pieces
        .iter()
        .enumerate()
        .filter(|(at, _)| !chosen.contains(at))
        .map(|(_, piece)| piece)
        .collect();
    let mut mended = None;
    if !pieces.is_empty() {
        let rewritten = write(conn, (id, placed), (&pieces, label), now).await?;
        mended = Some(SceneMended {
            scene: id,
            before: rewritten.before,
            after: rewritten.after,
            pieces: pieces.len(),
        });
    }
    let both = mended.map(|mended| Accepted { version: mended.after, before: mended.before });
    let decision = match both {
        Some(both) if refused.is_empty() => Decision::Accepted(both),
        Some(both) => Decision::Partly(both),
        None => Decision::Refused,
    };
    scenes::decide(conn, (session, id), decision).await?;
    settle_issues(conn, (scene, &pieces, &refused), now).await?;
    let action = if mended.is_some() { AuditAction::Accepted } else { AuditAction::Decided };
    let initiator = sessions::require(conn, session).await?.record.initiator;
    let entry = AuditEntry {
        session: Some(session),
        metadata: Some(json!({
            "scene": id, "accepted": pieces.len(), "refused": refused.len(),
            "version": mended.map(|mended| mended.after), "before": mended.map(|mended| mended.before),
        })),
        ..AuditEntry::new(action, initiator, now)
    };
    audit::append(conn, &entry).await?;
    Ok(mended)
}

/// Accepts a scene whose changes are all replacements of rules that the author lets accept by themselves. Returns whether
/// it did: never in a scene with a draft, or where the author changed one of the passages.
pub(super) async fn accept_by_itself(
    conn: &mut SqliteConnection,
    state: &SceneState,
    now: Timestamp,
) -> Result<bool> {
    let scene = &state.scene;
    let accepting = checks::accepting(conn).await?;
    let is_written_on = drafts::get(conn, scene.scene).await?.is_some();
    if accepting.is_empty() || is_written_on {
        return Ok(false);
    }
    let placed = placed(conn, state).await?;
    let is_accepting = |issue: &IssueId| {
        let known = state.issues.iter().find(|one| one.id == *issue);
        known.is_some_and(|issue| accepting.contains(&issue.record.rule))
    };
    let is_sure = |piece: &PlacedPiece| {
        let issues = &piece.piece.issues;
        piece.is_replacement && piece.edits.is_some() && !issues.is_empty() && issues.iter().all(is_accepting)
    };
    if !placed.pieces.iter().all(is_sure) {
        return Ok(false);
    }
    let chosen: Vec<usize> = (0..placed.pieces.len()).collect();
    let label = label(conn, scene.session).await?;
    accept_scene(conn, (scene.session, state), (&placed, &chosen, &label), now).await?;
    Ok(true)
}

/// Writes pieces into a scene, with the spans of what models wrote.
async fn write(
    conn: &mut SqliteConnection,
    (scene, placed): (SceneId, &PlacedScene),
    (pieces, label): (&[&PlacedPiece], &str),
    now: Timestamp,
) -> Result<Rewritten> {
    let mut edits: Vec<(Edit, Option<GenerationId>)> = pieces
        .iter()
        .flat_map(|piece| piece.edits.iter().flatten().map(|edit| (edit.clone(), piece.piece.generation)))
        .collect();
    edits.sort_by_key(|(edit, _)| (edit.range.start(), edit.range.end()));
    let plain: Vec<Edit> = edits.iter().map(|(edit, _)| edit.clone()).collect();
    let text = CanonicalText::new(apply(&placed.working.text, &plain));
    let (_, before) = versions::working_spans(conn, scene).await?;
    let spans = spans((&placed.working.text, text.as_str()), &before, &edits);
    let new = Rewrite { text: &text, author: Author::Ai, spans: Some(&spans), label: Some(label) };
    Ok(versions::rewrite(conn, now, scene, new).await?)
}

/// The spans of models in the new text: those of before where their words are unchanged, and those of the edits.
fn spans((old, new): (&str, &str), before: &[AiSpan], edits: &[(Edit, Option<GenerationId>)]) -> Vec<AiSpan> {
    let trace = Trace::of_texts(old, new);
    let kept = before.iter().filter_map(|span| {
        let mapped = trace.map(span.range);
        (mapped.is_unchanged && !mapped.range.is_empty()).then_some(AiSpan { range: mapped.range, ..*span })
    });
    let mut spans: Vec<AiSpan> = kept.collect();
    let (mut added, mut removed) = (0, 0);
    for (edit, generation) in edits {
        let start = edit.range.start().get() + added - removed;
        let length = edit.words.chars().count();
        if let Some(generation) = generation.filter(|_| length > 0) {
            spans.push(AiSpan { generation, range: CharRange::new(start, start + length) });
        }
        added += length;
        removed += edit.range.len();
    }
    spans.sort_by_key(|span| span.range.start());
    spans
}

/// Notes the decision at the issues, their findings and the generations.
async fn settle_issues(
    conn: &mut SqliteConnection,
    (scene, accepted, refused): (&SceneState, &[&PlacedPiece], &[&PlacedPiece]),
    now: Timestamp,
) -> Result<()> {
    let is_in = |pieces: &[&PlacedPiece], issue: IssueId| {
        pieces.iter().any(|piece| piece.piece.issues.contains(&issue))
    };
    for issue in &scene.issues {
        if is_in(accepted, issue.id) {
            note_mended(conn, issue).await?;
        } else if is_in(refused, issue.id) && issue.state != IssueState::Resolved {
            let note = |record: &mut IssueRecord| record.reason = Some(DeferReason::Author);
            step(conn, issue.id, IssueEvent::Deferred, note, now).await?;
        }
    }
    for (pieces, fate) in [(accepted, Fate::Accepted), (refused, Fate::Dismissed)] {
        for id in pieces.iter().filter_map(|piece| piece.piece.generation) {
            let mut generation = generations::require(conn, id).await?;
            generation.record.fate = fate;
            generations::update(conn, &generation).await?;
        }
    }
    Ok(())
}

/// A finding of a model whose issue is resolved is gone; no check by rules would say so.
pub(super) async fn note_mended(conn: &mut SqliteConnection, issue: &Issue) -> Result<()> {
    let is_resolved = issue.state == IssueState::Resolved && issue.record.rule.needs_model();
    if let Some(finding) = issue.finding.filter(|_| is_resolved) {
        let finding = findings::require(conn, finding).await?;
        findings::mark_gone(conn, &finding).await?;
    }
    Ok(())
}

/// Checks changed scenes by the rules that are on and by those of the mending, so that the list of findings is that of
/// the new texts. The texts are stored already, so trouble is only noted.
pub(super) async fn check_texts(
    project: &Project,
    (session, scenes): (MendSessionId, &[SceneId]),
    watch: &Watch,
) {
    if let Err(error) = try_check(project, (session, scenes), watch).await {
        tracing::warn!(code = ?error.code, "mended scenes could not be checked");
    }
}

/// The most scenes that are checked one by one; more are checked with the whole book at once.
const MAX_ALONE: usize = 3;

async fn try_check(
    project: &Project,
    (session, scenes): (MendSessionId, &[SceneId]),
    watch: &Watch,
) -> Result<()> {
    let mut tx = project.begin_read().await?;
    let own = issues::list(&mut tx, session).await?.into_iter().map(|issue| issue.record.rule);
    let on = checks::rules_on(&mut tx).await?;
    let rules: BTreeSet<Rule> = own.chain(on).filter(|rule| !rule.needs_model()).collect();
    drop(tx);
    let within: Vec<FindScope> = match scenes.len() {
        0..=MAX_ALONE => scenes.iter().copied().map(FindScope::Scene).collect(),
        _ => vec![FindScope::Book],
    };
    for within in within {
        let rules = Some(rules.iter().copied().collect());
        checks::run(project, RunCheck { within, rules }, watch).await?;
    }
    Ok(())
}

/// Takes the accepted changes of a mending out of the manuscript, in every scene that has not changed since.
///
/// # Errors
/// An unknown session; those of the project file.
pub async fn take_back(project: &Project, request: TakeBackMending, watch: &Watch) -> Result<MendTakenBack> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let session = sessions::require(&mut tx, request.session).await?;
    let mut taken = MendTakenBack::default();
    for scene in scenes::list(&mut tx, request.session).await? {
        let is_wanted = request.scenes.as_ref().is_none_or(|scenes| scenes.contains(&scene.scene));
        let Some(both) = scene.accepted.filter(|_| is_wanted) else { continue };
        let rewritten = Rewritten { before: both.before, after: both.version };
        match versions::undo_rewrite(&mut tx, now, scene.scene, rewritten).await? {
            RewriteUndone::As(_) => {
                restore_findings(&mut tx, (request.session, scene.scene), now).await?;
                taken.restored.push(scene.scene);
            }
            RewriteUndone::HasDraft | RewriteUndone::MovedOn => taken.left.push(scene.scene),
        }
    }
    if !taken.restored.is_empty() {
        let entry = AuditEntry {
            session: Some(request.session),
            metadata: Some(json!({ "scenes": taken.restored })),
            ..AuditEntry::new(AuditAction::TakenBack, session.record.initiator, now)
        };
        audit::append(&mut tx, &entry).await?;
    }
    tx.commit().await?;
    check_texts(project, (request.session, &taken.restored), watch).await;
    Ok(taken)
}

/// Finds the findings of a model again that were gone with an acceptance.
async fn restore_findings(
    conn: &mut SqliteConnection,
    (session, scene): (MendSessionId, SceneId),
    now: Timestamp,
) -> Result<()> {
    for issue in issues::list_by_scene(conn, (session, scene)).await? {
        let Some(id) = issue.finding.filter(|_| issue.record.rule.needs_model()) else { continue };
        let finding = findings::require(conn, id).await?;
        if finding.state == FindingState::Gone {
            findings::found_again(conn, id, &finding.record, now).await?;
        }
    }
    Ok(())
}
