//! Embeddings on this machine: which model computes them, where it comes from, how it is loaded.
//!
//! Nothing of this is in a project file. [`Meaning::embedder`] always returns an embedder: the author's chosen
//! model or, if there is none or it is unusable, a fallback without a model, with the reason.
//!
//! Always: nothing is downloaded unless the request carries the author's agreement; a model runs on the fast
//! engine only after it agreed with the reference engine on this kind of processor, otherwise the reference
//! engine is used and the answer says so; a folder of the author's is never written or removed.

pub mod commands;
mod downloading;
mod loading;
mod power;
pub mod semantic;
mod settings;
#[cfg(test)]
mod tests;
mod verdicts;
mod views;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use wenfang_embed::Embedder;
use wenfang_embed::download::{Mirror, Model, catalogue};

use wenfang_usecase::Folders;

pub use commands::{EmbedTexts, Embedded, embed};
pub use loading::{EngineName, Loaded};
pub use settings::{EngineChoice, ModelChoice, ModelScheme};
pub use views::{
    ChooseModel, ChosenModel, DownloadModel, MeaningState, ModelChecked, OfferedModel, OfferedPresence,
    RemoveModel, SetMeaning, VectorRole,
};

use loading::{EmbedderConfig, ModelCache};
use settings::SettingsStore;

/// The embedding model of this machine; clones share one state.
#[derive(Clone)]
pub struct Meaning {
    inner: Arc<Inner>,
}

struct Inner {
    folders: Folders,
    offer: Offer,
    store: Mutex<SettingsStore>,
    cache: tokio::sync::Mutex<ModelCache>,
}

impl Meaning {
    /// Reads the settings in these folders, and nothing else.
    pub fn new(folders: &Folders) -> Self {
        Self::with(folders, Offer::known())
    }

    fn with(folders: &Folders, offer: Offer) -> Self {
        Self {
            inner: Arc::new(Inner {
                store: Mutex::new(SettingsStore::read(&folders.config)),
                offer,
                folders: folders.clone(),
                cache: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// Returns the chosen model, or the fallback. The first call after a change loads it on a blocking thread.
    pub async fn embedder(&self) -> Arc<dyn Embedder> {
        Arc::clone(&self.loaded().await.embedder)
    }

    /// Returns the embedder with its engine and the reason for a fallback.
    pub async fn loaded(&self) -> Loaded {
        let mut cache = self.inner.cache.lock().await;
        let wanted = self.wanted();
        if let Some(loaded) = cache.current.as_ref().filter(|loaded| loaded.config == wanted) {
            return loaded.clone();
        }
        let loaded = self.load(wanted).await;
        cache.current = Some(loaded.clone());
        loaded
    }

    /// Returns the embedder before the last change of model or scheme; its vectors may be used until the new
    /// ones are ready. None if nothing changed or it can no longer be loaded. The first call loads it, so call
    /// it only when needed.
    pub async fn previous(&self) -> Option<Arc<dyn Embedder>> {
        let config = self.inner.store.lock().settings().previous.clone()?;
        let mut cache = self.inner.cache.lock().await;
        let threads = self.threads();
        let config = EmbedderConfig { threads, ..EmbedderConfig::of(&config) };
        if cache.previous.as_ref().is_none_or(|loaded| loaded.config != config) {
            cache.previous = Some(self.load(config).await);
        }
        let loaded = cache.previous.as_ref()?;
        loaded.trouble.is_none().then(|| Arc::clone(&loaded.embedder))
    }

    /// Whether background work may run now; it pauses on battery unless the author allows it.
    pub fn may_work(&self) -> bool {
        !(self.inner.store.lock().settings().pause_on_battery && power::on_battery())
    }

    /// The folder of the search indexes. They are derived data and rebuilt if missing.
    pub fn index_folder(&self) -> PathBuf {
        self.inner.folders.cache.join("search")
    }

    /// Threads for embedding: the author's choice, else all cores but one.
    fn threads(&self) -> NonZeroUsize {
        let wanted = self.inner.store.lock().settings().threads;
        let cores = cores().get();
        NonZeroUsize::new(wanted.map_or(cores - 1, |wanted| wanted as usize).min(cores))
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// The embedder configuration of the current settings.
    fn wanted(&self) -> EmbedderConfig {
        let threads = self.threads();
        let store = self.inner.store.lock();
        let settings = store.settings();
        EmbedderConfig { threads, engine: settings.engine, ..EmbedderConfig::of(&settings.in_use()) }
    }

    /// Finds a model of the catalogue.
    fn model(&self, id: &str) -> Option<&Model> {
        self.inner.offer.models.iter().find(|model| model.id == id)
    }

    /// The download folder of a model of the catalogue.
    fn place(&self, model: &Model) -> PathBuf {
        self.inner.folders.data.join("embedding").join(&model.id)
    }

    /// The expected SHA-256 of a choice's weights; none if it is unknown.
    fn pinned(&self, choice: &ModelChoice) -> Option<String> {
        let ModelChoice::Downloaded { model } = choice else { return None };
        let mut files = self.model(model)?.files.iter();
        files.find(|file| file.name == loading::WEIGHTS).map(|file| file.sha256.clone())
    }

    /// The folder of a choice; none for the fallback, or a model unknown to this release.
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

/// The models that can be downloaded and the public mirrors.
struct Offer {
    models: Vec<Model>,
    mirrors: Vec<Mirror>,
}

impl Offer {
    fn known() -> Self {
        // In whole-program tests nothing leaves this machine. The published models are large, so tests name
        // their own.
        #[cfg(debug_assertions)]
        if let Some(path) = std::env::var_os("WENFANG_MODEL_CATALOGUE") {
            let models = std::fs::read(path).ok().and_then(|json| serde_json::from_slice(&json).ok());
            return Self { models: models.unwrap_or_else(catalogue), mirrors: Vec::new() };
        }
        Self { models: catalogue(), mirrors: Mirror::public() }
    }
}
