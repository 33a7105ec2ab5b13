//! Who serves models: a provider as the author set it up, and what is known of its kind.
//!
//! A [`Provider`] is a value without secrets: its key is in [`crate::keys`] under its [`ProviderId`]. Nothing here
//! opens a connection. [`Provider::check`] is run before a provider is stored and before it is called.

mod check;
mod dialect;
mod host;
mod id;
mod preset;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use check::ProviderError;
pub use dialect::{Dialect, KeyHeader, LengthField};
pub use host::{HostKind, host_kind, origin, origin_of};
pub use id::ProviderId;
pub use preset::{Preset, PresetFacts, presets};

use crate::structured::Abilities;
use crate::usage::Price;

/// A server of models, as the author set it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Its name in routes, keys and records.
    pub id: ProviderId,
    /// What the author calls it, 1–100 characters.
    pub name: String,
    /// Which kind of server it is.
    pub preset: Preset,
    /// Where the API begins, with its version: `https://api.example.com/v1`. At most 500 characters.
    pub base_url: String,
    /// Headers of the author's own, sent with every request. Never a key: names that speak of one are refused.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// How long it is waited for.
    #[serde(default)]
    pub timeouts: Timeouts,
    /// The models the author uses there.
    #[serde(default)]
    pub models: Vec<Model>,
    /// What a probe found, or the author says; without it the preset's word counts.
    #[serde(default)]
    pub abilities: Option<Abilities>,
    /// Whether stand-ins are sent to it in place of names of persons, places and organizations, and of personal data.
    #[serde(default)]
    pub mask_names: bool,
}

/// A model of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Its name as the server knows it, 1–200 characters.
    pub name: String,
    /// Tokens of prompt and answer together, when known.
    #[serde(default)]
    pub context_tokens: Option<u32>,
    /// What it costs, when known.
    #[serde(default)]
    pub price: Option<Price>,
}

/// How long a provider is waited for, in whole seconds, each 1–3600.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Timeouts {
    /// Until the connection stands.
    pub connect: u32,
    /// From the request to the first text or thinking of the answer. Keep-alives are neither.
    pub first_token: u32,
    /// Between two pieces of the answer. Keep-alives do not count as pieces.
    pub idle: u32,
    /// From the request to the end of the answer, however steadily it drips.
    #[serde(default = "whole_answer")]
    pub total: u32,
}

/// Half an hour: 8,000 characters at five a second, which is slow for a service.
const fn whole_answer() -> u32 {
    1800
}

impl Default for Timeouts {
    /// 10 s, 120 s, 60 s and half an hour: a thinking model or a queue may take a minute before it says anything; a stream
    /// that has begun seldom rests for more than a few seconds.
    fn default() -> Self {
        Self { connect: 10, first_token: 120, idle: 60, total: whole_answer() }
    }
}

impl Timeouts {
    /// Until the connection stands.
    pub const fn connect(&self) -> Duration {
        Duration::from_secs(self.connect as u64)
    }

    /// Until the first text or thinking.
    pub const fn first_token(&self) -> Duration {
        Duration::from_secs(self.first_token as u64)
    }

    /// Between two pieces of the answer.
    pub const fn idle(&self) -> Duration {
        Duration::from_secs(self.idle as u64)
    }

    /// Until the end of the answer.
    pub const fn total(&self) -> Duration {
        Duration::from_secs(self.total as u64)
    }
}

impl Provider {
    /// A provider of a preset with the preset's address and no models: the author asks the server for them.
    pub fn of_preset(id: ProviderId, preset: Preset) -> Self {
        let facts = preset.facts();
        Self {
            id,
            name: facts.name.to_owned(),
            preset,
            base_url: facts.base_url.to_owned(),
            headers: BTreeMap::new(),
            timeouts: facts.timeouts(),
            models: Vec::new(),
            abilities: None,
            mask_names: false,
        }
    }

    /// Whether it may be stored and called.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), ProviderError> {
        check::check(self)
    }

    /// What its answers can be asked for: the author's or a probe's word, else the preset's, else nothing is counted on.
    pub fn abilities(&self) -> Abilities {
        self.abilities.or_else(|| self.preset.facts().abilities()).unwrap_or_default()
    }

    /// The model of a name.
    pub fn model(&self, name: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.name == name)
    }
}

#[cfg(test)]
mod tests;
