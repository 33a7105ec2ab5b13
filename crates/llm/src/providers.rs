//! Providers of models: the author's settings, and facts about each kind of server.
//!
//! A [`Provider`] contains no secrets: its key is in [`crate::keys`] under its [`ProviderId`]. This module opens no
//! connection. [`Provider::check`] must run before a provider is stored and before it is called.

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

/// A model server as the author set it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Its identifier in routes, keys and records.
    pub id: ProviderId,
    /// The author's name for it, 1–100 characters.
    pub name: String,
    pub preset: Preset,
    /// The base address of the API including its version: `https://api.example.com/v1`. At most 500 characters.
    pub base_url: String,
    /// Custom headers sent with every request. Never a key: header names that suggest a secret are refused.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub timeouts: Timeouts,
    #[serde(default)]
    pub models: Vec<Model>,
    /// The abilities found by a probe or set by the author; `None` uses the preset's.
    #[serde(default)]
    pub abilities: Option<Abilities>,
    /// Whether names of persons, places and organizations, and personal data, are replaced by stand-ins before
    /// sending.
    #[serde(default)]
    pub mask_names: bool,
}

/// A model of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The model name as the server knows it, 1–200 characters.
    pub name: String,
    /// The context window: tokens of prompt and answer together, if known.
    #[serde(default)]
    pub context_tokens: Option<u32>,
    /// The price, if known.
    #[serde(default)]
    pub price: Option<Price>,
}

/// Timeouts of a provider, in whole seconds, each 1–3600.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Timeouts {
    /// Until the connection is established.
    pub connect: u32,
    /// From the request to the first text or reasoning of the answer. Keep-alives do not count.
    pub first_token: u32,
    /// Between two pieces of the answer. Keep-alives do not count as pieces.
    pub idle: u32,
    /// From the request to the end of the answer, even if data keeps arriving.
    #[serde(default = "whole_answer")]
    pub total: u32,
}

/// Half an hour: enough for 8,000 characters at five per second, which is slow for a hosted service.
const fn whole_answer() -> u32 {
    1800
}

impl Default for Timeouts {
    /// 10 s, 120 s, 60 s and half an hour: a thinking model or a queue may take a minute before the first word; a
    /// stream that has begun seldom pauses for more than a few seconds.
    fn default() -> Self {
        Self { connect: 10, first_token: 120, idle: 60, total: whole_answer() }
    }
}

impl Timeouts {
    /// Until the connection is established.
    pub const fn connect(&self) -> Duration {
        Duration::from_secs(self.connect as u64)
    }

    /// Until the first text or reasoning.
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
    /// Creates a provider from a preset, with the preset's address and no models. The author fetches the models from
    /// the server.
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

    /// Checks whether the provider may be stored and called.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), ProviderError> {
        check::check(self)
    }

    /// The abilities set by the author or found by a probe; otherwise the preset's; otherwise none.
    pub fn abilities(&self) -> Abilities {
        self.abilities.or_else(|| self.preset.facts().abilities()).unwrap_or_default()
    }

    /// Returns the model with this name.
    pub fn model(&self, name: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.name == name)
    }
}

#[cfg(test)]
mod tests;
