//! Loading what makes vectors: the chosen model, or the fallback with the reason.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use wenfang_embed::kernels::Kernels;
use wenfang_embed::{Agreement, Embedder, Engine, Folder, FolderError, LoadError, NGram, Options, Scheme};

use super::kept::{InUse, ModelChoice, ModelScheme};
use super::verdicts::{self, Compared, Verdict};
use super::{Meaning, locked};
use crate::error::{Code, Error, Result};

/// By what vectors are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EngineName {
    /// The quick way.
    Packed,
    /// The plain way, since the quick one did not agree with it on this machine.
    Candle,
    /// Without a model.
    Fallback,
}

/// What is to be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) choice: ModelChoice,
    pub(super) scheme: ModelScheme,
    pub(super) threads: NonZeroUsize,
}

impl Used {
    pub(super) fn of(in_use: &InUse) -> Self {
        Self { choice: in_use.choice.clone(), scheme: in_use.scheme, threads: NonZeroUsize::MIN }
    }
}

/// What was loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What makes the vectors.
    pub embedder: Arc<dyn Embedder>,
    /// By what they are computed.
    pub engine: EngineName,
    /// Why it is not the chosen model, where it is not.
    pub trouble: Option<Error>,
    pub(super) used: Used,
}

impl Loaded {
    fn fallback(used: Used, trouble: Option<Error>) -> Self {
        Self { embedder: Arc::new(NGram::new()), engine: EngineName::Fallback, trouble, used }
    }
}

/// What is kept in memory.
#[derive(Default)]
pub(super) struct ModelCache {
    pub(super) current: Option<Loaded>,
    pub(super) previous: Option<Loaded>,
}

impl Meaning {
    /// Loads what is to be used; never fails, since there is the fallback.
    pub(super) async fn load(&self, used: Used) -> Loaded {
        if used.choice == ModelChoice::None {
            return Loaded::fallback(used, None);
        }
        let Some(folder) = self.folder(&used.choice) else {
            return Loaded::fallback(used, Some(unknown_model()));
        };
        let place = ModelLocation { folder, weights: self.pinned(&used.choice) };
        let known = locked(&self.inner.kept).settings().verdicts.clone();
        let wanted = used.clone();
        match blocking(move || open(&place, &wanted, &known)).await {
            Ok(opened) => {
                if let Some(verdict) = opened.found {
                    self.note(verdict);
                }
                Loaded { embedder: opened.embedder, engine: opened.engine, trouble: None, used }
            }
            Err(error) => {
                tracing::warn!(code = ?error.code, "the embedding model cannot be used: the fallback is");
                Loaded::fallback(used, Some(error))
            }
        }
    }

    /// Keeps a verdict. Where it cannot be stored, it is found out again the next time.
    pub(super) fn note(&self, verdict: Verdict) {
        let noted =
            locked(&self.inner.kept).change(|settings| verdicts::note(&mut settings.verdicts, verdict));
        if let Err(error) = noted {
            tracing::warn!(code = ?error.code, "a verdict on the embedding model could not be kept");
        }
    }

    /// Forgets what is in memory, so that the next to ask loads it anew.
    pub(super) async fn unload(&self) {
        *self.inner.held.lock().await = ModelCache::default();
    }
}

/// Where a model is.
pub(super) struct ModelLocation {
    pub(super) folder: PathBuf,
    /// SHA-256 that its weights must have; none where nothing is known of them.
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

/// The file with the weights of a model.
pub(super) const WEIGHTS: &str = "model.safetensors";

/// A model that was opened.
struct Opened {
    embedder: Arc<dyn Embedder>,
    engine: EngineName,
    /// The verdict, where it was found out just now.
    found: Option<Verdict>,
}

/// Opens a model, the way that the verdict on it says.
fn open(place: &ModelLocation, used: &Used, known: &[Verdict]) -> Result<Opened> {
    let folder = place.open()?;
    let compared = compared(&folder, used.scheme);
    let found = match verdicts::find(known, &compared) {
        Some(_) => None,
        None => Some(verdict(&folder, used.scheme)?),
    };
    let verdict = found.as_ref().or_else(|| verdicts::find(known, &compared));
    let (engine, name, scheme) = match verdict.is_some_and(|verdict| verdict.agree) {
        true => (Engine::Auto, EngineName::Packed, scheme(used.scheme)),
        false => (Engine::Candle, EngineName::Candle, Scheme::F32),
    };
    let options = Options { engine, scheme, threads: used.threads };
    let embedder = wenfang_embed::load(&folder, &options).map_err(|error| unusable(folder.path(), &error))?;
    Ok(Opened { embedder: Arc::from(embedder), engine: name, found })
}

/// Compares the two ways of computing the model at a place. Takes a second or two.
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
        tracing::warn!(least_cosine = verdict.least_cosine, "the two ways of embedding do not agree");
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

/// The kind of processor, as the quick way of computing sees it.
fn processor() -> String {
    format!("{} {:?}", std::env::consts::ARCH, Kernels::best().level())
}

pub(super) fn scheme(scheme: ModelScheme) -> Scheme {
    match scheme {
        ModelScheme::F32 => Scheme::F32,
        ModelScheme::Int8 => Scheme::Int8,
    }
}

/// A downloaded model that is not what was published.
pub(super) fn not_as_published(files: &[String]) -> Error {
    Error::new(
        Code::ModelUnusable,
        format!("the model is not what was published: {}", files.join(", ")),
        "Searching goes on without it. Download it again: only what is wrong is fetched.",
    )
    .with(serde_json::json!({ "damaged": files }))
}

/// A model that cannot be used.
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
        format!("the model in {} cannot be used: {message}", path.display()),
        "Searching goes on without it. Choose another folder, or download a model.",
    );
    match folder {
        Some(folder) => unusable.with(serde_json::json!({ "file": folder.file(), "fault": folder.fault() })),
        None => unusable,
    }
}

fn unknown_model() -> Error {
    Error::new(
        Code::ModelUnusable,
        "this release does not know the model that is set up",
        "Searching goes on without it. Choose a folder with a model, or download one.",
    )
}

/// Runs work that computes or reads much, away from the threads that answer.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(Error::new(Code::Internal, "the embedding model failed", "Please report this."))
    })
}
