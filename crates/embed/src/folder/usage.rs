//! How a model is used, from the files of sentence-transformers.
//!
//! Defaults: the vector of the first token, and no lower-casing except by the tokenizer. Vectors are always
//! normalised, whatever `modules.json` lists, because only their directions are compared.

use serde::Deserialize;
use serde_json::Value;

use super::{Architecture, Files, FolderError, POOLING};

const MODULES: &str = "modules.json";
const TRANSFORMER: &str = "sentence_bert_config.json";
const SENTENCES: &str = "config_sentence_transformers.json";

/// How the token vectors of a text are combined into one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooling {
    /// The vector of the first token, `[CLS]`.
    #[default]
    Cls,
    /// The mean of all token vectors.
    Mean,
}

pub(super) struct Usage {
    pub pooling: Pooling,
    pub lower_case: bool,
    /// The maximum number of tokens of a text.
    pub limit: usize,
    /// The prefix of queries; `None` if not specified.
    pub instruction: Option<String>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Default, Deserialize)]
struct Transformer {
    max_seq_length: Option<usize>,
    #[serde(default)]
    do_lower_case: bool,
}

#[derive(Default, Deserialize)]
struct Sentences {
    prompts: Option<Value>,
}

pub(super) fn read(files: &Files<'_>, architecture: &Architecture) -> Result<Usage, FolderError> {
    let transformer: Transformer = files.optional_json(TRANSFORMER)?.unwrap_or_default();
    let sentences: Sentences = files.optional_json(SENTENCES)?.unwrap_or_default();
    let limit = transformer.max_seq_length.unwrap_or(architecture.positions).min(architecture.positions);
    if limit < 3 {
        let field = "max_seq_length";
        return Err(FolderError::Number { file: TRANSFORMER.to_owned(), field, value: limit });
    }
    let prompts = sentences.prompts.as_ref();
    let prompt = prompts.and_then(|prompts| prompts.get("query")?.as_str());
    // If the prompts contain none for queries, the known instruction of the model applies.
    let instruction = prompt.filter(|prompt| !prompt.is_empty()).map(str::to_owned);
    Ok(Usage { pooling: pooling(files)?, lower_case: transformer.do_lower_case, limit, instruction })
}

fn pooling(files: &Files<'_>) -> Result<Pooling, FolderError> {
    let modules: Vec<Module> = files.optional_json(MODULES)?.unwrap_or_default();
    let mut file = POOLING.to_owned();
    for module in modules {
        match module.kind.rsplit('.').next().unwrap_or_default() {
            "Transformer" | "Normalize" => {}
            "Pooling" => file = format!("{}/config.json", module.path),
            other => {
                return Err(FolderError::Pooling { file: MODULES.to_owned(), found: other.to_owned() });
            }
        }
    }
    let Some(config) = files.optional_json::<Value>(&file)? else { return Ok(Pooling::default()) };
    let Some(config) = config.as_object() else {
        return Err(FolderError::NotJson { file, reason: "it is not an object".to_owned() });
    };
    let mut modes: Vec<&str> = config
        .iter()
        .filter(|(_, value)| **value == Value::Bool(true))
        .filter_map(|(key, _)| key.strip_prefix("pooling_mode_"))
        .collect();
    modes.extend(config.get("pooling_mode").and_then(Value::as_str));
    match modes.as_slice() {
        [] | ["cls_token" | "cls"] => Ok(Pooling::Cls),
        ["mean_tokens" | "mean"] => Ok(Pooling::Mean),
        other => Err(FolderError::Pooling { file, found: other.join(" + ") }),
    }
}

/// SHA-256 of the weights of bge-small-zh-v1.5 at revision 7999e1d3359715c523056ef9478215996d62a620.
const BGE_SMALL_ZH: &str = "354763b9b1357bc9c44f62c6be2276321081ed2567773608c0d0785b61d5a026";

/// The query instruction of models whose files do not contain it, from their model cards; empty for other models.
pub(super) fn known_instruction(name: &str, weights: &str) -> &'static str {
    let name = name.to_lowercase();
    let is_bge = |language: &str| name.contains("bge-") && name.contains(language);
    if weights == BGE_SMALL_ZH || is_bge("-zh") {
        "为这个句子生成表示以用于检索相关文章："
    } else if is_bge("-en") {
        "Represent this sentence for searching relevant passages: "
    } else {
        ""
    }
}
