//! Requests for files: redirects, proxies, timers.

use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::error::{DownloadError, MirrorFailure};
use super::mirror::{is_loopback, may_lead};

/// Most redirects of one request. The hub takes one or two.
pub const MAX_REDIRECTS: usize = 5;

const USER_AGENT: &str = concat!("Wenfang/", env!("CARGO_PKG_VERSION"));

/// How long a server is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next bytes.
    pub idle: Duration,
    /// Before the second try; doubled for each further one.
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

/// Why there are no further bytes.
pub(super) enum ReadFailure {
    /// This server has trouble.
    MirrorFailure(MirrorFailure),
    /// The download cannot go on.
    Ended(DownloadError),
}

impl From<DownloadError> for ReadFailure {
    fn from(error: DownloadError) -> Self {
        Self::Ended(error)
    }
}

/// Opens connections for one download.
pub(super) struct Line<'a> {
    direct: reqwest::Client,
    through_proxy: reqwest::Client,
    patience: Patience,
    cancel: &'a CancellationToken,
}

impl<'a> Line<'a> {
    /// # Errors
    /// When the system has no way to open connections.
    pub(super) fn open(patience: Patience, cancel: &'a CancellationToken) -> Result<Self, DownloadError> {
        // The first crate of the process to choose wins; any choice will do.
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
        // Nothing for this machine goes through a proxy.
        let direct = built(builder().no_proxy())?;
        Ok(Self { direct, through_proxy: built(builder())?, patience, cancel })
    }

    /// The answer to a request for a file, from byte `from` on; redirects are followed.
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
                .filter(|to| may_lead(&url, to))
                .ok_or(ReadFailure::MirrorFailure(MirrorFailure::Redirect))?;
        }
        Err(ReadFailure::MirrorFailure(MirrorFailure::Redirect))
    }

    /// The next bytes of an answer; none at its end.
    pub(super) async fn next(&self, answer: &mut Response) -> Result<Option<impl AsRef<[u8]>>, ReadFailure> {
        self.within(answer.chunk()).await?.map_err(|_| ReadFailure::MirrorFailure(MirrorFailure::Broken))
    }

    /// Waits before the next try.
    pub(super) async fn pause(&self, tries: u32) -> Result<(), DownloadError> {
        let pause = self.patience.pause.saturating_mul(1 << tries.min(6));
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(DownloadError::Stopped),
            () = tokio::time::sleep(pause) => Ok(()),
        }
    }

    async fn within<T>(&self, waiting: impl Future<Output = T>) -> Result<T, ReadFailure> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(ReadFailure::Ended(DownloadError::Stopped)),
            came = timeout(self.patience.idle, waiting) => came.map_err(|_| ReadFailure::MirrorFailure(MirrorFailure::Broken)),
        }
    }
}

fn headers(from: u64, etag: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    // What comes is hashed as it comes.
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
