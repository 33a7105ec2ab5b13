//! What can be wrong with a template.

use serde::Serialize;

use super::heading::Language;
use super::render::{MAX_RENDERED_LEN, Role};
#[cfg(doc)]
use super::template::MAX_SOURCE_LEN;

/// A fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[error("line {line}: {what}")]
pub struct TemplateError {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: Fault,
}

/// What is wrong with a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The file is longer than [`MAX_SOURCE_LEN`].
    #[error("the file has {characters} characters; at most {most} are allowed")]
    TooLong {
        /// How many it has.
        characters: usize,
        /// How many are allowed: [`MAX_SOURCE_LEN`].
        most: usize,
    },
    /// The first line is not `---`.
    #[error("the file must begin with a line ---")]
    NoHeading,
    /// No second `---` closes the heading.
    #[error("the heading is not closed by a line ---")]
    HeadingNotClosed,
    /// A line of the heading has no `key: value`, or a variable stands outside the list.
    #[error("this is not a line of the form key: value")]
    NotAKey,
    /// The heading has a key that means nothing.
    #[error("the heading has no key {key}")]
    UnknownKey {
        /// The key.
        key: String,
    },
    /// A key of the heading stands there twice.
    #[error("the key {key} stands here for the second time")]
    KeyTwice {
        /// The key.
        key: String,
    },
    /// A key of the heading is absent.
    #[error("the heading lacks the key {key}")]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// A key allows certain values and this is none.
    #[error("{key} cannot be {value}")]
    UnknownValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// A variable is declared twice.
    #[error("the variable {name} is declared for the second time")]
    DeclaredTwice {
        /// Its name.
        name: String,
    },
    /// There is no variable of that name.
    #[error("there is no variable {name}")]
    UnknownVariable {
        /// The name.
        name: String,
    },
    /// A variable is used that the heading does not declare.
    #[error("the variable {name} is used and not declared in the heading")]
    NotDeclared {
        /// Its name.
        name: String,
    },
    /// A line begins with `@@` and opens no message.
    #[error("a message is opened by @@ system, @@ user or @@ assistant, not by {marker}")]
    UnknownMarker {
        /// The line.
        marker: String,
    },
    /// Words stand before the first message.
    #[error("these words are in no message")]
    OutsideMessages,
    /// The file has no message.
    #[error("the file has no message")]
    NoMessage,
    /// A message has no words.
    #[error("the {role} message is empty")]
    EmptyMessage {
        /// Whose.
        role: Role,
    },
    /// A tag, a comment, a string or a block has no end.
    #[error("{opening} is not closed")]
    NotClosed {
        /// How it begins.
        opening: String,
    },
    /// A tag ends or continues a block that is not open.
    #[error("{tag} has no beginning")]
    NotOpened {
        /// The tag's word.
        tag: String,
    },
    /// Blocks stand in blocks to more than eight levels.
    #[error("too many blocks inside one another")]
    TooDeep,
    /// A tag that templates do not have.
    #[error("templates have no tag {tag}")]
    ForbiddenTag {
        /// The tag's word.
        tag: String,
    },
    /// A filter or a function that templates do not have.
    #[error("templates have no filter or function {name}")]
    UnknownFilter {
        /// Its name.
        name: String,
    },
    /// A character that means nothing inside a tag.
    #[error("{character} cannot stand in a tag")]
    Unexpected {
        /// The character.
        character: char,
    },
    /// The words of a tag make no sense together.
    #[error("this tag cannot be read")]
    Malformed,
    /// A filter does not go with the variable before it.
    #[error("{filter} does not go with {name}")]
    WrongFilter {
        /// The filter.
        filter: String,
        /// The variable.
        name: String,
    },
    /// A label of a data block is empty, longer than 40 characters, or has `"`, `<`, `>` or a line end.
    #[error("a data block cannot be labelled {label}")]
    BadLabel {
        /// The label.
        label: String,
    },
    /// Text of the novel is printed outside a data block.
    #[error("{name} is text of the novel and must stand in a data block: {{{{ {name} | data(\"…\") }}}}")]
    NotFenced {
        /// The variable.
        name: String,
    },
    /// A group is used where one of its parts is meant.
    #[error("{name} is a group; only {{{{ {name} | data(\"…\") }}}} prints it")]
    Group {
        /// The group.
        name: String,
    },
    /// There are data blocks and nothing says what they are.
    #[error("a template with data blocks must say what they are: {{{{ data_notice() }}}}")]
    NoNotice,
    /// The template engine cannot read the message.
    #[error("{message}")]
    Syntax {
        /// In the engine's words.
        message: String,
    },
}

/// Why a template gives no prompt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ts_rs::TS)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum RenderError {
    /// The template has faults.
    #[error("{}", list(faults))]
    Faulty {
        /// All of them, at least one.
        faults: Vec<TemplateError>,
    },
    /// The prompt could become longer than [`MAX_RENDERED_LEN`].
    #[error("the prompt would have up to {bytes} bytes; at most {MAX_RENDERED_LEN} are allowed")]
    TooLong {
        /// How long it could become.
        bytes: usize,
    },
    /// With these variables every message is blank.
    #[error("nothing is left to send")]
    Empty,
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
