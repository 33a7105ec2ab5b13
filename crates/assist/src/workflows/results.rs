//! The output of a step, as stored and shown.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_recall::summaries::KeyEvent;
use wenfang_story::check::Severity;
use wenfang_story::{BatchId, ChapterId};

/// Number of findings by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct BySeverity {
    pub low: usize,
    pub medium: usize,
    pub high: usize,
    pub critical: usize,
}

impl BySeverity {
    /// Counts one more finding.
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

/// A count with a machine-readable name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct NamedCount {
    /// `texts`, `paragraphs`, `passages`, `chapters` or `scenes`.
    pub name: String,
    pub count: usize,
}

/// A line of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReportLine {
    pub title: String,
    /// A quote of the text.
    pub text: String,
    pub chapter: Option<ChapterId>,
}

/// The output of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NodeResult {
    /// The summary of a chapter.
    Summary { chapter: ChapterId, text: String, key_events: Vec<KeyEvent> },
    /// Proposals for the graph.
    Proposals {
        /// The batch of the proposals; none if nothing was new.
        batch: Option<BatchId>,
        /// Number applied at once.
        applied: usize,
        /// Number awaiting the author's decision.
        pending: usize,
        rejected: usize,
        /// Number of items of a model's answer dropped because they were malformed or not applicable.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        dropped: usize,
    },
    /// Findings of checks.
    Findings {
        /// Number of findings.
        found: usize,
        by_severity: BySeverity,
        /// Number of chapters checked.
        chapters: usize,
        /// Number of a model's findings dropped because their quote is not in the text.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        dropped: usize,
    },
    /// Directions for the next chapter.
    Suggestions {
        /// The chapter they follow.
        chapter: ChapterId,
        /// Number of directions.
        suggestions: usize,
    },
    /// Counts.
    Counts { counts: Vec<NamedCount> },
    /// A report.
    Report { lines: Vec<ReportLine> },
    /// Any other output.
    Other {
        #[ts(type = "JsonValue")]
        json: Value,
    },
}

impl NodeResult {
    /// Parses the output of a step; combines the outputs of its items if it ran for each item.
    pub(super) fn of(output: &Value) -> Option<Self> {
        match output {
            Value::Null => None,
            Value::Array(items) => items.iter().filter_map(Self::of).reduce(Self::combined),
            one => Some(
                serde_json::from_value(one.clone()).unwrap_or_else(|_| Self::Other { json: one.clone() }),
            ),
        }
    }

    /// Combines two results of the same kind. Of two texts the later one wins.
    fn combined(self, next: Self) -> Self {
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

    /// Serializes the result as the output of a step.
    pub(super) fn output(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn outputs_of_items_are_combined() {
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
