//! The commands of the canon.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use crate::{
    bible, cards, comments, exchange, graph, hints, lore, mentions, passages, proposals, spelling, threads,
    timeline, triggers,
};

command_list! {
    wenfang_project::Project, Watch, Project, OnSuccess;
    "scene.locate" => passages::locate, reads [Texts, History, Drafts];
    "bible.list" => bible::list, reads [Bible];
    "bible.set" => bible::set, changes [Bible];
    "bible.remove" => bible::remove, changes [Bible];
    "lore.list" => lore::list, reads [Lore];
    "lore.get" => lore::get, reads [Lore, Graph];
    "lore.save" => lore::save, changes [Lore];
    "lore.remove" => lore::remove, changes [Lore];
    "lore.put_back" => lore::put_back, changes [Lore];
    "lore.list_removed" => lore::list_removed, reads [Lore];
    "lore.triggered" => triggers::of_scene, reads [Lore, Manuscript, Texts, Drafts];
    "lore.preview_import" => exchange::preview_import, path "source";
    "lore.import" => exchange::import, changes [Bible, Lore, Checkpoints, Texts, History, Drafts], path "source";
    "lore.export" => exchange::export, path "out";
    "cards.list" => cards::list, reads [Bible, Lore, Graph, Threads, Timeline, Proposals];
    "cards.list_mentioned" watched => cards::list_mentioned, reads [Bible, Lore, Graph, Threads, Timeline, Proposals, Manuscript, Texts, Drafts];
    "cards.get" watched => cards::get, reads [Bible, Lore, Graph, Threads, Timeline, Proposals, Manuscript, Texts, Drafts];
    "cards.enter" watched => cards::enter, changes [Lore, Graph];
    "cards.preview_merge" => cards::preview, reads [Bible, Lore, Graph, Timeline];
    "cards.merge" => cards::merge, changes [Lore, Graph, Timeline];
    "cards.undo" => cards::undo, changes [Lore, Graph, Timeline];
    "mentions.hints" watched => hints::hints, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.ignored" => hints::ignored, reads [Lore];
    "mentions.ignore" => hints::ignore, changes [Lore];
    "mentions.names" => mentions::known_names, reads [Lore, Graph];
    "mentions.counts" watched => mentions::counts, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.of" watched => mentions::of, reads [Lore, Graph, Manuscript, Texts, Drafts];
    "mentions.cast" => mentions::cast, reads [Lore, Graph, Texts, Drafts];
    "kg.graph" => graph::whole, reads [Graph];
    "kg.entities" => graph::entities, reads [Graph];
    "kg.entity" => graph::entity, reads [Graph, Manuscript];
    "kg.state" => graph::state, reads [Graph, Manuscript];
    "kg.neighbours" => graph::neighbours, reads [Graph, Manuscript];
    "kg.connection" => graph::connection, reads [Graph, Manuscript];
    "kg.changes" => graph::changes, reads [Graph, Manuscript];
    "kg.save_entity" => graph::save_entity, changes [Graph];
    "kg.save_relation" => graph::save_relation, changes [Graph, Texts, History, Drafts];
    "kg.save_fact" => graph::save_fact, changes [Graph, Texts, History, Drafts];
    "kg.end" => graph::end, changes [Graph];
    "kg.reopen" => graph::reopen, changes [Graph];
    "kg.remove" => graph::remove, changes [Graph];
    "kg.put_back" => graph::put_back, changes [Graph];
    "kg.propose" => proposals::propose, changes [Graph, Timeline, Threads, Proposals, Texts, History, Drafts];
    "kg.extract" watched => proposals::extract, changes [Graph, Timeline, Threads, Proposals, Texts, History, Drafts];
    "kg.proposals" => proposals::list, reads [Proposals, Manuscript, Texts, Drafts];
    "kg.review" => proposals::review, changes [Graph, Timeline, Threads, Proposals];
    "kg.review_all" watched => proposals::review_all, changes [Lore, Graph, Timeline, Threads, Proposals];
    "kg.proposal_counts" watched => proposals::counts, reads [Proposals, Manuscript, Texts, Drafts];
    "kg.undo_batch" => proposals::undo_batch, changes [Graph, Timeline, Threads, Proposals];
    "kg.proposal_settings" => proposals::proposal_settings, reads [Proposals];
    "kg.set_proposal_settings" => proposals::set_proposal_settings, changes [Proposals];
    "threads.list" => threads::list, reads [Threads, Manuscript, Texts];
    "threads.save" => threads::save, changes [Threads, Texts, History, Drafts];
    "threads.add_anchor" => threads::add_anchor, changes [Threads, Texts, History, Drafts];
    "threads.act" => threads::act, changes [Threads];
    "threads.remove" => threads::remove, changes [Threads];
    "threads.put_back" => threads::put_back, changes [Threads];
    "threads.remove_anchor" => threads::remove_anchor, changes [Threads];
    "threads.put_back_anchor" => threads::put_back_anchor, changes [Threads];
    "threads.place_anchor" => threads::place_anchor, changes [Threads, Texts, History, Drafts];
    "threads.in_scene" => threads::in_scene, reads [Threads, Texts, History, Drafts];
    "comments.list" => comments::list, reads [Comments, Manuscript];
    "comments.in_scene" => comments::in_scene, reads [Comments, Texts, History, Drafts];
    "comments.add" => comments::add, changes [Comments, Texts, History, Drafts];
    "comments.import_remarks" => comments::import_remarks, changes [Comments, Texts, History, Drafts], path "copy";
    "comments.import_returned" => comments::import_returned, changes [Comments, Texts, History, Drafts], path "file";
    "comments.take_back_returned" => comments::take_back_returned, changes [Comments];
    "comments.edit" => comments::edit, changes [Comments];
    "comments.reply" => comments::reply, changes [Comments];
    "comments.set_state" => comments::set_state, changes [Comments];
    "comments.remove" => comments::remove, changes [Comments];
    "comments.put_back" => comments::put_back, changes [Comments];
    "comments.place" => comments::place, changes [Comments, Texts, History, Drafts];
    "timeline.list" => timeline::list, reads [Timeline, Graph, Manuscript];
    "timeline.save" => timeline::save, changes [Timeline, Graph];
    "timeline.remove" => timeline::remove, changes [Timeline];
    "timeline.put_back" => timeline::put_back, changes [Timeline];
    "spelling.check" => spelling::check, reads [Project, Lore, Graph, Bible, Spelling];
    "spelling.scan" watched => spelling::scan, reads [Project, Manuscript, Texts, Drafts, Lore, Graph, Bible, Spelling];
    "spelling.suggest" => spelling::suggest, reads [Project, Lore, Graph, Bible, Spelling];
    "spelling.words" => spelling::words::list, reads [Spelling];
    "spelling.add" => spelling::words::add, changes [Spelling];
    "spelling.remove" => spelling::words::remove, changes [Spelling];
    "spelling.dictionaries" => spelling::dictionaries::list, reads [Project, Spelling];
    "spelling.choose" => spelling::dictionaries::choose, changes [Spelling];
}
