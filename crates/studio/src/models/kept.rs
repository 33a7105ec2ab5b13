//! `models.json`: what is set up, without keys.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wenfang_llm::chat::Parameters;
use wenfang_llm::providers::{Provider, ProviderId, origin};
use wenfang_llm::route::{Route, Routes, Target};
use wenfang_story::generation::Cost;

use super::key_place::KeyPlace;
use crate::error::Result;
use crate::files::{self, Read};

/// The most that may be spent. None is no ceiling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
pub struct Ceilings {
    /// By one generation, all of its calls together.
    pub per_run: Option<Cost>,
    /// In thirty days, in this novel.
    pub per_month: Option<Cost>,
}

/// What is set up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ModelSettings {
    pub(crate) providers: Vec<Provider>,
    pub(crate) routes: Routes,
    pub(crate) ceilings: Ceilings,
    pub(crate) key_place: KeyPlace,
    /// Hosts to which the author agreed to send text.
    pub(crate) consented: BTreeSet<String>,
    /// By host and model: requests that take so many tokens, sent and answered together, begin without asking the author.
    pub(crate) unasked: BTreeMap<String, BTreeMap<String, u64>>,
    /// The first origin of each provider that moved or was removed: a key that was stored without an origin belongs there.
    pub(crate) first_origins: BTreeMap<ProviderId, String>,
}

impl ModelSettings {
    pub(crate) fn provider(&self, id: &ProviderId) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == *id)
    }

    /// Sets a provider up, or changes it. A model that is new becomes the default where there is none: it is asked at once.
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

    /// How many tokens a request of a model may take without asking the author; 0 where each one is asked about.
    pub(crate) fn unasked(&self, origin: &str, model: &str) -> u64 {
        self.unasked.get(origin).and_then(|models| models.get(model)).copied().unwrap_or(0)
    }

    /// Sends nothing to a host any more that the author is not asked about.
    pub(super) fn withdraw(&mut self, origin: &str) {
        self.consented.remove(origin);
        self.unasked.remove(origin);
    }

    /// Remembers where a provider is before it moves or is removed. Only its first origin counts.
    pub(super) fn note_first_origin(&mut self, id: &ProviderId) {
        if let Some(first) = self.provider(id).and_then(origin) {
            self.first_origins.entry(id.clone()).or_insert(first);
        }
    }
}

/// The settings and where they are kept.
pub(super) struct SettingsStore {
    path: PathBuf,
    settings: ModelSettings,
}

impl SettingsStore {
    /// Reads what is set up; a file that cannot be read is put aside and nothing is set up.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join("models.json");
        let settings = match files::read::<ModelSettings>(&path) {
            Read::Found(settings) => settings,
            Read::Absent | Read::Broken => ModelSettings::default(),
        };
        Self { path, settings }
    }

    pub(super) fn settings(&self) -> &ModelSettings {
        &self.settings
    }

    /// Changes the settings and stores them; nothing is changed where they cannot be stored.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut ModelSettings)) -> Result<()> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        files::write(&self.path, &settings)?;
        self.settings = settings;
        Ok(())
    }
}
