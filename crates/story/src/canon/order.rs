//! The position of each scene in the telling order, and its chapter.
//!
//! Built once from an [`Outline`]; every query is one lookup. Scenes and chapters in the bin have no position.

use std::ops::Range;

use super::by_id::ById;
use crate::{ChapterId, Outline, SceneId};

/// The telling order of a book: a rank for each scene (0 is told first) and an index for each chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoryOrder {
    scenes: Vec<SceneId>,
    places: ById<SceneId, TellingPosition>,
    chapters: Vec<(ChapterId, Range<usize>)>,
    chapter_indexes: ById<ChapterId, usize>,
}

/// The position of one scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TellingPosition {
    rank: usize,
    chapter: usize,
}

impl StoryOrder {
    /// The order of an outline. An id that occurs twice counts at its first position.
    pub fn new(outline: &Outline) -> Self {
        let mut order = Self::default();
        for chapter in outline.chapters() {
            let index = order.chapters.len();
            let first = order.scenes.len();
            for &scene in &chapter.scenes {
                let place = TellingPosition { rank: order.scenes.len(), chapter: index };
                order.places.entry(scene).or_insert(place);
                order.scenes.push(scene);
            }
            order.chapter_indexes.entry(chapter.id).or_insert(index);
            order.chapters.push((chapter.id, first..order.scenes.len()));
        }
        order
    }

    /// The number of scenes in the book.
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// Whether the book has no scenes.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// The number of scenes told before this one; `None` for a scene in the bin.
    pub fn rank(&self, scene: SceneId) -> Option<usize> {
        self.places.get(&scene).map(|place| place.rank)
    }

    /// The scene of a rank; `None` beyond the end.
    pub fn scene_at(&self, rank: usize) -> Option<SceneId> {
        self.scenes.get(rank).copied()
    }

    /// The chapter of a scene; `None` for a scene in the bin.
    pub fn chapter_of(&self, scene: SceneId) -> Option<ChapterId> {
        self.chapters.get(self.places.get(&scene)?.chapter).map(|(id, _)| *id)
    }

    /// The number of chapters before the chapter of the scene, across volumes; `None` for a scene in the bin.
    pub fn chapter_index_of(&self, scene: SceneId) -> Option<usize> {
        self.places.get(&scene).map(|place| place.chapter)
    }

    /// The number of chapters before this one, across volumes; `None` for a chapter in the bin.
    pub fn chapter_index(&self, chapter: ChapterId) -> Option<usize> {
        self.chapter_indexes.get(&chapter).copied()
    }

    /// The scenes of a chapter in telling order; none for a chapter in the bin.
    pub fn scenes_of(&self, chapter: ChapterId) -> &[SceneId] {
        self.scenes.get(self.ranks_of(chapter)).unwrap_or_default()
    }

    /// The ranks of the scenes of a chapter; empty for a chapter without scenes or in the bin.
    pub fn ranks_of(&self, chapter: ChapterId) -> Range<usize> {
        self.chapter_index(chapter)
            .and_then(|index| self.chapters.get(index))
            .map_or(0..0, |(_, ranks)| ranks.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(json: &str) -> StoryOrder {
        StoryOrder::new(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn scenes_and_chapters_are_counted_across_volumes() {
        let order = order("[[1,[[10,[5,3]],[11,[]]]],[2,[[12,[9]]]]]");
        assert_eq!([5, 3, 9, 4].map(|id| order.rank(id.into())), [Some(0), Some(1), Some(2), None]);
        assert_eq!([5, 9, 4].map(|id| order.chapter_index_of(id.into())), [Some(0), Some(2), None]);
        assert_eq!(order.chapter_of(9.into()), Some(12.into()));
        assert_eq!(
            [10, 11, 12, 13].map(|id| order.chapter_index(id.into())),
            [Some(0), Some(1), Some(2), None]
        );
        assert_eq!((order.len(), order.scene_at(2), order.scene_at(3)), (3, Some(9.into()), None));
    }

    #[test]
    fn a_chapter_lists_its_scenes() {
        let order = order("[[1,[[10,[5,3]],[11,[]]]],[2,[[12,[9]]]]]");
        assert_eq!(order.scenes_of(10.into()), [5.into(), 3.into()]);
        assert_eq!(order.ranks_of(12.into()), 2..3);
        assert!(order.scenes_of(11.into()).is_empty() && order.scenes_of(99.into()).is_empty());
    }
}
