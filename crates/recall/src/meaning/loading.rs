//! Loading the embedder: the chosen model, or the fallback with the reason.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use wenfang_embed::kernels::Kernels;
use wenfang_embed::{Agreement, Embedder, Engine, Folder, FolderError, LoadError, NGram, Options, Scheme};
use wenfang_usecase::{Code, Error, Result};

use super::Meaning;
use super::settings::{EngineChoice, InUse, ModelChoice, ModelScheme};
use super::verdicts::{self, Compared, Verdict};

/// The engine that computes vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EngineName {
    /// The fast engine.
    Packed,
    /// The reference engine: the author chose it, or the fast one disagrees with it on this machine.
    Candle,
    /// The fallback without a model.
    Fallback,
}

/// An embedder to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmbedderConfig {
    pub(super) choice: ModelChoice,
    pub(super) scheme: ModelScheme,
    pub(super) engine: EngineChoice,
    pub(super) threads: NonZeroUsize,
}

impl EmbedderConfig {
    pub(super) fn of(in_use: &InUse) -> Self {
        Self {
            choice: in_use.choice.clone(),
            scheme: in_use.scheme,
            engine: EngineChoice::Auto,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// A loaded embedder.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub embedder: Arc<dyn Embedder>,
    pub engine: EngineName,
    /// The reason for the fallback, if it is used.
    pub trouble: Option<Error>,
    pub(super) config: EmbedderConfig,
}

impl Loaded {
    fn fallback(config: EmbedderConfig, trouble: Option<Error>) -> Self {
        Self { embedder: Arc::new(NGram::new()), engine: EngineName::Fallback, trouble, config }
    }
}

/// The embedders in memory.
#[derive(Default)]
pub(super) struct ModelCache {
    pub(super) current: Option<Loaded>,
    pub(super) previous: Option<Loaded>,
}

impl Meaning {
    /// Loads an embedder. Never fails: an unusable model is replaced by the fallback.
    pub(super) async fn load(&self, config: EmbedderConfig) -> Loaded {
        if config.choice == ModelChoice::None {
            return Loaded::fallback(config, None);
        }
        let Some(folder) = self.folder(&config.choice) else {
            return Loaded::fallback(config, Some(unknown_model()));
        };
        let place = ModelLocation { folder, weights: self.pinned(&config.choice) };
        let known = self.inner.store.lock().settings().verdicts.clone();
        let wanted = config.clone();
        match blocking(move || open(&place, &wanted, &known)).await {
            Ok(opened) => {
                if let Some(verdict) = opened.new_verdict {
                    self.note(verdict);
                }
                Loaded { embedder: opened.embedder, engine: opened.engine, trouble: None, config }
            }
            Err(error) => {
                tracing::warn!(code = ?error.code, "the embedding model is unusable; using the fallback");
                Loaded::fallback(config, Some(error))
            }
        }
    }

    /// Stores a verdict. If the write fails, the model is compared again next time.
    pub(super) fn note(&self, verdict: Verdict) {
        let noted =
            self.inner.store.lock().change(|settings| verdicts::note(&mut settings.verdicts, verdict));
        if let Err(error) = noted {
            tracing::warn!(code = ?error.code, "cannot store the verdict on the embedding model");
        }
    }

    /// Drops the embedders in memory, so that the next use loads them again.
    pub(super) async fn unload(&self) {
        *self.inner.cache.lock().await = ModelCache::default();
    }
}

/// The files of a model.
pub(super) struct ModelLocation {
    pub(super) folder: PathBuf,
    /// The expected SHA-256 of its weights; none if it is unknown.
    pub(super) weights: Option<String>,
}

impl ModelLocation {
    fn open(&self) -> Result<Folder> {
        let folder = Folder::open(&self.folder).map_err(|error| unusable(&self.folder, &error))?;
        match &self.weights {
            Some(weights) if weights != folder.weights_hash() => Err(not_as_published(&[WEIGHTS.to_owned()])),
            _ => Ok(folder),
        }
    }
}

/// The file name of a model's weights.
pub(super) const WEIGHTS: &str = "model.safetensors";

/// An opened model.
struct Opened {
    embedder: Arc<dyn Embedder>,
    engine: EngineName,
    /// The verdict, if it was determined just now.
    new_verdict: Option<Verdict>,
}

/// Opens a model with the engine that the author chose or, if there is no choice, by its verdict.
fn open(place: &ModelLocation, config: &EmbedderConfig, known: &[Verdict]) -> Result<Opened> {
    let folder = place.open()?;
    let compared = compared(&folder, config.scheme);
    let earlier = verdicts::find(known, &compared);
    let new_verdict = match (earlier, config.engine) {
        (None, EngineChoice::Auto) => Some(verdict(&folder, config.scheme)?),
        _ => None,
    };
    let verdict = new_verdict.as_ref().or(earlier);
    let may_be_fast = config.engine == EngineChoice::Auto && verdict.is_some_and(|verdict| verdict.agree);
    let (engine, name, scheme) = match may_be_fast {
        true => (Engine::Auto, EngineName::Packed, scheme(config.scheme)),
        false => (Engine::Candle, EngineName::Candle, Scheme::F32),
    };
    let options = Options { engine, scheme, threads: config.threads };
    let embedder = wenfang_embed::load(&folder, &options).map_err(|error| unusable(folder.path(), &error))?;
    Ok(Opened { embedder: Arc::from(embedder), engine: name, new_verdict })
}

/// Compares the two engines on a model. Takes a second or two.
pub(super) fn compare(place: &ModelLocation, scheme: ModelScheme) -> Result<(Verdict, Folder)> {
    let folder = place.open()?;
    Ok((verdict(&folder, scheme)?, folder))
}

fn verdict(folder: &Folder, scheme: ModelScheme) -> Result<Verdict> {
    let agreement: Agreement = wenfang_embed::agreement(folder, self::scheme(scheme))
        .map_err(|error| unusable(folder.path(), &error))?;
    let verdict = Verdict {
        compared: compared(folder, scheme),
        least_cosine: agreement.least_cosine,
        agree: agreement.agree(),
    };
    if !verdict.agree {
        tracing::warn!(least_cosine = verdict.least_cosine, "the two embedding engines disagree");
    }
    Ok(verdict)
}

fn compared(folder: &Folder, scheme: ModelScheme) -> Compared {
    Compared {
        weights: folder.weights_hash().to_owned(),
        scheme,
        processor: processor(),
        release: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The kind of processor, as the fast engine classifies it.
fn processor() -> String {
    format!("{} {:?}", std::env::consts::ARCH, Kernels::best().level())
}

pub(super) fn scheme(scheme: ModelScheme) -> Scheme {
    match scheme {
        ModelScheme::F32 => Scheme::F32,
        ModelScheme::Int8 => Scheme::Int8,
    }
}

/// The error for downloaded files that differ from the published ones.
pub(super) fn not_as_published(files: &[String]) -> Error {
    Error::new(
        Code::ModelUnusable,
        format!("the model's files differ from the published ones: {}", files.join(", ")),
        "Search continues without it. Download it again; only the damaged files are fetched.",
    )
    .with(serde_json::json!({ "damaged": files }))
}

/// The error for an unusable model.
fn unusable(path: &Path, error: &(dyn std::error::Error + 'static)) -> Error {
    let folder = match error.downcast_ref::<LoadError>() {
        Some(LoadError::Folder(folder)) => Some(folder),
        _ => error.downcast_ref::<FolderError>(),
    };
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        message = format!("{message}: {inner}");
        cause = inner.source();
    }
    let unusable = Error::new(
        Code::ModelUnusable,
        format!("the model in {} is unusable: {message}", path.display()),
        "Search continues without it. Choose another folder, or download a model.",
    );
    match folder {
        Some(folder) => unusable.with(serde_json::json!({ "file": folder.file(), "fault": folder.fault() })),
        None => unusable,
    }
}

fn unknown_model() -> Error {
    Error::new(
        Code::ModelUnusable,
        "the chosen model is unknown to this release",
        "Search continues without it. Choose a folder with a model, or download one.",
    )
}

/// Runs long computations or reads on a blocking thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(Error::new(Code::Internal, "the embedding model failed", "Please report this."))
    })
}
