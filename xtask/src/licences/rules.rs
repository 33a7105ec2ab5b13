//! The licence rules of `deny.toml`, and the evaluation of licence expressions. Pure.
//!
//! The house tests use it, too, for everything used to build or test (`tests/tests/house/licences.rs`).

use std::collections::BTreeSet;

/// The licence rules of `deny.toml`.
pub struct Rules {
    /// Licences allowed for every package.
    pub allowed: BTreeSet<String>,
    /// Licences allowed for a single crate: the crate and the licence.
    exceptions: BTreeSet<(String, String)>,
}

impl Rules {
    /// Parses the two lists in the text of `deny.toml`, one exception per line; without them nothing is allowed.
    pub fn read(text: &str) -> Self {
        let list = |begin: &str, end: &str| {
            let rest = text.split_once(begin).map_or("", |(_, rest)| rest);
            rest.split_once(end).map_or("", |(list, _)| list)
        };
        let quoted = |text: &str| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        let exception = |line: &str| match quoted(line).as_slice() {
            [licence, name] => Some((name.clone(), licence.clone())),
            _ => None,
        };
        Self {
            allowed: quoted(list("\nallow = [", "\n]")).into_iter().collect(),
            exceptions: list("\nexceptions = [", "\n]").lines().filter_map(exception).collect(),
        }
    }

    /// Adds what other rules allow.
    #[allow(dead_code, reason = "the house tests, which share this module, keep workspaces apart")]
    pub fn add(&mut self, other: Self) {
        self.allowed.extend(other.allowed);
        self.exceptions.extend(other.exceptions);
    }

    /// Whether a package may be used under its licence expression.
    pub fn allow(&self, name: &str, expression: &str) -> bool {
        is_allowed(expression, &self.allowed)
            || self.exceptions.contains(&(name.to_owned(), expression.to_owned()))
    }
}

/// Whether a licence expression offers an allowed choice: `or` of `and` of names and parentheses. `/` is the older
/// notation for `OR`. An invalid expression is not allowed.
pub fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    either(&mut words, allowed) == Some(true) && words.is_empty()
}

fn either(words: &mut Vec<&str>, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut value = both(words, allowed)?;
    while words.pop_if(|word| *word == "OR").is_some() {
        value |= both(words, allowed)?;
    }
    Some(value)
}

fn both(words: &mut Vec<&str>, allowed: &BTreeSet<String>) -> Option<bool> {
    let mut value = one(words, allowed)?;
    while words.pop_if(|word| *word == "AND").is_some() {
        value &= one(words, allowed)?;
    }
    Some(value)
}

fn one(words: &mut Vec<&str>, allowed: &BTreeSet<String>) -> Option<bool> {
    let word = words.pop()?;
    if word == "(" {
        let value = either(words, allowed)?;
        return (words.pop()? == ")").then_some(value);
    }
    if words.pop_if(|word| *word == "WITH").is_some() {
        return Some(allowed.contains(&format!("{word} WITH {}", words.pop()?)));
    }
    Some(allowed.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_evaluated() {
        let allowed = BTreeSet::from(["MIT".to_owned(), "Apache-2.0".to_owned(), "BSD-3-Clause".to_owned()]);
        for (expression, wanted) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("Unlicense OR MIT", true),
            ("MIT/Apache-2.0", true),
            ("MIT AND GPL-3.0", false),
            ("(Apache-2.0 OR MIT) AND BSD-3-Clause", true),
            ("(Apache-2.0 OR MIT) AND Unicode-3.0", false),
            ("Apache-2.0 WITH LLVM-exception", false),
            ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", true),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT MIT", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), wanted, "{expression}");
        }
    }

    #[test]
    fn an_exception_covers_one_crate_and_one_licence() {
        let rules = Rules::read(
            "[licenses]\n# why\nallow = [\n    \"MIT\",\n]\nexceptions = [\n    { allow = [\"MPL-2.0\"], crate = \"selectors\" },\n]\n",
        );
        assert!(rules.allow("anything", "MIT"));
        assert!(rules.allow("selectors", "MPL-2.0"));
        assert!(!rules.allow("another", "MPL-2.0"));
        assert!(!rules.allow("selectors", "GPL-3.0"));
    }
}
