//! Tokenisation: texts to token numbers.
//!
//! The tokenizer is read from `tokenizer.json`, or built from `vocab.txt`; for a BERT both give the same numbers (a
//! test compares them on whole novels).

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::processors::template::TemplateProcessing;
use tokenizers::{AddedToken, Tokenizer, TruncationParams};

use crate::Role;
use crate::embedder::EmbedError;
use crate::folder::{Architecture, Files, FolderError};
use crate::prepare::Preparation;

const TOKENIZER_FILE: &str = "tokenizer.json";
const VOCABULARY_FILE: &str = "vocab.txt";
const SETTINGS_FILE: &str = "tokenizer_config.json";

/// The special tokens of BERT.
const SPECIAL: [&str; 5] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/// A tokenizer and the preparation of its texts.
#[derive(Clone)]
pub(crate) struct Tokens {
    tokenizer: Arc<Tokenizer>,
    preparation: Preparation,
    limit: usize,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens")
            .field("preparation", &self.preparation)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The tokenizer settings used without a `tokenizer.json`; the defaults are those of BERT.
#[derive(Deserialize)]
#[serde(default)]
struct Settings {
    do_lower_case: bool,
    strip_accents: Option<bool>,
    tokenize_chinese_chars: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { do_lower_case: true, strip_accents: None, tokenize_chinese_chars: true }
    }
}

impl Tokens {
    /// Reads the tokenizer of a folder; it truncates texts at `limit` tokens.
    pub(crate) fn read(
        files: &Files<'_>,
        architecture: &Architecture,
        (preparation, limit): (Preparation, usize),
    ) -> Result<Self, FolderError> {
        let (file, tokenizer) = match files.optional(TOKENIZER_FILE)? {
            Some(bytes) => (TOKENIZER_FILE, Tokenizer::from_bytes(bytes)),
            None => {
                let Some(vocabulary) = files.optional(VOCABULARY_FILE)? else {
                    let file = format!("{TOKENIZER_FILE} or {VOCABULARY_FILE}");
                    return Err(FolderError::Missing { file });
                };
                let settings = files.optional_json(SETTINGS_FILE)?.unwrap_or_default();
                (VOCABULARY_FILE, from_vocabulary(&vocabulary, &settings))
            }
        };
        let refused = |error: tokenizers::Error| FolderError::Tokenizer {
            file: file.to_owned(),
            reason: error.to_string(),
        };
        let mut tokenizer = tokenizer.map_err(refused)?;
        let known = architecture.vocabulary;
        let token = tokenizer.get_vocab(true).into_values().max().unwrap_or_default();
        if token as usize >= known {
            return Err(FolderError::Vocabulary { file: file.to_owned(), token, known });
        }
        tokenizer
            .with_truncation(Some(TruncationParams { max_length: limit, ..TruncationParams::default() }))
            .map_err(refused)?
            .with_padding(None);
        Ok(Self { tokenizer: Arc::new(tokenizer), preparation, limit })
    }

    pub(crate) fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// The tokens of each text, including those at its ends.
    pub(crate) fn of(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<u32>>, EmbedError> {
        let encode = |(text, words): (usize, &&str)| {
            let prepared = self.preparation.prepare(words, role);
            match self.tokenizer.encode_fast(prepared.as_ref(), true) {
                Ok(encoding) => Ok(encoding.get_ids().to_vec()),
                Err(error) => Err(EmbedError::Tokenizer { text, reason: error.to_string() }),
            }
        };
        texts.iter().enumerate().map(encode).collect()
    }
}

fn from_vocabulary(bytes: &[u8], settings: &Settings) -> tokenizers::Result<Tokenizer> {
    let vocabulary = WordPiece::read_bytes(bytes)?;
    let number = |token: &str| {
        vocabulary
            .get(token)
            .copied()
            .ok_or_else(|| tokenizers::Error::from(format!("the vocabulary lacks {token}")))
    };
    let (cls, sep) = (number("[CLS]")?, number("[SEP]")?);
    let special: Vec<AddedToken> = SPECIAL
        .into_iter()
        .filter(|token| vocabulary.contains_key(*token))
        .map(|token| AddedToken::from(token, true))
        .collect();
    number("[UNK]")?;
    let model = WordPiece::builder().vocab(vocabulary).unk_token("[UNK]".to_owned()).build()?;
    let mut tokenizer = Tokenizer::new(model);
    let normalizer = BertNormalizer::new(
        true,
        settings.tokenize_chinese_chars,
        settings.strip_accents,
        settings.do_lower_case,
    );
    let ends = TemplateProcessing::builder()
        .try_single("[CLS] $A [SEP]")
        .map_err(tokenizers::Error::from)?
        .special_tokens(vec![("[CLS]", cls), ("[SEP]", sep)])
        .build()
        .map_err(|error| tokenizers::Error::from(error.to_string()))?;
    tokenizer.with_normalizer(Some(normalizer))?;
    tokenizer.with_pre_tokenizer(Some(BertPreTokenizer)).with_post_processor(Some(ends));
    tokenizer.add_special_tokens(special)?;
    Ok(tokenizer)
}
