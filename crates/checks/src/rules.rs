//! The consistency rules that need no model.
//!
//! The input is a [`Book`], the output is [`Found`]: a possible error, its places, and what it conflicts with.
//! Guarantees: the first place of a finding is in the checked scene, every range is inside the text of its
//! scene, and the same book gives the same findings. A rule prefers silence to a false alarm. Deliberately
//! absent: the author's decisions on earlier findings, and rules that need a model, which find nothing here.

mod acts;
mod ages;
mod book;
mod corrected;
mod cues;
mod deaths;
mod drifts;
mod found;
mod measured;
mod overlay;
mod prepared;
mod reading;
mod spelling;
mod traits;

use wenfang_story::SceneId;
use wenfang_story::check::Rule;

pub use book::{AnchoredThread, Book, Canon, Scene};
pub use corrected::corrected;
pub use found::{Found, Place};
pub use measured::{Measured, default_on, measured};
pub use overlay::{overlay, with_texts};
pub use prepared::{Language, Prepared, prepare};

pub use spelling::{Candidate, total};

pub(crate) use punctuation::PAIRS as MARK_PAIRS;

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

/// Declares the module of each rule that needs no model, and runs it.
macro_rules! rules {
    (
        in_text { $($(#[$doc:meta])* $rule:ident = $name:ident, $kind:ident;)+ }
        by_model { $($(#[$model_doc:meta])* $model_rule:ident = $model_name:ident, $model_kind:ident;)+ }
    ) => {
        $(mod $name;)+

        fn check_rule(prepared: &Prepared<'_>, reading: &Reading<'_>, rule: Rule) -> Vec<Found> {
            match rule {
                $(Rule::$rule => $name::check(prepared, reading),)+
                $(Rule::$model_rule)|+ => Vec::new(),
            }
        }
    };
}

wenfang_story::each_rule!(rules);

#[cfg(test)]
mod tests;
