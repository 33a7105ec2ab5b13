//! The test kit: real texts, projects, and the harnesses of the fault tests and benchmarks.
//!
//! Scenario tests are in `tests/tests/`, benchmarks in `tests/benches/`.

pub mod anchors;
pub mod canon;
pub mod corpus;
pub mod crash;
pub mod editing;
pub mod host;
pub mod kit;
pub mod measure;
pub mod mending;
pub mod returned;
pub mod rng;
pub mod workflows;
