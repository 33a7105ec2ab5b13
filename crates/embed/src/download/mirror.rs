//! Mirrors: the servers from which models are downloaded.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use super::catalogue::Model;

/// The public servers with the models of the catalogue, in the order in which they are tried: the hub, and a mirror
/// of it for places where the hub is unreachable.
pub const MIRRORS: [&str; 2] = ["https://huggingface.co", "https://hf-mirror.com"];

/// The placeholder for the file name in an address without the hub's layout.
const FILE_PLACEHOLDER: &str = "{file}";

/// A server with models: the base of addresses with the hub's layout (`…/{owner}/{name}/resolve/{revision}/{file}`),
/// or a complete address that contains `{file}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    address: String,
    host: String,
}

/// The reason why an address is not a valid mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MirrorError {
    /// The text is not an address.
    #[error("this is not a server address")]
    NotAnAddress,
    /// The address would be used without encryption.
    #[error("the address of a mirror must use https")]
    NotEncrypted,
    /// The address contains a user name, a password, a query or a fragment.
    #[error("the address of a mirror must not contain a user name, password, query or fragment")]
    MoreThanAnAddress,
}

impl Mirror {
    /// Parses the address of a mirror.
    ///
    /// # Errors
    /// If the address is invalid. Plain http is allowed only for this machine.
    pub fn parse(address: &str) -> Result<Self, MirrorError> {
        let address = address.trim().trim_end_matches('/');
        let url =
            Url::parse(&address.replace(FILE_PLACEHOLDER, "file")).map_err(|_| MirrorError::NotAnAddress)?;
        let host = url.host_str().ok_or(MirrorError::NotAnAddress)?.to_owned();
        if !is_allowed(&url) {
            return Err(MirrorError::NotEncrypted);
        }
        let has_credentials = !url.username().is_empty() || url.password().is_some();
        if has_credentials || url.query().is_some() || url.fragment().is_some() {
            return Err(MirrorError::MoreThanAnAddress);
        }
        // The placeholder must not be part of the host.
        if !url.path().contains("file") && address.contains(FILE_PLACEHOLDER) {
            return Err(MirrorError::NotAnAddress);
        }
        Ok(Self { address: address.to_owned(), host })
    }

    /// The public servers, in order.
    pub fn public() -> Vec<Self> {
        MIRRORS.iter().filter_map(|address| Self::parse(address).ok()).collect()
    }

    /// The host, for display.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The URL of a file of a model.
    pub(super) fn file(&self, model: &Model, file: &str) -> Result<Url, MirrorError> {
        let address = match self.address.contains(FILE_PLACEHOLDER) {
            true => self.address.replace(FILE_PLACEHOLDER, file),
            false => {
                let Model { repository, revision, .. } = model;
                format!("{}/{repository}/resolve/{revision}/{file}", self.address)
            }
        };
        Url::parse(&address).map_err(|_| MirrorError::NotAnAddress)
    }
}

impl fmt::Display for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

/// Whether requests to an address are allowed: https, or this machine.
pub(super) fn is_allowed(url: &Url) -> bool {
    match url.scheme() {
        "https" => url.has_host(),
        "http" => is_loopback(url),
        _ => false,
    }
}

/// Whether `from` may redirect to `to`: never from https to http, and never to this machine from elsewhere.
pub(super) fn may_redirect(from: &Url, to: &Url) -> bool {
    is_allowed(to) && (is_loopback(from) || !is_loopback(to))
}

/// Whether an address is on this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::catalogue;
    use super::*;

    #[test]
    fn public_servers_are_valid_mirrors() {
        assert_eq!(Mirror::public().len(), MIRRORS.len());
    }

    #[test]
    fn addresses_use_the_hub_layout_or_the_placeholder() {
        let model = &catalogue()[0];
        for (mirror, expected) in [
            (
                "https://huggingface.co/",
                "https://huggingface.co/BAAI/bge-small-zh-v1.5/resolve/7999e1d3359715c523056ef9478215996d62a620/vocab.txt",
            ),
            (
                "https://example.com/cache",
                "https://example.com/cache/BAAI/bge-small-zh-v1.5/resolve/7999e1d3359715c523056ef9478215996d62a620/vocab.txt",
            ),
            ("https://example.com/bge/{file}", "https://example.com/bge/vocab.txt"),
        ] {
            let file = Mirror::parse(mirror).unwrap().file(model, "vocab.txt").unwrap();
            assert_eq!(file.as_str(), expected);
        }
    }

    #[test]
    fn mirrors_must_be_encrypted_or_local() {
        for (address, expected) in [
            ("https://example.com", Ok(())),
            ("http://127.0.0.1:8000", Ok(())),
            ("http://localhost:8000", Ok(())),
            ("http://[::1]:8000", Ok(())),
            ("http://example.com", Err(MirrorError::NotEncrypted)),
            ("http://192.168.1.4", Err(MirrorError::NotEncrypted)),
            ("http://localhost.example.com", Err(MirrorError::NotEncrypted)),
            ("ftp://example.com", Err(MirrorError::NotEncrypted)),
            ("file:///home/me", Err(MirrorError::NotAnAddress)),
            ("example.com", Err(MirrorError::NotAnAddress)),
            ("https://me:secret@example.com", Err(MirrorError::MoreThanAnAddress)),
            ("https://example.com/?token=1", Err(MirrorError::MoreThanAnAddress)),
            ("https://example.com/#a", Err(MirrorError::MoreThanAnAddress)),
            ("https://{file}.example.com/a", Err(MirrorError::NotAnAddress)),
            ("", Err(MirrorError::NotAnAddress)),
        ] {
            assert_eq!(Mirror::parse(address).map(|_| ()), expected, "{address}");
        }
    }

    #[test]
    fn redirects_never_drop_encryption_or_enter_this_machine() {
        for (from, to, may) in [
            ("https://a.example", "https://b.example/x", true),
            ("https://a.example", "http://b.example/x", false),
            ("https://a.example", "http://127.0.0.1/x", false),
            ("https://a.example", "https://localhost/x", false),
            ("https://a.example", "file:///etc/passwd", false),
            ("http://127.0.0.1:1", "http://127.0.0.1:2/x", true),
            ("http://127.0.0.1:1", "http://b.example/x", false),
            ("http://127.0.0.1:1", "https://b.example/x", true),
        ] {
            let [from, to] = [from, to].map(|url| Url::parse(url).unwrap());
            assert_eq!(may_redirect(&from, &to), may, "{from} -> {to}");
        }
    }
}
