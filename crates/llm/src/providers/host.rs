//! Classification of hosts: this machine, a private network, or public.

use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use super::Provider;

/// The location of a host as far as its name shows. Names are not resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum HostKind {
    /// This machine: `localhost` and names below it, `127.0.0.0/8`, `::1`.
    Loopback,
    /// A private network: the ranges of RFC 1918, RFC 4193 and RFC 6598, names without a dot, and names below
    /// `local`, `lan`, `internal` and `home.arpa`. Link-local addresses are excluded: no model server runs there, and
    /// on cloud machines one of them (169.254.169.254) serves the machine's own secrets.
    Private,
    /// Anything else.
    Public,
}

/// Classifies the host of an address. An address without a host counts as public.
pub fn host_kind(url: &Url) -> HostKind {
    match url.host() {
        Some(Host::Domain(name)) => of_name(name),
        Some(Host::Ipv4(address)) => of_v4(address),
        Some(Host::Ipv6(address)) => of_v6(address),
        None => HostKind::Public,
    }
}

/// Returns scheme, host and port of a provider's address: the author consents to this origin before the first call.
/// `None` if the address is invalid.
pub fn origin(provider: &Provider) -> Option<String> {
    Url::parse(&provider.base_url).ok().as_ref().and_then(origin_of)
}

/// Returns scheme, host and port of an address; the port is always written: `https://api.example.com:443`.
pub fn origin_of(url: &Url) -> Option<String> {
    Some(format!("{}://{}:{}", url.scheme(), url.host()?, url.port_or_known_default()?))
}

fn of_name(name: &str) -> HostKind {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let below = |domain: &str| name.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    if name == "localhost" || below("localhost") {
        HostKind::Loopback
    } else if !name.contains('.') || ["local", "lan", "internal", "home.arpa"].into_iter().any(below) {
        HostKind::Private
    } else {
        HostKind::Public
    }
}

fn of_v4(address: Ipv4Addr) -> HostKind {
    let [a, b, ..] = address.octets();
    let carrier = a == 100 && (64..128).contains(&b);
    if address.is_loopback() {
        HostKind::Loopback
    } else if address.is_private() || carrier {
        HostKind::Private
    } else {
        HostKind::Public
    }
}

fn of_v6(address: Ipv6Addr) -> HostKind {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return of_v4(mapped);
    }
    if address.is_loopback() {
        HostKind::Loopback
    } else if address.is_unique_local() {
        HostKind::Private
    } else {
        HostKind::Public
    }
}
