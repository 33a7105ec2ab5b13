//! How well each rule does on real prose: the table that the evaluation made.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wenfang_story::check::Rule;

/// Made by `cargo run --example evaluate -p wenfang-checks`.
const TABLE: &str = include_str!("measured.json");

/// How well a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Measured {
    /// How many errors were planted.
    pub planted: u32,
    /// What part of its findings in prose with planted errors are those errors, 0 to 1.
    pub precision: f64,
    /// What part of the planted errors it found, 0 to 1.
    pub recall: f64,
    /// False alarms per 10,000 characters of clean prose.
    pub alarms_per_10k: f64,
    /// How many characters of clean prose it read.
    pub characters: u64,
}

impl Measured {
    /// Errors that must have been planted before a figure counts.
    pub const MIN_PLANTED: u32 = 200;
    /// Characters of clean prose that must have been read before a figure counts.
    pub const MIN_CHARACTERS: u64 = 1_000_000;
    /// The least precision of a rule that is on unasked.
    pub const MIN_PRECISION: f64 = 0.9;
    /// The most false alarms per 10,000 characters of a rule that is on unasked.
    pub const MAX_ALARMS: f64 = 0.1;

    /// Whether the rule does well enough to be on unasked.
    pub fn is_good(&self) -> bool {
        self.planted >= Self::MIN_PLANTED
            && self.characters >= Self::MIN_CHARACTERS
            && self.precision >= Self::MIN_PRECISION
            && self.alarms_per_10k <= Self::MAX_ALARMS
    }
}

/// What was measured of a rule; nothing of one that was not, or that asks a model.
pub fn measured(rule: Rule) -> Option<Measured> {
    table().get(rule.as_str()).copied()
}

/// Whether a rule is on when the author said nothing of it.
pub fn default_on(rule: Rule) -> bool {
    measured(rule).is_some_and(|measured| measured.is_good())
}

fn table() -> &'static BTreeMap<String, Measured> {
    static READ: LazyLock<BTreeMap<String, Measured>> =
        LazyLock::new(|| serde_json::from_str(TABLE).unwrap_or_default());
    &READ
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads_and_names_rules_only() {
        let table: BTreeMap<String, Measured> = serde_json::from_str(TABLE).unwrap();
        assert!(table.keys().all(|rule| rule.parse::<Rule>().is_ok()));
    }

    #[test]
    fn a_figure_of_too_little_prose_turns_nothing_on() {
        let good = Measured {
            planted: 200,
            precision: 0.95,
            recall: 0.8,
            alarms_per_10k: 0.05,
            characters: 1_000_000,
        };
        assert!(good.is_good());
        assert!(!Measured { characters: 999_999, ..good }.is_good());
        assert!(!Measured { planted: 199, ..good }.is_good());
        assert!(!Measured { precision: 0.89, ..good }.is_good());
        assert!(!Measured { alarms_per_10k: 0.11, ..good }.is_good());
    }
}
