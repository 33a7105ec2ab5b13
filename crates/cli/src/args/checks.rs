//! Checks on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Where to look.
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

/// Check the text, and keep what is found.
#[derive(Debug, Args)]
pub struct Check {
    /// The project file.
    pub file: PathBuf,
    /// Where; in the whole book when nothing is named.
    #[command(flatten)]
    pub within: Within,
    /// By these rules, whether they are on or off; by those that are on when absent.
    #[arg(long, value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
}

/// Show what checks found, as it stands now.
#[derive(Debug, Args)]
pub struct Findings {
    /// The project file.
    pub file: PathBuf,
    /// Where; in the whole book when nothing is named.
    #[command(flatten)]
    pub within: Within,
    /// Show those as well that are waived.
    #[arg(long)]
    pub waived: bool,
}

/// Let a finding be.
#[derive(Debug, Args)]
pub struct Waive {
    /// The project file.
    pub file: PathBuf,
    /// Which one.
    pub finding: i64,
    /// This passage, every one with its words about its item, or since it is meant so.
    #[arg(long, value_parser = ["once", "item", "intended"], default_value = "once")]
    pub scope: String,
    /// Why; needed where it is meant so.
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// A finding.
#[derive(Debug, Args)]
pub struct Finding {
    /// The project file.
    pub file: PathBuf,
    /// Which one.
    pub finding: i64,
}

/// Show the rules of checks and how well they do, or turn one on or off.
#[derive(Debug, Args)]
pub struct Rules {
    /// The project file.
    pub file: PathBuf,
    /// Which one to turn; they are shown when none is named.
    #[command(flatten)]
    pub switch: Switch,
}

/// A rule to be turned on or off.
#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Switch {
    /// Turn this rule on.
    #[arg(long, value_name = "RULE")]
    pub on: Option<String>,
    /// Turn this rule off.
    #[arg(long, value_name = "RULE")]
    pub off: Option<String>,
    /// Leave it to what is shipped whether this rule is on.
    #[arg(long, value_name = "RULE")]
    pub as_shipped: Option<String>,
}

/// How well parts of the studio do.
#[derive(Debug, Subcommand)]
pub enum Eval {
    /// Plant errors in prose and say how well each rule finds them; without files, what was measured before release.
    Checks {
        /// Files of clean prose: novels in UTF-8.
        files: Vec<PathBuf>,
    },
    /// Ask whole questions and say how often the paragraph that answers them is found, beside a plain BM25.
    Retrieval {
        /// The project whose text is searched.
        file: PathBuf,
        /// A UTF-8 file with a question a line: how its paragraph begins, a tab, the question.
        questions: PathBuf,
    },
    /// Look for people, relations and events as if nothing were known of a book, and hold the people against a list.
    Names {
        /// The project whose text is read.
        file: PathBuf,
        /// A UTF-8 file with somebody a line: the usual name and other names, with tabs between them.
        people: PathBuf,
    },
}
