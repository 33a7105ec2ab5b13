//! Preparing a generation: what is sent, and the receipt for it. Nothing leaves the machine here.

mod packed;
pub(super) mod question;
pub(super) mod takes;

use sqlx::SqliteConnection;
use wenfang_checks::gate::GateLimits;
use wenfang_drafting::context::{Budget, Pack};
use wenfang_drafting::masking::Mask;
use wenfang_drafting::prompts::{Language, Layers, Novel, RenderedMessage, Scene, Template, Variables};
use wenfang_drafting::receipt::{Flag, ModelRef, Receipt, prompt_hash};
use wenfang_llm::providers::origin;
use wenfang_llm::route::{Target, Task};
use wenfang_llm::tokens::TokenCounter;
use wenfang_project::{canon, meta, parts};
use wenfang_story::canon::BibleFieldRecord;
use wenfang_story::generation::Act;
use wenfang_story::{BibleFieldId, ChapterId, ChapterRecord, SceneId, SceneRecord};
use wenfang_text::{CharRange, CountRule, TextIndex, count};
use wenfang_versions as versions;

use packed::{Offered, Unpacked, packed};

use super::Session;
use super::gather::{GatherScope, gather};
use super::masks::mask_for;
use super::recalled::recalled;
use super::request::{AskedModel, ContextPreview, Generate};
use super::template::{InUse, in_use, on_trial};
use crate::error::{Error, Result};
use crate::models::{ModelSettings, USUAL_WINDOW, assumed_window};

/// Shortest and longest wanted length, in 字.
const LENGTHS: std::ops::RangeInclusive<u32> = 10..=20_000;
/// Wanted length of a scene without a plan for it, and of a continuation, in 字.
const SCENE_LENGTH: usize = 1_500;
const CONTINUATION: usize = 500;
/// How many titles are asked for.
const TITLES: u32 = 8;
/// Characters after the place of work that are sent.
const AFTER: usize = 600;
/// Most characters of a chapter that titles are asked for.
const CHAPTER_TEXT: usize = 8_000;
/// Tokens kept free for an answer that is no prose.
const VALUE_TOKENS: usize = 2_000;

/// A generation, ready to be asked for.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    /// What is asked. What of the project goes with it stands in the layers of its variables, and its mask knows every
    /// stand-in of the messages.
    pub(super) of: Unpacked,
    /// As they are sent, names masked where a provider wants that.
    pub(super) messages: Vec<RenderedMessage>,
    pub(super) budget: Budget,
    pub(super) pack: Pack,
    pub(super) flags: Vec<Flag>,
    pub(super) tokens: usize,
}

/// What a task of the author's is called among the routes.
pub(super) const fn task_of(act: Act) -> Task {
    match act {
        Act::Draft | Act::Continue => Task::Draft,
        Act::Rewrite | Act::Expand | Act::Compress | Act::Polish => Task::Rewrite,
        Act::Card => Task::Plan,
        Act::Titles => Task::Title,
        Act::Memory => Task::Retrieve,
        Act::Summary | Act::StorySoFar => Task::Summarize,
        Act::Extraction => Task::Extract,
        Act::Suggestion => Task::Plan,
        Act::Check => Task::Check,
    }
}

/// Shows what would be sent. No model is asked, and none needs to be set up.
pub async fn preview(session: &Session, request: Generate) -> Result<ContextPreview> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task_of(request.act)).unwrap_or_default();
    let prepared = prepare(session, &request, targets.first()).await?;
    let target = targets.first().and_then(|target| asked(&settings, target));
    let takes = takes::takes(&settings, targets.first(), &prepared, request.candidates.unwrap_or(1));
    let masked = prepared.masked();
    Ok(ContextPreview {
        target,
        prompt: prepared.of.reference,
        messages: prepared.messages,
        budget: prepared.budget,
        layers: prepared.pack.layers,
        masked,
        parts: prepared.pack.parts,
        tokens: prepared.tokens,
        takes,
        length: prepared.of.length,
        suspicions: prepared.flags.into_iter().map(|flag| flag.pattern).collect(),
    })
}

/// Who is behind a target.
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

/// The window of the model that would be asked, in tokens.
fn window(settings: &ModelSettings, target: Option<&Target>) -> usize {
    let Some(target) = target else { return USUAL_WINDOW as usize };
    let provider = settings.provider(&target.provider);
    let known = provider.and_then(|provider| provider.model(&target.model)?.context_tokens);
    known.unwrap_or_else(|| provider.map_or(USUAL_WINDOW, assumed_window)) as usize
}

/// Reads, packs and renders what is sent for a request.
pub(super) async fn prepare(
    session: &Session,
    request: &Generate,
    target: Option<&Target>,
) -> Result<Prepared> {
    if request.act.is_of_chapter() {
        return Err(Error::bad_request(
            "that is asked for a chapter, not for a scene",
            "Nothing was sent. Complete the chapter.",
        ));
    }
    let mut tx = session.project.begin_read().await?;
    let novel = meta::require(&mut tx).await?;
    let mut scene = parts::require(&mut tx, request.scene).await?;
    let ChapterRecord { title: chapter, goal, synopsis, target: chapter_target, .. } =
        parts::require(&mut tx, scene.parent).await?.record;
    // Of the only scene of a chapter an author plans the chapter: the window asks for no other outline and length.
    if parts::list_by_parent::<SceneId>(&mut tx, scene.parent).await?.len() == 1 {
        let said = [goal.trim(), synopsis.trim(), scene.record.synopsis.trim()];
        scene.record.synopsis =
            said.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("\n");
        scene.record.target = scene.record.target.or(chapter_target);
    }
    let chapter_text = match request.act {
        Act::Titles => chapter_text(&mut tx, scene.parent).await?,
        _ => String::new(),
    };
    let working = versions::working_text(&mut tx, request.scene).await?;
    let language = Language::for_novel(novel.novel_language());
    let key = request.act.prompt();
    let InUse { template, reference } = match &request.template {
        Some(source) => on_trial(source, key)?,
        None => in_use(&mut tx, (key.0, key.1, language)).await?,
    };
    let genre = bible_value(&mut tx, "genre").await?;
    let synopsis = bible_value(&mut tx, "synopsis").await?;
    drop(tx);

    let index = TextIndex::new(&working.text);
    let range = request.range.unwrap_or_else(|| CharRange::new(index.len(), index.len()));
    let range = if request.act.is_of_selection() { without_line_ends(&index, range) } else { range };
    if range.end().get() > index.len() {
        return Err(Error::bad_request(
            "the range lies outside the text",
            "Nothing was sent. The text was changed meanwhile; select the place again.",
        ));
    }
    let selection = index.slice(range);
    if request.act.is_of_selection() && count(selection).total(CountRule::Standard) == 0 {
        return Err(Error::bad_request(
            "nothing is selected",
            "Nothing was sent. Select what shall be worked on.",
        ));
    }
    // Targets are told in words in an English novel; the gate counts characters.
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
    let after_end = (range.end().get() + AFTER).min(index.len());
    let mut variables = Variables {
        language: novel.novel_language(),
        novel: Novel { title: novel.title.clone(), author: novel.author.clone(), genre, synopsis },
        scene: scene_words(&scene.record, chapter),
        layers: Layers::default(),
        target: number(length),
        floor: limits.filter(|_| has_floor).map_or(0, |limits| number(limits.floor())),
        limit: limits.map_or(0, |limits| number(limits.hard())),
        instruction: request.instruction.trim().to_owned(),
        selection: if request.act == Act::Titles { chapter_text } else { selection.to_owned() },
        before: String::new(),
        after: index.slice(CharRange::new(range.end().get(), after_end)).to_owned(),
        written_tail: String::new(),
        remaining: 0,
        round: 1,
        count: TITLES,
    };
    variables.scene.number = chapter_number(session, request.scene).await?;
    let mask = mask_for(session, task_of(request.act), (&novel, &scene.record, language)).await?;
    let answer = match limits {
        Some(limits) => counter.count(&"雪".repeat(limits.hard())),
        None => VALUE_TOKENS,
    };
    let memory = recalled(session, (request.scene, request.act), language).await;
    let around = GatherScope {
        scene: request.scene,
        record: &scene.record,
        version: working.version.version,
        text: index.text(),
        range,
        language,
        memory: &memory,
    };
    let gathered = gather(&session.project, &around).await?;
    let excluded = request.excluded.iter().chain(&memory.dropped).cloned().collect();
    let unpacked = Unpacked {
        scene: request.scene,
        act: request.act,
        base: working.version.version,
        range,
        instruction: request.instruction.clone(),
        language,
        limits,
        length,
        template,
        reference,
        variables,
        mask,
        answer,
    };
    let offered = Offered { gathered, excluded, allow_secrets: request.allow_secrets };
    packed(unpacked, offered, (&counter, window(&settings, target)))
}

impl Prepared {
    /// What is sent for a round after the first: the same, with what is written and what remains.
    pub(super) fn messages_of_round(
        &self,
        (round, written, remaining): (u32, &str, usize),
        mask: Option<&mut Mask>,
    ) -> Result<Vec<RenderedMessage>> {
        let variables = Variables {
            written_tail: tail(written),
            remaining: number(remaining),
            round,
            ..self.of.variables.clone()
        };
        Ok(masked(mask, render(&self.of.template, &variables)?))
    }

    /// How many names and data have a stand-in.
    fn masked(&self) -> usize {
        self.of.mask.as_ref().map_or(0, Mask::len)
    }

    /// The receipt of what is sent first.
    pub(super) fn receipt(&self, session: &Session, target: &Target, provider_name: &str) -> Receipt {
        let parameters = serde_json::to_value(&target.parameters).unwrap_or_default();
        Receipt {
            at: session.project.now(),
            scene: self.of.scene,
            act: act_word(self.of.act),
            template: self.of.reference.clone(),
            model: ModelRef {
                provider: target.provider.as_str().to_owned(),
                provider_name: provider_name.to_owned(),
                model: target.model.clone(),
            },
            prompt_hash: prompt_hash(&self.messages, &parameters),
            parameters,
            budget: self.budget,
            layers: self.pack.layers.clone(),
            parts: self.pack.parts.clone(),
            messages: self.messages.clone(),
            flags: self.flags.clone(),
            masked: self.masked(),
            rounds: Vec::new(),
        }
    }
}

/// An act's word in JSON.
fn act_word(act: Act) -> String {
    serde_json::to_value(act).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The text of a chapter, as the author sees it, from its start.
async fn chapter_text(conn: &mut SqliteConnection, chapter: ChapterId) -> Result<String> {
    let mut text = String::new();
    for scene in parts::list_by_parent::<SceneId>(conn, chapter).await? {
        text.push_str(&versions::working_text(conn, scene).await?.text);
        text.push('\n');
    }
    let index = TextIndex::new(&text);
    let end = index.len().min(CHAPTER_TEXT);
    Ok(index.slice(CharRange::new(0, end)).trim_end().to_owned())
}

/// Tokens of the longest request but for what the layers hold: that of a later round, which quotes what is written.
fn fixed_tokens(template: &Template, variables: &Variables, counter: &TokenCounter) -> Result<usize> {
    let something = || "雪".to_owned();
    let layers = Layers {
        system: something(),
        long_term: something(),
        structured: something(),
        vector: something(),
        recent: something(),
    };
    let variables = Variables {
        layers,
        written_tail: "雪".repeat(AFTER),
        remaining: variables.target,
        round: 2,
        ..variables.clone()
    };
    Ok(tokens(counter, &render(template, &variables)?))
}

/// The last characters of what is written: enough to go on in the same voice.
fn tail(written: &str) -> String {
    let length = written.chars().count();
    written.chars().skip(length.saturating_sub(AFTER)).collect()
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn render(template: &Template, variables: &Variables) -> Result<Vec<RenderedMessage>> {
    let rendered = template.render(variables).map_err(|error| {
        Error::new(
            crate::Code::PromptFaulty,
            error.to_string(),
            "Nothing was sent. Mend the prompt, or go back to the shipped one.",
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

/// The number of a scene's chapter in the book, from 1; 0 in the bin.
async fn chapter_number(session: &Session, scene: SceneId) -> Result<u32> {
    let mut tx = session.project.begin_read().await?;
    let order = crate::canon::books::telling_order(&mut tx).await?;
    let index: Option<usize> =
        order.chapter_of(scene).and_then(|chapter: ChapterId| order.chapter_index(chapter));
    Ok(index.map_or(0, |index| number(index + 1)))
}

/// How much is wanted, in 字, of a scene with a target in 字.
fn wanted_length(
    request: &Generate,
    target: Option<usize>,
    (text, selection): (&str, &str),
) -> Result<usize> {
    if let Some(target) = request.target {
        if !LENGTHS.contains(&target) {
            return Err(Error::bad_request(
                format!("a length of {target} 字"),
                format!("Nothing was sent. Ask for {} to {} 字.", LENGTHS.start(), LENGTHS.end()),
            ));
        }
        return Ok(target as usize);
    }
    let counted = |text: &str| count(text).total(CountRule::Standard);
    let left = target.and_then(|target| left_of(target, counted(text)));
    let wanted = match request.act {
        Act::Draft => left.unwrap_or(SCENE_LENGTH),
        Act::Continue => left.unwrap_or(CONTINUATION).min(SCENE_LENGTH),
        Act::Rewrite | Act::Polish => counted(selection),
        Act::Expand => counted(selection) * 9 / 5,
        Act::Compress => counted(selection) / 2,
        _ => 0,
    };
    let (least, most) = (*LENGTHS.start() as usize, *LENGTHS.end() as usize);
    Ok(if request.act.is_prose() { wanted.clamp(least, most) } else { 0 })
}

/// Whether a text may be too short. A text that takes the place of another may always be shorter than that, unless the
/// author named a length or asked for more words.
const fn has_floor(request: &Generate) -> bool {
    request.target.is_some() || !matches!(request.act, Act::Rewrite | Act::Polish | Act::Compress)
}

/// A selection without the line ends at its borders: what takes its place has none, and paragraphs stay apart.
fn without_line_ends(index: &TextIndex<'_>, range: CharRange) -> CharRange {
    let words = index.slice(range);
    let before = words.chars().take_while(|c| *c == '\n').count();
    let behind = words.chars().rev().take_while(|c| *c == '\n').count();
    let (start, end) = (range.start().get() + before, range.end().get().saturating_sub(behind));
    if start < end { CharRange::new(start, end) } else { range }
}

/// What is left to write of a target; nothing where less than a tenth is left: whoever goes on from there means to go beyond it.
fn left_of(target: usize, written: usize) -> Option<usize> {
    let left = target.saturating_sub(written);
    (left > 0 && left * 10 >= target).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_worked_on_without_the_line_ends_at_its_borders() {
        let index = TextIndex::new("一。\n\n二\n三。\n四。");
        let trimmed = |start, end| without_line_ends(&index, CharRange::new(start, end));
        assert_eq!(trimmed(2, 9), CharRange::new(4, 8));
        assert_eq!(trimmed(4, 8), CharRange::new(4, 8));
        assert_eq!(trimmed(2, 4), CharRange::new(2, 4), "without words there is nothing to work on");
    }

    #[test]
    fn a_target_that_is_nearly_reached_is_reached() {
        assert_eq!(left_of(400, 0), Some(400));
        assert_eq!(left_of(400, 360), Some(40));
        assert_eq!(left_of(400, 390), None);
        assert_eq!(left_of(400, 500), None);
    }
}
