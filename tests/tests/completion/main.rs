//! Completing a chapter: its summary, proposals, directions and what a model finds wrong, with and without a model.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod by_model;
mod locally;
mod novel;
mod people;
mod plans;
mod real;
mod runs;
mod story;
