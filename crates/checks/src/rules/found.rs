//! What a rule found.

use wenfang_story::SceneId;
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

/// Something that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// By which rule.
    pub rule: Rule,
    /// How much it matters.
    pub severity: Severity,
    /// Where: the passage itself first, then those it conflicts with. Never empty.
    pub places: Vec<Place>,
    /// What of the canon it conflicts with.
    pub against: Option<Against>,
    /// What was expected: a value, as it stands in the canon or the text.
    pub expected: String,
    /// What was found: a value, as it stands in the text.
    pub found: String,
    /// Words to put in the place of the passage.
    pub replacement: Option<String>,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// A passage of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The scene.
    pub scene: SceneId,
    /// Where in its text, in char offsets.
    pub range: CharRange,
}

impl Found {
    /// A finding about a passage, in doubt as to nothing but what the rule itself says.
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

    /// The same, with a second passage.
    pub(super) fn and_at(mut self, place: Option<Place>) -> Self {
        self.places.extend(place);
        self
    }

    /// The same, in conflict with the canon.
    pub(super) fn against(mut self, against: Option<Against>) -> Self {
        self.against = against;
        self
    }

    /// The same, with what was expected and what was found.
    pub(super) fn values(mut self, expected: impl Into<String>, found: impl Into<String>) -> Self {
        self.expected = expected.into();
        self.found = found.into();
        self
    }

    /// The same, with other words for the passage.
    pub(super) fn replaced_by(mut self, words: impl Into<String>) -> Self {
        self.replacement = Some(words.into());
        self
    }

    /// The same, surer or less sure.
    pub(super) fn sure(mut self, confidence: f64) -> Self {
        self.confidence = confidence;
        self
    }

    /// Where the passage itself stands.
    pub(super) fn range(&self) -> CharRange {
        self.places.first().map(|place| place.range).unwrap_or_default()
    }
}
