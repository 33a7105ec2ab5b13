//! Runs of the characters that make up nearly all prose, which are processed at once while text arrives.

/// A run of everyday characters: ASCII letters and digits, spaces, and Han of the block of nearly all Han in use.
/// None of them joins another in one grapheme, ends a sentence or clause, or is a mark of any kind.
#[derive(Clone, Copy, Debug)]
pub struct EverydayRun<'t> {
    text: &'t str,
    chars: usize,
    spaces: usize,
}

impl<'t> EverydayRun<'t> {
    /// The longest run at the start of `text`, at most `most` characters; often empty.
    #[inline]
    pub fn of(text: &'t str, most: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut at, mut chars, mut spaces) = (0, 0, 0);
        while chars < most {
            at += match bytes.get(at) {
                Some(b' ') => {
                    spaces += 1;
                    1
                }
                Some(byte) if byte.is_ascii_alphanumeric() => 1,
                // U+4E00 to U+9FFF in three bytes.
                Some(0xe5..=0xe9) => 3,
                Some(0xe4) if bytes.get(at + 1).is_some_and(|&second| second >= 0xb8) => 3,
                _ => break,
            };
            chars += 1;
        }
        Self { text: &text[..at], chars, spaces }
    }

    /// The text of the run.
    #[inline]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The number of characters.
    #[inline]
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// The number of visible characters, which is all except spaces. Each is one 字.
    #[inline]
    pub fn visible(&self) -> usize {
        self.chars - self.spaces
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<char> {
        self.text.chars().next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_everyday(c: char) -> bool {
        c == ' ' || c.is_ascii_alphanumeric() || ('\u{4e00}'..='\u{9fff}').contains(&c)
    }

    #[test]
    fn a_run_accepts_only_everyday_characters() {
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            assert_eq!(!EverydayRun::of(&text, 9).text().is_empty(), is_everyday(c), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn a_run_is_as_long_as_allowed(text in "[a-z0-9 一-龥，.é㐀豈𠮷]{0,20}", most in 0_usize..24) {
            let run = EverydayRun::of(&text, most);
            let expected: String = text.chars().take_while(|&c| is_everyday(c)).take(most).collect();
            prop_assert_eq!(run.text(), &expected);
            prop_assert_eq!(run.chars(), expected.chars().count());
            prop_assert_eq!(run.visible(), expected.chars().filter(|&c| c != ' ').count());
        }
    }
}
