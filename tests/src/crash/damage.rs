//! Damaged pages.
