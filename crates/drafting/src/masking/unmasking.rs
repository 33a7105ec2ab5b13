//! Replaces stand-ins in a text that arrives in pieces.

use super::{CLOSING, Mask, NAME_NUMBER_MARK, OPENING, SIGNS};

/// Maximum length of a stand-in in characters: brackets, sign, two numbers of up to six digits, and their separator.
const MAX_LEN: usize = 16;

/// Buffers text that may be the beginning of a stand-in. The splitting of the text does not matter.
#[derive(Clone, Debug, Default)]
pub struct Unmasking {
    buffer: String,
}

impl Unmasking {
    /// Reads the next piece; returns the text that is certain by now.
    pub fn push(&mut self, mask: &Mask, piece: &str) -> String {
        let mut ready = String::new();
        for c in piece.chars() {
            if self.buffer.is_empty() && c != OPENING {
                ready.push(c);
                continue;
            }
            if c == OPENING {
                ready.push_str(&self.finish());
            }
            self.buffer.push(c);
            if c == CLOSING {
                let stand_in = self.finish();
                ready.push_str(mask.by_stand_in.get(&stand_in).unwrap_or(&stand_in));
            } else if !may_become_stand_in(&self.buffer) {
                ready.push_str(&self.finish());
            }
        }
        ready
    }

    /// Returns the buffered text at the end of the input.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.buffer)
    }
}

/// Whether text that starts with the opening bracket may be the beginning of a stand-in.
fn may_become_stand_in(buffer: &str) -> bool {
    let mut chars = buffer.chars().skip(1);
    chars.next().is_none_or(|sign| SIGNS.contains(&sign))
        && chars.all(|c| c.is_ascii_digit() || c == NAME_NUMBER_MARK)
        && buffer.chars().count() < MAX_LEN
}
