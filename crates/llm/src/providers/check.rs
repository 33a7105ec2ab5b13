//! Validation of a provider before it is stored or called.

use serde::Serialize;
use url::{Host, Url};

use super::{HostKind, Provider, Timeouts, host_kind};

/// A problem with a provider. Contains names of headers and models, never their values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "refusal", content = "name", rename_all = "snake_case")]
pub enum ProviderError {
    /// The id is not 1–40 of `a`–`z`, `0`–`9` and `-`, or starts or ends with `-`.
    #[error(
        "the id may contain only a–z, 0–9 and \"-\", must start and end with a letter or digit, and may have at most 40 characters"
    )]
    Id,
    /// The name is empty, longer than 100 characters, or contains control characters.
    #[error("the name must have 1 to 100 characters and no control characters")]
    Name,
    /// The address is not a URL, has no host or an unusable one (unspecified, multicast, port 0), or exceeds 500
    /// characters.
    #[error("the address is not a valid URL")]
    Url,
    /// The address is neither `https` nor `http`.
    #[error("the address is neither https nor http")]
    Scheme,
    /// `http` to a host that is neither this machine nor in a private network.
    #[error("http is allowed only for this machine and private networks; use https")]
    PlainHttp,
    /// The address contains a user name or a password.
    #[error("the address must not contain a user name or a password")]
    Credentials,
    /// The address contains a query or a fragment.
    #[error("the address must not contain a query or a fragment")]
    Query,
    /// More than 20 headers.
    #[error("too many headers; the maximum is 20")]
    TooManyHeaders,
    /// The header's name is invalid, or its value exceeds 1,000 characters or is not printable ASCII.
    #[error("invalid header: {0}")]
    Header(String),
    /// The header is set by Wenfang or by the connection.
    #[error("the header {0} is reserved")]
    OwnHeader(String),
    /// The header's name suggests a secret: keys are stored separately.
    #[error("the header {0} suggests a secret; enter keys in the key field")]
    SecretHeader(String),
    /// A timeout is outside 1–3600 seconds.
    #[error("timeouts must be between 1 and 3600 seconds")]
    Timeout,
    /// More than 500 models.
    #[error("too many models; the maximum is 500")]
    TooManyModels,
    /// The model's name is empty, too long or a duplicate, its context window is 0, or its price has no three-letter
    /// currency code.
    #[error("invalid or duplicate model: {0}")]
    Model(String),
}

const RESERVED_HEADERS: [&str; 18] = [
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

const SECRET_WORDS: [&str; 8] =
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
    let unusable = match url.host() {
        None => true,
        Some(Host::Domain(name)) => name.trim_matches('.').is_empty(),
        Some(Host::Ipv4(a)) => a.is_unspecified() || a.is_multicast() || a.is_broadcast(),
        Some(Host::Ipv6(a)) => a.is_unspecified() || a.is_multicast(),
    };
    if unusable || url.port() == Some(0) {
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
        if RESERVED_HEADERS.contains(&lower.as_str()) {
            return Err(ProviderError::OwnHeader(name.clone()));
        }
        if SECRET_WORDS.iter().any(|word| lower.contains(word)) {
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
        let duplicate = provider.models.iter().take(at).any(|before| before.name == model.name);
        let window = model.context_tokens != Some(0);
        let currency = |c: &str| c.len() == 3 && c.bytes().all(|b| b.is_ascii_uppercase());
        let price = model.price.as_ref().is_none_or(|price| currency(&price.currency));
        if duplicate || !window || !price || !is_name(&model.name, 200) {
            return Err(ProviderError::Model(model.name.chars().take(200).collect()));
        }
    }
    Ok(())
}

fn is_name(name: &str, most: usize) -> bool {
    !name.trim().is_empty() && name.chars().count() <= most && !name.chars().any(char::is_control)
}
