//! The author's knowledge of the book: bible, lore, graph, threads, timeline.

pub mod bible;
pub mod cards;
pub mod evaluate;
pub mod exchange;
pub mod graph;
pub mod hints;
pub mod lore;
pub mod mentions;
pub mod passages;
pub mod proposals;
pub mod threads;
pub mod timeline;
pub mod triggers;

pub(crate) mod books;
mod entities;
pub(crate) mod names;
mod removal;
pub(crate) mod words;

pub(crate) use entities::EntityRef;
