//! The index as the product uses it: what goes in, what is found, vectors, and what a killed process leaves.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod kill;
mod kit;
mod laws;
mod meaning;
mod storing;
