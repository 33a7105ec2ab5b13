//! The commands that need the open project and its index.

use super::{memory, query, similar, state};
use crate::commands::command_list;

command_list! {
    crate::drafting::Session, crate::commands::Needs::Session, crate::commands::Announce::Always;
    "search.find" => query::search, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.similar" => similar::similar, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "search.duplicates" => similar::duplicates, reads [Manuscript, Texts, Drafts, Index];
    "index.state" => state::state, reads [Manuscript, Texts, Drafts, Bible, Lore, Graph, Threads, Timeline, Index];
    "index.build" => state::build, changes [Index];
    "index.rebuild" => state::rebuild, changes [Index];
    "memory.retrieve" => memory::retrieve, changes [Memory, Generations, Usage];
    "memory.get" => memory::get, reads [Memory, Manuscript];
    "memory.drop" => memory::drop_items, changes [Memory];
}
