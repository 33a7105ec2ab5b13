//! A file beside a novel is used only if it is a regular file.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use wenfang_project::{Error, FileError, Mode};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;

use crate::{open, runtime, save};

#[cfg(unix)]
#[test]
fn a_lock_that_is_not_a_file_is_refused() -> Result<()> {
    use std::os::unix::fs::symlink;
    let runtime = runtime()?;
    for what in ["link", "dangling link", "pipe", "folder", "device"] {
        let (home, elsewhere) = (scratch()?, scratch()?);
        let path = runtime.block_on(template(home.path()))?;
        let lock = home.path().join("novel.wenfang-lock");
        let victim = elsewhere.path().join("victim");
        match what {
            "link" => {
                std::fs::write(&victim, "kept")?;
                symlink(&victim, &lock)?;
            }
            "dangling link" => symlink(&victim, &lock)?,
            "pipe" => ensure!(std::process::Command::new("mkfifo").arg(&lock).status()?.success(), "no pipe"),
            "folder" => std::fs::create_dir(&lock)?,
            _ => symlink("/dev/zero", &lock)?,
        }
        let refused = runtime.block_on(open(&path, Mode::Write));
        ensure!(
            matches!(&refused, Err(Error::File(FileError::NotRegular(at))) if at.ends_with("novel.wenfang-lock")),
            "{what}: {:?}",
            refused.err()
        );
        let message = wenfang_studio::Error::from(refused.err().context("opened")?).to_string();
        ensure!(message.contains("not a regular file"), "{what}: {message}");
        // Reading does not need the lock.
        runtime.block_on(async { anyhow::Ok(open(&path, Mode::Read).await?.0.close().await?) })?;
        match what {
            "link" => ensure!(std::fs::read(&victim)? == b"kept", "the victim was written"),
            _ => ensure!(!victim.exists(), "{what}: a file was created elsewhere"),
        }
        ensure!(std::fs::symlink_metadata(&lock).is_ok(), "{what}: the lock was removed");
    }
    Ok(())
}

#[test]
fn an_oversized_lock_file_is_not_read_whole() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        let long = json!({ "host": "x".repeat(5000), "pid": 4, "since": 5 });
        std::fs::write(home.path().join("novel.wenfang-lock"), long.to_string())?;
        let (project, _) = open(&path, Mode::Write).await?;
        ensure!(project.noticed().unclean.is_none(), "{:?}", project.noticed());
        save(&project, 1, "写得。\n").await?;
        Ok(project.close().await?)
    })
}

#[cfg(unix)]
#[test]
fn a_log_that_is_a_symlink_is_not_followed() -> Result<()> {
    let runtime = runtime()?;
    for ending in ["-wal", "-shm", "-journal"] {
        let (home, elsewhere) = (scratch()?, scratch()?);
        let path = runtime.block_on(template(home.path()))?;
        let victim = elsewhere.path().join("victim");
        std::fs::write(&victim, "kept")?;
        std::os::unix::fs::symlink(&victim, home.path().join(format!("novel.wenfang{ending}")))?;
        for mode in [Mode::Write, Mode::Read] {
            let refused = runtime.block_on(open(&path, mode));
            ensure!(
                matches!(refused, Err(Error::File(FileError::NotRegular(_)))),
                "{ending}: {:?}",
                refused.err()
            );
        }
        ensure!(std::fs::read(&victim)? == b"kept", "{ending}: the victim was written");
    }
    Ok(())
}
