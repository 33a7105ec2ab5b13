//! Tests of prompt templates: file format, shipped templates, data blocks, injection patterns.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod fences;
mod files;
mod injection;
mod orders;
mod rendered;
mod shipped_files;
mod values;
