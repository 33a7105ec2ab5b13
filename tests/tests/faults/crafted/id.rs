//! The id of a project becomes part of file names; an id that is a path is refused.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use wenfang_project::backup::{Keep, backup};
use wenfang_project::watch::Watch;
use wenfang_project::{Damage, Error, Mode};
use wenfang_studio::Folders;
use wenfang_studio::Session;
use wenfang_studio::commands::call_on as call;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::{Code, search};
use wenfang_tests::crash::scratch;
use wenfang_tests::crash::workload::template;

use super::craft;
use crate::{names, open, runtime};

/// Every path below `folder`.
fn tree(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)?.flatten() {
        paths.push(entry.path().to_string_lossy().into_owned());
        if entry.file_type()?.is_dir() {
            paths.extend(tree(&entry.path())?);
        }
    }
    paths.sort();
    Ok(paths)
}

#[test]
fn an_id_that_is_a_path_counts_as_damage() -> Result<()> {
    let runtime = runtime()?;
    for uid in [
        "../../../../../x",
        "a/b/c/d/e/f/g/h/",
        "0123456789ABCDEF",
        "0123456789abcde",
        "\u{1b}[31m1234567890a",
        "",
    ] {
        let home = scratch()?;
        let inner = home.path().join("1/2/3/4/5/6");
        std::fs::create_dir_all(&inner)?;
        let path = runtime.block_on(template(&inner))?;
        runtime.block_on(craft(&path, &format!("update project_meta set uid = '{uid}'")))?;
        let before = tree(home.path())?;
        runtime.block_on(async {
            let project = Arc::new(open(&path, Mode::Write).await?.0);
            let folders = Folders::within(&inner.join("machine"));
            let (models, meaning) = (Models::new(folders.config.clone()), Meaning::new(&folders));
            let session = Session { project: Box::new(project.clone()), models, meaning };
            for (command, request) in
                [("search.find", json!({ "query": "渡口" })), ("index.rebuild", json!({}))]
            {
                let refused =
                    search::commands::call(&session.library(), command, request, &Watch::silent()).await;
                ensure!(
                    refused.as_ref().is_err_and(|error| error.code == Code::Damaged),
                    "{uid}: {refused:?}"
                );
            }
            let shelf = inner.join("backups");
            let refused = backup(&project, &shelf, Keep::default(), &Watch::silent()).await;
            ensure!(matches!(refused, Err(Error::Damaged(Damage::Structure { .. }))), "{uid}: {refused:?}");
            ensure!(names(&shelf)?.is_empty(), "{uid}: left {:?}", names(&shelf)?);
            let diagnosis = call(&project, "project.doctor", json!({})).await?;
            ensure!(diagnosis["healthy"] == false, "{uid}: {diagnosis}");
            drop(session);
            Ok(Arc::into_inner(project).context("the project is still in use")?.close().await?)
        })?;
        let made: Vec<String> =
            tree(home.path())?.into_iter().filter(|path| !before.contains(path)).collect();
        let shelf = inner.join("backups").to_string_lossy().into_owned();
        let machine = inner.join("machine").to_string_lossy().into_owned();
        ensure!(made.iter().all(|path| *path == shelf || path.starts_with(&machine)), "{uid}: made {made:?}");
        ensure!(!made.iter().any(|path| path.ends_with(".sqlite")), "{uid}: made {made:?}");
    }
    Ok(())
}
