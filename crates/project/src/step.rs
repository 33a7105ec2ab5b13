//! Named steps of the acts that touch more than one file or row.
//!
//! Fault tests kill the process at each of them (`WENFANG_KILL_AT=<step>`, or `<step>#3` for the third time it comes there), and prove that what is left is the old
//! state or the new one. Release builds carry none of this.

/// Marks that the act has come to `name`.
#[cfg(debug_assertions)]
pub fn step(name: &'static str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};
    static KILL_AT: OnceLock<Option<(String, u32)>> = OnceLock::new();
    static COME: AtomicU32 = AtomicU32::new(0);
    let kill_at = KILL_AT.get_or_init(|| {
        let step = std::env::var("WENFANG_KILL_AT").ok()?;
        Some(match step.split_once('#') {
            Some((name, time)) => (name.to_owned(), time.parse().unwrap_or(1)),
            None => (step, 1),
        })
    });
    if let Some((step, time)) = kill_at
        && step == name
        && COME.fetch_add(1, Ordering::Relaxed) + 1 == *time
    {
        // The closest a process comes to kill -9 by its own hand: no destructor runs, nothing is flushed.
        std::process::abort();
    }
}

/// Marks that the act has come to `name`: nothing in a release build.
#[cfg(not(debug_assertions))]
pub fn step(_name: &'static str) {}
