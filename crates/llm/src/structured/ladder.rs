//! Ways to request JSON: the rungs of the ladder and the request each one makes.

use serde::{Deserialize, Serialize};

use super::CompiledSchema;
use crate::chat::AnswerShape;

/// The abilities that a probe confirmed. Claims do not count: some servers accept a schema and ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Abilities {
    /// Answers obey a schema (`json_schema`).
    pub json_schema: bool,
    /// Answers are JSON (`json_object`).
    pub json_mode: bool,
}

/// A way to request JSON, most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// A schema that the server enforces.
    Schema,
    /// JSON mode, with the schema in the prompt.
    JsonMode,
    /// The schema in the prompt only.
    PromptOnly,
}

/// The rungs available on a server, most reliable first; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder(Vec<Rung>);

impl Ladder {
    /// Builds the ladder of a server.
    pub fn of(abilities: Abilities) -> Self {
        let schema = abilities.json_schema.then_some(Rung::Schema);
        let mode = abilities.json_mode.then_some(Rung::JsonMode);
        Self(schema.into_iter().chain(mode).chain([Rung::PromptOnly]).collect())
    }

    /// All rungs, most reliable first.
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// The most reliable rung.
    pub fn first(&self) -> Rung {
        self.0.first().copied().unwrap_or(Rung::PromptOnly)
    }

    /// The next rung down, for when the server refuses this one.
    pub fn below(&self, rung: Rung) -> Option<Rung> {
        let at = self.0.iter().position(|have| *have == rung)?;
        self.0.get(at + 1).copied()
    }
}

/// The language of the prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    Zh,
    En,
}

/// Returns the answer shape and the text to append to the prompt, if any. In `name`, characters other than ASCII
/// letters, digits, `_` and `-` become `_`, and the length is limited to 64, as servers require.
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

/// Contains the word JSON, because some servers refuse JSON mode without it.
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
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = name.chars().map(allowed).take(64).collect();
    if name.is_empty() { "answer".to_owned() } else { name }
}
