//! Another process has the project open, or had.

use std::process::Command;

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use wenfang_project::{Error, FileError, Holder, Mode};
use wenfang_studio::Code;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;
use wenfang_tests::kit;

use crate::{code, names, open, runtime, save, text};

#[test]
fn a_second_writer_is_refused_and_readers_are_admitted() -> Result<()> {
    let home = scratch()?;
    runtime()?.block_on(async {
        let path = template(home.path()).await?;
        let (project, _) = open(&path, Mode::Write).await?;
        let me = std::process::id();
        let second = open(&path, Mode::Write).await;
        ensure!(
            matches!(&second, Err(Error::File(FileError::Held(who))) if who.pid == me),
            "{:?}",
            second.err()
        );
        let taken = open(&path, Mode::TakeOver).await;
        ensure!(matches!(&taken, Err(Error::File(FileError::Held(_)))), "a living process was driven out");
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
fn a_stale_lock_is_recognised() -> Result<()> {
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
        ensure!(
            matches!(&refused, Err(Error::File(FileError::Held(who))) if who.host == "another"),
            "{:?}",
            refused.err()
        );
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
