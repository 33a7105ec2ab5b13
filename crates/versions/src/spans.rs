//! Tracks which spans of a text were written by models.
//!
//! An editor that moves the spans with each edit reports them, including an empty list, and they are stored
//! with the draft or version. Without a report, a new version inherits the spans of a version with identical
//! text. Failing that, it inherits the spans of its parent as far as a comparison proves them: unchanged text
//! keeps its origin unless the author's text from before the generation contains it too. In doubt the text is
//! the author's.

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

/// Transfers spans from `old` to `new` by comparison: unchanged text keeps its origin, new text has none. Input
/// and output are sorted and do not overlap.
fn carry_spans(old: &str, new: &str, spans: &[AiSpan]) -> Vec<AiSpan> {
    if spans.is_empty() {
        return Vec::new();
    }
    let mut carried: Vec<AiSpan> = Vec::new();
    for Unchanged { old: (start, end), new } in unchanged(old, new) {
        for span in spans {
            let from = span.range.start().get().max(start);
            let until = span.range.end().get().min(end);
            if from < until {
                let now = CharRange::new(from - start + new, until - start + new);
                append(&mut carried, AiSpan { generation: span.generation, range: now });
            }
        }
    }
    carried
}

/// An unchanged stretch: its old range and its new start, in chars.
struct Unchanged {
    old: (usize, usize),
    new: usize,
}

/// Returns the unchanged stretches of two texts, in order. The common prefix and suffix are taken off first:
/// diff hunks are tuned for reading and would cut small pieces out of them.
fn unchanged(old: &str, new: &str) -> Vec<Unchanged> {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let head = old.iter().zip(&new).take_while(same).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let words = |text: &[char]| text.iter().collect::<String>();
    let hunks = diff(&words(&old[head..old_end]), &words(&new[head..new_end])).hunks;
    let mut unchanged = Vec::with_capacity(hunks.len() + 1);
    let mut start = (0, 0);
    for hunk in hunks {
        unchanged.push(Unchanged { old: (start.0, hunk.old.start().get() + head), new: start.1 });
        start = (hunk.old.end().get() + head, hunk.new.end().get() + head);
    }
    unchanged.push(Unchanged { old: (start.0, old.len()), new: start.1 });
    unchanged
}

/// Appends a span; one that continues the last span extends it.
fn append(spans: &mut Vec<AiSpan>, span: AiSpan) {
    match spans.last_mut() {
        Some(last) if last.generation == span.generation && last.range.end() == span.range.start() => {
            last.range = CharRange::new(last.range.start().get(), span.range.end().get());
        }
        _ => spans.push(span),
    }
}

/// Returns the valid spans for a text of `length` characters: sorted, not overlapping, not empty.
pub(crate) fn valid_spans(mut spans: Vec<AiSpan>, length: usize) -> Vec<AiSpan> {
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

/// Copies the spans of `from` to a new version with the same text.
pub(crate) async fn copy_spans(
    conn: &mut SqliteConnection,
    (scene, from): (SceneId, VersionNo),
    to: VersionNo,
) -> Result<()> {
    let recorded = spans::list(conn, (scene, from)).await?;
    Ok(spans::insert(conn, (scene, to), &recorded).await?)
}

/// Copies the spans of another version with identical text to a new version. Returns whether there is one. If
/// such versions disagree, the text is the author's.
pub(crate) async fn inherit_twin(conn: &mut SqliteConnection, version: &SceneVersion) -> Result<bool> {
    let Some(twin) = scene_versions::twin(conn, version).await? else { return Ok(false) };
    copy_spans(conn, (version.scene, twin), version.version).await?;
    Ok(true)
}

/// Stores the inherited spans of a new version that came without a report of its spans.
pub(crate) async fn inherit(conn: &mut SqliteConnection, version: &SceneVersion, text: &str) -> Result<()> {
    if !spans::has_any(conn, version.scene).await? || inherit_twin(conn, version).await? {
        return Ok(());
    }
    let mut inherited: Vec<AiSpan> = Vec::new();
    for parent in [version.parent, version.merged].into_iter().flatten() {
        inherited.extend(proven_spans(conn, (version.scene, parent), text).await?);
    }
    let inherited = valid_spans(inherited, text.chars().count());
    Ok(spans::insert(conn, (version.scene, version.version), &inherited).await?)
}

/// Returns the spans of a version that a later text provably still contains.
async fn proven_spans(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    text: &str,
) -> Result<Vec<AiSpan>> {
    let recorded = spans::list(conn, (scene, version)).await?;
    if recorded.is_empty() {
        return Ok(recorded);
    }
    let (_, old) = crate::text(conn, scene, Some(version)).await?;
    let carried = carry_spans(&old, text, &recorded);
    let index = TextIndex::new(text);
    let mut known = HashMap::new();
    let mut proven = Vec::with_capacity(carried.len());
    for span in carried {
        if is_provably_ai(conn, &mut known, (span.generation, index.slice(span.range))).await? {
            proven.push(span);
        }
    }
    Ok(proven)
}

/// The minimum length, in chars, of a stretch that proves its own origin. Two or three characters can match by
/// chance.
const MIN_PROOF_LEN: usize = 4;

/// Whether a generation's words cannot be the author's. They must be long enough, and wherever they occurred
/// before the generation, an earlier generation must have written them, for which the same must be true. A
/// model that copies text which another model copied from the author does not become its writer.
async fn is_provably_ai<'text>(
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
        match before.as_ref().and_then(|before| before.written_by_models(words)) {
            Some(copied) => open.extend(copied),
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The scene's text before a generation.
struct Before {
    text: String,
    /// The generation that wrote each byte of `text`; `None` is the author.
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

    /// Returns the parts of `words` that earlier generations wrote, for every occurrence in `text`. `None` if
    /// the author wrote any part.
    fn written_by_models<'text>(&self, words: &'text str) -> Option<Vec<(GenerationId, &'text str)>> {
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

/// Returns the scene's text before a generation, or `None` if it can no longer be read.
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

/// Stores the spans that an editor reported for a version. Skips spans that lie outside the text or overlap
/// others.
pub(crate) async fn put_spans(
    conn: &mut SqliteConnection,
    of: (SceneId, VersionNo),
    text: &str,
    carried: &[AiSpan],
) -> Result<()> {
    let carried = valid_spans(carried.to_vec(), text.chars().count());
    Ok(spans::replace(conn, of, &carried).await?)
}

/// Returns the AI spans of the working text of a scene, in order.
///
/// # Errors
/// An unknown scene; a damaged text.
pub async fn working_spans(
    conn: &mut SqliteConnection,
    scene: SceneId,
) -> Result<(WorkingText, Vec<AiSpan>)> {
    let working = working_text(conn, scene).await?;
    let of = (scene, working.version.version);
    if !working.is_draft {
        let recorded = spans::list(conn, of).await?;
        return Ok((working, recorded));
    }
    if let Some(carried) = drafts::carried(conn, scene, &working.text).await?.spans {
        let recorded = valid_spans(carried, working.text.chars().count());
        return Ok((working, recorded));
    }
    let recorded = match working.hash() == working.version.hash {
        true => spans::list(conn, of).await?,
        false => proven_spans(conn, of, &working.text).await?,
    };
    Ok((working, recorded))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(generation: i64, from: usize, until: usize) -> AiSpan {
        AiSpan { generation: generation.into(), range: CharRange::new(from, until) }
    }

    #[test]
    fn only_unchanged_text_keeps_its_origin() {
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
    fn inserted_text_does_not_shrink_spans_around_it() {
        let (old, new) = ("了一声他咳了一声", "了一声他（他咳了一声）咳了一声");
        assert_eq!(carry_spans(old, new, &[span(1, 0, 8)]), [span(1, 0, 4), span(1, 11, 15)]);
    }

    #[test]
    fn a_paragraph_inserted_at_the_start_only_shifts_spans() {
        let old = "江上有风。\n老周在等。";
        let new = format!("夜。\n{old}");
        assert_eq!(carry_spans(old, &new, &[span(1, 2, 11)]), [span(1, 5, 14)]);
    }

    #[test]
    fn the_authors_words_are_not_attributed_to_models() {
        let before = Before::new("陆伯把船篙递给他。“今日水急。”".to_owned(), &[]);
        assert_eq!(before.written_by_models("他接过船篙"), Some(vec![]), "the words are new");
        assert_eq!(before.written_by_models("把船篙递给"), None, "the author had these words");
    }

    #[test]
    fn earlier_model_text_is_split_by_generation() {
        let before = Before::new("江上有雾。船来了。人下了船。".to_owned(), &[span(1, 5, 9), span(2, 9, 11)]);
        assert_eq!(before.written_by_models("船来了。"), Some(vec![(1.into(), "船来了。")]));
        assert_eq!(before.written_by_models("来了。人"), Some(vec![(1.into(), "来了。"), (2.into(), "人")]));
        assert_eq!(before.written_by_models("雾。船来了"), None, "some of it is the author's");
        assert_eq!(
            before.written_by_models("有雾。人下"),
            Some(vec![]),
            "these words never occurred together"
        );
    }

    #[test]
    fn deleted_text_loses_its_span() {
        assert_eq!(carry_spans("一二三。四五六。", "一二三。", &[span(1, 4, 8)]), []);
    }

    #[test]
    fn an_identical_text_keeps_every_span() {
        let spans = [span(1, 0, 2), span(2, 2, 4)];
        assert_eq!(carry_spans("一二三四", "一二三四", &spans), spans);
    }

    #[test]
    fn overlapping_and_outside_spans_are_dropped() {
        let spans = vec![span(2, 3, 5), span(1, 0, 4), span(3, 6, 6), span(4, 8, 12), span(5, 6, 9)];
        assert_eq!(valid_spans(spans, 10), [span(1, 0, 4), span(5, 6, 9)]);
    }
}
