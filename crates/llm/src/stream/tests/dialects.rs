//! Server dialects: one stream for each behaviour, byte for byte, with the expected result.

mod error;
mod framing;
mod shape;
mod thought;
mod usage;

use super::super::{ErrorKind, Finish};

/// A stream and its expected result.
pub struct Dialect {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub text: &'static str,
    pub reasoning: &'static str,
    /// Prompt, completion and cached tokens.
    pub usage: Option<(u64, u64, u64)>,
    pub end: End,
}

/// The end of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Complete(Option<Finish>),
    Incomplete,
    Failed(ErrorKind),
}

/// Returns all dialects.
pub fn all() -> Vec<Dialect> {
    [framing::all(), shape::all(), usage::all(), thought::all(), error::all()].into_iter().flatten().collect()
}

/// A stream that contains `雨停了。` and stops, unless changed below.
fn dialect(name: &'static str, stream: impl AsRef<[u8]>) -> Dialect {
    Dialect {
        name,
        bytes: stream.as_ref().to_vec(),
        text: "雨停了。",
        reasoning: "",
        usage: None,
        end: End::Complete(Some(Finish::Stop)),
    }
}

impl Dialect {
    fn text(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    fn reasoning(self, reasoning: &'static str) -> Self {
        Self { reasoning, ..self }
    }

    fn usage(self, prompt: u64, completion: u64, cached: u64) -> Self {
        Self { usage: Some((prompt, completion, cached)), ..self }
    }

    fn finish(self, finish: Finish) -> Self {
        Self { end: End::Complete(Some(finish)), ..self }
    }

    fn without_finish(self) -> Self {
        Self { end: End::Complete(None), ..self }
    }

    fn incomplete(self) -> Self {
        Self { end: End::Incomplete, ..self }
    }

    fn failed(self, kind: ErrorKind) -> Self {
        Self { end: End::Failed(kind), ..self }
    }
}
