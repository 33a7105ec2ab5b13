//! Downloading one file from one mirror: requesting, resuming, and starting over.

use reqwest::Response;
use reqwest::header::{self, HeaderMap};

use super::catalogue::RemoteFile;
use super::connection::{Connection, ReadFailure};
use super::error::{DownloadError, MirrorFailure};
use super::mirror::Mirror;
use super::part::{Part, Source};
use url::Url;

/// Maximum number of consecutive attempts without new bytes.
const MAX_FRUITLESS_ATTEMPTS: u32 = 3;

/// Maximum number of attempts at one mirror.
const MAX_ATTEMPTS: u32 = 50;

/// The result of one attempt.
enum AttemptResult {
    /// The file is complete and has the pinned hash.
    Whole,
    /// The download may be retried at this mirror, resumed or from the beginning.
    Again(MirrorFailure),
    /// This mirror does not have the file.
    Elsewhere(MirrorFailure),
}

/// A request for a file at a mirror.
pub(super) struct FileRequest<'a> {
    pub(super) file: &'a RemoteFile,
    pub(super) mirror: &'a Mirror,
    pub(super) url: Url,
}

/// Downloads a file from a mirror into its part; calls `on_bytes` for each piece.
///
/// # Errors
/// Why this mirror did not serve the file, or why the download cannot continue.
pub(super) async fn download(
    connection: &Connection<'_>,
    wanted: &FileRequest<'_>,
    part: &mut Part,
    on_bytes: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(), ReadFailure> {
    let mut fruitless = 0;
    let mut last = MirrorFailure::Broken;
    for _ in 0..MAX_ATTEMPTS {
        let before = part.len();
        last = match attempt(connection, wanted, part, on_bytes).await? {
            AttemptResult::Whole => return Ok(()),
            AttemptResult::Elsewhere(failure) => return Err(ReadFailure::MirrorFailure(failure)),
            AttemptResult::Again(failure) => failure,
        };
        fruitless = if part.len() > before { 0 } else { fruitless + 1 };
        if fruitless == MAX_FRUITLESS_ATTEMPTS {
            break;
        }
        connection.pause(fruitless).await?;
    }
    Err(ReadFailure::MirrorFailure(last))
}

async fn attempt(
    connection: &Connection<'_>,
    wanted: &FileRequest<'_>,
    part: &mut Part,
    on_bytes: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<AttemptResult, DownloadError> {
    let received = part.len();
    let mut whole_here = received == 0;
    if received < wanted.file.size {
        let of_mirror = |source: &&Source| source.mirror == wanted.mirror.to_string();
        let etag = part.source().filter(of_mirror).map(|source| source.etag.clone());
        let mut answer = match connection.get(&wanted.url, (received, etag.as_deref())).await {
            Ok(answer) => answer,
            Err(ReadFailure::Ended(error)) => return Err(error),
            Err(ReadFailure::MirrorFailure(failure @ MirrorFailure::Broken)) => {
                return Ok(AttemptResult::Again(failure));
            }
            Err(ReadFailure::MirrorFailure(failure)) => return Ok(AttemptResult::Elsewhere(failure)),
        };
        match body_of(&answer, (received, wanted.file.size)) {
            Body::Rest => {}
            Body::All => {
                part.start_over(source_of(answer.headers(), wanted.mirror)).await?;
                whole_here = true;
            }
            Body::StartOver => {
                part.start_over(None).await?;
                return Ok(AttemptResult::Again(MirrorFailure::Status(answer.status().as_u16())));
            }
            Body::Later(failure) => return Ok(AttemptResult::Again(failure)),
            Body::Never(failure) => return Ok(AttemptResult::Elsewhere(failure)),
        }
        loop {
            match connection.next(&mut answer).await {
                Ok(Some(bytes)) if part.len() + bytes.as_ref().len() as u64 <= wanted.file.size => {
                    part.append(bytes.as_ref()).await?;
                    on_bytes(part.len(), bytes.as_ref().len() as u64);
                }
                Ok(Some(_too_many)) => return refuse(part, whole_here, MirrorFailure::Size).await,
                Ok(None) => break,
                Err(ReadFailure::Ended(error)) => return Err(error),
                Err(ReadFailure::MirrorFailure(failure)) => return Ok(AttemptResult::Again(failure)),
            }
        }
    }
    if part.is(wanted.file) {
        Ok(AttemptResult::Whole)
    } else if part.len() < wanted.file.size {
        Ok(AttemptResult::Again(MirrorFailure::Broken))
    } else {
        refuse(part, whole_here, MirrorFailure::Hash).await
    }
}

/// Discards wrong bytes. If part of them came from an earlier attempt or another mirror, that part may be to blame,
/// and the mirror is tried again.
async fn refuse(
    part: &mut Part,
    whole_here: bool,
    failure: MirrorFailure,
) -> Result<AttemptResult, DownloadError> {
    part.start_over(None).await?;
    Ok(if whole_here { AttemptResult::Elsewhere(failure) } else { AttemptResult::Again(failure) })
}

/// The meaning of a response body.
#[derive(Debug, PartialEq, Eq)]
enum Body {
    /// The missing rest.
    Rest,
    /// The whole file.
    All,
    /// Nothing, because the rest is not available.
    StartOver,
    /// Nothing at the moment.
    Later(MirrorFailure),
    /// Nothing from this mirror.
    Never(MirrorFailure),
}

fn body_of(answer: &Response, wanted: (u64, u64)) -> Body {
    let headers = answer.headers();
    body(answer.status().as_u16(), (length(headers), range(headers)), wanted)
}

/// Determines the meaning of a body from status, length and range, when `received` bytes of `size` are present.
fn body(status: u16, (length, range): (Option<u64>, Option<Range>), (received, size): (u64, u64)) -> Body {
    match status {
        200 if length.is_some_and(|length| length != size) => Body::Never(MirrorFailure::Size),
        200 => Body::All,
        206 if received == 0 => Body::Never(MirrorFailure::Status(status)),
        // Some mirrors omit the range; the hash will detect errors.
        206 => match range {
            Some(range) if range.start != received || range.total.is_some_and(|total| total != size) => {
                Body::StartOver
            }
            _ => Body::Rest,
        },
        // Some mirrors answer any range request with 416.
        416 if received > 0 => Body::StartOver,
        408 | 425 | 429 | 500..=599 => Body::Later(MirrorFailure::Status(status)),
        _ => Body::Never(MirrorFailure::Status(status)),
    }
}

/// The `Content-Range` header: the start, and the total length if the server knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    start: u64,
    total: Option<u64>,
}

fn range(headers: &HeaderMap) -> Option<Range> {
    let value = headers.get(header::CONTENT_RANGE)?.to_str().ok()?;
    let (range, total) = value.strip_prefix("bytes ")?.split_once('/')?;
    let (start, _) = range.split_once('-')?;
    Some(Range { start: start.trim().parse().ok()?, total: total.trim().parse().ok() })
}

fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The strong entity tag of a response; weak tags are ignored.
fn source_of(headers: &HeaderMap, mirror: &Mirror) -> Option<Source> {
    let etag = headers.get(header::ETAG)?.to_str().ok()?;
    let is_strong = etag.starts_with('"') && etag.len() <= 200;
    is_strong.then(|| Source { mirror: mirror.to_string(), etag: etag.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_the_rest_the_whole_file_or_nothing() {
        let at = |start, total| Some(Range { start, total });
        for (status, length, range, received, expected) in [
            (200, Some(100), None, 0, Body::All),
            (200, None, None, 0, Body::All),
            (200, Some(100), None, 40, Body::All),
            (200, Some(99), None, 0, Body::Never(MirrorFailure::Size)),
            (206, Some(60), at(40, Some(100)), 40, Body::Rest),
            (206, Some(60), at(40, None), 40, Body::Rest),
            (206, None, None, 40, Body::Rest),
            (206, Some(100), at(0, Some(100)), 40, Body::StartOver),
            (206, Some(60), at(40, Some(101)), 40, Body::StartOver),
            (206, Some(60), at(0, Some(100)), 0, Body::Never(MirrorFailure::Status(206))),
            (416, None, None, 40, Body::StartOver),
            (416, None, None, 0, Body::Never(MirrorFailure::Status(416))),
            (404, None, None, 40, Body::Never(MirrorFailure::Status(404))),
            (401, None, None, 0, Body::Never(MirrorFailure::Status(401))),
            (429, None, None, 0, Body::Later(MirrorFailure::Status(429))),
            (503, None, None, 0, Body::Later(MirrorFailure::Status(503))),
            (204, None, None, 0, Body::Never(MirrorFailure::Status(204))),
        ] {
            assert_eq!(
                body(status, (length, range), (received, 100)),
                expected,
                "{status} {range:?} {received}"
            );
        }
    }

    #[test]
    fn malformed_ranges_and_weak_tags_are_ignored() {
        let read = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_RANGE, header::HeaderValue::from_static(value));
            range(&headers)
        };
        assert_eq!(read("bytes 40-99/100"), Some(Range { start: 40, total: Some(100) }));
        assert_eq!(read("bytes 40-99/*"), Some(Range { start: 40, total: None }));
        for wrong in ["bytes */100", "items 1-2/3", "", "bytes x-9/10", "bytes 99999999999999999999999-1/2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let mirror = Mirror::parse("https://example.com").unwrap();
        let named = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ETAG, header::HeaderValue::from_static(value));
            source_of(&headers, &mirror).map(|source| source.etag)
        };
        assert_eq!(named("\"abc\""), Some("\"abc\"".to_owned()));
        assert_eq!(named("W/\"abc\""), None);
    }
}
