//! Runs of the characters that nearly all prose is made of, to be taken at once where text is followed as it arrives.

/// A run of everyday characters: ASCII letters and digits, spaces, and Han of the block that nearly all Han in use is of.
/// None of them joins another in one grapheme, ends a sentence or clause, or is a mark of any kind.
#[derive(Clone, Copy, Debug)]
pub struct EverydayRun<'t> {
    text: &'t str,
    chars: usize,
    spaces: usize,
}

impl<'t> EverydayRun<'t> {
    /// The longest run that `text` begins with, of `most` characters at most; often empty.
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

    /// Its characters.
    #[inline]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// How many characters it has.
    #[inline]
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// How many of them are visible: all but the spaces. Each is a 字.
    #[inline]
    pub fn visible(&self) -> usize {
        self.chars - self.spaces
    }

    /// Its last character.
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
    fn its_characters_are_those_and_no_others() {
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            assert_eq!(!EverydayRun::of(&text, 9).text().is_empty(), is_everyday(c), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn it_is_the_longest_that_is_allowed(text in "[a-z0-9 一-龥，.é㐀豈𠮷]{0,20}", most in 0_usize..24) {
            let run = EverydayRun::of(&text, most);
            let expected: String = text.chars().take_while(|&c| is_everyday(c)).take(most).collect();
            prop_assert_eq!(run.text(), &expected);
            prop_assert_eq!(run.chars(), expected.chars().count());
            prop_assert_eq!(run.visible(), expected.chars().filter(|&c| c != ' ').count());
        }
    }
}
