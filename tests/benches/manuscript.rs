//! The manuscript core beside its references: counting beside a plain loop, checkpoints and restores beside git,
//! saves beside a bare SQLite transaction; and the size of history.
//!
//! `cargo xtask bench manuscript`; exits with status 1 when it misses a bar.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Mode, OpenOptions, Project};
use wenfang_story::{Author, CheckpointId, SaveKind, SceneId};
use wenfang_tests::corpus;
use wenfang_tests::editing::edit;
use wenfang_tests::kit::{self, TestProject};
use wenfang_tests::measure::{Report, Times, millis, rounds, timed};
use wenfang_tests::rng::Rng;
use wenfang_text::CanonicalText;
use wenfang_versions::{self as versions, DraftFate, NewText, Scope, State};

pub(crate) fn measure() -> Result<ExitCode> {
    let Some(chapters) = corpus::hongloumeng() else { return Ok(ExitCode::SUCCESS) };
    let mut report = Report::default();
    counting(&mut report, &chapters);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(history(&mut report, &chapters))?;
    runtime.block_on(scale(&mut report, &chapters))?;
    Ok(report.verdict())
}

/// Characters to count.
const COUNTED: usize = 3_000_000;

fn counting(report: &mut Report, chapters: &[(String, String)]) {
    report.section("Counting 3 million characters");
    let chinese: String = chapters.iter().map(|(_, text)| text.as_str()).collect();
    let ratio = counted(report, "Chinese", &chinese);
    report.at_most("count() / plain loop, Chinese", (ratio, 5.0), "×");
    for (language, file) in
        [("Japanese", "kokoro.ja.aozora.txt"), ("English", "pride-and-prejudice.en.raw.txt")]
    {
        if let Some(text) = corpus::text(file) {
            let ratio = counted(report, language, &text);
            report.figure(&format!("count() / plain loop, {language}"), &format!("{ratio:.2}"));
        }
    }
}

/// The duration of counting as a multiple of a plain loop over the same characters.
fn counted(report: &Report, language: &str, text: &str) -> f64 {
    let text: String = text.chars().cycle().take(COUNTED).collect();
    let (mut plain, mut counting) = (Times::default(), Times::default());
    for _ in 0..rounds(15, 5) {
        let (sum, time) = timed(|| text.chars().fold(0u64, |sum, c| sum + u64::from(c)));
        std::hint::black_box(sum);
        plain.push(time);
        let (counts, time) = timed(|| wenfang_text::count(&text));
        std::hint::black_box(counts);
        counting.push(time);
    }
    let medians = format!("{:.2} / {:.2}", millis(plain.median()), millis(counting.median()));
    report.figure(&format!("{language}: plain loop / count(), median ms"), &medians);
    millis(counting.median()) / millis(plain.median())
}

/// Number of versions in the history benchmark, and of the chapters they are spread over.
const VERSIONS: usize = 10_000;
const HISTORY_CHAPTERS: usize = 20;

async fn save(project: &Project, scene: SceneId, text: &CanonicalText) -> Result<()> {
    let mut tx = project.begin_write().await?;
    let new = NewText {
        scene,
        base: None,
        text,
        spans: None,
        author: Author::User,
        kind: SaveKind::Explicit,
        draft: DraftFate::Superseded,
    };
    versions::save(&mut tx, project.now(), new).await?;
    tx.commit().await?;
    Ok(())
}

async fn history(report: &mut Report, chapters: &[(String, String)]) -> Result<()> {
    let versions = rounds(VERSIONS, 3_000);
    report.section(&format!("History: {versions} versions of 20 real chapters"));
    let mut rng = Rng::new(1);
    let source: Vec<char> =
        chapters.iter().skip(60).flat_map(|(_, text)| text.chars()).take(200_000).collect();
    let test = TestProject::with_chapters(&chapters[..HISTORY_CHAPTERS]).await?;
    let scenes = kit::scenes(&test.project).await?;
    test.project.tidy().await?;
    let before = std::fs::metadata(&test.path)?.len();
    // Committing each save would measure the disk; one transaction per hundred saves stores the same bytes.
    let mut texts: Vec<String> = chapters[..HISTORY_CHAPTERS].iter().map(|(_, text)| text.clone()).collect();
    let mut kept = Vec::new();
    for round in 0..versions / 100 {
        let mut tx = test.project.begin_write().await?;
        for _ in 0..100 {
            let which = rng.within(0..scenes.len());
            texts[which] = edit(&mut rng, &texts[which], &source);
            let text = CanonicalText::new(texts[which].as_str());
            let new = NewText {
                scene: scenes[which],
                base: None,
                text: &text,
                spans: None,
                author: Author::User,
                kind: SaveKind::Automatic,
                draft: DraftFate::Superseded,
            };
            let saved = versions::save(&mut tx, test.project.now(), new).await?;
            if round % 10 == 0 {
                kept.push((scenes[which], saved.version, text.hash()));
            }
        }
        tx.commit().await?;
    }
    test.project.tidy().await?;
    let grown = std::fs::metadata(&test.path)?.len() - before;
    let raw: usize = texts.iter().map(String::len).sum::<usize>() / texts.len();
    report.figure("mean text, bytes of UTF-8", &raw.to_string());
    report.at_most("file growth per version, KB", (grown as f64 / versions as f64 / 1000.0, 1.2), "KB");
    let mut reading = Times::default();
    for (scene, version, hash) in &kept {
        // The best of three measures the cost of the version, not other load on the machine.
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            let mut tx = test.project.begin_read().await?;
            let (_, text) = versions::text(&mut tx, *scene, Some(*version)).await?;
            best = best.min(start.elapsed());
            ensure!(CanonicalText::new(text).hash() == *hash, "scene {scene} version {version} differs");
        }
        reading.push(best);
    }
    report.figure("reading a version, median ms", &format!("{:.2}", millis(reading.median())));
    report.at_most(
        "reading a version, the slowest of 1,000, ms",
        (millis(reading.percentile(100)), 5.0),
        "ms",
    );
    Ok(())
}

/// The 10-million-character project: 红楼梦 twelve times, with people renamed in each copy.
fn book(chapters: &[(String, String)]) -> Vec<(String, String)> {
    const NAMES: [&str; 12] = ["宝", "瑶", "琅", "璟", "珩", "琛", "玥", "珂", "琰", "璞", "瑾", "璇"];
    NAMES
        .iter()
        .enumerate()
        .flat_map(|(copy, name)| {
            chapters.iter().map(move |(title, text)| {
                (format!("{title} 其{}", copy + 1), text.replace("宝玉", &format!("{name}玉")))
            })
        })
        .collect()
}

/// Chapters edited between two checkpoints.
const EDITED: usize = 100;
/// Rounds of editing.
const ROUNDS: usize = 9;

async fn scale(report: &mut Report, chapters: &[(String, String)]) -> Result<()> {
    report.section("Scale: 10 million characters in 1,440 chapters, beside the same texts as files in git");
    let book = book(chapters);
    let characters: usize = book.iter().map(|(_, text)| text.chars().count()).sum();
    report.figure("characters", &characters.to_string());
    let test = TestProject::with_chapters(&book).await?;
    let scenes = kit::scenes(&test.project).await?;
    let git = Git::new(&book)?;
    let mut texts: Vec<String> = book.into_iter().map(|(_, text)| text).collect();
    let first = checkpoint(&test.project, "0").await?;
    let mut rng = Rng::new(7);
    let source: Vec<char> = texts[3].chars().collect();

    let (mut ours, mut theirs) = (Times::default(), Times::default());
    let mut last = first;
    let rounds = rounds(ROUNDS, 5);
    // Fewer than half of the scenes are edited, some more than once.
    let different = rounds * EDITED / 2;
    for round in 1..=rounds {
        for _ in 0..EDITED {
            let which = rng.within(0..scenes.len());
            texts[which] = edit(&mut rng, &texts[which], &source);
            save(&test.project, scenes[which], &CanonicalText::new(texts[which].as_str())).await?;
            git.write(which, &texts[which])?;
        }
        let start = Instant::now();
        last = checkpoint(&test.project, &round.to_string()).await?;
        ours.push(start.elapsed());
        let start = Instant::now();
        git.run(&["add", "-A"])?;
        git.run(&["commit", "-q", "-m", &round.to_string()])?;
        theirs.push(start.elapsed());
    }
    report.figure("checkpoint create, median ms", &format!("{:.2}", millis(ours.median())));
    report.figure("git add -A && git commit, median ms", &format!("{:.2}", millis(theirs.median())));
    let ratio = millis(theirs.median()) / millis(ours.median());
    report.at_least("git / checkpoint create", (ratio, 10.0), "×");

    let mut comparing = Times::default();
    for _ in 0..5 {
        let start = Instant::now();
        let mut tx = test.project.begin_read().await?;
        let changes = versions::compare(&mut tx, State::Checkpoint(first), State::Checkpoint(last)).await?;
        comparing.push(start.elapsed());
        ensure!(changes.len() > different, "only {} differences", changes.len());
    }
    report.figure("checkpoint compare, median ms", &format!("{:.2}", millis(comparing.median())));

    let (mut ours, mut theirs) = (Times::default(), Times::default());
    for round in 0..6 {
        let (to, commit) = if round % 2 == 0 { (first, "start") } else { (last, "newest") };
        let start = Instant::now();
        let mut tx = test.project.begin_write().await?;
        let now = test.project.now();
        let restored =
            versions::restore(&mut tx, now, (to, "before"), Scope::Project, &Watch::silent()).await?;
        tx.commit().await?;
        ours.push(start.elapsed());
        ensure!(restored.changes.len() > different, "only {} differences", restored.changes.len());
        let start = Instant::now();
        git.run(&["checkout", "-q", commit])?;
        theirs.push(start.elapsed());
    }
    report.figure("full restore, median ms", &format!("{:.2}", millis(ours.median())));
    report.figure("git checkout, median ms", &format!("{:.2}", millis(theirs.median())));
    report.at_least(
        "git checkout / full restore",
        (millis(theirs.median()) / millis(ours.median()), 2.0),
        "×",
    );

    saving(report, &test, (&scenes, &mut texts)).await?;

    // `test` keeps the folder alive.
    let mut project = test.project;
    let mut opening = Times::default();
    for _ in 0..7 {
        project.close().await?;
        project = reopen(&test.path, &mut opening, scenes[700]).await?;
    }
    report.figure("open to the text of a scene, median ms", &format!("{:.2}", millis(opening.median())));
    for (name, depth) in [("manuscript", Depth::Manuscript), ("everything", Depth::Everything)] {
        let start = Instant::now();
        let mut tx = project.begin_read().await?;
        let verified = verify(&mut tx, depth, &Watch::silent()).await?;
        report.figure(&format!("verify {name}, ms"), &format!("{:.0}", millis(start.elapsed())));
        ensure!(verified.damage.is_empty(), "damage found");
    }
    report.figure("project file, MB", &format!("{:.1}", std::fs::metadata(&test.path)?.len() as f64 / 1e6));
    report.figure("git repository, MB", &format!("{:.1}", git.bytes()? as f64 / 1e6));
    Ok(())
}

async fn reopen(path: &Path, times: &mut Times, scene: SceneId) -> Result<Project> {
    let start = Instant::now();
    let project = Project::open(path, OpenOptions::new(Mode::Write)).await?;
    let mut tx = project.begin_read().await?;
    let (_, text) = versions::text(&mut tx, scene, None).await?;
    times.push(start.elapsed());
    ensure!(!text.is_empty(), "no text");
    drop(tx);
    Ok(project)
}

async fn checkpoint(project: &Project, name: &str) -> Result<CheckpointId> {
    let mut tx = project.begin_write().await?;
    let new = NewCheckpoint { name, note: "", reason: Reason::Author };
    let id = versions::checkpoint(&mut tx, project.now(), new).await?;
    tx.commit().await?;
    Ok(id)
}

/// Saves beside a bare transaction that stores the same bytes, taking turns.
async fn saving(
    report: &mut Report,
    test: &TestProject,
    (scenes, texts): (&[SceneId], &mut [String]),
) -> Result<()> {
    let path = test.folder().join("bare.db");
    let mut bare = bare_database(&path).await?;
    let mut rng = Rng::new(9);
    let source: Vec<char> = texts[5].chars().collect();
    let (mut ours, mut theirs) = (Times::default(), Times::default());
    for _ in 0..300 {
        let which = rng.within(0..scenes.len());
        texts[which] = edit(&mut rng, &texts[which], &source);
        let text = CanonicalText::new(texts[which].as_str());
        let start = Instant::now();
        save(&test.project, scenes[which], &text).await?;
        ours.push(start.elapsed());
        let start = Instant::now();
        sqlx::query("insert into texts (text) values (?)").bind(text.as_str()).execute(&mut bare).await?;
        theirs.push(start.elapsed());
    }
    bare.close().await?;
    report.figure("save, median ms", &format!("{:.2}", millis(ours.median())));
    report.figure("bare transaction, median ms", &format!("{:.2}", millis(theirs.median())));
    report.figure("save, p95 ms", &format!("{:.2}", millis(ours.percentile(95))));
    report.figure("bare transaction, p95 ms", &format!("{:.2}", millis(theirs.percentile(95))));
    let ratio = millis(ours.percentile(95)) / millis(theirs.percentile(95));
    report.at_most("save p95 / bare transaction p95", (ratio, 2.0), "×");
    Ok(())
}

/// A database with one table of texts, as a reference for what a write costs.
pub(crate) async fn bare_database(path: &Path) -> Result<SqliteConnection> {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
    let mut conn = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await?;
    sqlx::query("create table texts (id integer primary key, text text not null)").execute(&mut conn).await?;
    Ok(conn)
}

/// The same texts as files in a git repository.
struct Git {
    folder: tempfile::TempDir,
}

impl Git {
    fn new(book: &[(String, String)]) -> Result<Self> {
        let git = Self { folder: tempfile::tempdir()? };
        for (which, (_, text)) in book.iter().enumerate() {
            git.write(which, text)?;
        }
        git.run(&["init", "-q", "-b", "start"])?;
        for (key, value) in [("user.name", "bench"), ("user.email", "bench@localhost"), ("gc.auto", "0")] {
            git.run(&["config", key, value])?;
        }
        git.run(&["add", "-A"])?;
        git.run(&["commit", "-q", "-m", "start"])?;
        git.run(&["checkout", "-q", "-b", "newest"])?;
        Ok(git)
    }

    fn file(&self, which: usize) -> PathBuf {
        self.folder.path().join(format!("{which:04}.txt"))
    }

    fn write(&self, which: usize, text: &str) -> Result<()> {
        Ok(std::fs::write(self.file(which), text)?)
    }

    fn run(&self, args: &[&str]) -> Result<()> {
        let status = Command::new("git").args(args).current_dir(self.folder.path()).status()?;
        ensure!(status.success(), "git {args:?} failed");
        Ok(())
    }

    fn bytes(&self) -> Result<u64> {
        let output = Command::new("du").args(["-sb", ".git"]).current_dir(self.folder.path()).output()?;
        let text = String::from_utf8(output.stdout)?;
        Ok(text.split_whitespace().next().context("du prints nothing")?.parse()?)
    }
}
