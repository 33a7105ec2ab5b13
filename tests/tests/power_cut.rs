//! A power cut at any moment loses no acknowledged act and leaves no partial act.
//!
//! The store runs on a watched VFS. From the recorded operations the test builds disks as they may look after a power
//! cut (`wenfang_tests::crash::image` has the rules), opens them normally and compares them with the project after
//! each act. With `synchronous` at NORMAL and OFF the same test must find losses, which shows that it can.

use std::path::Path;

use anyhow::Result;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_tests::crash::image::{Fates, Files, after_power_cut};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state, texts};
use wenfang_tests::crash::watch::{Event, Unwatched, Watch};
use wenfang_tests::crash::workload::{Stage, Workload, template};
use wenfang_tests::kit::TestClock;
use wenfang_tests::rng::Rng;

/// Acts of the day: each kind at least twice.
const ACTS: usize = 120;
const SEED: u64 = 20_260_101;

/// A day recorded by a watch.
struct Recorded {
    start: Files,
    names: Vec<String>,
    events: Vec<Event>,
    stages: Vec<Stage>,
}

async fn record(folder_name: &str, synchronous: Option<&str>) -> Result<Recorded> {
    let (home, desk) = (scratch()?, scratch()?);
    let folder = home.path().join(folder_name);
    std::fs::create_dir(&folder)?;
    let path = template(&folder).await?;
    let start = Files::from([("novel.wenfang".to_owned(), std::fs::read(&path)?)]);
    let watch = Watch::folder(&folder)?;
    let _ended = Unwatched(&watch);
    watch.record();
    let clock = TestClock::default();
    let project =
        Project::open(&path, OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) }).await?;
    if let Some(weaker) = synchronous {
        let mut writer = project.writer_connection().await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("pragma synchronous = {weaker}")))
            .execute(&mut *writer)
            .await?;
    }
    let mut stages = vec![Stage::of(&project, "start".into()).await?];
    let mut workload = Workload::new((SEED, 0), clock, desk.path());
    for act in 1..=ACTS {
        let name = workload.act(&project).await?;
        watch.acknowledged(act);
        stages.push(Stage::of(&project, name).await?);
    }
    assert_whole(&project).await?;
    project.close().await?;
    let (events, names) = watch.take();
    Ok(Recorded { start, names, events, stages })
}

/// The state of the acts in an image.
enum Verdict {
    /// All acknowledged acts are stored, and at most the next one.
    Whole,
    /// The last acknowledged acts are missing.
    Lost(usize),
    /// The image opens, but equals no stage of the day.
    Between,
    /// The image does not open or does not verify.
    Broken(String),
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Lost(acts) => write!(f, "{acts} acknowledged acts lost"),
            Self::Between => f.write_str("between two acts"),
            Self::Broken(why) => write!(f, "broken: {why}"),
        }
    }
}

async fn judge(recorded: &Recorded, files: &Path, acknowledged: usize) -> Result<Verdict> {
    let options = OpenOptions { clock: TestClock::default().clock(), ..OpenOptions::new(Mode::Write) };
    let path = files.join("novel.wenfang");
    let project = match Project::open(&path, options).await {
        Ok(project) => project,
        Err(error) => return Ok(Verdict::Broken(error.to_string())),
    };
    let verdict = match state(&project).await {
        Err(error) => Verdict::Broken(error.to_string()),
        Ok(now) => {
            let last = (acknowledged + 1).min(recorded.stages.len() - 1);
            match (acknowledged..=last).find(|stage| recorded.stages[*stage].state == now) {
                Some(stage) => match assert_whole(&project).await {
                    Ok(()) if texts(&project).await? == recorded.stages[stage].texts => Verdict::Whole,
                    Ok(()) => Verdict::Between,
                    Err(error) => Verdict::Broken(error.to_string()),
                },
                None => match recorded.stages[..acknowledged].iter().rposition(|stage| stage.state == now) {
                    Some(stage) => Verdict::Lost(acknowledged - stage),
                    None => Verdict::Between,
                },
            }
        }
    };
    let closed = project.close().await;
    if matches!(verdict, Verdict::Whole) {
        closed?;
        let left: Vec<_> = std::fs::read_dir(files)?.flatten().map(|entry| entry.file_name()).collect();
        anyhow::ensure!(left == ["novel.wenfang"], "left after closing: {left:?}");
    }
    Ok(verdict)
}

#[derive(Debug, Default)]
struct Tally {
    images: usize,
    fates: Fates,
    lost: usize,
    between: usize,
    broken: usize,
    largest: usize,
    examples: Vec<String>,
}

/// Simulates `images` power cuts.
fn cut(recorded: &Recorded, images: usize) -> Result<Tally> {
    let worker = |first: usize| -> Result<Tally> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut tally = Tally::default();
        for index in (first..images).step_by(2) {
            let mut rng = Rng::new(SEED ^ (index as u64) << 20);
            let upto = rng.within(0..recorded.events.len() + 1);
            let image = after_power_cut((&recorded.start, &recorded.names), &recorded.events, upto, &mut rng);
            let folder = scratch()?;
            image.lay_out(folder.path())?;
            tally.images += 1;
            tally.fates += image.fates;
            tally.largest = tally.largest.max(image.files.values().map(Vec::len).sum());
            let verdict = runtime.block_on(judge(recorded, folder.path(), image.acknowledged))?;
            match verdict {
                Verdict::Whole => continue,
                Verdict::Lost(_) => tally.lost += 1,
                Verdict::Between => tally.between += 1,
                Verdict::Broken(_) => tally.broken += 1,
            }
            let act = recorded.stages.get(image.acknowledged + 1).map_or("close", |stage| &stage.act);
            tally.examples.push(format!("image {index}, event {upto}, during {act}: {verdict}"));
        }
        Ok(tally)
    };
    let (mut tally, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| worker(1));
        anyhow::Ok((worker(0)?, other.join().map_err(|_| anyhow::anyhow!("a worker panicked"))??))
    })?;
    tally.images += other.images;
    tally.fates += other.fates;
    tally.lost += other.lost;
    tally.between += other.between;
    tally.broken += other.broken;
    tally.largest = tally.largest.max(other.largest);
    tally.examples.extend(other.examples);
    Ok(tally)
}

fn run(folder_name: &str, synchronous: Option<&str>, images: usize) -> Result<Tally> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let recorded = runtime.block_on(record(folder_name, synchronous))?;
    let tally = cut(&recorded, images)?;
    let Fates { kept, dropped, torn } = tally.fates;
    eprintln!(
        "power cut in {folder_name}/, synchronous {}: {} images of {} events and {ACTS} acts (largest {} KiB), \
         unsynced writes kept {kept}, dropped {dropped}, torn {torn}; lost {}, between {}, broken {}",
        synchronous.unwrap_or("as the store sets it"),
        tally.images,
        recorded.events.len(),
        tally.largest / 1024,
        tally.lost,
        tally.between,
        tally.broken,
    );
    Ok(tally)
}

fn assert_nothing_lost(tally: &Tally) {
    assert_eq!((tally.lost, tally.between, tally.broken), (0, 0, 0), "{:#?}", tally.examples);
}

#[test]
fn no_acknowledged_act_is_lost_in_a_power_cut() -> Result<()> {
    assert_nothing_lost(&run("disk", None, 2000)?);
    Ok(())
}

#[test]
fn no_acknowledged_act_is_lost_in_a_synced_folder() -> Result<()> {
    assert_nothing_lost(&run("Dropbox", None, 500)?);
    Ok(())
}

#[test]
fn the_test_detects_losses_with_synchronous_normal() -> Result<()> {
    let tally = run("disk", Some("normal"), 200)?;
    assert!(tally.lost > 20, "{tally:?}");
    Ok(())
}

#[test]
fn the_test_detects_rollback_journal_losses_with_full() -> Result<()> {
    let tally = run("Dropbox", Some("full"), 200)?;
    assert!(tally.lost > 20, "{tally:?}");
    Ok(())
}

#[test]
fn the_test_detects_losses_with_synchronous_off() -> Result<()> {
    let tally = run("disk", Some("off"), 200)?;
    assert!(tally.lost + tally.broken > 20, "{tally:?}");
    Ok(())
}
