//! Tests of the gate: examples by topic, and properties over real and generated prose.

mod cuts;
mod effect_log;
mod marked;
mod passing;
mod properties;
mod prose;
mod reader;
mod rounds;

use super::*;

/// Limits with space between the soft and the hard limit, so that short texts show what happens there: target
/// and soft limit 10, floor 9, hard limit 20; no rounds.
const ROOMY: GateLimits = GateLimits { target: 10, floor: 9, soft: 10, hard: 20, rounds: 0 };
