//! This test binary as another process, which a test can kill.
//!
//! A test file that uses it holds a test named `child` that calls [`run`]; it does nothing unless it is told to.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use wenfang_project::backup::{Keep, backup};
use wenfang_project::schema::{MIGRATIONS, Migration};
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_story::ProjectRecord;

use super::workload::Workload;
use crate::kit::TestClock;

/// The seed of the day that children do.
pub const SEED: u64 = 7;

/// The newest schema there is.
pub const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Every schema there is and one that does not exist.
pub const LONGER: &[Migration] =
    &and_then("alter table scenes add column mood text; create table moods (name text primary key) strict;");

/// The steps there are, and one more.
pub const fn and_then(sql: &'static str) -> [Migration; MIGRATIONS.len() + 1] {
    let mut steps = [Migration { to: NEWEST + 1, sql }; MIGRATIONS.len() + 1];
    let mut at = 0;
    while at < MIGRATIONS.len() {
        steps[at] = MIGRATIONS[at];
        at += 1;
    }
    steps
}

/// What a child does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Acts of the day, from the one after so many on, up to so many.
    Day(usize, usize),
    /// Creates the project.
    Create,
    /// Backs the project up into the desk.
    BackUp,
    /// Opens the project with [`LONGER`] migrations.
    Migrate,
}

/// A task and where it is done.
#[derive(Clone, Debug)]
pub struct Job<'j> {
    /// What.
    pub task: Task,
    /// The project.
    pub file: &'j Path,
    /// Folder for imports and backups.
    pub desk: &'j Path,
    /// The step the process dies at.
    pub die_at: Option<&'j str>,
}

/// A child at work.
#[derive(Debug)]
pub struct Working {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    acknowledged: Option<usize>,
}

impl Job<'_> {
    /// Starts a process for the job.
    ///
    /// # Errors
    /// The system's.
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
    /// Waits until so many acts are acknowledged, or the child is gone.
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

    /// Kills the child. Gives the acts it acknowledged; `None` when it had not yet opened the project.
    ///
    /// # Errors
    /// The system's.
    pub fn kill(mut self) -> Result<Option<usize>> {
        self.process.kill()?;
        self.process.wait()?;
        while self.read() {}
        Ok(self.acknowledged)
    }

    /// Waits for the child's end. Gives the acts it acknowledged and whether it came to its end by itself.
    ///
    /// # Errors
    /// The system's.
    pub fn end(mut self) -> Result<(Option<usize>, bool)> {
        while self.read() {}
        Ok((self.acknowledged, self.process.wait()?.success()))
    }
}

/// What the test named `child` does in a child.
///
/// # Errors
/// Those of the task.
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
                backup(&project, &desk, Keep::default()).await?;
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
