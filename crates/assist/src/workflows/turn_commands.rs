//! The commands of turns: those that tell the events of generations, over the engine of the open novel.

use wenfang_usecase::command_list;

use super::{WorkflowService, left_turns, profile_preview, turns};
use crate::drafting::Observer;

command_list! {
    WorkflowService, Observer, Workflows, Always;
    "generation.run" watched => turns::run, changes [Generations, Usage, Texts, History, Drafts, Workflows];
    "generation.attach" watched => turns::attach, reads [Generations];
    "pipeline.try" watched => profile_preview::try_out, changes [Usage, Memory, Generations, Workflows];
    "generation.running" => turns::running, reads [Generations];
    "generation.unwritten" => left_turns::unwritten, reads [Generations, Texts, Drafts];
}
