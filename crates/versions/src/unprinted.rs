//! What is not for print: the paragraphs of passages that the author left out.

use sqlx::SqliteConnection;
use wenfang_project::canon;
use wenfang_story::canon::{AnchorId, AnchorRecord};
use wenfang_story::{CommentId, SceneId};
use wenfang_text::{CanonicalText, CharRange, TextIndex};

use crate::anchors::{located_anchors, located_in};
use crate::error::Result;

/// Returns the paragraphs of a text of a scene that are not for print, with their line ends, in order and without
/// overlap. A passage that cannot be located reliably is printed: nothing is left out by mistake.
///
/// # Errors
/// An unknown scene; a damaged text.
pub async fn unprinted(conn: &mut SqliteConnection, scene: SceneId, words: &str) -> Result<Vec<CharRange>> {
    let comments = canon::list_where::<CommentId>(conn, "scene_id", scene.get()).await?;
    let left_out: Vec<(AnchorId, AnchorRecord)> = comments
        .into_iter()
        .filter(|(_, record)| record.not_for_print && !record.gone)
        .map(|(id, record)| (AnchorId::Comment(id), record.into()))
        .collect();
    if left_out.is_empty() {
        return Ok(Vec::new());
    }
    let (working, standing) = located_anchors(conn, scene, None).await?;
    let located = if working.text == words {
        let is_left_out = |id: AnchorId| left_out.iter().any(|(known, _)| *known == id);
        standing.into_iter().filter(|anchor| is_left_out(anchor.id)).collect()
    } else {
        located_in(conn, (scene, words), left_out).await?
    };
    Ok(paragraphs(words, located.into_iter().filter_map(|anchor| anchor.now).collect()))
}

/// Returns a text of a scene without the paragraphs that are not for print.
///
/// # Errors
/// An unknown scene; a damaged text.
pub async fn printed(
    conn: &mut SqliteConnection,
    scene: SceneId,
    text: CanonicalText,
) -> Result<CanonicalText> {
    let left_out = unprinted(conn, scene, &text).await?;
    Ok(without(&text, &left_out))
}

/// Returns a text without paragraphs, given in order with their line ends. A blank line that they leave at an end of
/// the text goes with them.
pub fn without(text: &CanonicalText, left_out: &[CharRange]) -> CanonicalText {
    if left_out.is_empty() {
        return text.clone();
    }
    let index = TextIndex::new(text);
    let (mut rest, mut end) = (String::with_capacity(text.len()), 0);
    for range in left_out {
        rest.push_str(index.slice(CharRange::new(end, range.start().get())));
        end = range.end().get();
    }
    rest.push_str(index.slice(CharRange::new(end, index.len())));
    let shown = rest.trim_end();
    let words = shown.len() - shown.trim_start().len();
    let start = shown[..words].rfind('\n').map_or(0, |line_end| line_end + 1);
    CanonicalText::new(&shown[start..])
}

/// The whole paragraphs that ranges touch, joined where they meet.
fn paragraphs(words: &str, ranges: Vec<CharRange>) -> Vec<CharRange> {
    let mut whole: Vec<CharRange> = Vec::new();
    let mut start = 0;
    for line in words.split_inclusive('\n') {
        let (end, visible) =
            (start + line.chars().count(), start + line.trim_end_matches('\n').chars().count());
        let is_touched =
            ranges.iter().any(|range| range.start().get() < visible && range.end().get() > start);
        if is_touched {
            match whole.last_mut() {
                Some(last) if last.end().get() == start => {
                    *last = CharRange::new(last.start().get(), end);
                }
                _ => whole.push(CharRange::new(start, end)),
            }
        }
        start = end;
    }
    whole
}

#[cfg(test)]
mod tests {
    use wenfang_story::VersionNo;
    use wenfang_story::canon::CommentRecord;

    use super::*;
    use crate::testing::Novel;
    use crate::{DraftFate, save_draft};

    #[test]
    fn passages_take_their_whole_paragraphs() {
        let words = "一一\n\n二二\n三三";
        let of = |from, to| paragraphs(words, vec![CharRange::new(from, to)]);
        assert_eq!(of(1, 2), [CharRange::new(0, 3)]);
        assert_eq!(of(1, 5), [CharRange::new(0, 7)], "with the blank line between them");
        assert_eq!(of(5, 8), [CharRange::new(4, 9)]);
    }

    #[test]
    fn no_blank_line_is_left_at_an_end() {
        let text = CanonicalText::new("一一\n\n　二二\n\n三三");
        let of = |ranges: &[(usize, usize)]| {
            let ranges: Vec<CharRange> =
                ranges.iter().map(|(start, end)| CharRange::new(*start, *end)).collect();
            without(&text, &ranges).to_string()
        };
        assert_eq!(of(&[(9, 11)]), "一一\n\n　二二");
        assert_eq!(of(&[(0, 3)]), "　二二\n\n三三");
        assert_eq!(of(&[(0, 3), (4, 8), (9, 11)]), "");
        assert_eq!(of(&[(4, 8)]), "一一\n\n\n三三");
    }

    #[tokio::test]
    async fn a_paragraph_left_out_is_followed_in_every_text() {
        let mut novel = Novel::with("江上有雾。\n老周坐着等。\n船没有来。").await;
        let (scene, now) = (novel.scene, novel.now());
        let record: CommentRecord = serde_json::from_value(serde_json::json!({
            "scene": scene, "version": 1, "range": { "start": 6, "end": 10 }, "quote": "老周坐着",
            "not_for_print": true, "at": 0,
        }))
        .unwrap();
        canon::insert::<CommentId>(&mut novel.tx, &record, now).await.unwrap();
        let text = |words: &str| CanonicalText::new(words);
        let first = text("江上有雾。\n老周坐着等。\n船没有来。");
        assert_eq!(&*printed(&mut novel.tx, scene, first.clone()).await.unwrap(), "江上有雾。\n船没有来。");
        // The draft is written on; the version stays as it was.
        let draft = text("又起风了。\n江上有雾。\n老周坐着等，等了很久。\n船没有来。");
        save_draft(&mut novel.tx, now, (scene, VersionNo::FIRST), draft.clone()).await.unwrap();
        let of_draft = printed(&mut novel.tx, scene, draft).await.unwrap();
        assert_eq!(&*of_draft, "又起风了。\n江上有雾。\n船没有来。");
        assert_eq!(&*printed(&mut novel.tx, scene, first).await.unwrap(), "江上有雾。\n船没有来。");
        // Gone from the text, it leaves nothing out.
        novel.save(None, "江上有雾。", DraftFate::Superseded).await;
        let rest = text("江上有雾。");
        assert_eq!(&*printed(&mut novel.tx, scene, rest).await.unwrap(), "江上有雾。");
    }
}
