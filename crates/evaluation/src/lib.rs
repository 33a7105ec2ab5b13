//! Measures how well each rule works on real prose.
//!
//! Errors for each rule are planted into published novels at known positions, with canon that agrees with the
//! original novels. The rule then checks both versions: the planted text gives precision and recall, the
//! original text gives false alarms. The same novels always give the same table. An actual error in a novel
//! counts as a false alarm, so the figures are pessimistic. Rules that need a model are not measured.

mod chance;
mod known;
mod left_out;
mod logistic;
mod plant;
mod setting;
mod split;

use std::collections::BTreeMap;

use serde::Serialize;
use wenfang_story::check::Rule;
use wenfang_text::TextIndex;

use chance::Chance;
pub use left_out::{LeftOut, Point, RuleWeights, evaluate_left_out, fit_weights};
use setting::Setting;
use wenfang_checks::rules::{Found, Measured, check, prepare};

/// A published novel.
#[derive(Clone, Copy, Debug)]
pub struct Novel<'t> {
    /// The name shown in lists of misses.
    pub name: &'t str,
    /// The whole text; headings (第一回, CHAPTER II.) start its scenes.
    pub text: &'t str,
}

/// The measurements, by rule name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Table(pub BTreeMap<String, Measured>);

/// A false alarm or a missed error, for developing a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Miss {
    pub kind: MissKind,
    pub novel: String,
    /// The scene, counted from 0.
    pub scene: usize,
    /// The passage with its context.
    pub passage: String,
}

/// The kind of a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissKind {
    /// A finding in clean prose.
    Alarm,
    /// A planted error that was not found.
    Missed,
}

/// The number of errors to plant in all novels together; more for rules with more kinds of errors.
const fn wanted(rule: Rule) -> usize {
    if matches!(rule, Rule::WrongCharacter) { 520 } else { 260 }
}

/// The random seed; together with the novels it decides what is planted where.
const SEED: u64 = 20_240_607;

/// Measures every rule that needs no model. `progress` is called after each rule.
pub fn evaluate(novels: &[Novel<'_>], progress: &mut dyn FnMut(Rule)) -> Table {
    let settings: Vec<Setting> = novels.iter().map(Setting::new).collect();
    let mut table = Table::default();
    for rule in Rule::ALL.into_iter().filter(|rule| !rule.needs_model()) {
        if let Some(measured) = measure(&settings, rule, &mut |_| {}) {
            table.0.insert(rule.as_str().to_owned(), measured);
        }
        progress(rule);
    }
    table
}

/// Returns the misses of one rule in these novels.
pub fn misses(novels: &[Novel<'_>], rule: Rule) -> Vec<Miss> {
    let settings: Vec<Setting> = novels.iter().map(Setting::new).collect();
    let mut misses = Vec::new();
    measure(&settings, rule, &mut |miss| misses.push(miss));
    misses
}

/// Measures one rule; `None` if it applies to none of the novels.
fn measure(settings: &[Setting], rule: Rule, missed: &mut dyn FnMut(Miss)) -> Option<Measured> {
    let (mut characters, mut alarms) = (0_u64, 0_u64);
    let (mut planted, mut hit, mut right, mut reported) = (0_u32, 0_u32, 0_u64, 0_u64);
    let applicable: Vec<&Setting> = settings.iter().filter(|setting| setting.applies(rule)).collect();
    let all: usize = applicable.iter().map(|setting| setting.scenes.len()).sum();
    for setting in applicable {
        characters += setting.characters() as u64;
        for found in found(setting, rule) {
            alarms += 1;
            missed(setting.miss(MissKind::Alarm, &found));
        }
        let share = (wanted(rule) * setting.scenes.len()).div_ceil(all.max(1));
        let seed = SEED ^ setting.scenes.len() as u64 ^ ((rule as u64) << 32);
        let faulty = plant::plant(setting, rule, (share, &mut Chance::new(seed)));
        let findings = found(&faulty.setting, rule);
        reported += findings.len() as u64;
        right += findings
            .iter()
            .filter(|found| faulty.errors.iter().any(|error| is_hit(&faulty.setting, error, found)))
            .count() as u64;
        for error in &faulty.errors {
            planted += 1;
            if findings.iter().any(|found| is_hit(&faulty.setting, error, found)) {
                hit += 1;
            } else if let Some((scene, range)) = error.first() {
                missed(faulty.setting.missed(*scene, *range));
            }
        }
    }
    (planted > 0 && characters > 0).then(|| Measured {
        planted,
        precision: rounded(if reported == 0 { 0.0 } else { right as f64 / reported as f64 }),
        recall: rounded(f64::from(hit) / f64::from(planted)),
        alarms_per_10k: rounded(alarms as f64 * 10_000.0 / characters as f64),
        characters,
    })
}

/// Whether a finding has a place inside a planted error.
fn is_hit(setting: &Setting, error: &plant::Error, found: &Found) -> bool {
    found.places.iter().any(|place| {
        let scene = setting.scene_number(place.scene);
        error.iter().any(|(at, range)| *at == scene && range.overlaps(place.range))
    })
}

fn found(setting: &Setting, rule: Rule) -> Vec<Found> {
    let book = setting.book();
    let prepared = prepare(&book);
    book.scenes.iter().flat_map(|scene| check(&prepared, &[rule], scene.id)).collect()
}

/// Rounds to four decimal places, which is more than the figures' accuracy.
fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}

impl Setting {
    fn miss(&self, kind: MissKind, found: &Found) -> Miss {
        let place = found.places.first().copied();
        let (scene, range) =
            place.map(|place| (self.scene_number(place.scene), place.range)).unwrap_or_default();
        Miss { kind, ..self.missed(scene, range) }
    }

    fn missed(&self, scene: usize, range: wenfang_text::CharRange) -> Miss {
        /// The number of characters shown on either side.
        const CONTEXT_LEN: usize = 30;
        let text = self.scenes.get(scene).map_or("", |scene| scene.text.as_str());
        let index = TextIndex::new(text);
        let (start, end) = (range.start().get(), range.end().get().min(range.start().get() + 80));
        let cut = |from: usize, until: usize| index.slice(wenfang_text::CharRange::new(from, until));
        let passage = format!(
            "{}⟦{}⟧{}",
            cut(start.saturating_sub(CONTEXT_LEN), start),
            cut(start, end),
            cut(end, end + CONTEXT_LEN)
        );
        Miss {
            kind: MissKind::Missed, novel: self.name.clone(), scene, passage: passage.replace('\n', "⏎")
        }
    }
}
