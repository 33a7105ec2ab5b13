//! What the rules find in the candidates of a turn, each in its place in the scene.

use std::collections::HashMap;
use std::sync::Arc;

use wenfang_checks::mending;
use wenfang_checks::rules::{Book, Found, Prepared, check, overlay, prepare, with_texts};
use wenfang_manuscript::find::FindScope;
use wenfang_project::generations::{self, Generation};
use wenfang_story::SceneId;
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
    /// What they find in the whole scene.
    pub(super) in_scene: Vec<Found>,
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

/// Checks every candidate of a turn by the rules that are on, or by these rules.
pub(super) async fn checked(turn: &Turn<'_>, rules: Option<&[Rule]>) -> Result<Vec<Checked>> {
    Ok(Checker::begin(turn, rules).await?.1)
}

/// The rules over the whole book, to check texts of one scene.
pub(super) struct Checker {
    gathered: Arc<Gathered>,
    scene: SceneId,
}

impl Checker {
    /// Prepares the rules, and checks the candidates of a turn.
    pub(super) async fn begin(turn: &Turn<'_>, rules: Option<&[Rule]>) -> Result<(Self, Vec<Checked>)> {
        let candidates = candidates(turn).await?;
        let gathered = Arc::new(gather(&turn.session.project, FindScope::Book, rules).await?);
        let checker = Self { gathered, scene: turn.request.scene };
        let Some(first) = candidates.first() else { return Ok((checker, Vec::new())) };
        let (base, range) = (first.record.base, first.record.range);
        let mut tx = turn.session.project.begin_read().await?;
        let (_, base) = versions::text(&mut tx, checker.scene, Some(base)).await?;
        drop(tx);
        turn.observer.watch.report("check", 0, candidates.len())?;
        let texts = candidates.iter().map(|candidate| replaced(&base, range, &candidate.text)).collect();
        let found = checker.found(texts).await?;
        let checked = candidates.into_iter().zip(found).map(|(generation, (scene_text, in_scene))| {
            let start = range.start().get();
            let range = CharRange::new(start, start + generation.text.chars().count());
            let found = in_scene.iter().filter(|found| is_in(found, range)).cloned().collect();
            Checked { generation, scene_text, range, found, in_scene }
        });
        let checked = checked.collect();
        Ok((checker, checked))
    }

    /// What the rules find in each text of the scene.
    pub(super) async fn found(&self, texts: Vec<String>) -> Result<Vec<(String, Vec<Found>)>> {
        let (gathered, scene) = (Arc::clone(&self.gathered), self.scene);
        aside(move || {
            let book = gathered.book();
            let prepared = prepare(&book);
            let check_one = |text: String| {
                let found = check_text((&gathered, &book, &prepared), scene, &text);
                (text, found)
            };
            texts.into_iter().map(check_one).collect()
        })
        .await
    }
}

/// Whether the first passage of a finding is in a range.
pub(super) fn is_in(found: &Found, range: CharRange) -> bool {
    found.places.first().is_some_and(|place| place.range.overlaps(range))
}

fn check_text(
    (gathered, book, prepared): (&Gathered, &Book<'_>, &Prepared<'_>),
    scene: SceneId,
    text: &str,
) -> Vec<Found> {
    let plain = Plain::of(text).into_owned();
    let texts = HashMap::from([(scene, plain.as_ref().map_or(text, Plain::text))]);
    let laid = with_texts(book, &texts);
    let found = check(&overlay(prepared, &laid), &gathered.rules, scene);
    in_texts(found, |place| if place == scene { plain.as_ref() } else { gathered.plain(place) })
}
