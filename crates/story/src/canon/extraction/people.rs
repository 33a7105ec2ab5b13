//! Measures how well the people of a book are found, compared with a list made by hand.

use wenfang_text::{Bearer, Lexicon, NameHint, NameHintKind};

/// How many of the surest names are judged.
const MAX_JUDGED: usize = 100;

/// The names of one person on a list, the usual name first.
pub type Listed = Vec<String>;

/// The result of comparing proposed names with a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesFound {
    /// The number of names proposed as people.
    pub proposed: usize,
    /// The number of judged names: the surest hundred, or all if there are fewer.
    pub judged: usize,
    /// Of the judged names, the number on the list.
    pub right: usize,
    /// The judged names that are not on the list.
    pub wrong: Vec<String>,
    /// The number of listed people whom the book names often enough.
    pub often: usize,
    /// Of those, the number of people with a proposed name.
    pub found: usize,
    /// The others, by their usual names.
    pub missed: Vec<String>,
}

impl NamesFound {
    /// The share of judged names that are right, in percent.
    pub fn precision(&self) -> f64 {
        percent(self.right, self.judged)
    }

    /// The share of often-named people that were found, in percent.
    pub fn recall(&self) -> f64 {
        percent(self.found, self.often)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    (part as f64 * 1_000.0 / whole.max(1) as f64).round() / 10.0
}

/// The number of a malformed line of a list, from 1.
pub type LineNumber = usize;

/// Parses a list: one line per person, with names separated by tabs. Empty lines and lines that begin with `#` are
/// skipped.
///
/// # Errors
///
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

/// Compares hints with a list. A person is named often with at least `least` occurrences of all names together.
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
    let judged: Vec<&str> = proposed.iter().copied().take(MAX_JUDGED).collect();
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
    fn names_are_compared_with_the_list() {
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
    fn an_empty_name_is_reported_with_its_line_number() {
        assert_eq!(people("沈砚\n阿芷\t\t小芷\n"), Err(2));
        assert_eq!(people(""), Ok(Vec::new()));
    }
}
