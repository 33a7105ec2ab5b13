//! How alike passages are in meaning, for whoever looks for a passage that was rewritten.
//!
//! Passages are looked for by commands that know the open project alone, so the meaning is attached to it ([`attach`]).

use std::sync::{Arc, Mutex};

use wenfang_embed::{Embedder, Role};
use wenfang_project::Project;
use wenfang_text::SemanticSearch;

use super::loading::{EngineName, Loaded};
use super::{Meaning, locked};

#[derive(Default)]
struct Attached(Mutex<Option<Meaning>>);

/// Lets the commands of an open project know how meaning is known on this machine.
pub fn attach(project: &Project, meaning: Meaning) {
    *locked(&project.attached::<Attached>().0) = Some(meaning);
}

/// The model that is set up, loaded when it is not yet; none where there is none, or it cannot be used.
pub(crate) async fn of(project: &Project) -> Option<BySemantics> {
    let meaning = locked(&project.attached::<Attached>().0).clone();
    meaning?.semantic().await
}

/// The same, where it is loaded already and nobody is about to load another one.
pub(crate) fn now(project: &Project) -> Option<BySemantics> {
    let meaning = locked(&project.attached::<Attached>().0).clone()?;
    let held = meaning.inner.held.try_lock().ok()?;
    held.current.as_ref().and_then(BySemantics::of)
}

/// A model that is loaded.
pub(crate) struct BySemantics(Arc<dyn Embedder>);

impl BySemantics {
    /// None for the fallback: it compares characters, which looking for a passage does by itself.
    fn of(loaded: &Loaded) -> Option<Self> {
        (loaded.engine != EngineName::Fallback).then(|| Self(Arc::clone(&loaded.embedder)))
    }
}

impl SemanticSearch for BySemantics {
    fn similarities(&self, passage: &str, windows: &[&str]) -> Option<Vec<f64>> {
        let texts: Vec<&str> = std::iter::once(passage).chain(windows.iter().copied()).collect();
        let vectors = self.0.embed(&texts, Role::Passage).ok()?;
        let (wanted, windows) = vectors.split_first()?;
        let cosine = |vector: &Vec<f32>| -> f64 {
            vector.iter().zip(wanted).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
        };
        Some(windows.iter().map(|vector| cosine(vector).clamp(0.0, 1.0)).collect())
    }
}

impl Meaning {
    /// The model that is set up, loaded when it is not yet; none where there is none, or it cannot be used.
    pub(crate) async fn semantic(&self) -> Option<BySemantics> {
        BySemantics::of(&self.loaded().await)
    }
}
