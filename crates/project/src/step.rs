//! Named steps of the acts that touch more than one file or row.
//!
//! Fault tests kill the process at each of them (`WENFANG_KILL_AT=<step>`), and prove that what is left is the old
//! state or the new one. Release builds carry none of this.

/// Marks that the act has come to `name`.
#[cfg(debug_assertions)]
pub fn step(name: &'static str) {
    use std::sync::OnceLock;
    static KILL_AT: OnceLock<Option<String>> = OnceLock::new();
    let kill_at = KILL_AT.get_or_init(|| std::env::var("WENFANG_KILL_AT").ok());
    if kill_at.as_deref() == Some(name) {
        // The closest a process comes to kill -9 by its own hand: no destructor runs, nothing is flushed.
        std::process::abort();
    }
}

/// Marks that the act has come to `name`: nothing in a release build.
#[cfg(not(debug_assertions))]
pub fn step(_name: &'static str) {}
