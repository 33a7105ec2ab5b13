//! The reference engine: candle's `BertModel` in floats. Slower; the packed engine is compared with it.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert;

use crate::Role;
use crate::embedder::{EmbedError, Embedder, normalise};
use crate::folder::{Activation, Folder, Pooling};
use crate::identity::{Identity, Scheme};
use crate::load::LoadError;
use crate::tokens::Tokens;
use crate::weights::{Weights, required_tensors};

/// The number of texts computed together, padded to the longest of them.
const BATCH_SIZE: usize = 32;

/// A model in candle.
pub(crate) struct Reference {
    identity: Identity,
    tokens: Tokens,
    pooling: Pooling,
    model: bert::BertModel,
    threads: rayon::ThreadPool,
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reference").field("identity", &self.identity).finish_non_exhaustive()
    }
}

impl Reference {
    pub(crate) fn new(folder: &Folder, weights: &Weights, threads: NonZeroUsize) -> Result<Self, LoadError> {
        let architecture = folder.architecture();
        let config = bert::Config {
            vocab_size: architecture.vocabulary,
            hidden_size: architecture.hidden,
            num_hidden_layers: architecture.layers,
            num_attention_heads: architecture.heads,
            intermediate_size: architecture.intermediate,
            hidden_act: match architecture.activation {
                Activation::Gelu => bert::HiddenAct::Gelu,
                Activation::Relu => bert::HiddenAct::Relu,
            },
            max_position_embeddings: architecture.positions,
            type_vocab_size: architecture.segments,
            layer_norm_eps: architecture.norm_epsilon,
            ..bert::Config::default()
        };
        let tensors = weights.tensors()?;
        let mut named = HashMap::new();
        for (name, shape) in required_tensors(architecture) {
            let tensor = Tensor::from_vec(tensors.get(&name)?, shape, &Device::Cpu)?;
            named.insert(name, tensor);
        }
        let model =
            bert::BertModel::load(VarBuilder::from_tensors(named, DType::F32, &Device::Cpu), &config)?;
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
        Ok(Self {
            identity: folder.identity(Scheme::F32),
            tokens: folder.tokens().clone(),
            pooling: folder.pooling(),
            model,
            threads,
        })
    }

    /// Computes the vectors of texts together, in order.
    fn batch(&self, texts: &[&[u32]]) -> candle_core::Result<Vec<Vec<f32>>> {
        let longest = texts.iter().map(|text| text.len()).max().unwrap_or_default();
        let mut ids = vec![0_u32; texts.len() * longest];
        let mut mask = vec![0_u32; texts.len() * longest];
        for (row, text) in texts.iter().enumerate() {
            ids[row * longest..][..text.len()].copy_from_slice(text);
            mask[row * longest..][..text.len()].fill(1);
        }
        let shape = (texts.len(), longest);
        let ids = Tensor::from_vec(ids, shape, &Device::Cpu)?;
        let mask = Tensor::from_vec(mask, shape, &Device::Cpu)?;
        let out = self.model.forward(&ids, &ids.zeros_like()?, Some(&mask))?;
        let pooled = match self.pooling {
            Pooling::Cls => out.narrow(1, 0, 1)?.squeeze(1)?,
            Pooling::Mean => {
                let mask = mask.to_dtype(DType::F32)?;
                let sums = mask.unsqueeze(1)?.matmul(&out)?.squeeze(1)?;
                sums.broadcast_div(&mask.sum_keepdim(1)?)?
            }
        };
        pooled.to_vec2()
    }
}

impl Embedder for Reference {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<f32>>, EmbedError> {
        let tokens = self.tokens.of(texts, role)?;
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|text| tokens[*text].len());
        let mut vectors = vec![Vec::new(); texts.len()];
        for batch in order.chunks(BATCH_SIZE) {
            let rows: Vec<&[u32]> = batch.iter().map(|text| tokens[*text].as_slice()).collect();
            let computed = self.threads.install(|| self.batch(&rows))?;
            for (text, mut vector) in batch.iter().zip(computed) {
                normalise(&mut vector, *text)?;
                vectors[*text] = vector;
            }
        }
        Ok(vectors)
    }
}
