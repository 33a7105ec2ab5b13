//! Lorebooks and cards: reading, lossless writing, and refusals.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]
#![recursion_limit = "256"]

mod broken;
mod changes;
mod conversions;
mod generated;
mod markdown;
mod pictures;
mod reading;
mod samples;
mod size;
