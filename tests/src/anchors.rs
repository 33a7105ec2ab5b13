//! Measures re-anchoring on real prose with exact ground truth.
//!
//! A case consists of a scene, a quote in it and an edit. Every character of the scene has an identity that the edit
//! keeps, drops or moves, so the new position of the quote is known exactly. [`Truth`] defines correct answers.
//!
//! The corpus is split into two halves without shared chapters: one for development, one held out.

mod case;
mod draft;
mod edit;
mod scenes;
mod tally;

pub use case::{Case, Outcome, Truth};
pub use edit::Edit;
pub use scenes::{Half, Scene, corpus, scenes};
pub use tally::{Tally, Totals};

use std::time::{Duration, Instant};

use wenfang_text::{Reanchor, Reanchored, reanchor};

use crate::rng::Rng;

/// Length classes of quotes, in characters: a name or phrase, a sentence, a passage. Both ends inclusive.
pub const LENGTHS: [(usize, usize); 3] = [(3, 9), (15, 45), (80, 200)];

/// The parameters of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed that determines all cases.
    pub seed: u64,
    /// Number of cases for each kind of edit and each length class.
    pub cases_each: usize,
}

/// One case with its result.
#[derive(Debug)]
pub struct Run {
    pub case: Case,
    pub answer: Reanchored,
    /// The rating of the answer.
    pub outcome: Outcome,
    /// Duration of one call, without any shared preparation.
    pub time: Duration,
}

/// Runs `plan` on `scenes` and calls `see` for each run.
pub fn evaluate(plan: Plan, scenes: &[Scene], mut see: impl FnMut(&Run)) -> Tally {
    let mut tally = Tally::default();
    let mut rng = Rng::new(plan.seed);
    for edit in Edit::ALL {
        for (class, &length) in LENGTHS.iter().enumerate() {
            for _ in 0..plan.cases_each {
                let Some(case) = Case::draw(scenes, edit, length, &mut rng) else { continue };
                let run = answer(case);
                tally.add(&run, class);
                see(&run);
            }
        }
    }
    tally
}

fn answer(case: Case) -> Run {
    let start = Instant::now();
    let answer = reanchor(&Reanchor {
        old_text: &case.old_text,
        new_text: &case.new_text,
        range: case.range,
        semantic: None,
    });
    let time = start.elapsed();
    let outcome = case.truth.judge(&answer);
    Run { case, answer, outcome, time }
}
