//! The canonical form of text; every text that enters the studio passes through it once.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::ContentHash;

/// Text in canonical form: LF line ends, well-formed Unicode, no C0 control except LF and TAB.
///
/// Nothing else changes: no Unicode normalisation, no trimming, full-width spaces stay.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalText(String);

/// The changes made to bring a text into canonical form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// The number of CR LF pairs and lone CRs replaced by LF.
    pub line_ends: usize,
    /// The number of C0 controls removed, NUL included.
    pub controls: usize,
}

impl CanonicalText {
    /// Converts `text` to canonical form.
    pub fn new<'t>(text: impl Into<Cow<'t, str>>) -> Self {
        Self::cleaned(text).0
    }

    /// Converts `text` to canonical form and reports the changes.
    pub fn cleaned<'t>(text: impl Into<Cow<'t, str>>) -> (Self, Cleaned) {
        let text = text.into();
        let mut cleaned = Cleaned::default();
        if !text.bytes().any(is_unwanted) {
            return (Self(text.into_owned()), cleaned);
        }
        let mut canonical = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' => {
                    if chars.peek() == Some(&'\n') {
                        chars.next();
                    }
                    cleaned.line_ends += 1;
                    canonical.push('\n');
                }
                c if c.is_ascii() && is_unwanted(c as u8) => cleaned.controls += 1,
                c => canonical.push(c),
            }
        }
        (Self(canonical), cleaned)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Consumes the value and returns the text.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The SHA-256 of the UTF-8 bytes, which identifies this text in the project file.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(self.0.as_bytes())
    }
}

/// Whether a byte is a C0 control other than TAB and LF.
fn is_unwanted(byte: u8) -> bool {
    byte < 0x20 && byte != b'\n' && byte != b'\t'
}

impl Deref for CanonicalText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Shows the length only, to keep prose out of logs and panic messages.
impl fmt::Debug for CanonicalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CanonicalText({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn line_ends_become_lf_and_controls_are_removed() {
        let (text, cleaned) = CanonicalText::cleaned("一\r\n二\r三\n\t四\u{0}\u{1b}　五");
        assert_eq!(text.as_str(), "一\n二\n三\n\t四　五");
        assert_eq!(cleaned, Cleaned { line_ends: 2, controls: 2 });
    }

    proptest! {
        #[test]
        fn canonicalisation_is_idempotent(text in any::<String>()) {
            let once = CanonicalText::new(text);
            let (twice, cleaned) = CanonicalText::cleaned(once.as_str());
            prop_assert_eq!(&twice, &once);
            prop_assert_eq!(cleaned, Cleaned::default());
        }
    }
}
