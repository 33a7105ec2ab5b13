//! From a template and its variables to the messages that are sent.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value};
use serde::{Deserialize, Serialize};
use wenfang_text::{NovelLanguage, VISIBLE_PER_WORD};

use super::fault::{Fault, RenderError, TemplateError};
use super::fence::{fence, notice, tidy};
use super::heading::Language;
use super::template::Template;
use super::variables::{LINES, Variables, bind, printed_bytes};

/// A prompt has at most this many bytes: well above what the largest windows in use hold (about 1 M tokens).
pub const MAX_RENDERED_LEN: usize = 16 << 20;

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "MessageRole")]
pub enum Role {
    /// The standing orders.
    System,
    /// The question.
    User,
    /// An answer, put in the model's mouth.
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
    /// Who speaks.
    pub role: Role,
    /// What is said, without blanks at its ends.
    pub content: String,
}

/// A prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Rendered {
    /// In the order of the file, at least one, none of them blank.
    pub messages: Vec<RenderedMessage>,
}

/// See [`Template::render`].
pub(super) fn render(template: &Template, variables: &Variables) -> Result<Rendered, RenderError> {
    let language = template.heading().language;
    let bound = bind(variables, language);
    let printed = template.uses().iter().filter(|used| used.printed);
    let texts: usize = printed.map(|used| printed_bytes(&bound, used.name)).sum();
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

/// What the engine has against a message that begins at `line` of the file; `None` when it can read it.
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
    // Nothing in a template calls anything that calls a template again.
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

/// An amount of 字 in the words of the template's language, with words beside where the novel is written in words.
fn written_out(amount: u32, language: Language, novel: NovelLanguage) -> String {
    let words = words(amount);
    match (language, novel) {
        (Language::Zh, NovelLanguage::En) => format!("{words} 个英文单词（{amount} 个字符，不计空格）"),
        (Language::Zh, _) => format!("{amount} 字"),
        (Language::En, NovelLanguage::En) => format!("{words} words ({amount} characters without spaces)"),
        (Language::En, _) => format!("{amount} characters (punctuation counted, spaces not)"),
    }
}

/// English words of `visible` characters, rounded to tens where there are many.
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
