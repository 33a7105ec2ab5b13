//! What a model thinks before it answers: counted and hashed for the record, never stored and never shown.

use wenfang_llm::tokens::TokenCounter;
use wenfang_story::GenerationId;
use wenfang_story::generation::{GenerationRecord, Reasoning};
use wenfang_text::ContentHash;

use crate::drafting::{GenerationEvent, Observer};

/// The reasoning of a generation, over all its calls. It is dropped with this value.
#[derive(Default)]
pub(super) struct Thinking {
    words: String,
    /// Whether the observer knows that the model is thinking.
    is_told: bool,
}

impl Thinking {
    /// Takes a piece, and tells the observer at the first of a call.
    pub(super) fn push(&mut self, words: &str, observer: &Observer, generation: GenerationId) {
        self.words.push_str(words);
        if !self.is_told {
            self.is_told = true;
            observer.tell(GenerationEvent::Thinking { generation });
        }
    }

    /// Notes in the record how much the model thought, at the end of a call.
    pub(super) fn note(&mut self, record: &mut GenerationRecord) {
        self.is_told = false;
        record.reasoning = (!self.words.is_empty()).then(|| Reasoning {
            tokens: TokenCounter::of_model(&record.model).count(&self.words) as u64,
            hash: ContentHash::of(self.words.as_bytes()).to_string(),
        });
    }
}
