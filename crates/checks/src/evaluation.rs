//! How well each rule does on real prose.
//!
//! Errors of each rule are planted into published novels at known places, with canon that agrees with the novels as they
//! were. The rule then reads both: of the planted text precision and recall are measured, of the clean text false
//! alarms. The same novels give the same table. An error that the novel itself has counts as a false alarm, so that the
//! figures are rather too bad than too good. Rules that ask a model are not measured here.

mod chance;
mod known;
mod plant;
mod setting;
mod split;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wenfang_story::check::Rule;
use wenfang_text::TextIndex;

use crate::rules::{Found, Measured, check, prepare};
use chance::Chance;
use setting::Setting;

/// A published novel.
#[derive(Clone, Copy, Debug)]
pub struct Novel<'t> {
    /// What it is called, for the reader of a list of alarms.
    pub name: &'t str,
    /// All of it; headings (第一回, CHAPTER II.) begin its scenes.
    pub text: &'t str,
}

/// What was measured, by the name of the rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct Table(pub BTreeMap<String, Measured>);

/// What a rule found that was not planted, or planted and not found: for whoever works on the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Miss {
    /// What kind of miss.
    pub kind: MissKind,
    /// The novel.
    pub novel: String,
    /// The scene, counted from 0.
    pub scene: usize,
    /// The passage, with its neighbourhood.
    pub passage: String,
}

/// A kind of miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissKind {
    /// Found in clean prose.
    Alarm,
    /// Planted and not found.
    Missed,
}

/// Errors of a rule to plant in all novels together: more where there are more ways to err.
const fn wanted(rule: Rule) -> usize {
    if matches!(rule, Rule::WrongCharacter) { 520 } else { 260 }
}

/// The novels and this number decide what is planted where.
const SEED: u64 = 20_240_607;

/// Measures every rule that needs no model. `progress` hears of each rule when it is done.
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

/// What one rule gets wrong in these novels.
pub fn misses(novels: &[Novel<'_>], rule: Rule) -> Vec<Miss> {
    let settings: Vec<Setting> = novels.iter().map(Setting::new).collect();
    let mut misses = Vec::new();
    measure(&settings, rule, &mut |miss| misses.push(miss));
    misses
}

/// Measures one rule; nothing when it applies to none of the novels.
fn measure(settings: &[Setting], rule: Rule, missed: &mut dyn FnMut(Miss)) -> Option<Measured> {
    let (mut characters, mut alarms) = (0_u64, 0_u64);
    let (mut planted, mut hit, mut right, mut told) = (0_u32, 0_u32, 0_u64, 0_u64);
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
        let sown = plant::plant(setting, rule, (share, &mut Chance::new(seed)));
        let findings = found(&sown.setting, rule);
        told += findings.len() as u64;
        right += findings
            .iter()
            .filter(|found| sown.errors.iter().any(|error| is_hit(&sown.setting, error, found)))
            .count() as u64;
        for error in &sown.errors {
            planted += 1;
            if findings.iter().any(|found| is_hit(&sown.setting, error, found)) {
                hit += 1;
            } else if let Some((scene, range)) = error.first() {
                missed(sown.setting.missed(*scene, *range));
            }
        }
    }
    (planted > 0 && characters > 0).then(|| Measured {
        planted,
        precision: rounded(if told == 0 { 0.0 } else { right as f64 / told as f64 }),
        recall: rounded(f64::from(hit) / f64::from(planted)),
        alarms_per_10k: rounded(alarms as f64 * 10_000.0 / characters as f64),
        characters,
    })
}

/// A finding is of an error when it has a place in it.
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

/// Four digits are more than such figures hold.
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
        /// Characters shown on either side.
        const BESIDE: usize = 30;
        let text = self.scenes.get(scene).map_or("", |scene| scene.text.as_str());
        let index = TextIndex::new(text);
        let (start, end) = (range.start().get(), range.end().get().min(range.start().get() + 80));
        let cut = |from: usize, until: usize| index.slice(wenfang_text::CharRange::new(from, until));
        let passage = format!(
            "{}⟦{}⟧{}",
            cut(start.saturating_sub(BESIDE), start),
            cut(start, end),
            cut(end, end + BESIDE)
        );
        Miss {
            kind: MissKind::Missed, novel: self.name.clone(), scene, passage: passage.replace('\n', "⏎")
        }
    }
}
