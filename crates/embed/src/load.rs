//! Making an embedder of a folder.

use std::num::NonZeroUsize;

use crate::embedder::Embedder;
use crate::folder::{Folder, FolderError};
use crate::identity::Scheme;
use crate::kernels::{Kernels, Level};
use crate::packed::Packed;
use crate::reference::Reference;
use crate::weights::Weights;

/// Which code computes the vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The quicker one: [`Engine::Packed`].
    #[default]
    Auto,
    /// candle's `BertModel`: the reference, in floats only.
    Candle,
    /// Our own pass.
    Packed,
}

/// How a model is to be computed.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Which code.
    pub engine: Engine,
    /// With which numbers.
    pub scheme: Scheme,
    /// Threads of one call of `embed`, the calling one included.
    pub threads: NonZeroUsize,
}

/// A model that could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file of its folder is no longer what it was.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The weights are others than when the folder was opened.
    #[error("the weights of {name} changed since the folder was opened")]
    Changed {
        /// The folder's name.
        name: String,
    },
    /// The engine does not compute that way.
    #[error("the engine {engine:?} does not offer {scheme}")]
    NotOffered {
        /// The engine that was asked for.
        engine: Engine,
        /// The scheme that was asked for.
        scheme: Scheme,
    },
    /// The processor lacks the instructions that were asked for.
    #[error("this processor does not offer {0:?}")]
    NoLevel(Level),
    /// The reference engine refused the weights.
    #[error("the reference engine failed: {0}")]
    Candle(#[from] candle_core::Error),
    /// The system gave no threads.
    #[error("no threads for the reference engine: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Reads the weights of a folder and makes them ready (0.1 s in floats, 0.3 s in bytes, for 100 MB).
///
/// # Errors
/// When the weights cannot be read, are not those the folder was opened with, or the engine does not offer the scheme.
pub fn load(folder: &Folder, options: &Options) -> Result<Box<dyn Embedder>, LoadError> {
    with_kernels(folder, options, Kernels::best())
}

/// As [`load`], held to the instructions of one level: for tests and benchmarks.
///
/// # Errors
/// As [`load`], and when this processor does not have the level.
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
