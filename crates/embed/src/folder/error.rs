//! What can be wrong with a model's folder.

use std::io;

/// A file of a model's folder that is missing or not what it should be.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the words of the messages")]
pub enum FolderError {
    /// The folder lacks a file.
    #[error("{file} is not in the folder")]
    Missing { file: String },
    /// A file is there and cannot be read.
    #[error("{file} cannot be read: {source}")]
    Unreadable { file: String, source: io::Error },
    /// A file is no JSON, or lacks something it must say.
    #[error("{file} is not what it should be: {reason}")]
    NotJson { file: String, reason: String },
    /// The model is of a family that is not built in.
    #[error("{file} describes a {found} model; only models of the BERT family can be used")]
    Architecture { file: String, found: String },
    /// The model computes with a function that is not built in.
    #[error("{file} asks for the activation {found}, which is not built in")]
    Activation { file: String, found: String },
    /// A number of the configuration makes no sense.
    #[error("{file} says {field} = {value}, which cannot be")]
    Number { file: String, field: &'static str, value: usize },
    /// Vectors of tokens are to be joined in a way that is not built in.
    #[error("{file} asks for the pooling {found}, which is not built in")]
    Pooling { file: String, found: String },
    /// The file of weights is shorter or longer than its header says: a download that was cut off.
    #[error("{file} has {found} bytes and should have {wanted}")]
    Length { file: String, found: u64, wanted: u64 },
    /// The file of weights is no safetensors file.
    #[error("{file} is not a safetensors file: {reason}")]
    NotTensors { file: String, reason: String },
    /// The file of weights lacks a tensor of the model.
    #[error("{file} has no tensor {tensor}")]
    MissingTensor { file: String, tensor: String },
    /// A tensor has other sizes than the configuration says.
    #[error("{file}: the tensor {tensor} is {found:?}, and {wanted:?} by config.json")]
    Shape { file: String, tensor: String, found: Vec<usize>, wanted: Vec<usize> },
    /// A tensor's numbers are of a kind that is not built in.
    #[error("{file}: the tensor {tensor} is stored as {found}; f32, f16 and bf16 can be read")]
    Type { file: String, tensor: String, found: String },
    /// The tokenizer cannot be made.
    #[error("{file} makes no tokenizer: {reason}")]
    Tokenizer { file: String, reason: String },
    /// The tokenizer has a token that the model has no vector for.
    #[error("{file} has the token number {token}, and the model knows {known}")]
    Vocabulary { file: String, token: u32, known: usize },
}

impl FolderError {
    /// The file that is wrong, by its name in the folder.
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

    /// What is wrong with it, as a word that programs read: one for all that an author mends in the same way.
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
