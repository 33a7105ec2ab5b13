//! A model in a folder, as the model hubs hand them out.
//!
//! `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`; beside them, where they are, the files of
//! sentence-transformers that say how it is used. Always: a [`Folder`] that was opened has a model of the BERT family with
//! every tensor in its right shape, and a tokenizer whose tokens it knows.

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

/// A model that was looked at and found whole; its weights are read when it is loaded.
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
    /// Looks at a folder: reads the small files, checks every tensor's shape and hashes the weights (a tenth of a
    /// second for 100 MB).
    ///
    /// # Errors
    /// For each file that is missing, cut off, or not what it should be; the error names the file.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let files = Files::of(path);
        let architecture = Architecture::read(&files)?;
        let usage = usage::read(&files, &architecture)?;
        let weights_hash = weights::look(&files, &architecture)?;
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

    /// The folder's name, which is the model's name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Floats of a vector.
    pub fn dimension(&self) -> usize {
        self.architecture.hidden
    }

    /// SHA-256 of `model.safetensors` in lower-case hexadecimal.
    pub fn weights_hash(&self) -> &str {
        &self.weights_hash
    }

    /// How the vectors of the tokens become one.
    pub fn pooling(&self) -> Pooling {
        self.pooling
    }

    /// The sizes of the model.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Tokens of a text that count, with the two at its ends; the rest is cut off.
    pub fn limit(&self) -> usize {
        self.tokens.limit()
    }

    /// What is done to texts first, with the instruction for queries.
    pub fn preparation(&self) -> &Preparation {
        self.tokens.preparation()
    }

    /// What vectors of this model are made with under a scheme.
    pub fn identity(&self, scheme: Scheme) -> Identity {
        Identity {
            name: self.name.clone(),
            weights: self.weights_hash.clone(),
            preparation: PREPARATION,
            scheme,
            dimension: self.dimension(),
        }
    }

    /// The numbers of each text's tokens, for tests.
    ///
    /// # Errors
    /// When the tokenizer refuses a text.
    #[doc(hidden)]
    pub fn token_numbers(&self, texts: &[&str], role: Role) -> Result<Vec<Vec<u32>>, EmbedError> {
        self.tokens.of(texts, role)
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}
