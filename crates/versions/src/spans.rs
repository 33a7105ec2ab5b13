//! Which stretches of a text models wrote.
//!
//! An editor that moves the spans with each edit says where they are, "nowhere" included, and that is stored with the
//! draft or version it belongs to. Where nobody says, a new version has the spans of one with the very same text, or else
//! those of the version it was made from, as far as a comparison proves them: a stretch that stayed keeps its origin if
//! the author's text from before the model wrote does not have it too. In doubt words are the author's.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sqlx::SqliteConnection;
use wenfang_project::scene_versions::SceneVersion;
use wenfang_project::{Error as ProjectError, drafts, generations, scene_versions, spans};
use wenfang_story::generation::AiSpan;
use wenfang_story::{GenerationId, SceneId, VersionNo};
use wenfang_text::{CharRange, TextIndex, diff};

use crate::error::{Error, Result};
use crate::working::{WorkingText, working_text};

/// Carries spans of `old` over to `new` by comparison: what stayed keeps its origin, what is new has none. Spans are in
/// order and do not overlap, before and after.
fn carry_spans(old: &str, new: &str, spans: &[AiSpan]) -> Vec<AiSpan> {
    if spans.is_empty() {
        return Vec::new();
    }
    let mut carried: Vec<AiSpan> = Vec::new();
    for Stayed { old: (start, end), new } in stayed(old, new) {
        for span in spans {
            let from = span.range.start().get().max(start);
            let until = span.range.end().get().min(end);
            if from < until {
                let now = CharRange::new(from - start + new, until - start + new);
                push(&mut carried, AiSpan { generation: span.generation, range: now });
            }
        }
    }
    carried
}

/// A stretch that stayed: where it was, and where it starts now, in chars.
struct Stayed {
    old: (usize, usize),
    new: usize,
}

/// What stayed between two texts, in order. What they begin and end with in common stayed whole: the hunks of a diff, which
/// are for reading, would take crumbs of it.
fn stayed(old: &str, new: &str) -> Vec<Stayed> {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let head = old.iter().zip(&new).take_while(same).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let words = |text: &[char]| text.iter().collect::<String>();
    let hunks = diff(&words(&old[head..old_end]), &words(&new[head..new_end])).hunks;
    let mut stayed = Vec::with_capacity(hunks.len() + 1);
    let mut start = (0, 0);
    for hunk in hunks {
        stayed.push(Stayed { old: (start.0, hunk.old.start().get() + head), new: start.1 });
        start = (hunk.old.end().get() + head, hunk.new.end().get() + head);
    }
    stayed.push(Stayed { old: (start.0, old.len()), new: start.1 });
    stayed
}

/// Adds a span behind the others; one that goes on the last one makes it longer.
fn push(spans: &mut Vec<AiSpan>, span: AiSpan) {
    match spans.last_mut() {
        Some(last) if last.generation == span.generation && last.range.end() == span.range.start() => {
            last.range = CharRange::new(last.range.start().get(), span.range.end().get());
        }
        _ => spans.push(span),
    }
}

/// The spans that can stand in a text of `length` characters: in order, not overlapping, not empty.
pub(crate) fn standing(mut spans: Vec<AiSpan>, length: usize) -> Vec<AiSpan> {
    spans.sort_by_key(|span| (span.range.start(), span.range.end()));
    let mut free = 0;
    spans.retain(|span| {
        let fits =
            !span.range.is_empty() && span.range.start().get() >= free && span.range.end().get() <= length;
        if fits {
            free = span.range.end().get();
        }
        fits
    });
    spans
}

/// Gives a version that was just made with the text of `from` the spans of `from`.
pub(crate) async fn copy_spans(
    conn: &mut SqliteConnection,
    (scene, from): (SceneId, VersionNo),
    to: VersionNo,
) -> Result<()> {
    let there = spans::list(conn, (scene, from)).await?;
    Ok(spans::insert(conn, (scene, to), &there).await?)
}

/// Gives a version that was just made the spans of another one with the very same text. Tells whether there is one.
/// Where such versions disagree the words are the author's.
pub(crate) async fn inherit_twin(conn: &mut SqliteConnection, version: &SceneVersion) -> Result<bool> {
    let Some(twin) = scene_versions::twin(conn, version).await? else { return Ok(false) };
    copy_spans(conn, (version.scene, twin), version.version).await?;
    Ok(true)
}

/// Gives a version that was just made, of whose spans nobody said anything, those it inherits.
pub(crate) async fn inherit(conn: &mut SqliteConnection, version: &SceneVersion, text: &str) -> Result<()> {
    if !spans::has_any(conn, version.scene).await? || inherit_twin(conn, version).await? {
        return Ok(());
    }
    let mut inherited: Vec<AiSpan> = Vec::new();
    for parent in [version.parent, version.merged].into_iter().flatten() {
        inherited.extend(compared(conn, (version.scene, parent), text).await?);
    }
    let inherited = standing(inherited, text.chars().count());
    Ok(spans::insert(conn, (version.scene, version.version), &inherited).await?)
}

/// The spans of a version that a later text provably still holds.
async fn compared(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    text: &str,
) -> Result<Vec<AiSpan>> {
    let there = spans::list(conn, (scene, version)).await?;
    if there.is_empty() {
        return Ok(there);
    }
    let (_, old) = crate::text(conn, scene, Some(version)).await?;
    let carried = carry_spans(&old, text, &there);
    let index = TextIndex::new(text);
    let mut known: HashMap<GenerationId, Option<Before>> = HashMap::new();
    let mut proven = Vec::with_capacity(carried.len());
    for span in carried {
        let before = match known.entry(span.generation) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(before(conn, span.generation).await?),
        };
        if before.as_ref().is_some_and(|before| before.lacks(index.slice(span.range))) {
            proven.push(span);
        }
    }
    Ok(proven)
}

/// Shortest stretch, in chars, that shows by itself where it comes from. Two or three characters meet by chance.
const SHORTEST_PROOF: usize = 4;

/// The text that a generation was made for.
struct Before {
    text: String,
    /// For each byte of it, whether the author wrote it.
    authored: Vec<bool>,
}

impl Before {
    fn new(text: String, spans: &[AiSpan]) -> Self {
        let mut authored = vec![true; text.len()];
        let index = TextIndex::new(&text);
        for span in spans {
            authored[index.byte_of(span.range.start())..index.byte_of(span.range.end())].fill(false);
        }
        Self { text, authored }
    }

    /// Whether words that a model wrote later can only be its words: they are many enough, and wherever they stood
    /// before, a model had written them.
    fn lacks(&self, words: &str) -> bool {
        if words.chars().count() < SHORTEST_PROOF {
            return false;
        }
        let mut from = 0;
        while let Some(found) = self.text[from..].find(words).map(|found| from + found) {
            if self.authored[found..found + words.len()].contains(&true) {
                return false;
            }
            from = found + self.text[found..].chars().next().map_or(1, char::len_utf8);
        }
        true
    }
}

/// The text that a generation was made for. `None` where that cannot be read any more.
async fn before(conn: &mut SqliteConnection, generation: GenerationId) -> Result<Option<Before>> {
    let record = match generations::require(conn, generation).await {
        Ok(generation) => generation.record,
        Err(ProjectError::NoPart { .. } | ProjectError::Damaged(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let text = match crate::text(conn, record.scene, Some(record.base)).await {
        Ok((_, text)) => text,
        Err(Error::Project(ProjectError::NoVersion { .. } | ProjectError::Damaged(_))) => return Ok(None),
        Err(error) => return Err(error),
    };
    let spans = spans::list(conn, (record.scene, record.base)).await?;
    Ok(Some(Before::new(text, &spans)))
}

/// Says where the words of a version came from, as an editor carried that along. Spans outside the text, or in others,
/// are left out.
pub(crate) async fn put_spans(
    conn: &mut SqliteConnection,
    of: (SceneId, VersionNo),
    text: &str,
    carried: &[AiSpan],
) -> Result<()> {
    let carried = standing(carried.to_vec(), text.chars().count());
    Ok(spans::replace(conn, of, &carried).await?)
}

/// The stretches of the working text of a scene that models wrote, in order.
///
/// # Errors
/// An unknown scene; damage of its text.
pub async fn working_spans(
    conn: &mut SqliteConnection,
    scene: SceneId,
) -> Result<(WorkingText, Vec<AiSpan>)> {
    let working = working_text(conn, scene).await?;
    let of = (scene, working.version.version);
    if !working.is_draft {
        let there = spans::list(conn, of).await?;
        return Ok((working, there));
    }
    if let Some(carried) = drafts::carried(conn, scene, &working.text).await?.spans {
        let there = standing(carried, working.text.chars().count());
        return Ok((working, there));
    }
    let there = match working.hash() == working.version.hash {
        true => spans::list(conn, of).await?,
        false => compared(conn, of, &working.text).await?,
    };
    Ok((working, there))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(generation: i64, from: usize, until: usize) -> AiSpan {
        AiSpan { generation: generation.into(), range: CharRange::new(from, until) }
    }

    #[test]
    fn what_stays_keeps_its_origin_and_what_is_new_has_none() {
        let old = "他推开门。雪落了一夜。天亮了。";
        let spans = [span(1, 5, 11)];
        let new = "夜里，他推开门。雪静静地落了一夜。天亮了。";
        let carried = carry_spans(old, new, &spans);
        let words: Vec<String> = carried
            .iter()
            .map(|span| {
                new.chars()
                    .skip(span.range.start().get())
                    .take(span.range.end().get() - span.range.start().get())
                    .collect()
            })
            .collect();
        assert_eq!(words, ["雪", "落了一夜。"]);
    }

    #[test]
    fn words_put_in_take_nothing_from_what_is_around_them() {
        let (old, new) = ("了一声他咳了一声", "了一声他（他咳了一声）咳了一声");
        assert_eq!(carry_spans(old, new, &[span(1, 0, 8)]), [span(1, 0, 4), span(1, 11, 15)]);
    }

    #[test]
    fn a_paragraph_put_before_everything_takes_nothing() {
        let old = "江上有风。\n老周在等。";
        let new = format!("夜。\n{old}");
        assert_eq!(carry_spans(old, &new, &[span(1, 2, 11)]), [span(1, 5, 14)]);
    }

    #[test]
    fn only_a_long_stretch_that_the_author_did_not_have_is_proof() {
        let before = Before::new("陆伯把船篙递给他。“今日水急。”".to_owned(), &[]);
        assert!(before.lacks("他接过船篙"));
        assert!(!before.lacks("把船篙递给"), "the author had these words");
        assert!(!before.lacks("雾散了"), "too short to prove anything");
    }

    #[test]
    fn what_a_model_wrote_before_is_not_the_authors() {
        let before = Before::new("江上有雾。船来了。人下了船。".to_owned(), &[span(1, 5, 9)]);
        assert!(before.lacks("船来了。"));
        assert!(!before.lacks("江上有雾"));
        assert!(!before.lacks("雾。船来了"), "some of it is the author's");
        assert!(before.lacks("有雾。人下"), "nobody wrote these side by side");
    }

    #[test]
    fn a_deleted_span_is_gone() {
        assert_eq!(carry_spans("一二三。四五六。", "一二三。", &[span(1, 4, 8)]), []);
    }

    #[test]
    fn an_equal_text_keeps_every_span() {
        let spans = [span(1, 0, 2), span(2, 2, 4)];
        assert_eq!(carry_spans("一二三四", "一二三四", &spans), spans);
    }

    #[test]
    fn spans_that_overlap_or_lie_outside_cannot_stand() {
        let spans = vec![span(2, 3, 5), span(1, 0, 4), span(3, 6, 6), span(4, 8, 12), span(5, 6, 9)];
        assert_eq!(standing(spans, 10), [span(1, 0, 4), span(5, 6, 9)]);
    }
}
