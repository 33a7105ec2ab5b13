//! Damaged files are opened for reading as far as possible, and the doctor names the damage.
//!
//! Files of real chapters with history, drafts and canon are damaged in many ways; `WENFANG_DAMAGED_FILES` sets their
//! number, 25 by default. The test knows without the code under test what must be readable: a scene is whole if the
//! damage touches none of the pages with the row of its newest version, the texts that version is built from, or its
//! draft. It finds these pages by their bytes, and the table of each page with `dbstat`, both in the undamaged file.

mod novel;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, backup, manuscript};
use wenfang_studio::commands::call_on as call;
use wenfang_studio::{Code, projects};
use wenfang_tests::crash::scratch;
use wenfang_tests::rng::Rng;
use wenfang_versions as versions;

use novel::{Novel, PAGE, novel};

/// A kind of damage to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Bit,
    Bytes,
    Sector,
    PageZeroed,
    PagesSwapped,
    CutShort,
    Header,
    Log,
}

const KINDS: &[Kind] = &[
    Kind::Bit,
    Kind::Bytes,
    Kind::Sector,
    Kind::PageZeroed,
    Kind::PagesSwapped,
    Kind::CutShort,
    Kind::Header,
    Kind::Log,
];

/// Damages a file and its log.
fn damage_file(kind: Kind, (file, log): (&mut Vec<u8>, &mut Vec<u8>), rng: &mut Rng) {
    let pages = file.len() / PAGE;
    let page = rng.within(0..pages) * PAGE;
    let at = page + rng.within(0..PAGE);
    match kind {
        Kind::Bit => file[at] ^= 1 << rng.within(0..8),
        Kind::Bytes => {
            let end = (at + rng.within(1..1600)).min(file.len());
            file[at..end].iter_mut().for_each(|byte| *byte = rng.bits() as u8);
        }
        Kind::Sector => {
            let at = at - at % 512;
            file[at..at + 512].fill(0);
        }
        Kind::PageZeroed => file[page..page + PAGE].fill(0),
        Kind::PagesSwapped => {
            let other = rng.within(0..pages) * PAGE;
            for byte in 0..PAGE {
                file.swap(page + byte, other + byte);
            }
        }
        Kind::CutShort => file.truncate(rng.within(PAGE..file.len())),
        Kind::Header => {
            let at = rng.within(0..100);
            let end = (at + rng.within(1..40)).min(100);
            file[at..end].iter_mut().for_each(|byte| *byte = rng.bits() as u8);
        }
        Kind::Log => {
            let at = rng.within(0..log.len());
            let end = (at + rng.within(1..800)).min(log.len());
            log[at..end].iter_mut().for_each(|byte| *byte = rng.bits() as u8);
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    /// By kind of damage: files, files that opened, whole scenes, damaged tables, reported tables.
    by_kind: BTreeMap<Kind, [usize; 5]>,
    /// Scenes whose text is whole but was not shown.
    unseen: Vec<String>,
    /// Texts that are not the author's.
    wrong: Vec<String>,
    /// Damaged tables that were not reported.
    unnamed: Vec<String>,
}

impl Tally {
    fn merge(&mut self, other: Self) {
        for (kind, counts) in other.by_kind {
            let own = self.by_kind.entry(kind).or_default();
            own.iter_mut().zip(counts).for_each(|(own, count)| *own += count);
        }
        self.unseen.extend(other.unseen);
        self.wrong.extend(other.wrong);
        self.unnamed.extend(other.unnamed);
    }

    fn total(&self, column: usize) -> usize {
        self.by_kind.values().map(|counts| counts[column]).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<14} {:>6} {:>7} {:>13} {:>11} {:>6}",
            "blow", "files", "opened", "whole scenes", "tables hit", "named"
        )?;
        for (kind, [files, opened, whole, hit, named]) in &self.by_kind {
            writeln!(
                f,
                "{:<14} {files:>6} {opened:>7} {whole:>13} {hit:>11} {named:>6}",
                format!("{kind:?}")
            )?;
        }
        let [files, opened, whole, hit, named] = std::array::from_fn(|column| self.total(column));
        writeln!(f, "{:<14} {files:>6} {opened:>7} {whole:>13} {hit:>11} {named:>6}", "all")?;
        write!(f, "whole scenes not shown {}, wrong texts shown {}", self.unseen.len(), self.wrong.len())
    }
}

/// Opens the file for reading as an author would, and compares the result with the original.
async fn look(
    path: &Path,
    (novel, touched): (&Novel, &BTreeSet<usize>),
    kind: Kind,
    tally: &mut Tally,
) -> Result<[usize; 5]> {
    let whole = novel.whole(touched);
    let project = match projects::open_readable(path).await {
        Ok(project) => project,
        Err(error) => {
            ensure!(error.code == Code::Damaged, "{error:?}");
            tally
                .unseen
                .extend(whole.iter().map(|scene| format!("scene {scene}, of a file that does not open")));
            return Ok([1, 0, whole.len(), 0, 0]);
        }
    };
    let mut tx = project.begin_read().await?;
    if project.salvaged().is_some() {
        let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
        ensure!(verified.damage.is_empty(), "what was salvaged is damaged itself: {:?}", verified.damage);
    }
    let outline = manuscript::outline(&mut tx).await?;
    let shown: BTreeSet<_> = outline.scenes().collect();
    for scene in novel.scenes.keys() {
        let text = versions::working_text(&mut tx, *scene).await.ok().map(|text| text.text);
        let is_shown = shown.contains(scene) && text.as_ref() == Some(&novel.scenes[scene].text);
        if whole.contains(scene) && !is_shown {
            tally.unseen.push(format!(
                "scene {scene}, in the outline: {}, read: {}",
                shown.contains(scene),
                text.is_some()
            ));
        }
        let is_known =
            text.as_ref().is_none_or(|text| text.is_empty() || novel.scenes[scene].texts.contains(text));
        if !is_known {
            tally.wrong.push(format!("scene {scene}"));
        }
    }
    tx.rollback().await?;
    // It is unknown which tables a damaged log would have changed.
    let hit = if kind == Kind::Log { BTreeSet::new() } else { novel.hit(path, touched).await? };
    let found = call(&project, "project.doctor", json!({})).await?;
    let is_named = |table: &&String| {
        let tables = found["salvage"]["tables"].as_array().into_iter().flatten();
        tables.into_iter().any(|named| named["table"] == ***table)
    };
    let unnamed = hit.iter().filter(|table| !is_named(table));
    tally.unnamed.extend(unnamed.cloned());
    let named = hit.iter().filter(is_named).count();
    project.close().await?;
    Ok([1, 1, whole.len(), hit.len(), named])
}

fn cases() -> usize {
    std::env::var("WENFANG_DAMAGED_FILES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(25)
}

fn work(novel: &Novel, first: usize) -> Result<Tally> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut tally = Tally::default();
    for case in (first..cases()).step_by(2) {
        let mut rng = Rng::new(0x5A_17A6 ^ (case as u64) << 24);
        let kind = KINDS[case % KINDS.len()];
        let (mut file, mut log) = match kind {
            Kind::Log => (novel.before_log.clone(), novel.log.clone()),
            _ => (novel.file.clone(), Vec::new()),
        };
        damage_file(kind, (&mut file, &mut log), &mut rng);
        let touched = match kind {
            Kind::Log => novel.touched(&novel.before_log),
            _ => novel.touched(&file),
        };
        let folder = scratch()?;
        let path = folder.path().join("novel.wenfang");
        let beside = folder.path().join("novel.wenfang-wal");
        std::fs::write(&path, &file)?;
        if !log.is_empty() {
            std::fs::write(&beside, &log)?;
        }
        let (unseen, wrong, unnamed) = (tally.unseen.len(), tally.wrong.len(), tally.unnamed.len());
        let limit = Duration::from_secs(300);
        let look = look(&path, (novel, &touched), kind, &mut tally);
        let counts = runtime
            .block_on(async { tokio::time::timeout(limit, look).await })
            .with_context(|| format!("case {case}: {kind:?} hangs"))?
            .with_context(|| format!("case {case}: {kind:?}"))?;
        let of_case = |lines: &mut [String]| {
            lines.iter_mut().for_each(|line| *line = format!("case {case}, {kind:?}: {line}"));
        };
        of_case(&mut tally.unseen[unseen..]);
        of_case(&mut tally.wrong[wrong..]);
        of_case(&mut tally.unnamed[unnamed..]);
        let own = tally.by_kind.entry(kind).or_default();
        own.iter_mut().zip(counts).for_each(|(own, count)| *own += count);
        // SQLite merges a log that a crash left; we cannot prevent that.
        if log.is_empty() {
            ensure!(std::fs::read(&path)? == file, "case {case}: {kind:?} changed the file");
        }
    }
    Ok(tally)
}

#[test]
fn whole_scenes_are_shown_and_damage_is_reported() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let novel = runtime.block_on(novel())?;
    let tally = std::thread::scope(|scope| {
        let other = scope.spawn(|| work(&novel, 1));
        let mut tally = work(&novel, 0)?;
        tally.merge(other.join().map_err(|_| anyhow::anyhow!("a worker panicked"))??);
        anyhow::Ok(tally)
    })?;
    eprintln!(
        "files of {} pages and {} scenes, damaged:\n{tally}",
        novel.file.len() / PAGE,
        novel.scenes.len()
    );
    for line in &tally.unnamed {
        eprintln!("not reported: {line}");
    }
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.unseen.is_empty(), "{:#?}", tally.unseen);
    assert!(tally.total(4) * 100 >= tally.total(3) * 95, "{:#?}", tally.unnamed);
    Ok(())
}

/// Overwrites `bytes` bytes of pages of `table`, so that its rows cannot be read.
async fn damage_table(path: &Path, table: &str) -> Result<()> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    let mut conn = options.connect().await?;
    let sql = format!("select pageno from dbstat where name = '{table}'");
    let pages: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut conn).await?;
    conn.close().await?;
    let mut file = std::fs::read(path)?;
    for page in pages {
        let at = (usize::try_from(page)? - 1) * PAGE;
        file[at..at + PAGE].fill(0xA5);
    }
    Ok(std::fs::write(path, file)?)
}

#[tokio::test]
async fn scenes_without_an_outline_go_into_one_chapter() -> Result<()> {
    let novel = novel().await?;
    let folder = scratch()?;
    let path = folder.path().join("novel.wenfang");
    std::fs::write(&path, &novel.file)?;
    for table in ["scenes", "chapters", "volumes"] {
        damage_table(&path, table).await?;
    }
    let project = projects::open_readable(&path).await?;
    let outline = call(&project, "manuscript.outline", json!({})).await?;
    let chapters = outline["volumes"][0]["chapters"].as_array().context("no chapters")?;
    assert_eq!(chapters.len(), 1);
    assert!(
        chapters[0]["title"].as_str().is_some_and(|title| title.starts_with("找回的文字")),
        "{chapters:?}"
    );
    assert_eq!(chapters[0]["scenes"].as_array().map(Vec::len), Some(novel.scenes.len()));
    let out = folder.path().join("novel.txt");
    let export = json!({ "out": out, "format": "txt" });
    call(&project, "project.export", export).await?;
    Ok(())
}

#[tokio::test]
async fn damaged_files_do_not_displace_good_backups() -> Result<()> {
    let novel = novel().await?;
    let folder = scratch()?;
    let (path, backups) = (folder.path().join("novel.wenfang"), folder.path().join("backups"));
    std::fs::write(&path, &novel.file)?;
    let project = projects::open(&path, Mode::Write).await?;
    let keep = backup::Keep { recent: 1, days: 1, weeks: 1, months: 1 };
    let good = backup::backup(&project, &backups, keep, &Watch::silent()).await?;
    project.close().await?;
    damage_table(&path, "blobs").await?;
    let opened = [projects::open(&path, Mode::Write).await, projects::open_readable(&path).await];
    for project in opened.into_iter().flatten() {
        assert!(backup::backup(&project, &backups, keep, &Watch::silent()).await.is_err());
        project.close().await?;
    }
    assert_eq!(backup::newest(&backups, &path).await.map(|(_, path)| path), Some(good.path));
    Ok(())
}
