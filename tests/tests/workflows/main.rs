//! Workflows: running, pausing, failing, cancelling, killing and resuming.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod again;
mod kill;
mod runs;

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_engine::Engine;
use wenfang_project::{Mode, OpenOptions};
use wenfang_tests::kit::TestProject;
use wenfang_tests::workflows::{Bench, engine};
use wenfang_workflow::Flow;

/// A new project with an engine and the ledger its handlers write to.
struct Bed {
    folder: tempfile::TempDir,
    engine: Engine<Bench>,
}

impl Bed {
    async fn new(flows: Vec<Flow>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let made = TestProject::new().await?;
        made.project.tidy().await?;
        std::fs::copy(&made.path, folder.path().join("novel.wenfang"))?;
        Self::open(folder, flows).await
    }

    async fn open(folder: tempfile::TempDir, flows: Vec<Flow>) -> Result<Self> {
        let path = folder.path().join("novel.wenfang");
        let project = wenfang_project::Project::open(&path, OpenOptions::new(Mode::Write)).await?;
        let engine = engine(project, Some(&folder.path().join("ledger")), flows).await?;
        Ok(Self { folder, engine })
    }

    /// Closes and reopens the project, as when the program restarts.
    async fn reopen(self, flows: Vec<Flow>) -> Result<Self> {
        let Self { folder, engine } = self;
        wenfang_tests::workflows::close(engine).await?;
        Self::open(folder, flows).await
    }

    fn ledger(&self) -> Vec<(String, u32)> {
        wenfang_tests::workflows::ledger(&self.folder.path().join("ledger")).unwrap()
    }

    async fn events(&self, run: wenfang_story::RunId) -> Result<Vec<String>> {
        let mut tx = self.engine.host().project.begin_read().await?;
        let events = wenfang_project::workflows::events(&mut tx, run, 0, 10_000).await?;
        let numbers: Vec<i64> = events.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=events.len() as i64).collect::<Vec<_>>(), "the numbers have no gap");
        Ok(events
            .into_iter()
            .map(|event| format!("{} {}", event.kind, event.node.unwrap_or_default()))
            .collect())
    }
}

fn nothing() -> Value {
    json!({})
}
