//! The consistency rules that need no model.
//!
//! The input is a [`Book`], the output is [`Found`]: a possible error, its places, and what it conflicts with.
//! Guarantees: the first place of a finding is in the checked scene, every range is inside the text of its
//! scene, and the same book gives the same findings. A rule prefers silence to a false alarm. Deliberately
//! absent: the author's decisions on earlier findings, and rules that need a model, which find nothing here.

mod absent_acts;
mod acts;
mod age_arithmetic;
mod ages;
mod attribute;
mod book;
mod cues;
mod de_particles;
mod dialogue_tags;
mod doubled;
mod forbidden_words;
mod found;
mod length;
mod measured;
mod name_drift;
mod openings;
mod overused;
mod place_conflict;
mod possession;
mod pov_drift;
mod prepared;
mod punctuation;
mod reading;
mod repetition;
mod spelling;
mod tense;
mod thread_unknown;
mod timeline_order;
mod traits;
mod wrong_character;

use wenfang_story::SceneId;
use wenfang_story::check::Rule;

pub use book::{AnchoredThread, Book, Canon, Scene};
pub use found::{Found, Place};
pub use measured::{Measured, default_on, measured};
pub use prepared::{Language, Prepared, prepare};

pub use spelling::{Candidate, total};

use reading::Reading;

/// Returns the findings of these rules whose first place is in the scene, ordered by place, then by rule.
///
/// A scene that is not in the book has none.
pub fn check(prepared: &Prepared<'_>, rules: &[Rule], scene: SceneId) -> Vec<Found> {
    let Some(reading) = prepared.reading(scene) else { return Vec::new() };
    let mut found: Vec<Found> = Vec::new();
    for rule in Rule::ALL.into_iter().filter(|rule| rules.contains(rule)) {
        found.extend(check_rule(prepared, reading, rule));
    }
    found.sort_by_key(|found| (found.range().start(), found.range().end(), found.rule));
    found
}

/// Returns what a spelling rule weighs in a scene, before its threshold; other rules weigh nothing.
pub fn candidates(prepared: &Prepared<'_>, rule: Rule, scene: SceneId) -> Vec<Candidate> {
    match (prepared.reading(scene), rule) {
        (Some(reading), Rule::WrongCharacter) => wrong_character::candidates(prepared, reading),
        (Some(reading), Rule::DeParticles) => de_particles::candidates(prepared, reading),
        _ => Vec::new(),
    }
}

fn check_rule(prepared: &Prepared<'_>, reading: &Reading<'_>, rule: Rule) -> Vec<Found> {
    match rule {
        Rule::TimelineOrder => timeline_order::check(prepared, reading),
        Rule::AbsentActs => absent_acts::check(prepared, reading),
        Rule::Possession => possession::check(prepared, reading),
        Rule::PlaceConflict => place_conflict::check(prepared, reading),
        Rule::AgeArithmetic => age_arithmetic::check(prepared, reading),
        Rule::ThreadUnknown => thread_unknown::check(prepared, reading),
        Rule::NameDrift => name_drift::check(prepared, reading),
        Rule::Attribute => attribute::check(prepared, reading),
        Rule::PovDrift => pov_drift::check(prepared, reading),
        Rule::Tense => tense::check(prepared, reading),
        Rule::Repetition => repetition::check(prepared, reading),
        Rule::Openings => openings::check(prepared, reading),
        Rule::Overused => overused::check(prepared, reading),
        Rule::Punctuation => punctuation::check(prepared, reading),
        Rule::ForbiddenWords => forbidden_words::check(prepared, reading),
        Rule::Length => length::check(prepared, reading),
        Rule::DialogueTags => dialogue_tags::check(prepared, reading),
        Rule::WrongCharacter => wrong_character::check(prepared, reading),
        Rule::DeParticles => de_particles::check(prepared, reading),
        Rule::Doubled => doubled::check(prepared, reading),
        Rule::ModelSetting | Rule::ModelPov => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
