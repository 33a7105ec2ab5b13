//! Runs this test binary as a child process that a test can kill.
//!
//! A test file that uses it contains a test named `child` that calls [`run`], which does nothing in the parent
//! process.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use wenfang_project::backup::{Keep, backup};
use wenfang_project::schema::{MIGRATIONS, Migration};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_story::ProjectRecord;

use super::workload::Workload;
use crate::kit::TestClock;

/// The seed of the workload in children.
pub const SEED: u64 = 7;

/// The newest schema version.
pub const NEWEST: i64 = MIGRATIONS.len() as i64;

/// All migrations and one that does not exist in the program.
pub const LONGER: &[Migration] = &with_migration(
    "alter table scenes add column mood text; create table moods (name text primary key) strict;",
);

/// All migrations followed by one more.
pub const fn with_migration(sql: &'static str) -> [Migration; MIGRATIONS.len() + 1] {
    let mut steps = [Migration { to: NEWEST + 1, sql }; MIGRATIONS.len() + 1];
    let mut at = 0;
    while at < MIGRATIONS.len() {
        steps[at] = MIGRATIONS[at];
        at += 1;
    }
    steps
}

/// The task of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Runs the acts of the day after the first number, up to the second.
    Day(usize, usize),
    /// Creates the project.
    Create,
    /// Backs up the project to the desk folder.
    BackUp,
    /// Opens the project with [`LONGER`] migrations.
    Migrate,
}

/// A task with its paths.
#[derive(Clone, Debug)]
pub struct Job<'j> {
    pub task: Task,
    /// The project.
    pub file: &'j Path,
    /// The folder for imports and backups.
    pub desk: &'j Path,
    /// The step at which the process kills itself.
    pub die_at: Option<&'j str>,
}

/// A running child.
#[derive(Debug)]
pub struct Working {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    acknowledged: Option<usize>,
}

impl Job<'_> {
    /// Starts a child for the job.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn start(&self) -> Result<Working> {
        let (task, from, upto) = match self.task {
            Task::Day(from, upto) => ("day", from, upto),
            Task::Create => ("create", 0, 0),
            Task::BackUp => ("back-up", 0, 0),
            Task::Migrate => ("migrate", 0, 0),
        };
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["--exact", "child", "--nocapture", "--test-threads", "1"])
            .env("WENFANG_TEST_TASK", format!("{task} {from} {upto}"))
            .env("WENFANG_TEST_FILE", self.file)
            .env("WENFANG_TEST_DESK", self.desk)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(step) = self.die_at {
            command.env("WENFANG_KILL_AT", step);
        }
        let mut process = command.spawn()?;
        let stdout = process.stdout.take().context("no pipe")?;
        Ok(Working { process, lines: BufReader::new(stdout).lines(), acknowledged: None })
    }
}

impl Working {
    /// Waits until the given number of acts is acknowledged or the child ends.
    pub fn wait_for(&mut self, acts: usize) {
        while self.acknowledged.is_none_or(|done| done < acts) && self.read() {}
    }

    fn read(&mut self) -> bool {
        let Some(Ok(line)) = self.lines.next() else { return false };
        if let Some(acts) = line.strip_prefix("ack ").and_then(|acts| acts.parse().ok()) {
            self.acknowledged = Some(acts);
        }
        true
    }

    /// Kills the child. Returns the number of acknowledged acts; `None` if it had not opened the project yet.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn kill(mut self) -> Result<Option<usize>> {
        self.process.kill()?;
        self.process.wait()?;
        while self.read() {}
        Ok(self.acknowledged)
    }

    /// Waits for the child to end. Returns the number of acknowledged acts and whether it succeeded.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn end(mut self) -> Result<(Option<usize>, bool)> {
        while self.read() {}
        Ok((self.acknowledged, self.process.wait()?.success()))
    }
}

/// The body of the test named `child`; runs the task in a child process.
///
/// # Errors
/// Errors of the task.
pub fn run() -> Result<()> {
    let Ok(task) = std::env::var("WENFANG_TEST_TASK") else { return Ok(()) };
    let folder = |name| std::env::var_os(name).map(PathBuf::from).context("no path");
    let (file, desk) = (folder("WENFANG_TEST_FILE")?, folder("WENFANG_TEST_DESK")?);
    let words: Vec<&str> = task.split(' ').collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match words[..] {
            ["day", from, upto] => day((from.parse()?, upto.parse()?), &file, &desk).await,
            ["create", ..] => {
                let record = ProjectRecord { title: "新".into(), ..ProjectRecord::default() };
                let project = Project::create(&file, &record, TestClock::default().clock()).await?;
                Ok(project.close().await?)
            }
            ["back-up", ..] => {
                let project = Project::open(&file, OpenOptions::new(Mode::Write)).await?;
                backup(&project, &desk, Keep::default(), &Watch::silent()).await?;
                Ok(project.close().await?)
            }
            ["migrate", ..] => {
                let options = OpenOptions { migrations: LONGER, ..OpenOptions::new(Mode::Write) };
                Ok(Project::open(&file, options).await?.close().await?)
            }
            _ => bail!("no such task: {task}"),
        }
    })
}

async fn day((from, upto): (usize, usize), file: &Path, desk: &Path) -> Result<()> {
    let clock = TestClock::default();
    let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
    let project = Project::open(file, options).await?;
    let mut workload = Workload::new((SEED, from), clock, desk);
    acknowledge(from)?;
    for act in from + 1..=upto {
        workload.act(&project).await?;
        acknowledge(act)?;
    }
    Ok(project.close().await?)
}

fn acknowledge(acts: usize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "ack {acts}")?;
    Ok(out.flush()?)
}
