//! Rules of the house: what the repository promises about itself.
//!
//! That library code neither unwraps nor prints is a matter of the lints in `Cargo.toml` and `clippy.toml`; here it is
//! only checked that every crate takes them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed claim")]

mod code;
mod documents;
mod files;
mod language;
mod layers;
mod licences;
mod package;
mod window;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// A file of the repository.
fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What cargo knows about the workspace; `None` when the answer needs something that is not on this machine.
fn metadata(arguments: &[&str]) -> Option<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
}

/// A string field.
fn word<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("no {field}: {value}"))
}

/// The entries of a list field.
fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("no {field}: {value}"))
}
