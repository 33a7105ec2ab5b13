//! Which stretches of a text models wrote.
//!
//! An editor that moves the spans with each edit says where they are, "nowhere" included, and that is stored with the
//! draft or version it belongs to. Where nobody says, a new version has the spans of one with the very same text, or else
//! those of the version it was made from, as far as a comparison proves them: a stretch that stayed keeps its origin if
//! the author's text from before the model wrote does not have it too. In doubt words are the author's.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

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
    let mut known = HashMap::new();
    let mut proven = Vec::with_capacity(carried.len());
    for span in carried {
        if can_only_be_a_models(conn, &mut known, (span.generation, index.slice(span.range))).await? {
            proven.push(span);
        }
    }
    Ok(proven)
}

/// Shortest stretch, in chars, that shows by itself where it comes from. Two or three characters meet by chance.
const MIN_PROOF_LEN: usize = 4;

/// Whether words that a generation wrote cannot be the author's: they are many enough, and wherever they stood before
/// the generation, another one had written them, of which the same is true. A model that copies what a model copied from
/// the author does not make them a model's.
async fn can_only_be_a_models<'text>(
    conn: &mut SqliteConnection,
    known: &mut HashMap<GenerationId, Option<Before>>,
    (generation, words): (GenerationId, &'text str),
) -> Result<bool> {
    if words.chars().count() < MIN_PROOF_LEN {
        return Ok(false);
    }
    let mut open = vec![(generation, words)];
    let mut seen: HashSet<(GenerationId, &'text str)> = HashSet::new();
    while let Some((generation, words)) = open.pop() {
        if !seen.insert((generation, words)) {
            continue;
        }
        let before = match known.entry(generation) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(before(conn, generation).await?),
        };
        match before.as_ref().and_then(|before| before.copied(words)) {
            Some(copied) => open.extend(copied),
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The text that a generation was made for.
struct Before {
    text: String,
    /// For each byte of it, which generation wrote it; `None` is the author.
    writers: Vec<Option<GenerationId>>,
}

impl Before {
    fn new(text: String, spans: &[AiSpan]) -> Self {
        let mut writers = vec![None; text.len()];
        let index = TextIndex::new(&text);
        for span in spans {
            let bytes = index.byte_of(span.range.start())..index.byte_of(span.range.end());
            writers[bytes].fill(Some(span.generation));
        }
        Self { text, writers }
    }

    /// The parts of `words` that earlier generations had written wherever the words stood. `None` if the author wrote any
    /// of it.
    fn copied<'text>(&self, words: &'text str) -> Option<Vec<(GenerationId, &'text str)>> {
        let mut copied = Vec::new();
        let mut from = 0;
        while let Some(found) = self.text[from..].find(words).map(|found| from + found) {
            let mut start = 0;
            for part in self.writers[found..found + words.len()].chunk_by(PartialEq::eq) {
                let end = start + part.len();
                copied.push((part.first().copied().flatten()?, &words[start..end]));
                start = end;
            }
            from = found + self.text[found..].chars().next().map_or(1, char::len_utf8);
        }
        Some(copied)
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
    fn words_that_the_author_had_are_no_models() {
        let before = Before::new("陆伯把船篙递给他。“今日水急。”".to_owned(), &[]);
        assert_eq!(before.copied("他接过船篙"), Some(vec![]), "nobody had these words");
        assert_eq!(before.copied("把船篙递给"), None, "the author had these words");
    }

    #[test]
    fn what_models_wrote_before_is_told_by_its_parts() {
        let before = Before::new("江上有雾。船来了。人下了船。".to_owned(), &[span(1, 5, 9), span(2, 9, 11)]);
        assert_eq!(before.copied("船来了。"), Some(vec![(1.into(), "船来了。")]));
        assert_eq!(before.copied("来了。人"), Some(vec![(1.into(), "来了。"), (2.into(), "人")]));
        assert_eq!(before.copied("雾。船来了"), None, "some of it is the author's");
        assert_eq!(before.copied("有雾。人下"), Some(vec![]), "nobody wrote these side by side");
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
