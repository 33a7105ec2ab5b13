//! Tests of the index as the product uses it: storing, searching, vectors, and killed processes.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod kill;
mod kit;
mod laws;
mod meaning;
mod storing;
