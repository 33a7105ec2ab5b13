//! The embedding model of this machine: which model is used, where it comes from, how it is loaded.
//!
//! None of it is in a project file. [`Meaning::embedder`] always returns an embedder: the model that the author chose,
//! or, if there is none or it cannot be used, a fallback without a model, with the reason.
//!
//! Always: nothing is downloaded unless the request says that the author agreed; a model is used only after both
//! implementations agreed on it on this kind of processor, otherwise the reference implementation is used and
//! reported; the author's own model folder is never written or removed.

pub mod commands;
mod downloading;
mod kept;
mod loading;
mod power;
pub mod semantic;
#[cfg(test)]
mod tests;
mod verdicts;
mod views;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wenfang_embed::Embedder;
use wenfang_embed::download::{Mirror, Model, catalogue};

use crate::desk::Folders;

pub use commands::{EmbedTexts, Embedded, embed};
pub use kept::{ModelChoice, ModelScheme};
pub use loading::{EngineName, Loaded};
pub use views::{
    ChooseModel, ChosenModel, DownloadModel, MeaningState, ModelChecked, OfferedModel, OfferedPresence,
    RemoveModel, SetMeaning, VectorRole,
};

use kept::SettingsStore;
use loading::{ModelCache, Used};

/// The embedding settings and the loaded model, shared by all callers.
#[derive(Clone)]
pub struct Meaning {
    inner: Arc<Inner>,
}

struct Inner {
    folders: Folders,
    offer: Offer,
    kept: Mutex<SettingsStore>,
    held: tokio::sync::Mutex<ModelCache>,
}

/// Locks a mutex. A poisoned lock is safe to reuse: every critical section is a single assignment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Meaning {
    /// Reads the settings in these folders; loads no model.
    pub fn new(folders: &Folders) -> Self {
        Self::with(folders, Offer::known())
    }

    fn with(folders: &Folders, offer: Offer) -> Self {
        Self {
            inner: Arc::new(Inner {
                kept: Mutex::new(SettingsStore::read(&folders.config)),
                offer,
                folders: folders.clone(),
                held: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// The embedder of this machine: the chosen model, or the fallback. The first call after a change loads the model
    /// on a blocking thread.
    pub async fn embedder(&self) -> Arc<dyn Embedder> {
        Arc::clone(&self.loaded().await.embedder)
    }

    /// The embedder and how it was chosen.
    pub async fn loaded(&self) -> Loaded {
        let mut held = self.inner.held.lock().await;
        let wanted = self.wanted();
        if let Some(loaded) = held.current.as_ref().filter(|loaded| loaded.used == wanted) {
            return loaded.clone();
        }
        let loaded = self.load(wanted).await;
        held.current = Some(loaded.clone());
        loaded
    }

    /// The embedder before the last change of model or scheme; its vectors serve queries until the new ones are
    /// computed. None if nothing changed or it can no longer be loaded. The first call loads it, so call only when
    /// needed.
    pub async fn previous(&self) -> Option<Arc<dyn Embedder>> {
        let used = locked(&self.inner.kept).settings().previous.clone()?;
        let mut held = self.inner.held.lock().await;
        let threads = self.threads();
        let used = Used { threads, ..Used::of(&used) };
        if held.previous.as_ref().is_none_or(|loaded| loaded.used != used) {
            held.previous = Some(self.load(used).await);
        }
        let loaded = held.previous.as_ref()?;
        loaded.trouble.is_none().then(|| Arc::clone(&loaded.embedder))
    }

    /// Whether background work may run now: not on battery, if the author wants to save it.
    pub fn may_work(&self) -> bool {
        !(locked(&self.inner.kept).settings().pause_on_battery && power::on_battery())
    }

    /// The folder of the search indexes, which are derived and rebuilt when missing.
    pub fn index_folder(&self) -> PathBuf {
        self.inner.folders.cache.join("search")
    }

    /// Threads for embedding: the author's setting, or all cores but one.
    fn threads(&self) -> NonZeroUsize {
        let wanted = locked(&self.inner.kept).settings().threads;
        let cores = cores().get();
        NonZeroUsize::new(wanted.map_or(cores - 1, |wanted| wanted as usize).min(cores))
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// The model to load according to the settings.
    fn wanted(&self) -> Used {
        let threads = self.threads();
        Used { threads, ..Used::of(&locked(&self.inner.kept).settings().in_use()) }
    }

    /// Finds a model in the catalogue.
    fn model(&self, id: &str) -> Option<&Model> {
        self.inner.offer.models.iter().find(|model| model.id == id)
    }

    /// The folder for a model of the catalogue, whether downloaded or not.
    fn place(&self, model: &Model) -> PathBuf {
        self.inner.folders.data.join("embedding").join(&model.id)
    }

    /// SHA-256 that the weights of a choice must have; none if unknown.
    fn pinned(&self, choice: &ModelChoice) -> Option<String> {
        let ModelChoice::Downloaded { model } = choice else { return None };
        let mut files = self.model(model)?.files.iter();
        files.find(|file| file.name == loading::WEIGHTS).map(|file| file.sha256.clone())
    }

    /// The folder of a choice; none for the fallback or for a model unknown to this release.
    fn folder(&self, choice: &ModelChoice) -> Option<PathBuf> {
        match choice {
            ModelChoice::None => None,
            ModelChoice::Folder { path } => Some(path.clone()),
            ModelChoice::Downloaded { model } => self.model(model).map(|model| self.place(model)),
        }
    }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The models that can be downloaded, and the default mirrors.
struct Offer {
    models: Vec<Model>,
    mirrors: Vec<Mirror>,
}

impl Offer {
    fn known() -> Self {
        // Whole-program tests must not use the network, so they supply their own catalogue without mirrors.
        #[cfg(debug_assertions)]
        if let Some(path) = std::env::var_os("WENFANG_MODEL_CATALOGUE") {
            let models = std::fs::read(path).ok().and_then(|json| serde_json::from_slice(&json).ok());
            return Self { models: models.unwrap_or_else(catalogue), mirrors: Vec::new() };
        }
        Self { models: catalogue(), mirrors: Mirror::public() }
    }
}
