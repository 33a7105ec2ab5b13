//! Errors in templates.

use serde::Serialize;

use super::heading::Language;
use super::render::{MAX_RENDERED_LEN, Role};
#[cfg(doc)]
use super::template::MAX_SOURCE_LEN;

/// A fault and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[error("line {line}: {what}")]
pub struct TemplateError {
    /// The line of the file, from 1.
    pub line: usize,
    pub what: Fault,
}

/// A fault in a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The file is longer than [`MAX_SOURCE_LEN`].
    #[error("the file has {characters} characters; at most {most} are allowed")]
    TooLong {
        characters: usize,
        /// The maximum: [`MAX_SOURCE_LEN`].
        most: usize,
    },
    /// The first line is not `---`.
    #[error("the file must begin with a line ---")]
    NoHeading,
    /// No second `---` closes the heading.
    #[error("the heading is not closed by a line ---")]
    HeadingNotClosed,
    /// A line of the heading is not `key: value`, or a variable is outside the list.
    #[error("expected a line of the form key: value")]
    NotAKey,
    /// The heading has an unknown key.
    #[error("unknown key {key} in the heading")]
    UnknownKey { key: String },
    /// A key occurs twice in the heading.
    #[error("duplicate key {key} in the heading")]
    KeyTwice { key: String },
    /// The heading lacks a key.
    #[error("the heading lacks the key {key}")]
    MissingKey { key: &'static str },
    /// The value is not among those allowed for the key.
    #[error("{key} cannot be {value}")]
    UnknownValue { key: &'static str, value: String },
    /// A variable is declared twice.
    #[error("the variable {name} is declared twice")]
    DeclaredTwice { name: String },
    /// The variable does not exist.
    #[error("unknown variable {name}")]
    UnknownVariable { name: String },
    /// No artifact of the novel has this name, and no step writes it.
    #[error("there is no artifact {name}{}", near(nearest.as_deref()))]
    UnknownArtifact {
        name: String,
        /// The name that it is most like.
        nearest: Option<String>,
    },
    /// A variable is used but not declared in the heading.
    #[error("the variable {name} is used but not declared in the heading")]
    NotDeclared { name: String },
    /// A line starts with `@@` but opens no message.
    #[error("a message is opened by @@ system, @@ user or @@ assistant, not by {marker}")]
    UnknownMarker { marker: String },
    /// There is text before the first message.
    #[error("this text is outside of a message; open one with @@ system, @@ user or @@ assistant")]
    OutsideMessages,
    /// The file has no message.
    #[error("the file has no message")]
    NoMessage,
    /// A message is blank.
    #[error("the {role} message is empty")]
    EmptyMessage { role: Role },
    /// A tag, a comment, a string or a block is not closed.
    #[error("{opening} is not closed")]
    NotClosed {
        /// The opening.
        opening: String,
    },
    /// A tag ends or continues a block that is not open.
    #[error("{tag} has no opening tag")]
    NotOpened { tag: String },
    /// Blocks are nested more than eight levels deep.
    #[error("blocks are nested too deeply; at most eight levels are allowed")]
    TooDeep,
    /// The tag is not supported in templates.
    #[error("templates do not support the tag {tag}")]
    ForbiddenTag { tag: String },
    /// The filter or function is not supported in templates.
    #[error("templates do not support the filter or function {name}")]
    UnknownFilter { name: String },
    /// An unexpected character in a tag.
    #[error("unexpected character {character} in a tag")]
    Unexpected { character: char },
    /// The tokens of a tag do not form a valid tag.
    #[error("this tag cannot be read")]
    Malformed,
    /// The filter cannot be applied to the variable.
    #[error("{filter} cannot be applied to {name}")]
    WrongFilter { filter: String, name: String },
    /// The label of a data block is empty, longer than 40 characters, or contains `"`, `<`, `>` or a line end.
    #[error("invalid label {label} for a data block")]
    BadLabel { label: String },
    /// Text of the novel is printed outside a data block.
    #[error(
        "{name} is text of the novel and must be printed in a data block: {{{{ {name} | data(\"…\") }}}}"
    )]
    NotFenced { name: String },
    /// A group is used where a variable is required.
    #[error("{name} is a group; only {{{{ {name} | data(\"…\") }}}} prints it")]
    Group { name: String },
    /// The template has data blocks but does not explain them.
    #[error("a template with data blocks must say what they are: {{{{ data_notice() }}}}")]
    NoNotice,
    /// The template engine cannot parse the message.
    #[error("{message}")]
    Syntax {
        /// The engine's message.
        message: String,
    },
}

/// The reason why a template cannot be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum RenderError {
    /// The template has faults.
    #[error("{}", list(faults))]
    Faulty { faults: Vec<TemplateError> },
    /// The prompt could exceed [`MAX_RENDERED_LEN`].
    #[error("the prompt would have up to {bytes} bytes; at most {MAX_RENDERED_LEN} are allowed")]
    TooLong {
        /// Its maximum possible length.
        bytes: usize,
    },
    /// All messages are blank with these variables.
    #[error("all messages are blank; there is nothing to send")]
    Empty,
}

fn near(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!("; did you mean {nearest}?")).unwrap_or_default()
}

fn list(faults: &[TemplateError]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}
