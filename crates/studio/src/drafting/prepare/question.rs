//! Preparing a question about a whole chapter, whose answer is a value.

use wenfang_drafting::context::Candidate;
use wenfang_drafting::prompts::{Language, Layers, Novel, Variables};
use wenfang_llm::route::Target;
use wenfang_llm::tokens::TokenCounter;
use wenfang_project::{meta, parts};
use wenfang_story::generation::{Act, Cost};
use wenfang_story::{ChapterId, SceneId};
use wenfang_text::CharRange;
use wenfang_versions as versions;

use super::takes::cost;
use super::{Offered, Prepared, Unpacked, asked, bible_value, number, packed, scene_words, task_of, window};
use crate::drafting::Session;
use crate::drafting::gather::chapter::{ChapterScope, gather_chapter};
use crate::drafting::masks::mask_for;
use crate::drafting::request::AskedModel;
use crate::drafting::template::{InUse, in_use};
use crate::error::Result;

/// Tokens kept free for the answer: a list of what a chapter says is longer than a card.
const ANSWER_TOKENS: usize = 4_000;
/// What an answer takes mostly, in tokens, where it has no wanted length.
const USUAL_ANSWER: usize = 1_200;
/// How much of a window the text that is worked on may take.
const TEXT_PERCENT: usize = 40;

/// A question about a chapter.
#[derive(Clone, Debug)]
pub(crate) struct ValueQuestion {
    /// What is asked for.
    pub(crate) act: Act,
    /// The scene whose plan is shown, and with which the answer is kept: the last of the chapter, mostly.
    pub(crate) scene: SceneId,
    /// Its chapter.
    pub(crate) chapter: ChapterId,
    /// The text that is worked on.
    pub(crate) text: String,
    /// What comes before it, in words.
    pub(crate) before: String,
    /// What comes after it, in words.
    pub(crate) after: String,
    /// Wanted length in 字; 0 for none.
    pub(crate) length: usize,
    /// How many are wanted; 0 for any number.
    pub(crate) count: u32,
}

/// What an answer would take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Estimate {
    /// Who would be asked first; none where no model is set up.
    pub(crate) target: Option<AskedModel>,
    /// Tokens sent.
    pub(crate) prompt: usize,
    /// Tokens of the answer, by what is usual.
    pub(crate) answer: usize,
    /// What both cost, where the price is known.
    pub(crate) cost: Option<Cost>,
}

/// Whether a model is set up for what an act asks.
pub(crate) fn can_ask(session: &Session, act: Act) -> bool {
    session.models.settings().routes.plan(task_of(act)).is_ok()
}

fn counter(session: &Session, target: Option<&Target>) -> TokenCounter {
    target.map_or_else(
        || TokenCounter::of_model(""),
        |target| session.models.counter(&target.provider, &target.model),
    )
}

/// The most characters of text that one question should hold, for the model that would be asked.
pub(crate) fn most_text(session: &Session, act: Act) -> usize {
    const SAMPLE: usize = 100;
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(act)).unwrap_or_default();
    let tokens = window(&settings, targets.first()) * TEXT_PERCENT / 100;
    let of_sample = counter(session, targets.first()).count(&"雪".repeat(SAMPLE)).max(1);
    (tokens * SAMPLE / of_sample).max(SAMPLE)
}

/// What a question would take. Nothing is sent.
pub(crate) async fn estimate(session: &Session, question: &ValueQuestion) -> Result<Estimate> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(question.act)).unwrap_or_default();
    let target = targets.first();
    let prepared = prepare_question(session, question, target).await?;
    let answer = match question.length {
        0 => USUAL_ANSWER,
        // The length is that of the text alone; the rest of the value is about as long.
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

/// Reads, packs and renders what is sent for a question.
pub(in crate::drafting) async fn prepare_question(
    session: &Session,
    question: &ValueQuestion,
    target: Option<&Target>,
) -> Result<Prepared> {
    let mut tx = session.project.begin_read().await?;
    let novel = meta::require(&mut tx).await?;
    let scene = parts::require(&mut tx, question.scene).await?.record;
    let chapter = parts::require(&mut tx, question.chapter).await?.record;
    let version = versions::working_text(&mut tx, question.scene).await?.version.version;
    let language = if novel.language.starts_with("en") { Language::En } else { Language::Zh };
    let (group, key) = question.act.prompt();
    let InUse { template, reference } = in_use(&mut tx, (group, key, language)).await?;
    let genre = bible_value(&mut tx, "genre").await?;
    let synopsis = bible_value(&mut tx, "synopsis").await?;
    drop(tx);
    let mut of_scene = scene_words(&scene, chapter.title.clone());
    if question.act != Act::Check {
        // It is about the chapter: what is said of one of its scenes would be taken for all of it.
        of_scene = wenfang_drafting::prompts::Scene {
            chapter: of_scene.chapter,
            synopsis: [chapter.goal.trim(), chapter.synopsis.trim()].join("\n").trim().to_owned(),
            ..wenfang_drafting::prompts::Scene::default()
        };
    }
    let of_chapter =
        ChapterScope { scene: question.scene, chapter: question.chapter, text: &question.text, language };
    let (number_of_chapter, mut gathered) = gather_chapter(&session.project, &of_chapter).await?;
    of_scene.number = number_of_chapter;
    let uses = |candidate: &Candidate| {
        let variable = candidate.layer.variable();
        template.heading().variables.iter().any(|declared| declared.name == variable)
    };
    gathered.candidates.retain(uses);
    let variables = Variables {
        language: novel.novel_language(),
        novel: Novel { title: novel.title.clone(), author: novel.author.clone(), genre, synopsis },
        scene: of_scene,
        layers: Layers::default(),
        target: number(question.length),
        floor: number(question.length * 4 / 5),
        limit: number(question.length * 6 / 5),
        instruction: String::new(),
        selection: question.text.clone(),
        before: question.before.clone(),
        after: question.after.clone(),
        written_tail: String::new(),
        remaining: 0,
        round: 1,
        count: question.count,
    };
    let mask = mask_for(session, task_of(question.act), (&novel, &scene, language)).await?;
    let unpacked = Unpacked {
        scene: question.scene,
        act: question.act,
        base: version,
        range: CharRange::new(0, 0),
        instruction: String::new(),
        language,
        limits: None,
        length: question.length,
        template,
        reference,
        variables,
        mask,
        answer: ANSWER_TOKENS,
    };
    let settings = session.models.settings();
    let offered = Offered { gathered, excluded: Vec::new(), allow_secrets: false };
    packed(unpacked, offered, (&counter(session, target), window(&settings, target)))
}
