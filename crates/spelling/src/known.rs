//! Words that a novel knows beside the dictionary.

use std::collections::HashSet;

use crate::words::{compounds, parts, plain};

/// The words of a novel: those of its names, which keep their capitals, and those that the author added.
#[derive(Clone, Debug, Default)]
pub struct KnownWords {
    names: HashSet<String>,
    /// The same in capitals.
    shouted: HashSet<String>,
    /// In small letters.
    added: HashSet<String>,
}

impl KnownWords {
    /// The words of these names, each by itself and as it is joined by hyphens, and the words that were added.
    pub fn new<'w>(
        names: impl IntoIterator<Item = &'w str>,
        added: impl IntoIterator<Item = &'w str>,
    ) -> Self {
        let names: HashSet<String> = names.into_iter().flat_map(words_of).collect();
        let shouted = names.iter().map(|name| name.to_uppercase()).collect();
        let added = added.into_iter().map(|word| plain(word).to_lowercase()).collect();
        Self { names, shouted, added }
    }

    /// Whether a word is known: as it is written, in capitals, with a capital where it has none, or as the name of a
    /// family or of several.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.added.contains(&word.to_lowercase())
            || self.is_name(word)
            || singulars(word).any(|singular| self.is_name(singular))
    }

    fn is_name(&self, word: &str) -> bool {
        self.names.contains(word)
            || self.shouted.contains(word)
            || self.names.contains(&with_small_initial(word))
    }

    /// Every word, in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.iter().chain(&self.added).map(String::as_str)
    }
}

fn words_of(name: &str) -> Vec<String> {
    let whole = compounds(name).into_iter().map(|compound| compound.text);
    whole
        .flat_map(|compound| std::iter::once(compound).chain(parts(compound).map(|(_, part)| part)))
        .map(plain)
        .collect()
}

/// What a word may be the plural of: the Bennets, the Joneses.
fn singulars(word: &str) -> impl Iterator<Item = &str> {
    ["s", "S", "es", "ES"].into_iter().filter_map(|ending| word.strip_suffix(ending))
}

fn with_small_initial(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_name_is_known_as_names_are_written() {
        let known = KnownWords::new(["Lady Catherine de Bourgh", "Jean-Luc O’Hara", "the thrumming one"], []);
        for word in
            ["Catherine", "Bourgh", "BOURGH", "Bourghs", "Jean-Luc", "Luc", "O'Hara", "Thrumming", "De"]
        {
            assert!(known.has(word), "{word}");
        }
        for word in ["bourgh", "Bourg", "catherine", "Jeanluc"] {
            assert!(!known.has(word), "{word}");
        }
    }

    #[test]
    fn an_added_word_is_known_however_it_is_capitalised() {
        let known = KnownWords::new([], ["Thrumbly"]);
        assert!(known.has("thrumbly") && known.has("Thrumbly") && known.has("THRUMBLY"));
        assert!(!known.has("thrumblys"));
    }
}
