//! Chooses the sentences to quote: the highest weights, without repetition, from every part of the chapter.

use super::unit::Unit;

/// Maximum number of events.
const MAX_EVENTS: usize = 8;
/// One event per this many 字, within the bounds.
const CHARACTERS_PER_EVENT: usize = 600;
const MIN_EVENTS: usize = 5;
/// The number of parts of a chapter that take turns in its summary.
const PARTS: usize = 8;
/// Candidates compared at each choice; more would never be chosen.
const MAX_CANDIDATES: usize = 120;

/// The units chosen so far.
struct Chosen<'u> {
    units: &'u [Unit],
    parts: usize,
    length: usize,
    places: Vec<usize>,
    used: Vec<u32>,
}

impl<'u> Chosen<'u> {
    fn new(units: &'u [Unit], parts: usize) -> Self {
        let length = units.last().map_or(1, |last| last.before + last.quoted.range.len()).max(1);
        Self { units, parts, length, places: Vec::new(), used: vec![0; parts] }
    }

    fn part(&self, at: usize) -> usize {
        let before = self.units.get(at).map_or(0, |unit| unit.before);
        (before * self.parts / self.length).min(self.parts - 1)
    }

    fn take(&mut self, at: usize) {
        let part = self.part(at);
        if let Some(used) = self.used.get_mut(part) {
            *used += 1;
        }
        self.places.push(at);
    }

    /// The gain of adding a unit to those chosen.
    fn gain(&self, at: usize, weight: f64) -> f64 {
        let Some(unit) = self.units.get(at) else { return 0.0 };
        let others = self.places.iter().filter_map(|place| self.units.get(*place));
        let alike = others.map(|other| similarity(unit, other)).fold(0.0, f64::max);
        let used = self.used.get(self.part(at)).copied().unwrap_or(0);
        let beside = self.places.iter().any(|place| place.abs_diff(at) <= 1);
        let turn = 0.6_f64.powi(i32::try_from(used).unwrap_or(i32::MAX));
        weight * turn * (1.0 - 0.7 * alike) * if beside { 0.6 } else { 1.0 }
    }

    /// Removes and returns the best candidate.
    fn best(&self, pool: &mut Vec<(usize, f64)>) -> Option<usize> {
        let gains = pool.iter().map(|(at, weight)| self.gain(*at, *weight));
        let (place, _) = gains.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(pool.remove(place).0)
    }
}

/// The indexes of the events, in order.
pub(super) fn events(units: &[Unit], weights: &[f64]) -> Vec<usize> {
    let written: usize = units.iter().map(|unit| unit.length).sum();
    let wanted = (written / CHARACTERS_PER_EVENT).clamp(MIN_EVENTS, MAX_EVENTS);
    let mut chosen = Chosen::new(units, wanted);
    // One of each part first: the loudest scene must not dominate the chapter.
    let mut best: Vec<Option<(usize, f64)>> = vec![None; wanted];
    for (at, weight) in weights.iter().copied().enumerate() {
        let part = chosen.part(at);
        if let Some(best) = best.get_mut(part)
            && best.is_none_or(|(_, most)| weight > most)
        {
            *best = Some((at, weight));
        }
    }
    let mut firsts: Vec<(usize, f64)> = best.into_iter().flatten().collect();
    let typical = median(firsts.iter().map(|(_, weight)| *weight).collect());
    // A part in which little happens yields its turn to another one.
    firsts.retain(|(_, weight)| *weight >= 0.5 * typical);
    for (at, _) in firsts {
        chosen.take(at);
    }
    let mut pool = candidates(weights, &chosen.places);
    while chosen.places.len() < wanted {
        let Some(at) = chosen.best(&mut pool) else { break };
        chosen.take(at);
    }
    let mut places = chosen.places;
    places.sort_unstable();
    places
}

/// The indexes of the summary's sentences, in order: the events as far as they fit, then other sentences.
pub(super) fn summary(units: &[Unit], weights: &[f64], (events, most): (&[usize], usize)) -> Vec<usize> {
    let length = |at: usize| units.get(at).map_or(0, |unit| unit.length);
    let mut chosen = Chosen::new(units, PARTS);
    let mut left = most;
    let mut first: Vec<(usize, f64)> =
        events.iter().filter_map(|at| Some((*at, *weights.get(*at)?))).collect();
    let mut rest = candidates(weights, events);
    for pool in [&mut first, &mut rest] {
        while let Some(at) = chosen.best(pool) {
            if length(at) <= left {
                left -= length(at);
                chosen.take(at);
            }
        }
    }
    let mut places = chosen.places;
    // A chapter of one endless sentence still gets a summary.
    if places.is_empty() && !units.is_empty() {
        places.push(0);
    }
    places.sort_unstable();
    places
}

/// The units with the highest weights except `without`, highest first; on a tie the first.
fn candidates(weights: &[f64], without: &[usize]) -> Vec<(usize, f64)> {
    let mut all: Vec<(usize, f64)> =
        weights.iter().copied().enumerate().filter(|(at, _)| !without.contains(at)).collect();
    all.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    all.truncate(MAX_CANDIDATES);
    all
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The share of common terms in the shorter unit: 0 to 1.
fn similarity(one: &Unit, other: &Unit) -> f64 {
    let (mut a, mut b) = (one.terms.iter().peekable(), other.terms.iter().peekable());
    let mut shared = 0_u32;
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => drop(a.next()),
            std::cmp::Ordering::Greater => drop(b.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                a.next();
                b.next();
            }
        }
    }
    let least = one.terms.len().min(other.terms.len());
    if least == 0 { 0.0 } else { f64::from(shared) / f64::from(u32::try_from(least).unwrap_or(u32::MAX)) }
}
