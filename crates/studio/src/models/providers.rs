//! What is asked about providers, and the answers.

use serde::{Deserialize, Serialize};
use wenfang_llm::keys::KeyHint;
use wenfang_llm::probe::ProbeReport;
use wenfang_llm::providers::{HostKind, PresetFacts, Provider, ProviderId};
use wenfang_llm::route::Routes;

use super::kept::Ceilings;
use super::key_place::{KeyPlace, KeysView};

/// Everything that is set up about models.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Providers {
    /// The providers, in the order they were set up.
    pub providers: Vec<ProviderView>,
    /// Which model does which task.
    pub routes: Routes,
    /// The most that may be spent.
    pub ceilings: Ceilings,
    /// Where keys are.
    pub keys: KeysView,
    /// What can be set up.
    pub presets: Vec<PresetFacts>,
}

/// A provider as it is set up.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProviderView {
    /// As the author set it up.
    pub provider: Provider,
    /// What may be shown of its key.
    pub key: KeyHint,
    /// Where requests go: scheme, host and port.
    pub origin: String,
    /// Where that host is.
    pub host: HostKind,
    /// Whether servers of its kind want a key.
    pub needs_key: bool,
    /// Whether the author agreed that text is sent there.
    pub consented: bool,
    /// By model: requests that take so many tokens, sent and answered together, begin without asking the author.
    pub unasked: std::collections::BTreeMap<String, u64>,
    /// The window, in tokens, that a model of it is taken to have while the author has not said.
    pub assumed_window: u32,
}

/// A provider to set up, or to change.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SaveProvider {
    /// As it shall be; one with the same id is replaced. An empty address is that of its preset.
    pub provider: Provider,
}

/// A provider.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ProviderRequest {
    /// Which one.
    pub id: ProviderId,
}

/// A key to keep.
#[derive(Clone, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetKey {
    /// Whose.
    pub id: ProviderId,
    /// The key; absent to forget the one that is kept.
    pub key: Option<String>,
}

impl std::fmt::Debug for SetKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Where to keep keys.
#[derive(Clone, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetKeyPlace {
    /// Where.
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
    /// Its passphrase.
    pub passphrase: String,
}

impl std::fmt::Debug for Unlock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unlock")
    }
}

/// Agreement that text may be sent to the host of a provider, or its withdrawal.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Consent {
    /// Whose host.
    pub id: ProviderId,
    /// Whether text may be sent.
    pub agreed: bool,
}

/// How large requests of a model may be that begin without asking the author.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct Unasked {
    /// Whose model.
    pub id: ProviderId,
    /// The model.
    pub model: String,
    /// Tokens, sent and answered together; 0 to be asked about each request.
    pub tokens: u64,
}

/// A provider to test.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ProbeProvider {
    /// Which one.
    pub id: ProviderId,
    /// With which of its models; the first one when absent.
    pub model: Option<String>,
}

/// What a test found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Probed {
    /// Step by step.
    pub report: ProbeReport,
}

/// The models that a server says it has.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ServedModels {
    /// Their names, sorted.
    pub models: Vec<String>,
}

/// Which model does which task.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct NewRoutes {
    /// All of them.
    pub routes: Routes,
}

/// The most that may be spent.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SetCeilings {
    /// Both of them.
    pub ceilings: Ceilings,
}
