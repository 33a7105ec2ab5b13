//! Drafting end to end: a novel, model settings, and a server that speaks the real protocol.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod artifacts;
mod costs;
mod crash;
mod fallback;
mod killed_turns;
mod learning;
mod left_turns;
mod length;
mod notes;
mod nothing_leaks;
mod pipelines;
mod planned;
mod promises;
mod provenance;
mod receipts;
mod reports;
mod settled;
mod steps;
mod stopped;
mod studio;
mod turns;
mod withdrawn;
