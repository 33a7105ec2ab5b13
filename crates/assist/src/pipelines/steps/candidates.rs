//! What the rules find in the candidates of a turn, each in its place in the scene.

use std::collections::HashMap;
use std::sync::Arc;

use wenfang_checks::mending;
use wenfang_checks::rules::{Book, Found, Prepared, check, overlay, prepare, with_texts};
use wenfang_manuscript::find::FindScope;
use wenfang_project::generations::{self, Generation};
use wenfang_story::check::Rule;
use wenfang_text::marks::Plain;
use wenfang_text::{CharRange, CountRule, count};
use wenfang_usecase::{Result, aside};
use wenfang_versions as versions;

use super::Turn;
use crate::checks::{Gathered, gather, in_texts};
use crate::drafting::generations::replaced;

/// A candidate with what the rules find in it.
pub(super) struct Checked {
    pub(super) generation: Generation,
    /// The text of the scene with the candidate in its place.
    pub(super) scene_text: String,
    /// The place of the candidate in it.
    pub(super) range: CharRange,
    /// What the rules find in the candidate.
    pub(super) found: Vec<Found>,
}

impl Checked {
    /// The length of the candidate, in 字.
    pub(super) fn length(&self) -> usize {
        count(&self.generation.text).total(CountRule::Standard)
    }

    /// The weight of the findings, as in a mending.
    pub(super) fn weight(&self) -> f64 {
        let weight = mending::weight(self.found.iter().map(|found| (found.severity, found.confidence)));
        f64::from(weight) / 1_000.0
    }

    /// The findings per thousand 字.
    pub(super) fn rate(&self) -> f64 {
        1_000.0 * self.found.len() as f64 / self.length().max(1) as f64
    }
}

/// The candidates of a turn that have text, in the order in which they were made.
pub(super) async fn candidates(turn: &Turn<'_>) -> Result<Vec<Generation>> {
    let mut tx = turn.session.project.begin_read().await?;
    let own = generations::list_of_run(&mut tx, turn.run).await?;
    Ok(own.into_iter().filter(|generation| !generation.text.is_empty()).collect())
}

/// Checks every candidate of a turn by the rules that are on, or by one rule.
pub(super) async fn checked(turn: &Turn<'_>, rules: Option<&[Rule]>) -> Result<Vec<Checked>> {
    let candidates = candidates(turn).await?;
    let Some(first) = candidates.first() else { return Ok(Vec::new()) };
    let (scene, base, range) = (first.record.scene, first.record.base, first.record.range);
    let gathered = Arc::new(gather(&turn.session.project, FindScope::Book, rules).await?);
    let mut tx = turn.session.project.begin_read().await?;
    let (_, base) = versions::text(&mut tx, scene, Some(base)).await?;
    drop(tx);
    turn.observer.watch.report("check", 0, candidates.len())?;
    aside(move || {
        let book = gathered.book();
        let prepared = prepare(&book);
        candidates
            .into_iter()
            .map(|candidate| check_one((&gathered, &book, &prepared), (&base, range), candidate))
            .collect()
    })
    .await
}

fn check_one(
    (gathered, book, prepared): (&Gathered, &Book<'_>, &Prepared<'_>),
    (base, range): (&str, CharRange),
    generation: Generation,
) -> Checked {
    let scene_text = replaced(base, range, &generation.text);
    let start = range.start().get();
    let range = CharRange::new(start, start + generation.text.chars().count());
    let scene = generation.record.scene;
    let plain = Plain::of(&scene_text).into_owned();
    let read = plain.as_ref().map_or(scene_text.as_str(), Plain::text);
    let laid = with_texts(book, &HashMap::from([(scene, read)]));
    let found = check(&overlay(prepared, &laid), &gathered.rules, scene);
    let view = |place| if place == scene { plain.as_ref() } else { gathered.plain(place) };
    let mut found = in_texts(found, view);
    found.retain(|found| found.places.first().is_some_and(|place| place.range.overlaps(range)));
    Checked { scene_text, range, found, generation }
}
