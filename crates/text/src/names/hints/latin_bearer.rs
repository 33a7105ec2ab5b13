//! Decides whether a capitalised name is a person or a place, from the words directly before and after it.

use std::ops::Range;

use super::Bearer;
use crate::names::border::is_word;

crate::words! {
    const TITLES = "names/latin/titles";
    const SPEAKING = "names/latin/speaking";
    const ACTING = "names/latin/acting";
    const FAMILIAR = "names/latin/familiar";
    const PLACE_PREPOSITIONS = "names/latin/place_prepositions";
    const PLACE_ENDS = "names/latin/place_ends";
}

crate::letters! {
    const SPEAKING_HAN = "names/latin/speaking_han";
}

/// The evidence for the bearer of a name, summed over its occurrences.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bearing {
    person: f64,
    place: f64,
    /// Occurrences after an article, which names of people do not follow.
    article: usize,
    total: usize,
}

impl Bearing {
    /// Adds one occurrence.
    pub(super) fn note(&mut self, chars: &[char], range: &Range<usize>) {
        self.total += 1;
        let before = word_before(chars, range.start);
        let after = word_after(chars, range.end);
        let marks = [
            range.start.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or('\n'),
            chars.get(range.end).copied().unwrap_or('\n'),
        ];
        let contains = |list: &[&str], word: &str| list.contains(&word);
        if contains(&TITLES, &before) {
            self.person += 2.0;
        }
        if contains(&SPEAKING, &before) || contains(&SPEAKING, &after) {
            self.person += 1.5;
        }
        if contains(&ACTING, &after) || contains(&FAMILIAR, &before) {
            self.person += 0.7;
        }
        // Called by name, at the start or end of speech.
        if matches!(marks, ['“' | '"' | '‘', ',' | '!' | '?']) {
            self.person += 0.7;
        }
        if SPEAKING_HAN.contains(marks[1]) {
            self.person += 0.7;
        }
        if contains(&PLACE_PREPOSITIONS, &before) {
            self.place += 1.0;
        }
        if matches!(before.as_str(), "from" | "to") {
            self.place += 0.3;
        }
        if after == "where" {
            self.place += 1.0;
        }
        self.article += usize::from(before == "the" || before == "The" || before == "a" || before == "an");
    }

    /// The bearer that the occurrences of a name indicate.
    pub(super) fn bearer(&self, name: &str) -> Bearer {
        /// One title or one verb of speech is enough for a person.
        const MIN_PERSON: f64 = 1.4;
        let last = name.rsplit(' ').next().unwrap_or(name);
        if name.contains(' ') && PLACE_ENDS.contains(&last) {
            return Bearer::Place;
        }
        let is_thing = self.article * 2 > self.total;
        if is_thing {
            Bearer::Unknown
        } else if self.person >= MIN_PERSON && self.person > self.place {
            Bearer::Person
        } else if self.place >= 1.0 && self.place > self.person {
            Bearer::Place
        } else {
            Bearer::Unknown
        }
    }

    /// The confidence in the bearer, 0 to 1.
    pub(super) fn certainty(&self) -> f64 {
        self.person.max(self.place) / (self.person + self.place + self.article as f64 + 1.0)
    }
}

/// The word directly before a position, across one blank and the full stop of a title.
fn word_before(chars: &[char], at: usize) -> String {
    let Some(end) = at.checked_sub(1).filter(|end| matches!(chars.get(*end), Some(' ' | '\n'))) else {
        return String::new();
    };
    let end = if end > 0 && chars.get(end - 1) == Some(&'.') { end - 1 } else { end };
    let length = chars[..end].iter().rev().take_while(|c| is_word(**c)).count();
    chars[end - length..end].iter().collect()
}

/// The word directly after a position, across one blank, and across a comma before `who` and `where`.
fn word_after(chars: &[char], at: usize) -> String {
    let comma = usize::from(chars.get(at) == Some(&','));
    let at = at + comma;
    if !matches!(chars.get(at), Some(' ' | '\n')) {
        return String::new();
    }
    let word: String = chars.iter().skip(at + 1).take_while(|c| is_word(**c)).take(20).collect();
    let is_relevant = comma == 0 || matches!(word.as_str(), "who" | "whom" | "whose" | "where");
    if is_relevant { word } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearer(text: &str, name: &str) -> Bearer {
        let chars: Vec<char> = text.chars().collect();
        let mut bearing = Bearing::default();
        for (byte, _) in text.match_indices(name) {
            let start = text[..byte].chars().count();
            bearing.note(&chars, &(start..start + name.chars().count()));
        }
        bearing.bearer(name)
    }

    #[test]
    fn titles_and_speech_indicate_people_and_prepositions_places() {
        assert_eq!(bearer("We saw Mr. Tarn today.", "Tarn"), Bearer::Person);
        assert_eq!(bearer("“Go,” said Orla.", "Orla"), Bearer::Person);
        assert_eq!(bearer("They lived at Wexmoor, where it rains.", "Wexmoor"), Bearer::Place);
        assert_eq!(bearer("He walked to Wexmoor House alone.", "Wexmoor House"), Bearer::Place);
        assert_eq!(bearer("They saw the Fells and the Fells again.", "Fells"), Bearer::Unknown);
        assert_eq!(bearer("Orla", "Orla"), Bearer::Unknown);
    }
}
