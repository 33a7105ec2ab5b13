//! The dimensions of a BERT model, from `config.json`.

use serde::Deserialize;

use super::{CONFIG, Files, FolderError};

/// The activation function of the feed-forward part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// x Φ(x), where Φ is the normal distribution.
    Gelu,
    /// The maximum of x and 0.
    Relu,
}

/// The dimensions of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Architecture {
    /// The number of tokens in the vocabulary.
    pub vocabulary: usize,
    /// The maximum number of tokens of a text.
    pub positions: usize,
    /// The number of segment types; texts use the first.
    pub segments: usize,
    /// Floats of a token vector, in every layer and in the output.
    pub hidden: usize,
    /// The number of layers.
    pub layers: usize,
    /// Attention heads per layer; divides `hidden`.
    pub heads: usize,
    /// Floats between the two linear layers of the feed-forward part.
    pub intermediate: usize,
    pub activation: Activation,
    /// The number that layer normalisation adds to the variance.
    pub norm_epsilon: f64,
}

#[derive(Deserialize)]
struct Config {
    model_type: Option<String>,
    architectures: Option<Vec<String>>,
    vocab_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "default_segments")]
    type_vocab_size: usize,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    hidden_act: String,
    layer_norm_eps: f64,
    position_embedding_type: Option<String>,
}

fn default_segments() -> usize {
    2
}

/// Larger numbers in a configuration are refused.
const MAX_NUMBER: usize = 1 << 22;

impl Architecture {
    pub(crate) fn read(files: &Files<'_>) -> Result<Self, FolderError> {
        let config: Config = files.json(CONFIG)?;
        let file = || CONFIG.to_owned();
        let family = config.model_type.clone().or_else(|| config.architectures.as_ref()?.first().cloned());
        let family = family.unwrap_or_else(|| "nameless".to_owned());
        if family != "bert" && !family.starts_with("Bert") {
            return Err(FolderError::Architecture { file: file(), found: family });
        }
        if let Some(positions) = config.position_embedding_type.filter(|kind| kind != "absolute") {
            return Err(FolderError::Architecture { file: file(), found: format!("BERT with {positions}") });
        }
        let activation = match config.hidden_act.as_str() {
            "gelu" => Activation::Gelu,
            "relu" => Activation::Relu,
            other => return Err(FolderError::Activation { file: file(), found: other.to_owned() }),
        };
        for (field, value) in [
            ("vocab_size", config.vocab_size),
            ("max_position_embeddings", config.max_position_embeddings),
            ("type_vocab_size", config.type_vocab_size),
            ("hidden_size", config.hidden_size),
            ("num_hidden_layers", config.num_hidden_layers),
            ("num_attention_heads", config.num_attention_heads),
            ("intermediate_size", config.intermediate_size),
        ] {
            if value == 0 || value > MAX_NUMBER {
                return Err(FolderError::Number { file: file(), field, value });
            }
        }
        if !config.hidden_size.is_multiple_of(config.num_attention_heads) {
            let (field, value) = ("num_attention_heads", config.num_attention_heads);
            return Err(FolderError::Number { file: file(), field, value });
        }
        Ok(Self {
            vocabulary: config.vocab_size,
            positions: config.max_position_embeddings,
            segments: config.type_vocab_size,
            hidden: config.hidden_size,
            layers: config.num_hidden_layers,
            heads: config.num_attention_heads,
            intermediate: config.intermediate_size,
            activation,
            norm_epsilon: config.layer_norm_eps,
        })
    }

    /// The number of floats per head.
    pub(crate) fn head(&self) -> usize {
        self.hidden / self.heads
    }
}
