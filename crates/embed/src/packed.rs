//! The packed engine: our own implementation of the layers.
//!
//! Texts are concatenated without padding; if only the first token counts, the last layer is computed for that token
//! alone. A call is split into micro-batches of whole texts, which the threads take one at a time. Always: the vector
//! of a text does not depend on its neighbours.

mod attention;
mod linear;
mod model;
mod pass;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::Role;
use crate::embedder::{EmbedError, Embedder, normalise};
use crate::folder::{Folder, FolderError};
use crate::identity::{Identity, Scheme};
use crate::kernels::Kernels;
use crate::tokens::Tokens;
use crate::weights::Weights;
use model::Model;
use pass::Pass;

/// A model with packed weights.
#[derive(Debug)]
pub(crate) struct Packed {
    identity: Identity,
    tokens: Tokens,
    model: Model,
    threads: NonZeroUsize,
    /// Buffers of finished passes, for reuse.
    passes: Mutex<Vec<Pass>>,
}

/// The tokens of a micro-batch, chosen so that its working set stays in the cache of one core.
fn batch_tokens(scheme: Scheme) -> usize {
    match scheme {
        Scheme::Int8 => 128,
        _ => 256,
    }
}

impl Packed {
    pub(crate) fn new(
        folder: &Folder,
        weights: &Weights,
        (kernels, scheme, threads): (Kernels, Scheme, NonZeroUsize),
    ) -> Result<Self, FolderError> {
        Ok(Self {
            identity: folder.identity(scheme),
            tokens: folder.tokens().clone(),
            model: Model::new(folder, &weights.tensors()?, (kernels, scheme))?,
            threads,
            passes: Mutex::new(Vec::new()),
        })
    }

    /// Computes micro-batches until none are left.
    fn work(
        &self,
        tokens: &[Vec<u32>],
        batches: &[Range<usize>],
        next: &AtomicUsize,
    ) -> Vec<(usize, Vec<f32>)> {
        let recycled = self.passes.lock().pop();
        let mut pass = recycled.unwrap_or_default();
        let mut computed = Vec::new();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let texts = &tokens[batch.clone()];
            computed.extend(batch.clone().zip(pass.run(&self.model, texts)));
        }
        self.passes.lock().push(pass);
        computed
    }
}

/// Splits texts of these lengths into micro-batches: of at most about `most` tokens or one text each, and at least
/// one per thread if there is enough work.
fn micro_batches(lengths: &[usize], most: usize, threads: usize) -> Vec<Range<usize>> {
    let total: usize = lengths.iter().sum();
    let count = total.div_ceil(most).next_multiple_of(threads);
    let target = total.div_ceil(count.max(1));
    let (mut batches, mut start, mut tokens) = (Vec::new(), 0, 0);
    for (text, length) in lengths.iter().enumerate() {
        // The boundary is where the middle of the text passes the target.
        if text > start && tokens + length / 2 >= target {
            batches.push(start..text);
            (start, tokens) = (text, 0);
        }
        tokens += length;
    }
    if start < lengths.len() {
        batches.push(start..lengths.len());
    }
    batches
}

impl Embedder for Packed {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<f32>>, EmbedError> {
        let tokens = self.tokens.of(texts, role)?;
        let lengths: Vec<usize> = tokens.iter().map(Vec::len).collect();
        let batches = micro_batches(&lengths, batch_tokens(self.identity.scheme), self.threads.get());
        let next = AtomicUsize::new(0);
        let helpers = self.threads.get().min(batches.len()).saturating_sub(1);
        let computed = std::thread::scope(|scope| {
            let work = || self.work(&tokens, &batches, &next);
            let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
            let mut computed = work();
            for helper in helpers {
                match helper.join() {
                    Ok(more) => computed.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            computed
        });
        let mut vectors = vec![Vec::new(); texts.len()];
        for (text, mut vector) in computed {
            normalise(&mut vector, text)?;
            vectors[text] = vector;
        }
        Ok(vectors)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn micro_batches_of_one_text_and_of_none() {
        assert_eq!(micro_batches(&[512], 128, 2), vec![0..1]);
        assert_eq!(micro_batches(&[], 128, 2), Vec::<Range<usize>>::new());
        assert_eq!(micro_batches(&[60, 60], 128, 2), vec![0..1, 1..2]);
    }

    proptest! {
        #[test]
        fn every_text_is_in_exactly_one_batch(lengths in proptest::collection::vec(2_usize..513, 0..60), threads in 1_usize..5) {
            let batches = micro_batches(&lengths, 128, threads);
            let texts: Vec<usize> = batches.iter().cloned().flatten().collect();
            prop_assert_eq!(texts, (0..lengths.len()).collect::<Vec<_>>());
            for batch in batches {
                let tokens: usize = lengths[batch.clone()].iter().sum();
                let longest = lengths[batch.clone()].iter().max().copied().unwrap_or_default();
                prop_assert!(tokens <= 128 + longest, "{batch:?}: {tokens}");
            }
        }
    }
}
