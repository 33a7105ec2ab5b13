//! How a kind of server wants to be asked, where servers differ.

/// What the limit of the answer's length is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthField {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

impl LengthField {
    /// Its name in the request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// Which header the key is sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyHeader {
    /// `Authorization`, as a bearer token.
    Authorization,
    /// `api-key`, the key alone.
    ApiKey,
}

/// How a kind of server wants to be asked. What a server refuses beyond this is learnt from its refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What the limit of the answer's length is called.
    pub length_field: LengthField,
    /// Whether `stream_options: {"include_usage": true}` is taken. Without it usage comes by itself or not at all.
    pub stream_options: bool,
    /// Parameters that are never sent there.
    pub never: &'static [&'static str],
    /// Whether the server may cut a long prompt without a word, so that the reported tokens must be compared.
    pub cuts_silently: bool,
    /// Which header the key is sent in.
    pub key_header: KeyHeader,
}

impl Dialect {
    /// What most servers take.
    pub const COMMON: Self = Self {
        length_field: LengthField::MaxTokens,
        stream_options: true,
        never: &[],
        cuts_silently: false,
        key_header: KeyHeader::Authorization,
    };
}
