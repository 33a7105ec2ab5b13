//! Checking a text as its readers see it: without its marks, with the footnotes apart.

use wenfang_spelling::{KnownWords, Speller};
use wenfang_text::marks::Plain;
use wenfang_text::{CharRange, TextIndex};

/// The length of `^[` before the words of a footnote, and of `]` after them.
const NOTE_MARKS: (usize, usize) = (2, 1);

/// A misspelt word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misspelt {
    /// Its range in the text, from its first character to its last: marks inside are in it, marks around are not.
    pub(super) range: CharRange,
    /// The word without marks.
    pub(super) word: String,
}

/// The misspelt words of a text and its footnotes, in order.
pub(super) fn misspelt(speller: &Speller, known: &KnownWords, text: &str) -> Vec<Misspelt> {
    let plain = Plain::of(text);
    let mut found = words(&plain, speller, known);
    if !plain.notes().is_empty() {
        let index = TextIndex::new(text);
        for note in plain.notes() {
            let (start, end) =
                (note.range.start().get() + NOTE_MARKS.0, note.range.end().get() - NOTE_MARKS.1);
            let inside = words(&Plain::of(index.slice(CharRange::new(start, end))), speller, known);
            found.extend(inside.into_iter().map(|Misspelt { range, word }| Misspelt {
                range: CharRange::new(start + range.start().get(), start + range.end().get()),
                word,
            }));
        }
        found.sort_by_key(|misspelt| misspelt.range.start());
    }
    found
}

fn words(plain: &Plain<'_>, speller: &Speller, known: &KnownWords) -> Vec<Misspelt> {
    let index = TextIndex::new(plain.text());
    let ranges = speller.misspelt(plain.text(), known).into_iter();
    ranges.map(|range| Misspelt { range: plain.to_raw(range), word: index.slice(range).to_owned() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let aff = b"SET UTF-8\n";
        let speller = Speller::new(aff, b"6\nthe\nnight\nwas\nnever\nreceived\nRain\n").unwrap();
        let known = KnownWords::new(std::iter::empty(), std::iter::empty());
        let index = TextIndex::new(text);
        misspelt(&speller, &known, text)
            .into_iter()
            .map(|Misspelt { range, word }| (index.slice(range).to_owned(), word))
            .collect()
    }

    fn pair(raw: &str, word: &str) -> (String, String) {
        (raw.to_owned(), word.to_owned())
    }

    #[test]
    fn marks_split_no_word_and_stay_outside() {
        assert_eq!(found("the *ni*ght was **never** received"), []);
        assert_eq!(found("*the* **recieved** night"), [pair("recieved", "recieved")]);
        assert_eq!(found("the re*cie*ved night"), [pair("re*cie*ved", "recieved")]);
        assert_eq!(found("> the nihgt"), [pair("nihgt", "nihgt")]);
        assert_eq!(found("the nihgt\\*"), [pair("nihgt", "nihgt")]);
    }

    #[test]
    fn footnotes_are_checked_in_their_place() {
        assert_eq!(found("the night^[was *never*] received"), []);
        assert_eq!(
            found("teh night^[was *nevr*] recieved"),
            [pair("teh", "teh"), pair("nevr", "nevr"), pair("recieved", "recieved")]
        );
    }

    #[test]
    fn readings_of_ruby_are_left_out() {
        assert_eq!(found("the ｜night《yoru》 was"), []);
    }
}
