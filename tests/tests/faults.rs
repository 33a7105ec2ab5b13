//! When the disk, the folder or another process does not play along: no panic, no false "saved", and the next save
//! after the cause is gone stores everything.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_project::backup::{Keep, backup};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::{Error, Foreign, Holder, Mode, OpenOptions, Project};
use wenfang_studio::commands::call;
use wenfang_studio::{Code, Error as Refusal};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state};
use wenfang_tests::crash::watch::{Failure, Fault, Step, Unwatched, Watch};
use wenfang_tests::crash::workload::{Workload, prose, template};
use wenfang_tests::kit::{self, TestClock};
use wenfang_tests::rng::Rng;

const SEED: u64 = 11;

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

async fn open(path: &Path, mode: Mode) -> wenfang_project::Result<(Project, TestClock)> {
    let clock = TestClock::default();
    let project = Project::open(path, OpenOptions { clock: clock.clock(), ..OpenOptions::new(mode) }).await?;
    Ok((project, clock))
}

async fn save(project: &Project, scene: i64, text: &str) -> std::result::Result<Value, Refusal> {
    call(project, "scene.save", json!({ "scene": scene, "text": text })).await
}

async fn text(project: &Project, scene: i64) -> Result<String> {
    let read = call(project, "scene.text", json!({ "scene": scene })).await?;
    Ok(read["text"].as_str().context("no text")?.to_owned())
}

fn names(folder: &Path) -> Result<Vec<OsString>> {
    let mut names: Vec<OsString> =
        std::fs::read_dir(folder)?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    Ok(names)
}

/// Acts that meet a fault.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The act of the day with this number.
    OfTheDay(usize),
    /// Bringing the log into the file.
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
fn is_of_the_disk(error: &anyhow::Error) -> bool {
    let by_studio =
        error.downcast_ref::<Refusal>().map(|error| matches!(error.code, Code::Io | Code::DiskFull));
    let by_store =
        error.downcast_ref::<Error>().map(|error| matches!(error, Error::DatabaseIo(_) | Error::DiskFull));
    by_studio.or(by_store).unwrap_or(false)
}

#[derive(Debug, Default)]
struct Met {
    faults: usize,
    refused: usize,
    stored_all_the_same: usize,
}

/// Lets the `from`-th step of a kind fail during an act, once or from then on, then lets the disk work again. Gives
/// whether any step failed.
async fn meet(start: &Path, folder_name: &str, act: Act, fault: Fault, met: &mut Met) -> Result<bool> {
    let (home, desk) = (scratch()?, scratch()?);
    let folder = home.path().join(folder_name);
    std::fs::create_dir(&folder)?;
    let path = folder.join("novel.wenfang");
    std::fs::copy(start, &path)?;
    let watch = Watch::folder(&folder)?;
    let _ended = Unwatched(&watch);
    let (project, clock) = open(&path, Mode::Write).await?;
    // Something is in the log that the act must not harm.
    save(&project, 1, "风停了。\n").await?;
    let before = state(&project).await?;
    watch.fail(fault);
    let done = perform(act, &project, &clock, desk.path()).await;
    let failed = watch.heal();
    let now = state(&project).await?;
    match &done {
        Ok(()) => ensure!(matches!(act, Act::Tidy) || now != before, "said to be stored and is not"),
        Err(error) => {
            ensure!(is_of_the_disk(error), "not an error of the disk: {error:?}");
            ensure!(now == before, "refused, and something was stored");
            perform(act, &project, &clock, desk.path()).await.context("after the disk works again")?;
            ensure!(
                matches!(act, Act::Tidy) || state(&project).await? != before,
                "not stored the second time"
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
        met.faults += 1;
        met.refused += usize::from(done.is_err());
        met.stored_all_the_same += usize::from(done.is_ok());
    }
    Ok(failed > 0)
}

#[test]
fn a_failing_disk_refuses_and_the_next_act_is_stored() -> Result<()> {
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
    let mut met = Met::default();
    for folder in ["disk", "Dropbox"] {
        for (name, act) in ACTS {
            for (step, failure) in steps {
                for times in [1, usize::MAX] {
                    let mut from = 0;
                    let fault = |from| Fault { step, from, times, failure };
                    let what = |from| format!("{name} in {folder}/, {:?}", fault(from));
                    while runtime
                        .block_on(meet(&start, folder, act, fault(from), &mut met))
                        .with_context(|| what(from))?
                    {
                        // Every step of the first dozen, then every fifth: an import writes dozens of like pages.
                        from += if from < 12 { 1 } else { 5 };
                    }
                }
            }
        }
    }
    eprintln!("failing disk: {met:?}");
    assert!(met.refused > 100, "{met:?}");
    Ok(())
}

#[test]
fn a_close_that_fails_loses_nothing() -> Result<()> {
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
            ensure!(closed.is_err(), "closed all the same");
            let (project, _) = open(&path, Mode::Write).await?;
            ensure!(text(&project, 1).await? == "灯还亮着。\n", "the last save is gone");
            assert_whole(&project).await?;
            Ok(project.close().await?)
        })?;
    }
    Ok(())
}

/// A file system of its own, as small as a test wants it.
struct SmallDisk(TempDir);

impl SmallDisk {
    /// `None` where mounting is not allowed.
    fn mount(kibibytes: usize) -> Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        let size = format!("size={kibibytes}k");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        Ok(mounted.is_ok_and(|done| done.status.success()).then_some(Self(folder)))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_refuses_and_the_next_save_stores_everything() -> Result<()> {
    let Some(disk) = SmallDisk::mount(1024)? else {
        eprintln!("mounting is not allowed here; the limit on file size stands in for the full disk");
        return a_limited_file_refuses();
    };
    let folder = disk.0.path();
    let shelf = scratch()?;
    runtime()?.block_on(async {
        let path = template(folder).await?;
        let (project, _) = open(&path, Mode::Write).await?;
        save(&project, 1, "一。\n").await?;
        let before = state(&project).await?;
        let filler = folder.join("filler");
        let mut size = 1 << 20;
        let mut fill = std::fs::File::create(&filler)?;
        // Down to the last page.
        while size >= 512 {
            use std::io::Write;
            if fill.write_all(&vec![1; size]).is_err() {
                size /= 2;
            }
        }
        let long = prose(&mut Rng::new(3), 2000);
        for (command, request) in [
            ("scene.save", json!({ "scene": 1, "text": long })),
            ("scene.save_draft", json!({ "scene": 2, "base": 1, "text": long })),
            ("checkpoint.create", json!({ "name": "满" })),
            ("scene.split", json!({ "scene": 1, "at": 1 })),
        ] {
            let refused = call(&project, command, request).await;
            ensure!(
                refused.as_ref().is_err_and(|error| error.code == Code::DiskFull),
                "{command}: {refused:?}"
            );
            ensure!(state(&project).await? == before, "{command} stored something");
        }
        let copy = backup(&project, shelf.path(), Keep::default()).await?;
        let (elsewhere, _) = open(&copy.path, Mode::Read).await?;
        ensure!(state(&elsewhere).await? == before, "the copy elsewhere is another");
        elsewhere.close().await?;
        let no_room = backup(&project, &folder.join("backups"), Keep::default()).await;
        ensure!(matches!(no_room, Err(Error::DiskFull)), "{no_room:?}");
        drop(fill);
        std::fs::remove_file(&filler)?;
        save(&project, 1, &long).await?;
        ensure!(text(&project, 1).await? == long, "not stored");
        assert_whole(&project).await?;
        project.close().await?;
        let (project, _) = open(&path, Mode::Read).await?;
        ensure!(text(&project, 1).await? == long, "not stored for good");
        Ok(project.close().await?)
    })
}

/// Saves a long text in a process that may not write files beyond 160 KiB.
fn a_limited_file_refuses() -> Result<()> {
    let home = scratch()?;
    let path = runtime()?.block_on(template(home.path()))?;
    let before = std::fs::read(&path)?;
    let long = prose(&mut Rng::new(3), 60_000);
    let input = home.path().join("long.txt");
    std::fs::write(&input, &long)?;
    let script = r#"trap '' XFSZ; ulimit -f 320; exec "$1" save "$2" --scene 1 < "$3""#;
    let done =
        Command::new("sh").args(["-c", script, "sh"]).args([&kit::wenfang(), &path, &input]).output()?;
    assert!(["io", "disk_full"].contains(&code(&done).as_str()), "{done:?}");
    runtime()?.block_on(async {
        let (project, _) = open(&path, Mode::Write).await?;
        save(&project, 1, &long).await?;
        ensure!(text(&project, 1).await? == long, "not stored");
        Ok(project.close().await?)
    })?;
    assert_ne!(before, std::fs::read(&path)?);
    Ok(())
}

/// The code of an error that `wenfang` printed; empty when it succeeded.
fn code(done: &Output) -> String {
    let report: Value = serde_json::from_slice(&done.stderr).unwrap_or_default();
    report["code"].as_str().unwrap_or_default().to_owned()
}

/// `wenfang` as somebody who is not root.
fn as_nobody(binary: &Path, args: &[&Path], input: &str) -> Result<Output> {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(binary);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    let mut child = command.spawn()?;
    child.stdin.take().context("no pipe")?.write_all(input.as_bytes())?;
    Ok(child.wait_with_output()?)
}

const NOBODY: u32 = 65_534;

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_or_folder_that_may_not_be_written_is_named_and_can_be_read() -> Result<()> {
    use std::os::unix::fs::{PermissionsExt, chown};
    let home = tempfile::tempdir()?;
    let allow = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    allow(home.path(), 0o755)?;
    let binary = home.path().join("wenfang");
    std::fs::copy(kit::wenfang(), &binary)?;
    allow(&binary, 0o755)?;
    // Of the file, of the folder, what saving comes to, and whether it can be read.
    for (of_file, of_folder, saving, is_readable) in [
        (0o444, 0o777, "not_writable", true),
        (0o666, 0o555, "not_writable", true),
        (0o444, 0o555, "not_writable", true),
        (0o000, 0o777, "io", false),
        (0o666, 0o777, "", true),
    ] {
        let folder = home.path().join(format!("{of_file:o}-{of_folder:o}"));
        std::fs::create_dir(&folder)?;
        let path = runtime()?.block_on(template(&folder))?;
        if is_root() {
            chown(&path, Some(NOBODY), Some(NOBODY))?;
        }
        let before = std::fs::read(&path)?;
        allow(&path, of_file)?;
        allow(&folder, of_folder)?;
        let what = format!("file {of_file:o}, folder {of_folder:o}");
        let args = [Path::new("save"), &path, Path::new("--scene"), Path::new("1")];
        let saved = as_nobody(&binary, &args, "新的一页。\n")?;
        assert_eq!(code(&saved), saving, "{what}: {saved:?}");
        let read = as_nobody(&binary, &[Path::new("outline"), &path], "")?;
        assert_eq!(read.status.success(), is_readable, "{what}: {read:?}");
        assert!(!["internal", "damaged"].contains(&code(&read).as_str()), "{what}: {read:?}");
        if !saving.is_empty() {
            assert_eq!(std::fs::read(&path)?, before, "{what}");
        }
        assert_eq!(names(&folder)?, ["novel.wenfang"], "{what}");
        allow(&folder, 0o777)?;
        allow(&path, 0o666)?;
        let args = [Path::new("save"), &path, Path::new("--scene"), Path::new("1")];
        let saved = as_nobody(&binary, &args, "又一页。\n")?;
        assert!(saved.status.success(), "{what}, afterwards: {saved:?}");
        assert_eq!(
            runtime()?.block_on(async {
                let (project, _) = open(&path, Mode::Read).await?;
                let now = text(&project, 1).await?;
                project.close().await?;
                anyhow::Ok(now)
            })?,
            "又一页。\n"
        );
    }
    Ok(())
}

/// Something that happens to the files of an open project.
type Blow = fn(&Path, &Path) -> std::io::Result<()>;

#[test]
fn nothing_is_said_to_be_saved_into_a_file_that_is_gone() -> Result<()> {
    let blows: [(&str, Blow, Blow); 4] = [
        (
            "removed",
            |file, aside| std::fs::hard_link(file, aside).and_then(|()| std::fs::remove_file(file)),
            |file, aside| std::fs::rename(aside, file),
        ),
        ("moved", |file, aside| std::fs::rename(file, aside), |file, aside| std::fs::rename(aside, file)),
        (
            "replaced",
            |file, aside| {
                std::fs::hard_link(file, aside)
                    .and_then(|()| std::fs::remove_file(file))
                    .and_then(|()| std::fs::write(file, "x"))
            },
            |file, aside| std::fs::rename(aside, file),
        ),
        (
            "without its log",
            |file, aside| std::fs::rename(log(file), aside),
            |file, aside| std::fs::rename(aside, log(file)),
        ),
    ];
    for (what, blow, mend) in blows {
        let (home, shelf) = (scratch()?, scratch()?);
        let aside = home.path().join("aside");
        runtime()?
            .block_on(async {
                let path = template(home.path()).await?;
                let (project, _) = open(&path, Mode::Write).await?;
                save(&project, 1, "在的。\n").await?;
                let before = state(&project).await?;
                blow(&path, &aside)?;
                let refused = save(&project, 1, "不在了。\n").await;
                ensure!(refused.as_ref().is_err_and(|error| error.code == Code::FileGone), "{refused:?}");
                ensure!(text(&project, 1).await? == "在的。\n", "cannot be read any more");
                let copy = backup(&project, shelf.path(), Keep::default()).await?;
                let (elsewhere, _) = open(&copy.path, Mode::Write).await?;
                ensure!(state(&elsewhere).await? == before, "the copy is another");
                elsewhere.close().await?;
                mend(&path, &aside)?;
                save(&project, 1, "回来了。\n").await?;
                project.close().await?;
                let (project, _) = open(&path, Mode::Read).await?;
                ensure!(text(&project, 1).await? == "回来了。\n", "not stored");
                Ok(project.close().await?)
            })
            .context(what)?;
    }
    Ok(())
}

fn log(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

#[test]
fn a_second_writer_is_told_who_is_there_and_readers_are_welcome() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        let (project, _) = open(&path, Mode::Write).await?;
        let me = std::process::id();
        let second = open(&path, Mode::Write).await;
        ensure!(matches!(&second, Err(Error::Held(who)) if who.pid == me), "{:?}", second.err());
        let taken = open(&path, Mode::TakeOver).await;
        ensure!(matches!(&taken, Err(Error::Held(_))), "a living process was driven out");
        let other = Command::new(kit::wenfang())
            .arg("rename")
            .arg(&path)
            .args(["--scene", "1", "--title", "x"])
            .output()?;
        ensure!(code(&other) == "project_held", "{other:?}");
        let report: Value = serde_json::from_slice(&other.stderr)?;
        ensure!(report["details"]["holder"]["pid"] == json!(me), "{report}");
        let (reader, _) = open(&path, Mode::Read).await?;
        save(&project, 1, "看得见。\n").await?;
        ensure!(text(&reader, 1).await? == "看得见。\n", "the reader does not see the save");
        let refused = save(&reader, 1, "写不得。\n").await;
        ensure!(refused.is_err_and(|error| error.code == Code::ReadOnly), "a reader wrote");
        let seen = Command::new(kit::wenfang()).arg("outline").arg(&path).output()?;
        ensure!(seen.status.success(), "{seen:?}");
        save(&project, 1, "还在写。\n").await?;
        project.close().await?;
        ensure!(text(&reader, 1).await? == "还在写。\n", "the reader was cut off");
        reader.close().await?;
        ensure!(names(home.path())? == ["novel.wenfang"], "left: {:?}", names(home.path())?);
        Ok(())
    })
}

#[test]
fn a_lock_left_behind_is_understood() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        let lock = home.path().join("novel.wenfang-lock");
        let here = Holder::this_process(5.into());
        std::fs::write(&lock, serde_json::to_string(&json!({ "host": here.host, "pid": 4, "since": 5 }))?)?;
        let (project, _) = open(&path, Mode::Write).await?;
        ensure!(
            project.noticed().unclean.as_ref().is_some_and(|who| who.pid == 4),
            "{:?}",
            project.noticed()
        );
        project.close().await?;
        std::fs::write(&lock, r#"{"host":"another","pid":4,"since":5}"#)?;
        let refused = open(&path, Mode::Write).await;
        ensure!(matches!(&refused, Err(Error::Held(who)) if who.host == "another"), "{:?}", refused.err());
        let (reader, _) = open(&path, Mode::Read).await?;
        reader.close().await?;
        let (project, _) = open(&path, Mode::TakeOver).await?;
        save(&project, 1, "接过来了。\n").await?;
        project.close().await?;
        std::fs::write(&lock, "not what we write")?;
        let (project, _) = open(&path, Mode::Write).await?;
        project.close().await?;
        ensure!(names(home.path())? == ["novel.wenfang"], "left: {:?}", names(home.path())?);
        Ok(())
    })
}

#[test]
fn a_foreign_file_is_refused_and_left_as_it_is() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let own = runtime.block_on(template(home.path()))?;
    let sqlite = |name: &str, sql: &'static str| -> Result<Vec<u8>> {
        use sqlx::{ConnectOptions, Connection};
        let path = home.path().join(name);
        if name.starts_with("own") {
            std::fs::copy(&own, &path)?;
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        runtime.block_on(async {
            let mut conn = options.connect().await?;
            sqlx::raw_sql(sql).execute(&mut conn).await?;
            conn.close().await
        })?;
        let bytes = std::fs::read(&path)?;
        std::fs::remove_file(path)?;
        Ok(bytes)
    };
    let trigger = "create trigger t after insert on scenes begin select 1; end";
    let view = "create view v as select 1";
    let cases = [
        ("empty", Vec::new(), Foreign::Empty),
        ("text", "第一章 渡口\n".repeat(900).into_bytes(), Foreign::NotADatabase),
        ("short", b"SQLite".to_vec(), Foreign::NotADatabase),
        (
            "noise",
            (0..9000).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
            Foreign::NotADatabase,
        ),
        ("zeroes", vec![0; 8192], Foreign::NotADatabase),
        ("other database", sqlite("other", "create table a (b)")?, Foreign::OtherApplication),
        ("with a trigger", sqlite("own-trigger", trigger)?, Foreign::ForeignSchema),
        ("with a view", sqlite("own-view", view)?, Foreign::ForeignSchema),
    ];
    for (what, bytes, expected) in cases {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::write(&path, &bytes)?;
        for mode in [Mode::Write, Mode::Read, Mode::TakeOver] {
            let refused = runtime.block_on(open(&path, mode));
            let is_expected =
                matches!(&refused, Err(Error::NotAProject { foreign, .. }) if *foreign == expected);
            assert!(is_expected, "{what}: {:?}", refused.err());
            assert_eq!(std::fs::read(&path)?, bytes, "{what}");
            assert_eq!(names(folder.path())?, ["a.wenfang"], "{what}");
        }
    }
    let refused = runtime.block_on(open(home.path(), Mode::Write));
    assert!(matches!(refused, Err(Error::NotAProject { foreign: Foreign::NotAFile, .. })));
    let refused = runtime.block_on(open(&home.path().join("nothing"), Mode::Write));
    assert!(matches!(refused, Err(Error::NotFound(_))));
    Ok(())
}

#[test]
fn a_cut_off_file_is_never_taken_for_a_whole_one() -> Result<()> {
    let home = scratch()?;
    let runtime = runtime()?;
    let path = runtime.block_on(template(home.path()))?;
    let whole = std::fs::read(&path)?;
    let all = runtime.block_on(async {
        let (project, _) = open(&path, Mode::Read).await?;
        let all = state(&project).await?;
        project.close().await?;
        anyhow::Ok(all)
    })?;
    let mut sizes: Vec<usize> = vec![1, 15, 16, 99, 100, 511, 512, 1024, 4095, 4096, 4097, whole.len() - 1];
    sizes.extend((2..whole.len() / 4096).map(|page| page * 4096));
    sizes.extend((2..whole.len() / 4096).step_by(7).map(|page| page * 4096 + 2048));
    for size in sizes {
        let folder = scratch()?;
        let path = folder.path().join("a.wenfang");
        std::fs::write(&path, &whole[..size])?;
        let seen = runtime.block_on(async {
            let (project, _) = match open(&path, Mode::Write).await {
                Ok(opened) => opened,
                Err(error) => return anyhow::Ok(!matches!(error, Error::Sql(_))),
            };
            let mut tx = project.begin_read().await?;
            let verified = verify(&mut tx, Depth::Everything).await;
            tx.rollback().await?;
            let is_reported = verified.map_or(true, |verified| !verified.damage.is_empty());
            // The end of the last page may be empty.
            let is_whole = state(&project).await.is_ok_and(|now| now == all);
            let _ = project.close().await;
            Ok(is_reported || is_whole)
        })?;
        assert!(seen, "{size} of {} bytes", whole.len());
    }
    Ok(())
}
