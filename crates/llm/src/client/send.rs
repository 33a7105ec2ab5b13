//! Sending of requests: addresses, headers, redirects, bodies.

use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::{Client, Endpoint, Failure, MAX_REDIRECTS, Reading};
use crate::providers::{KeyHeader, Provider, origin_of};
use crate::retry::{FailureClass, Timer, parse_retry_after};
use crate::stream::{AnswerKind, read_error_body};

/// Maximum number of bytes read of an error body.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// Maximum size of a model list in bytes.
const MAX_LIST_BYTES: usize = 4 * 1024 * 1024;

impl Client {
    pub(super) async fn read_answer(
        &self,
        endpoint: Endpoint<'_>,
        body: &Value,
        reading: &mut Reading<'_>,
    ) -> Result<(), Failure> {
        let body = serde_json::to_vec(body)
            .map_err(|_| Failure::new(FailureClass::BadRequest, "the request cannot be written"))?;
        let request = Request { method: Method::POST, path: "chat/completions", body };
        let (until, timer) = reading.deadline();
        let response =
            timeout_at(until, self.send(endpoint, request)).await.map_err(|_| Failure::timeout(timer))??;
        reading.status = Some(response.status().as_u16());
        reading.request_id = request_id(response.headers());
        let mut response = refuse_errors(response, endpoint.provider).await?;
        reading.begin(AnswerKind::of_content_type(content_type(response.headers())));
        loop {
            let (until, timer) = reading.deadline();
            // A flood of keep-alives must not prevent the timer check.
            if Instant::now() >= until {
                return Err(Failure::timeout(timer));
            }
            match timeout_at(until, response.chunk()).await {
                Err(_) => return Err(Failure::timeout(timer)),
                Ok(Err(error)) => {
                    return Err(Failure { class: FailureClass::Broken, ..Failure::of_transport(error) });
                }
                Ok(Ok(None)) => return Ok(()),
                Ok(Ok(Some(bytes))) => {
                    if !reading.push(&bytes, Instant::now())? {
                        return Ok(());
                    }
                }
            }
        }
    }

    pub(super) async fn read_models(&self, endpoint: Endpoint<'_>) -> Result<Vec<u8>, Failure> {
        let timeouts = endpoint.provider.timeouts;
        let until = Instant::now() + timeouts.connect() + timeouts.idle();
        let request = Request { method: Method::GET, path: "models", body: Vec::new() };
        let listed = async {
            let response = self.send(endpoint, request).await?;
            let response = refuse_errors(response, endpoint.provider).await?;
            let (body, whole) = read_up_to(response, MAX_LIST_BYTES).await?;
            if whole {
                Ok(body)
            } else {
                Err(Failure::new(FailureClass::Parse, "the list is longer than 4 MiB"))
            }
        };
        timeout_at(until, listed).await.map_err(|_| Failure::timeout(Timer::Idle))?
    }

    /// Sends a request and follows redirects within the provider's own origin, with the same method and body.
    async fn send(&self, endpoint: Endpoint<'_>, request: Request) -> Result<Response, Failure> {
        let provider = endpoint.provider;
        provider.check().map_err(|error| Failure::new(FailureClass::BadRequest, error.to_string()))?;
        let mut url = address(provider, request.path)?;
        let origin = origin_of(&url);
        let headers = headers(provider, endpoint.key)?;
        let pool = self.pools.to(&url, &provider.timeouts)?;
        for _ in 0..=MAX_REDIRECTS {
            let sent = pool.request(request.method.clone(), url.clone()).headers(headers.clone());
            let sent = if request.body.is_empty() { sent } else { sent.body(request.body.clone()) };
            let response = sent.send().await.map_err(Failure::of_transport)?;
            if !is_redirect(response.status()) {
                return Ok(response);
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            url = location.and_then(|to| url.join(to).ok()).ok_or_else(|| {
                Failure::new(FailureClass::BadRequest, "the server sent a redirect without a valid location")
            })?;
            if origin_of(&url) != origin {
                let to = origin_of(&url).unwrap_or_default();
                let message =
                    format!("the server redirects to another host, {to}; the request was not sent there");
                return Err(Failure::new(FailureClass::BadRequest, message));
            }
        }
        Err(Failure::new(FailureClass::BadRequest, "the server redirects too many times"))
    }
}

struct Request {
    method: Method,
    path: &'static str,
    body: Vec<u8>,
}

/// Builds the address of a call. Also accepts a base address that already ends in the path of the chat call.
fn address(provider: &Provider, path: &str) -> Result<Url, Failure> {
    let base = provider.base_url.trim_end_matches('/');
    let base = base.strip_suffix("/chat/completions").unwrap_or(base);
    Url::parse(&format!("{base}/{path}"))
        .map_err(|_| Failure::new(FailureClass::BadRequest, "the address is not a URL"))
}

fn headers(provider: &Provider, key: Option<&SecretString>) -> Result<HeaderMap, Failure> {
    let refused = || Failure::new(FailureClass::BadRequest, "a header cannot be sent");
    let mut headers = HeaderMap::new();
    for (name, value) in &provider.headers {
        let name = HeaderName::try_from(name).map_err(|_| refused())?;
        headers.insert(name, HeaderValue::try_from(value).map_err(|_| refused())?);
    }
    headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream, application/json"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(key) = key {
        let (name, begin) = match provider.preset.dialect().key_header {
            KeyHeader::Authorization => (header::AUTHORIZATION, "Bearer "),
            KeyHeader::ApiKey => (HeaderName::from_static("api-key"), ""),
        };
        let sent = secrecy::zeroize::Zeroizing::new(format!("{begin}{}", key.expose_secret()));
        let mut value = HeaderValue::try_from(sent.as_str())
            .map_err(|_| Failure::new(FailureClass::Auth, "the key cannot be sent"))?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Returns the response, or the failure described by its status and body.
async fn refuse_errors(response: Response, provider: &Provider) -> Result<Response, Failure> {
    if response.status().is_success() {
        return Ok(response);
    }
    let status = response.status().as_u16();
    let text = |name| response.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let after = text(header::RETRY_AFTER).and_then(|value| parse_retry_after(value, text(header::DATE)));
    let retry_after_ms = after.and_then(|after| u64::try_from(after.as_millis()).ok());
    let kind = content_type(response.headers()).map(str::to_owned);
    let until = Instant::now() + provider.timeouts.idle();
    // The status alone is an error, even if its explanation does not arrive.
    let body = match timeout_at(until, read_up_to(response, MAX_ERROR_BYTES)).await {
        Ok(Ok((body, _))) => body,
        Ok(Err(_)) | Err(_) => Vec::new(),
    };
    Err(Failure::of_server(status, read_error_body(status, kind.as_deref(), &body), retry_after_ms))
}

/// Reads the first bytes of a body; returns them and whether they are all of it.
async fn read_up_to(mut response: Response, most: usize) -> Result<(Vec<u8>, bool), Failure> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(Failure::of_transport)? {
        body.extend_from_slice(&bytes);
        if body.len() > most {
            body.truncate(most);
            return Ok((body, false));
        }
    }
    Ok((body, true))
}

fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok())
}

/// The server's request ID: at most 128 printable characters.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let names = ["x-request-id", "request-id", "x-ds-trace-id", "x-trace-id"];
    let id = names.iter().find_map(|name| headers.get(*name)).and_then(|value| value.to_str().ok())?;
    (!id.is_empty() && id.len() <= 128 && id.bytes().all(|b| b.is_ascii_graphic())).then(|| id.to_owned())
}
