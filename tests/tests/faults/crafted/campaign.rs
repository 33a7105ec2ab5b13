//! Thousands of crafted files: whatever a file contains, none of its SQL runs, nothing is written elsewhere,
//! everything reported as saved is stored, and every act ends.
//!
//! `WENFANG_CRAFTED=20000 cargo test -p wenfang-tests --test faults crafted::campaign` sets the number of files;
//! `WENFANG_CRAFTED_FROM` is the first seed, to repeat a failure.

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::FutureExt;
use serde_json::{Value, json};
use sqlx::Connection;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::projects;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;
use wenfang_tests::rng::Rng;

use super::mutate::mutate;
use super::plain;
use crate::{names, runtime};

/// Default number of files.
const DEFAULT_COUNT: u64 = 150;

/// Files between two lines of progress.
const PROGRESS_INTERVAL: u64 = 500;

/// Maximum duration of all acts on one file; beyond it they count as endless. They take some 50 ms in a debug build,
/// and seconds on a busy machine.
const MAX_LEN: Duration = Duration::from_secs(60);

const SAVED: &str = "保存过的，必须读得回来。\n";
const DRAFTED: &str = "草稿也一样。\n";

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_crafted_file_does_harm() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(novel(home.path()))?;
    let from = asked("WENFANG_CRAFTED_FROM").unwrap_or(1);
    let (mut opened, mut saved, mut longest) = (0_u64, 0_u64, Duration::ZERO);
    let many = asked("WENFANG_CRAFTED").unwrap_or(DEFAULT_COUNT);
    for seed in from..from + many {
        let began = Instant::now();
        let harmless = runtime.block_on(AssertUnwindSafe(try_one(&own, seed)).catch_unwind());
        let Ok(harmless) = harmless else { bail!("seed {seed}: panicked") };
        let outcome = harmless.with_context(|| format!("seed {seed}"))?;
        let took = began.elapsed();
        ensure!(took < MAX_LEN, "seed {seed} took {took:?}");
        longest = longest.max(took);
        opened += u64::from(outcome.opened);
        saved += u64::from(outcome.saved);
        let tried = seed + 1 - from;
        if tried.is_multiple_of(PROGRESS_INTERVAL) {
            eprintln!(
                "{tried} of {many} tried, up to seed {seed}: {opened} opened, the slowest took {longest:?}"
            );
        }
    }
    eprintln!("{many} crafted files: {opened} opened, {saved} took a save, the slowest took {longest:?}");
    // If every file is refused, the generator tests nothing beyond opening; if every file passes, it crafts nothing.
    ensure!(many < DEFAULT_COUNT || (opened > many / 5 && opened < many), "{opened} of {many} opened");
    Ok(())
}

/// A novel with rows in most tables.
async fn novel(folder: &Path) -> Result<PathBuf> {
    let path = template(folder).await?;
    let project = Project::open(&path, OpenOptions::new(Mode::Write)).await?;
    for (command, request) in [
        ("scene.save", json!({ "scene": 1, "text": "渡口的风停了。船家不说话。\n" })),
        ("branch.create", json!({ "scene": 1, "from": 1, "name": "另写" })),
        ("bible.set", json!({ "key": "taboo", "value": "手机" })),
        ("lore.save", json!({ "title": "船家", "kind": "character", "aliases": ["老周"] })),
        (
            "kg.save_fact",
            json!({
                "subject": { "name": "船家" }, "predicate": "所在", "object": { "text": "渡口" }, "valid_from": 1,
                "passage": { "scene": 1, "quote": "渡口的风" },
            }),
        ),
        ("threads.save", json!({ "title": "风", "passage": { "scene": 1, "quote": "风停了" } })),
        ("timeline.save", json!({ "title": "夜渡", "time": "康熙五十一年三月", "scene": 1 })),
        ("check.run", json!({})),
        ("checkpoint.create", json!({ "name": "初稿" })),
        ("scene.save_draft", json!({ "scene": 3, "base": 1, "text": "未存的一行。\n" })),
    ] {
        call(&project, command, request).await.with_context(|| command)?;
    }
    project.close().await?;
    Ok(path)
}

#[derive(Default)]
struct Outcome {
    opened: bool,
    saved: bool,
}

async fn try_one(own: &Path, seed: u64) -> Result<Outcome> {
    let home = scratch()?;
    let folder = home.path().join("a/b/c/d/e/novels");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("novel.wenfang");
    std::fs::copy(own, &path)?;
    let done = mutate(&path, &mut Rng::new(seed)).await?;
    // A trigger may have run while the file was crafted.
    let had_canary = canary(&path).await;
    let bytes = std::fs::read(&path)?;
    let outcome = tokio::time::timeout(MAX_LEN, use_it(&path)).await.context("an act does not end")?;
    let outcome = outcome.with_context(|| format!("{done:#?}"))?;
    if !outcome.opened {
        ensure!(std::fs::read(&path)? == bytes, "refused and changed: {done:#?}");
        ensure!(names(&folder)? == ["novel.wenfang"], "refused and left {:?}: {done:#?}", names(&folder)?);
    }
    ensure!(had_canary || !canary(&path).await, "SQL of the file ran: {done:#?}");
    let mut above = home.path().to_owned();
    for name in ["a", "b", "c", "d", "e", "novels"] {
        ensure!(names(&above)? == [name], "written outside: {:?}: {done:#?}", names(&above)?);
        above.push(name);
    }
    Ok(outcome)
}

/// Whether SQL of the file left its row; false if the file cannot be read.
async fn canary(path: &Path) -> bool {
    let Ok(mut conn) = plain(path).await else { return false };
    let mut ask = async |question: &'static str| {
        sqlx::query_scalar::<_, i64>(question).fetch_one(&mut conn).await.is_ok_and(|found| found > 0)
    };
    // A view in place of the table may never end.
    let is_table =
        "select count(*) from sqlite_schema where name = 'settings' and sql like 'create table settings (%'";
    let found = ask(is_table).await && ask("select count(*) from settings where key = 'canary'").await;
    let _ = conn.close().await;
    found
}

/// Uses a file as an author does. Refusals are fine; everything reported as saved must be readable.
async fn use_it(path: &Path) -> Result<Outcome> {
    let Ok(project) = Project::open(path, OpenOptions::new(Mode::Write)).await else {
        if let Ok(project) = Project::open(path, OpenOptions::new(Mode::Read)).await {
            read(&project).await?;
            project.close().await?;
            return Ok(Outcome { opened: true, saved: false });
        }
        // As bytes, without SQLite.
        if let Ok(project) = projects::open_readable(path).await {
            read(&project).await?;
            project.close().await?;
        }
        return Ok(Outcome::default());
    };
    read(&project).await?;
    let saved = call(&project, "scene.save", json!({ "scene": 1, "text": SAVED })).await;
    let drafted = call(&project, "scene.save_draft", json!({ "scene": 2, "base": 1, "text": DRAFTED })).await;
    for (command, request) in [
        ("checkpoint.create", json!({ "name": "二" })),
        ("manuscript.create", json!({ "parent": { "chapter": 1 } })),
        ("bible.set", json!({ "key": "genre", "value": "江湖" })),
        ("check.run", json!({})),
        ("history.compact", json!({})),
        ("project.rebuild", json!({})),
    ] {
        act(&project, command, request).await?;
    }
    // A log that cannot be merged stays beside the file.
    let _ = project.close().await;
    read_back(path, saved.as_ref().ok(), drafted.is_ok()).await?;
    Ok(Outcome { opened: true, saved: saved.is_ok() })
}

/// Reads back what was reported as saved or stored in a draft.
async fn read_back(path: &Path, saved: Option<&Value>, drafted: bool) -> Result<()> {
    if saved.is_none() && !drafted {
        return Ok(());
    }
    let project = Project::open(path, OpenOptions::new(Mode::Read))
        .await
        .context("saved, but cannot be opened again")?;
    if let Some(saved) = saved {
        let request = json!({ "scene": 1, "version": saved["version"] });
        let read = call(&project, "scene.text", request).await.context("saved, but cannot be read back")?;
        ensure!(read["text"] == SAVED, "saved, and lost: {read}");
    }
    if drafted {
        // A checkpoint turns it into a version; a scene that cannot be shown keeps it as a draft.
        let mut tx = project.begin_read().await?;
        let kept = wenfang_project::drafts::get(&mut tx, 2.into())
            .await
            .context("drafted, but cannot be read back")?;
        tx.rollback().await?;
        if kept.is_none_or(|draft| draft.text.as_str() != DRAFTED) {
            let read = call(&project, "scene.text", json!({ "scene": 2 })).await;
            let read = read.context("drafted, but cannot be read back")?;
            ensure!(read["text"] == DRAFTED, "drafted, and lost: {read}");
        }
    }
    Ok(project.close().await?)
}

async fn read(project: &Project) -> Result<()> {
    let out = project.path().with_file_name("out.txt");
    for (command, request) in [
        ("project.info", json!({})),
        ("manuscript.outline", json!({})),
        ("scene.text", json!({ "scene": 1 })),
        ("scene.text", json!({ "scene": 3 })),
        ("scene.history", json!({ "scene": 1 })),
        ("checkpoint.list", json!({})),
        ("manuscript.find", json!({ "pattern": "渡口" })),
        ("bible.list", json!({})),
        ("lore.list", json!({})),
        ("kg.graph", json!({})),
        ("mentions.counts", json!({})),
        ("threads.list", json!({})),
        ("timeline.list", json!({})),
        ("check.list", json!({})),
        ("project.doctor", json!({})),
        ("project.export", json!({ "out": out, "format": "txt" })),
    ] {
        act(project, command, request).await?;
    }
    if out.exists() {
        std::fs::remove_file(out)?;
    }
    Ok(())
}

/// One act. It may be refused, but not because of a full disk, since the disk is not full.
async fn act(project: &Project, command: &str, request: Value) -> Result<()> {
    match call(project, command, request).await {
        Err(error) if error.code == Code::DiskFull => bail!("{command}: {error}"),
        _ => Ok(()),
    }
}
