//! Differences between the request formats of the kinds of servers.

/// The name of the field that limits the answer's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthField {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

impl LengthField {
    /// The field's name in the request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// The header that carries the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyHeader {
    /// `Authorization`, as a bearer token.
    Authorization,
    /// `api-key`, containing the key alone.
    ApiKey,
}

/// The request format of a kind of server. Further differences are learnt from the server's refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    pub length_field: LengthField,
    /// Whether the server accepts `stream_options: {"include_usage": true}`. Otherwise it reports usage unasked or
    /// not at all.
    pub stream_options: bool,
    /// Parameters that are never sent to it.
    pub never: &'static [&'static str],
    /// Whether the server may truncate a long prompt silently, so that the reported tokens must be compared.
    pub cuts_silently: bool,
    pub key_header: KeyHeader,
}

impl Dialect {
    /// The format that most servers accept.
    pub const COMMON: Self = Self {
        length_field: LengthField::MaxTokens,
        stream_options: true,
        never: &[],
        cuts_silently: false,
        key_header: KeyHeader::Authorization,
    };
}
