//! The commands about the memories of scenes.

use wenfang_usecase::command_list;

command_list! {
    crate::Session, Session, Always;
    "memory.retrieve" => super::retrieve, changes [Memory, Generations, Usage];
    "memory.get" => super::get, reads [Memory, Manuscript];
    "memory.drop" => super::drop_items, changes [Memory];
}
