//! Scenes that are shorter or longer than their target allows.
//!
//! The limits are those of drafting: below 0.9 of the target is too short, above 1.2 too long.

use wenfang_story::check::{Rule, Severity};
use wenfang_text::{CharRange, count};

use super::found::Found;
use super::prepared::Prepared;
use super::reading::Reading;
use crate::gate::GateLimits;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let target = reading.scene.target.and_then(|target| usize::try_from(target).ok());
    let Some(limits) = target.and_then(GateLimits::of_target) else { return Vec::new() };
    let length = count(reading.scene.text).total(prepared.language.count_rule());
    // An empty scene has not been written yet.
    if length == 0 || (limits.floor()..=limits.hard()).contains(&length) {
        return Vec::new();
    }
    let start = reading.paragraphs.first().map_or(0, |first| first.start().get());
    let end = reading.paragraphs.last().map_or(start, |last| last.end().get());
    let far = length * 2 < limits.target() || length > limits.target() * 2;
    let severity = if far { Severity::Medium } else { Severity::Low };
    vec![
        Found::new(Rule::Length, severity, reading.place(CharRange::new(start, end)))
            .values(limits.target().to_string(), length.to_string())
            .with_confidence(1.0),
    ]
}
