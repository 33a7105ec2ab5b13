//! The commands that need the open project and its index.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use super::{query, similar, state};

command_list! {
    crate::Library<'_>, Watch, Session, Always;
    "search.find" watched => query::search, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.similar" watched => similar::similar, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.duplicates" watched => similar::duplicates, reads [Manuscript, Texts, Drafts, Index];
    "index.state" => state::state, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "index.build" watched => state::build, changes [Index];
    "index.rebuild" watched => state::rebuild, changes [Index];
}
