//! The tools that mend issues, and the table by which one is chosen.

use serde::{Deserialize, Serialize};

use crate::check::{ErrorKind, Rule, Severity};
use crate::record::is_default;
use crate::version::named;

named! {
    /// A way to mend an issue.
    #[derive(PartialOrd, Ord)]
    Tool "tool" {
        /// Puts in the replacement that the rule suggested.
        Replace = "replace",
        /// A model writes the passage again.
        Rewrite = "rewrite",
        /// A model writes the passage in fewer words.
        Shorten = "shorten",
        /// A model writes the passage in more words.
        Lengthen = "lengthen",
        /// The setting is wrong: a proposal to the canon, and no change of the text.
        Canon = "canon",
        /// The author mends it.
        Author = "author",
    }
}

impl Tool {
    /// Whether it asks a model.
    pub const fn needs_model(self) -> bool {
        matches!(self, Self::Rewrite | Self::Shorten | Self::Lengthen)
    }

    /// Whether it changes the text by itself.
    pub const fn edits_text(self) -> bool {
        !matches!(self, Self::Canon | Self::Author)
    }
}

named! {
    /// Who may mend in a session.
    #[derive(Default)]
    MendBy "mender" {
        /// Rules only, by the words they suggest.
        Rules = "rules",
        /// Rules, and a model for what has no suggestion.
        #[default]
        Model = "model",
    }
}

/// A choice of tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ToolChoice {
    /// The tools in order of preference; the first that can be used is taken, and the author if none can.
    pub tools: Vec<Tool>,
    /// Whether the author is asked before the tool is used.
    #[serde(skip_serializing_if = "is_default")]
    pub asks_first: bool,
}

/// A row of the table: the issues it is for, and the tools for them. A condition that is absent holds for every issue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ToolRow {
    #[serde(skip_serializing_if = "is_default")]
    pub rule: Option<Rule>,
    #[serde(skip_serializing_if = "is_default")]
    pub kind: Option<ErrorKind>,
    /// The row is for issues of this severity or above.
    #[serde(skip_serializing_if = "is_default")]
    pub least_severity: Option<Severity>,
    /// The row is for issues of exactly this severity.
    #[serde(skip_serializing_if = "is_default")]
    pub severity: Option<Severity>,
    #[serde(flatten)]
    pub choice: ToolChoice,
}

/// The tools by rule, kind and severity. The first row that fits an issue decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct ToolTable(pub Vec<ToolRow>);

/// Replacements come first, because they cost nothing. Contradictions that break the story may lie in the setting, so
/// the author is asked first.
impl Default for ToolTable {
    fn default() -> Self {
        let row = |tools: &[Tool]| ToolRow {
            choice: ToolChoice { tools: tools.to_vec(), asks_first: false },
            ..ToolRow::default()
        };
        let fact = |kind| ToolRow {
            kind: Some(kind),
            least_severity: Some(Severity::Critical),
            choice: ToolChoice { tools: vec![Tool::Replace, Tool::Rewrite, Tool::Canon], asks_first: true },
            ..ToolRow::default()
        };
        Self(vec![
            // What a scene can lose or needs is a matter of taste, and the change is large.
            ToolRow {
                rule: Some(Rule::Length),
                choice: ToolChoice { tools: vec![Tool::Shorten, Tool::Lengthen], asks_first: true },
                ..ToolRow::default()
            },
            fact(ErrorKind::Fact),
            fact(ErrorKind::World),
            row(&[Tool::Replace, Tool::Rewrite]),
        ])
    }
}

impl ToolTable {
    /// The choice for an issue; the author if no row fits.
    pub fn choice(&self, rule: Rule, severity: Severity) -> ToolChoice {
        let fits = |row: &&ToolRow| {
            row.rule.is_none_or(|wanted| wanted == rule)
                && row.kind.is_none_or(|wanted| wanted == rule.kind())
                && row.least_severity.is_none_or(|least| severity >= least)
                && row.severity.is_none_or(|wanted| wanted == severity)
        };
        let row = self.0.iter().find(fits);
        row.map_or_else(ToolChoice::default, |row| row.choice.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_fits_decides() {
        let table = ToolTable::default();
        let tools = |rule, severity| table.choice(rule, severity);
        assert_eq!(tools(Rule::Length, Severity::Low).tools, [Tool::Shorten, Tool::Lengthen]);
        assert_eq!(tools(Rule::Punctuation, Severity::Low).tools, [Tool::Replace, Tool::Rewrite]);
        assert!(!tools(Rule::Attribute, Severity::High).asks_first);
        assert!(tools(Rule::Attribute, Severity::Critical).asks_first);
        assert!(!tools(Rule::PovDrift, Severity::Critical).asks_first);
        assert_eq!(ToolTable(Vec::new()).choice(Rule::Tense, Severity::High), ToolChoice::default());
    }

    #[test]
    fn a_table_survives_the_round_trip() {
        let table = ToolTable::default();
        let json = serde_json::to_string(&table).unwrap();
        assert!(
            json.starts_with(r#"[{"rule":"length","tools":["shorten","lengthen"],"asks_first":true},"#),
            "{json}"
        );
        assert_eq!(serde_json::from_str::<ToolTable>(&json).unwrap(), table);
    }
}
