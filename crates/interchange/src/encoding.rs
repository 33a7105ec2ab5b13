//! The encodings a manuscript can be read in, and their names on the command line.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// An encoding the importer can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// GB 18030. Detection also reports it for GBK and GB 2312 files, which are subsets.
    Gb18030,
    /// GBK, chosen by the author; read by the GB 18030 decoder.
    Gbk,
    /// Big5 with the Hong Kong supplement.
    Big5,
    /// Shift_JIS as written by Windows (code page 932).
    ShiftJis,
}

/// The name is not one of [`Encoding::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown encoding {0:?}; the known ones are utf-8, utf-16le, utf-16be, gb18030, gbk, big5, shift_jis"
)]
pub struct UnknownEncoding(pub String);

impl Encoding {
    /// Every encoding, in display order.
    pub const ALL: [Self; 7] =
        [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Gb18030, Self::Gbk, Self::Big5, Self::ShiftJis];

    /// The name on the command line and in reports, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Gb18030 => "gb18030",
            Self::Gbk => "gbk",
            Self::Big5 => "big5",
            Self::ShiftJis => "shift_jis",
        }
    }

    pub(crate) const fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => encoding_rs::UTF_8,
            Self::Utf16Le => encoding_rs::UTF_16LE,
            Self::Utf16Be => encoding_rs::UTF_16BE,
            Self::Gb18030 | Self::Gbk => encoding_rs::GB18030,
            Self::Big5 => encoding_rs::BIG5,
            Self::ShiftJis => encoding_rs::SHIFT_JIS,
        }
    }
}

/// Ignores case and punctuation: `UTF8`, `Shift-JIS` and `GB 18030` are accepted.
impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        let normalised = |name: &str| -> String {
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let wanted = normalised(name);
        Self::ALL
            .into_iter()
            .find(|encoding| normalised(encoding.name()) == wanted)
            .ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(encoding));
        }
        assert_eq!("UTF8".parse(), Ok(Encoding::Utf8));
        assert_eq!("Shift-JIS".parse(), Ok(Encoding::ShiftJis));
        assert_eq!("latin1".parse::<Encoding>(), Err(UnknownEncoding("latin1".into())));
    }
}
