//! Request and answer types of the commands about models.

use serde::{Deserialize, Serialize};
use wenfang_llm::keys::KeyHint;
use wenfang_llm::probe::ProbeReport;
use wenfang_llm::providers::{HostKind, PresetFacts, Provider, ProviderId};
use wenfang_llm::route::Routes;

use super::key_place::{KeyPlace, KeysView};
use super::settings::Ceilings;

/// The providers, routes, ceilings and keys.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Providers {
    /// In the order they were added.
    pub providers: Vec<ProviderView>,
    pub routes: Routes,
    pub ceilings: Ceilings,
    pub keys: KeysView,
    /// The providers that can be set up.
    pub presets: Vec<PresetFacts>,
}

/// A provider as it is set up.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProviderView {
    pub provider: Provider,
    /// The part of its key that may be shown.
    pub key: KeyHint,
    /// Where requests go: scheme, host and port.
    pub origin: String,
    /// Where that host is.
    pub host: HostKind,
    pub needs_key: bool,
    /// Whether the author agreed to send text there.
    pub consented: bool,
    /// By model: tokens, prompt and answer together, that a request may use without asking the author.
    pub unasked: std::collections::BTreeMap<String, u64>,
    /// The context window, in tokens, assumed for models whose window the author has not given.
    pub assumed_window: u32,
}

/// A provider to add or change.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveProvider {
    /// Replaces the provider with the same id. An empty address means the one of the preset.
    pub provider: Provider,
}

/// Identifies a provider.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ProviderRequest {
    pub id: ProviderId,
}

/// A key to store.
#[derive(Clone, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetKey {
    pub id: ProviderId,
    /// Absent to delete the stored key.
    pub key: Option<String>,
}

impl std::fmt::Debug for SetKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Where to store keys.
#[derive(Clone, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetKeyPlace {
    pub place: KeyPlace,
    /// For a file: its passphrase, at least eight characters.
    pub passphrase: Option<String>,
}

impl std::fmt::Debug for SetKeyPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetKeyPlace").field("place", &self.place).finish_non_exhaustive()
    }
}

/// Opens the key file.
#[derive(Clone, Deserialize, ts_rs::TS)]
pub struct Unlock {
    pub passphrase: String,
}

impl std::fmt::Debug for Unlock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unlock")
    }
}

/// Agreement to send text to the host of a provider, or its withdrawal.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Consent {
    pub id: ProviderId,
    pub agreed: bool,
}

/// How many tokens a request of a model may use without asking the author.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Unasked {
    pub id: ProviderId,
    pub model: String,
    /// Tokens, prompt and answer together; 0 to ask about each request.
    pub tokens: u64,
}

/// A provider to test.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ProbeProvider {
    pub id: ProviderId,
    /// The model to test; the provider's first when absent.
    pub model: Option<String>,
}

/// The result of a test.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Probed {
    pub report: ProbeReport,
}

/// The models that a server offers.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ServedModels {
    /// Sorted.
    pub models: Vec<String>,
}

/// The routes from tasks to models.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct NewRoutes {
    pub routes: Routes,
}

/// The spending ceilings.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetCeilings {
    pub ceilings: Ceilings,
}
