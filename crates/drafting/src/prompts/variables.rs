//! The variables that templates may use: one fixed set for all templates.
//!
//! Every variable is always bound. Missing text is empty, a missing number is 0; blank text counts as empty. The
//! names in [`VARIABLES`] and the fields of [`Variables`] are the same, except for the artifacts, whose names the
//! project has: `art.NAME.value` and `art.NAME.history`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use minijinja::Value;
use serde::{Deserialize, Serialize};
use wenfang_text::NovelLanguage;

use super::heading::Language;

/// The novel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Novel {
    pub title: String,
    /// The author's name.
    pub author: String,
    pub genre: String,
    /// The synopsis.
    pub synopsis: String,
}

/// The scene being written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Scene {
    /// The title of its chapter.
    pub chapter: String,
    /// The number of its chapter, from 1; 0 if it has none.
    pub number: u32,
    pub title: String,
    /// What is going to happen.
    pub synopsis: String,
    /// The point of view, and how it is used.
    pub pov: String,
    /// The location.
    pub location: String,
    /// The time within the story.
    pub story_time: String,
    /// The characters taking part.
    pub characters: Vec<String>,
    /// The opposing forces.
    pub conflict: String,
    /// The turning point.
    pub turning_point: String,
}

/// The layers of the context pack, each already cut to its budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Layers {
    /// Style, taboos, locked bible fields.
    pub system: String,
    /// Summaries and open threads.
    pub long_term: String,
    /// Facts and lore of the entities in play.
    pub structured: String,
    /// Similar passages, in story order.
    pub vector: String,
    /// Working notes of the steps before the generation.
    pub notes: String,
    /// The text that precedes the new text, in order.
    pub recent: String,
}

/// The texts of an artifact as of the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ArtifactText {
    pub value: String,
    /// The values told before, the last one first.
    pub history: String,
}

/// Everything a template can be rendered with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Variables {
    /// The language of the novel, in which prose is written.
    pub language: NovelLanguage,
    pub novel: Novel,
    pub scene: Scene,
    pub layers: Layers,
    /// The requested length in 字 by the `standard` count; 0 if none is requested.
    pub target: u32,
    /// The minimum length in 字; set together with `target`.
    pub floor: u32,
    /// The length in 字 at which the text is cut; set together with `target`.
    pub limit: u32,
    /// The author's own instruction for this task. The only text that is an instruction.
    pub instruction: String,
    /// The text being worked on.
    pub selection: String,
    /// Text directly before the selection that is not in `layers.recent`.
    pub before: String,
    /// Text directly after the selection or the caret.
    pub after: String,
    /// The issues of the selection, one a line.
    pub issues: String,
    /// The end of the text that this generation wrote in earlier rounds.
    pub written_tail: String,
    /// The 字 still needed in this round.
    pub remaining: u32,
    /// The round of the generation, from 1.
    pub round: u32,
    /// The number of candidates requested.
    pub count: u32,
    /// The artifacts that the template uses, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, ArtifactText>>", optional)]
    pub art: BTreeMap<String, ArtifactText>,
}

/// The kind of a variable, which determines its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Text from the project: printed only in data blocks.
    Text,
    /// The author's instruction: printed anywhere.
    Order,
    /// A number.
    Number,
    /// A length in 字; formatted with `amount`.
    Amount,
    /// A language; formatted with `language_name`.
    Language,
    /// Several variables, printed together in a data block, one line each, without the empty ones.
    Group,
}

/// A variable that templates may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Variable {
    /// Its dotted name.
    pub name: &'static str,
    pub kind: Kind,
    /// Its Chinese label.
    pub zh: &'static str,
    /// Its English label.
    pub en: &'static str,
}

const fn row(name: &'static str, kind: Kind, zh: &'static str, en: &'static str) -> Variable {
    Variable { name, kind, zh, en }
}

/// All variables, in the order in which a group prints them.
pub const VARIABLES: &[Variable] = &[
    row("language", Kind::Language, "正文语言", "Language of the novel"),
    row("novel", Kind::Group, "作品", "Novel"),
    row("novel.title", Kind::Text, "书名", "Title"),
    row("novel.author", Kind::Text, "作者", "Author"),
    row("novel.genre", Kind::Text, "类型", "Genre"),
    row("novel.synopsis", Kind::Text, "简介", "Synopsis"),
    row("scene", Kind::Group, "场景", "Scene"),
    row("scene.number", Kind::Number, "章序", "Chapter number"),
    row("scene.chapter", Kind::Text, "章名", "Chapter"),
    row("scene.title", Kind::Text, "场景名", "Scene"),
    row("scene.story_time", Kind::Text, "时间", "Time"),
    row("scene.location", Kind::Text, "地点", "Place"),
    row("scene.pov", Kind::Text, "视角", "Point of view"),
    row("scene.characters", Kind::Text, "出场人物", "Characters"),
    row("scene.synopsis", Kind::Text, "梗概", "Outline"),
    row("scene.conflict", Kind::Text, "冲突", "Conflict"),
    row("scene.turning_point", Kind::Text, "转折", "Turning point"),
    row("layers.system", Kind::Text, "文风与锁定设定", "Style and locked canon"),
    row("layers.long_term", Kind::Text, "前情", "Story so far"),
    row("layers.structured", Kind::Text, "相关设定与事实", "Facts and lore"),
    row("layers.vector", Kind::Text, "相似段落", "Similar passages"),
    row("layers.notes", Kind::Text, "工作笔记", "Working notes"),
    row("layers.recent", Kind::Text, "最近的正文", "Recent text"),
    row("target", Kind::Amount, "目标字数", "Wanted length"),
    row("floor", Kind::Amount, "最低字数", "Least length"),
    row("limit", Kind::Amount, "字数上限", "Greatest length"),
    row("instruction", Kind::Order, "作者的要求", "The author's instruction"),
    row("selection", Kind::Text, "选中的文字", "Selection"),
    row("before", Kind::Text, "选段之前", "Text before"),
    row("after", Kind::Text, "之后的正文", "Text after"),
    row("issues", Kind::Text, "要改的问题", "Issues"),
    row("written_tail", Kind::Text, "本次已写的结尾", "End of what is written"),
    row("remaining", Kind::Amount, "还差的字数", "Length still wanted"),
    row("round", Kind::Number, "第几轮", "Round"),
    row("count", Kind::Number, "候选个数", "Number of candidates"),
];

/// Returns the variable called `name`: its name and its kind.
pub(super) fn variable(name: &str) -> Option<(Cow<'static, str>, Kind)> {
    if artifact_of(name).is_some() {
        return Some((Cow::Owned(name.to_owned()), Kind::Text));
    }
    let variable = VARIABLES.iter().find(|variable| variable.name == name)?;
    Some((Cow::Borrowed(variable.name), variable.kind))
}

/// The group of the artifacts.
pub(super) const ART: &str = "art";

/// The artifact whose value or history `name` is.
pub(super) fn artifact_of(name: &str) -> Option<&str> {
    let (artifact, part) = name.strip_prefix(ART)?.strip_prefix('.')?.split_once('.')?;
    (!artifact.is_empty() && matches!(part, "value" | "history")).then_some(artifact)
}

/// The key under which a group stores its lines. No template can use it, because it is not a variable.
pub(super) const LINES: &str = "lines";

/// Converts `variables` for the template engine.
pub(super) fn bind(variables: &Variables, language: Language) -> BTreeMap<&'static str, Value> {
    // Strings and numbers always have a JSON form.
    let json = serde_json::to_value(variables).unwrap_or_default();
    let mut bound = BTreeMap::new();
    let mut groups: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for variable in VARIABLES.iter().filter(|variable| variable.kind != Kind::Group) {
        let pointer = format!("/{}", variable.name.replace('.', "/"));
        let value = leaf(json.pointer(&pointer), language);
        let Some((group, part)) = variable.name.split_once('.') else {
            bound.insert(variable.name, value);
            continue;
        };
        if value.is_true() {
            let line = match language {
                Language::Zh => format!("{}：{value}", variable.zh),
                Language::En => format!("{}: {value}", variable.en),
            };
            lines.entry(group).or_default().push(line);
        }
        groups.entry(group).or_default().insert(part, value);
    }
    for (group, mut parts) in groups {
        let lines = lines.remove(group).unwrap_or_default().join("\n");
        parts.insert(LINES, Value::from(lines));
        bound.insert(group, Value::from(parts));
    }
    let art = variables.art.iter().map(|(name, text)| {
        let shown = |text: &String| Value::from(if text.trim().is_empty() { "" } else { text });
        let parts = [("value", shown(&text.value)), ("history", shown(&text.history))];
        (name.clone(), Value::from(BTreeMap::from(parts)))
    });
    bound.insert(ART, Value::from(art.collect::<BTreeMap<_, _>>()));
    bound
}

fn leaf(json: Option<&serde_json::Value>, language: Language) -> Value {
    match json {
        Some(serde_json::Value::Number(number)) => Value::from(number.as_u64().unwrap_or_default()),
        Some(serde_json::Value::Array(items)) => {
            let between = if language == Language::Zh { "、" } else { ", " };
            let items: Vec<_> = items.iter().filter_map(serde_json::Value::as_str).collect();
            Value::from(items.join(between))
        }
        Some(serde_json::Value::String(text)) if !text.trim().is_empty() => Value::from(text.as_str()),
        _ => Value::from(""),
    }
}

/// The maximum number of bytes that printing `name` takes, including the labels of a group's lines.
pub(super) fn printed_bytes(bound: &BTreeMap<&'static str, Value>, name: &str) -> usize {
    value_of(bound, name).map_or(0, |value| value.as_str().map_or(20, str::len))
}

/// The text of `name`; empty if it is not text.
pub(super) fn text_of(bound: &BTreeMap<&'static str, Value>, name: &str) -> String {
    value_of(bound, name).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The printed value of `name`; for a group, its lines.
fn value_of(bound: &BTreeMap<&'static str, Value>, name: &str) -> Option<Value> {
    let (group, part) = name.split_once('.').unwrap_or((name, LINES));
    let value = bound.get(group)?;
    let within = |value: Value, part: &str| value.get_attr(part).ok().filter(|part| !part.is_undefined());
    let part = part.split('.').try_fold(value.clone(), within);
    Some(part.unwrap_or_else(|| value.clone()))
}
