//! What servers' own counts teach: a running factor, and whether a prompt was cut without a word.

use serde::{Deserialize, Serialize};

/// How much real counts differ from the estimate, learnt from calls. Kept by provider and model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Real over estimated, 0.5–2; 1 before anything was learnt.
    factor: f64,
    /// Calls learnt from.
    calls: u32,
}

/// The factor stays within these, whatever a server says: the estimate is not further off for any text we measured.
const BOUNDS: (f64, f64) = (0.5, 2.0);
/// The share of a new call in the factor, once there are as many calls as make a plain mean smaller.
const SHARE: f64 = 0.2;
/// Prompts estimated below this teach nothing: what a chat adds to its words outweighs them.
const MIN: usize = 200;
/// How near to a window's size a reported number is taken for the window. A server that cuts keeps a window or half of
/// one and two tokens.
const WINDOW_REACH: usize = 16;

impl Default for Calibration {
    fn default() -> Self {
        Self { factor: 1.0, calls: 0 }
    }
}

impl Calibration {
    /// Real over estimated, 0.5–2.
    pub fn factor(&self) -> f64 {
        if self.factor.is_finite() { self.factor.clamp(BOUNDS.0, BOUNDS.1) } else { 1.0 }
    }

    /// The factor in thousandths, so that counts are whole numbers.
    pub(super) fn thousandths(self) -> u32 {
        (self.factor() * 1_000.0).round() as u32
    }

    /// Learns from a call whose prompt was estimated with the factor as it stands. The first five calls are a mean, later
    /// ones weigh a fifth; one call counts no further than the bounds. Prompts estimated below 200 tokens, reports of 0
    /// and prompts that were probably cut teach nothing.
    pub fn learn(&mut self, estimated: usize, reported: usize) {
        if estimated < MIN || reported == 0 || looks_truncated(estimated, reported) {
            return;
        }
        let ratio = self.factor() * reported as f64 / estimated as f64;
        self.calls = self.calls.saturating_add(1);
        let share = (1.0 / f64::from(self.calls)).max(SHARE);
        let factor = self.factor() + share * (ratio.clamp(BOUNDS.0, BOUNDS.1) - self.factor());
        self.factor = factor.clamp(BOUNDS.0, BOUNDS.1);
    }
}

/// Whether a server probably cut the prompt without saying so, from our estimate and the prompt tokens that it reports.
///
/// Either less than half of the estimate was reported, which no tokenizer explains; or less than four fifths, and the
/// number is a power of two from 1,024 on, give or take 16: the size of a window. Ollama keeps a whole window (2,048 or
/// 4,096 by default) or, in later versions, half of one and two tokens. Estimates below 512 tokens and reports of 0
/// (no report) are never taken for cut.
pub const fn looks_truncated(estimated: usize, reported: usize) -> bool {
    if estimated < 512 || reported == 0 {
        return false;
    }
    let halved = reported < estimated / 2;
    let window = match reported.saturating_add(WINDOW_REACH + 1).checked_next_power_of_two() {
        Some(power) => power / 2,
        None => 0,
    };
    let near = window >= 1_024 && reported.abs_diff(window) <= WINDOW_REACH;
    halved || (near && reported < estimated / 5 * 4)
}
