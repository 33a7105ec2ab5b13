//! Projects of writing tools as import plans.
//!
//! The tool has decided what a chapter is: no headings are searched for. Parts of any depth become volumes, chapters
//! and scenes ([`shape`]); what the tool knows about them goes to their records ([`about`]); cards become lore entries
//! ([`cards`]). Parts that the tool does not print are in a volume of their own at the end.

mod about;
mod cards;
mod shape;
mod text;

#[cfg(test)]
mod tests;

use wenfang_documents::{Document, Part, PartKind, Tool};

use crate::heading::Confidence;
use crate::outline::{Script, TitleSource};
use crate::plan::{
    About, ImportPlan, PlannedChapter, PlannedDay, PlannedScene, PlannedVolume, placed_comments,
    plan_document,
};
use crate::{Encoding, ImportError, ImportOptions, warning};
use about::Words;
use shape::{Chapter, Scene, Volume};
use text::Texts;

/// Plans the import of a project.
///
/// # Errors
/// [`ImportError::TooMuchWork`], for a project whose text is in one piece.
pub fn plan_project(
    mut document: Document,
    tool: Tool,
    options: &ImportOptions,
) -> Result<ImportPlan, ImportError> {
    let script = script_of(&document);
    let words = Words::of(script);
    let cards = cards::records(std::mem::take(&mut document.cards), &words);
    let days: Vec<PlannedDay> = std::mem::take(&mut document.days)
        .into_iter()
        .map(|day| PlannedDay { date: day.date, words: day.words })
        .collect();
    let target = document.target;
    let mut plan = if let [Part { kind: PartKind::Flow, .. }] = document.parts[..] {
        plan_document(document, options)?
    } else {
        planned(document, script, &words)
    };
    plan.tool = Some(tool);
    plan.cards = cards;
    plan.days = days;
    plan.target = target;
    Ok(plan)
}

fn planned(document: Document, script: Script, words: &Words) -> ImportPlan {
    let mut texts = Texts::new(document.comments, document.losses);
    let shaped = shape::shaped(document.parts, words);
    let volumes: Vec<PlannedVolume> =
        shaped.into_iter().map(|volume| planned_volume(volume, script, words, &mut texts)).collect();
    let log = texts.finish(&placed_comments(&volumes));
    ImportPlan {
        title: document.title,
        author: document.author,
        encoding: Encoding::Utf8,
        format: None,
        warnings: warning::on(&volumes),
        volumes,
        changes: log.into_changes(""),
        tool: None,
        cards: Vec::new(),
        days: Vec::new(),
        target: None,
    }
}

fn planned_volume(volume: Volume, script: Script, words: &Words, texts: &mut Texts) -> PlannedVolume {
    let mut chapters: Vec<PlannedChapter> = Vec::new();
    if let Some(front) = volume.text {
        // A volume has no text of its own: it is the first chapter.
        let scene = planned_scene(Scene { title: None, ..front }, words, texts);
        chapters.push(chapter(script.front().to_owned(), vec![scene]));
    }
    for part in volume.chapters {
        chapters.push(planned_chapter(part, words, texts));
    }
    let mut synopsis = about::synopsis(&volume.details, words);
    about::append(&mut synopsis, &about::plan_lines(&volume.details, words));
    PlannedVolume { title: volume.title, synopsis, chapters }
}

fn planned_chapter(part: Chapter, words: &Words, texts: &mut Texts) -> PlannedChapter {
    // The plan of a chapter is that of its own text; without one it follows the synopsis.
    let has_own_plan = part.scenes.iter().any(|scene| scene.is_whole_chapter);
    let mut about = about::of(&part.details, words);
    if !has_own_plan {
        about::append(&mut about.notes, &about::plan_lines(&part.details, words));
    }
    let scenes: Vec<PlannedScene> =
        part.scenes.into_iter().map(|scene| planned_scene(scene, words, texts)).collect();
    PlannedChapter { about, ..chapter(part.title.unwrap_or_default(), scenes) }
}

fn chapter(title: String, mut scenes: Vec<PlannedScene>) -> PlannedChapter {
    if scenes.is_empty() {
        scenes.push(PlannedScene::default());
    }
    let source = TitleSource::Heading(Confidence::Certain);
    let number = shape::form(&title).and_then(|form| form.number);
    PlannedChapter { title, number, source, scenes, about: About::default() }
}

fn planned_scene(scene: Scene, words: &Words, texts: &mut Texts) -> PlannedScene {
    let (text, comments) = texts.scene(scene.blocks);
    let versions = texts.versions(scene.details.snapshots.clone(), words);
    PlannedScene {
        text,
        comments,
        title: scene.title.unwrap_or_default(),
        about: if scene.is_whole_chapter { About::default() } else { about::of(&scene.details, words) },
        plan: about::plan(&scene.details, words),
        versions,
        not_for_print: !scene.details.is_printed,
    }
}

/// The script of a project, from its first texts.
fn script_of(document: &Document) -> Script {
    let mut sample = document.title.clone().unwrap_or_default();
    let mut stack: Vec<&Part> = document.parts.iter().rev().collect();
    while let Some(part) = stack.pop().filter(|_| sample.len() < 20_000) {
        sample.push_str(part.title.as_deref().unwrap_or_default());
        sample.push_str(&text::sample(&part.blocks));
        stack.extend(part.parts.iter().rev());
    }
    Script::of(&sample)
}
