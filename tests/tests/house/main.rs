//! House rules: invariants of the repository itself.
//!
//! The lints in `Cargo.toml` and `clippy.toml` forbid unwrapping and printing in library code; these tests only check
//! that every crate uses them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

mod code;
mod documents;
mod files;
mod language;
mod layers;
mod licences;
mod modules;
mod package;
mod rules;
mod window;
mod words;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Reads a file of the repository.
fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Output of `cargo metadata` for the workspace; `None` if it needs something that is not on this machine.
fn metadata(arguments: &[&str]) -> Option<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
}

/// Returns a string field.
fn word<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("no {field}: {value}"))
}

/// Returns the entries of a list field.
fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("no {field}: {value}"))
}
