//! Files that are removed, moved or replaced while the project is open.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wenfang_project::Mode;
use wenfang_project::backup::{Keep, backup};
use wenfang_project::watch::Watch;
use wenfang_studio::Code;
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::state::state;
use wenfang_tests::crash::workload::template;

use crate::{open, runtime, save, text};

/// A change to the files of an open project.
type Change = fn(&Path, &Path) -> std::io::Result<()>;

#[test]
fn nothing_is_reported_saved_into_a_missing_file() -> Result<()> {
    let changes: [(&str, Change, Change); 4] = [
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
    for (what, apply, revert) in changes {
        let (home, shelf) = (scratch()?, scratch()?);
        let aside = home.path().join("aside");
        runtime()?
            .block_on(async {
                let path = template(home.path()).await?;
                let (project, _) = open(&path, Mode::Write).await?;
                save(&project, 1, "在的。\n").await?;
                let before = state(&project).await?;
                apply(&path, &aside)?;
                let refused = save(&project, 1, "不在了。\n").await;
                ensure!(refused.as_ref().is_err_and(|error| error.code == Code::FileGone), "{refused:?}");
                ensure!(text(&project, 1).await? == "在的。\n", "the text is no longer readable");
                let copy = backup(&project, shelf.path(), Keep::default(), &Watch::silent()).await?;
                let (elsewhere, _) = open(&copy.path, Mode::Write).await?;
                ensure!(state(&elsewhere).await? == before, "the copy differs");
                elsewhere.close().await?;
                revert(&path, &aside)?;
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
