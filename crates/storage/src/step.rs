//! Named steps of operations that touch more than one file or row.
//!
//! Fault tests kill the process at each step (`WENFANG_KILL_AT=<step>`, or `<step>#3` for the third time it is
//! reached), and prove that the result is the old state or the new one. Release builds contain none of this.

/// Marks that the operation reached step `name`.
#[cfg(debug_assertions)]
pub fn step(name: &'static str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};
    static KILL_AT: OnceLock<Option<(String, u32)>> = OnceLock::new();
    static HITS: AtomicU32 = AtomicU32::new(0);
    let kill_at = KILL_AT.get_or_init(|| {
        let step = std::env::var("WENFANG_KILL_AT").ok()?;
        Some(match step.split_once('#') {
            Some((name, hit)) => (name.to_owned(), hit.parse().unwrap_or(1)),
            None => (step, 1),
        })
    });
    if let Some((step, hit)) = kill_at
        && step == name
        && HITS.fetch_add(1, Ordering::Relaxed) + 1 == *hit
    {
        // The closest thing to kill -9 from within: no destructor runs, nothing is flushed.
        std::process::abort();
    }
}

/// Marks that the operation reached step `name`; does nothing in a release build.
#[cfg(not(debug_assertions))]
pub fn step(_name: &'static str) {}
