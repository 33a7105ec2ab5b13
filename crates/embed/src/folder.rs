//! A model in a folder, as distributed by the model hubs.
//!
//! The folder contains `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`, and optionally the
//! files of sentence-transformers that say how the model is used. Always: an opened [`Folder`] has a model of the
//! BERT family with every tensor in its correct shape, and a tokenizer whose tokens the model knows.

mod architecture;
mod error;
mod files;
mod usage;

use std::path::{Path, PathBuf};

pub use architecture::{Activation, Architecture};
pub use error::FolderError;
pub use usage::Pooling;

pub(crate) use files::{CONFIG, Files, POOLING, WEIGHTS};

use crate::embedder::{EmbedError, Role};
use crate::identity::{Identity, Scheme};
use crate::prepare::{PREPARATION, Preparation};
use crate::tokens::Tokens;
use crate::weights;

/// A checked model; its weights are read when it is loaded.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    name: String,
    architecture: Architecture,
    pooling: Pooling,
    tokens: Tokens,
    weights_hash: String,
}

impl Folder {
    /// Opens a folder: reads the small files, checks every tensor's shape and hashes the weights (a tenth of a second
    /// for 100 MB).
    ///
    /// # Errors
    /// If a file is missing, truncated or invalid; the error names the file.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let files = Files::of(path);
        let architecture = Architecture::read(&files)?;
        let usage = usage::read(&files, &architecture)?;
        let weights_hash = weights::inspect(&files, &architecture)?;
        let name = path.canonicalize().ok();
        let name = name.as_deref().unwrap_or(path).file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let instruction = match usage.instruction {
            Some(instruction) => instruction,
            None => usage::known_instruction(&name, &weights_hash).to_owned(),
        };
        let preparation = Preparation { lower_case: usage.lower_case, instruction };
        let tokens = Tokens::read(&files, &architecture, (preparation, usage.limit))?;
        Ok(Self { path: path.to_owned(), name, architecture, pooling: usage.pooling, tokens, weights_hash })
    }

    /// The folder's name, which is displayed as the model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of floats in a vector.
    pub fn dimension(&self) -> usize {
        self.architecture.hidden
    }

    /// SHA-256 of `model.safetensors` in lower-case hexadecimal.
    pub fn weights_hash(&self) -> &str {
        &self.weights_hash
    }

    /// How the token vectors are combined into one.
    pub fn pooling(&self) -> Pooling {
        self.pooling
    }

    /// The sizes of the model.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The maximum number of tokens of a text, including the two at its ends; the rest is cut off.
    pub fn limit(&self) -> usize {
        self.tokens.limit()
    }

    /// The preparation of texts, with the instruction for queries.
    pub fn preparation(&self) -> &Preparation {
        self.tokens.preparation()
    }

    /// The identity of this model's vectors under a scheme.
    pub fn identity(&self, scheme: Scheme) -> Identity {
        Identity {
            name: self.name.clone(),
            weights: self.weights_hash.clone(),
            preparation: PREPARATION,
            scheme,
            dimension: self.dimension(),
        }
    }

    /// The token numbers of each text, for tests.
    ///
    /// # Errors
    /// If the tokenizer refuses a text.
    #[doc(hidden)]
    pub fn token_numbers(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<u32>>, EmbedError> {
        self.tokens.of(texts, role)
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}
