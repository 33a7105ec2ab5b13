//! The decoder: from bytes to events.

use super::frame::Framer;
use super::reading::Reading;
use super::{AnswerKind, ServerError, StreamEnd, StreamEvent, Thinking};

/// Reads one answer: feed it with [`Decoder::push`], finish with [`Decoder::end`].
///
/// ```
/// use wenfang_llm::stream::{AnswerKind, Decoder, Finish, StreamEnd, StreamEvent};
///
/// let mut decoder = Decoder::new(AnswerKind::of_content_type(Some("text/event-stream")));
/// let events = decoder.push("data: {\"choices\":[{\"delta\":{\"content\":\"雨停了。\"}}]}\n\n".as_bytes());
/// assert_eq!(events, [StreamEvent::Text("雨停了。".to_owned())]);
/// decoder.push(b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
/// assert!(decoder.is_done());
/// let (rest, end) = decoder.end();
/// assert!(rest.is_empty());
/// assert_eq!(end, StreamEnd::Complete { finish: Some(Finish::Stop) });
/// ```
#[derive(Debug)]
pub struct Decoder {
    framer: Framer,
    reading: Reading,
}

impl Decoder {
    /// Creates a decoder for one answer. The kind matters only where the bytes are inconclusive: whether a truncated
    /// word without a colon at the very end is the start of a field (event streams) or foreign text.
    pub fn new(kind: AnswerKind) -> Self {
        Self { framer: Framer::default(), reading: Reading::new(kind) }
    }

    /// Sets what is known about the model's thinking; call it before the first byte.
    #[must_use]
    pub fn with_thinking(mut self, thinking: Thinking) -> Self {
        self.reading.think(thinking);
        self
    }

    /// Reads the next bytes, split anywhere. After `[DONE]` nothing is read; after an error or a finish reason
    /// reading continues.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        let reading = &mut self.reading;
        self.framer.push(bytes, &mut |frame| reading.frame(frame, &mut events));
        events
    }

    /// Whether no further input can matter (`[DONE]`, an oversized event, a page): the caller may stop reading.
    pub fn is_done(&self) -> bool {
        self.reading.is_done() || self.framer.is_closed()
    }

    /// The first error read so far, if any. Reading may continue: text and usage may follow.
    pub const fn failure(&self) -> Option<&ServerError> {
        self.reading.failure()
    }

    /// Ends the input, whether the server closed the stream or the connection was lost. Returns the last events and
    /// the end.
    pub fn end(self) -> (Vec<StreamEvent>, StreamEnd) {
        self.reading.close(self.framer.end())
    }
}
