//! Gathers candidates for a whole chapter: those of a scene except the text itself, which the question
//! contains.

use wenfang_canon::books::telling_order;
use wenfang_canon::graph::graph;
use wenfang_canon::names::names;
use wenfang_drafting::prompts::Language;
use wenfang_project::Project;
use wenfang_story::{ChapterId, SceneId};
use wenfang_usecase::Result;

use super::{Gathered, bible, entities_in_play, knowledge, lore, position, story_so_far, threads};

/// A chapter that candidates are gathered for.
pub(in crate::drafting) struct ChapterScope<'a> {
    /// The candidates are as of this scene.
    pub(in crate::drafting) scene: SceneId,
    pub(in crate::drafting) chapter: ChapterId,
    /// The texts that trigger lore and entities.
    pub(in crate::drafting) texts: &'a [&'a str],
    pub(in crate::drafting) language: Language,
}

/// Returns the chapter's number in the book, from 1 (0 in the bin), and its candidates.
pub(in crate::drafting) async fn gather_chapter(
    project: &Project,
    scope: &ChapterScope<'_>,
) -> Result<(u32, Gathered)> {
    let (graph, names) = (graph(project).await?, names(project).await?);
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    let here = order.rank(scope.scene).unwrap_or(order.len());
    let at = position(&order, scope.scene, here);
    let mut candidates = bible(&mut tx, scope.language).await?;
    candidates.extend(lore(&mut tx, (scope.language, scope.texts)).await?);
    let in_play = entities_in_play(&names, scope.texts);
    candidates.extend(knowledge(&graph, (&order, scope.scene), (&in_play, &[]), scope.language));
    candidates.extend(threads(&mut tx, (&order, here), scope.language).await?);
    candidates.extend(story_so_far(&mut tx, (&order, at), scope.language).await?);
    let index = order.chapter_index(scope.chapter);
    let number = index.map_or(0, |index| u32::try_from(index + 1).unwrap_or(u32::MAX));
    Ok((number, Gathered { candidates, at }))
}
