//! Models with random weights for tests and benchmarks: real dimensions and files, but untrained.
//!
//! The numbers depend only on the seed and the names of the tensors, on every machine; `tests/golden/make.py` creates
//! the same ones for PyTorch. They serve to measure speed and agreement of engines, not the quality of search.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use safetensors::tensor::{Dtype, TensorView};

use crate::folder::{Activation, Architecture, CONFIG, POOLING, Pooling, WEIGHTS};
use crate::weights;

/// A model to write.
#[derive(Clone, Debug)]
pub struct Seeded<'v> {
    /// The seed of the numbers.
    pub seed: u64,
    /// Its dimensions, without the vocabulary size.
    pub sizes: Sizes,
    /// The contents of `vocab.txt`: one token per line, as created by [`vocabulary_of`].
    pub vocabulary: &'v str,
    /// How the token vectors are combined into one.
    pub pooling: Pooling,
}

/// The dimensions of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The number of floats in a vector.
    pub hidden: usize,
    /// The number of layers.
    pub layers: usize,
    /// Attention heads; divides `hidden`.
    pub heads: usize,
    /// Floats between the two linear layers of the feed-forward part.
    pub intermediate: usize,
    /// The maximum number of tokens of a text.
    pub positions: usize,
}

impl Sizes {
    /// The dimensions of bge-small-zh-v1.5: 96 MB with its vocabulary.
    pub const BGE_SMALL_ZH: Self =
        Self { hidden: 512, layers: 4, heads: 8, intermediate: 2048, positions: 512 };
    /// A model of a few hundred kilobytes, written in milliseconds.
    pub const TINY: Self = Self { hidden: 48, layers: 2, heads: 3, intermediate: 80, positions: 128 };
}

/// The BERT tokens at the start of every vocabulary.
const SPECIAL: [&str; 5] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/// Creates a vocabulary of the characters of a text in lower case, each as a token and as the continuation of a word.
pub fn vocabulary_of(text: &str) -> String {
    let characters: BTreeSet<char> = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let special = SPECIAL.iter().map(|token| format!("{token}\n"));
    special.chain(characters.into_iter().map(|c| format!("{c}\n##{c}\n"))).collect()
}

/// Writes the folder of a model: weights, configuration, vocabulary and usage. The model converts to lower case, cuts
/// texts at its number of positions, and takes its query instruction from the folder's name.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, model: &Seeded<'_>) -> io::Result<()> {
    let Sizes { hidden, layers, heads, intermediate, positions } = model.sizes;
    let vocabulary = model.vocabulary.lines().count();
    std::fs::create_dir_all(folder.join("1_Pooling"))?;
    let write_file = |file: &str, content: &str| std::fs::write(folder.join(file), content);
    write_file(
        CONFIG,
        &format!(
            r#"{{"architectures":["BertModel"],"model_type":"bert","hidden_act":"gelu","layer_norm_eps":1e-12,
"vocab_size":{vocabulary},"max_position_embeddings":{positions},"type_vocab_size":2,"hidden_size":{hidden},
"num_hidden_layers":{layers},"num_attention_heads":{heads},"intermediate_size":{intermediate}}}"#
        ),
    )?;
    write_file("vocab.txt", model.vocabulary)?;
    write_file("tokenizer_config.json", r#"{"do_lower_case":false,"tokenize_chinese_chars":true}"#)?;
    let limit = format!(r#"{{"max_seq_length":{positions},"do_lower_case":true}}"#);
    write_file("sentence_bert_config.json", &limit)?;
    write_file(
        "modules.json",
        r#"[{"path":"","type":"sentence_transformers.models.Transformer"},
{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"},
{"path":"2_Normalize","type":"sentence_transformers.models.Normalize"}]"#,
    )?;
    let by_cls = model.pooling == Pooling::Cls;
    let pooling = format!(r#"{{"pooling_mode_cls_token":{by_cls},"pooling_mode_mean_tokens":{}}}"#, !by_cls);
    write_file(POOLING, &pooling)?;
    let architecture = Architecture {
        vocabulary,
        positions,
        segments: 2,
        hidden,
        layers,
        heads,
        intermediate,
        activation: Activation::Gelu,
        norm_epsilon: 1e-12,
    };
    let tensors = weights::required_tensors(&architecture);
    let numbers: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .into_iter()
        .map(|(name, shape)| {
            let bytes = tensor(model.seed, &name, &shape).flat_map(f32::to_le_bytes).collect();
            (name, shape, bytes)
        })
        .collect();
    let views = numbers.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes).map_err(io::Error::other)?;
        Ok((name.as_str(), view))
    });
    let views = views.collect::<io::Result<Vec<_>>>()?;
    safetensors::serialize_to_file(views, None, &folder.join(WEIGHTS)).map_err(io::Error::other)
}

/// The numbers of a tensor: approximately normal, with a spread that keeps each layer's output near 1.
fn tensor(seed: u64, name: &str, shape: &[usize]) -> impl Iterator<Item = f32> {
    let mut start = 0xcbf2_9ce4_8422_2325_u64;
    for byte in name.bytes() {
        start = (start ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    let start = start ^ seed;
    let (mean, spread) = match shape {
        [_, inputs] if name.starts_with("encoder.") => (0.0, 1.0 / (*inputs as f64).sqrt()),
        [_, _] => (0.0, 0.05),
        _ if name.ends_with("LayerNorm.weight") => (1.0, 0.1),
        _ => (0.0, 0.02),
    };
    (1..=shape.iter().product::<usize>() as u64).map(move |at| {
        let mut z = start.wrapping_add(at.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        // Four numbers of sixteen bits: their sum has mean 2 and deviation 1/√3, in units of 2¹⁶.
        let sum = (z & 0xFFFF) + (z >> 16 & 0xFFFF) + (z >> 32 & 0xFFFF) + (z >> 48);
        let normal = (sum as f64 / 65_536.0 - 2.0) * 1.732_050_807_568_877_2;
        (mean + spread * normal) as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_specified_mean_and_spread() {
        let name = "encoder.layer.0.output.dense.weight";
        let numbers: Vec<f32> = tensor(7, name, &[64, 256]).collect();
        let count = numbers.len() as f32;
        let mean = numbers.iter().sum::<f32>() / count;
        let spread = (numbers.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / count).sqrt();
        assert_eq!(numbers.len(), 64 * 256);
        assert!(mean.abs() < 0.002 && (spread - 1.0 / 16.0).abs() < 0.002, "{mean} {spread}");
        assert_ne!(numbers, tensor(8, name, &[64, 256]).collect::<Vec<f32>>());
    }

    #[test]
    fn a_vocabulary_contains_each_character_twice() {
        assert_eq!(vocabulary_of("Ab 文").lines().count(), 5 + 2 * 3);
        assert!(vocabulary_of("Ab").ends_with("[MASK]\na\n##a\nb\n##b\n"));
    }
}
