//! Calibration from the servers' token counts, and detection of silently truncated prompts.

use serde::{Deserialize, Serialize};

/// The learnt ratio of real to estimated counts. Stored per provider and model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Real over estimated, 0.5–2; 1 before the first call.
    factor: f64,
    /// The number of calls learnt from.
    calls: u32,
}

/// Bounds of the factor, whatever a server reports: no measured text deviates further.
const BOUNDS: (f64, f64) = (0.5, 2.0);
/// The weight of a new call, once the plain mean would give it less.
const CALL_WEIGHT: f64 = 0.2;
/// Shorter prompts are ignored: their chat markers outweigh their text.
const MIN_PROMPT_TOKENS: usize = 200;
/// How close to a window size a reported count must be to be taken for that window. A truncating server keeps one
/// window, or half a window plus two tokens.
const WINDOW_TOLERANCE: usize = 16;

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

    /// Learns from a call whose prompt was estimated with the current factor. The first five calls are averaged,
    /// later ones weigh one fifth; a single call is clamped to the bounds. Prompts estimated below 200 tokens,
    /// reports of 0 and prompts that were probably truncated are ignored.
    pub fn learn(&mut self, estimated: usize, reported: usize) {
        if estimated < MIN_PROMPT_TOKENS || reported == 0 || looks_truncated(estimated, reported) {
            return;
        }
        let ratio = self.factor() * reported as f64 / estimated as f64;
        self.calls = self.calls.saturating_add(1);
        let share = (1.0 / f64::from(self.calls)).max(CALL_WEIGHT);
        let factor = self.factor() + share * (ratio.clamp(BOUNDS.0, BOUNDS.1) - self.factor());
        self.factor = factor.clamp(BOUNDS.0, BOUNDS.1);
    }
}

/// Whether a server probably truncated the prompt silently, judged by our estimate and the prompt tokens it reports.
///
/// True if the report is less than half of the estimate, which no tokenizer explains; or less than four fifths and
/// within 16 of a power of two from 1,024 on, the size of a window. Ollama keeps a whole window (2,048 or 4,096 by
/// default) or, in later versions, half of one plus two tokens. Always false for estimates below 512 tokens and for
/// reports of 0 (no report).
pub const fn looks_truncated(estimated: usize, reported: usize) -> bool {
    if estimated < 512 || reported == 0 {
        return false;
    }
    let halved = reported < estimated / 2;
    let window = match reported.saturating_add(WINDOW_TOLERANCE + 1).checked_next_power_of_two() {
        Some(power) => power / 2,
        None => 0,
    };
    let near = window >= 1_024 && reported.abs_diff(window) <= WINDOW_TOLERANCE;
    halved || (near && reported < estimated / 5 * 4)
}
