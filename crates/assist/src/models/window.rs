//! Context windows assumed for models whose window the author has not given.

use wenfang_llm::providers::{HostKind, Provider, host_kind};

/// Every hosted model has at least this, in tokens.
pub(crate) const USUAL_WINDOW: u32 = 32_768;
/// Typical for small models run on this machine or in the local network, in tokens.
const SMALL_WINDOW: u32 = 8_192;

/// The context window, in tokens, assumed for a provider's models.
pub(crate) fn assumed_window(provider: &Provider) -> u32 {
    let host = url::Url::parse(&provider.base_url).map_or(HostKind::Public, |url| host_kind(&url));
    if host == HostKind::Public { USUAL_WINDOW } else { SMALL_WINDOW }
}
