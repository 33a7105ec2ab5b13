//! Semantic similarity of passages, for finding a passage that was rewritten.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use wenfang_canon::semantics::{SemanticModel, Semantics};
use wenfang_embed::{Embedder, Role};
use wenfang_text::SemanticSearch;

use super::Meaning;
use super::loading::{EngineName, Loaded};

/// A loaded model.
struct BySemantics(Arc<dyn Embedder>);

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

/// None for the fallback: it compares characters, which the search for passages does itself.
fn semantics(loaded: &Loaded) -> Option<Semantics> {
    let embedder = Arc::clone(&loaded.embedder);
    (loaded.engine != EngineName::Fallback).then(|| Arc::new(BySemantics(embedder)) as Semantics)
}

impl SemanticModel for Meaning {
    fn load(&self) -> BoxFuture<'_, Option<Semantics>> {
        Box::pin(async { semantics(&self.loaded().await) })
    }

    fn if_loaded(&self) -> Option<Semantics> {
        let cache = self.inner.cache.try_lock().ok()?;
        cache.current.as_ref().and_then(semantics)
    }
}
