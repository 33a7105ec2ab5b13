//! Prepares a question about a chapter whose answer is a value, or about a passage whose answer is prose.

use serde::Serialize;
use wenfang_checks::gate::GateLimits;
use wenfang_drafting::context::Candidate;
use wenfang_drafting::prompts::{Language, Layers, Novel, RenderedMessage, Variables};
use wenfang_drafting::receipt::AskedPassage;
use wenfang_llm::route::Target;
use wenfang_llm::tokens::TokenCounter;
use wenfang_project::{meta, parts};
use wenfang_story::generation::{Act, AskedBy, Cost};
use wenfang_story::{ChapterId, SceneId, VersionNo};
use wenfang_text::CharRange;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::agreement::{cost, request_estimate};
use super::{Offered, Prepared, Unpacked, asked, bible_value, number, packed, scene_words, task_of, window};
use crate::Session;
use crate::drafting::gather::chapter::{ChapterScope, gather_chapter};
use crate::drafting::masks::mask_for;
use crate::drafting::plan::{planned, texts_of};
use crate::drafting::read_artifacts::{ReadArtifacts, read_artifacts};
use crate::drafting::request::AskedModel;
use crate::drafting::template::{InUse, in_use};

/// Tokens reserved for the answer; lists extracted from a chapter are longer than a scene card.
const ANSWER_TOKENS: usize = 4_000;
/// Tokens reserved for the answer to a step of a profile, which is a short value.
pub(crate) const STEP_ANSWER_TOKENS: usize = 2_000;
/// Typical answer length in tokens, for questions without a target length.
const TYPICAL_ANSWER_TOKENS: usize = 1_200;
/// Share of the context window available to the text, in percent.
const MAX_TEXT_PERCENT: usize = 40;

/// A question about a chapter, or about a passage of one.
#[derive(Clone, Debug)]
pub(crate) struct ValueQuestion {
    pub(crate) act: Act,
    /// The scene whose plan is shown and that owns the generation; usually the last of the chapter.
    pub(crate) scene: SceneId,
    pub(crate) chapter: ChapterId,
    pub(crate) text: String,
    /// Where the text stands in the novel; none for a text that was derived from it.
    pub(crate) passages: Vec<AskedPassage>,
    /// Text that precedes it.
    pub(crate) before: String,
    /// Text that follows it.
    pub(crate) after: String,
    /// Target length in 字; 0 for none.
    pub(crate) length: usize,
    /// Number of items wanted; 0 for any number.
    pub(crate) count: u32,
    /// The issues that it is about, one a line.
    pub(crate) issues: String,
    /// The author's instruction.
    pub(crate) instruction: String,
    /// The passage that the answer replaces, for prose: the version and the range in its text.
    pub(crate) place: Option<(VersionNo, CharRange)>,
    /// The step of a profile that asks.
    pub(crate) asked_by: Option<AskedBy>,
}

impl ValueQuestion {
    /// A question without any text.
    pub(crate) fn new(act: Act, scene: SceneId, chapter: ChapterId) -> Self {
        Self {
            act,
            scene,
            chapter,
            text: String::new(),
            passages: Vec::new(),
            before: String::new(),
            after: String::new(),
            length: 0,
            count: 0,
            issues: String::new(),
            instruction: String::new(),
            place: None,
            asked_by: None,
        }
    }
}

/// The estimated cost of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Estimate {
    /// The model that would be called first; none if no model is set up.
    pub(crate) target: Option<AskedModel>,
    /// Prompt tokens.
    pub(crate) prompt: usize,
    /// Typical answer tokens.
    pub(crate) answer: usize,
    /// Cost of both, if the price is known.
    pub(crate) cost: Option<Cost>,
}

/// Whether a model is set up for an act.
pub(crate) fn can_ask(session: &Session, act: Act) -> bool {
    session.models.settings().routes.plan(task_of(act)).is_ok()
}

fn counter(session: &Session, target: Option<&Target>) -> TokenCounter {
    target.map_or_else(
        || TokenCounter::of_model(""),
        |target| session.models.counter(&target.provider, &target.model),
    )
}

/// The maximum number of characters of text in one question, for the model that would be called.
pub(crate) fn max_text(session: &Session, act: Act) -> usize {
    const SAMPLE_CHARS: usize = 100;
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(act)).unwrap_or_default();
    let tokens = window(&settings, targets.first()) * MAX_TEXT_PERCENT / 100;
    let sample_tokens = counter(session, targets.first()).count(&"雪".repeat(SAMPLE_CHARS)).max(1);
    (tokens * SAMPLE_CHARS / sample_tokens).max(SAMPLE_CHARS)
}

/// Estimates the cost of a question. Nothing is sent.
pub(crate) async fn estimate(session: &Session, question: &ValueQuestion) -> Result<Estimate> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(question.act)).unwrap_or_default();
    let target = targets.first();
    let prepared = prepare_question(session, question, target).await?;
    let answer = match question.length {
        0 => TYPICAL_ANSWER_TOKENS,
        length if question.act.is_prose() => counter(session, target).count(&"雪".repeat(length)),
        // The target length covers only the text; the rest of the value is about as long.
        length => 2 * counter(session, target).count(&"雪".repeat(length)),
    };
    let tokens = |tokens: usize| u64::try_from(tokens).unwrap_or(u64::MAX);
    Ok(Estimate {
        target: target.and_then(|target| asked(&settings, target)),
        prompt: prepared.tokens,
        answer,
        cost: cost(&settings, target, (tokens(prepared.tokens), tokens(answer))),
    })
}

/// Estimates what a question takes at most, and at least. Nothing is sent.
pub(crate) async fn estimate_at_most(
    session: &Session,
    question: &ValueQuestion,
) -> Result<wenfang_engine::Estimate> {
    let targets = session.models.settings().routes.plan(task_of(question.act)).unwrap_or_default();
    let prepared = prepare_question(session, question, targets.first()).await?;
    request_estimate(session, targets.first(), &prepared, (1, 0))
}

/// A request that a step of a profile would send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct StepPrompt {
    /// The model that would be called first; none if no model is set up.
    pub target: Option<AskedModel>,
    pub messages: Vec<RenderedMessage>,
    /// Prompt tokens.
    pub tokens: usize,
}

/// The request that a question would send. Nothing is sent.
///
/// # Errors
/// Those of reading; [`Code::PromptFaulty`](wenfang_usecase::Code::PromptFaulty).
pub(crate) async fn prompt_of(session: &Session, question: &ValueQuestion) -> Result<StepPrompt> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(question.act)).unwrap_or_default();
    let target = targets.first();
    let prepared = prepare_question(session, question, target).await?;
    Ok(StepPrompt {
        target: target.and_then(|target| asked(&settings, target)),
        messages: prepared.messages,
        tokens: prepared.tokens,
    })
}

/// Reads, packs and renders the messages for a question.
pub(in crate::drafting) async fn prepare_question(
    session: &Session,
    question: &ValueQuestion,
    target: Option<&Target>,
) -> Result<Prepared> {
    let mut tx = session.project.begin_read().await?;
    let novel = meta::require(&mut tx).await?;
    let mut scene = parts::require(&mut tx, question.scene).await?.record;
    let chapter = parts::require(&mut tx, question.chapter).await?.record;
    if question.act.is_of_step() {
        scene = planned(&mut tx, scene, (question.chapter, &chapter)).await?;
    }
    let (version, range) = match question.place {
        Some(place) => place,
        None => {
            let working = versions::working_text(&mut tx, question.scene).await?;
            (working.version.version, CharRange::new(0, 0))
        }
    };
    let language = if novel.language.starts_with("en") { Language::En } else { Language::Zh };
    let (group, key) = question.act.prompt();
    let InUse { template, reference } = in_use(&mut tx, (group, key, language)).await?;
    let genre = bible_value(&mut tx, "genre").await?;
    let synopsis = bible_value(&mut tx, "synopsis").await?;
    let ReadArtifacts { art, artifacts } = read_artifacts(&mut tx, (question.scene, &template)).await?;
    drop(tx);
    let mut scene_variables = scene_words(&scene, chapter.title.clone());
    if !matches!(question.act, Act::Check | Act::Verify | Act::Mend) && !question.act.is_of_step() {
        // The question is about the whole chapter; the plan of one scene would be mistaken for all of it.
        scene_variables = wenfang_drafting::prompts::Scene {
            chapter: scene_variables.chapter,
            synopsis: [chapter.goal.trim(), chapter.synopsis.trim()].join("\n").trim().to_owned(),
            ..wenfang_drafting::prompts::Scene::default()
        };
    }
    let mut texts = if question.act.is_of_step() { texts_of(&scene) } else { Vec::new() };
    texts.push(&question.text);
    let scope = ChapterScope { scene: question.scene, chapter: question.chapter, texts: &texts, language };
    let (chapter_number, mut gathered) = gather_chapter(&session.project, &scope).await?;
    scene_variables.number = chapter_number;
    let uses = |candidate: &Candidate| {
        let variable = candidate.layer.variable();
        template.heading().variables.iter().any(|declared| declared.name == variable)
    };
    gathered.candidates.retain(uses);
    let limits = question.act.is_prose().then(|| GateLimits::of_target(question.length)).flatten();
    // A passage is taken whole or not at all, so a text that the model cut off is not continued.
    let limits = limits.map(|limits| limits.without_floor().with_rounds(0));
    let variables = Variables {
        language: novel.novel_language(),
        novel: Novel { title: novel.title.clone(), author: novel.author.clone(), genre, synopsis },
        scene: scene_variables,
        layers: Layers::default(),
        target: number(question.length),
        floor: number(question.length * 4 / 5),
        limit: number(question.length * 6 / 5),
        instruction: question.instruction.trim().to_owned(),
        selection: question.text.clone(),
        before: question.before.clone(),
        after: question.after.clone(),
        issues: question.issues.clone(),
        written_tail: String::new(),
        remaining: 0,
        round: 1,
        count: question.count,
        art,
    };
    let mask = mask_for(session, task_of(question.act), (&novel, &scene, language)).await?;
    let unpacked = Unpacked {
        scene: question.scene,
        act: question.act,
        base: version,
        range,
        passages: question.passages.clone(),
        instruction: question.instruction.clone(),
        rewritten: None,
        turn: None,
        asked_by: question.asked_by.clone(),
        language,
        limits,
        length: question.length,
        template,
        reference,
        variables,
        artifacts,
        mask,
        answer: match limits {
            Some(limits) => counter(session, target).count(&"雪".repeat(limits.hard())),
            None if question.act.is_of_step() => STEP_ANSWER_TOKENS,
            None => ANSWER_TOKENS,
        },
    };
    let settings = session.models.settings();
    let offered = Offered { gathered, excluded: Vec::new(), allow_secrets: false };
    packed(unpacked, offered, (&counter(session, target), window(&settings, target)))
}
