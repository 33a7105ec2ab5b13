//! The author's models on this machine: providers, keys, routes, ceilings, and the client that calls them; with the
//! tools of mending.
//!
//! Nothing of this is in a project file, so a stranger's project brings no provider and no address. Keys are in
//! the keychain, in memory, or in an encrypted file; no answer contains them.

mod calibrations;
pub mod commands;
mod key_place;
mod providers;
mod settings;
pub mod tools;
mod window;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use wenfang_llm::call::Caller;
use wenfang_llm::chat::Message;
use wenfang_llm::client::Client;
use wenfang_llm::providers::ProviderId;
use wenfang_llm::tokens::TokenCounter;
use wenfang_story::GenerationId;

pub use key_place::{KeyPlace, KeysView};
pub use providers::{
    Consent, NewRoutes, ProbeProvider, Probed, ProviderRequest, ProviderView, Providers, SaveProvider,
    ServedModels, SetCeilings, SetKey, SetKeyPlace, Unlock,
};
pub use settings::Ceilings;
pub(crate) use settings::ModelSettings;
pub(crate) use window::{USUAL_WINDOW, assumed_window};

/// The author's models; clones share one state.
#[derive(Clone)]
pub struct Models {
    inner: Arc<Inner>,
}

struct Inner {
    folder: PathBuf,
    store: Mutex<settings::SettingsStore>,
    keys: Mutex<key_place::OpenKeys>,
    calibrations: Mutex<calibrations::Calibrations>,
    caller: Caller,
    /// Generations that are receiving text.
    running: Mutex<HashSet<GenerationId>>,
}

impl Models {
    /// Reads the models from a settings folder. Opens no connection and no keychain.
    pub fn new(folder: PathBuf) -> Self {
        let mut store = settings::SettingsStore::read(&folder);
        let keys = key_place::OpenKeys::of(store.settings().key_place);
        let calibrations = Mutex::new(calibrations::Calibrations::read(&folder));
        Self {
            inner: Arc::new(Inner {
                folder,
                store: Mutex::new(store),
                keys: Mutex::new(keys),
                calibrations,
                caller: Caller::new(Client::new()),
                running: Mutex::new(HashSet::new()),
            }),
        }
    }

    /// The settings folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.inner.folder
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.inner.caller
    }

    /// The settings of now, also if another process changed them.
    pub(crate) fn settings(&self) -> ModelSettings {
        self.inner.store.lock().settings().clone()
    }

    /// Whether the author agrees to sending text to all of these origins.
    pub(crate) fn may_send(&self, origins: &[String]) -> bool {
        let mut store = self.inner.store.lock();
        let consented = &store.settings().consented;
        origins.iter().all(|origin| consented.contains(origin))
    }

    /// The token counter of a model, calibrated by what its server has reported.
    pub(crate) fn counter(&self, provider: &ProviderId, model: &str) -> TokenCounter {
        self.inner.calibrations.lock().counter(provider, model)
    }

    /// Calibrates a counter with the prompt tokens a server reported; see
    /// [`Calibration::learn`](wenfang_llm::tokens::Calibration::learn).
    pub(crate) fn learn(
        &self,
        provider: &ProviderId,
        model: &str,
        (messages, reported): (&[Message], usize),
    ) {
        let mut calibrations = self.inner.calibrations.lock();
        let mut counter = calibrations.counter(provider, model);
        counter.calibrate(counter.count_messages(messages), reported);
        calibrations.note(provider, model, &counter);
    }

    /// Whether a generation is receiving text.
    pub(crate) fn is_running(&self, generation: GenerationId) -> bool {
        self.inner.running.lock().contains(&generation)
    }

    /// The generations that are receiving text.
    pub(crate) fn running(&self) -> Vec<GenerationId> {
        self.inner.running.lock().iter().copied().collect()
    }

    /// Marks a generation as running until the guard is dropped.
    pub(crate) fn run(&self, generation: GenerationId) -> ActiveGeneration {
        self.inner.running.lock().insert(generation);
        ActiveGeneration { models: self.clone(), generation }
    }
}

/// Guard of a running generation.
pub(crate) struct ActiveGeneration {
    models: Models,
    generation: GenerationId,
}

impl Drop for ActiveGeneration {
    fn drop(&mut self) {
        self.models.inner.running.lock().remove(&self.generation);
    }
}
