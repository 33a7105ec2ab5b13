//! Renders a template and its variables into messages.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value};
use serde::{Deserialize, Serialize};
use wenfang_text::{NovelLanguage, VISIBLE_PER_WORD};

use super::fault::{Fault, RenderError, TemplateError};
use super::fence::{fence, notice, tidy};
use super::heading::Language;
use super::template::Template;
use super::variables::{LINES, Variables, bind, printed_bytes};

/// Maximum length of a prompt in bytes: well above the largest context windows in use (about 1 M tokens).
pub const MAX_RENDERED_LEN: usize = 16 << 20;

/// The role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "MessageRole")]
pub enum Role {
    /// Authority instructions.
    System,
    /// The request.
    User,
    /// An answer, attributed to the model.
    Assistant,
}

impl Role {
    /// Its name on the wire and in template files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RenderedMessage {
    pub role: Role,
    /// The text, trimmed.
    pub content: String,
}

/// A prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Rendered {
    /// At least one message, in file order, none blank.
    pub messages: Vec<RenderedMessage>,
}

/// See [`Template::render`].
pub(super) fn render(template: &Template, variables: &Variables) -> Result<Rendered, RenderError> {
    let language = template.heading().language;
    let bound = bind(variables, language);
    let printed = template.uses().iter().filter(|used| used.printed);
    let texts: usize = printed.map(|used| printed_bytes(&bound, &used.name)).sum();
    let bytes = texts + template.source().len();
    if bytes > MAX_RENDERED_LEN {
        return Err(RenderError::TooLong { bytes });
    }
    let mut engine = engine(language);
    let novel = variables.language;
    engine.add_filter("amount", move |amount: u32| written_out(amount, language, novel));
    engine.add_filter("language_name", move |_: Value| name_of(novel, language));
    let context = Value::from(bound);
    let mut messages = Vec::new();
    for message in template.messages() {
        let content = engine
            .template_from_str(&message.body)
            .and_then(|compiled| compiled.render(&context))
            .map_err(|error| RenderError::Faulty { faults: vec![fault(&error, message.line)] })?;
        let content = tidy(&content);
        if !content.is_empty() {
            messages.push(RenderedMessage { role: message.role, content });
        }
    }
    if messages.is_empty() { Err(RenderError::Empty) } else { Ok(Rendered { messages }) }
}

/// The engine's error for a message that starts at `line` of the file; `None` if it can be parsed.
pub(super) fn unreadable(body: &str, line: usize) -> Option<TemplateError> {
    let engine = engine(Language::Zh);
    engine.template_from_str(body).err().map(|error| fault(&error, line))
}

fn engine<'source>(language: Language) -> Environment<'source> {
    let mut engine = Environment::empty();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        engine.set_syntax(syntax);
    }
    // No template calls anything that renders a template.
    engine.set_recursion_limit(50);
    engine.add_filter("data", |value: Value, label: String| {
        let lines = value.get_attr(LINES).ok().filter(|lines| !lines.is_undefined());
        let value = lines.unwrap_or(value);
        value.as_str().map_or_else(|| fence(&value.to_string(), &label), |text| fence(text, &label))
    });
    engine.add_function("data_notice", move || notice(language));
    engine
}

fn fault(error: &minijinja::Error, first_line: usize) -> TemplateError {
    let line = first_line + error.line().unwrap_or(1).saturating_sub(1);
    let named = error.template_source().zip(error.range()).and_then(|(source, range)| source.get(range));
    let what = match (error.kind(), named) {
        (ErrorKind::UndefinedError, Some(name)) => Fault::UnknownVariable { name: name.to_owned() },
        _ => Fault::Syntax { message: error.detail().unwrap_or("cannot be read").to_owned() },
    };
    TemplateError { line, what }
}

/// An amount of 字 in the language of the template, with an equivalent in words if the novel's language counts words.
fn written_out(amount: u32, language: Language, novel: NovelLanguage) -> String {
    let words = words(amount);
    match (language, novel) {
        (Language::Zh, NovelLanguage::En) => format!("{words} 个英文单词（{amount} 个字符，不计空格）"),
        (Language::Zh, _) => format!("{amount} 字"),
        (Language::En, NovelLanguage::En) => format!("{words} words ({amount} characters without spaces)"),
        (Language::En, _) => format!("{amount} characters (punctuation counted, spaces not)"),
    }
}

/// The English words equivalent to `visible` characters, rounded down to tens from 100 on.
fn words(visible: u32) -> u32 {
    let words = (f64::from(visible) / VISIBLE_PER_WORD).round() as u32;
    if words < 100 { words } else { words / 10 * 10 }
}

const fn name_of(novel: NovelLanguage, language: Language) -> &'static str {
    match (language, novel) {
        (Language::Zh, NovelLanguage::Zh) => "中文",
        (Language::Zh, NovelLanguage::En) => "英文",
        (Language::Zh, NovelLanguage::Ja) => "日文",
        (Language::En, NovelLanguage::Zh) => "Chinese",
        (Language::En, NovelLanguage::En) => "English",
        (Language::En, NovelLanguage::Ja) => "Japanese",
    }
}
