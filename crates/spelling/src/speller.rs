//! A loaded dictionary, and the search for misspelt words.

use std::fmt;

use spellbook::Dictionary;
use wenfang_text::CharRange;

use crate::encoding::decode;
use crate::error::Error;
use crate::known::KnownWords;
use crate::words::{Around, compounds, parts, plain};

/// A loaded dictionary.
pub struct Speller {
    pub(crate) dictionary: Dictionary,
}

impl fmt::Debug for Speller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Speller").finish_non_exhaustive()
    }
}

/// Longer runs of letters are not words.
const MAX_LEN: usize = 60;
/// Words in capitals up to this length count as abbreviations.
const MAX_ABBREVIATION_LEN: usize = 5;

/// Endings that any word may take: the possessive and shortened verbs.
const CLITICS: [&str; 5] = ["'s", "'d", "'ll", "'ve", "'re"];
/// Words that begin with an apostrophe; not every dictionary has them.
const ELIDED: [&str; 16] = [
    "bout", "bye", "cause", "cept", "em", "fore", "gainst", "mongst", "neath", "nother", "round", "til",
    "tis", "twas", "twill", "twould",
];
/// Prefixes that are correct before a hyphen but are not words by themselves.
const PREFIXES: [&str; 20] = [
    "anti", "bi", "co", "de", "ex", "inter", "mid", "mis", "multi", "non", "pre", "pro", "pseudo", "quasi",
    "re", "semi", "sub", "tri", "ultra", "un",
];

impl Speller {
    /// Parses a dictionary from the bytes of its two files.
    ///
    /// # Errors
    ///
    /// [`Error`] if the files are damaged or not a dictionary.
    pub fn new(aff: &[u8], dic: &[u8]) -> Result<Self, Error> {
        let (aff, dic) = decode(aff, dic)?;
        let dictionary = Dictionary::new(&aff, &dic).map_err(|error| Error::Malformed(error.to_string()))?;
        check_complete(&dic)?;
        Ok(Self { dictionary })
    }

    /// The ranges of words that neither the dictionary nor the novel knows, in order.
    pub fn misspelt(&self, text: &str, known: &KnownWords) -> Vec<CharRange> {
        let mut found = Vec::new();
        for compound in compounds(text) {
            let whole = plain(compound.text);
            if self.dictionary.check(&whole) || known.has(&whole) {
                continue;
            }
            let last = compound.text.chars().count();
            for (at, part) in parts(compound.text) {
                let length = part.chars().count();
                let around = Around {
                    before: compound.around.before && at == 0,
                    behind: compound.around.behind && at + length == last,
                    stop: compound.around.stop && at + length == last,
                };
                let word = plain(part);
                let is_prefix = at + length < last && is_one_of(&PREFIXES, &word);
                if !is_prefix && !self.is_correct(&word, around, known) {
                    let start = compound.start + at;
                    found.push(CharRange::new(start, start + length - clitic(&word).len()));
                }
            }
        }
        found
    }

    /// Whether a word is correct, or is not checked at all.
    fn is_correct(&self, word: &str, around: Around, known: &KnownWords) -> bool {
        self.is_correct_alone(word, known)
            || around.before && (is_one_of(&ELIDED, word) || self.dictionary.check(&format!("'{word}")))
            || around.behind && self.is_cut_short(word)
            || around.stop && self.dictionary.check(&format!("{word}."))
            || !clitic(word).is_empty() && self.is_correct_alone(stem(word), known)
    }

    fn is_correct_alone(&self, word: &str, known: &KnownWords) -> bool {
        is_unchecked(word) || self.dictionary.check(word) || known.has(word)
    }

    /// Whether an apostrophe shortens a spoken word, as in goin' and o'.
    fn is_cut_short(&self, word: &str) -> bool {
        self.dictionary.check(&format!("{word}'"))
            || (word.ends_with("in") && self.dictionary.check(&format!("{word}g")))
    }
}

fn is_one_of(words: &[&str], word: &str) -> bool {
    words.contains(&word.to_lowercase().as_str())
}

/// The shortened verb or possessive at the end of a word; empty if there is none.
pub(crate) fn clitic(word: &str) -> &'static str {
    CLITICS.into_iter().find(|clitic| word.len() > clitic.len() && word.ends_with(clitic)).unwrap_or_default()
}

pub(crate) fn stem(word: &str) -> &str {
    word.strip_suffix(clitic(word)).unwrap_or(word)
}

/// Whether a word is not checked: a single letter, a word with digits, an abbreviation, a Roman numeral, or an
/// overlong run.
fn is_unchecked(word: &str) -> bool {
    let length = word.chars().count();
    !(2..=MAX_LEN).contains(&length)
        || word.contains(|c: char| c.is_ascii_digit())
        || is_abbreviation(word, length)
        || word.chars().all(|c| "IVXLCDM".contains(c))
}

fn is_abbreviation(word: &str, length: usize) -> bool {
    length <= MAX_ABBREVIATION_LEN && word.chars().all(char::is_uppercase)
}

/// Compares the number of words in a `.dic` file with the number its first line declares, which is seldom exact.
fn check_complete(dic: &str) -> Result<(), Error> {
    let mut lines = dic.lines();
    let said = lines.next().and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
    let held = lines.filter(|line| !line.trim().is_empty()).count();
    if held == 0 || held < said / 2 { Err(Error::CutShort { said, held }) } else { Ok(()) }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    const AFF: &str = "SET UTF-8\nTRY esianrtolcdugmphbyfvkwz\nSFX S Y 1\nSFX S 0 s .\nREP 1\nREP ie ei\n";
    const DIC: &str = "19\nhe\netc.\nsaid\nwell\nreceive/S\nletter/S\ngo\ngoing\nthe\ngirl/S\nknown\nEnglish\ndon't\n'twasn't\no'\ncafé\nold\nco\noperate\n";

    pub(crate) fn speller() -> Speller {
        Speller::new(AFF.as_bytes(), DIC.as_bytes()).unwrap()
    }

    fn misspelt(text: &str, known: &KnownWords) -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        let found = speller().misspelt(text, known);
        found.into_iter().map(|at| chars[at.start().get()..at.end().get()].iter().collect()).collect()
    }

    #[test]
    fn misspelt_words_are_found() {
        let known = KnownWords::default();
        assert_eq!(misspelt("He recieved 𝄞 the leters, “wel said”.", &known), ["recieved", "leters", "wel"]);
        assert_eq!(misspelt("He said “don’t”: ’Tis the girls’ café, ’twas.", &known), Vec::<String>::new());
        assert_eq!(misspelt("old-knwon, un-old, old-un, a co-operate", &known), ["knwon", "un"]);
        assert_eq!(misspelt("a 2nd-leter, recieve-4, old-IV, 1920s-well", &known), ["leter", "recieve"]);
        assert_eq!(misspelt("the girl’s letter, the gril’s", &known), ["gril"]);
        assert_eq!(misspelt("ENGLISH, ENGLSIH, BBC, XXXVIII, a 2nd leter", &known), ["ENGLSIH", "leter"]);
        assert_eq!(misspelt("he said goin’ o’ the old", &known), Vec::<String>::new());
        assert_eq!(misspelt("english, etc. and etc", &known), ["english", "and", "etc"]);
    }

    #[test]
    fn names_and_added_words_are_known() {
        let known = KnownWords::new(["Mr. Darcy", "de Bourgh"], ["thrumbly"]);
        let text = "Darcy’s, DARCY, the Darcys’ Thrumbly; darcy and de Burgh. Darcy’ll go";
        assert_eq!(misspelt(text, &known), ["darcy", "and", "Burgh"]);
    }

    #[test]
    fn an_invalid_dictionary_is_refused() {
        let refused =
            |aff: &str, dic: &str| Speller::new(aff.as_bytes(), dic.as_bytes()).unwrap_err().to_string();
        assert!(refused(AFF, "version https://git-lfs\n").contains("not a Hunspell dictionary"));
        assert!(refused("SET UTF-8\nSFX S Y 9\nSFX S 0 s .\n", DIC).contains("not a Hunspell dictionary"));
        assert_eq!(refused(AFF, "100\nhe\nsaid\n"), Error::CutShort { said: 100, held: 2 }.to_string());
        assert_eq!(refused(AFF, "0\n"), Error::CutShort { said: 0, held: 0 }.to_string());
    }

    proptest! {
        #[test]
        fn a_damaged_dictionary_never_panics(
            cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            text in "[a-zé'’ \\-]{0,40}",
        ) {
            let (mut aff, mut dic) = (AFF.as_bytes().to_vec(), DIC.as_bytes().to_vec());
            for (at, byte) in cuts {
                let of = at.index(aff.len() + dic.len());
                match aff.len() {
                    length if of < length => aff[of] = byte,
                    length => dic[of - length] = byte,
                }
            }
            if let Ok(speller) = Speller::new(&aff, &dic) {
                let found = speller.misspelt(&text, &KnownWords::default());
                let length = text.chars().count();
                let mut last = 0;
                for range in found {
                    prop_assert!(last <= range.start().get() && range.start() < range.end() && range.end().get() <= length);
                    last = range.end().get();
                }
                let _ = speller.suggestions("recieve", &KnownWords::default(), 5);
            }
        }
    }
}
