//! Two short sample novels, one in Chinese and one in English, with history, canon, findings and completed chapters.
//!
//! A novel is a Markdown file with its chapters and a JSON file with the rest (`samples/`; `data.rs` defines its
//! shape). It is built by the regular use cases with a project clock that runs through the past days. Always: no model
//! is called, and an interrupted build leaves no novel behind.

mod canon;
mod checked;
mod data;
mod history;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use wenfang_assist::models::Models;
use wenfang_interchange::{self as interchange, ImportOptions};
use wenfang_project::{Clock, Project};
use wenfang_recall::meaning::Meaning;
use wenfang_story::{ChapterId, ProjectRecord, SceneId, Timestamp};
use wenfang_text::CanonicalText;
use wenfang_usecase::{Code, Error, Result};

use crate::desk::Language;
use data::{Data, Place};

/// The models of this machine. The steps of the sample need them for a session but never call them.
#[derive(Clone)]
pub struct Machine {
    pub models: Models,
    /// The embedding model in use.
    pub meaning: Meaning,
}

/// The files of a sample.
struct Files {
    name: &'static str,
    text: &'static str,
    data: &'static str,
}

const FERRY: Files = Files {
    name: "渡口",
    text: include_str!("../../../samples/渡口.md"),
    data: include_str!("../../../samples/渡口.json"),
};

const LOW_WATER: Files = Files {
    name: "Low Water",
    text: include_str!("../../../samples/Low Water.md"),
    data: include_str!("../../../samples/Low Water.json"),
};

fn files(language: Language) -> &'static Files {
    match language {
        Language::Zh => &FERRY,
        Language::En => &LOW_WATER,
    }
}

/// The name of the project file of the sample in a language.
pub fn file_name(language: Language) -> String {
    format!("{}.wenfang", files(language).name)
}

/// Creates the sample in a language at `path`.
///
/// # Errors
/// The errors of creating a project.
pub async fn create(path: &Path, language: Language, machine: Machine) -> Result<()> {
    if path.exists() {
        return Err(wenfang_project::FileError::Exists(path.to_owned()).into());
    }
    let files = files(language);
    let data: Data = serde_json::from_str(files.data).map_err(|error| inconsistent(error.to_string()))?;
    let book = Book::read(files)?;
    let unfinished = UnfinishedFile(path.with_extension(format!("{}.half", std::process::id())));
    let past = PastClock::new();
    let record = ProjectRecord {
        title: data.title.clone(),
        author: data.author.clone(),
        language: data.language.tag().to_owned(),
        chapter_target: None,
        marks: wenfang_text::marks::VERSION,
    };
    let project = Arc::new(Project::create(&unfinished.0, &record, past.clock()).await?);
    let result = fill(&project, (&data, &book, &past), machine).await;
    if let Some(project) = Arc::into_inner(project) {
        project.close().await?;
    }
    result?;
    std::fs::rename(&unfinished.0, path).map_err(|error| Error::io(path, &error))
}

async fn fill(
    project: &Arc<Project>,
    (data, book, past): (&Data, &Book, &PastClock),
    machine: Machine,
) -> Result<()> {
    past.set_hours_ago(data.begun);
    canon::begin(project, data).await?;
    let parts = history::write(project, (data, book, past)).await?;
    canon::fill(project, data, &parts).await?;
    checked::complete(project, (data, &parts), machine).await?;
    checked::check(project, data, &parts).await
}

/// The unfinished file; removed when dropped.
struct UnfinishedFile(PathBuf);

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        // After a successful build the file has been renamed, so there is nothing to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A clock that shows times before now.
#[derive(Clone)]
struct PastClock {
    now: Timestamp,
    ago: Arc<AtomicI64>,
}

const HOUR: i64 = 60 * 60 * 1000;

impl PastClock {
    fn new() -> Self {
        Self { now: Clock::system().now(), ago: Arc::default() }
    }

    /// Sets the clock to the given number of hours before now.
    fn set_hours_ago(&self, hours: u32) {
        self.ago.store(i64::from(hours) * HOUR, Ordering::Relaxed);
    }

    fn clock(&self) -> Clock {
        let (now, ago) = (self.now, Arc::clone(&self.ago));
        // Each reading advances the clock by a millisecond, so that later events have later times.
        Clock::new(move || Timestamp::from(now.get() - ago.fetch_sub(1, Ordering::Relaxed)))
    }
}

/// The finished text, by chapter and scene.
struct Book {
    chapters: Vec<(String, Vec<CanonicalText>)>,
}

impl Book {
    fn read(files: &Files) -> Result<Self> {
        let file_name = Some(format!("{}.md", files.name));
        let plan = interchange::plan(
            files.text.as_bytes(),
            &ImportOptions { file_name, ..ImportOptions::default() },
        )?;
        let chapters = plan.chapters().map(|chapter| {
            let scenes = chapter.scenes.iter().map(|scene| scene.text.clone());
            (chapter.title.clone(), scenes.collect())
        });
        Ok(Self { chapters: chapters.collect() })
    }
}

/// The created chapters and their scenes, in order.
#[derive(Default)]
struct Parts(Vec<(ChapterId, Vec<SceneId>)>);

impl Parts {
    fn scene(&self, Place(chapter, scene): Place) -> Result<SceneId> {
        let of_chapter = chapter.checked_sub(1).and_then(|index| self.0.get(index));
        let scene = of_chapter.and_then(|(_, scenes)| scenes.get(scene.checked_sub(1)?));
        scene.copied().ok_or_else(|| inconsistent(format!("chapter {chapter} has no such scene")))
    }
}

/// The error for inconsistent sample files.
fn inconsistent(what: impl Into<String>) -> Error {
    Error::new(
        Code::Internal,
        format!("the sample files are inconsistent: {}", what.into()),
        "Please report this.",
    )
}
