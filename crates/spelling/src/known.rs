//! The words of a novel that are correct although no dictionary has them.

use std::collections::HashSet;

use crate::words::{compounds, parts, plain};

/// The words of a novel: the words of its names, with their capitals, and the words the author added.
#[derive(Clone, Debug, Default)]
pub struct KnownWords {
    names: HashSet<String>,
    /// The names in capitals.
    shouted: HashSet<String>,
    /// In lower case.
    added: HashSet<String>,
}

impl KnownWords {
    /// Collects the words of `names`, each alone and in its hyphenated compound, and the `added` words.
    pub fn new<'w>(
        names: impl IntoIterator<Item = &'w str>,
        added: impl IntoIterator<Item = &'w str>,
    ) -> Self {
        let names: HashSet<String> = names.into_iter().flat_map(words_of).collect();
        let shouted = names.iter().map(|name| name.to_uppercase()).collect();
        let added = added.into_iter().map(|word| plain(word).to_lowercase()).collect();
        Self { names, shouted, added }
    }

    /// Whether a word is known: as written, in capitals, with a capital initial, or as the plural of a name.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.added.contains(&word.to_lowercase())
            || self.is_name(word)
            || singulars(word).any(|singular| self.is_name(singular))
    }

    fn is_name(&self, word: &str) -> bool {
        self.names.contains(word)
            || self.shouted.contains(word)
            || self.names.contains(&with_lowercase_initial(word))
    }

    /// All words, in no particular order.
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

/// The words that `word` may be the plural of: the Bennets, the Joneses.
fn singulars(word: &str) -> impl Iterator<Item = &str> {
    ["s", "S", "es", "ES"].into_iter().filter_map(|ending| word.strip_suffix(ending))
}

fn with_lowercase_initial(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_name_is_known() {
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
    fn an_added_word_is_known_in_any_case() {
        let known = KnownWords::new([], ["Thrumbly"]);
        assert!(known.has("thrumbly") && known.has("Thrumbly") && known.has("THRUMBLY"));
        assert!(!known.has("thrumblys"));
    }
}
