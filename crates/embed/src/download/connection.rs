//! The connection to mirrors: redirects, proxies, timeouts.

use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::error::{DownloadError, MirrorFailure};
use super::mirror::{is_loopback, may_redirect};

/// Maximum number of redirects of one request. The hub needs one or two.
pub const MAX_REDIRECTS: usize = 5;

const USER_AGENT: &str = concat!("Wenfang/", env!("CARGO_PKG_VERSION"));

/// Timeouts and delays of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Timeout for a connection.
    pub connect: Duration,
    /// Timeout for the next bytes.
    pub idle: Duration,
    /// Delay before the second attempt; doubled for each further one.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            pause: Duration::from_millis(500),
        }
    }
}

/// The reason why no further bytes can be read.
pub(super) enum ReadFailure {
    /// This server failed.
    MirrorFailure(MirrorFailure),
    /// The download cannot continue.
    Ended(DownloadError),
}

impl From<DownloadError> for ReadFailure {
    fn from(error: DownloadError) -> Self {
        Self::Ended(error)
    }
}

/// The HTTP clients of one download.
pub(super) struct Connection<'a> {
    direct: reqwest::Client,
    through_proxy: reqwest::Client,
    patience: Patience,
    cancel: &'a CancellationToken,
}

impl<'a> Connection<'a> {
    /// # Errors
    /// If no HTTP client can be created.
    pub(super) fn open(patience: Patience, cancel: &'a CancellationToken) -> Result<Self, DownloadError> {
        // The first crate of the process to install a provider wins; any provider will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .user_agent(USER_AGENT)
                .http1_only()
                .connect_timeout(patience.connect)
                .redirect(Policy::none())
                .referer(false)
        };
        let built = |builder: reqwest::ClientBuilder| builder.build().map_err(|_| DownloadError::Nowhere);
        // Requests to this machine never use a proxy.
        let direct = built(builder().no_proxy())?;
        Ok(Self { direct, through_proxy: built(builder())?, patience, cancel })
    }

    /// Requests a file from byte `from` on, following redirects.
    pub(super) async fn get(
        &self,
        url: &Url,
        (from, etag): (u64, Option<&str>),
    ) -> Result<Response, ReadFailure> {
        let headers = headers(from, etag);
        let mut url = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let client = if is_loopback(&url) { &self.direct } else { &self.through_proxy };
            let sent = client.get(url.clone()).headers(headers.clone()).send();
            let answer = match self.within(sent).await? {
                Ok(answer) => answer,
                Err(error) if error.is_connect() => {
                    return Err(ReadFailure::MirrorFailure(MirrorFailure::Unreachable));
                }
                Err(_broken) => return Err(ReadFailure::MirrorFailure(MirrorFailure::Broken)),
            };
            if !is_redirect(answer.status()) {
                return Ok(answer);
            }
            let location = answer.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            url = location
                .and_then(|to| url.join(to).ok())
                .filter(|to| may_redirect(&url, to))
                .ok_or(ReadFailure::MirrorFailure(MirrorFailure::Redirect))?;
        }
        Err(ReadFailure::MirrorFailure(MirrorFailure::Redirect))
    }

    /// Reads the next bytes of a response; `None` at its end.
    pub(super) async fn next(&self, answer: &mut Response) -> Result<Option<impl AsRef<[u8]>>, ReadFailure> {
        self.within(answer.chunk()).await?.map_err(|_| ReadFailure::MirrorFailure(MirrorFailure::Broken))
    }

    /// Waits before the next attempt.
    pub(super) async fn pause(&self, tries: u32) -> Result<(), DownloadError> {
        let pause = self.patience.pause.saturating_mul(1 << tries.min(6));
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(DownloadError::Stopped),
            () = tokio::time::sleep(pause) => Ok(()),
        }
    }

    async fn within<T>(&self, future: impl Future<Output = T>) -> Result<T, ReadFailure> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(ReadFailure::Ended(DownloadError::Stopped)),
            result = timeout(self.patience.idle, future) => result.map_err(|_| ReadFailure::MirrorFailure(MirrorFailure::Broken)),
        }
    }
}

fn headers(from: u64, etag: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    // The bytes are hashed as received, so they must not be compressed.
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    if from > 0 {
        if let Ok(range) = HeaderValue::try_from(format!("bytes={from}-")) {
            headers.insert(header::RANGE, range);
        }
        if let Some(etag) = etag.and_then(|etag| HeaderValue::try_from(etag).ok()) {
            headers.insert(header::IF_RANGE, etag);
        }
    }
    headers
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}
