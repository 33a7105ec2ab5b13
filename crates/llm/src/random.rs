//! The one place where chance comes in.

/// Fills a buffer from the system's source.
pub(crate) fn fill(buffer: &mut [u8]) -> Result<(), getrandom::Error> {
    getrandom::fill(buffer)
}

/// A seed for jitter. Where the system gives none, jitter falls back to a fixed one: nothing secret hangs on it.
pub(crate) fn seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}
