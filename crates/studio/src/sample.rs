//! Our own two short novels, one in each language, with everything that a novel gathers while it is written: history,
//! canon, findings, completed chapters.
//!
//! A novel is a Markdown file with its chapters and a JSON file with the rest (`samples/`, `data.rs` has its shape). It is made
//! by the use cases an author uses, as if in the days before: the clock of the project runs through them. Always: nothing is
//! asked of a model, and a making that was cut short leaves no novel.

mod canon;
mod checked;
mod data;
mod history;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use wenfang_interchange::{self as interchange, ImportOptions};
use wenfang_project::{Clock, Project};
use wenfang_story::{ChapterId, ProjectRecord, SceneId, Timestamp};
use wenfang_text::CanonicalText;

use crate::desk::Language;
use crate::error::{Code, Error, Result};
use crate::meaning::Meaning;
use crate::models::Models;
use data::{Data, Place};

/// What this machine has for a novel; the sample's steps have it at hand and ask it nothing.
#[derive(Clone)]
pub struct Machine {
    /// The models.
    pub models: Models,
    /// By what meaning is known.
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

/// Makes the sample in a language at `path`.
///
/// # Errors
/// Those of creating a project.
pub async fn create(path: &Path, language: Language, machine: Machine) -> Result<()> {
    if path.exists() {
        return Err(wenfang_project::Error::Exists(path.to_owned()).into());
    }
    let files = files(language);
    let data: Data = serde_json::from_str(files.data).map_err(|error| unsound(error.to_string()))?;
    let book = Book::read(files)?;
    let half = Half(path.with_extension(format!("{}.half", std::process::id())));
    let past = Past::new();
    let record = ProjectRecord {
        title: data.title.clone(),
        author: data.author.clone(),
        language: data.language.tag().to_owned(),
    };
    let project = Arc::new(Project::create(&half.0, &record, past.clock()).await?);
    let made = fill(&project, (&data, &book, &past), machine).await;
    if let Some(project) = Arc::into_inner(project) {
        project.close().await?;
    }
    made?;
    std::fs::rename(&half.0, path).map_err(|error| Error::io(path, &error))
}

async fn fill(
    project: &Arc<Project>,
    (data, book, past): (&Data, &Book, &Past),
    machine: Machine,
) -> Result<()> {
    past.go_to(data.begun);
    canon::begin(project, data).await?;
    let parts = history::write(project, (data, book, past)).await?;
    canon::fill(project, data, &parts).await?;
    checked::complete(project, (data, &parts), machine).await?;
    checked::check(project, data, &parts).await
}

/// The file while it is made; gone when its making ends early.
struct Half(PathBuf);

impl Drop for Half {
    fn drop(&mut self) {
        // It has its own name by now, or nobody wants it.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The clock of a novel that was written in the days before now.
#[derive(Clone)]
struct Past {
    now: Timestamp,
    ago: Arc<AtomicI64>,
}

const HOUR: i64 = 60 * 60 * 1000;

impl Past {
    fn new() -> Self {
        Self { now: Clock::system().now(), ago: Arc::default() }
    }

    /// Sets the clock to so many hours before now.
    fn go_to(&self, hours: u32) {
        self.ago.store(i64::from(hours) * HOUR, Ordering::Relaxed);
    }

    fn clock(&self) -> Clock {
        let (now, ago) = (self.now, Arc::clone(&self.ago));
        // A millisecond passes at each look, so that what follows is later.
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

/// The chapters and scenes that were made, in order.
#[derive(Default)]
struct Parts(Vec<(ChapterId, Vec<SceneId>)>);

impl Parts {
    fn scene(&self, Place(chapter, scene): Place) -> Result<SceneId> {
        let of_chapter = chapter.checked_sub(1).and_then(|index| self.0.get(index));
        let scene = of_chapter.and_then(|(_, scenes)| scenes.get(scene.checked_sub(1)?));
        scene.copied().ok_or_else(|| unsound(format!("chapter {chapter} has no such scene")))
    }
}

/// The files of a sample do not fit together.
fn unsound(what: impl Into<String>) -> Error {
    Error::new(Code::Internal, format!("the sample is unsound: {}", what.into()), "Please report this.")
}
