//! Errors of reading and writing lorebooks.

use std::fmt;

use thiserror::Error;
use wenfang_story::canon::LorebookFormat;

use super::png::MAX_INFLATED;
use crate::{DecodeError, MAX_BYTES};

/// The reason why a lorebook cannot be read or written. Nothing of it is used then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LorebookError {
    /// The file has more than [`MAX_BYTES`].
    #[error("the file has {bytes} bytes; the maximum is {MAX_BYTES}")]
    TooLarge { bytes: usize },
    /// The bytes cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The text is not valid JSON. For a picture, positions refer to the JSON it contains.
    #[error("line {line}, column {column} (byte {byte}): {problem}")]
    Json {
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The offset in the decoded text, in bytes.
        byte: usize,
        /// The message of the JSON reader.
        problem: String,
    },
    /// A field does not have the shape its format requires.
    #[error("{} should be {expected}, but is {found}", if path.is_empty() { "the file" } else { path })]
    WrongShape {
        /// The path, such as `entries.12.key`; empty for the whole file.
        path: String,
        expected: JsonShape,
        found: JsonShape,
    },
    /// The JSON is in none of the supported formats.
    #[error("this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook")]
    UnknownFormat,
    /// The file names a format that is not supported.
    #[error("unsupported format «{spec}»; the supported card formats are chara_card_v2 and chara_card_v3")]
    UnknownSpec { spec: String },
    /// The picture contains no card.
    #[error("the picture contains no card: it has no chara, ccv3 or naidata chunk")]
    NoCard,
    /// The PNG is damaged.
    #[error("byte {offset}, chunk {chunk:?}: {problem}")]
    Png {
        /// The offset of the chunk, in bytes.
        offset: usize,
        /// The four-letter name of the chunk.
        chunk: String,
        problem: PngProblem,
    },
    /// The format cannot be embedded in a picture.
    #[error("{format} cannot be written as a picture")]
    NoPictureForm { format: LorebookFormat },
    /// The JSON would be nested too deep to be read.
    #[error("the file would be nested {depth} levels deep; the maximum is 127")]
    TooDeep { depth: usize },
}

/// A problem with a chunk of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PngProblem {
    /// The file ends inside the chunk, or before IEND.
    #[error("the file ends before the chunk does")]
    Truncated,
    /// The name is not four letters.
    #[error("its name is not four letters")]
    Name,
    /// The checksum does not match.
    #[error("its checksum is wrong")]
    Checksum,
    /// The text does not follow the PNG specification.
    #[error("its text does not have the layout of a text chunk")]
    Layout,
    /// The compressed text cannot be inflated.
    #[error("its text cannot be inflated")]
    Inflate,
    /// The inflated text exceeds [`MAX_INFLATED`].
    #[error("its text inflates to more than {MAX_INFLATED} bytes")]
    TooLong,
    /// The text is not valid base64.
    #[error("its text is not valid base64 at byte {0}")]
    Base64(usize),
    /// The card is too large for a PNG chunk.
    #[error("the card is too large for a chunk")]
    TooLarge,
}

/// The shape of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonShape {
    /// Missing, or `null`.
    Nothing,
    YesOrNo,
    Number,
    Text,
    List,
    /// An array of strings.
    Words,
    Object,
    /// An object or an array of objects.
    Entries,
    /// A field of our own, valid for our records.
    Own,
    /// A key other than our reserved one.
    OtherName,
}

impl fmt::Display for JsonShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::YesOrNo => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Words => "a list of words",
            Self::Object => "an object",
            Self::Entries => "an object or a list of entries",
            Self::Own => "a valid Wenfang field",
            Self::OtherName => "another name",
        })
    }
}
