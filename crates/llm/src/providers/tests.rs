//! Validation, classification and storage of providers.

#![allow(clippy::unwrap_used, reason = "tests")]

use url::Url;

use super::*;

fn provider(base_url: &str) -> Provider {
    Provider {
        base_url: base_url.to_owned(),
        ..Provider::of_preset(ProviderId::new("a").unwrap(), Preset::OpenAi)
    }
}

fn refusal(base_url: &str) -> Option<ProviderError> {
    provider(base_url).check().err()
}

fn with_header(name: &str, value: &str) -> Option<ProviderError> {
    let mut provider = provider("https://api.example.com/v1");
    provider.headers.insert(name.to_owned(), value.to_owned());
    provider.check().err()
}

#[test]
fn ids_follow_the_naming_rules() {
    for good in ["a", "0", "deepseek", "my-server-2", &"a".repeat(40)] {
        assert_eq!(ProviderId::new(good).unwrap().as_str(), good);
    }
    for bad in ["", "-a", "a-", "A", "a_b", "a b", "通义", "a/b", "..", &"a".repeat(41)] {
        assert_eq!(ProviderId::new(bad), Err(ProviderError::Id), "{bad}");
        assert!(serde_json::from_value::<ProviderId>(bad.into()).is_err(), "{bad}");
    }
}

#[test]
fn hosts_are_classified_by_name() {
    use HostKind::{Loopback, Private, Public};
    let table = [
        ("http://localhost:1234", Loopback),
        ("http://LOCALHOST.", Loopback),
        ("http://models.localhost", Loopback),
        ("http://127.0.0.1", Loopback),
        ("http://127.255.0.9", Loopback),
        ("http://0x7f.1", Loopback),
        ("http://[::1]:80", Loopback),
        ("http://[::ffff:127.0.0.1]", Loopback),
        ("http://10.1.2.3", Private),
        ("http://172.16.0.1", Private),
        ("http://172.32.0.1", Public),
        ("http://192.168.1.20:11434", Private),
        ("http://169.254.169.254", Public),
        ("http://100.64.0.1", Private),
        ("http://100.128.0.1", Public),
        ("http://[fd00::1]", Private),
        ("http://[fe80::1]", Public),
        ("http://[::ffff:169.254.169.254]", Public),
        ("http://[2001:db8::1]", Public),
        ("http://[::ffff:8.8.8.8]", Public),
        ("http://nas", Private),
        ("http://nas.local", Private),
        ("http://box.home.arpa", Private),
        ("http://api.example.com", Public),
        ("http://localhost.example.com", Public),
        ("http://notlocalhost.com", Public),
        ("http://mylocal.dev", Public),
        ("http://8.8.8.8", Public),
    ];
    for (url, kind) in table {
        assert_eq!(host_kind(&Url::parse(url).unwrap()), kind, "{url}");
    }
}

#[test]
fn plain_http_is_refused_for_public_hosts() {
    for good in [
        "https://api.example.com/v1",
        "http://127.0.0.1:8080",
        "http://192.168.1.2/v1",
        "http://nas:11434/v1",
    ] {
        assert_eq!(refusal(good), None, "{good}");
    }
    for bad in ["http://api.example.com/v1", "http://8.8.8.8", "http://localhost.example.com"] {
        assert_eq!(refusal(bad), Some(ProviderError::PlainHttp), "{bad}");
    }
}

#[test]
fn unusable_addresses_are_refused() {
    let table = [
        ("", ProviderError::Url),
        ("api.example.com", ProviderError::Url),
        (" https://api.example.com", ProviderError::Url),
        ("https://", ProviderError::Url),
        ("https://0.0.0.0", ProviderError::Url),
        ("https://[::]/v1", ProviderError::Url),
        ("https://224.0.0.1", ProviderError::Url),
        ("https://a.example:0", ProviderError::Url),
        ("ftp://a.example", ProviderError::Scheme),
        ("file:///etc/passwd", ProviderError::Scheme),
        ("javascript:alert(1)", ProviderError::Scheme),
        ("https://user@a.example", ProviderError::Credentials),
        ("https://user:sk-1@a.example", ProviderError::Credentials),
        ("https://a.example/v1?key=sk-1", ProviderError::Query),
        ("https://a.example/v1#x", ProviderError::Query),
    ];
    for (url, error) in table {
        assert_eq!(refusal(url), Some(error), "{url}");
    }
    assert_eq!(refusal(&format!("https://a.example/{}", "x".repeat(500))), Some(ProviderError::Url));
}

#[test]
fn reserved_secret_and_invalid_headers_are_refused() {
    assert_eq!(with_header("HTTP-Referer", "https://wenfang.example"), None);
    assert_eq!(with_header("X-Title", "Wenfang"), None);
    for own in ["Host", "content-length", "User-Agent", "Accept-Encoding", "TRANSFER-ENCODING", "Connection"]
    {
        assert_eq!(with_header(own, "x"), Some(ProviderError::OwnHeader(own.to_owned())));
    }
    for secret in
        ["Authorization", "Proxy-Authorization", "Cookie", "api-key", "X-Api-Key", "x-auth-token", "X-Secret"]
    {
        assert_eq!(with_header(secret, "x"), Some(ProviderError::SecretHeader(secret.to_owned())));
    }
    for (name, value) in
        [("", "x"), ("a b", "x"), ("a:b", "x"), ("é", "x"), ("X-A", "a\r\nHost: b"), ("X-A", "雨")]
    {
        assert_eq!(with_header(name, value), Some(ProviderError::Header(name.to_owned())));
    }
}

#[test]
fn lengths_and_counts_have_limits() {
    let mut long = provider("https://a.example");
    long.name = "名".repeat(101);
    assert_eq!(long.check(), Err(ProviderError::Name));
    let mut timeouts = provider("https://a.example");
    timeouts.timeouts.idle = 0;
    assert_eq!(timeouts.check(), Err(ProviderError::Timeout));
    let mut many = provider("https://a.example");
    many.headers = (0..21).map(|n| (format!("x-{n}"), String::new())).collect();
    assert_eq!(many.check(), Err(ProviderError::TooManyHeaders));
    let mut duplicate = provider("https://a.example");
    duplicate.models = vec![Model { name: "m".to_owned(), context_tokens: None, price: None }; 2];
    assert_eq!(duplicate.check(), Err(ProviderError::Model("m".to_owned())));
}

#[test]
fn presets_with_an_address_are_valid() {
    for facts in presets() {
        assert_eq!(facts.preset.facts(), *facts);
        let created = Provider::of_preset(ProviderId::new("p").unwrap(), facts.preset);
        if facts.base_url.is_empty() {
            let missing =
                if facts.preset == Preset::Custom { ProviderError::Name } else { ProviderError::Url };
            assert_eq!(created.check(), Err(missing), "the author must fill it in");
            continue;
        }
        assert_eq!(created.check(), Ok(()), "{}", facts.name);
        assert_eq!(host_kind(&Url::parse(facts.base_url).unwrap()), facts.host, "{}", facts.name);
        assert_eq!(facts.needs_key, facts.host == HostKind::Public, "{}", facts.name);
    }
    assert_eq!(presets().len(), 16);
}

#[test]
fn abilities_of_author_or_probe_override_the_preset() {
    let mut glm = Provider::of_preset(ProviderId::new("glm").unwrap(), Preset::Zhipu);
    assert_eq!(glm.abilities(), Abilities { json_schema: false, json_mode: true });
    glm.abilities = Some(Abilities { json_schema: true, json_mode: true });
    assert!(glm.abilities().json_schema);
    let unknown = Provider::of_preset(ProviderId::new("o").unwrap(), Preset::Ollama);
    assert_eq!(unknown.abilities(), Abilities::default());
}

#[test]
fn the_origin_names_scheme_host_and_port() {
    assert_eq!(origin(&provider("https://api.example.com/v1")).unwrap(), "https://api.example.com:443");
    assert_eq!(origin(&provider("http://127.0.0.1:11434/v1/")).unwrap(), "http://127.0.0.1:11434");
    assert_eq!(origin(&provider("http://[::1]/v1")).unwrap(), "http://[::1]:80");
    assert_eq!(origin(&provider("nonsense")), None);
}

#[test]
fn providers_round_trip_and_refuse_unknown_fields() {
    let created = Provider::of_preset(ProviderId::new("o").unwrap(), Preset::Ollama);
    let mut stored = serde_json::to_value(&created).unwrap();
    assert_eq!(serde_json::from_value::<Provider>(stored.clone()).unwrap(), created);
    stored["api_key"] = "sk-1".into();
    assert!(serde_json::from_value::<Provider>(stored).is_err());
}
