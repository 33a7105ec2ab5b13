//! How well re-anchoring does on real prose, with the truth known exactly.
//!
//! A case takes a scene, a quote in it and an edit. Every character of the scene has an identity that the edit keeps,
//! drops or moves, so where the quote went is a fact, not a judgement. See [`Truth`] for what is asked of an answer.
//!
//! Two halves of the corpus that share no chapter: one to develop with, one to believe.

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

/// Lengths of the quotes, in characters: a name or a turn, a sentence, a passage. Ends inclusive.
pub const LENGTHS: [(usize, usize); 3] = [(3, 9), (15, 45), (80, 200)];

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Everything follows from it.
    pub seed: u64,
    /// Cases for each kind of edit and each length.
    pub cases_each: usize,
}

/// One case and what came of it.
#[derive(Debug)]
pub struct Run {
    /// The question.
    pub case: Case,
    /// The answer.
    pub answer: Reanchored,
    /// What the answer is worth.
    pub outcome: Outcome,
    /// Time of one call that prepares everything itself.
    pub time: Duration,
}

/// Runs `plan` on `scenes`, showing each run to `see`.
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
