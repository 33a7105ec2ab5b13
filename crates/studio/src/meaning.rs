//! Meaning on this machine: which model makes vectors of texts, where it comes from, how it is loaded.
//!
//! None of it is in a project file. [`Meaning::embedder`] always gives something: the model that the author chose, or, where
//! there is none or it cannot be used, a fallback without a model, with the reason.
//!
//! Always: nothing is fetched unless the author agreed to it in the request; a model is used only after both ways of
//! computing agreed on it on this kind of processor, else the plain one is used and that is said; a folder of the author's is
//! never written or removed.

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

/// How texts become vectors on this machine; shared by everything that asks.
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

/// What a panic elsewhere left is as good as before: every change under these locks is one assignment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Meaning {
    /// Meaning as it is set up in these folders. Reads settings and nothing else.
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

    /// The embedder of this machine: the chosen model, or the fallback. The first call after a change loads it, away from
    /// the threads of the runtime.
    pub async fn embedder(&self) -> Arc<dyn Embedder> {
        Arc::clone(&self.loaded().await.embedder)
    }

    /// The embedder and how it came to be the one.
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

    /// The embedder before the last change of model or scheme, whose vectors may answer until the new ones are there. None
    /// where nothing changed, or it cannot be loaded any more. The first call loads it: ask only when it is needed.
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

    /// Whether work that nobody waits for may be done now: not on battery, when the author wants that saved.
    pub fn may_work(&self) -> bool {
        !(locked(&self.inner.kept).settings().pause_on_battery && power::on_battery())
    }

    /// Where indexes of novels are: derived, and made anew when they are gone.
    pub fn index_folder(&self) -> PathBuf {
        self.inner.folders.cache.join("search")
    }

    /// Threads for embedding: as many as the author wants, else all cores but one.
    fn threads(&self) -> NonZeroUsize {
        let wanted = locked(&self.inner.kept).settings().threads;
        let cores = cores().get();
        NonZeroUsize::new(wanted.map_or(cores - 1, |wanted| wanted as usize).min(cores))
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// What is to be loaded by the settings.
    fn wanted(&self) -> Used {
        let threads = self.threads();
        Used { threads, ..Used::of(&locked(&self.inner.kept).settings().in_use()) }
    }

    /// A model of the catalogue.
    fn model(&self, id: &str) -> Option<&Model> {
        self.inner.offer.models.iter().find(|model| model.id == id)
    }

    /// Where a model of the catalogue is, or shall be.
    fn place(&self, model: &Model) -> PathBuf {
        self.inner.folders.data.join("embedding").join(&model.id)
    }

    /// SHA-256 of the weights that a choice must have; none where nothing is known of them.
    fn pinned(&self, choice: &ModelChoice) -> Option<String> {
        let ModelChoice::Downloaded { model } = choice else { return None };
        let mut files = self.model(model)?.files.iter();
        files.find(|file| file.name == loading::WEIGHTS).map(|file| file.sha256.clone())
    }

    /// The folder of a choice; none for the fallback, or a model that this release does not know.
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

/// What can be downloaded, and from where without the author's naming it.
struct Offer {
    models: Vec<Model>,
    mirrors: Vec<Mirror>,
}

impl Offer {
    fn known() -> Self {
        // Nothing that tests of a whole program do leaves this machine; our models are large, so they name their own.
        #[cfg(debug_assertions)]
        if let Some(path) = std::env::var_os("WENFANG_MODEL_CATALOGUE") {
            let models = std::fs::read(path).ok().and_then(|json| serde_json::from_slice(&json).ok());
            return Self { models: models.unwrap_or_else(catalogue), mirrors: Vec::new() };
        }
        Self { models: catalogue(), mirrors: Mirror::public() }
    }
}
