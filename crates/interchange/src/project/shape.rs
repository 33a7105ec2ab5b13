//! Parts of any depth as volumes, chapters and scenes.
//!
//! A part that says what it is (a volume, a chapter, a scene) is that. Folders are placed by their depth: with three
//! levels they are volumes and chapters, with two chapters; what is deeper becomes scenes, in reading order. A folder
//! whose title counts volumes (第二部, PART TWO) is a volume at any depth.

use wenfang_documents::{Block, Details, Part, PartKind};

use super::about::Words;
use crate::heading::english;
use crate::heading::pattern::{self, Form, Unit};

/// A volume.
#[derive(Debug, Default)]
pub(super) struct Volume {
    pub title: Option<String>,
    pub details: Details,
    /// The text of the volume itself.
    pub text: Option<Scene>,
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Debug, Default)]
pub(super) struct Chapter {
    pub title: Option<String>,
    pub details: Details,
    pub scenes: Vec<Scene>,
}

/// A scene.
#[derive(Debug, Default)]
pub(super) struct Scene {
    pub title: Option<String>,
    pub details: Details,
    pub blocks: Vec<Block>,
    /// Whether its details are those of its chapter, which has them.
    pub is_whole_chapter: bool,
}

/// A part that is not printed, and the title of the part around it.
struct Left {
    around: Option<String>,
    part: Part,
}

/// Arranges the parts of a project. Those that are not printed are in the last volume.
pub(super) fn shaped(mut parts: Vec<Part>, words: &Words) -> Vec<Volume> {
    let mut left = Vec::new();
    take_unprinted(&mut parts, None, &mut left);
    let has_kinds = parts.iter().any(has_kind);
    let has_volumes = parts.iter().any(|part| height(part) >= 2);
    let mut volumes = Vec::new();
    for part in parts {
        let is_volume = match part.kind {
            PartKind::Volume => true,
            PartKind::Chapter | PartKind::Scene => false,
            PartKind::Flow | PartKind::Folder if has_kinds => !part.parts.is_empty(),
            PartKind::Flow | PartKind::Folder => {
                height(&part) >= 2
                    || (height(&part) == 1 && (has_volumes || is_flat(&part)) && counts_volumes(&part))
            }
        };
        if is_volume {
            place_volume(&mut volumes, part);
        } else {
            loose(&mut volumes).chapters.push(chapter(part));
        }
    }
    if !left.is_empty() {
        volumes.push(left_out(left, words));
    }
    volumes
}

/// Whether a part, or one inside it, says that it is a volume or a chapter.
fn has_kind(part: &Part) -> bool {
    matches!(part.kind, PartKind::Volume | PartKind::Chapter) || part.parts.iter().any(has_kind)
}

fn height(part: &Part) -> usize {
    part.parts.iter().map(|part| 1 + height(part)).max().unwrap_or(0)
}

/// Whether the parts of a folder look like chapters rather than scenes.
fn is_flat(part: &Part) -> bool {
    let is_chapter = |part: &&Part| {
        let unit = part.title.as_deref().and_then(form).map(|form| form.unit);
        matches!(unit, Some(Unit::Chapter | Unit::Named))
    };
    part.parts.iter().filter(is_chapter).count() * 2 > part.parts.len()
}

fn counts_volumes(part: &Part) -> bool {
    part.title.as_deref().and_then(form).is_some_and(|form| form.unit == Unit::Volume)
}

/// A title as a heading with a unit and a number.
pub(super) fn form(title: &str) -> Option<Form<'_>> {
    pattern::read(title).or_else(|| english::read(title))
}

/// The volume without a title for chapters outside every volume.
fn loose(volumes: &mut Vec<Volume>) -> &mut Volume {
    if volumes.last().is_none_or(|volume| volume.title.is_some()) {
        volumes.push(Volume::default());
    }
    let last = volumes.len() - 1;
    &mut volumes[last]
}

fn place_volume(volumes: &mut Vec<Volume>, part: Part) {
    let text = has_text(&part).then(|| Scene { blocks: part.blocks, ..Scene::default() });
    let title = part.title.or_else(|| Some(String::new()));
    let place = volumes.len();
    volumes.push(Volume { title, details: part.details, text, chapters: Vec::new() });
    for inside in part.parts {
        // A volume inside a volume, as in a file of several novels, follows it.
        if inside.kind == PartKind::Volume {
            place_volume(volumes, inside);
        } else {
            volumes[place].chapters.push(chapter(inside));
        }
    }
}

fn has_text(part: &Part) -> bool {
    part.blocks.iter().any(|block| *block != Block::PageStart)
}

/// A part as a chapter: its own text is its first scene, and everything inside it is a scene.
fn chapter(mut part: Part) -> Chapter {
    let inside = std::mem::take(&mut part.parts);
    let is_whole = inside.is_empty();
    let mut scenes = Vec::new();
    if is_whole || has_text(&part) || !part.details.snapshots.is_empty() {
        scenes.push(Scene {
            title: None,
            details: part.details.clone(),
            blocks: part.blocks,
            is_whole_chapter: true,
        });
    }
    part.details.snapshots.clear();
    for part in inside {
        put_scenes(part, &mut scenes);
    }
    Chapter { title: part.title, details: part.details, scenes }
}

fn put_scenes(mut part: Part, scenes: &mut Vec<Scene>) {
    let inside = std::mem::take(&mut part.parts);
    let details = &part.details;
    let is_known = !details.synopsis.is_empty() || !details.notes.is_empty() || !details.snapshots.is_empty();
    if inside.is_empty() || has_text(&part) || is_known {
        let Part { title, blocks, details, .. } = part;
        scenes.push(Scene { title, details, blocks, is_whole_chapter: false });
    }
    for part in inside {
        put_scenes(part, scenes);
    }
}

/// Takes the parts that are not printed out of their places.
fn take_unprinted(parts: &mut Vec<Part>, around: Option<&str>, left: &mut Vec<Left>) {
    let mut printed = Vec::with_capacity(parts.len());
    for mut part in std::mem::take(parts) {
        let had_parts = !part.parts.is_empty();
        let title = part.title.clone();
        let mut inner = Vec::new();
        take_unprinted(&mut part.parts, title.as_deref().or(around), &mut inner);
        if part.details.is_printed {
            left.append(&mut inner);
            printed.push(part);
            continue;
        }
        let is_empty = !has_text(&part) && part.details.synopsis.is_empty() && part.details.notes.is_empty();
        if part.parts.is_empty() {
            if !(had_parts && is_empty) {
                left.push(Left { around: around.map(str::to_owned), part });
            }
        } else {
            // The folder holds its printed parts together; its own text is not printed.
            let kept = std::mem::take(&mut part.parts);
            let shell = Part { kind: part.kind, title, parts: kept, ..Part::default() };
            if !is_empty {
                left.push(Left { around: around.map(str::to_owned), part });
            }
            printed.push(shell);
        }
        left.append(&mut inner);
    }
    *parts = printed;
}

/// The volume of the parts that are not printed: one chapter for each part around them.
fn left_out(left: Vec<Left>, words: &Words) -> Volume {
    let mut volume = Volume { title: Some(words.not_included.to_owned()), ..Volume::default() };
    for Left { around, part } in left {
        match (volume.chapters.last_mut(), &around) {
            (Some(chapter), Some(around)) if chapter.title.as_ref() == Some(around) => {
                put_scenes(part, &mut chapter.scenes);
            }
            (_, None) => volume.chapters.push(chapter(part)),
            (_, Some(_)) => {
                let mut chapter = Chapter { title: around, ..Chapter::default() };
                put_scenes(part, &mut chapter.scenes);
                volume.chapters.push(chapter);
            }
        }
    }
    volume
}
