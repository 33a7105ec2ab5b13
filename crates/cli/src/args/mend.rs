//! Arguments for mending.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Mend what checks found, on copies of the text.
#[derive(Debug, Subcommand)]
pub enum Mend {
    /// Begin a mending, or take up the open one of the same target.
    Begin(Box<Begin>),
    /// List mendings, newest first.
    List {
        /// Project file.
        file: PathBuf,
        /// List only those that have not ended.
        #[arg(long)]
        open: bool,
        /// List only those before this one.
        #[arg(long)]
        before: Option<i64>,
        /// Maximum number.
        #[arg(long)]
        limit: Option<u32>,
    },
    /// Show a mending with its scenes and issues.
    Show(Mending),
    /// Show an issue with its attempts.
    Issue {
        /// Project file.
        file: PathBuf,
        /// Issue id.
        issue: i64,
    },
    /// Show the changes proposed for a scene.
    Proposal {
        #[command(flatten)]
        of: Mending,
        /// Scene id.
        scene: i64,
    },
    /// Change when a mending stops; what is not named stays. One that works follows it from its next round on.
    Policy(ChangePolicy),
    /// Show or set the tools that mend the issues of a kind and severity, for mendings that begin from now on.
    Tools(Tools),
    /// Leave an issue as it is, work on it again, or change the setting instead of the text.
    Decide {
        #[command(flatten)]
        of: Issue,
        /// `refuse`, `reopen`, which is also the consent to a tool that asks first, or `change-setting`, which accepts
        /// the change of the setting that was proposed.
        #[arg(value_parser = ["refuse", "reopen", "change-setting"])]
        decision: String,
    },
    /// Write proposed changes into the manuscript.
    Accept {
        #[command(flatten)]
        of: Mending,
        /// Only in this scene.
        #[arg(long)]
        scene: Option<i64>,
        /// Only these changes of the scene, by number; the others are refused.
        #[arg(long, value_delimiter = ',', requires = "scene")]
        pieces: Option<Vec<usize>>,
        /// Only scenes in which all changes are words that rules suggested.
        #[arg(long, conflicts_with = "pieces")]
        replacements: bool,
    },
    /// Take accepted changes out of the manuscript again.
    TakeBack {
        #[command(flatten)]
        of: Mending,
        /// Only in these scenes.
        #[arg(long, value_delimiter = ',')]
        scenes: Option<Vec<i64>>,
    },
    /// Point at the passage of an issue whose place is unsure.
    Align {
        #[command(flatten)]
        of: Issue,
        /// First character of the passage in the newest text of the mending.
        #[arg(long)]
        start: usize,
        /// End of the passage.
        #[arg(long)]
        end: usize,
    },
    /// Check its issues again in the text of now, after changes of your own.
    Recheck(Mending),
    /// Go on with a mending.
    Resume {
        #[command(flatten)]
        of: Mending,
        #[command(flatten)]
        wait: Wait,
    },
    /// Supply the text of a scene that cannot be read, and go on.
    Supply {
        #[command(flatten)]
        of: Mending,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        #[command(flatten)]
        text: SuppliedText,
        #[command(flatten)]
        wait: Wait,
    },
    /// End a mending without a decision about what waits.
    Abandon {
        #[command(flatten)]
        of: Mending,
        /// End it even if its rows are damaged; it has failed then.
        #[arg(long)]
        force: bool,
    },
    /// Write a mending into a new folder: its rounds, the calls of models and the audit log, each with its hash.
    Export {
        #[command(flatten)]
        of: Mending,
        /// Folder to create.
        out: PathBuf,
    },
    /// Show what was done in a mending, in order.
    Audit {
        #[command(flatten)]
        of: Mending,
        /// Show only entries after this one.
        #[arg(long)]
        after: Option<i64>,
    },
}

#[derive(Debug, Args)]
pub struct ChangePolicy {
    #[command(flatten)]
    pub of: Mending,
    #[command(flatten)]
    pub policy: Policy,
    /// Take away the limit of money.
    #[arg(long, conflicts_with = "money")]
    pub no_money: bool,
}

#[derive(Debug, Args)]
pub struct Tools {
    /// Kind, severity, and tools in order of preference.
    #[arg(long, num_args = 3.., value_names = ["KIND", "SEVERITY", "TOOL"])]
    pub set: Option<Vec<String>>,
    /// Ask before these tools are used.
    #[arg(long, requires = "set")]
    pub ask_first: bool,
    /// Set all other kinds and severities to the tools as shipped.
    #[arg(long)]
    pub reset: bool,
}

#[derive(Debug, Args)]
pub struct Mending {
    /// Project file.
    pub file: PathBuf,
    /// Mending id.
    pub session: i64,
}

#[derive(Debug, Args)]
pub struct Issue {
    /// Project file.
    pub file: PathBuf,
    /// Issue id.
    pub issue: i64,
    /// Revision of the issue that you saw.
    #[arg(long)]
    pub seen: i64,
}

/// A text, to the last character.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct SuppliedText {
    /// File that has the text, such as an export of its chapter.
    #[arg(long = "file", value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// The text itself.
    #[arg(long)]
    pub text: Option<String>,
}

/// What to mend.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Target {
    /// One finding, in one round.
    #[arg(long)]
    pub finding: Option<i64>,
    /// A scene.
    #[arg(long)]
    pub scene: Option<i64>,
    /// A chapter.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// The whole book.
    #[arg(long)]
    pub book: bool,
}

/// Whether to wait for the end of the run.
#[derive(Debug, Args)]
pub struct Wait {
    /// Wait until its rounds are over.
    #[arg(long)]
    pub wait: bool,
    /// What to accept then: nothing, scenes in which all changes are words that rules suggested, or everything.
    #[arg(long, value_parser = ["none", "replacements", "all"], default_value = "none", requires = "wait")]
    pub accept: String,
}

#[derive(Debug, Args)]
pub struct Begin {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub target: Target,
    /// Rules whose findings are taken, even if they are off; the rules that are on if omitted.
    #[arg(long, value_delimiter = ',')]
    pub rules: Option<Vec<String>>,
    /// `rules` uses only the words that rules suggest, `model` also asks a model if one is set up.
    #[arg(long, value_parser = ["rules", "model"], default_value = "model")]
    pub by: String,
    /// Note to the model.
    #[arg(long, default_value = "")]
    pub note: String,
    #[command(flatten)]
    pub policy: Policy,
    /// Only show what it would take.
    #[arg(long, conflicts_with = "wait")]
    pub estimate: bool,
    /// Give up an open mending of the same target first.
    #[arg(long)]
    pub anew: bool,
    #[command(flatten)]
    pub wait: Wait,
}

/// When it stops.
#[derive(Debug, Args)]
pub struct Policy {
    /// Most rounds, 1 to 10.
    #[arg(long)]
    pub rounds: Option<u32>,
    /// End a scene early once nothing of at least the least severity is open; this is the default.
    #[arg(long, value_name = "BOOL")]
    pub until_pass: Option<bool>,
    /// Most minutes of work.
    #[arg(long)]
    pub minutes: Option<u32>,
    /// Least share of its weight that a text must lose in a round, 0 to 1.
    #[arg(long)]
    pub min_improvement: Option<f64>,
    /// Most that it may cost, in millionths.
    #[arg(long, requires = "currency")]
    pub money: Option<u64>,
    /// Currency of the money, such as CNY.
    #[arg(long, requires = "money")]
    pub currency: Option<String>,
    /// Leave findings below this severity alone: `low`, `medium`, `high` or `critical`.
    #[arg(long)]
    pub least: Option<String>,
    /// Largest share of a scene that may change, above 0 to 1.
    #[arg(long)]
    pub most_changed: Option<f64>,
}
