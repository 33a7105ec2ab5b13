//! Cards embedded in PNG text chunks.
//!
//! Chunks are iterated, checked and moved; the picture is never decoded. Everything except cards stays byte for
//! byte, including bytes after the end of the picture.

use std::io::{Read, Write};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::error::{LorebookError, PngProblem};

/// The maximum size of inflated text in bytes: 64 MB. Cards usually have a few.
pub const MAX_INFLATED: usize = 64_000_000;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Accepts base64 with or without padding, because programs differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The size of the placeholder picture in pixels (width and height).
const PLACEHOLDER_SIZE: (u32, u32) = (64, 96);

/// The grey level of the placeholder picture.
const PLACEHOLDER_SHADE: u8 = 0xd8;

/// The keywords of text chunks with cards and lorebooks, preferred first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keyword {
    /// A V3 card.
    Ccv3,
    /// A V2 card.
    Chara,
    /// A NovelAI lorebook.
    NaiData,
}

impl Keyword {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ccv3 => "ccv3",
            Self::Chara => "chara",
            Self::NaiData => "naidata",
        }
    }

    fn of(name: &[u8]) -> Option<Self> {
        [Self::Ccv3, Self::Chara, Self::NaiData]
            .into_iter()
            .find(|keyword| name.eq_ignore_ascii_case(keyword.as_str().as_bytes()))
    }
}

/// A card extracted from a picture.
pub(super) struct Extracted {
    /// The JSON of the card.
    pub(super) json: Vec<u8>,
    /// The picture without any card.
    pub(super) picture: Vec<u8>,
}

/// Whether the bytes are a PNG.
pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Extracts the card from a picture. Among several, prefers the first of the most preferred keyword.
pub(super) fn extract(bytes: &[u8]) -> Result<Extracted, LorebookError> {
    let (mut picture, mut best) = (SIGNATURE.to_vec(), None::<(Keyword, Chunk<'_>)>);
    let (chunks, rest) = chunks(bytes)?;
    for chunk in chunks {
        match chunk.keyword() {
            Some(keyword) => {
                if best.as_ref().is_none_or(|(so_far, _)| keyword < *so_far) {
                    best = Some((keyword, chunk));
                }
            }
            None => picture.extend_from_slice(chunk.whole),
        }
    }
    picture.extend_from_slice(rest);
    let (_, chunk) = best.ok_or(LorebookError::NoCard)?;
    let mut text = chunk.text()?;
    text.retain(|byte| !byte.is_ascii_whitespace());
    let json =
        BASE64.decode(&text).map_err(|error| chunk.broken(PngProblem::Base64(error_offset(&error))))?;
    Ok(Extracted { json, picture })
}

/// Embeds cards into a picture, before its end. Without a picture, uses a plain placeholder.
pub(super) fn embed(picture: Option<&[u8]>, cards: &[(Keyword, Vec<u8>)]) -> Result<Vec<u8>, LorebookError> {
    let plain;
    let picture = match picture {
        Some(picture) => picture,
        None => {
            plain = placeholder();
            &plain
        }
    };
    if !is_png(picture) {
        return Err(broken(0, b"", PngProblem::Name));
    }
    let mut out = SIGNATURE.to_vec();
    let (chunks, rest) = chunks(picture)?;
    for chunk in chunks {
        if chunk.name == b"IEND" {
            for (keyword, json) in cards {
                let text = [keyword.as_str().as_bytes(), b"\0", BASE64.encode(json).as_bytes()].concat();
                if i32::try_from(text.len()).is_err() {
                    return Err(broken(out.len(), b"tEXt", PngProblem::TooLarge));
                }
                out.extend(encode_chunk(b"tEXt", &text));
            }
        }
        if chunk.keyword().is_none() {
            out.extend_from_slice(chunk.whole);
        }
    }
    out.extend_from_slice(rest);
    Ok(out)
}

/// A chunk of a picture.
struct Chunk<'b> {
    /// Its offset in the file, in bytes.
    offset: usize,
    name: &'b [u8],
    body: &'b [u8],
    /// Length, name, body and checksum.
    whole: &'b [u8],
}

impl Chunk<'_> {
    fn broken(&self, problem: PngProblem) -> LorebookError {
        broken(self.offset, self.name, problem)
    }

    /// Returns the keyword of the card in this chunk, if it contains one.
    fn keyword(&self) -> Option<Keyword> {
        let is_text = matches!(self.name, b"tEXt" | b"zTXt" | b"iTXt");
        is_text.then(|| Keyword::of(self.body.split(|byte| *byte == 0).next()?)).flatten()
    }

    /// Returns the text without the keyword.
    fn text(&self) -> Result<Vec<u8>, LorebookError> {
        let layout = || self.broken(PngProblem::Layout);
        let (_, rest) = split_at_nul(self.body).ok_or_else(layout)?;
        match self.name {
            b"zTXt" => match rest {
                [0, packed @ ..] => self.inflate(packed),
                _ => Err(layout()),
            },
            b"iTXt" => {
                let [is_packed @ (0 | 1), 0, rest @ ..] = rest else { return Err(layout()) };
                let (_language, rest) = split_at_nul(rest).ok_or_else(layout)?;
                let (_translated, text) = split_at_nul(rest).ok_or_else(layout)?;
                if *is_packed == 1 { self.inflate(text) } else { Ok(text.to_vec()) }
            }
            _ => Ok(rest.to_vec()),
        }
    }

    fn inflate(&self, packed: &[u8]) -> Result<Vec<u8>, LorebookError> {
        let mut text = Vec::new();
        let most = u64::try_from(MAX_INFLATED).unwrap_or(u64::MAX);
        ZlibDecoder::new(packed)
            .take(most.saturating_add(1))
            .read_to_end(&mut text)
            .map_err(|_| self.broken(PngProblem::Inflate))?;
        if text.len() > MAX_INFLATED { Err(self.broken(PngProblem::TooLong)) } else { Ok(text) }
    }
}

/// Returns the chunks of a PNG up to its end, with checksums verified, and the bytes after the end.
fn chunks(bytes: &[u8]) -> Result<(Vec<Chunk<'_>>, &[u8]), LorebookError> {
    let mut found = Vec::new();
    let mut offset = SIGNATURE.len();
    loop {
        let rest = bytes.get(offset..).unwrap_or_default();
        let chunk = chunk(rest, offset)?;
        offset += chunk.whole.len();
        let ends = chunk.name == b"IEND";
        found.push(chunk);
        if ends {
            return Ok((found, bytes.get(offset..).unwrap_or_default()));
        }
    }
}

fn chunk(rest: &[u8], offset: usize) -> Result<Chunk<'_>, LorebookError> {
    let name = rest.get(4..8).unwrap_or_default();
    let truncated = || broken(offset, name, PngProblem::Truncated);
    let (length, _) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
    if name.len() < 4 {
        return Err(truncated());
    }
    if !name.iter().all(u8::is_ascii_alphabetic) {
        return Err(broken(offset, name, PngProblem::Name));
    }
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| truncated())?;
    let end = length.checked_add(12).ok_or_else(truncated)?;
    let whole = rest.get(..end).ok_or_else(truncated)?;
    let (checked, sum) = whole.split_last_chunk::<4>().ok_or_else(truncated)?;
    let checked = checked.get(4..).unwrap_or_default();
    if crc32fast::hash(checked) != u32::from_be_bytes(*sum) {
        return Err(broken(offset, name, PngProblem::Checksum));
    }
    Ok(Chunk { offset, name, body: checked.get(4..).unwrap_or_default(), whole })
}

fn encode_chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let checked = [name, body].concat();
    // Callers keep bodies below 2^31.
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes()[..], &checked, &crc32fast::hash(&checked).to_be_bytes()].concat()
}

/// Creates the placeholder: 8-bit grey, one shade.
fn placeholder() -> Vec<u8> {
    let (width, height) = PLACEHOLDER_SIZE;
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    // Each row begins with its filter type; 0 is none.
    let row: Vec<u8> = std::iter::once(0).chain((0..width).map(|_| PLACEHOLDER_SHADE)).collect();
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::default());
    for _ in 0..height {
        // Writing to memory does not fail.
        _ = pixels.write_all(&row);
    }
    let pixels = pixels.finish().unwrap_or_default();
    [SIGNATURE, &encode_chunk(b"IHDR", &header), &encode_chunk(b"IDAT", &pixels), &encode_chunk(b"IEND", b"")]
        .concat()
}

fn broken(offset: usize, name: &[u8], problem: PngProblem) -> LorebookError {
    LorebookError::Png { offset, chunk: String::from_utf8_lossy(name).into_owned(), problem }
}

/// Splits the bytes at the first NUL.
fn split_at_nul(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|byte| *byte == 0)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

fn error_offset(error: &base64::DecodeError) -> usize {
    match error {
        base64::DecodeError::InvalidByte(at, _)
        | base64::DecodeError::InvalidLastSymbol { offset: at, .. } => *at,
        base64::DecodeError::InvalidLength(length) => *length,
        base64::DecodeError::InvalidPadding => 0,
    }
}
