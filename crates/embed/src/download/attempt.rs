//! One file from one mirror: asking, going on where it broke, beginning anew.

use reqwest::Response;
use reqwest::header::{self, HeaderMap};

use super::catalogue::RemoteFile;
use super::error::{DownloadError, MirrorFailure};
use super::line::{Line, ReadFailure};
use super::mirror::Mirror;
use super::part::{Part, Source};
use url::Url;

/// Most tries in a row that bring nothing.
const FRUITLESS: u32 = 3;

/// Most tries at one mirror.
const TRIES: u32 = 50;

/// What is known of a file after a try.
enum After {
    /// It is whole, and the pinned one.
    Whole,
    /// It may be tried again here, from where it is or from its beginning.
    Again(MirrorFailure),
    /// This mirror does not have it.
    Elsewhere(MirrorFailure),
}

/// A file that is asked for at a mirror.
pub(super) struct FileRequest<'a> {
    pub(super) file: &'a RemoteFile,
    pub(super) mirror: &'a Mirror,
    pub(super) url: Url,
}

/// Brings a file from a mirror into its part; `told` hears of each piece.
///
/// # Errors
/// Why this mirror did not give it, or why the download cannot go on.
pub(super) async fn bring(
    line: &Line<'_>,
    wanted: &FileRequest<'_>,
    part: &mut Part,
    told: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(), ReadFailure> {
    let mut fruitless = 0;
    let mut last = MirrorFailure::Broken;
    for _ in 0..TRIES {
        let before = part.len();
        last = match attempt(line, wanted, part, told).await? {
            After::Whole => return Ok(()),
            After::Elsewhere(trouble) => return Err(ReadFailure::MirrorFailure(trouble)),
            After::Again(trouble) => trouble,
        };
        fruitless = if part.len() > before { 0 } else { fruitless + 1 };
        if fruitless == FRUITLESS {
            break;
        }
        line.pause(fruitless).await?;
    }
    Err(ReadFailure::MirrorFailure(last))
}

async fn attempt(
    line: &Line<'_>,
    wanted: &FileRequest<'_>,
    part: &mut Part,
    told: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<After, DownloadError> {
    let had = part.len();
    let mut whole_here = had == 0;
    if had < wanted.file.size {
        let of_mirror = |source: &&Source| source.mirror == wanted.mirror.to_string();
        let etag = part.source().filter(of_mirror).map(|source| source.etag.clone());
        let mut answer = match line.get(&wanted.url, (had, etag.as_deref())).await {
            Ok(answer) => answer,
            Err(ReadFailure::Ended(error)) => return Err(error),
            Err(ReadFailure::MirrorFailure(trouble @ MirrorFailure::Broken)) => {
                return Ok(After::Again(trouble));
            }
            Err(ReadFailure::MirrorFailure(trouble)) => return Ok(After::Elsewhere(trouble)),
        };
        match body_of(&answer, (had, wanted.file.size)) {
            Body::Rest => {}
            Body::All => {
                part.start_over(source_of(answer.headers(), wanted.mirror)).await?;
                whole_here = true;
            }
            Body::StartOver => {
                part.start_over(None).await?;
                return Ok(After::Again(MirrorFailure::Status(answer.status().as_u16())));
            }
            Body::Later(trouble) => return Ok(After::Again(trouble)),
            Body::Never(trouble) => return Ok(After::Elsewhere(trouble)),
        }
        loop {
            match line.next(&mut answer).await {
                Ok(Some(bytes)) if part.len() + bytes.as_ref().len() as u64 <= wanted.file.size => {
                    part.append(bytes.as_ref()).await?;
                    told(part.len(), bytes.as_ref().len() as u64);
                }
                Ok(Some(_too_many)) => return refuse(part, whole_here, MirrorFailure::Size).await,
                Ok(None) => break,
                Err(ReadFailure::Ended(error)) => return Err(error),
                Err(ReadFailure::MirrorFailure(trouble)) => return Ok(After::Again(trouble)),
            }
        }
    }
    if part.is(wanted.file) {
        Ok(After::Whole)
    } else if part.len() < wanted.file.size {
        Ok(After::Again(MirrorFailure::Broken))
    } else {
        refuse(part, whole_here, MirrorFailure::Hash).await
    }
}

/// Throws away what is not the file. Where part of it came earlier or from elsewhere, that may be to blame, and the mirror is
/// asked again.
async fn refuse(part: &mut Part, whole_here: bool, trouble: MirrorFailure) -> Result<After, DownloadError> {
    part.start_over(None).await?;
    Ok(if whole_here { After::Elsewhere(trouble) } else { After::Again(trouble) })
}

/// What the body of an answer is.
#[derive(Debug, PartialEq, Eq)]
enum Body {
    /// What is missing.
    Rest,
    /// The whole file.
    All,
    /// Nothing, since the rest cannot be had.
    StartOver,
    /// Nothing now.
    Later(MirrorFailure),
    /// Nothing here.
    Never(MirrorFailure),
}

fn body_of(answer: &Response, wanted: (u64, u64)) -> Body {
    let headers = answer.headers();
    body(answer.status().as_u16(), (length(headers), range(headers)), wanted)
}

/// What the body of an answer is, by its status, its length and its range, when `had` bytes of `size` are there.
fn body(status: u16, (length, range): (Option<u64>, Option<Range>), (had, size): (u64, u64)) -> Body {
    match status {
        200 if length.is_some_and(|length| length != size) => Body::Never(MirrorFailure::Size),
        200 => Body::All,
        206 if had == 0 => Body::Never(MirrorFailure::Status(status)),
        // Some mirrors leave the range out; the hash will tell.
        206 => match range {
            Some(range) if range.start != had || range.total.is_some_and(|total| total != size) => {
                Body::StartOver
            }
            _ => Body::Rest,
        },
        // Some mirrors say so of any range.
        416 if had > 0 => Body::StartOver,
        408 | 425 | 429 | 500..=599 => Body::Later(MirrorFailure::Status(status)),
        _ => Body::Never(MirrorFailure::Status(status)),
    }
}

/// `Content-Range`: where it starts, and how long the whole is when the server knows.
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

/// What names the very bytes of an answer; weak names do not.
fn source_of(headers: &HeaderMap, mirror: &Mirror) -> Option<Source> {
    let etag = headers.get(header::ETAG)?.to_str().ok()?;
    let is_strong = etag.starts_with('"') && etag.len() <= 200;
    is_strong.then(|| Source { mirror: mirror.to_string(), etag: etag.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_the_rest_the_whole_or_nothing() {
        let at = |start, total| Some(Range { start, total });
        for (status, length, range, had, expected) in [
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
            assert_eq!(body(status, (length, range), (had, 100)), expected, "{status} {range:?} {had}");
        }
    }

    #[test]
    fn ranges_and_names_are_read_with_mercy() {
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
