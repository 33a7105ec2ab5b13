//! Completing a chapter: summary, proposals, directions and a model's findings, with and without a model.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod agreed;
mod by_model;
mod locally;
#[allow(dead_code, reason = "shared with the tests of mending, which use more of it")]
mod novel;
mod people;
mod plans;
mod real;
mod runs;
mod story;
