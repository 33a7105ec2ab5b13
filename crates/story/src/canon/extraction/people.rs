//! How well the people of a book are found, beside a list of them that was made by hand.

use wenfang_text::{Bearer, Lexicon, NameHint, NameHintKind};

/// So many of the surest are judged.
const JUDGED: usize = 100;

/// Somebody of a list: what he or she is called, the usual name first.
pub type Listed = Vec<String>;

/// How many of those proposed are people, and how many people are proposed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesFound {
    /// Proposed as people, all together.
    pub proposed: usize,
    /// Of those the surest hundred, or all where there are fewer.
    pub judged: usize,
    /// Of the judged, those that the list has.
    pub right: usize,
    /// Of the judged, those that the list does not have.
    pub wrong: Vec<String>,
    /// People of the list whom the book names often enough.
    pub often: usize,
    /// Of those, the ones of whom a name is proposed.
    pub found: usize,
    /// The others, by their usual names.
    pub missed: Vec<String>,
}

impl NamesFound {
    /// Right ones of the judged, in percent.
    pub fn precision(&self) -> f64 {
        percent(self.right, self.judged)
    }

    /// People found of those named often, in percent.
    pub fn recall(&self) -> f64 {
        percent(self.found, self.often)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    (part as f64 * 1_000.0 / whole.max(1) as f64).round() / 10.0
}

/// A line of a list that cannot be read: its number, from 1.
pub type LineNumber = usize;

/// Reads a list: a line for each person, names with tabs between them. Lines that begin with `#` and empty ones are not read.
///
/// # Errors
/// The number of the first line with an empty name.
pub fn people(lines: &str) -> Result<Vec<Listed>, LineNumber> {
    let mut people = Vec::new();
    for (number, line) in (1..).zip(lines.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let names: Listed = line.split('\t').map(|name| name.trim().to_owned()).collect();
        if names.iter().any(String::is_empty) {
            return Err(number);
        }
        people.push(names);
    }
    Ok(people)
}

/// Holds hints against a list. Somebody is named often with `least` places or more, all names together.
pub fn names_found<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    people: &[Listed],
    (hints, least): (&[NameHint], usize),
) -> NamesFound {
    let proposed: Vec<&str> = hints
        .iter()
        .filter(|hint| hint.kind == NameHintKind::New && hint.bearer == Bearer::Person)
        .map(|hint| hint.name.as_str())
        .collect();
    let is_listed = |name: &str| people.iter().any(|names| names.iter().any(|listed| listed == name));
    let judged: Vec<&str> = proposed.iter().copied().take(JUDGED).collect();
    let wrong: Vec<String> =
        judged.iter().filter(|name| !is_listed(name)).map(|name| (*name).to_owned()).collect();
    let pairs =
        (0..).zip(people).flat_map(|(owner, names)| names.iter().map(move |name| (owner, name.as_str())));
    let lexicon = Lexicon::new(pairs);
    let mut places = vec![0_usize; people.len()];
    for text in texts {
        for (owner, count) in lexicon.count_by_owner(text) {
            if let Some(place) = places.get_mut(owner as usize) {
                *place += count;
            }
        }
    }
    let often: Vec<&Listed> =
        people.iter().zip(&places).filter(|(_, count)| **count >= least).map(|(names, _)| names).collect();
    let is_proposed = |names: &&&Listed| names.iter().any(|name| proposed.contains(&name.as_str()));
    let missed: Vec<String> =
        often.iter().filter(|names| !is_proposed(names)).filter_map(|names| names.first().cloned()).collect();
    NamesFound {
        proposed: proposed.len(),
        judged: judged.len(),
        right: judged.len() - wrong.len(),
        wrong,
        often: often.len(),
        found: often.len() - missed.len(),
        missed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(name: &str, bearer: Bearer) -> NameHint {
        NameHint {
            name: name.to_owned(),
            kind: NameHintKind::New,
            bearer,
            occurrences: Vec::new(),
            total: 1,
            score: 1.0,
        }
    }

    #[test]
    fn a_list_says_who_is_right_and_who_is_missed() {
        let people = people("# ours\n沈砚\t子墨\n\n阿芷\n老周\n").unwrap();
        let hints = [hint("子墨", Bearer::Person), hint("忽然", Bearer::Person), hint("渡口", Bearer::Place)];
        let found = names_found(["沈砚，子墨，阿芷，阿芷。老周。"], &people, (&hints, 2));
        let expected = NamesFound {
            proposed: 2,
            judged: 2,
            right: 1,
            wrong: vec!["忽然".to_owned()],
            often: 2,
            found: 1,
            missed: vec!["阿芷".to_owned()],
        };
        assert_eq!(found, expected);
        assert_eq!((found.precision(), found.recall()), (50.0, 50.0));
    }

    #[test]
    fn a_line_with_an_empty_name_is_refused_by_its_number() {
        assert_eq!(people("沈砚\n阿芷\t\t小芷\n"), Err(2));
        assert_eq!(people(""), Ok(Vec::new()));
    }
}
