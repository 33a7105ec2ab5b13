//! The measured quality of each rule on real prose, from the evaluation.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wenfang_story::check::Rule;

/// Created by `cargo run --example evaluate -p wenfang-checks`.
const TABLE: &str = include_str!("measured.json");

/// The measured quality of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Measured {
    /// The number of planted errors.
    pub planted: u32,
    /// The share of findings that are planted errors, in prose with planted errors; 0 to 1.
    pub precision: f64,
    /// The share of planted errors that were found; 0 to 1.
    pub recall: f64,
    /// False alarms per 10,000 characters of clean prose.
    pub alarms_per_10k: f64,
    /// The number of characters of clean prose checked.
    pub characters: u64,
}

impl Measured {
    /// The minimum number of planted errors for a reliable measurement.
    pub const MIN_PLANTED: u32 = 200;
    /// The minimum number of characters of clean prose for a reliable measurement.
    pub const MIN_CHARACTERS: u64 = 1_000_000;
    /// The minimum precision of a rule that is on by default.
    pub const MIN_PRECISION: f64 = 0.9;
    /// The maximum false alarms per 10,000 characters of a rule that is on by default.
    pub const MAX_ALARMS: f64 = 0.1;

    /// Whether the rule is good enough to be on by default.
    pub fn is_good(&self) -> bool {
        self.planted >= Self::MIN_PLANTED
            && self.characters >= Self::MIN_CHARACTERS
            && self.precision >= Self::MIN_PRECISION
            && self.alarms_per_10k <= Self::MAX_ALARMS
    }
}

/// Returns the measurements of a rule; `None` if it was not measured or needs a model.
pub fn measured(rule: Rule) -> Option<Measured> {
    table().get(rule.as_str()).copied()
}

/// Whether a rule is on by default.
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
    fn the_table_parses_and_contains_only_rules() {
        let table: BTreeMap<String, Measured> = serde_json::from_str(TABLE).unwrap();
        assert!(table.keys().all(|rule| rule.parse::<Rule>().is_ok()));
    }

    #[test]
    fn a_measurement_on_too_little_prose_is_not_good() {
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
