//! Retrieving the memory of a scene, with queries that a model chooses or those of the plan.

pub mod commands;

use serde::Deserialize;
use wenfang_drafting::context::Source;
use wenfang_drafting::prompts::SceneQueries;
use wenfang_story::SceneId;
use wenfang_story::generation::{Act, GenerationStatus};
use wenfang_usecase::{Code, Error, Result};

use crate::Session;
use crate::drafting::request::{Generate, Generated};
use crate::drafting::{Observer, ask};
use crate::memory::{
    self, Degraded, DegradedWhy, MAX_NAMES, MAX_QUERIES, MemoryPart, MemoryQueries, QueriesFrom, Retrieval,
    SceneMemory, TOP_K,
};

/// Maximum number of passages per query.
const MAX_TOP_K: usize = 40;

/// A scene whose memory is retrieved, with options.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RetrieveMemory {
    pub scene: SceneId,
    /// Who chooses the queries; the plan when absent.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub queries_from: QueriesFrom,
    /// Passages per query; 10 when absent, at most 40.
    pub top_k: Option<usize>,
    /// Sources that must not be sent to the model that chooses the queries.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub excluded: Vec<Source>,
    /// The maximum number of tokens, prompts and answers together, that the author agreed to. More is refused; not
    /// checked when absent.
    pub agreed: Option<u64>,
}

/// Retrieves and stores the memory of a scene. Items the author dropped earlier stay dropped.
///
/// # Errors
/// An unknown scene, or one in the bin; [`Code::AgreementNeeded`]; [`Code::Stopped`]. Failed searches, and a
/// failure to store the memory, are part of the answer.
pub async fn retrieve(
    session: &Session,
    request: RetrieveMemory,
    observer: &Observer,
) -> Result<SceneMemory> {
    let top_k = match request.top_k.unwrap_or(TOP_K) {
        top_k @ 1..=MAX_TOP_K => top_k,
        top_k => {
            return Err(Error::bad_request(
                format!("cannot retrieve {top_k} passages per query; the maximum is {MAX_TOP_K}"),
                format!("Nothing was changed. Ask for 1 to {MAX_TOP_K} passages per query."),
            ));
        }
    };
    let mut retrieval = Retrieval::begin(session.library(), request.scene, &observer.watch).await?;
    if request.queries_from == QueriesFrom::Model {
        let asked = Generate {
            excluded: request.excluded,
            agreed: request.agreed,
            ..Generate::of_scene(request.scene, Act::Memory)
        };
        let queries = match ask(session, asked, observer).await {
            // Nothing was sent: the author decides, instead of getting a memory without the model's queries.
            Err(error) if error.code == Code::AgreementNeeded => return Err(error),
            Err(error) => Err(Degraded::failed(MemoryPart::Queries, &error)),
            Ok(answer) => queries_of(answer).map_err(|why| Degraded { part: MemoryPart::Queries, why }),
        };
        match queries {
            Ok(queries) => {
                let planned = std::mem::replace(&mut retrieval.queries, queries);
                keep_planned_names(&mut retrieval.queries, planned);
                retrieval.queries_from = QueriesFrom::Model;
            }
            Err(degraded) => retrieval.degraded.push(degraded),
        }
    }
    let mut memory = retrieval.finish(top_k).await?;
    let before = memory::read(&session.project, request.scene).await?;
    if let Some(before) = &before {
        memory.drop_as(&before.memory);
    }
    if session.project.is_writable() {
        let based_on = before.map(|stored| stored.version);
        if let Err(error) = memory::write(&session.project, (request.scene, based_on), &memory).await {
            tracing::warn!(code = ?error.code, "cannot store the memory of a scene");
            memory.degraded.push(Degraded::failed(MemoryPart::Storage, &error));
        }
    }
    Ok(memory)
}

/// Characters of the author's plan are always in play.
fn keep_planned_names(queries: &mut MemoryQueries, planned: MemoryQueries) {
    for name in planned.entities {
        if queries.entities.len() < MAX_NAMES && !queries.entities.contains(&name) {
            queries.entities.push(name);
        }
    }
}

/// The queries in a model's answer, or the reason why there are none.
fn queries_of(answer: Generated) -> std::result::Result<MemoryQueries, DegradedWhy> {
    let generation = answer.generations.into_iter().next().ok_or(DegradedWhy::NothingNamed)?;
    if generation.record.status != GenerationStatus::Complete {
        let trouble = generation.record.trouble.map(|trouble| trouble.message);
        return Err(trouble.map_or(DegradedWhy::Unfinished, |message| DegradedWhy::Failed { message }));
    }
    let answer: SceneQueries = serde_json::from_str(&generation.text)
        .map_err(|error| DegradedWhy::Failed { message: error.to_string() })?;
    let tidy = |words: Vec<String>, most: usize| {
        let mut seen = Vec::new();
        for word in words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()) {
            if seen.len() < most && !seen.contains(&word) {
                seen.push(word);
            }
        }
        seen
    };
    let events = answer.events.into_iter();
    let queries = MemoryQueries {
        entities: tidy(answer.entities, MAX_NAMES),
        queries: tidy(answer.queries.into_iter().chain(events).collect(), MAX_QUERIES),
    };
    if queries.queries.is_empty() { Err(DegradedWhy::NothingNamed) } else { Ok(queries) }
}
