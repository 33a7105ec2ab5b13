//! What a step gives, as it is kept and shown.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_story::check::Severity;
use wenfang_story::{BatchId, ChapterId};

use crate::completion::KeyEvent;

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct BySeverity {
    /// Blemishes.
    pub low: usize,
    /// Worth a look.
    pub medium: usize,
    /// A reader will notice.
    pub high: usize,
    /// They break the story.
    pub critical: usize,
}

impl BySeverity {
    /// The same with one more.
    pub(super) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Low => self.low += 1,
            Severity::Medium => self.medium += 1,
            Severity::High => self.high += 1,
            Severity::Critical => self.critical += 1,
        }
    }

    fn join(&mut self, other: Self) {
        self.low += other.low;
        self.medium += other.medium;
        self.high += other.high;
        self.critical += other.critical;
    }
}

/// A number with a name for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct NamedCount {
    /// What is counted: `texts`, `paragraphs`, `passages`, `chapters`, `scenes`.
    pub name: String,
    /// How many.
    pub count: usize,
}

/// A line of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReportLine {
    /// The title of the chapter.
    pub title: String,
    /// What stands there: words of the text.
    pub text: String,
    /// The chapter.
    pub chapter: Option<ChapterId>,
}

/// What a step gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NodeResult {
    /// The summary of a chapter.
    Summary {
        /// The chapter.
        chapter: ChapterId,
        /// What happens.
        text: String,
        /// What matters most.
        key_events: Vec<KeyEvent>,
    },
    /// Proposals for the graph.
    Proposals {
        /// The batch they are kept as; none where there was nothing new.
        batch: Option<BatchId>,
        /// Applied at once.
        applied: usize,
        /// For the author to decide.
        pending: usize,
        /// Rejected.
        rejected: usize,
        /// Items of a model's answer that could not be read or applied, and which were dropped.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        dropped: usize,
    },
    /// Findings of checks.
    Findings {
        /// How many there are.
        found: usize,
        /// How much they matter.
        by_severity: BySeverity,
        /// Chapters that were checked.
        chapters: usize,
        /// Findings of a model whose quote does not stand in the text, and which were dropped.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        dropped: usize,
    },
    /// Directions for the next chapter.
    Suggestions {
        /// After which chapter.
        chapter: ChapterId,
        /// How many.
        suggestions: usize,
    },
    /// Numbers.
    Counts {
        /// The numbers.
        counts: Vec<NamedCount>,
    },
    /// A report.
    Report {
        /// Its lines.
        lines: Vec<ReportLine>,
    },
    /// Anything else.
    Other {
        /// As it is.
        #[ts(type = "JsonValue")]
        json: Value,
    },
}

impl NodeResult {
    /// What a step gave; of one that ran for each item, what its items gave together.
    pub(super) fn of(output: &Value) -> Option<Self> {
        match output {
            Value::Null => None,
            Value::Array(items) => items.iter().filter_map(Self::of).reduce(Self::joined),
            one => Some(
                serde_json::from_value(one.clone()).unwrap_or_else(|_| Self::Other { json: one.clone() }),
            ),
        }
    }

    /// Two results of the same kind as one. Of texts the last stands for all.
    fn joined(self, next: Self) -> Self {
        match (self, next) {
            (
                Self::Proposals { applied, pending, rejected, dropped, .. },
                Self::Proposals { batch, applied: more, pending: waits, rejected: no, dropped: also },
            ) => Self::Proposals {
                batch,
                applied: applied + more,
                pending: pending + waits,
                rejected: rejected + no,
                dropped: dropped + also,
            },
            (
                Self::Findings { found, mut by_severity, chapters, dropped },
                Self::Findings { found: more, by_severity: others, chapters: next, dropped: also },
            ) => {
                by_severity.join(others);
                Self::Findings {
                    found: found + more,
                    by_severity,
                    chapters: chapters + next,
                    dropped: dropped + also,
                }
            }
            (_, next) => next,
        }
    }

    /// As the output of a step.
    pub(super) fn output(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn items_are_told_together() {
        let one = |found: usize| {
            let by_severity = BySeverity { high: found, ..BySeverity::default() };
            NodeResult::Findings { found, by_severity, chapters: 1, dropped: 0 }.output()
        };
        let all = NodeResult::of(&json!([one(2), null, one(3)]));
        let by_severity = BySeverity { high: 5, ..BySeverity::default() };
        assert_eq!(all, Some(NodeResult::Findings { found: 5, by_severity, chapters: 2, dropped: 0 }));
        assert_eq!(NodeResult::of(&json!({ "n": 1 })), Some(NodeResult::Other { json: json!({ "n": 1 }) }));
    }
}
