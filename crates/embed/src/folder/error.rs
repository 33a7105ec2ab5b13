//! Errors of a model's folder.

use std::io;

/// A file of a model's folder that is missing or invalid.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the words of the messages")]
pub enum FolderError {
    /// A file is missing.
    #[error("{file} is not in the folder")]
    Missing { file: String },
    /// A file cannot be read.
    #[error("{file} cannot be read: {source}")]
    Unreadable { file: String, source: io::Error },
    /// A file is not valid JSON, or lacks a required field.
    #[error("{file} is invalid: {reason}")]
    NotJson { file: String, reason: String },
    /// The model belongs to an unsupported family.
    #[error("{file} describes a {found} model; only models of the BERT family can be used")]
    Architecture { file: String, found: String },
    /// The activation function is not supported.
    #[error("{file} requires the activation {found}, which is not supported")]
    Activation { file: String, found: String },
    /// A number of the configuration is invalid.
    #[error("{file}: invalid value {value} for {field}")]
    Number { file: String, field: &'static str, value: usize },
    /// The pooling method is not supported.
    #[error("{file} requires the pooling {found}, which is not supported")]
    Pooling { file: String, found: String },
    /// The weights file is shorter or longer than its header says, usually from an interrupted download.
    #[error("{file} has {found} bytes; expected {wanted}")]
    Length { file: String, found: u64, wanted: u64 },
    /// The weights file is not a safetensors file.
    #[error("{file} is not a safetensors file: {reason}")]
    NotTensors { file: String, reason: String },
    /// The weights file lacks a tensor of the model.
    #[error("{file} lacks the tensor {tensor}")]
    MissingTensor { file: String, tensor: String },
    /// The shape of a tensor differs from the configuration.
    #[error("{file}: the tensor {tensor} has the shape {found:?}; config.json requires {wanted:?}")]
    Shape { file: String, tensor: String, found: Vec<usize>, wanted: Vec<usize> },
    /// The number type of a tensor is not supported.
    #[error("{file}: the tensor {tensor} is stored as {found}; supported types are f32, f16 and bf16")]
    Type { file: String, tensor: String, found: String },
    /// The tokenizer cannot be created.
    #[error("cannot create a tokenizer from {file}: {reason}")]
    Tokenizer { file: String, reason: String },
    /// The tokenizer has a token that is not in the model's vocabulary.
    #[error("{file} has the token number {token}, but the model knows only {known} tokens")]
    Vocabulary { file: String, token: u32, known: usize },
}

impl FolderError {
    /// The name of the invalid file in the folder.
    pub fn file(&self) -> &str {
        match self {
            Self::Missing { file }
            | Self::Unreadable { file, .. }
            | Self::NotJson { file, .. }
            | Self::Architecture { file, .. }
            | Self::Activation { file, .. }
            | Self::Number { file, .. }
            | Self::Pooling { file, .. }
            | Self::Length { file, .. }
            | Self::NotTensors { file, .. }
            | Self::MissingTensor { file, .. }
            | Self::Shape { file, .. }
            | Self::Type { file, .. }
            | Self::Tokenizer { file, .. }
            | Self::Vocabulary { file, .. } => file,
        }
    }

    /// The machine-readable kind of the problem; problems with the same remedy share one.
    pub fn fault(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Unreadable { .. } => "unreadable",
            Self::NotJson { .. } | Self::Number { .. } => "faulty",
            Self::Architecture { .. } => "family",
            Self::Activation { .. } | Self::Pooling { .. } => "not_built_in",
            Self::Length { .. } => "length",
            Self::NotTensors { .. } => "not_tensors",
            Self::MissingTensor { .. } | Self::Shape { .. } | Self::Type { .. } => "tensor",
            Self::Tokenizer { .. } | Self::Vocabulary { .. } => "tokenizer",
        }
    }
}
