//! Use cases of the manuscript: the project file, its parts and texts, their history, and import and export.
//!
//! Knows no canon, no search index and no model.

pub mod branches;
pub mod checkpoints;
pub mod commands;
pub mod export;
pub mod find;
pub mod health;
pub mod language;
pub mod parts;
pub mod plans;
pub mod projects;
pub mod prose;
pub mod replace;
pub mod scenes;
pub mod statistics;
pub mod title;
pub mod transfer;
