//! What a gate told about the answers it was given.

use super::super::*;

/// An answer: its deltas, and how it ended.
pub(super) type Answer<'t> = (Vec<&'t str>, AnswerEnd);

/// The effects of a gate, neighbouring texts put together: what must not depend on how the text was split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told(Vec<GateEffect>);

/// Gives the answers to a gate, one for each time it asks, and the rest of them after its end.
pub(super) fn tell(limits: GateLimits, answers: &[Answer]) -> Told {
    let mut gate = Gate::new(limits);
    let mut told = Told::default();
    for (deltas, end) in answers {
        for delta in deltas {
            told.hear(gate.push(delta));
        }
        told.hear(gate.finish(*end));
    }
    // Asked to go on with nothing left to say.
    told.hear(gate.finish(AnswerEnd::Stopped));
    told
}

/// One answer, character by character, that ended by itself.
pub(super) fn tell_text(limits: GateLimits, text: &str) -> Told {
    tell(limits, &[(by_characters(text), AnswerEnd::Stop)])
}

/// The text in deltas of one character.
pub(super) fn by_characters(text: &str) -> Vec<&str> {
    text.split_inclusive(|_: char| true).collect()
}

impl Told {
    fn hear(&mut self, effects: Vec<GateEffect>) {
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

    /// All that was shown, without closing marks.
    pub(super) fn shown(&self) -> String {
        let texts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Show(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// All that was cut off or came too late.
    pub(super) fn overflow(&self) -> String {
        let texts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Cut { overflow, .. } | GateEffect::Overflow(overflow) => Some(overflow.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// Why and with which closing marks the text was cut.
    pub(super) fn cut(&self) -> Option<(CutReason, &str)> {
        self.0.iter().find_map(|effect| match effect {
            GateEffect::Cut { reason, closing, .. } => Some((*reason, closing.as_str())),
            _ => None,
        })
    }

    pub(super) fn final_text(&self) -> String {
        self.shown() + self.cut().map_or("", |(_, closing)| closing)
    }

    /// The counts the author was warned with.
    pub(super) fn warnings(&self) -> Vec<usize> {
        let counts = self.0.iter().filter_map(|effect| match effect {
            GateEffect::SoftLimit { counted } => Some(*counted),
            _ => None,
        });
        counts.collect()
    }

    /// Round, written and remaining of each time the model was asked to go on.
    pub(super) fn rounds(&self) -> Vec<(u32, usize, usize)> {
        let rounds = self.0.iter().filter_map(|effect| match effect {
            GateEffect::Continue { round, written, remaining } => Some((*round, *written, *remaining)),
            _ => None,
        });
        rounds.collect()
    }

    /// Count and outcome of the final text.
    pub(super) fn done(&self) -> Option<(usize, GateOutcome)> {
        self.0.iter().find_map(|effect| match effect {
            GateEffect::Done { counted, outcome } => Some((*counted, *outcome)),
            _ => None,
        })
    }

    /// What was pushed after the end of the text.
    pub(super) fn late(&self) -> &str {
        match self.0.as_slice() {
            [.., GateEffect::Done { .. }, GateEffect::Overflow(text)] => text,
            _ => "",
        }
    }
}

/// 字 of a whole text, by the counter that knows nothing of gates.
pub(super) fn standard(text: &str) -> usize {
    wenfang_text::count(text).total(wenfang_text::CountRule::Standard)
}
