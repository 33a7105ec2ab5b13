//! Whether a capitalised name is borne by somebody or is a place: what stands right before and behind it.

use std::ops::Range;

use super::Bearer;
use crate::names::border::is_word;

/// Titles and words for kin that stand before names.
const TITLES: &str = "Mr Mrs Ms Miss Master Mistress Sir Lady Lord Dr Doctor Captain Capt Colonel Col Major General \
Lieutenant Sergeant Corporal Admiral Commander Inspector Detective Constable Officer Professor Prof President Judge Justice \
Aunt Uncle Cousin Sister Brother Father Mother Grandma Grandpa Madame Monsieur Mademoiselle Signor Signora Senor Senora Herr \
Frau Fraulein Don Dona Count Countess Duke Duchess Baron Baroness Earl Marquis Prince Princess King Queen Emperor Tsar Rev \
Reverend Bishop Pope Squire Dame Nurse";

/// What people do in a word, behind their names or, for speaking, before them.
const SPEAKING: &str = "said says cried replied asked answered exclaimed returned whispered muttered shouted added continued \
inquired enquired observed remarked repeated murmured began called declared demanded interrupted laughed sighed sobbed \
gasped growled screamed yelled agreed admitted suggested resumed rejoined responded retorted explained";
const ACTING: &str = "had would could did looked smiled felt thought knew saw came went took turned sat stood nodded \
shook ran walked heard tried wanted seemed gave made put told spoke listened stared stopped paused smiles looks nods thinks \
knows feels must will can may might himself herself loved hated hoped wished married died entered rose left got found kept \
let never always also does has and who whom whose wondered remembered understood frowned shrugged grinned hesitated reached \
opened closed pulled pushed leaned moved followed watched drew threw lifted raised lowered held caught";
/// The same in Chinese, behind a name without a blank.
const SPEAKING_HAN: &str = "说說道笑问問答喊叫想看走站坐点點忙";
const FAMILIAR: &str = "dear dearest poor old young little sweet darling honest good";
const WHERE: &str = "in at into near through around across beyond leaving reached toward towards outside throughout within \
via visiting quitted quitting above below";
const PLACE_ENDS: &str = "House Park Street Lodge Hall Abbey Castle Road Square Bridge County Parsonage Hill River Lake \
Island Bay Valley Town City Village Court Place Lane Avenue Wood Woods Forest Church Cathedral Station Hotel Inn Farm Manor \
Mountain Mountains Sea Ocean Coast Cape Heath Green Garden Gardens School College University Tower Gate Palace Cottage \
Grange Terrace Crescent Row";

/// What the places of a name say of who bears it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bearing {
    person: f64,
    place: f64,
    /// Places behind `the`, where names of people do not stand.
    article: usize,
    total: usize,
}

impl Bearing {
    /// Looks at one more place.
    pub(super) fn note(&mut self, chars: &[char], range: &Range<usize>) {
        self.total += 1;
        let before = word_before(chars, range.start);
        let after = word_behind(chars, range.end);
        let marks = [
            range.start.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or('\n'),
            chars.get(range.end).copied().unwrap_or('\n'),
        ];
        let holds = |list: &str, word: &str| !word.is_empty() && list.split(' ').any(|one| one == word);
        if holds(TITLES, &before) {
            self.person += 2.0;
        }
        if holds(SPEAKING, &before) || holds(SPEAKING, &after) {
            self.person += 1.5;
        }
        if holds(ACTING, &after) || holds(FAMILIAR, &before) {
            self.person += 0.7;
        }
        // Called by name, at the beginning or the end of speech.
        if matches!(marks, ['“' | '"' | '‘', ',' | '!' | '?']) {
            self.person += 0.7;
        }
        if SPEAKING_HAN.contains(marks[1]) {
            self.person += 0.7;
        }
        if holds(WHERE, &before) {
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

    /// Who bears a name with such places.
    pub(super) fn bearer(&self, name: &str) -> Bearer {
        /// One title or one word of speech makes somebody of a name.
        const ENOUGH: f64 = 1.4;
        let last = name.rsplit(' ').next().unwrap_or(name);
        if name.contains(' ') && PLACE_ENDS.split_whitespace().any(|end| end == last) {
            return Bearer::Place;
        }
        let is_thing = self.article * 2 > self.total && self.person < self.article as f64 * 0.3;
        if is_thing {
            Bearer::Unknown
        } else if self.person >= ENOUGH && self.person > self.place {
            Bearer::Person
        } else if self.place >= 1.0 && self.place > self.person {
            Bearer::Place
        } else {
            Bearer::Unknown
        }
    }

    /// How sure it is who or what bears it, 0 to 1.
    pub(super) fn certainty(&self) -> f64 {
        self.person.max(self.place) / (self.person + self.place + self.article as f64 + 1.0)
    }
}

/// The word right before a place, past one blank and the full stop of a title.
fn word_before(chars: &[char], at: usize) -> String {
    let Some(end) = at.checked_sub(1).filter(|end| matches!(chars.get(*end), Some(' ' | '\n'))) else {
        return String::new();
    };
    let end = if end > 0 && chars.get(end - 1) == Some(&'.') { end - 1 } else { end };
    let length = chars[..end].iter().rev().take_while(|c| is_word(**c)).count();
    chars[end - length..end].iter().collect()
}

/// The word right behind a place, past one blank, and past a comma before `who` and `where`.
fn word_behind(chars: &[char], at: usize) -> String {
    let comma = usize::from(chars.get(at) == Some(&','));
    let at = at + comma;
    if !matches!(chars.get(at), Some(' ' | '\n')) {
        return String::new();
    }
    let word: String = chars.iter().skip(at + 1).take_while(|c| is_word(**c)).take(20).collect();
    let is_told = comma == 0 || matches!(word.as_str(), "who" | "whom" | "whose" | "where");
    if is_told { word } else { String::new() }
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
    fn titles_and_speech_make_people_and_prepositions_places() {
        assert_eq!(bearer("We saw Mr. Tarn today.", "Tarn"), Bearer::Person);
        assert_eq!(bearer("“Go,” said Orla.", "Orla"), Bearer::Person);
        assert_eq!(bearer("They lived at Wexmoor, where it rains.", "Wexmoor"), Bearer::Place);
        assert_eq!(bearer("He walked to Wexmoor House alone.", "Wexmoor House"), Bearer::Place);
        assert_eq!(bearer("They saw the Fells and the Fells again.", "Fells"), Bearer::Unknown);
        assert_eq!(bearer("Orla", "Orla"), Bearer::Unknown);
    }
}
