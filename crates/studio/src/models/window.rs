//! How much a model is taken to hold where the author has not said.

use wenfang_llm::providers::{HostKind, Provider, host_kind};

/// What every hosted model has, in tokens.
pub(crate) const USUAL_WINDOW: u32 = 32_768;
/// What small models on this machine or in this house are run with, in tokens.
const SMALL_WINDOW: u32 = 8_192;

/// The window, in tokens, of a provider's model of which nothing is known.
pub(crate) fn assumed_window(provider: &Provider) -> u32 {
    let host = url::Url::parse(&provider.base_url).map_or(HostKind::Public, |url| host_kind(&url));
    if host == HostKind::Public { USUAL_WINDOW } else { SMALL_WINDOW }
}
