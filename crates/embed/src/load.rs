//! Loading of a folder into an embedder.

use std::num::NonZeroUsize;

use crate::embedder::Embedder;
use crate::folder::{Folder, FolderError};
use crate::identity::Scheme;
use crate::kernels::{Kernels, Level};
use crate::packed::Packed;
use crate::reference::Reference;
use crate::weights::Weights;

/// The implementation that computes the vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fastest one: [`Engine::Packed`].
    #[default]
    Auto,
    /// candle's `BertModel`: the reference, in floats only.
    Candle,
    /// Our own implementation.
    Packed,
}

/// How to compute a model.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub engine: Engine,
    pub scheme: Scheme,
    /// The number of threads per call of `embed`, including the calling one.
    pub threads: NonZeroUsize,
}

/// The reason why a model could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file of the folder is no longer valid.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The weights differ from those that were checked when the folder was opened.
    #[error("the weights of {name} changed since the folder was opened")]
    Changed { name: String },
    /// The engine does not support the scheme.
    #[error("the engine {engine:?} does not support the scheme {scheme}")]
    NotOffered { engine: Engine, scheme: Scheme },
    /// The processor does not support the required instructions.
    #[error("this processor does not support {0:?}")]
    NoLevel(Level),
    /// The reference engine rejected the weights.
    #[error("the reference engine failed: {0}")]
    Candle(#[from] candle_core::Error),
    /// The system could not create threads.
    #[error("cannot create threads for the reference engine: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Reads and prepares the weights of a folder (0.1 s in floats, 0.3 s in bytes, for 100 MB).
///
/// # Errors
/// If the weights cannot be read, differ from those the folder was opened with, or the engine does not support the
/// scheme.
pub fn load(folder: &Folder, options: &Options) -> Result<Box<dyn Embedder>, LoadError> {
    with_kernels(folder, options, Kernels::best())
}

/// Like [`load`], restricted to the instructions of one level: for tests and benchmarks.
///
/// # Errors
/// As for [`load`], and if this processor does not support the level.
#[doc(hidden)]
pub fn load_held_to(
    folder: &Folder,
    options: &Options,
    level: Level,
) -> Result<Box<dyn Embedder>, LoadError> {
    let kernels = Kernels::held_to(level).ok_or(LoadError::NoLevel(level))?;
    with_kernels(folder, options, kernels)
}

fn with_kernels(
    folder: &Folder,
    options: &Options,
    kernels: Kernels,
) -> Result<Box<dyn Embedder>, LoadError> {
    let Options { engine, scheme, threads } = *options;
    let is_offered = match engine {
        Engine::Auto | Engine::Packed => matches!(scheme, Scheme::F32 | Scheme::Int8),
        Engine::Candle => scheme == Scheme::F32,
    };
    if !is_offered {
        return Err(LoadError::NotOffered { engine, scheme });
    }
    let (weights, hash) = Weights::read(folder.path())?;
    if hash != folder.weights_hash() {
        return Err(LoadError::Changed { name: folder.name().to_owned() });
    }
    match engine {
        Engine::Candle => Ok(Box::new(Reference::new(folder, &weights, threads)?)),
        Engine::Auto | Engine::Packed => {
            Ok(Box::new(Packed::new(folder, &weights, (kernels, scheme, threads))?))
        }
    }
}
