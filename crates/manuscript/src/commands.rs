//! The commands of the manuscript.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use crate::{
    branches, checkpoints, export, find, health, parts, plans, projects, replace, scenes, statistics,
    transfer,
};

command_list! {
    wenfang_project::Project, Watch, Project, OnSuccess;
    "project.info" => projects::info, reads [Project, Manuscript, Texts, History, Drafts, Checkpoints];
    "project.describe" => projects::describe, changes [Project];
    "project.back_up" watched => projects::back_up, path "folder";
    "project.doctor" watched => health::doctor;
    "project.keep_salvaged" => projects::keep_salvaged, path "path";
    "project.rebuild" watched => health::rebuild, changes [Manuscript, History];
    "project.import" watched => transfer::import, changes [Project, Manuscript, Texts, History, Drafts, Checkpoints], path "source";
    "project.preview_import" watched => transfer::preview, path "source";
    "project.export" watched => export::export, path "out";
    "project.print_text" => export::print_text, reads [Project, Manuscript, Texts, Drafts];
    "site.list" => export::sites::list, reads [Settings];
    "site.text" => export::site_text, reads [Project, Manuscript, Texts, Drafts];
    "history.compact" watched => health::compact, changes [History, Drafts, Checkpoints];
    "manuscript.outline" => parts::outline, reads [Manuscript, Texts];
    "manuscript.create" => parts::create, changes [Manuscript, Texts, History];
    "manuscript.rename" => parts::rename, changes [Manuscript];
    "manuscript.move" => parts::move_part, changes [Manuscript];
    "manuscript.duplicate" => parts::duplicate, changes [Manuscript, Texts, History];
    "manuscript.bin" => parts::bin, changes [Manuscript];
    "manuscript.list_bin" => parts::list_bin, reads [Manuscript];
    "manuscript.preview_renumber" => parts::preview_renumber, reads [Manuscript];
    "manuscript.renumber" => parts::renumber_chapters, changes [Manuscript];
    "manuscript.describe" => plans::describe, changes [Manuscript];
    "manuscript.part" => plans::part, reads [Manuscript];
    "manuscript.find" watched => find::find, reads [Manuscript, Texts, Drafts];
    "manuscript.replace" watched => replace::replace, changes [Texts, History, Drafts];
    "manuscript.undo_replace" watched => replace::undo, changes [Texts, History, Drafts];
    "scene.split" => parts::split, changes [Manuscript, Texts, History, Drafts, Threads, Comments];
    "scene.merge" => parts::merge, changes [Manuscript, Texts, History, Drafts, Threads, Comments];
    "scene.undo_split" => parts::undo_split, changes [Manuscript, Texts, History, Drafts, Threads, Comments];
    "scene.undo_merge" => parts::undo_merge, changes [Manuscript, Texts, History, Drafts, Threads, Comments];
    "scene.text" => scenes::text, reads [Texts, History, Drafts];
    "scene.save" => scenes::save, changes [Texts, History, Drafts, Threads, Comments, Generations];
    "scene.save_draft" => scenes::save_draft, changes [Drafts];
    "scene.save_pasted" => scenes::save_pasted, changes [Texts, History, Drafts];
    "scene.history" => scenes::history, reads [Texts, History];
    "scene.compare" => scenes::compare, reads [Texts, History, Drafts];
    "scene.restore" => scenes::restore, changes [Texts, History, Drafts];
    "scene.label" => scenes::label, changes [History];
    "branch.list" => branches::list, reads [History, Texts];
    "branch.create" => branches::create, changes [History];
    "branch.rename" => branches::rename, changes [History];
    "branch.open" => branches::open, changes [Texts, History, Drafts];
    "branch.adopt" => branches::adopt, changes [Texts, History, Drafts];
    "branch.merge" => branches::merge, changes [Texts, History, Drafts];
    "checkpoint.create" => checkpoints::create, changes [Checkpoints, Texts, History, Drafts];
    "checkpoint.list" => checkpoints::list, reads [Checkpoints];
    "checkpoint.compare" => checkpoints::compare, reads [Project, Manuscript, Texts, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Comments, Timeline, Prompts];
    "checkpoint.diff_text" => checkpoints::diff_text, reads [Manuscript, Texts, Drafts, Checkpoints];
    "checkpoint.preview_restore" => checkpoints::preview_restore, reads [Project, Manuscript, Texts, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Comments, Timeline, Prompts];
    "checkpoint.restore" watched => checkpoints::restore, changes [Project, Manuscript, Texts, History, Drafts, Checkpoints, Bible, Lore, Graph, Threads, Comments, Timeline, Prompts];
    "statistics.days" => statistics::days, reads [Manuscript, Texts, History, Drafts];
}
