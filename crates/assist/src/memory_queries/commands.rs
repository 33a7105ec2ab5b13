//! The commands about the memories of scenes.

use wenfang_usecase::command_list;

use crate::drafting::Observer;
use crate::memory;

command_list! {
    crate::Session, Observer, Session, Always;
    "memory.retrieve" watched => super::retrieve, changes [Memory, Generations, Usage];
    "memory.get" => memory::get, reads [Memory, Manuscript];
    "memory.drop" => memory::drop_items, changes [Memory];
}
