//! The author's choice of tools by kind and severity, and what is wrong with one.

use serde::{Deserialize, Serialize};

use super::{Tool, ToolChoice, ToolRow, ToolTable};
use crate::check::{ErrorKind, Severity};

/// The author's choice of tools for the issues of one kind and severity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolSetting {
    pub kind: ErrorKind,
    pub severity: Severity,
    #[serde(flatten)]
    pub choice: ToolChoice,
}

/// A choice of tools by names, as the author gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct NamedTools {
    #[ts(as = "ErrorKind")]
    pub kind: String,
    #[ts(as = "Severity")]
    pub severity: String,
    /// In order of preference: the first that can be used is taken, and the author if none can.
    #[ts(as = "Vec<Tool>")]
    pub tools: Vec<String>,
    /// Whether the author is asked before the tool is used.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub asks_first: bool,
}

/// Why a choice of tools cannot be used. `row` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum ToolFault {
    #[error("row {row}: «{value}» is no {what}; known are {}", allowed.join(", "))]
    Unknown { row: usize, what: &'static str, value: String, allowed: Vec<&'static str> },
    #[error("row {row}: no tool is named; «author» leaves the issues to you")]
    NoTool { row: usize },
    #[error("row {row}: {tool} is named twice")]
    Twice { row: usize, tool: Tool },
    #[error("row {row}: {tool} comes after author and would never be used")]
    AfterAuthor { row: usize, tool: Tool },
    #[error("row {row}: {kind} issues of {severity} severity are in row {first} already")]
    SameIssues { row: usize, first: usize, kind: ErrorKind, severity: Severity },
}

impl ToolSetting {
    /// Reads choices by their names.
    ///
    /// # Errors
    /// Every fault of every row.
    pub fn read(rows: &[NamedTools]) -> Result<Vec<Self>, Vec<ToolFault>> {
        let mut faults = Vec::new();
        let mut settings: Vec<(usize, Self)> = Vec::new();
        for (row, named) in (1..).zip(rows) {
            let Some(setting) = setting(row, named, &mut faults) else { continue };
            let of_same = |(_, other): &&(usize, Self)| {
                (other.kind, other.severity) == (setting.kind, setting.severity)
            };
            if let Some((first, _)) = settings.iter().find(of_same) {
                let Self { kind, severity, .. } = setting;
                faults.push(ToolFault::SameIssues { row, first: *first, kind, severity });
            }
            settings.push((row, setting));
        }
        if faults.is_empty() {
            Ok(settings.into_iter().map(|(_, setting)| setting).collect())
        } else {
            Err(faults)
        }
    }
}

/// Reads one row, and notes its faults. `None` if it cannot be read.
fn setting(row: usize, named: &NamedTools, faults: &mut Vec<ToolFault>) -> Option<ToolSetting> {
    let kind = known(row, ("kind", &named.kind), &ErrorKind::ALL.map(ErrorKind::as_str), faults);
    let severity = known(row, ("severity", &named.severity), &Severity::ALL.map(Severity::as_str), faults);
    let names = Tool::ALL.map(Tool::as_str);
    let tools: Vec<Option<Tool>> =
        named.tools.iter().map(|name| known(row, ("tool", name), &names, faults)).collect();
    if tools.is_empty() {
        faults.push(ToolFault::NoTool { row });
    }
    for (at, tool) in tools.iter().enumerate() {
        let Some(tool) = *tool else { continue };
        let before = &tools[..at];
        if before.contains(&Some(tool)) {
            faults.push(ToolFault::Twice { row, tool });
        } else if before.contains(&Some(Tool::Author)) {
            faults.push(ToolFault::AfterAuthor { row, tool });
        }
    }
    let choice =
        ToolChoice { tools: tools.into_iter().collect::<Option<_>>()?, asks_first: named.asks_first };
    Some(ToolSetting { kind: kind?, severity: severity?, choice })
}

/// The value of a name, or a fault with the names that are known.
fn known<T: std::str::FromStr>(
    row: usize,
    (what, name): (&'static str, &str),
    allowed: &[&'static str],
    faults: &mut Vec<ToolFault>,
) -> Option<T> {
    let value = name.parse().ok();
    if value.is_none() {
        faults.push(ToolFault::Unknown { row, what, value: name.to_owned(), allowed: allowed.to_vec() });
    }
    value
}

/// The shipped table with the author's choices.
///
/// A length needs tools of its own and is asked about first, so its row comes before the author's choices, except where
/// the author leaves all issues of that severity to the author.
pub fn with_settings(settings: &[ToolSetting]) -> ToolTable {
    let row = |setting: &ToolSetting| ToolRow {
        kind: Some(setting.kind),
        severity: Some(setting.severity),
        choice: setting.choice.clone(),
        ..ToolRow::default()
    };
    let is_left = |setting: &&ToolSetting| setting.choice.tools.first() == Some(&Tool::Author);
    let (of_rule, of_kind): (Vec<ToolRow>, Vec<ToolRow>) =
        ToolTable::default().0.into_iter().partition(|row| row.rule.is_some());
    let left = settings.iter().filter(is_left).map(row);
    let used = settings.iter().filter(|setting| !is_left(setting)).map(row);
    ToolTable(left.chain(of_rule).chain(used).chain(of_kind).collect())
}

/// The choice for the issues of a kind and severity, apart from rules with tools of their own.
pub fn choice_of_kind(table: &ToolTable, kind: ErrorKind, severity: Severity) -> ToolChoice {
    let fits = |row: &&ToolRow| {
        row.rule.is_none()
            && row.kind.is_none_or(|wanted| wanted == kind)
            && row.least_severity.is_none_or(|least| severity >= least)
            && row.severity.is_none_or(|wanted| wanted == severity)
    };
    table.0.iter().find(fits).map(|row| row.choice.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Rule;

    fn row(kind: &str, severity: &str, tools: &[&str]) -> NamedTools {
        let [kind, severity] = [kind, severity].map(str::to_owned);
        NamedTools {
            kind,
            severity,
            tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
            asks_first: false,
        }
    }

    #[test]
    fn every_fault_is_told_with_what_is_allowed() {
        let faults = ToolSetting::read(&[
            row("plot", "high", &["rewrite"]),
            row("fact", "huge", &["author", "canon", "erase"]),
            row("fact", "high", &[]),
            row("style", "low", &["replace", "replace"]),
            row("style", "low", &["author"]),
        ])
        .unwrap_err();
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "row 1: «plot» is no kind; known are character, fact, timeline, world, style",
                "row 2: «huge» is no severity; known are low, medium, high, critical",
                "row 2: «erase» is no tool; known are replace, rewrite, shorten, lengthen, canon, author",
                "row 2: canon comes after author and would never be used",
                "row 3: no tool is named; «author» leaves the issues to you",
                "row 4: replace is named twice",
                "row 5: style issues of low severity are in row 4 already",
            ]
        );
    }

    #[test]
    fn a_choice_is_for_its_kind_and_severity_only() {
        let settings = ToolSetting::read(&[
            NamedTools { asks_first: true, ..row("fact", "high", &["canon", "rewrite"]) },
            row("style", "low", &["author"]),
        ])
        .unwrap();
        let table = with_settings(&settings);
        assert_eq!(
            table.choice(Rule::Attribute, Severity::High),
            ToolChoice { tools: vec![Tool::Canon, Tool::Rewrite], asks_first: true }
        );
        let usual = ToolTable::default();
        for (rule, severity) in [
            (Rule::Attribute, Severity::Medium),
            (Rule::Attribute, Severity::Critical),
            (Rule::NameDrift, Severity::High),
            (Rule::Length, Severity::Medium),
        ] {
            assert_eq!(table.choice(rule, severity), usual.choice(rule, severity), "{rule} {severity}");
        }
        assert_eq!(table.choice(Rule::Length, Severity::Low).tools, [Tool::Author]);
        assert_eq!(choice_of_kind(&table, ErrorKind::Style, Severity::Low).tools, [Tool::Author]);
        assert_eq!(
            choice_of_kind(&usual, ErrorKind::Style, Severity::Low).tools,
            [Tool::Replace, Tool::Rewrite]
        );
    }
}
