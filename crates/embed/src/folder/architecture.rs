//! The sizes of a BERT, from `config.json`.

use serde::Deserialize;

use super::{CONFIG, Files, FolderError};

/// The function between the two halves of a layer's feed-forward part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// x Φ(x), with the normal distribution Φ.
    Gelu,
    /// The greater of x and 0.
    Relu,
}

/// The sizes of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Architecture {
    /// Tokens it has vectors for.
    pub vocabulary: usize,
    /// Tokens of the longest text.
    pub positions: usize,
    /// Kinds of segments; texts are of the first.
    pub segments: usize,
    /// Floats of a token's vector, in every layer and in the end.
    pub hidden: usize,
    /// Layers.
    pub layers: usize,
    /// Attention heads of a layer; divides `hidden`.
    pub heads: usize,
    /// Floats between the two halves of the feed-forward part.
    pub intermediate: usize,
    /// The function there.
    pub activation: Activation,
    /// What layer normalisation adds to the variance.
    pub norm_epsilon: f64,
}

#[derive(Deserialize)]
struct Config {
    model_type: Option<String>,
    architectures: Option<Vec<String>>,
    vocab_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "two")]
    type_vocab_size: usize,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    hidden_act: String,
    layer_norm_eps: f64,
    position_embedding_type: Option<String>,
}

fn two() -> usize {
    2
}

/// Beyond this no number of a configuration is believed.
const MAX: usize = 1 << 22;

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
            if value == 0 || value > MAX {
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

    /// Floats of one head.
    pub(crate) fn head(&self) -> usize {
        self.hidden / self.heads
    }
}
