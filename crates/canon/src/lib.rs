//! Use cases of the canon: what the author knows of the book. Bible, lore, graph, threads, comments, timeline, names and spelling.
//!
//! Asks no model: proposals of models arrive as data.

pub mod bible;
pub mod cards;
pub mod commands;
pub mod comments;
pub mod evaluate;
pub mod exchange;
pub mod graph;
pub mod hints;
pub mod lore;
pub mod mentions;
pub mod passages;
pub mod proposals;
pub mod semantics;
pub mod spelling;
pub mod threads;
pub mod timeline;
pub mod triggers;

pub mod books;
pub mod entities;
pub mod names;
mod removal;
pub mod words;

pub use entities::EntityRef;
