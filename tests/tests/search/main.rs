//! Search by words and by meaning on a real novel, and the memory of a scene.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

mod as_of;
mod degrade;
mod incremental;
mod library;
mod memory;
mod quality;
mod questions;
mod some_words;
