//! Connection pools, one for each way of connecting.

use std::collections::BTreeMap;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::redirect::Policy;
use url::Url;

use super::Failure;
use crate::providers::{HostKind, Timeouts, host_kind};
use crate::retry::FailureClass;

const USER_AGENT: &str = concat!("Wenfang/", env!("CARGO_PKG_VERSION"));

/// Pools by connect timeout and by use of the system proxy: both are properties of a pool, not of a request.
#[derive(Debug, Default)]
pub(super) struct ConnectionPools {
    pools: Mutex<BTreeMap<(u32, Via), reqwest::Client>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Via {
    Directly,
    SystemProxy,
}

impl ConnectionPools {
    /// Returns the pool for a server. Local and private hosts, which may be reached unencrypted, never use a proxy;
    /// other hosts follow the system settings, where a proxy sees only the host name.
    pub(super) fn to(&self, url: &Url, timeouts: &Timeouts) -> Result<reqwest::Client, Failure> {
        let via = via(url);
        let mut pools = self.pools.lock();
        if let Some(pool) = pools.get(&(timeouts.connect, via)) {
            return Ok(pool.clone());
        }
        let pool = open(timeouts.connect(), via)?;
        pools.insert((timeouts.connect, via), pool.clone());
        Ok(pool)
    }
}

fn via(url: &Url) -> Via {
    match host_kind(url) {
        HostKind::Loopback | HostKind::Private => Via::Directly,
        HostKind::Public => Via::SystemProxy,
    }
}

fn open(connect: Duration, via: Via) -> Result<reqwest::Client, Failure> {
    // The first crate of the process to install a provider wins; any provider will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder()
        .user_agent(USER_AGENT)
        .http1_only()
        .connect_timeout(connect)
        .redirect(Policy::none())
        .referer(false)
        .tcp_nodelay(true)
        .pool_idle_timeout(Duration::from_secs(60))
        .pool_max_idle_per_host(2);
    let builder = match via {
        Via::Directly => builder.no_proxy(),
        Via::SystemProxy => builder,
    };
    builder.build().map_err(|error| Failure { class: FailureClass::Connect, ..Failure::of_transport(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_hosts_may_use_a_proxy() {
        for (address, expected) in [
            ("http://127.0.0.1:11434/v1", Via::Directly),
            ("http://localhost/v1", Via::Directly),
            ("http://192.168.1.20:8000/v1", Via::Directly),
            ("https://nas.local/v1", Via::Directly),
            ("https://api.example.com/v1", Via::SystemProxy),
        ] {
            assert_eq!(Url::parse(address).map(|url| via(&url)), Ok(expected), "{address}");
        }
    }
}
