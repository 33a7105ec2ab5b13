//! Taking stand-ins out of a text that arrives piece by piece.

use super::{CLOSING, FURTHER, Mask, OPENING, SIGNS};

/// Longest stand-in, in characters: brackets, sign, two numbers of up to six digits, and what stands between them.
const MAX_LEN: usize = 16;

/// What was held back, since it may be the beginning of a stand-in. How the text is split changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Unmasking {
    held: String,
}

impl Unmasking {
    /// Takes the next piece; gives what is sure by now.
    pub fn push(&mut self, mask: &Mask, piece: &str) -> String {
        let mut sure = String::new();
        for c in piece.chars() {
            if self.held.is_empty() && c != OPENING {
                sure.push(c);
                continue;
            }
            if c == OPENING {
                sure.push_str(&self.finish());
            }
            self.held.push(c);
            if c == CLOSING {
                let stand_in = self.finish();
                sure.push_str(mask.by_stand_in.get(&stand_in).unwrap_or(&stand_in));
            } else if !may_become_one(&self.held) {
                sure.push_str(&self.finish());
            }
        }
        sure
    }

    /// Gives what was held back: the text is at its end.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

/// Whether text that begins with the opening bracket may be the beginning of a stand-in.
fn may_become_one(held: &str) -> bool {
    let mut chars = held.chars().skip(1);
    chars.next().is_none_or(|sign| SIGNS.contains(&sign))
        && chars.all(|c| c.is_ascii_digit() || c == FURTHER)
        && held.chars().count() < MAX_LEN
}
