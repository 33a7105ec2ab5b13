//! This test binary as another process.
