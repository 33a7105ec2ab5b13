//! The prompt workshop: templates of prompts, how they are read, judged and rendered.
//!
//! A template is one file: a heading between `---` lines, then messages, each opened by a line `@@ system`, `@@ user` or
//! `@@ assistant`. `prompts/README.md` describes the form for people who write one; [`shipped`] lists the files that come with
//! the program. A project's own template is the same file with other words, so export is [`Template::source`] and import is
//! [`Template::import`].
//!
//! Always: a file is cut into messages before anything is put into it, so no text can open a message; text of the novel
//! stands in a data block whose mark does not occur in it, and [`Template::check`] refuses a template that prints
//! it anywhere else; the same template and the same variables give the same prompt.
//! Deliberately absent: loops, macros, includes, arithmetic and inline conditions. A rendering therefore ends after one
//! pass over the file, and needs no fuel. Comparing two texts is [`wenfang_text::diff`]; storing versions is the project's.

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
    KeyEvent, Problem, ProblemKind, ProblemList, ProblemSeverity, StorySummary,
};
pub use fault::{Fault, RenderError, TemplateError};
pub use heading::{DeclaredVariable, Heading, Language, Output, Task};
pub use injection::{Injection, Suspicion, suspicious};
pub use render::{MAX_RENDERED_LEN, Rendered, RenderedMessage, Role};
pub use sample::sample_variables;
pub use shipped::{Shipped, shipped, shipped_template};
pub use tags::Use;
pub use template::{MAX_SOURCE_LEN, Template};
pub use variables::{Kind, Layers, Novel, Scene, VARIABLES, Variable, Variables};
