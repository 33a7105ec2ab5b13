//! The crate's only access to the system's random source.

/// Fills a buffer with random bytes from the system.
pub(crate) fn fill(buffer: &mut [u8]) -> Result<(), getrandom::Error> {
    getrandom::fill(buffer)
}

/// Returns a seed for jitter. Falls back to a fixed seed if the system provides none; nothing secret depends on it.
pub(crate) fn seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}
