//! Arguments for checks.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The part of the book to check.
#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Within {
    /// Only in this scene.
    #[arg(long)]
    pub scene: Option<i64>,
    /// Only in this chapter.
    #[arg(long)]
    pub chapter: Option<i64>,
}

/// Check the text and store the findings.
#[derive(Debug, Args)]
pub struct Check {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub within: Within,
    /// Rules to check, even if they are off; the rules that are on if omitted.
    #[arg(long, value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
    #[command(flatten)]
    pub fix: AutoFix,
}

/// Whether to mend what is found.
#[derive(Debug, Args)]
pub struct AutoFix {
    /// Mend what is found, on copies of the text; an open mending of the same target is taken up.
    #[arg(long)]
    pub auto_fix: bool,
    /// Wait until its rounds are over.
    #[arg(long, requires = "auto_fix")]
    pub wait: bool,
    /// What to accept then: nothing, scenes in which all changes are words that rules suggested, or everything.
    #[arg(long, value_parser = ["none", "replacements", "all"], default_value = "none", requires = "wait")]
    pub accept: String,
    /// `rules` uses only the words that rules suggest, `model` also asks a model if one is set up.
    #[arg(long, value_parser = ["rules", "model"], default_value = "model", requires = "auto_fix")]
    pub by: String,
}

/// Show the current findings.
#[derive(Debug, Args)]
pub struct Findings {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub within: Within,
    /// Include waived findings.
    #[arg(long)]
    pub waived: bool,
}

/// Waive a finding.
#[derive(Debug, Args)]
pub struct Waive {
    /// Project file.
    pub file: PathBuf,
    /// Finding id.
    pub finding: i64,
    /// Waive only this passage, every finding with the same words about the same item, or this one as intended.
    #[arg(long, value_parser = ["once", "item", "intended"], default_value = "once")]
    pub scope: String,
    /// Reason; required for an intended finding.
    #[arg(long, default_value = "")]
    pub reason: String,
}

#[derive(Debug, Args)]
pub struct Finding {
    /// Project file.
    pub file: PathBuf,
    /// Finding id.
    pub finding: i64,
}

/// Show the rules or switch one.
#[derive(Debug, Args)]
pub struct Rules {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub switch: Switch,
}

/// A rule to switch on or off.
#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Switch {
    /// Switch this rule on.
    #[arg(long, value_name = "RULE")]
    pub on: Option<String>,
    /// Switch this rule off.
    #[arg(long, value_name = "RULE")]
    pub off: Option<String>,
    /// Reset this rule to its default.
    #[arg(long, value_name = "RULE")]
    pub as_shipped: Option<String>,
    /// Let mendings accept the replacements of this rule by themselves.
    #[arg(long, value_name = "RULE")]
    pub accept: Option<String>,
    /// Let the replacements of this rule wait for you.
    #[arg(long, value_name = "RULE")]
    pub ask: Option<String>,
}

/// Quality measurements.
#[derive(Debug, Subcommand)]
pub enum Eval {
    /// Plant errors in prose and measure how well each rule finds them; without files, show the figures measured
    /// before release.
    Checks {
        /// Files with clean prose: novels in UTF-8.
        files: Vec<PathBuf>,
    },
    /// Measure how often search finds the paragraph that answers a question, compared with plain BM25.
    Retrieval {
        /// Project to search.
        file: PathBuf,
        /// UTF-8 file with one question per line: the beginning of the paragraph, a tab, the question.
        questions: PathBuf,
    },
    /// Extract people, relations and events from a book from scratch, and compare the people with a list.
    Names {
        /// Project to read.
        file: PathBuf,
        /// UTF-8 file with one person per line: the usual name and other names, separated by tabs.
        people: PathBuf,
    },
}
