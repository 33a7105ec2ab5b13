//! The commands that need only the project: stored generations, prompts, findings and mendings.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use crate::artifacts;
use crate::checks;
use crate::drafting::{generations, prompts};
use crate::mending;

command_list! {
    wenfang_project::Project, Watch, Project, OnSuccess;
    "scene.spans" => generations::spans_in, reads [Texts, History, Drafts, Generations];
    "generation.at" => generations::at, reads [Texts, History, Drafts, Generations];
    "generation.accept" => generations::accept, changes [Texts, History, Drafts, Generations];
    "generation.decide" => generations::decide, changes [Generations];
    "generation.shelf" => generations::shelf, reads [Generations];
    "prompts.list" => prompts::list, reads [Prompts, Project];
    "prompts.get" => prompts::get, reads [Prompts];
    "prompts.save" => prompts::save, changes [Prompts];
    "prompts.enable" => prompts::enable, changes [Prompts];
    "prompts.compare" => prompts::compare, reads [Prompts];
    "prompts.check" => prompts::check;
    "prompts.export" => prompts::export, path "out";
    "prompts.import" => prompts::import, changes [Prompts], path "source";
    "artifact.list" => artifacts::list, reads [Workflows, Memory, Texts, Manuscript];
    "artifact.get" => artifacts::get, reads [Workflows, Memory, Texts, Manuscript];
    "artifact.history" => artifacts::history, reads [Workflows, Memory];
    "artifact.set" => artifacts::set, changes [Workflows, Memory];
    "artifact.withhold" => artifacts::withhold, changes [Workflows, Memory];
    "artifact.pin" => artifacts::pin, changes [Workflows, Memory];
    "artifact.prune" => artifacts::prune, changes [Workflows, Memory];
    "check.run" watched => checks::run, changes [Findings, Texts, History, Drafts];
    "check.list" => checks::list, reads [Findings, Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline];
    "check.waive" => checks::waive, changes [Findings];
    "check.unwaive" => checks::unwaive, changes [Findings];
    "check.rules" => checks::rules, reads [Findings];
    "check.set_rule" => checks::set_rule, changes [Findings];
    "check.set_accepting" => checks::set_accepting, changes [Findings];
    "mend.list" => mending::list, reads [Mending, Workflows, Manuscript, Findings];
    "mend.show" => mending::show, reads [Mending, Manuscript, Proposals];
    "mend.issue" => mending::issue, reads [Mending, Proposals];
    "mend.proposal" => mending::proposal, reads [Mending, Texts, Drafts];
    "mend.set_policy" => mending::set_policy, changes [Mending];
    "mend.decide" => mending::decide, changes [Mending, Graph, Timeline, Threads, Proposals, Findings];
    "mend.recheck" => mending::recheck_by_hand, changes [Mending];
    "mend.align" => mending::align, changes [Mending];
    "mend.accept" watched => mending::accept, changes [Mending, Texts, History, Drafts, Findings, Generations];
    "mend.take_back" watched => mending::take_back, changes [Mending, Texts, History, Drafts, Findings];
    "mend.audit" => mending::audit_log, reads [Mending];
    "mend.export" => mending::export, path "out";
}
