//! `models.json`: the model settings, without keys.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use wenfang_llm::chat::Parameters;
use wenfang_llm::providers::{Provider, ProviderId, origin};
use wenfang_llm::route::{Route, Routes, Target};
use wenfang_story::generation::Cost;
use wenfang_usecase::files::Read;
use wenfang_usecase::{Result, files};

use super::key_place::KeyPlace;

/// Spending ceilings; none is unlimited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
pub struct Ceilings {
    /// For one generation, including all of its calls.
    pub per_run: Option<Cost>,
    /// For thirty days, in this novel.
    pub per_month: Option<Cost>,
}

/// The model settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ModelSettings {
    pub(crate) providers: Vec<Provider>,
    pub(crate) routes: Routes,
    pub(crate) ceilings: Ceilings,
    pub(crate) key_place: KeyPlace,
    /// Origins to which the author agreed to send text.
    pub(crate) consented: BTreeSet<String>,
    /// Tokens, prompt and answer together, that a request may use without asking the author; by origin and
    /// model.
    pub(crate) unasked: BTreeMap<String, BTreeMap<String, u64>>,
    /// The first origin of each provider that moved or was removed: a key stored without an origin belongs to
    /// it.
    pub(crate) first_origins: BTreeMap<ProviderId, String>,
}

impl ModelSettings {
    pub(crate) fn provider(&self, id: &ProviderId) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == *id)
    }

    /// Adds or changes a provider. A new model becomes the default if there is none, so it is used at once.
    pub(super) fn put(&mut self, provider: Provider) {
        self.note_first_origin(&provider.id);
        let known = self.providers.iter().position(|known| known.id == provider.id);
        let before = known.map_or(&[][..], |at| self.providers[at].models.as_slice());
        let new = provider.models.iter().find(|model| before.iter().all(|old| old.name != model.name));
        let default = self.routes.default.as_ref();
        if let Some(model) = new
            && default.is_none_or(|route| route.targets.is_empty())
        {
            let fallback = default.is_none_or(|route| route.fallback);
            let (provider, model) = (provider.id.clone(), model.name.clone());
            let targets = vec![Target { provider, model, parameters: Parameters::default() }];
            self.routes.default = Some(Route { targets, fallback });
        }
        match known {
            Some(at) => self.providers[at] = provider,
            None => self.providers.push(provider),
        }
    }

    /// Tokens a request of a model may use without asking the author; 0 to ask about each request.
    pub(crate) fn unasked(&self, origin: &str, model: &str) -> u64 {
        self.unasked.get(origin).and_then(|models| models.get(model)).copied().unwrap_or(0)
    }

    /// Withdraws the author's consent to an origin, and with it the limits for its models.
    pub(super) fn withdraw(&mut self, origin: &str) {
        self.consented.remove(origin);
        self.unasked.remove(origin);
    }

    /// Records the origin of a provider before it moves or is removed. Only its first origin counts.
    pub(super) fn note_first_origin(&mut self, id: &ProviderId) {
        if let Some(first) = self.provider(id).and_then(origin) {
            self.first_origins.entry(id.clone()).or_insert(first);
        }
    }
}

/// The settings with their file. Another process may change it: what was read is used as long as the file is the same.
pub(super) struct SettingsStore {
    path: PathBuf,
    settings: ModelSettings,
    stamp: Option<Stamp>,
}

/// What tells one state of a file from the next. Every change puts a new file in the place of the old one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    length: u64,
    /// The number of the file, where the system has one.
    number: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let known = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&known);
        #[cfg(not(unix))]
        let number = 0;
        Some(Self { modified: known.modified().ok()?, length: known.len(), number })
    }
}

impl SettingsStore {
    /// Reads the settings. A file that cannot be read is set aside and the settings are empty.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join("models.json");
        let mut store = Self { path, settings: ModelSettings::default(), stamp: None };
        store.reread(Stamp::of(&store.path));
        store
    }

    fn reread(&mut self, stamp: Option<Stamp>) {
        self.stamp = stamp;
        self.settings = match files::read::<ModelSettings>(&self.path) {
            Read::Found(settings) => settings,
            Read::Absent | Read::Broken => ModelSettings::default(),
        };
    }

    /// The settings of now.
    pub(super) fn settings(&mut self) -> &ModelSettings {
        let stamp = Stamp::of(&self.path);
        if stamp != self.stamp {
            self.reread(stamp);
        }
        &self.settings
    }

    /// Changes and stores the settings; nothing changes if the write fails.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut ModelSettings)) -> Result<()> {
        let mut settings = self.settings().clone();
        change(&mut settings);
        files::write(&self.path, &settings)?;
        self.settings = settings;
        self.stamp = Stamp::of(&self.path);
        Ok(())
    }
}
