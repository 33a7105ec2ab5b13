//! Suggests corrections for a misspelt word.

use crate::known::KnownWords;
use crate::speller::{Speller, clitic, stem};
use crate::words::{is_apostrophe, plain};

/// The edits by which a word of the novel may differ from the written word; half as many for short words.
const MAX_DISTANCE: usize = 2;
/// The length up to which a word is short.
const SHORT_WORD_LEN: usize = 4;

impl Speller {
    /// At most `most` suggestions, likeliest first: very near words of the novel, the suggestions of the dictionary,
    /// then other near words of the novel.
    pub fn suggestions(&self, word: &str, known: &KnownWords, most: usize) -> Vec<String> {
        let straight = plain(word);
        let near = near(stem(&straight), known);
        let mut from_dictionary = Vec::new();
        self.dictionary.suggest(stem(&straight), &mut from_dictionary);
        let (nearest, others): (Vec<_>, Vec<_>) =
            near.into_iter().partition(|(distance, _)| *distance < MAX_DISTANCE);
        let words = |near: Vec<(usize, String)>| near.into_iter().map(|(_, word)| word);
        let mut all: Vec<String> = Vec::with_capacity(most);
        for suggested in words(nearest).chain(from_dictionary).chain(words(others)) {
            let suggested = written_like(word, &format!("{suggested}{}", clitic(&straight)));
            if all.len() < most && suggested != word && !all.contains(&suggested) {
                all.push(suggested);
            }
        }
        all
    }
}

/// Words of the novel that differ little, nearest first.
fn near(word: &str, known: &KnownWords) -> Vec<(usize, String)> {
    let small = word.to_lowercase();
    let farthest = if word.chars().count() <= SHORT_WORD_LEN { MAX_DISTANCE / 2 } else { MAX_DISTANCE };
    let distance = |known: &str| strsim::osa_distance(&small, &known.to_lowercase());
    let of_like_length = |known: &&str| known.len().abs_diff(word.len()) <= MAX_DISTANCE * 4;
    let mut near: Vec<(usize, String)> = known
        .all()
        .filter(of_like_length)
        .map(|known| (distance(known), known.to_owned()))
        .filter(|(distance, _)| *distance <= farthest)
        .collect();
    near.sort();
    near
}

/// `suggested` with the kind of apostrophe that `word` has.
fn written_like(word: &str, suggested: &str) -> String {
    match word.chars().find(|c| is_apostrophe(*c)) {
        Some(apostrophe) => suggested.replace('\'', &apostrophe.to_string()),
        None => suggested.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speller::tests::speller;

    #[test]
    fn suggestions_include_names_of_the_novel() {
        let known = KnownWords::new(["Fitzwilliam Darcy", "Lettar"], []);
        let suggested = |word: &str| speller().suggestions(word, &known, 5);
        assert_eq!(suggested("recieve")[0], "receive");
        assert_eq!(suggested("Darcey")[0], "Darcy");
        assert_eq!(suggested("Darcey’s")[0], "Darcy’s");
        assert_eq!(suggested("lettr")[..2], ["Lettar", "letter"]);
        assert!(suggested("qqqqqqqq").is_empty());
        assert!(speller().suggestions("lettr", &known, 1).len() == 1);
    }
}
