//! What bears on a whole chapter: as for a scene, but the text itself, which the question holds.

use wenfang_drafting::prompts::Language;
use wenfang_project::Project;
use wenfang_story::{ChapterId, SceneId};

use super::{Gathered, bible, entities_in_play, knowledge, lore, position, story_so_far, threads};
use crate::canon::books::telling_order;
use crate::canon::graph::graph;
use crate::canon::names::names;
use crate::error::Result;

/// A chapter, and what of it is asked about.
pub(in crate::drafting) struct ChapterScope<'a> {
    /// As of which scene.
    pub(in crate::drafting) scene: SceneId,
    pub(in crate::drafting) chapter: ChapterId,
    /// The words by which lore and entities come into play.
    pub(in crate::drafting) text: &'a str,
    pub(in crate::drafting) language: Language,
}

/// The number of a chapter in the book, from 1 (0 in the bin), and the candidates for it.
pub(in crate::drafting) async fn gather_chapter(
    project: &Project,
    of: &ChapterScope<'_>,
) -> Result<(u32, Gathered)> {
    let (graph, names) = (graph(project).await?, names(project).await?);
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    let here = order.rank(of.scene).unwrap_or(order.len());
    let at = position(&order, of.scene, here);
    let mut candidates = bible(&mut tx, of.language).await?;
    candidates.extend(lore(&mut tx, (of.language, &[of.text])).await?);
    let in_play = entities_in_play(&names, &[of.text]);
    candidates.extend(knowledge(&graph, (&order, of.scene), (&in_play, &[]), of.language));
    candidates.extend(threads(&mut tx, (&order, here), of.language).await?);
    candidates.extend(story_so_far(&mut tx, (&order, at), of.language).await?);
    let index = order.chapter_index(of.chapter);
    let number = index.map_or(0, |index| u32::try_from(index + 1).unwrap_or(u32::MAX));
    Ok((number, Gathered { candidates, at }))
}
