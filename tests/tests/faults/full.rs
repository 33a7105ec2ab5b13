//! A full disk.

use std::process::Command;

use anyhow::{Result, ensure};
use serde_json::json;
use tempfile::TempDir;
use wenfang_project::backup::{Keep, backup};
use wenfang_project::watch::Watch;
use wenfang_project::{Error, FileError, Mode};
use wenfang_studio::Code;
use wenfang_studio::commands::call_on as call;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::{assert_whole, state};
use wenfang_tests::crash::workload::{prose, template};
use wenfang_tests::kit;
use wenfang_tests::rng::Rng;

use crate::{code, open, runtime, save, text};

/// A separate small file system.
struct SmallDisk(TempDir);

impl SmallDisk {
    /// `None` if mounting is not allowed.
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
fn saves_succeed_after_the_disk_was_full() -> Result<()> {
    let Some(disk) = SmallDisk::mount(1024)? else {
        eprintln!("mounting is not allowed here; a limit on file size replaces the full disk");
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
        let copy = backup(&project, shelf.path(), Keep::default(), &Watch::silent()).await?;
        let (elsewhere, _) = open(&copy.path, Mode::Read).await?;
        ensure!(state(&elsewhere).await? == before, "the copy on the other disk differs");
        elsewhere.close().await?;
        let no_room = backup(&project, &folder.join("backups"), Keep::default(), &Watch::silent()).await;
        ensure!(matches!(no_room, Err(Error::File(FileError::DiskFull))), "{no_room:?}");
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

/// Writes into `path` until the disk is full.
fn fill(path: &std::path::Path) -> Result<()> {
    use std::io::Write;
    let mut filler = std::fs::File::create(path)?;
    let mut size = 1 << 20;
    while size >= 1 {
        if filler.write_all(&vec![1; size]).is_err() {
            size /= 2;
        }
    }
    Ok(())
}

#[test]
fn a_novel_on_a_full_disk_can_be_exported() -> Result<()> {
    let Some(disk) = SmallDisk::mount(1024)? else {
        eprintln!("mounting is not allowed here: skipped");
        return Ok(());
    };
    let shelf = scratch()?;
    runtime()?.block_on(async {
        let path = template(disk.0.path()).await?;
        let (project, _) = open(&path, Mode::Write).await?;
        save(&project, 1, "一。\n").await?;
        let whole = state(&project).await?;
        project.close().await?;
        let bytes = std::fs::read(&path)?;
        fill(&disk.0.path().join("filler"))?;
        // The leftovers of a first attempt must not prevent a second one.
        for attempt in 1..=2 {
            let refused = open(&path, Mode::Write).await;
            ensure!(
                matches!(refused, Err(Error::File(FileError::DiskFull))),
                "attempt {attempt}: {:?}",
                refused.err()
            );
            let (project, _) = open(&path, Mode::Read).await?;
            ensure!(text(&project, 1).await? == "一。\n", "attempt {attempt}: the text differs");
            ensure!(state(&project).await? == whole, "attempt {attempt}: other rows");
            assert_whole(&project).await?;
            let target = shelf.path().join(format!("novel-{attempt}.txt"));
            call(&project, "project.export", json!({ "out": target, "format": "txt" })).await?;
            ensure!(std::fs::read_to_string(&target)?.contains("一。"), "attempt {attempt}: not exported");
            project.close().await?;
            ensure!(std::fs::read(&path)? == bytes, "attempt {attempt}: the file was changed");
        }
        std::fs::remove_file(disk.0.path().join("filler"))?;
        let (project, _) = open(&path, Mode::Write).await?;
        save(&project, 1, "二。\n").await?;
        ensure!(text(&project, 1).await? == "二。\n", "not stored");
        Ok(project.close().await?)
    })
}
