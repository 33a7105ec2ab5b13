//! The commands of profiles and reports, over the open novel and the settings of this machine.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use super::{profiles, report};

command_list! {
    crate::Session, Watch, Session, OnSuccess;
    "generation.report" => report::report, reads [Generations, Texts, History, Drafts, Workflows];
    "pipeline.list" => profiles::list, reads [Pipelines, Manuscript, Models];
    "pipeline.get" => profiles::get, reads [Pipelines];
    "pipeline.validate" => profiles::validate;
    "pipeline.save" => profiles::save, changes [Pipelines];
    "pipeline.remove" => profiles::remove, changes [Pipelines];
    "pipeline.use" => profiles::choose, changes [Pipelines];
    "pipeline.trust" => profiles::trust, changes [Pipelines];
    "pipeline.export" => profiles::export, reads [Pipelines], path "path";
    "pipeline.import" => profiles::import, changes [Pipelines], path "path";
}
