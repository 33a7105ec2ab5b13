//! A chapter with the working texts of its scenes.

use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_canon::passages::within;
use wenfang_drafting::receipt::AskedPassage;
use wenfang_project::parts;
use wenfang_story::{ChapterId, ChapterRecord, SceneId, VersionNo};
use wenfang_text::{CharRange, ContentHash, TextIndex, paragraphs, sentences};
use wenfang_usecase::{Error, Result};
use wenfang_versions as versions;

use super::chapter_is_empty;
use wenfang_recall::summaries::texts_hash;

/// A chapter with its texts.
#[derive(Clone, Debug)]
pub struct ChapterTexts {
    pub id: ChapterId,
    pub record: ChapterRecord,
    /// Index in the book, from 0.
    pub index: usize,
    /// In order.
    pub scenes: Vec<SceneText>,
}

/// The working text of a scene.
#[derive(Clone, Debug)]
pub struct SceneText {
    pub id: SceneId,
    /// The version of the text; for a draft, its base version.
    pub version: VersionNo,
    pub text: String,
    /// The point-of-view character, from the scene's plan.
    pub pov: String,
}

/// A part of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Index of the scene in the chapter.
    pub(crate) scene: usize,
    /// Range in the text of the scene.
    pub(crate) range: CharRange,
}

impl ChapterTexts {
    /// Reads a chapter that has words.
    ///
    /// # Errors
    /// An unknown chapter, one in the bin, one without words; damaged text.
    pub async fn read(conn: &mut SqliteConnection, id: ChapterId) -> Result<Self> {
        let chapter = Self::read_any(conn, id).await?;
        if chapter.scenes.iter().all(|scene| scene.text.trim().is_empty()) {
            return Err(chapter_is_empty(id));
        }
        Ok(chapter)
    }

    /// Reads a chapter, even if it is empty.
    ///
    /// # Errors
    /// An unknown chapter, one in the bin; damaged text.
    pub async fn read_any(conn: &mut SqliteConnection, id: ChapterId) -> Result<Self> {
        let record = parts::require(conn, id).await?.record;
        let order = telling_order(conn).await?;
        let index = order.chapter_index(id).ok_or_else(|| {
            Error::bad_request(
                format!("chapter {id} is in the bin"),
                "Nothing was changed. Restore it to the manuscript.",
            )
        })?;
        let mut scenes = Vec::new();
        for scene in order.scenes_of(id).iter().copied() {
            let working = versions::working_text(conn, scene).await?;
            let pov = parts::require(conn, scene).await?.record.plan.pov;
            scenes.push(SceneText { id: scene, version: working.version.version, text: working.text, pov });
        }
        Ok(Self { id, record, index, scenes })
    }

    /// A hash of the chapter's texts.
    pub fn hash(&self) -> String {
        let hash = |scene: &SceneText| (scene.id, ContentHash::of(scene.text.as_bytes()));
        texts_hash(self.scenes.iter().map(hash))
    }

    /// The texts of its scenes, in order.
    pub fn texts(&self) -> Vec<&str> {
        self.scenes.iter().map(|scene| scene.text.as_str()).collect()
    }

    /// The last scene, which owns the generations about the chapter.
    pub(crate) fn last_scene(&self) -> Result<SceneId> {
        self.scenes.last().map(|scene| scene.id).ok_or_else(|| chapter_is_empty(self.id))
    }

    /// Finds the first occurrence of a quote in its scenes.
    pub(crate) fn find(&self, quote: &str) -> Option<Piece> {
        let places = self.scenes.iter().enumerate();
        places
            .filter_map(|(scene, entry)| Some(Piece { scene, range: within(&entry.text, None, quote)? }))
            .next()
    }

    /// The text of a piece.
    pub(crate) fn words(&self, piece: Piece) -> &str {
        self.scenes.get(piece.scene).map_or("", |scene| TextIndex::new(&scene.text).slice(piece.range))
    }

    /// Splits the chapter into groups of pieces of at most `most` characters, unless a single sentence is
    /// longer. Splits between paragraphs, or between the sentences of a paragraph that is too long. Blank
    /// pieces are omitted.
    pub(crate) fn groups(&self, most: usize) -> Vec<Vec<Piece>> {
        let mut groups: Vec<Vec<Piece>> = Vec::new();
        let mut group_length = usize::MAX;
        for (scene, entry) in self.scenes.iter().enumerate() {
            for range in pieces(&entry.text, most) {
                let length = range.len();
                let fits = group_length.saturating_add(length) <= most;
                group_length = if fits { group_length + length } else { length };
                match groups.last_mut().filter(|_| fits) {
                    None => groups.push(vec![Piece { scene, range }]),
                    Some(group) => match group.last_mut().filter(|last| last.scene == scene) {
                        Some(last) => {
                            last.range = CharRange::new(last.range.start().get(), range.end().get());
                        }
                        None => group.push(Piece { scene, range }),
                    },
                }
            }
        }
        groups
    }

    /// The passages of a group, for the receipt of a question about it.
    pub(crate) fn passages(&self, group: &[Piece]) -> Vec<AskedPassage> {
        let pieces = group.iter().filter_map(|piece| Some((self.scenes.get(piece.scene)?, piece.range)));
        pieces
            .map(|(scene, range)| AskedPassage::new((scene.id, scene.version), &scene.text, range))
            .collect()
    }

    /// The text of a group, with a blank line between scenes.
    pub(crate) fn group_text(&self, group: &[Piece]) -> String {
        group.iter().map(|piece| self.words(*piece)).collect::<Vec<_>>().join("\n\n")
    }
}

/// The non-blank paragraphs of a text; a paragraph longer than `most` characters is split into sentences.
fn pieces(text: &str, most: usize) -> Vec<CharRange> {
    let index = TextIndex::new(text);
    let written = paragraphs(text).filter(|paragraph| !paragraph.text.trim().is_empty());
    written
        .flat_map(|paragraph| {
            let start = paragraph.range.start().get();
            if paragraph.range.len() <= most {
                return vec![paragraph.range];
            }
            let ranges = sentences(index.slice(paragraph.range));
            ranges
                .into_iter()
                .map(|at| CharRange::new(start + at.start().get(), start + at.end().get()))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(texts: &[&str]) -> ChapterTexts {
        let scene = |(id, text): (i64, &&str)| SceneText {
            id: id.into(),
            version: VersionNo::FIRST,
            text: (*text).to_owned(),
            pov: String::new(),
        };
        let scenes = (1..).zip(texts).map(scene).collect();
        ChapterTexts { id: 1.into(), record: ChapterRecord::default(), index: 0, scenes }
    }

    #[test]
    fn groups_contain_every_paragraph_once() {
        let chapter = chapter(&["一二三四\n\n五六\n七八九", "", "甲乙丙\n丁"]);
        let words = |most: usize| {
            let groups = chapter.groups(most);
            groups.iter().map(|group| chapter.group_text(group)).collect::<Vec<_>>()
        };
        assert_eq!(words(100), ["一二三四\n\n五六\n七八九\n\n甲乙丙\n丁"]);
        assert_eq!(words(6), ["一二三四\n\n五六", "七八九\n\n甲乙丙", "丁"]);
        assert_eq!(words(1), ["一二三四", "五六", "七八九", "甲乙丙", "丁"]);
    }

    #[test]
    fn an_overlong_paragraph_is_split_into_sentences() {
        let chapter = chapter(&["船来了。没有人。走吧。"]);
        let groups = chapter.groups(8);
        let words: Vec<String> = groups.iter().map(|group| chapter.group_text(group)).collect();
        assert_eq!(words, ["船来了。没有人。", "走吧。"]);
    }

    #[test]
    fn a_quote_is_found_at_its_first_occurrence() {
        let chapter = chapter(&["江上有风。", "船来了。江上有风。"]);
        let found = chapter.find("江上有风").unwrap();
        assert_eq!((found.scene, chapter.words(found)), (0, "江上有风"));
        assert_eq!(chapter.find("船来了").unwrap().scene, 1);
        assert!(chapter.find("船没来").is_none() && chapter.find("").is_none());
    }
}
