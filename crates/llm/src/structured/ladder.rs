//! How a server is asked for JSON: the rungs of the ladder, and what each puts into the request.

use serde::{Deserialize, Serialize};

use super::CompiledSchema;
use crate::chat::AnswerShape;

/// What a probe found a server able to do. An ability that was only claimed is not one: some servers take a schema and
/// pass over it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Abilities {
    /// Answers keep to a schema (`json_schema`).
    pub json_schema: bool,
    /// Answers are JSON (`json_object`).
    pub json_mode: bool,
}

/// A way to ask for JSON, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// By a schema that the server holds the model to.
    Schema,
    /// In JSON mode, with the schema in the prompt.
    JsonMode,
    /// By the prompt alone.
    PromptOnly,
}

/// The rungs a server has, the surest first; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder(Vec<Rung>);

impl Ladder {
    /// The ladder of a server.
    pub fn of(abilities: Abilities) -> Self {
        let schema = abilities.json_schema.then_some(Rung::Schema);
        let mode = abilities.json_mode.then_some(Rung::JsonMode);
        Self(schema.into_iter().chain(mode).chain([Rung::PromptOnly]).collect())
    }

    /// All rungs, the surest first.
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// The surest rung.
    pub fn first(&self) -> Rung {
        self.0.first().copied().unwrap_or(Rung::PromptOnly)
    }

    /// The next rung down, where a server refuses this one.
    pub fn below(&self, rung: Rung) -> Option<Rung> {
        let at = self.0.iter().position(|have| *have == rung)?;
        self.0.get(at + 1).copied()
    }
}

/// The language in which a model is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Chinese.
    Zh,
    /// English.
    En,
}

/// What a rung puts into a request: the answer's shape, and the text to add to the prompt, if any. In `name`, what is
/// not an ASCII letter, a digit, `_` or `-` becomes `_`, and 64 characters are kept, as servers ask.
pub fn request_shape(
    rung: Rung,
    name: &str,
    schema: &CompiledSchema,
    language: Language,
) -> (AnswerShape, Option<String>) {
    match rung {
        Rung::Schema => (AnswerShape::Schema { name: wire_name(name), schema: schema.wire().clone() }, None),
        Rung::JsonMode => (AnswerShape::Json, Some(instruction(schema, language))),
        Rung::PromptOnly => (AnswerShape::Text, Some(instruction(schema, language))),
    }
}

/// The word JSON is in it: some servers refuse JSON mode without.
fn instruction(schema: &CompiledSchema, language: Language) -> String {
    let schema = schema.in_prompt();
    match language {
        Language::Zh => format!(
            "只输出一个 JSON 值，前后不写任何说明，不用 Markdown 代码块，不写注释。\
             字段名和枚举值照抄，必填字段一个不少，没有内容的填 null 或空数组，不加别的字段；\
             字符串里的英文双引号写成 \\\"，换行写成 \\n。它必须符合这个 JSON Schema：\n{schema}"
        ),
        Language::En => format!(
            "Output one JSON value and nothing else: no explanation, no Markdown fence, no comments. \
             Copy field names and enum values exactly, leave out no required field, use null or an empty array where \
             there is nothing to say, and add no other fields; write a double quote within a string as \\\" and a line \
             end as \\n. It must fit this JSON Schema:\n{schema}"
        ),
    }
}

fn wire_name(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = name.chars().map(kept).take(64).collect();
    if name.is_empty() { "answer".to_owned() } else { name }
}
