//! A disk on which a write, sync, truncation or removal fails.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use wenfang_project::{Error, FileError, Mode, Project};
use wenfang_studio::{Code, Error as Refusal};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state};
use wenfang_tests::crash::watch::{Failure, Fault, Step, Unwatched, Watch};
use wenfang_tests::crash::workload::{Workload, template};
use wenfang_tests::kit::TestClock;

use crate::{names, open, runtime, save, text};

const SEED: u64 = 11;

/// An act during which the disk fails.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The act of the day with this number.
    OfTheDay(usize),
    /// Merging the log into the file.
    Tidy,
}

const ACTS: [(&str, Act); 4] = [
    ("save", Act::OfTheDay(0)),
    ("checkpoint", Act::OfTheDay(2)),
    ("import", Act::OfTheDay(5)),
    ("tidy", Act::Tidy),
];

async fn perform(act: Act, project: &Project, clock: &TestClock, desk: &Path) -> Result<()> {
    match act {
        Act::OfTheDay(done) => {
            Workload::new((SEED, done), clock.clone(), desk).act(project).await?;
        }
        Act::Tidy => project.tidy().await?,
    }
    Ok(())
}

/// Whether an error names the disk, in the terms of the store or of the studio.
fn is_disk_error(error: &anyhow::Error) -> bool {
    let by_studio =
        error.downcast_ref::<Refusal>().map(|error| matches!(error.code, Code::Io | Code::DiskFull));
    let by_store = error
        .downcast_ref::<Error>()
        .map(|error| matches!(error, Error::File(FileError::DatabaseIo(_) | FileError::DiskFull)));
    by_studio.or(by_store).unwrap_or(false)
}

#[derive(Debug, Default)]
struct Tally {
    faults: usize,
    refused: usize,
    stored_anyway: usize,
}

/// Makes operations of a kind fail during an act, starting with number `from`, once or from then on; then the disk
/// works again. Returns whether any operation failed.
async fn perform_with_fault(
    start: &Path,
    folder_name: &str,
    act: Act,
    fault: Fault,
    tally: &mut Tally,
) -> Result<bool> {
    let (home, desk) = (scratch()?, scratch()?);
    let folder = home.path().join(folder_name);
    std::fs::create_dir(&folder)?;
    let path = folder.join("novel.wenfang");
    std::fs::copy(start, &path)?;
    let watch = Watch::folder(&folder)?;
    let _ended = Unwatched(&watch);
    let (project, clock) = open(&path, Mode::Write).await?;
    // The log has content that the act must not damage.
    save(&project, 1, "风停了。\n").await?;
    let before = state(&project).await?;
    watch.fail(fault);
    let done = perform(act, &project, &clock, desk.path()).await;
    let failed = watch.heal();
    let now = state(&project).await?;
    match &done {
        Ok(()) => ensure!(matches!(act, Act::Tidy) || now != before, "reported as stored but not stored"),
        Err(error) => {
            ensure!(is_disk_error(error), "not an error of the disk: {error:?}");
            ensure!(now == before, "refused, but something was stored");
            perform(act, &project, &clock, desk.path()).await.context("after the disk works again")?;
            ensure!(
                matches!(act, Act::Tidy) || state(&project).await? != before,
                "the second attempt was not stored"
            );
        }
    }
    save(&project, 2, "雨也停了。\n").await?;
    let after = state(&project).await?;
    assert_whole(&project).await?;
    project.close().await?;
    ensure!(names(&folder)? == ["novel.wenfang"], "left: {:?}", names(&folder)?);
    let (project, _) = open(&path, Mode::Write).await?;
    ensure!(state(&project).await? == after, "something else after opening again");
    ensure!(
        text(&project, 1).await?.contains("风停了。") || matches!(act, Act::OfTheDay(_)),
        "the log was lost"
    );
    project.close().await?;
    if failed > 0 {
        tally.faults += 1;
        tally.refused += usize::from(done.is_err());
        tally.stored_anyway += usize::from(done.is_ok());
    }
    Ok(failed > 0)
}

#[test]
fn disk_failures_are_reported_and_the_next_act_stored() -> Result<()> {
    let runtime = runtime()?;
    let home = scratch()?;
    let start = runtime.block_on(template(home.path()))?;
    let steps = [
        (Step::Write, Failure::Io),
        (Step::Write, Failure::Full),
        (Step::Sync, Failure::Io),
        (Step::Truncate, Failure::Io),
        (Step::Delete, Failure::Io),
    ];
    let mut tally = Tally::default();
    for folder in ["disk", "Dropbox"] {
        for (name, act) in ACTS {
            for (step, failure) in steps {
                for times in [1, usize::MAX] {
                    let mut from = 0;
                    let fault = |from| Fault { step, from, times, failure };
                    let what = |from| format!("{name} in {folder}/, {:?}", fault(from));
                    while runtime
                        .block_on(perform_with_fault(&start, folder, act, fault(from), &mut tally))
                        .with_context(|| what(from))?
                    {
                        // Every operation of the first dozen, then every fifth: an import writes dozens of similar
                        // pages.
                        from += if from < 12 { 1 } else { 5 };
                    }
                }
            }
        }
    }
    eprintln!("failing disk: {tally:?}");
    assert!(tally.refused > 100, "{tally:?}");
    Ok(())
}

#[test]
fn a_failed_close_loses_nothing() -> Result<()> {
    let runtime = runtime()?;
    for step in [Step::Write, Step::Sync, Step::Truncate] {
        let home = scratch()?;
        runtime.block_on(async {
            let path = template(home.path()).await?;
            let watch = Watch::folder(home.path())?;
            let _ended = Unwatched(&watch);
            let (project, _) = open(&path, Mode::Write).await?;
            save(&project, 1, "灯还亮着。\n").await?;
            watch.fail(Fault { step, from: 0, times: usize::MAX, failure: Failure::Io });
            let closed = project.close().await;
            ensure!(watch.heal() > 0, "nothing failed");
            ensure!(closed.is_err(), "closed despite the failure");
            let (project, _) = open(&path, Mode::Write).await?;
            ensure!(text(&project, 1).await? == "灯还亮着。\n", "the last save is gone");
            assert_whole(&project).await?;
            Ok(project.close().await?)
        })?;
    }
    Ok(())
}
