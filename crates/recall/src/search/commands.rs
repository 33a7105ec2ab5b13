//! The commands that need the open project and its index.

use wenfang_usecase::command_list;

use super::{query, similar, state};

command_list! {
    crate::Library<'_>, Session, Always;
    "search.find" => query::search, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.similar" => similar::similar, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.duplicates" => similar::duplicates, reads [Manuscript, Texts, Drafts, Index];
    "index.state" => state::state, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "index.build" => state::build, changes [Index];
    "index.rebuild" => state::rebuild, changes [Index];
}
