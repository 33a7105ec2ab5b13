//! Claims about the gate: examples by what they are about, and laws over real and made-up prose.

mod cuts;
mod laws;
mod passing;
mod prose;
mod reader;
mod rounds;
mod told;

use super::*;

/// Limits with room between the soft and the hard one, so that short texts show what happens there: target and soft
/// limit 10, floor 9, hard limit 20; no rounds.
const ROOMY: GateLimits = GateLimits { target: 10, floor: 9, soft: 10, hard: 20, rounds: 0 };
