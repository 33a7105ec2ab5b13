//! Weights of the sentences of a chapter.

use std::collections::{HashMap, HashSet};

use super::background::{Background, Term, for_each_term};
use super::unit::Unit;

/// The number of terms counted per sentence, so that length alone does not raise the weight.
const MAX_TERMS: usize = 8;
/// The number of names counted per sentence.
const MAX_NAMES: usize = 3;
/// The number of neighbouring sentences on each side whose events are included.
const NEIGHBOURS: usize = 4;

/// The weight of each unit, in order.
pub(super) fn weigh(units: &[Unit], title: &str, background: &Background) -> Vec<f64> {
    let mut words: HashMap<Term, u32> = HashMap::new();
    let mut names: HashMap<u32, u32> = HashMap::new();
    for unit in units {
        for term in &unit.terms {
            *words.entry(*term).or_default() += 1;
        }
        for name in &unit.names {
            *names.entry(*name).or_default() += 1;
        }
    }
    let mut of_title: HashSet<Term> = HashSet::new();
    for_each_term(title, |term| {
        of_title.insert(term);
    });
    let mut known: HashSet<u32> = HashSet::new();
    let alone: Vec<f64> = units
        .iter()
        .map(|unit| {
            let importance = |name: &u32| f64::from(1 + names.get(name).copied().unwrap_or(0)).ln();
            let new: Vec<u32> = unit.names.iter().copied().filter(|name| known.insert(*name)).collect();
            let named: f64 = unit.names.iter().take(MAX_NAMES).map(importance).sum();
            let introduced: f64 = new.iter().take(MAX_NAMES).map(importance).sum();
            let titled = unit.terms.iter().filter(|term| of_title.contains(term)).count().min(3);
            let titled = 0.4 * f64::from(u32::try_from(titled).unwrap_or(0));
            let salience_weight = salience(unit, &words, background);
            let sum = salience_weight + 0.1 * named + 0.15 * introduced + 0.7 * unit.events + titled;
            sum * (0.3 + 0.7 * unit.narration) * fits(unit.length)
        })
        .collect();
    let events: Vec<f64> = units.iter().map(|unit| unit.events).collect();
    alone.into_iter().enumerate().map(|(at, weight)| weight * (1.0 + 0.5 * heat(&events, at))).collect()
}

/// How typical the terms of a unit are of this chapter: the mean of its best terms.
fn salience(unit: &Unit, words: &HashMap<Term, u32>, background: &Background) -> f64 {
    let of = |term: &Term| {
        let often = words.get(term).copied().unwrap_or(0);
        if often > 1 { (1.0 + f64::from(often).ln()) * background.rarity(*term) } else { 0.0 }
    };
    let mut best: Vec<f64> = unit.terms.iter().map(of).collect();
    best.sort_by(|one, other| other.total_cmp(one));
    let slots = f64::from(u32::try_from(MAX_TERMS).unwrap_or(1));
    best.iter().take(MAX_TERMS).sum::<f64>() / slots / 4.0
}

/// Very short sentences mean little on their own; very long ones make poor quotes.
fn fits(length: usize) -> f64 {
    match length {
        0..8 => 0.1,
        8..18 => 0.6,
        18..=80 => 1.0,
        _ => 0.7,
    }
}

/// How much happens around a unit.
fn heat(events: &[f64], at: usize) -> f64 {
    let from = at.saturating_sub(NEIGHBOURS);
    let to = (at + NEIGHBOURS + 1).min(events.len());
    let around = events.get(from..to).unwrap_or_default();
    let slots = f64::from(u32::try_from(2 * NEIGHBOURS + 1).unwrap_or(1));
    around.iter().sum::<f64>() / slots
}
