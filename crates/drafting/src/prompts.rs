//! The prompt workshop: parsing, checking and rendering of prompt templates.
//!
//! A template is one file: a heading between `---` lines, then messages, each opened by a line `@@ system`, `@@ user`
//! or `@@ assistant`. `prompts/README.md` describes the format for authors; [`shipped`] lists the files that come
//! with the program. A project's own template is such a file with different text, so [`Template::source`] exports it
//! and [`Template::import`] imports it.
//!
//! Always: a file is split into messages before anything is inserted, so inserted text can never open a message; text
//! of the novel is in a data block whose mark does not occur in it, and [`Template::check`] refuses a template that
//! prints it anywhere else; equal templates and variables give equal prompts.
//! Deliberately absent: loops, macros, includes, arithmetic and inline conditions. Rendering therefore ends after one
//! pass over the file and needs no fuel. [`wenfang_text::diff`] compares texts; the project stores versions.

mod answer;
mod chapter_answer;
mod fault;
mod fence;
mod heading;
mod injection;
mod render;
mod sample;
mod shipped;
mod tags;
mod template;
mod variables;

pub use answer::{SceneCard, SceneQueries, TitleCandidate, TitleList};
pub use chapter_answer::{
    ChapterExtraction, ChapterSummary, Direction, DirectionList, ExtractedChange, ExtractedEntity,
    ExtractedEvent, ExtractedFact, ExtractedKind, ExtractedModality, ExtractedRelation, ExtractedThread,
    IssueOutcome, IssueVerdict, KeyEvent, Problem, ProblemKind, ProblemList, ProblemSeverity, StorySummary,
    VerdictList,
};
pub use fault::{Fault, RenderError, TemplateError};
pub use heading::{DeclaredVariable, Heading, Language, Output};
pub use injection::{Injection, Suspicion, suspicious};
pub use render::{MAX_RENDERED_LEN, Rendered, RenderedMessage, Role};
pub use sample::{sample_for, sample_variables};
pub use shipped::{Shipped, shipped, shipped_template};
pub use tags::Use;
pub use template::{MAX_SOURCE_LEN, Template};
pub use variables::{ArtifactText, Kind, Layers, Novel, Scene, VARIABLES, Variable, Variables};
