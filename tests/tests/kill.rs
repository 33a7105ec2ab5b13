//! A process killed at any moment leaves everything it acknowledged, at most the act in progress, and no partial
//! state.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use wenfang_project::backup::{Keep, backup};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_story::ProjectRecord;
use wenfang_tests::crash::child::{self, Job, SEED, Task};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{State, assert_whole, state, texts};
use wenfang_tests::crash::workload::{Stage, Workload, template};
use wenfang_tests::kit::TestClock;
use wenfang_tests::rng::Rng;

const KILLS: usize = 300;
const ACTS: usize = 60;

/// Every named step of an act during the day, and whether the act is stored when it is reached.
const STEPS_OF_THE_DAY: [(&str, bool); 11] = [
    ("import.remembered", false),
    ("import.chapter", false),
    ("import.inserted", false),
    ("import.committed", true),
    ("restore.remembered", false),
    ("restore.items", false),
    ("restore.ordered", false),
    ("restore.committed", true),
    ("compact.remembered", false),
    ("compact.versions", false),
    ("compact.blobs", false),
];
const AFTER_COMPACTION: (&str, bool) = ("compact.committed", true);
const STEPS_OF_CREATION: [&str; 1] = ["create.built"];
const STEPS_OF_A_BACKUP: [&str; 3] = ["backup.copied", "backup.proved", "backup.published"];
/// Tested in `migrate/`.
const STEPS_OF_A_MIGRATION: [&str; 5] =
    ["migrate.backed-up", "migrate.copied", "migrate.applied", "migrate.verified", "migrate.swapped"];
/// Tested in `workflows/`.
const STEPS_OF_A_WORKFLOW: [&str; 6] = [
    "workflow.filed",
    "workflow.turn",
    "workflow.writing",
    "workflow.kept",
    "workflow.committed",
    "workflow.resumed",
];

/// Tested in `drafting/`.
const STEPS_OF_A_GENERATION: [&str; 2] = ["generation.begun", "generation.stored"];

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// The body of the child processes.
#[test]
fn child() -> Result<()> {
    child::run()
}

#[test]
fn every_named_step_is_tested() -> Result<()> {
    let mut named = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut folders = vec![crates];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path)?;
                named.extend(
                    source
                        .split("step(\"")
                        .skip(1)
                        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
                );
            }
        }
    }
    let killed: BTreeSet<String> = STEPS_OF_THE_DAY
        .iter()
        .chain([&AFTER_COMPACTION])
        .map(|(step, _)| *step)
        .chain(STEPS_OF_CREATION)
        .chain(STEPS_OF_A_BACKUP)
        .chain(STEPS_OF_A_MIGRATION)
        .chain(STEPS_OF_A_WORKFLOW)
        .chain(STEPS_OF_A_GENERATION)
        .map(str::to_owned)
        .collect();
    assert_eq!(named, killed);
    Ok(())
}

/// The day without any kill.
struct Day {
    home: tempfile::TempDir,
    template: PathBuf,
    stages: Vec<Stage>,
}

impl Day {
    async fn run() -> Result<Self> {
        let home = scratch()?;
        let template = template(home.path()).await?;
        let day = home.path().join("day.wenfang");
        std::fs::copy(&template, &day)?;
        let clock = TestClock::default();
        let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
        let project = Project::open(&day, options).await?;
        let mut stages = vec![Stage::of(&project, "start".into()).await?];
        let mut workload = Workload::new((SEED, 0), clock, home.path());
        for _ in 0..ACTS {
            let act = workload.act(&project).await?;
            stages.push(Stage::of(&project, act).await?);
        }
        project.close().await?;
        Ok(Self { home, template, stages })
    }

    /// The stage of a file after a kill, which must be one of two.
    async fn stage(&self, file: &Path, mode: Mode, acknowledged: usize) -> Result<usize> {
        let project = Project::open(file, OpenOptions::new(mode)).await?;
        let now: State = state(&project).await?;
        let next = (acknowledged + 1).min(ACTS);
        let stage =
            (acknowledged..=next).find(|stage| self.stages[*stage].state == now).with_context(|| {
                let like = self.stages.iter().position(|stage| stage.state == now);
                format!("after {acknowledged} acts, during {}: like stage {like:?}", self.stages[next].act)
            })?;
        assert_whole(&project).await?;
        ensure!(texts(&project).await? == self.stages[stage].texts, "stage {stage}: other texts");
        project.close().await?;
        Ok(stage)
    }
}

/// Repeats the day; each round resumes the remains of the last one and is killed after a few acts.
fn kill_repeatedly(day: &Day, kills: usize, seed: u64) -> Result<BTreeMap<String, usize>> {
    let runtime = runtime()?;
    let home = scratch()?;
    let file = home.path().join("novel.wenfang");
    std::fs::copy(&day.template, &file)?;
    let mut rng = Rng::new(seed);
    let mut done = 0;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |what: &str| *counts.entry(what.to_owned()).or_default() += 1;
    for kill in 0..kills {
        if done == ACTS {
            std::fs::copy(&day.template, &file)?;
            done = 0;
        }
        let job = Job { task: Task::Day(done, ACTS), file: &file, desk: home.path(), die_at: None };
        let mut child = job.start()?;
        if !rng.chance(1, 10) {
            child.wait_for(done + rng.within(0..4));
        }
        std::thread::sleep(Duration::from_micros(rng.within(0..12_000) as u64));
        let acknowledged = child.kill()?;
        count(if acknowledged.is_some() { "at work" } else { "while opening" });
        // Every other time, the next child finds the files of the killed one, including its log.
        let mode = if kill % 2 == 0 { Mode::Write } else { Mode::Read };
        let was = acknowledged.unwrap_or(done);
        let now = runtime
            .block_on(day.stage(&file, mode, was))
            .with_context(|| format!("kill {kill} of {seed}, file left at {}", file.display()))?;
        count(if now > was { "stored, not acknowledged" } else { "as acknowledged" });
        done = now;
    }
    Ok(counts)
}

#[test]
fn acknowledged_acts_survive_a_kill() -> Result<()> {
    let day = runtime()?.block_on(Day::run())?;
    let (mut counts, others) = std::thread::scope(|scope| {
        let other = scope.spawn(|| kill_repeatedly(&day, KILLS / 2, 1));
        let counts = kill_repeatedly(&day, KILLS - KILLS / 2, 2)?;
        anyhow::Ok((counts, other.join().map_err(|_| anyhow::anyhow!("a worker panicked"))??))
    })?;
    for (what, count) in others {
        *counts.entry(what).or_default() += count;
    }
    eprintln!("{KILLS} kills: {counts:?}; no partial act");
    Ok(())
}

#[test]
fn an_act_killed_at_a_step_is_atomic() -> Result<()> {
    let runtime = runtime()?;
    let day = runtime.block_on(Day::run())?;
    for (step, is_stored) in STEPS_OF_THE_DAY.into_iter().chain([AFTER_COMPACTION]) {
        let home = scratch()?;
        let file = home.path().join("novel.wenfang");
        std::fs::copy(&day.template, &file)?;
        let job = Job { task: Task::Day(0, ACTS), file: &file, desk: home.path(), die_at: Some(step) };
        let (acknowledged, has_ended) = job.start()?.end()?;
        let acknowledged = acknowledged.context("the child did not open the project")?;
        assert!(!has_ended, "the day does not reach {step}");
        let stage = runtime.block_on(day.stage(&file, Mode::Write, acknowledged)).context(step)?;
        assert_eq!(stage - acknowledged, usize::from(is_stored), "{step}");
        // The rest of the day runs as if nothing had happened.
        let job = Job { task: Task::Day(stage, ACTS), file: &file, desk: home.path(), die_at: None };
        assert_eq!(job.start()?.end()?, (Some(ACTS), true), "after {step}");
        assert_eq!(runtime.block_on(day.stage(&file, Mode::Read, ACTS))?, ACTS, "after {step}");
    }
    Ok(())
}

#[test]
fn a_killed_creation_leaves_nothing_and_can_be_repeated() -> Result<()> {
    let runtime = runtime()?;
    for step in STEPS_OF_CREATION {
        let home = scratch()?;
        let file = home.path().join("novel.wenfang");
        let job = Job { task: Task::Create, file: &file, desk: home.path(), die_at: Some(step) };
        assert!(!job.start()?.end()?.1, "{step}");
        assert!(!file.exists());
        let job = Job { die_at: None, ..job };
        assert!(job.start()?.end()?.1, "after {step}");
        let project = runtime.block_on(Project::open(&file, OpenOptions::new(Mode::Write)))?;
        runtime.block_on(assert_whole(&project))?;
        runtime.block_on(project.close())?;
    }
    Ok(())
}

#[test]
fn scratch_files_of_the_same_process_id_are_ignored() -> Result<()> {
    let runtime = runtime()?;
    let home = scratch()?;
    let left =
        |name: &str, purpose: &str| home.path().join(format!(".{name}.{purpose}-{}", std::process::id()));
    let file = home.path().join("novel.wenfang");
    // A whole project is in the place where the new one is built, and garbage where copies are made.
    let earlier = runtime.block_on(template(scratch()?.keep().as_path()))?;
    std::fs::copy(&earlier, left("novel.wenfang", "new"))?;
    std::fs::remove_dir_all(earlier.parent().context("no folder")?)?;
    runtime.block_on(async {
        let record = ProjectRecord { title: "新".into(), ..ProjectRecord::default() };
        let project = Project::create(&file, &record, TestClock::default().clock()).await?;
        ensure!(texts(&project).await?.is_empty(), "the new project holds an earlier one");
        project.close().await?;
        let clock = TestClock::default();
        let at = TestClock::default().clock();
        at.now();
        let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
        let project = Project::open(&file, options).await?;
        let made = backup(&project, home.path(), Keep::default(), &Watch::silent()).await?;
        let name = made.path.file_name().context("no name")?.to_string_lossy().into_owned();
        std::fs::rename(&made.path, left(&name, "backup"))?;
        std::fs::write(left(&name, "backup"), "not a database")?;
        backup(&project, home.path(), Keep::default(), &Watch::silent()).await?;
        Ok(project.close().await?)
    })
}

#[test]
fn a_killed_backup_leaves_only_whole_copies() -> Result<()> {
    let runtime = runtime()?;
    let day = runtime.block_on(Day::run())?;
    for step in STEPS_OF_A_BACKUP {
        let (home, shelf) = (scratch()?, scratch()?);
        let file = home.path().join("novel.wenfang");
        std::fs::copy(day.home.path().join("day.wenfang"), &file)?;
        let job = Job { task: Task::BackUp, file: &file, desk: shelf.path(), die_at: Some(step) };
        assert!(!job.start()?.end()?.1, "{step}");
        assert_eq!(runtime.block_on(day.stage(&file, Mode::Read, ACTS))?, ACTS);
        let named = || -> Result<Vec<PathBuf>> {
            let entries = std::fs::read_dir(shelf.path())?.flatten().map(|entry| entry.path());
            let is_named = |path: &PathBuf| {
                path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
            };
            Ok(entries.filter(is_named).collect())
        };
        assert_eq!(named()?.len(), usize::from(step == "backup.published"), "{step}");
        let job = Job { die_at: None, ..job };
        assert!(job.start()?.end()?.1, "after {step}");
        for copy in named()? {
            assert_eq!(runtime.block_on(day.stage(&copy, Mode::Read, ACTS))?, ACTS, "{step}");
        }
    }
    Ok(())
}
