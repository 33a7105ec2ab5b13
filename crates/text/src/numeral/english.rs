//! English numbers in words: one to ninety-nine, cardinal or ordinal.

crate::words! {
    const ONES = "numeral/ones";
    const ORDINALS = "numeral/ordinals";
    const TENS = "numeral/tens";
}

/// A number in English words at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnglishNumber {
    /// 1 to 99.
    pub value: u32,
    /// Whether it is an ordinal, as `twenty-first`.
    pub is_ordinal: bool,
    /// The length of the words in bytes.
    pub len: usize,
}

/// Parses the number in English words at the start of a text, in either case; tens and ones are joined by a hyphen or
/// a blank. `None` if the text begins with another word.
pub fn english_number(text: &str) -> Option<EnglishNumber> {
    let (word, len) = first_word(text);
    if let Some((value, is_ordinal)) = ones(&word, ONES.len()) {
        return Some(EnglishNumber { value, is_ordinal, len });
    }
    let tens = |of: Option<&str>| one_based_index(&TENS, &of.map(|stem| format!("{stem}y"))?);
    if let Some(tens) = tens(word.strip_suffix("ieth")) {
        return Some(EnglishNumber { value: tens * 10 + 10, is_ordinal: true, len });
    }
    let value = one_based_index(&TENS, &word)? * 10 + 10;
    let after = text.get(len..)?;
    let (next, next_len) = first_word(after.strip_prefix(['-', ' ']).unwrap_or(""));
    Some(match ones(&next, 9) {
        Some((ones, is_ordinal)) => {
            EnglishNumber { value: value + ones, is_ordinal, len: len + 1 + next_len }
        }
        None => EnglishNumber { value, is_ordinal: false, len },
    })
}

/// The number that a single word names, up to `most`, and whether the word is an ordinal.
fn ones(word: &str, most: usize) -> Option<(u32, bool)> {
    let cardinal = one_based_index(ONES.get(..most)?, word).map(|value| (value, false));
    cardinal.or_else(|| one_based_index(ORDINALS.get(..most)?, word).map(|value| (value, true)))
}

fn one_based_index(words: &[&str], word: &str) -> Option<u32> {
    words.iter().position(|known| *known == word).and_then(|at| u32::try_from(at + 1).ok())
}

/// The first word of a text, in lower case, and its length in bytes.
fn first_word(text: &str) -> (String, usize) {
    let len = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    (text.get(..len).unwrap_or_default().to_ascii_lowercase(), len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_numbers_are_parsed_with_their_length() {
        let read = |text: &str| english_number(text).map(|n| (n.value, n.is_ordinal, n.len));
        assert_eq!(read("one"), Some((1, false, 3)));
        assert_eq!(read("Nineteenth day"), Some((19, true, 10)));
        assert_eq!(read("TWENTY"), Some((20, false, 6)));
        assert_eq!(read("twentieth"), Some((20, true, 9)));
        assert_eq!(read("Ninety-nine."), Some((99, false, 11)));
        assert_eq!(read("thirty second"), Some((32, true, 13)));
        assert_eq!(read("forty-eleven"), Some((40, false, 5)));
        assert_eq!(read("sixty years"), Some((60, false, 5)));
        for none in ["", "zero", "oneself", "twent", "the first", "-one"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
