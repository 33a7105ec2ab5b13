//! placeholder

/// How well re-anchoring does on real prose.
pub mod anchors;
/// Seeded chance.
pub mod rng;
