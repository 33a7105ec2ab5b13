//! Finds the paragraphs of readers' remarks by the numbers of a copy.

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_interchange::{self as interchange};
use wenfang_project::meta;
use wenfang_project::watch::Watch;
use wenfang_publish::{Block, Numbered, NumberedRemark, numbered, remarks};
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::CharRange;
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;

use super::lowering;

/// The longest passage of a comment, in characters.
const MAX_PASSAGE: usize = 10_000;

/// A remark with its paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedRemark {
    pub number: usize,
    pub text: String,
    pub scene: SceneId,
    /// The version that the reader read.
    pub version: VersionNo,
    pub range: CharRange,
    /// The paragraph.
    pub quote: String,
}

/// A remark that belongs to no known paragraph, or a line that is no remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct UnplacedRemark {
    pub number: Option<usize>,
    pub text: String,
    pub reason: UnplacedReason,
}

/// Why a remark has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum UnplacedReason {
    /// The line begins with no number, or nothing follows it.
    NoRemark,
    /// The copy has no paragraph with the number.
    NoParagraph,
    /// The text of the copy is no longer in the novel.
    TextGone,
}

/// Finds the paragraphs of remarks. Without a copy, the numbers are those of the text as it is now. A draft that a
/// remark is on becomes a version.
///
/// # Errors
/// A copy without numbers; a damaged text.
pub async fn place(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (text, copy): (&str, Option<&[u8]>),
) -> Result<(Vec<PlacedRemark>, Vec<UnplacedRemark>)> {
    let read = remarks(text);
    let known = match copy {
        Some(copy) => numbered(copy).map_err(|error| {
            Error::bad_request(
                error.to_string(),
                "Nothing was changed. Choose the web page or EPUB with numbers that the reader had.",
            )
        })?,
        None => current(conn).await?,
    };
    let unread = read.unread.into_iter();
    let mut unplaced: Vec<UnplacedRemark> =
        unread.map(|text| UnplacedRemark { number: None, text, reason: UnplacedReason::NoRemark }).collect();
    let mut placed = Vec::new();
    for remark in read.remarks {
        let place = known.iter().find(|place| place.number == remark.number);
        let found = match place {
            Some(place) => paragraph(conn, now, place).await?,
            None => Err(UnplacedReason::NoParagraph),
        };
        let NumberedRemark { number, text } = remark;
        match found {
            Ok((scene, version, range, quote)) => {
                placed.push(PlacedRemark { number, text, scene, version, range, quote });
            }
            Err(reason) => unplaced.push(UnplacedRemark { number: Some(number), text, reason }),
        }
    }
    Ok((placed, unplaced))
}

/// The numbers of the text as it is now.
async fn current(conn: &mut SqliteConnection) -> Result<Vec<Numbered>> {
    let newer = interchange::newer_drafts(conn).await?;
    let manuscript = interchange::collect(conn, newer, &Watch::silent()).await?;
    let record = meta::require(conn).await?;
    let book = lowering::book(&record, &manuscript, None);
    let scenes = book.chapters().flat_map(|chapter| &chapter.scenes);
    let numbers =
        scenes.filter_map(|scene| Some((scene.source?, &scene.blocks))).flat_map(|(source, blocks)| {
            blocks.iter().filter_map(move |block| match block {
                Block::Paragraph(paragraph) => {
                    Some(Numbered { number: paragraph.number, source, line: paragraph.line })
                }
                Block::Break | Block::Blank => None,
            })
        });
    Ok(numbers.collect())
}

type Paragraph = (SceneId, VersionNo, CharRange, String);

async fn paragraph(
    conn: &mut SqliteConnection,
    now: Timestamp,
    place: &Numbered,
) -> Result<std::result::Result<Paragraph, UnplacedReason>> {
    let scene = SceneId::from(place.source.scene);
    let version = place.source.version.map(VersionNo::from);
    let read = async {
        if version.is_none() {
            versions::commit_draft(conn, now, scene).await?;
        }
        Ok::<_, Error>(versions::text(conn, scene, version).await?)
    };
    let (version, text) = match read.await {
        Ok((version, text)) => (version.version, text),
        Err(error) if error.code == Code::NotFound => return Ok(Err(UnplacedReason::TextGone)),
        Err(error) => return Err(error),
    };
    let mut start = 0;
    for (at, line) in text.split('\n').enumerate() {
        if at == place.line {
            let indent = line.chars().take_while(|c| c.is_whitespace()).count();
            let quote: String = line.trim().chars().take(MAX_PASSAGE).collect();
            if quote.is_empty() {
                break;
            }
            let range = CharRange::new(start + indent, start + indent + quote.chars().count());
            return Ok(Ok((scene, version, range, quote)));
        }
        start += line.chars().count() + 1;
    }
    Ok(Err(UnplacedReason::TextGone))
}
