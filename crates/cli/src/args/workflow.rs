//! Workflows on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Run workflows.
#[derive(Debug, Subcommand)]
pub enum Workflow {
    /// Say everything that is wrong with a definition.
    Validate {
        /// A file of JSON.
        definition: PathBuf,
    },
    /// Show the workflows, and what starts by itself.
    List {
        /// The project file.
        file: PathBuf,
    },
    /// Begin a run. Without --wait it is left to be taken up: by the window, or by `resume --wait`.
    Run {
        /// The project file.
        file: PathBuf,
        /// The workflow.
        workflow: String,
        /// For which chapter.
        #[arg(long)]
        chapter: Option<i64>,
        /// What it is given: a JSON object. `{"by": "local"}` asks no model.
        #[arg(long)]
        input: Option<String>,
        /// What models may cost while it runs, in millionths; a step that would exceed it by its estimate is done on this
        /// machine.
        #[arg(long, requires = "currency")]
        ceiling: Option<u64>,
        /// The currency of that, as CNY.
        #[arg(long, requires = "ceiling")]
        currency: Option<String>,
        /// Only say what it would ask models for, and what that costs, without a ceiling.
        #[arg(long, conflicts_with_all = ["ceiling", "wait"])]
        preview: bool,
        /// Wait until it is over, or asks something.
        #[arg(long)]
        wait: bool,
    },
    /// List runs, the newest first.
    Runs {
        /// The project file.
        file: PathBuf,
        /// How many.
        #[arg(long)]
        limit: Option<u32>,
        /// Only those before this run.
        #[arg(long)]
        before: Option<i64>,
        /// Only those that are not over.
        #[arg(long)]
        active: bool,
    },
    /// Show a run, step by step.
    RunShow(RunArgs),
    /// Tell what happened in a run.
    Events {
        /// The run.
        #[command(flatten)]
        of: RunArgs,
        /// Only what happened after this number.
        #[arg(long, default_value_t)]
        after: i64,
    },
    /// List the runs that were interrupted, with what going on would cost.
    Interrupted {
        /// The project file.
        file: PathBuf,
    },
    /// End a run, or a step of it with everything after it.
    Cancel {
        /// The run.
        #[command(flatten)]
        of: RunArgs,
        /// Only this step.
        #[arg(long)]
        node: Option<String>,
    },
    /// Take a run up: what is completed stays, the rest is done.
    Resume {
        /// The run.
        #[command(flatten)]
        of: RunArgs,
        /// Under the definition there is now.
        #[arg(long)]
        upgrade: bool,
        /// Wait until it is over, or asks something.
        #[arg(long)]
        wait: bool,
    },
    /// Answer what a run asks.
    Answer {
        /// The run.
        #[command(flatten)]
        of: RunArgs,
        /// The step that asks.
        node: String,
        /// The item of it that asks.
        #[arg(long)]
        item: Option<usize>,
        /// It shall not go on.
        #[arg(long)]
        decline: bool,
        /// What is said beside, JSON.
        #[arg(long)]
        data: Option<String>,
        /// Wait until it is over, or asks something else.
        #[arg(long)]
        wait: bool,
    },
    /// Do a run again, as a new run.
    Again(Again),
    /// Say what may start a workflow by itself.
    Switch {
        /// The project file.
        file: PathBuf,
        /// The workflow.
        workflow: String,
        /// What starts it: `chapter_completed`, `scene_saved`, `canon_changed`, `imported`.
        trigger: String,
        /// It does not.
        #[arg(long)]
        off: bool,
        /// What models may cost in a month for it, in millionths; without it no model is asked.
        #[arg(long, requires = "currency")]
        ceiling: Option<u64>,
        /// The currency of that, as CNY.
        #[arg(long)]
        currency: Option<String>,
    },
}

/// A run of a project.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The project file.
    pub file: PathBuf,
    /// The run.
    pub run: i64,
}

/// What to do again.
#[derive(Debug, Args)]
pub struct Again {
    /// The run.
    #[command(flatten)]
    pub of: RunArgs,
    /// From this step on.
    #[arg(long)]
    pub node: Option<String>,
    /// That step alone.
    #[arg(long, requires = "node")]
    pub only: bool,
    /// Other params for it, a JSON object.
    #[arg(long, requires = "node")]
    pub params: Option<String>,
    /// Also what an earlier output would do for.
    #[arg(long)]
    pub fresh: bool,
    /// Only say what it would do.
    #[arg(long)]
    pub preview: bool,
    /// Wait until it is over, or asks something.
    #[arg(long)]
    pub wait: bool,
}
