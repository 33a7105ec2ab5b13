//! The commands of profiles and reports, over the open novel and the settings of this machine.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use super::{profile_preview, profiles, report};

command_list! {
    crate::Session, Watch, Session, OnSuccess;
    "generation.report" => report::report, reads [Generations, Texts, History, Drafts, Workflows];
    "generation.export_report" => report::export, reads [Generations, Texts, History, Drafts, Workflows], path "path";
    "generation.compare" => report::compare, reads [Generations, Workflows];
    "pipeline.list" => profiles::list, reads [Pipelines, Manuscript, Models, Prompts];
    "pipeline.preview" watched => profile_preview::preview, reads [Pipelines, Models, Project, Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Memory, Prompts, Workflows];
    "pipeline.get" => profiles::get, reads [Pipelines];
    "pipeline.steps" => profiles::kinds;
    "pipeline.validate" => profiles::validate, reads [Pipelines];
    "pipeline.save" => profiles::save, changes [Pipelines];
    "pipeline.remove" => profiles::remove, changes [Pipelines];
    "pipeline.use" => profiles::choose, changes [Pipelines];
    "pipeline.trust" => profiles::trust, changes [Pipelines];
    "pipeline.export" => profiles::export, reads [Pipelines], path "path";
    "pipeline.import" => profiles::import, changes [Pipelines, Checkpoints, Texts, History, Drafts], path "path";
}
