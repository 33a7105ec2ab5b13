//! Runs a generation: sends the request, passes the incoming text through the gate, stores it and records the
//! outcome.
//!
//! Always: the receipt is stored before anything is sent; received text is stored at least every two seconds or
//! two thousand bytes, and at the end, whatever the outcome; every call leaves a usage record, even a failed
//! one; the scene is never changed.

mod call;
mod lost;
mod prose;
mod question;
mod thinking;
mod turn_ceiling;
mod values;

pub(crate) use lost::account_lost;
pub(crate) use question::{Valued, ask_passage, ask_value};

use sqlx::SqliteConnection;
use wenfang_drafting::receipt::Receipt;
use wenfang_llm::call::ResolvedTarget;
use wenfang_llm::route::Target;
use wenfang_project::generations::{self, Generation};
use wenfang_project::receipts;
use wenfang_story::GenerationId;
use wenfang_story::generation::{Act, GenerationRecord, GenerationStatus, OverflowFate, Tokens};
use wenfang_text::CharRange;
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;

use super::events::{GenerationEvent, Observer};
use super::generations::view;
use super::prepare::agreement::{check_request, request_estimate};
use super::prepare::{Prepared, asked, check_length, prepare, task_of};
use super::read_artifacts::pin_read;
use super::request::{Generate, Generated};
use crate::Session;
use crate::models::{ActiveGeneration, ModelSettings};
use crate::spending::{OtherCurrencies, Spent, month_before};

/// Maximum number of candidates of one act.
const MAX_CANDIDATES: u32 = 3;

/// Calls a model and returns when the text is complete.
///
/// # Errors
/// [`Code::NoModel`], [`Code::ConsentNeeded`], [`Code::AgreementNeeded`], [`Code::KeysLocked`],
/// [`Code::CeilingReached`], [`Code::PromptFaulty`], [`Code::AlreadyRunning`] before anything is sent. Later failures are part of the
/// answer, with the text received so far.
pub async fn run(session: &Session, request: Generate, observer: &Observer) -> Result<Generated> {
    check_limits(&request)?;
    let count = request.candidates.unwrap_or(1);
    let targets = targets(session, request.act)?;
    check_ceiling(session).await?;
    commit_draft(session, &request).await?;
    let prepared = prepare(session, &request, targets.first(), &observer.watch).await?;
    let run = request.made.turn.as_ref().and_then(|turn| turn.run);
    turn_ceiling::check(session, request.scene, run).await?;
    let settings = session.models.settings();
    let estimate = request_estimate(session, targets.first(), &prepared, (count, 0))?;
    check_request(&settings, (&request, targets.first()), &estimate)?;
    let resolved = resolved(session, &targets).await?;
    let first = begin(session, &prepared, (&targets, Place::First), observer).await?;
    let candidate = Place::CandidateOf(first.generation.id);
    let mut pending = vec![first];
    for _ in 1..count {
        pending.push(begin(session, &prepared, (&targets, candidate), observer).await?);
    }
    let ask = ActInputs { session, observer, reuse: request.reuse, prepared: &prepared, targets: &resolved };
    let running = pending.into_iter().map(|pending| async {
        let ended = match prepared.request.act.is_prose() {
            true => prose::write(&ask, pending).await?,
            false => values::write(&ask, pending, &values::schema(prepared.request.act)?).await?.0,
        };
        observer.tell(GenerationEvent::Ended { generation: ended.id, status: ended.record.status });
        Ok::<Generation, Error>(ended)
    });
    let mut ended = Vec::new();
    for generation in futures_util::future::join_all(running).await {
        ended.push(view(session, generation?));
    }
    Ok(Generated { generations: ended })
}

/// Checks whether a model may be asked, before any step does its work for it.
///
/// # Errors
/// [`Code::NoModel`], [`Code::ConsentNeeded`], [`Code::CeilingReached`]; a length or a number of candidates out of
/// range.
pub(crate) async fn check(session: &Session, request: &Generate) -> Result<()> {
    check_limits(request)?;
    targets(session, request.act)?;
    check_ceiling(session).await
}

fn check_limits(request: &Generate) -> Result<()> {
    let count = request.candidates.unwrap_or(1);
    if !(1..=MAX_CANDIDATES).contains(&count) {
        return Err(Error::bad_request(
            format!("cannot ask for {count} candidates; the maximum is {MAX_CANDIDATES}"),
            format!("Nothing was sent. Ask for 1 to {MAX_CANDIDATES}."),
        ));
    }
    check_length(request)
}

/// The place of a generation among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The first one of an act. It is refused while the same act runs at the same place.
    First,
    /// A further candidate of an act.
    CandidateOf(GenerationId),
    /// A question of a use case, which knows itself whether another one of its kind runs.
    Question,
}

/// The inputs shared by all candidates of an act.
struct ActInputs<'a> {
    session: &'a Session,
    observer: &'a Observer,
    /// Whether a cached answer to an identical question may be returned.
    reuse: bool,
    prepared: &'a Prepared,
    targets: &'a [ResolvedTarget],
}

/// A generation that has started and is marked as running.
struct PendingGeneration {
    generation: Generation,
    receipt: Receipt,
    _running: ActiveGeneration,
}

impl ActInputs<'_> {
    /// Stores the current state of a generation.
    async fn store(&self, generation: &Generation) -> Result<()> {
        let mut tx = self.session.project.begin_write().await?;
        generations::update(&mut tx, generation).await?;
        tx.commit().await?;
        wenfang_project::step("generation.stored");
        Ok(())
    }

    /// Stores its receipt again after another round or a fallback to another model.
    async fn store_receipt(&self, id: GenerationId, receipt: &Receipt) -> Result<()> {
        let mut tx = self.session.project.begin_write().await?;
        receipts::put(&mut tx, id, &receipt.canonical()).await?;
        Ok(tx.commit().await?)
    }
}

/// Returns the targets to call, in order.
///
/// # Errors
/// [`Code::NoModel`] if none is set up; [`Code::ConsentNeeded`] if the author has not agreed to one of the
/// hosts.
fn targets(session: &Session, act: Act) -> Result<Vec<Target>> {
    let settings = session.models.settings();
    let task = task_of(act);
    let targets = settings.routes.plan(task).map_err(|_| {
        Error::new(
            Code::NoModel,
            "no model is set up for this",
            "Nothing was sent. Set up a provider and choose a model in the settings of models.",
        )
        .with(serde_json::json!({ "task": task }))
    })?;
    for target in &targets {
        let Some(asked) = asked(&settings, target) else {
            return Err(Error::new(
                Code::NoModel,
                format!("the provider {} is no longer set up", target.provider.as_str()),
                "Nothing was sent. Choose another model in the settings of models.",
            ));
        };
        if !asked.consented {
            return Err(Error::new(
                Code::ConsentNeeded,
                format!("you have not agreed to send text to {}", asked.origin),
                "Nothing was sent. Check what would be sent, then agree to this host.",
            )
            .with(serde_json::json!({ "provider": asked.provider, "origin": asked.origin })));
        }
    }
    Ok(targets)
}

/// Resolves the targets to providers and keys.
async fn resolved(session: &Session, targets: &[Target]) -> Result<Vec<ResolvedTarget>> {
    let settings = session.models.settings();
    let mut resolved = Vec::with_capacity(targets.len());
    for target in targets {
        let Some(provider) = settings.provider(&target.provider).cloned() else { continue };
        let key = session.models.key_for(&provider).await?;
        resolved.push(ResolvedTarget {
            provider,
            model: target.model.clone(),
            parameters: target.parameters.clone(),
            key,
        });
    }
    Ok(resolved)
}

/// Refuses a request once the monthly ceiling is reached.
async fn check_ceiling(session: &Session) -> Result<()> {
    let Some(ceiling) = session.models.settings().ceilings.per_month else { return Ok(()) };
    let mut tx = session.project.begin_read().await?;
    let spent = Spent::since(&mut tx, month_before(session.project.now()), &ceiling).await?;
    if spent.allows(&ceiling, None, OtherCurrencies::Ignored) {
        return Ok(());
    }
    let micros = spent.micros;
    Err(Error::new(
        Code::CeilingReached,
        "spending in the last thirty days has reached your ceiling",
        "Nothing was sent. Raise the ceiling in the settings of models, or continue later.",
    )
    .with(serde_json::json!({ "spent": micros, "ceiling": ceiling.micros, "currency": ceiling.currency })))
}

/// Commits the draft as a version, so that the request refers to stored text.
async fn commit_draft(session: &Session, request: &Generate) -> Result<()> {
    let mut tx = session.project.begin_write().await?;
    versions::commit_draft(&mut tx, session.project.now(), request.scene).await?;
    Ok(tx.commit().await?)
}

/// Refuses a generation while the same act runs at the same place: a double press must not be paid twice. The caller
/// holds the write lock, so of two requests at once the second one sees the first.
async fn refuse_second(session: &Session, conn: &mut SqliteConnection, new: &GenerationRecord) -> Result<()> {
    let is_same_place = |range: CharRange| range == new.range || range.overlaps(new.range);
    for id in session.models.running() {
        // One that cannot be read is no reason to refuse anything.
        let Ok(Generation { record, .. }) = generations::require(conn, id).await else { continue };
        let is_same_act = (record.scene, record.act) == (new.scene, new.act);
        if is_same_act && record.instruction == new.instruction && is_same_place(record.range) {
            return Err(Error::new(
                Code::AlreadyRunning,
                format!("generation {id} is doing the same at this place"),
                "Nothing was sent. Wait for it to end, or stop it first.",
            )
            .with(serde_json::json!({ "generation": id })));
        }
    }
    Ok(())
}

/// Stores a generation with its receipt, before anything is sent.
async fn begin(
    session: &Session,
    prepared: &Prepared,
    (targets, place): (&[Target], Place),
    observer: &Observer,
) -> Result<PendingGeneration> {
    let settings: ModelSettings = session.models.settings();
    let Some(target) = targets.first() else {
        return Err(Error::new(Code::NoModel, "no model is set up for this", "Nothing was sent."));
    };
    let name = settings.provider(&target.provider).map(|provider| provider.name.clone()).unwrap_or_default();
    let receipt = prepared.receipt(session, target, &name);
    let record = GenerationRecord {
        scene: prepared.request.scene,
        act: prepared.request.act,
        base: prepared.request.base,
        range: prepared.request.range,
        instruction: prepared.request.instruction.clone(),
        candidate_of: match place {
            Place::CandidateOf(first) => Some(first),
            Place::First | Place::Question => None,
        },
        prompt: prepared.request.reference.clone(),
        prompt_hash: receipt.prompt_hash.clone(),
        provider: target.provider.as_str().to_owned(),
        model: target.model.clone(),
        status: GenerationStatus::Running,
        trouble: None,
        gate: None,
        tokens: Tokens::default(),
        reasoning: None,
        cost: None,
        fate: prepared.request.act.first_fate(),
        overflow_fate: OverflowFate::Kept,
        prompt_cut: false,
        turn: prepared.request.turn.clone(),
        derived: None,
        asked_by: prepared.request.asked_by.clone(),
        requests: Vec::new(),
    };
    let now = session.project.now();
    let mut tx = session.project.begin_write().await?;
    if place == Place::First {
        refuse_second(session, &mut tx, &record).await?;
    }
    let id = generations::insert(&mut tx, &record, now).await?;
    receipts::put(&mut tx, id, &receipt.canonical()).await?;
    pin_read(&mut tx, &receipt).await?;
    let running = session.models.run(id);
    tx.commit().await?;
    wenfang_project::step("generation.begun");
    observer.tell(GenerationEvent::Began {
        generation: id,
        range: prepared.request.range,
        target: prepared.request.length,
        limit: prepared.request.limits.map_or(0, |limits| limits.hard()),
    });
    let generation = Generation { id, record, text: String::new(), overflow: String::new(), created_at: now };
    Ok(PendingGeneration { generation, receipt, _running: running })
}
