//! Why a file is no lorebook, or a lorebook cannot become the file that was asked for.

use std::fmt;

use thiserror::Error;
use wenfang_story::canon::LorebookFormat;

use super::png::MAX_INFLATED;
use crate::{DecodeError, MAX_BYTES};

/// Why a lorebook cannot be read or written. Nothing of it is used then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LorebookError {
    /// More than [`MAX_BYTES`].
    #[error("the file has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Size of the file in bytes.
        bytes: usize,
    },
    /// The bytes are no text.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The text is no JSON. For a picture, places are in the JSON it carries.
    #[error("line {line}, column {column} (byte {byte}): {problem}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// Offset in bytes of the decoded text.
        byte: usize,
        /// What the JSON reader says.
        problem: String,
    },
    /// A field holds something else than its format says.
    #[error("{} should be {expected}, but is {found}", if path.is_empty() { "the file" } else { path })]
    WrongShape {
        /// Where, as `entries.12.key`; empty for the whole file.
        path: String,
        /// What the format says.
        expected: JsonShape,
        /// What is there.
        found: JsonShape,
    },
    /// JSON, but of no format we read.
    #[error("this is neither SillyTavern world info, nor a character card, nor a NovelAI lorebook")]
    UnknownFormat,
    /// The file names a format we do not read.
    #[error("the file says it is «{spec}»; cards of chara_card_v2 and chara_card_v3 are read")]
    UnknownSpec {
        /// What it says.
        spec: String,
    },
    /// A picture without a card in it.
    #[error("the picture carries no card: it has no chara, ccv3 or naidata chunk")]
    NoCard,
    /// The picture is broken.
    #[error("byte {offset}, chunk {chunk:?}: {problem}")]
    Png {
        /// Where the chunk begins, in bytes.
        offset: usize,
        /// The four letters of the chunk.
        chunk: String,
        /// What is wrong.
        problem: PngProblem,
    },
    /// The format has no form as picture.
    #[error("{format} cannot be written as a picture")]
    NoPictureForm {
        /// The format.
        format: LorebookFormat,
    },
    /// The JSON would be nested so deep that nobody reads it.
    #[error("the file would be nested {depth} levels deep; readers take 127")]
    TooDeep {
        /// How deep.
        depth: usize,
    },
}

/// What is wrong with a chunk of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PngProblem {
    /// It ends before its length, or before IEND.
    #[error("the file ends before the chunk does")]
    Truncated,
    /// Its name is not four letters.
    #[error("its name is not four letters")]
    Name,
    /// Its CRC is that of other bytes.
    #[error("its checksum is wrong")]
    Checksum,
    /// Its text is not as the PNG specification says.
    #[error("its text is not laid out as text chunks are")]
    Layout,
    /// Its compressed text cannot be inflated.
    #[error("its text cannot be inflated")]
    Inflate,
    /// Its text is longer than we inflate.
    #[error("its text inflates to more than {MAX_INFLATED} bytes")]
    TooLong,
    /// Its text is no base64.
    #[error("its text is not base64 at byte {0} of it")]
    Base64(usize),
    /// There is more than a PNG chunk can hold.
    #[error("the card is too large for a chunk")]
    TooLarge,
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonShape {
    /// Nothing, or `null`.
    Nothing,
    /// `true` or `false`.
    YesOrNo,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    List,
    /// An array of strings.
    Words,
    /// An object.
    Object,
    /// An object or an array of objects.
    Entries,
    /// A field of our own, as our records have it.
    Own,
    /// A name that is not one of ours.
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
            Self::Own => "a field of ours",
            Self::OtherName => "another name",
        })
    }
}
