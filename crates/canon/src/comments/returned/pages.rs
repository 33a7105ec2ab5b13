//! Finds the passages of a returned document in the novel as it is now.
//!
//! Both are one text: the lines of the document, and the lines of all scenes in reading order, with the titles of
//! chapters. So a passage is found wherever its scene was moved to, split or merged. A place that the comparison is not
//! sure of is none.

use wenfang_interchange::{Manuscript, NoPassage, Returned, ReturnedComment, StoredScene};
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::marks::Plain;
use wenfang_text::{CharRange, TextIndex};

use super::WhyUnplaced;
use super::finder::Finder;

/// The longest passage of a comment, in characters.
const MAX_PASSAGE: usize = 10_000;

/// How many lines before and after a passage tell its scene if it has no place itself.
const NEAR_LINES: usize = 40;

/// The place of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub scene: SceneId,
    /// The version with this text; `None` for a draft.
    pub version: Option<VersionNo>,
    /// In the text of the scene.
    pub range: CharRange,
    pub quote: String,
}

/// Where the comments of a document belong.
#[derive(Debug, Default)]
pub(super) struct Spots {
    /// By the number of the comment.
    pub spots: Vec<Result<Spot, WhyUnplaced>>,
    /// The scene that a comment without a place is near to.
    pub near: Vec<Option<SceneId>>,
}

/// Finds the places of all comments.
pub(super) fn spots(returned: &Returned, manuscript: &Manuscript) -> Spots {
    let pages = Pages::of(manuscript);
    let finder = Finder::new(&returned.text, &pages.text);
    let lines = lines(&returned.text);
    let mut found = Spots::default();
    for comment in &returned.comments {
        let spot = spot(&pages, &finder, (&lines, comment));
        let near = || near(&pages, &finder, (&lines, comment.position?));
        found.near.push(if spot.is_err() { near() } else { None });
        found.spots.push(spot);
    }
    found
}

fn spot(
    pages: &Pages<'_>,
    finder: &Finder<'_>,
    (lines, comment): (&[CharRange], &ReturnedComment),
) -> Result<Spot, WhyUnplaced> {
    let is_empty = comment.text.is_empty();
    let passage = match comment.passage {
        Ok(_) | Err(NoPassage::Heading) if is_empty => return Err(WhyUnplaced::NoWords),
        Ok(passage) => passage,
        Err(NoPassage::Heading) => {
            let below = comment.position.and_then(|position| below(pages, finder, (lines, position)));
            return below.ok_or(WhyUnplaced::Heading);
        }
        Err(NoPassage::Nothing) => return Err(WhyUnplaced::NoPassage),
    };
    let range = finder.find(passage)?;
    pages.spot(&finder.new, range).ok_or(WhyUnplaced::Unsure)
}

/// The start of the text below a heading: the first line with a place. Titles have no comments.
fn below(pages: &Pages<'_>, finder: &Finder<'_>, (lines, heading): (&[CharRange], usize)) -> Option<Spot> {
    let at = lines.partition_point(|line| line.end().get() < heading);
    let place = |line: &CharRange| pages.spot(&finder.new, finder.sure(*line)?);
    lines[at..].iter().take(NEAR_LINES).find_map(place)
}

/// The scene of the nearest line with a place, before a position or after it.
fn near(pages: &Pages<'_>, finder: &Finder<'_>, (lines, position): (&[CharRange], usize)) -> Option<SceneId> {
    let at = lines.partition_point(|line| line.end().get() < position);
    let (before, after) = lines.split_at(at);
    let scene = |line: &CharRange| pages.scene_at(finder.sure(*line)?.start().get());
    let before = before.iter().rev().take(NEAR_LINES).find_map(scene);
    before.or_else(|| after.iter().take(NEAR_LINES).find_map(scene))
}

/// The ranges of the lines of a text.
fn lines(text: &str) -> Vec<CharRange> {
    let mut start = 0;
    let range = |line: &str| {
        let range = CharRange::new(start, start + line.chars().count());
        start = range.end().get() + 1;
        range
    };
    text.split('\n').map(range).collect()
}

/// The novel as one text.
struct Pages<'m> {
    text: String,
    lines: Vec<PageLine>,
    pages: Vec<(&'m StoredScene, Plain<'m>)>,
}

/// A line of the text that belongs to a scene.
#[derive(Clone, Copy, Debug)]
struct PageLine {
    start: usize,
    end: usize,
    page: usize,
    /// Where it starts in the plain view of its scene.
    at: usize,
}

impl<'m> Pages<'m> {
    fn of(manuscript: &'m Manuscript) -> Self {
        let mut pages = Self { text: String::new(), lines: Vec::new(), pages: Vec::new() };
        let mut length = 0;
        for chapter in manuscript.volumes.iter().flat_map(|(_, chapters)| chapters) {
            pages.push(&mut length, &chapter.title);
            for scene in &chapter.scenes {
                pages.scene(&mut length, scene);
            }
        }
        pages
    }

    fn scene(&mut self, length: &mut usize, scene: &'m StoredScene) {
        let (plain, page) = (Plain::of(&scene.text), self.pages.len());
        let mut at = 0;
        for line in plain.text().split('\n') {
            let indent = line.chars().take_while(|c| c.is_whitespace()).count();
            if let Some((start, end)) = self.push(length, line) {
                self.lines.push(PageLine { start, end, page, at: at + indent });
            }
            at += line.chars().count() + 1;
        }
        self.pages.push((scene, plain));
    }

    /// Adds a line without the blanks around it, and returns its range; none if it is blank.
    fn push(&mut self, length: &mut usize, line: &str) -> Option<(usize, usize)> {
        let words = line.trim();
        if words.is_empty() {
            return None;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
            *length += 1;
        }
        let start = *length;
        self.text.push_str(words);
        *length += words.chars().count();
        Some((start, *length))
    }

    /// The lines that a range has part of, each with the part.
    fn touched(&self, range: CharRange) -> impl Iterator<Item = (PageLine, usize, usize)> {
        let (start, end) = (range.start().get(), range.end().get());
        let first = self.lines.partition_point(|line| line.end <= start);
        let lines = self.lines[first..].iter().take_while(move |line| line.start < end);
        lines.map(move |line| (*line, line.start.max(start), line.end.min(end)))
    }

    fn scene_at(&self, at: usize) -> Option<SceneId> {
        let (line, ..) = self.touched(CharRange::new(at, at + 1)).next()?;
        Some(self.pages[line.page].0.id)
    }

    /// The place of a range in the scene that has most of it; none if no scene has half of it.
    fn spot(&self, index: &TextIndex<'_>, range: CharRange) -> Option<Spot> {
        let parts: Vec<_> = self.touched(range).collect();
        let (mut best, mut most) = (0..0, 0);
        let mut from = 0;
        for part in parts.chunk_by(|a, b| a.0.page == b.0.page) {
            let length = part.iter().map(|(_, start, end)| end - start).sum::<usize>();
            if length > most {
                (best, most) = (from..from + part.len(), length);
            }
            from += part.len();
        }
        let visible = index.slice(range).chars().filter(|c| *c != '\n').count();
        let parts = parts.get(best).filter(|_| most * 2 >= visible)?;
        let ((first, start, _), (last, _, end)) = (parts.first()?, parts.last()?);
        let (scene, plain) = &self.pages[first.page];
        let start = first.at + start - first.start;
        let end = (last.at + end - last.start).min(start + MAX_PASSAGE);
        let range = plain.to_raw(CharRange::new(start, end));
        let quote =
            TextIndex::new(&scene.text).get(range).filter(|quote| !quote.trim().is_empty())?.to_owned();
        Some(Spot { scene: scene.id, version: scene.version, range, quote })
    }
}

#[cfg(test)]
mod tests {
    use wenfang_interchange::StoredChapter;
    use wenfang_story::ChapterId;
    use wenfang_text::CanonicalText;

    use super::*;

    fn scene(id: i64, text: &str) -> StoredScene {
        StoredScene {
            id: SceneId::from(id),
            version: Some(VersionNo::FIRST),
            text: CanonicalText::new(text),
            unprinted: Vec::new(),
            comments: Vec::new(),
        }
    }

    fn manuscript(scenes: Vec<StoredScene>) -> Manuscript {
        let chapter = StoredChapter { id: ChapterId::from(1), title: "第一章 渡口".to_owned(), scenes };
        Manuscript { volumes: vec![(String::new(), vec![chapter])], ..Manuscript::default() }
    }

    /// A document whose only comment is on `quote`.
    fn returned(text: &str, quote: &str) -> Returned {
        let start = text[..text.find(quote).unwrap()].chars().count();
        let comment = ReturnedComment {
            by: String::new(),
            at: None,
            text: "问".to_owned(),
            is_done: false,
            replies: Vec::new(),
            passage: Ok(CharRange::new(start, start + quote.chars().count())),
            position: Some(start),
            quote: quote.to_owned(),
            heading: String::new(),
        };
        Returned { text: text.to_owned(), comments: vec![comment], ..Returned::default() }
    }

    const SENT: &str = "第一章 渡口\n雨下了一夜，渡口的灯早就灭了。\n他把断剑埋在老柳树下，谁也没有告诉。\n摆渡的老人收了船，一个人坐在岸边喝酒。";

    fn found(quote: &str, scenes: Vec<StoredScene>) -> Result<(i64, String), WhyUnplaced> {
        let manuscript = manuscript(scenes);
        let mut spots = spots(&returned(SENT, quote), &manuscript);
        spots.spots.remove(0).map(|spot| (spot.scene.get(), spot.quote))
    }

    #[test]
    fn a_passage_is_found_behind_marks_in_another_scene() {
        let scenes = || {
            vec![
                scene(1, "　　雨下了一夜，渡口的灯早就灭了。"),
                scene(
                    2,
                    "\n他把*断剑*埋在老柳树下，谁也没有告诉人。\n\n摆渡的老人收了船，一个人坐在岸边喝酒。",
                ),
            ]
        };
        assert_eq!(found("断剑埋在", scenes()), Ok((2, "断剑*埋在".to_owned())));
        assert_eq!(found("渡口的灯早就灭了", scenes()), Ok((1, "渡口的灯早就灭了".to_owned())));
        // Two lines of the document are in two scenes; the longer part counts.
        let both = "灯早就灭了。\n他把断剑埋在老柳树下，谁也没有告诉";
        assert_eq!(found(both, scenes()).map(|(scene, _)| scene), Ok(2));
    }

    #[test]
    fn a_deleted_passage_has_no_place_but_a_scene() {
        let scenes = vec![
            scene(1, "雨下了一夜，渡口的灯早就灭了。"),
            scene(2, "摆渡的老人收了船，一个人坐在岸边喝酒。"),
        ];
        let manuscript = manuscript(scenes);
        let spots = spots(&returned(SENT, "他把断剑埋在老柳树下，谁也没有告诉。"), &manuscript);
        assert!(matches!(spots.spots[0], Err(WhyUnplaced::Gone | WhyUnplaced::Unsure)), "{spots:?}");
        assert_eq!(spots.near[0], Some(SceneId::from(1)));
    }

    #[test]
    fn a_comment_on_a_title_stands_below_it() {
        let chapter = |id, title: &str, text: &str| StoredChapter {
            id: ChapterId::from(id),
            title: title.to_owned(),
            scenes: vec![scene(id, text)],
        };
        let first = chapter(1, "第一章 渡口", "雨下了一夜，渡口的灯早就灭了。");
        let second = chapter(2, "第二章 石碑", "天亮以后，他照旧撑船。\n谁也没有告诉。");
        let manuscript =
            Manuscript { volumes: vec![(String::new(), vec![first, second])], ..Manuscript::default() };
        let sent = "第一章 渡口\n雨下了一夜，渡口的灯早就灭了。\n第二章 旧伞\n天亮以后，他照旧撑船。";
        let mut document = returned(sent, "第二章");
        document.comments[0].passage = Err(NoPassage::Heading);
        let spot = spots(&document, &manuscript).spots.remove(0).unwrap();
        assert_eq!((spot.scene.get(), spot.quote.as_str()), (2, "天亮以后，他照旧撑船。"));
        // Nothing is below the last title.
        let mut document = returned("雨下了一夜，渡口的灯早就灭了。\n第二章", "第二章");
        document.comments[0].passage = Err(NoPassage::Heading);
        assert_eq!(spots(&document, &manuscript).spots[0], Err(WhyUnplaced::Heading));
    }
}
