//! The tensors of a model, from `model.safetensors`.
//!
//! Names are those of BERT without the prefix of some files (`bert.`); norms may have their old names (`gamma`,
//! `beta`). Numbers are f32, f16 or bf16, and are converted to f32.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use half::{bf16, f16};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, Metadata};
use sha2::{Digest, Sha256};

use crate::folder::{Architecture, Files, FolderError, WEIGHTS};

const WORDS: &str = "embeddings.word_embeddings.weight";

/// The name and shape of each tensor that the model needs.
pub(crate) fn required_tensors(architecture: &Architecture) -> Vec<(String, Vec<usize>)> {
    let Architecture { vocabulary, positions, segments, hidden, intermediate, layers, .. } = *architecture;
    let mut tensors = vec![
        (WORDS.to_owned(), vec![vocabulary, hidden]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![positions, hidden]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![segments, hidden]),
    ];
    let mut both = |name: String, shape: Vec<usize>| {
        tensors.push((format!("{name}.bias"), vec![shape[0]]));
        tensors.push((format!("{name}.weight"), shape));
    };
    both("embeddings.LayerNorm".to_owned(), vec![hidden]);
    for layer in (0..layers).map(|layer| format!("encoder.layer.{layer}")) {
        for part in ["query", "key", "value"] {
            both(format!("{layer}.attention.self.{part}"), vec![hidden, hidden]);
        }
        both(format!("{layer}.attention.output.dense"), vec![hidden, hidden]);
        both(format!("{layer}.attention.output.LayerNorm"), vec![hidden]);
        both(format!("{layer}.intermediate.dense"), vec![intermediate, hidden]);
        both(format!("{layer}.output.dense"), vec![hidden, intermediate]);
        both(format!("{layer}.output.LayerNorm"), vec![hidden]);
    }
    tensors
}

/// The names under which a tensor may be stored in a file with this prefix.
fn spellings(prefix: &str, name: &str) -> Vec<String> {
    let mut names = vec![format!("{prefix}{name}")];
    if let Some(norm) = name.strip_suffix("LayerNorm.weight") {
        names.push(format!("{prefix}{norm}LayerNorm.gamma"));
    }
    if let Some(norm) = name.strip_suffix("LayerNorm.bias") {
        names.push(format!("{prefix}{norm}LayerNorm.beta"));
    }
    names
}

fn not_tensors(reason: impl ToString) -> FolderError {
    FolderError::NotTensors { file: WEIGHTS.to_owned(), reason: reason.to_string() }
}

fn unreadable(source: std::io::Error) -> FolderError {
    match source.kind() {
        std::io::ErrorKind::NotFound => FolderError::Missing { file: WEIGHTS.to_owned() },
        _ => FolderError::Unreadable { file: WEIGHTS.to_owned(), source },
    }
}

/// Maximum size of a header in bytes; a model with 48 layers has 100 KB.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// Checks the tensors in the file's header and returns the hash of the whole file.
pub(crate) fn inspect(files: &Files<'_>, architecture: &Architecture) -> Result<String, FolderError> {
    let mut file = File::open(files.path(WEIGHTS)).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?.len();
    let mut bytes = vec![0; 8];
    let cut = |wanted| FolderError::Length { file: WEIGHTS.to_owned(), found, wanted };
    if found < 8 {
        return Err(cut(8));
    }
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap_or_default());
    if header > MAX_HEADER_BYTES {
        return Err(not_tensors("the header is too long"));
    }
    if found < 8 + header {
        return Err(cut(8 + header));
    }
    bytes.resize(8 + header as usize, 0);
    file.read_exact(&mut bytes[8..]).map_err(unreadable)?;
    let metadata: Metadata = serde_json::from_slice(&bytes[8..]).map_err(not_tensors)?;
    let wanted = 8 + header + metadata.data_len() as u64;
    if found != wanted {
        return Err(cut(wanted));
    }
    check(&metadata, architecture)?;
    let mut hash = Sha256::new_with_prefix(&bytes);
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut chunk = vec![0; 1 << 20];
    loop {
        match reader.read(&mut chunk).map_err(unreadable)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            read => hash.update(&chunk[..read]),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The prefix of all names in this file.
fn prefix<'n>(mut names: impl Iterator<Item = &'n str>) -> Result<String, FolderError> {
    names
        .find_map(|name| name.strip_suffix(WORDS))
        .map(str::to_owned)
        .ok_or_else(|| FolderError::MissingTensor { file: WEIGHTS.to_owned(), tensor: WORDS.to_owned() })
}

fn check(metadata: &Metadata, architecture: &Architecture) -> Result<(), FolderError> {
    let tensors = metadata.tensors();
    let prefix = prefix(tensors.keys().map(String::as_str))?;
    for (name, wanted) in required_tensors(architecture) {
        let file = WEIGHTS.to_owned();
        let stored = spellings(&prefix, &name).into_iter().find_map(|name| tensors.get(&name));
        let Some(stored) = stored else { return Err(FolderError::MissingTensor { file, tensor: name }) };
        if stored.shape != wanted {
            return Err(FolderError::Shape { file, tensor: name, found: stored.shape.clone(), wanted });
        }
        if !matches!(stored.dtype, Dtype::F32 | Dtype::F16 | Dtype::BF16) {
            return Err(FolderError::Type { file, tensor: name, found: format!("{:?}", stored.dtype) });
        }
    }
    Ok(())
}

/// The bytes of the weights, entirely in memory.
pub(crate) struct Weights {
    bytes: Vec<u8>,
}

impl Weights {
    /// Reads the file and computes its hash.
    pub(crate) fn read(folder: &Path) -> Result<(Self, String), FolderError> {
        let bytes = std::fs::read(folder.join(WEIGHTS)).map_err(unreadable)?;
        let hash = hexadecimal(&Sha256::digest(&bytes));
        Ok((Self { bytes }, hash))
    }

    /// Parses the tensors.
    pub(crate) fn tensors(&self) -> Result<Tensors<'_>, FolderError> {
        let tensors = SafeTensors::deserialize(&self.bytes).map_err(not_tensors)?;
        let prefix = prefix(tensors.names().into_iter())?;
        Ok(Tensors { tensors, prefix })
    }
}

/// Tensors by name.
pub(crate) struct Tensors<'b> {
    tensors: SafeTensors<'b>,
    prefix: String,
}

impl Tensors<'_> {
    /// The numbers of a tensor as f32.
    pub(crate) fn get(&self, name: &str) -> Result<Vec<f32>, FolderError> {
        let found =
            spellings(&self.prefix, name).into_iter().find_map(|name| self.tensors.tensor(&name).ok());
        let (file, tensor) = (WEIGHTS.to_owned(), name.to_owned());
        let Some(view) = found else { return Err(FolderError::MissingTensor { file, tensor }) };
        let (fours, _) = view.data().as_chunks::<4>();
        let (twos, _) = view.data().as_chunks::<2>();
        match view.dtype() {
            Dtype::F32 => Ok(fours.iter().map(|four| f32::from_le_bytes(*four)).collect()),
            Dtype::F16 => Ok(twos.iter().map(|two| f16::from_le_bytes(*two).to_f32()).collect()),
            Dtype::BF16 => Ok(twos.iter().map(|two| bf16::from_le_bytes(*two).to_f32()).collect()),
            other => Err(FolderError::Type { file, tensor, found: format!("{other:?}") }),
        }
    }
}
