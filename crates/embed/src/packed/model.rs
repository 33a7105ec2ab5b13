//! The packed weights of a model.

use crate::folder::{Activation, Folder, FolderError, Pooling};
use crate::identity::Scheme;
use crate::kernels::{Kernels, Norm};
use crate::weights::Tensors;

use super::linear::Linear;

#[derive(Debug)]
pub(super) struct Model {
    pub kernels: Kernels,
    pub scheme: Scheme,
    pub hidden: usize,
    /// The number of floats per head.
    pub head: usize,
    pub activation: Activation,
    pub pooling: Pooling,
    pub embeddings: Embeddings,
    pub layers: Vec<Layer>,
}

#[derive(Debug)]
pub(super) struct Embeddings {
    /// One row of `hidden` floats per token.
    pub words: Vec<f32>,
    /// One row per position, with the vector of the first segment added.
    pub positions: Vec<f32>,
    pub norm: Norm,
}

#[derive(Debug)]
pub(super) struct Layer {
    pub projection: Projection,
    pub attention_out: Linear,
    pub attention_norm: Norm,
    pub up: Linear,
    pub down: Linear,
    pub out_norm: Norm,
}

/// The projection of rows to queries, keys and values. Queries are already scaled for the softmax.
#[derive(Debug)]
pub(super) enum Projection {
    /// All three for every row, side by side.
    Whole(Linear),
    /// Keys and values for every row, and the query of the first row of each text: all that the last layer needs if
    /// only that row counts.
    First { query: Linear, keys_and_values: Linear },
}

/// The unpacked weights and bias of a linear layer.
struct Plain {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Plain {
    fn scaled(mut self, by: f32) -> Self {
        for number in self.weights.iter_mut().chain(&mut self.bias) {
            *number *= by;
        }
        self
    }

    /// Appends the outputs of another layer.
    fn beside(mut self, other: &Self) -> Self {
        self.weights.extend_from_slice(&other.weights);
        self.bias.extend_from_slice(&other.bias);
        self
    }

    fn packed(&self, config: (Kernels, Scheme)) -> Linear {
        Linear::new(config, &self.weights, &self.bias)
    }
}

/// The tensors of one folder.
struct Source<'t> {
    tensors: &'t Tensors<'t>,
    epsilon: f32,
}

impl Source<'_> {
    fn plain(&self, name: &str) -> Result<Plain, FolderError> {
        Ok(Plain {
            weights: self.tensors.get(&format!("{name}.weight"))?,
            bias: self.tensors.get(&format!("{name}.bias"))?,
        })
    }

    fn norm(&self, name: &str) -> Result<Norm, FolderError> {
        Ok(Norm {
            gamma: self.tensors.get(&format!("{name}.weight"))?,
            beta: self.tensors.get(&format!("{name}.bias"))?,
            epsilon: self.epsilon,
        })
    }
}

impl Model {
    pub(super) fn new(
        folder: &Folder,
        tensors: &Tensors<'_>,
        config: (Kernels, Scheme),
    ) -> Result<Self, FolderError> {
        let architecture = folder.architecture();
        let source = Source { tensors, epsilon: architecture.norm_epsilon as f32 };
        let mut positions = tensors.get("embeddings.position_embeddings.weight")?;
        let segments = tensors.get("embeddings.token_type_embeddings.weight")?;
        for position in positions.chunks_exact_mut(architecture.hidden) {
            for (x, segment) in position.iter_mut().zip(&segments) {
                *x += segment;
            }
        }
        let embeddings = Embeddings {
            words: tensors.get("embeddings.word_embeddings.weight")?,
            positions,
            norm: source.norm("embeddings.LayerNorm")?,
        };
        let scale = 1.0 / (architecture.head() as f32).sqrt();
        let layer = |at: usize| {
            let name = |part: &str| format!("encoder.layer.{at}.{part}");
            let query = source.plain(&name("attention.self.query"))?.scaled(scale);
            let key = source.plain(&name("attention.self.key"))?;
            let value = source.plain(&name("attention.self.value"))?;
            let is_last = at + 1 == architecture.layers;
            let projection = if is_last && folder.pooling() == Pooling::Cls {
                Projection::First {
                    query: query.packed(config),
                    keys_and_values: key.beside(&value).packed(config),
                }
            } else {
                Projection::Whole(query.beside(&key).beside(&value).packed(config))
            };
            Ok(Layer {
                projection,
                attention_out: source.plain(&name("attention.output.dense"))?.packed(config),
                attention_norm: source.norm(&name("attention.output.LayerNorm"))?,
                up: source.plain(&name("intermediate.dense"))?.packed(config),
                down: source.plain(&name("output.dense"))?.packed(config),
                out_norm: source.norm(&name("output.LayerNorm"))?,
            })
        };
        Ok(Self {
            kernels: config.0,
            scheme: config.1,
            hidden: architecture.hidden,
            head: architecture.head(),
            activation: architecture.activation,
            pooling: folder.pooling(),
            embeddings,
            layers: (0..architecture.layers).map(layer).collect::<Result<_, FolderError>>()?,
        })
    }
}
