//! The commands that need an open project and the models.

use wenfang_usecase::command_list;

use super::{Observer, generations, prepare, usage};

command_list! {
    crate::Session, Observer, Session, Always;
    "generation.list" => generations::list, reads [Generations];
    "generation.get" => generations::get, reads [Generations];
    "context.preview" watched => prepare::preview, reads [Models, Project, Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Memory, Prompts, Workflows];
    "usage.summary" => usage::summary, reads [Usage, Models];
}
