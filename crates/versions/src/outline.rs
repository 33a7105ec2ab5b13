//! Which parts moved between two orders of the manuscript.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use wenfang_story::{ChapterId, Outline, SceneId, VolumeId};

/// Parts that moved: to another parent, or to another position among the siblings that stayed. The list is the
/// smallest that explains the new order. Added and removed parts are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Moves {
    pub volumes: Vec<VolumeId>,
    pub chapters: Vec<ChapterId>,
    pub scenes: Vec<SceneId>,
}

/// Returns the parts that moved from `before` to `after`.
pub fn moves(before: &Outline, after: &Outline) -> Moves {
    Moves {
        volumes: moved(&flat(volumes(before)), &flat(volumes(after))).into_iter().map(Into::into).collect(),
        chapters: moved(&flat(chapters(before)), &flat(chapters(after)))
            .into_iter()
            .map(Into::into)
            .collect(),
        scenes: moved(&flat(scenes(before)), &flat(scenes(after))).into_iter().map(Into::into).collect(),
    }
}

/// A parent and its children in order.
type Family = (i64, Vec<i64>);

fn volumes(outline: &Outline) -> Vec<Family> {
    vec![(0, outline.volumes.iter().map(|volume| volume.id.get()).collect())]
}

fn chapters(outline: &Outline) -> Vec<Family> {
    let family = |volume: &wenfang_story::OutlineVolume| {
        (volume.id.get(), volume.chapters.iter().map(|chapter| chapter.id.get()).collect())
    };
    outline.volumes.iter().map(family).collect()
}

fn scenes(outline: &Outline) -> Vec<Family> {
    let scenes = |chapter: &wenfang_story::OutlineChapter| {
        (chapter.id.get(), chapter.scenes.iter().map(|scene| scene.get()).collect())
    };
    outline.chapters().map(scenes).collect()
}

fn flat(families: Vec<Family>) -> Vec<(i64, i64)> {
    families
        .into_iter()
        .flat_map(|(parent, children)| children.into_iter().map(move |child| (parent, child)))
        .collect()
}

/// Returns the children in `after` that `before` has under another parent or in another order.
fn moved(before: &[(i64, i64)], after: &[(i64, i64)]) -> Vec<i64> {
    let was: HashMap<i64, (usize, i64)> =
        before.iter().enumerate().map(|(rank, (parent, child))| (*child, (rank, *parent))).collect();
    let mut stayed: HashMap<i64, Vec<(usize, i64)>> = HashMap::new();
    let mut moved = HashSet::new();
    for (parent, child) in after {
        match was.get(child) {
            Some((rank, old)) if old == parent => stayed.entry(*parent).or_default().push((*rank, *child)),
            Some(_) => {
                moved.insert(*child);
            }
            None => {}
        }
    }
    for siblings in stayed.values() {
        let ranks: Vec<usize> = siblings.iter().map(|(rank, _)| *rank).collect();
        let unmoved = longest_increasing(&ranks);
        moved.extend(
            siblings.iter().enumerate().filter(|(i, _)| !unmoved.contains(i)).map(|(_, (_, id))| *id),
        );
    }
    after.iter().map(|(_, child)| *child).filter(|child| moved.contains(child)).collect()
}

/// Returns the indexes of a longest increasing subsequence of distinct numbers (patience sorting).
fn longest_increasing(numbers: &[usize]) -> HashSet<usize> {
    let mut tails: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.iter().enumerate() {
        let pile = tails.partition_point(|tail| numbers[*tail] < *number);
        previous.push(pile.checked_sub(1).map(|below| tails[below]));
        if pile == tails.len() {
            tails.push(index);
        } else {
            tails[pile] = index;
        }
    }
    let mut chosen = HashSet::new();
    let mut at = tails.last().copied();
    while let Some(index) = at {
        chosen.insert(index);
        at = previous[index];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(json: &str) -> Outline {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn moving_one_chapter_to_the_front_is_one_move() {
        let before = outline("[[1,[[1,[]],[2,[]],[3,[]],[4,[]]]]]");
        let after = outline("[[1,[[4,[]],[1,[]],[2,[]],[3,[]]]]]");
        assert_eq!(moves(&before, &after).chapters, [ChapterId::from(4)]);
    }

    #[test]
    fn only_a_scene_in_another_chapter_moved() {
        let before = outline("[[1,[[1,[1,2]],[2,[3]]]]]");
        let after = outline("[[1,[[1,[1]],[2,[3,2,9]]]]]");
        assert_eq!(moves(&before, &after), Moves { scenes: vec![2.into()], ..Moves::default() });
    }
}
