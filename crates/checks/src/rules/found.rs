//! The findings of a rule.

use wenfang_story::SceneId;
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

/// A possible error.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub rule: Rule,
    pub severity: Severity,
    /// The places: the passage first, then those it conflicts with. Never empty.
    pub places: Vec<Place>,
    /// The canon item it conflicts with.
    pub against: Option<Against>,
    /// The expected value, as written in the canon or the text.
    pub expected: String,
    /// The actual value, as written in the text.
    pub found: String,
    /// A suggested replacement for the passage.
    pub replacement: Option<String>,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
}

/// A passage of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub scene: SceneId,
    /// The range in the scene's text, in char offsets.
    pub range: CharRange,
}

impl Found {
    /// Creates a finding about a passage, with the default confidence.
    pub(super) fn new(rule: Rule, severity: Severity, place: Place) -> Self {
        Self {
            rule,
            severity,
            places: vec![place],
            against: None,
            expected: String::new(),
            found: String::new(),
            replacement: None,
            confidence: 0.9,
        }
    }

    /// Adds a second passage.
    pub(super) fn and_at(mut self, place: Option<Place>) -> Self {
        self.places.extend(place);
        self
    }

    /// Sets the canon item it conflicts with.
    pub(super) fn against(mut self, against: Option<Against>) -> Self {
        self.against = against;
        self
    }

    /// Sets the expected and the actual value.
    pub(super) fn values(mut self, expected: impl Into<String>, found: impl Into<String>) -> Self {
        self.expected = expected.into();
        self.found = found.into();
        self
    }

    /// Sets the suggested replacement.
    pub(super) fn replaced_by(mut self, words: impl Into<String>) -> Self {
        self.replacement = Some(words.into());
        self
    }

    /// Sets the confidence.
    pub(super) fn with_confidence(mut self, confidence: f64) -> Self {
        self.confidence = confidence;
        self
    }

    /// Returns the range of the passage itself.
    pub(super) fn range(&self) -> CharRange {
        self.places.first().map(|place| place.range).unwrap_or_default()
    }
}
