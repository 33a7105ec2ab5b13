//! A novel that its author goes on writing while a reader has a copy: what becomes of the reader's remarks.
//!
//! Every character of the novel has an identity. The reader's copy and the author's text keep, drop and move
//! characters each in their own way, so where a passage is now is known without comparing texts.

mod book;
mod edit;
mod judge;

pub use book::{Book, Remark, chinese, english};
pub use judge::Tally;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_project::{Project, parts};
use wenfang_story::{Author, ChapterRecord, SceneRecord, VolumeRecord};
use wenfang_studio::commands::call_on;
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

use crate::kit::{TestProject, scenes};
use crate::rng::Rng;

/// The size of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub remarks: usize,
    /// Edits of the author, anywhere in the book.
    pub edits: usize,
    /// Whether half of the edits are within 150 characters of a remark instead.
    pub near: bool,
}

/// What a measurement found.
#[derive(Debug)]
pub struct Measured {
    pub tally: Tally,
    /// The duration of the import, without a preview.
    pub time: Duration,
    /// Remarks that a second import of the same file adds.
    pub doubled: usize,
}

/// Lets a reader remark on a copy of `book` as a Word document, lets the author write on, and imports the document.
pub async fn measure(book: &Book, plan: Plan) -> Result<Measured> {
    let mut rng = Rng::new(plan.seed);
    let mut copy = book.clone();
    edit::correct(&mut copy, &mut rng);
    let remarks = copy.remarks(plan.remarks, &mut rng);
    let mut now = book.clone();
    edit::write_on(&mut now, &remarks, (plan.edits, plan.near), &mut rng);

    let reader = novel(&copy).await?;
    remark(&reader.project, &copy, &remarks).await?;
    let file = reader.folder().join("returned.docx");
    let export = json!({ "out": file, "format": "docx", "docx": { "comments": true } });
    ask(&reader.project, "project.export", export).await?;

    let author = novel(&now).await?;
    let start = Instant::now();
    let answer = import(&author.project, &file).await?;
    let time = start.elapsed();
    let order = scenes(&author.project).await?;
    let listed = ask(&author.project, "comments.list", json!({})).await?;
    let tally = judge::judge(&now, &remarks, (&answer, &listed), &order)?;
    let again = import(&author.project, &file).await?;
    Ok(Measured { tally, time, doubled: again["placed"].as_array().context("a list")?.len() })
}

async fn import(project: &Project, file: &Path) -> Result<Value> {
    ask(project, "comments.import_returned", json!({ "file": file })).await
}

async fn ask(project: &Project, command: &str, request: Value) -> Result<Value> {
    call_on(project, command, request).await.with_context(|| command.to_owned())
}

/// A project with the text of a book.
async fn novel(book: &Book) -> Result<TestProject> {
    let new = TestProject::new().await?;
    let now = new.project.now();
    let mut tx = new.project.begin_write().await?;
    let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await?;
    for (number, title) in book.titles.iter().enumerate() {
        let record = ChapterRecord { title: title.clone(), ..ChapterRecord::default() };
        let chapter = parts::insert_chapter(&mut tx, volume, &record, now).await?;
        for scene in book.scenes.iter().filter(|scene| scene.chapter == number) {
            let text = CanonicalText::new(scene.text());
            anyhow::ensure!(*text == scene.text(), "the text of {title} is not canonical");
            let place = (chapter, &SceneRecord::default());
            versions::create_scene(&mut tx, now, place, (&text, Author::Import)).await?;
        }
    }
    tx.commit().await?;
    Ok(new)
}

/// Adds the remarks to the reader's copy, each with its number as text.
async fn remark(project: &Project, copy: &Book, remarks: &[Remark]) -> Result<()> {
    let order = scenes(project).await?;
    for (number, remark) in remarks.iter().enumerate() {
        let cells = &copy.scenes[remark.scene].cells[remark.range.clone()];
        let quote: String = cells.iter().map(|cell| cell.c).collect();
        let range = json!({ "start": remark.range.start, "end": remark.range.end });
        let passage = json!({ "scene": order[remark.scene], "range": range, "quote": quote });
        let by = json!({ "who": "editor", "name": "Lin" });
        let comment = json!({ "passage": passage, "text": number.to_string(), "by": by });
        ask(project, "comments.add", comment).await?;
    }
    Ok(())
}
