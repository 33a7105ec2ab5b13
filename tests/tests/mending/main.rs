//! Mending: by rules and by a model, beside an author who writes on, interrupted and taken up, and with scripted models
//! that do harm.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod author;
mod by_hand;
mod by_model;
mod by_rules;
mod canon;
mod fetch;
mod interrupted;
mod kill;
#[allow(dead_code, reason = "shared with the tests of completion, which use more of it")]
#[path = "../completion/novel.rs"]
mod novel;
mod policy;
mod resumed;
mod setting;
mod story;
mod suite;
