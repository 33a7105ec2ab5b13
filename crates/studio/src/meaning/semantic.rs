//! Semantic similarity of passages, for finding a passage that was rewritten.
//!
//! The commands that look for passages only get the open project, so the embedding model is attached to it
//! ([`attach`]).

use std::sync::{Arc, Mutex};

use wenfang_embed::{Embedder, Role};
use wenfang_project::Project;
use wenfang_text::SemanticSearch;

use super::loading::{EngineName, Loaded};
use super::{Meaning, locked};

#[derive(Default)]
struct Attached(Mutex<Option<Meaning>>);

/// Makes the embedding model available to the commands of an open project.
pub fn attach(project: &Project, meaning: Meaning) {
    *locked(&project.attached::<Attached>().0) = Some(meaning);
}

/// Loads the chosen model if necessary; none if there is none or it is unusable.
pub(crate) async fn of(project: &Project) -> Option<BySemantics> {
    let meaning = locked(&project.attached::<Attached>().0).clone();
    meaning?.semantic().await
}

/// The chosen model if it is already loaded; never waits.
pub(crate) fn now(project: &Project) -> Option<BySemantics> {
    let meaning = locked(&project.attached::<Attached>().0).clone()?;
    let cache = meaning.inner.cache.try_lock().ok()?;
    cache.current.as_ref().and_then(BySemantics::of)
}

/// A loaded model.
pub(crate) struct BySemantics(Arc<dyn Embedder>);

impl BySemantics {
    /// None for the fallback: it compares characters, which the search for passages does itself.
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
    /// Loads the chosen model if necessary; none if there is none or it is unusable.
    pub(crate) async fn semantic(&self) -> Option<BySemantics> {
        BySemantics::of(&self.loaded().await)
    }
}
