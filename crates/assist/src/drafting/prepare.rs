//! Prepares a generation: builds the prompt and its receipt. Nothing is sent from here.

pub(super) mod agreement;
mod packed;
pub(super) mod question;

use sqlx::SqliteConnection;
use wenfang_checks::gate::GateLimits;
use wenfang_drafting::context::{Budget, Pack};
use wenfang_drafting::masking::Mask;
use wenfang_drafting::prompts::{Language, Layers, Novel, RenderedMessage, Scene, Template, Variables};
use wenfang_drafting::receipt::{AskedPassage, Flag, ModelRef, Receipt, RewrittenInstruction, prompt_hash};
use wenfang_llm::providers::origin;
use wenfang_llm::route::{Target, Task};
use wenfang_llm::tokens::TokenCounter;
use wenfang_project::watch::Watch;
use wenfang_project::{canon, meta, parts};
use wenfang_story::canon::BibleFieldRecord;
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, ChapterRecord, SceneId, SceneRecord};
use wenfang_text::{CharRange, CountRule, TextIndex, count};
use wenfang_versions as versions;

use packed::{Offered, Unpacked, packed};
use wenfang_usecase::{Error, Result};

use super::events::Observer;
use super::gather::{GatherScope, gather};
use super::masks::mask_for;
use super::plan::planned;
use super::read_artifacts::{ReadArtifacts, read_artifacts};
use super::recalled::recalled;
use super::request::{AskedModel, ContextPreview, Generate};
use super::template::{InUse, in_use, on_trial};
use crate::Session;
use crate::models::{ModelSettings, USUAL_WINDOW, assumed_window};

/// Range of target lengths, in 字.
const LENGTH_RANGE: std::ops::RangeInclusive<u32> = 10..=20_000;
/// Default length of a scene without a planned length, in 字.
const SCENE_LENGTH: usize = 1_500;
/// Default length of a continuation, in 字.
const CONTINUATION_LENGTH: usize = 500;
/// Number of titles to ask for.
const TITLE_COUNT: u32 = 8;
/// Characters of text sent after the range, and of written text quoted in a later round.
const NEARBY_CHARS: usize = 600;
/// Limit of the chapter text sent for titles, in chars.
const MAX_CHAPTER_TEXT: usize = 8_000;
/// Tokens reserved for an answer that is not prose.
const VALUE_TOKENS: usize = 2_000;

/// A generation that is ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    /// The request. Its variables hold the packed layers; its mask knows every stand-in used in the messages.
    pub(super) request: Unpacked,
    /// The messages to send, with names masked if the provider requires that.
    pub(super) messages: Vec<RenderedMessage>,
    pub(super) budget: Budget,
    pub(super) pack: Pack,
    pub(super) flags: Vec<Flag>,
    pub(super) tokens: usize,
}

/// The routing task of an act.
pub(super) const fn task_of(act: Act) -> Task {
    match act {
        Act::Draft | Act::Continue => Task::Draft,
        Act::Rewrite | Act::Expand | Act::Compress | Act::Polish | Act::Mend => Task::Rewrite,
        Act::Card | Act::Notes | Act::Instruction => Task::Plan,
        Act::Titles => Task::Title,
        Act::Memory => Task::Retrieve,
        Act::Summary | Act::StorySoFar | Act::State | Act::Comment => Task::Summarize,
        Act::Extraction => Task::Extract,
        Act::Suggestion => Task::Plan,
        Act::Check | Act::Verify => Task::Check,
    }
}

/// Shows what would be sent. Calls no model and needs none.
pub async fn preview(session: &Session, request: Generate, observer: &Observer) -> Result<ContextPreview> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(request.act)).unwrap_or_default();
    let prepared = prepare(session, &request, targets.first(), &observer.watch).await?;
    let target = targets.first().and_then(|target| asked(&settings, target));
    let of = (request.candidates.unwrap_or(1), request.offered_tokens);
    let takes = agreement::request_estimate(session, targets.first(), &prepared, of)?;
    let masked = prepared.masked_count();
    Ok(ContextPreview {
        target,
        prompt: prepared.request.reference,
        messages: prepared.messages,
        budget: prepared.budget,
        layers: prepared.pack.layers,
        masked,
        parts: prepared.pack.parts,
        tokens: prepared.tokens,
        takes,
        length: prepared.request.length,
        suspicions: prepared.flags.into_iter().map(|flag| flag.pattern).collect(),
    })
}

/// Describes the model behind a target.
pub(super) fn asked(settings: &ModelSettings, target: &Target) -> Option<AskedModel> {
    let provider = settings.provider(&target.provider)?;
    let origin = origin(provider)?;
    Some(AskedModel {
        provider: provider.id.as_str().to_owned(),
        provider_name: provider.name.clone(),
        model: target.model.clone(),
        consented: settings.consented.contains(&origin),
        unasked: settings.unasked(&origin, &target.model),
        origin,
    })
}

/// The context window of the target model, in tokens.
fn window(settings: &ModelSettings, target: Option<&Target>) -> usize {
    let Some(target) = target else { return USUAL_WINDOW as usize };
    let provider = settings.provider(&target.provider);
    let known = provider.and_then(|provider| provider.model(&target.model)?.context_tokens);
    known.unwrap_or_else(|| provider.map_or(USUAL_WINDOW, assumed_window)) as usize
}

/// Reads, packs and renders the messages for a request.
pub(super) async fn prepare(
    session: &Session,
    request: &Generate,
    target: Option<&Target>,
    watch: &Watch,
) -> Result<Prepared> {
    if !request.act.is_of_scene() {
        return Err(Error::bad_request(
            "this act is a step of a workflow; it cannot be requested for a scene",
            "Nothing was sent. Run the workflow that completes the chapter, or mend the scene.",
        ));
    }
    let mut tx = session.project.begin_read().await?;
    let novel = meta::require(&mut tx).await?;
    let mut scene = parts::require(&mut tx, request.scene).await?;
    let chapter: ChapterRecord = parts::require(&mut tx, scene.parent).await?.record;
    scene.record = planned(&mut tx, scene.record, (scene.parent, &chapter)).await?;
    let chapter_text = match request.act {
        Act::Titles => chapter_text(&mut tx, scene.parent).await?,
        _ => String::new(),
    };
    let working = versions::working_text(&mut tx, request.scene).await?;
    let language = Language::for_novel(novel.novel_language());
    let key = request.act.prompt();
    let InUse { template, reference } = match &request.template {
        Some(source) => on_trial(&mut tx, source, key).await?,
        None => in_use(&mut tx, (key.0, key.1, language)).await?,
    };
    let genre = bible_value(&mut tx, "genre").await?;
    let synopsis = bible_value(&mut tx, "synopsis").await?;
    let ReadArtifacts { art, artifacts } = read_artifacts(&mut tx, (request.scene, &template)).await?;
    drop(tx);

    let index = TextIndex::new(&working.text);
    let range = request.range.unwrap_or_else(|| CharRange::new(index.len(), index.len()));
    let range = if request.act.is_of_selection() { without_line_ends(&index, range) } else { range };
    if range.end().get() > index.len() {
        return Err(Error::bad_request(
            format!("the range ends at {}, beyond the end of the text at {}", range.end().get(), index.len()),
            "Nothing was sent. The text has changed; select the range again.",
        ));
    }
    let selection = index.slice(range);
    if request.act.is_of_selection() && count(selection).total(CountRule::Standard) == 0 {
        return Err(Error::bad_request(
            "nothing is selected",
            "Nothing was sent. Select the text to work on.",
        ));
    }
    // In an English novel targets are in words; the gate counts characters.
    let scene_target = scene.record.target.map(|target| novel.novel_language().visible(target as usize));
    let length = wanted_length(request, scene_target, (index.text(), selection))?;
    let has_floor = has_floor(request);
    let limits = request.act.is_prose().then(|| GateLimits::of_target(length)).flatten();
    let limits = limits.map(|limits| if has_floor { limits } else { limits.without_floor() });

    let counter = target.map_or_else(
        || TokenCounter::of_model(""),
        |target| session.models.counter(&target.provider, &target.model),
    );
    let settings = session.models.settings();
    let after_end = (range.end().get() + NEARBY_CHARS).min(index.len());
    let mut variables = Variables {
        language: novel.novel_language(),
        novel: Novel { title: novel.title.clone(), author: novel.author.clone(), genre, synopsis },
        scene: scene_words(&scene.record, chapter.title),
        layers: Layers::default(),
        target: number(length),
        floor: limits.filter(|_| has_floor).map_or(0, |limits| number(limits.floor())),
        limit: limits.map_or(0, |limits| number(limits.hard())),
        instruction: request.made.instruction.as_ref().unwrap_or(&request.instruction).trim().to_owned(),
        selection: if request.act == Act::Titles { chapter_text } else { selection.to_owned() },
        before: String::new(),
        after: index.slice(CharRange::new(range.end().get(), after_end)).to_owned(),
        issues: String::new(),
        written_tail: String::new(),
        remaining: 0,
        round: 1,
        count: TITLE_COUNT,
        art,
    };
    variables.scene.number = chapter_number(session, request.scene).await?;
    let mask = mask_for(session, task_of(request.act), (&novel, &scene.record, language)).await?;
    let answer = match limits {
        Some(limits) => counter.count(&"雪".repeat(limits.hard())),
        None => VALUE_TOKENS,
    };
    let memory = recalled(session, (request.scene, request.act), language, watch).await;
    let scope = GatherScope {
        scene: request.scene,
        record: &scene.record,
        version: working.version.version,
        text: index.text(),
        range,
        language,
        memory: &memory,
        run: request.made.turn.as_ref().and_then(|turn| turn.run),
    };
    let mut gathered = gather(&session.project, &scope).await?;
    gathered.candidates.extend(request.made.offers.iter().cloned());
    let passage = AskedPassage::new((request.scene, working.version.version), index.text(), range);
    let excluded = request.excluded.iter().chain(&memory.dropped).cloned().collect();
    let unpacked = Unpacked {
        scene: request.scene,
        act: request.act,
        base: working.version.version,
        range,
        passages: if range.is_empty() { Vec::new() } else { vec![passage] },
        instruction: request.instruction.clone(),
        rewritten: request.made.instruction.as_ref().map(|sent| RewrittenInstruction {
            raw: request.instruction.clone(),
            sent: sent.trim().to_owned(),
        }),
        turn: request.made.turn.clone(),
        asked_by: None,
        language,
        limits,
        length,
        template,
        reference,
        variables,
        artifacts,
        mask,
        answer,
    };
    let offered = Offered { gathered, excluded, allow_secrets: request.allow_secrets };
    packed(unpacked, offered, (&counter, window(&settings, target)))
}

impl Prepared {
    /// Renders the messages of a later round, with the text written so far and the remaining length.
    pub(super) fn messages_of_round(
        &self,
        (round, written, remaining): (u32, &str, usize),
        mask: Option<&mut Mask>,
    ) -> Result<Vec<RenderedMessage>> {
        let variables = Variables {
            written_tail: tail(written),
            remaining: number(remaining),
            round,
            ..self.request.variables.clone()
        };
        Ok(masked(mask, render(&self.request.template, &variables)?))
    }

    /// Number of names and personal data replaced by stand-ins.
    fn masked_count(&self) -> usize {
        self.request.mask.as_ref().map_or(0, Mask::len)
    }

    /// The receipt of the first round.
    pub(super) fn receipt(&self, session: &Session, target: &Target, provider_name: &str) -> Receipt {
        let parameters = serde_json::to_value(&target.parameters).unwrap_or_default();
        Receipt {
            at: session.project.now(),
            scene: self.request.scene,
            act: self.request.act.as_str().to_owned(),
            template: self.request.reference.clone(),
            model: ModelRef {
                provider: target.provider.as_str().to_owned(),
                provider_name: provider_name.to_owned(),
                model: target.model.clone(),
            },
            prompt_hash: prompt_hash(&self.messages, &parameters),
            parameters,
            passages: self.request.passages.clone(),
            budget: self.budget,
            layers: self.pack.layers.clone(),
            parts: self.pack.parts.clone(),
            artifacts: self.request.artifacts.clone(),
            rewritten: self.request.rewritten.clone(),
            messages: self.messages.clone(),
            flags: self.flags.clone(),
            masked: self.masked_count(),
            rounds: Vec::new(),
        }
    }
}

/// The text of a chapter from its start, as the author sees it.
async fn chapter_text(conn: &mut SqliteConnection, chapter: ChapterId) -> Result<String> {
    let mut text = String::new();
    for scene in parts::list_by_parent::<SceneId>(conn, chapter).await? {
        text.push_str(&versions::working_text(conn, scene).await?.text);
        text.push('\n');
    }
    let index = TextIndex::new(&text);
    let end = index.len().min(MAX_CHAPTER_TEXT);
    Ok(index.slice(CharRange::new(0, end)).trim_end().to_owned())
}

/// Tokens of the longest possible request without its layers: a later round, which quotes the written text.
fn fixed_tokens(template: &Template, variables: &Variables, counter: &TokenCounter) -> Result<usize> {
    let placeholder = || "雪".to_owned();
    let layers = Layers {
        system: placeholder(),
        long_term: placeholder(),
        structured: placeholder(),
        vector: placeholder(),
        notes: placeholder(),
        recent: placeholder(),
    };
    let variables = Variables {
        layers,
        written_tail: "雪".repeat(NEARBY_CHARS),
        remaining: variables.target,
        round: 2,
        ..variables.clone()
    };
    Ok(tokens(counter, &render(template, &variables)?))
}

/// The end of the written text, long enough to continue in the same voice.
fn tail(written: &str) -> String {
    let length = written.chars().count();
    written.chars().skip(length.saturating_sub(NEARBY_CHARS)).collect()
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn render(template: &Template, variables: &Variables) -> Result<Vec<RenderedMessage>> {
    let rendered = template.render(variables).map_err(|error| {
        Error::new(
            wenfang_usecase::Code::PromptFaulty,
            error.to_string(),
            "Nothing was sent. Fix the prompt, or go back to the shipped one.",
        )
    })?;
    Ok(rendered.messages)
}

fn masked(mask: Option<&mut Mask>, messages: Vec<RenderedMessage>) -> Vec<RenderedMessage> {
    match mask {
        Some(mask) => mask.mask_messages(&messages),
        None => messages,
    }
}

fn tokens(counter: &TokenCounter, messages: &[RenderedMessage]) -> usize {
    messages.iter().map(|message| counter.count(&message.content) + 4).sum()
}

fn scene_words(record: &SceneRecord, chapter: String) -> Scene {
    Scene {
        chapter,
        number: 0,
        title: record.title.clone(),
        synopsis: record.synopsis.clone(),
        pov: record.plan.pov.clone(),
        location: record.plan.location.clone(),
        story_time: record.plan.story_time.clone(),
        characters: record.plan.characters.clone(),
        conflict: record.plan.conflict.clone(),
        turning_point: record.plan.turning_point.clone(),
    }
}

async fn bible_value(conn: &mut SqliteConnection, key: &str) -> Result<String> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    Ok(fields
        .into_iter()
        .find(|(_, field)| field.key == key)
        .map(|(_, field)| field.value)
        .unwrap_or_default())
}

/// The number of a scene's chapter in the book, from 1; 0 if the scene is in the bin.
async fn chapter_number(session: &Session, scene: SceneId) -> Result<u32> {
    let mut tx = session.project.begin_read().await?;
    let order = wenfang_canon::books::telling_order(&mut tx).await?;
    let index: Option<usize> =
        order.chapter_of(scene).and_then(|chapter: ChapterId| order.chapter_index(chapter));
    Ok(index.map_or(0, |index| number(index + 1)))
}

/// Refuses a length that no model is asked for.
pub(super) fn check_length(request: &Generate) -> Result<()> {
    match request.target {
        Some(target) if !LENGTH_RANGE.contains(&target) => Err(Error::bad_request(
            format!("cannot ask for {target} 字"),
            format!(
                "Nothing was sent. Ask for a length of {} to {} 字.",
                LENGTH_RANGE.start(),
                LENGTH_RANGE.end()
            ),
        )),
        _ => Ok(()),
    }
}

/// The target length in 字, for a scene whose own target is in 字.
fn wanted_length(
    request: &Generate,
    target: Option<usize>,
    (text, selection): (&str, &str),
) -> Result<usize> {
    check_length(request)?;
    if let Some(target) = request.target {
        return Ok(target as usize);
    }
    let length_of = |text: &str| count(text).total(CountRule::Standard);
    let remaining = target.and_then(|target| remaining_of(target, length_of(text)));
    let wanted = match request.act {
        Act::Draft => remaining.unwrap_or(SCENE_LENGTH),
        Act::Continue => remaining.unwrap_or(CONTINUATION_LENGTH).min(SCENE_LENGTH),
        Act::Rewrite | Act::Polish => length_of(selection),
        Act::Expand => length_of(selection) * 9 / 5,
        Act::Compress => length_of(selection) / 2,
        _ => 0,
    };
    let (shortest, longest) = (*LENGTH_RANGE.start() as usize, *LENGTH_RANGE.end() as usize);
    Ok(if request.act.is_prose() { wanted.clamp(shortest, longest) } else { 0 })
}

/// Whether the gate enforces a minimum length. A replacement may always be shorter than what it replaces,
/// unless the author named a length or asked for more words.
const fn has_floor(request: &Generate) -> bool {
    request.target.is_some() || !matches!(request.act, Act::Rewrite | Act::Polish | Act::Compress)
}

/// Trims line ends from the borders of a selection, so that the replacement keeps paragraphs apart.
fn without_line_ends(index: &TextIndex<'_>, range: CharRange) -> CharRange {
    let words = index.slice(range);
    let before = words.chars().take_while(|c| *c == '\n').count();
    let behind = words.chars().rev().take_while(|c| *c == '\n').count();
    let (start, end) = (range.start().get() + before, range.end().get().saturating_sub(behind));
    if start < end { CharRange::new(start, end) } else { range }
}

/// The length that remains of a target; none if less than a tenth remains, since the author then means to
/// exceed it.
fn remaining_of(target: usize, written: usize) -> Option<usize> {
    let left = target.saturating_sub(written);
    (left > 0 && left * 10 >= target).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_around_a_selection_are_trimmed() {
        let index = TextIndex::new("一。\n\n二\n三。\n四。");
        let trimmed = |start, end| without_line_ends(&index, CharRange::new(start, end));
        assert_eq!(trimmed(2, 9), CharRange::new(4, 8));
        assert_eq!(trimmed(4, 8), CharRange::new(4, 8));
        assert_eq!(trimmed(2, 4), CharRange::new(2, 4), "a selection of line ends alone is left as it is");
    }

    #[test]
    fn a_nearly_reached_target_leaves_nothing_to_write() {
        assert_eq!(remaining_of(400, 0), Some(400));
        assert_eq!(remaining_of(400, 360), Some(40));
        assert_eq!(remaining_of(400, 390), None);
        assert_eq!(remaining_of(400, 500), None);
    }
}
