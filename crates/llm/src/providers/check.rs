//! What a provider must be before it is stored or called.

use serde::Serialize;
use url::{Host, Url};

use super::{HostKind, Provider, Timeouts, host_kind};

/// What is wrong with a provider. Holds names of headers and models, never their values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "refusal", content = "name", rename_all = "snake_case")]
pub enum ProviderError {
    /// The id is not 1–40 of `a`–`z`, `0`–`9` and `-`, or begins or ends with `-`.
    #[error("the id is not a name for machines")]
    Id,
    /// The name is empty, longer than 100 characters, or holds control characters.
    #[error("the name is empty or too long")]
    Name,
    /// The address is no URL, has no host or one that is nobody's, or is longer than 500 characters.
    #[error("the address is not a URL")]
    Url,
    /// The address is neither `https` nor `http`.
    #[error("the address is neither https nor http")]
    Scheme,
    /// `http` to a host that is neither this machine nor in a private network.
    #[error("http is for this machine and private networks only")]
    PlainHttp,
    /// The address holds a user name or a password.
    #[error("the address holds a user name or a password")]
    Credentials,
    /// The address holds a query or a fragment.
    #[error("the address holds a query or a fragment")]
    Query,
    /// More than 20 headers.
    #[error("there are too many headers")]
    TooManyHeaders,
    /// The header's name is not one, or its value is longer than 1,000 characters or not plain ASCII.
    #[error("the header {0} is not one")]
    Header(String),
    /// The header is Wenfang's own or the connection's.
    #[error("the header {0} cannot be set")]
    OwnHeader(String),
    /// The header's name speaks of a secret: keys have their own place.
    #[error("the header {0} would hold a secret")]
    SecretHeader(String),
    /// A timeout is not 1–3600 seconds.
    #[error("a timeout is not between 1 and 3600 seconds")]
    Timeout,
    /// More than 500 models.
    #[error("there are too many models")]
    TooManyModels,
    /// The model's name is empty, too long or twice there, its window is 0, or its price names no currency of three letters.
    #[error("the model {0} is not one")]
    Model(String),
}

const OWN: [&str; 18] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "forwarded",
    "host",
    "keep-alive",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
    "proxy-connection",
];

const SECRET: [&str; 8] =
    ["auth", "cookie", "token", "secret", "password", "api-key", "apikey", "access-key"];

pub(super) fn check(provider: &Provider) -> Result<(), ProviderError> {
    if !is_name(&provider.name, 100) {
        return Err(ProviderError::Name);
    }
    check_url(&provider.base_url)?;
    check_headers(provider)?;
    check_timeouts(&provider.timeouts)?;
    check_models(provider)
}

fn check_url(base_url: &str) -> Result<(), ProviderError> {
    if base_url.chars().count() > 500 || base_url.trim() != base_url {
        return Err(ProviderError::Url);
    }
    let url = Url::parse(base_url).map_err(|_| ProviderError::Url)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(ProviderError::Scheme);
    }
    let nobody = match url.host() {
        None => true,
        Some(Host::Domain(name)) => name.trim_matches('.').is_empty(),
        Some(Host::Ipv4(a)) => a.is_unspecified() || a.is_multicast() || a.is_broadcast(),
        Some(Host::Ipv6(a)) => a.is_unspecified() || a.is_multicast(),
    };
    if nobody || url.port() == Some(0) {
        return Err(ProviderError::Url);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ProviderError::Credentials);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(ProviderError::Query);
    }
    if url.scheme() == "http" && host_kind(&url) == HostKind::Public {
        return Err(ProviderError::PlainHttp);
    }
    Ok(())
}

fn check_headers(provider: &Provider) -> Result<(), ProviderError> {
    if provider.headers.len() > 20 {
        return Err(ProviderError::TooManyHeaders);
    }
    for (name, value) in &provider.headers {
        let lower = name.to_ascii_lowercase();
        let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        if name.is_empty() || name.len() > 64 || !name.bytes().all(token) {
            return Err(ProviderError::Header(name.chars().take(64).collect()));
        }
        if value.len() > 1000 || !value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()) {
            return Err(ProviderError::Header(name.clone()));
        }
        if OWN.contains(&lower.as_str()) {
            return Err(ProviderError::OwnHeader(name.clone()));
        }
        if SECRET.iter().any(|word| lower.contains(word)) {
            return Err(ProviderError::SecretHeader(name.clone()));
        }
    }
    Ok(())
}

fn check_timeouts(timeouts: &Timeouts) -> Result<(), ProviderError> {
    let each = [timeouts.connect, timeouts.first_token, timeouts.idle, timeouts.total];
    if each.into_iter().all(|seconds| (1..=3600).contains(&seconds)) {
        Ok(())
    } else {
        Err(ProviderError::Timeout)
    }
}

fn check_models(provider: &Provider) -> Result<(), ProviderError> {
    if provider.models.len() > 500 {
        return Err(ProviderError::TooManyModels);
    }
    for (at, model) in provider.models.iter().enumerate() {
        let twice = provider.models.iter().take(at).any(|before| before.name == model.name);
        let window = model.context_tokens != Some(0);
        let currency = |c: &str| c.len() == 3 && c.bytes().all(|b| b.is_ascii_uppercase());
        let price = model.price.as_ref().is_none_or(|price| currency(&price.currency));
        if twice || !window || !price || !is_name(&model.name, 200) {
            return Err(ProviderError::Model(model.name.chars().take(200).collect()));
        }
    }
    Ok(())
}

fn is_name(name: &str, most: usize) -> bool {
    !name.trim().is_empty() && name.chars().count() <= most && !name.chars().any(char::is_control)
}
