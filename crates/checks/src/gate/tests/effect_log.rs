//! Runs answers through a gate and logs the effects.

use super::super::*;

/// An answer: its deltas, and how it ended.
pub(super) type Answer<'t> = (Vec<&'t str>, AnswerEnd);

/// The effects of a gate with adjacent texts merged, which must not depend on how the text was split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EffectLog(Vec<GateEffect>);

/// Passes the answers to a gate, one per round, and the remaining ones after its end.
pub(super) fn run(limits: GateLimits, answers: &[Answer]) -> EffectLog {
    let mut gate = Gate::new(limits);
    let mut log = EffectLog::default();
    for (deltas, end) in answers {
        for delta in deltas {
            log.record(gate.push(delta));
        }
        log.record(gate.finish(*end));
    }
    // End the gate if it still expects a continuation.
    log.record(gate.finish(AnswerEnd::Stopped));
    log
}

/// Runs one answer, character by character, that ended by itself.
pub(super) fn run_text(limits: GateLimits, text: &str) -> EffectLog {
    run(limits, &[(by_characters(text), AnswerEnd::Stop)])
}

/// Splits the text into deltas of one character.
pub(super) fn by_characters(text: &str) -> Vec<&str> {
    text.split_inclusive(|_: char| true).collect()
}

impl EffectLog {
    fn record(&mut self, effects: Vec<GateEffect>) {
        for effect in effects {
            match (self.0.last_mut(), effect) {
                (Some(GateEffect::Show(before)), GateEffect::Show(text)) => before.push_str(&text),
                (
                    Some(GateEffect::Overflow(before) | GateEffect::Cut { overflow: before, .. }),
                    GateEffect::Overflow(text),
                ) => before.push_str(&text),
                (_, effect) => self.0.push(effect),
            }
        }
    }

    pub(super) fn effects(&self) -> &[GateEffect] {
        &self.0
    }

    /// Returns the shown text, without closing marks.
    pub(super) fn shown(&self) -> String {
        let texts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Show(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// Returns the text that was cut off or arrived too late.
    pub(super) fn overflow(&self) -> String {
        let texts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Cut { overflow, .. } | GateEffect::Overflow(overflow) => Some(overflow.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// Returns the reason and the closing marks of the cut.
    pub(super) fn cut(&self) -> Option<(CutReason, &str)> {
        self.0.iter().find_map(|effect| match effect {
            GateEffect::Cut { reason, closing, .. } => Some((*reason, closing.as_str())),
            _ => None,
        })
    }

    pub(super) fn final_text(&self) -> String {
        self.shown() + self.cut().map_or("", |(_, closing)| closing)
    }

    /// Returns the counts in the warnings.
    pub(super) fn warnings(&self) -> Vec<usize> {
        let counts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::SoftLimit { counted } => Some(*counted),
            _ => None,
        });
        counts.collect()
    }

    /// Returns round, written and remaining of each continuation.
    pub(super) fn rounds(&self) -> Vec<(u32, usize, usize)> {
        let rounds = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Continue { round, written, remaining } => Some((*round, *written, *remaining)),
            _ => None,
        });
        rounds.collect()
    }

    /// Returns the count and the outcome of the final text.
    pub(super) fn done(&self) -> Option<(usize, GateOutcome)> {
        self.0.iter().find_map(|effect| match effect {
            GateEffect::Done { counted, outcome } => Some((*counted, *outcome)),
            _ => None,
        })
    }

    /// Returns the text that arrived after the end.
    pub(super) fn late(&self) -> &str {
        match self.0.as_slice() {
            [.., GateEffect::Done { .. }, GateEffect::Overflow(text)] => text,
            _ => "",
        }
    }
}

/// Counts a whole text with the counter, independently of the gate.
pub(super) fn standard(text: &str) -> usize {
    wenfang_text::count(text).total(wenfang_text::CountRule::Standard)
}
