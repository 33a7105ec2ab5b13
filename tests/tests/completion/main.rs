//! Completing a chapter: summary, proposals, directions and a model's findings, with and without a model.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod agreed;
mod by_model;
mod locally;
mod novel;
mod people;
mod plans;
mod real;
mod runs;
mod story;
