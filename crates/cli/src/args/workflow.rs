//! Arguments for workflows.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum Workflow {
    /// Report all errors in a definition.
    Validate {
        /// Definition file (JSON).
        definition: PathBuf,
    },
    /// Show the workflows and their automatic triggers.
    List {
        /// Project file.
        file: PathBuf,
    },
    /// Start a run. Without --wait, it is left for the window or `resume --wait` to continue.
    Run {
        /// Project file.
        file: PathBuf,
        /// Workflow id.
        workflow: String,
        /// Chapter to run it for.
        #[arg(long)]
        chapter: Option<i64>,
        /// Input: a JSON object. `{"by": "local"}` uses no model.
        #[arg(long)]
        input: Option<String>,
        /// Maximum cost of models during the run, in millionths; a step with a higher estimate runs on this machine
        /// instead.
        #[arg(long, requires = "currency")]
        ceiling: Option<u64>,
        /// Currency of the ceiling, such as CNY.
        #[arg(long, requires = "ceiling")]
        currency: Option<String>,
        /// Only show the expected model calls and their cost, without a ceiling.
        #[arg(long, conflicts_with_all = ["ceiling", "wait"])]
        preview: bool,
        /// Wait until the run ends or asks a question.
        #[arg(long)]
        wait: bool,
    },
    /// List runs, newest first.
    Runs {
        /// Project file.
        file: PathBuf,
        /// Maximum number of runs.
        #[arg(long)]
        limit: Option<u32>,
        /// List only runs before this one.
        #[arg(long)]
        before: Option<i64>,
        /// List only runs that have not ended.
        #[arg(long)]
        active: bool,
        /// Also list runs that write texts or follow their acceptance.
        #[arg(long)]
        texts: bool,
    },
    /// Show a run with its steps.
    RunShow(RunArgs),
    /// Show the events of a run.
    Events {
        #[command(flatten)]
        of: RunArgs,
        /// Show only events after this number.
        #[arg(long, default_value_t)]
        after: i64,
    },
    /// List the interrupted runs, with the cost of resuming them. Those that write a text are ended instead.
    Interrupted {
        /// Project file.
        file: PathBuf,
    },
    /// Cancel a run, or a step of it with everything after it.
    Cancel {
        #[command(flatten)]
        of: RunArgs,
        /// Cancel only this step.
        #[arg(long)]
        node: Option<String>,
    },
    /// Resume a run: completed steps are kept, the rest runs. A run that writes a text is not resumed.
    Resume {
        #[command(flatten)]
        of: RunArgs,
        /// Use the current definition.
        #[arg(long)]
        upgrade: bool,
        /// Wait until the run ends or asks a question.
        #[arg(long)]
        wait: bool,
    },
    /// Answer the question of a run.
    Answer {
        #[command(flatten)]
        of: RunArgs,
        /// Step that asks.
        node: String,
        /// Item that asks.
        #[arg(long)]
        item: Option<usize>,
        /// Decline.
        #[arg(long)]
        decline: bool,
        /// Further data as JSON.
        #[arg(long)]
        data: Option<String>,
        /// Wait until the run ends or asks another question.
        #[arg(long)]
        wait: bool,
    },
    /// Repeat a run, as a new run.
    Again(Again),
    /// Switch the automatic start of a workflow on or off.
    Switch {
        /// Project file.
        file: PathBuf,
        /// Workflow id.
        workflow: String,
        /// Trigger: `chapter_completed`, `scene_saved`, `canon_changed`, `imported`.
        trigger: String,
        /// Switch it off.
        #[arg(long)]
        off: bool,
        /// Maximum cost of models per month, in millionths; no model is used if omitted.
        #[arg(long, requires = "currency")]
        ceiling: Option<u64>,
        /// Currency of the ceiling, such as CNY.
        #[arg(long)]
        currency: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Project file.
    pub file: PathBuf,
    /// Run id.
    pub run: i64,
}

#[derive(Debug, Args)]
pub struct Again {
    #[command(flatten)]
    pub of: RunArgs,
    /// Start at this step.
    #[arg(long)]
    pub node: Option<String>,
    /// Repeat only that step.
    #[arg(long, requires = "node")]
    pub only: bool,
    /// New params for that step, a JSON object.
    #[arg(long, requires = "node")]
    pub params: Option<String>,
    /// Also run steps whose earlier output could be reused.
    #[arg(long)]
    pub fresh: bool,
    /// Only show what would run.
    #[arg(long)]
    pub preview: bool,
    /// Wait until the run ends or asks a question.
    #[arg(long)]
    pub wait: bool,
}
