//! From bytes to events: the machine that puts the parts together.

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
    /// A decoder for one answer. The kind settles only what the bytes leave open: whether a cut word without a colon at the
    /// very end is the start of a field (event streams) or something foreign.
    pub fn new(kind: AnswerKind) -> Self {
        Self { framer: Framer::default(), reading: Reading::new(kind) }
    }

    /// Says what is known of the model's thinking; before the first byte.
    #[must_use]
    pub fn with_thinking(mut self, thinking: Thinking) -> Self {
        self.reading.think(thinking);
        self
    }

    /// Reads the next bytes, cut anywhere. After `[DONE]` nothing is read; after an error and after a finish reason all is.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        let reading = &mut self.reading;
        self.framer.push(bytes, &mut |frame| reading.frame(frame, &mut events));
        events
    }

    /// Whether nothing that may still come can matter (`[DONE]`, an event too large, a page): the caller may stop reading.
    pub fn is_done(&self) -> bool {
        self.reading.is_done() || self.framer.is_closed()
    }

    /// The first error read so far, if any. Reading on is allowed: text and usage may follow.
    pub const fn failure(&self) -> Option<&ServerError> {
        self.reading.failure()
    }

    /// The bytes are over, by the server's will or by a lost connection: the last events, and how it ended.
    pub fn end(self) -> (Vec<StreamEvent>, StreamEnd) {
        self.reading.close(self.framer.end())
    }
}
