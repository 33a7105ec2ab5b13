//! Takes a text from the author that no other source has.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_manuscript::transfer::read_utf8;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::sessions;
use wenfang_project::{Project, blobs};
use wenfang_story::mend::{AuditAction, MissingText, QcCode};
use wenfang_story::{MendSessionId, RunId, SceneId};
use wenfang_text::{CanonicalText, ContentHash};
use wenfang_usecase::{Error, Result, aside};

use super::fetch::{self, Unread};
use super::state::State;

/// The most bytes of a file with a text: more than the longest novels have.
const MAX_FILE_BYTES: usize = 256 << 20;

/// A text for a scene whose text cannot be read: either the words, or a file that has them.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct SupplyText {
    pub session: MendSessionId,
    pub scene: SceneId,
    pub text: Option<String>,
    /// The file may have other words before and after, such as an export of the chapter.
    pub path: Option<PathBuf>,
}

/// A text that was supplied.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "MendSupplied")]
pub struct Supplied {
    pub session: MendSessionId,
    /// The text of the scene that is missing next, if any.
    pub missing: Option<MissingText>,
    /// The run that works on the mending again; `None` if it waits on.
    pub run: Option<RunId>,
}

/// Stores a text that is missing, if it is that text. Returns what is missing next, and whether rounds of the scene follow.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a scene of which nothing is missing, and for another text
/// (QC-018); those of reading the file.
pub(crate) async fn supply(project: &Project, request: SupplyText) -> Result<(Option<MissingText>, bool)> {
    let (session, scene) = (request.session, request.scene);
    let state = State::of_scene(project, session, scene).await?;
    let Some(unread) = state.unread.first() else { return Err(nothing_missing(scene)) };
    let words = words(request).await?;
    let wanted = unread.hash;
    let bytes = blobs::size(&mut *project.begin_read().await?, unread.blob).await?;
    let found = aside(move || matching(words, &wanted, bytes)).await?;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let qc = found.is_none().then_some(QcCode::HashMismatch);
    fetch::insert_supplied(&mut tx, (session, unread), qc, now).await?;
    let Some(text) = found else {
        tx.commit().await?;
        return Err(other_text(unread));
    };
    blobs::insert(&mut tx, text.as_bytes(), None).await?;
    let entry = AuditEntry {
        session: Some(session),
        metadata: Some(json!({ "scene": scene, "round": unread.round })),
        ..AuditEntry::new(AuditAction::Supplied, state.session.record.initiator.clone(), now)
    };
    audit::append(&mut tx, &entry).await?;
    // It waits for this text no longer; another one may be missing.
    sessions::change(&mut tx, session, |record| record.missing.retain(|one| one.scene != scene)).await?;
    tx.commit().await?;
    let state = State::of_scene(project, session, scene).await?;
    let missing = state.unread.first().map(Unread::missing);
    Ok((missing, state.scene(scene).is_some_and(|scene| scene.stop().is_none())))
}

async fn words(request: SupplyText) -> Result<String> {
    match (request.text, request.path) {
        (Some(text), None) => Ok(text),
        (None, Some(path)) => aside(move || read_utf8(&path, MAX_FILE_BYTES)).await?,
        _ => Err(Error::bad_request(
            "a text or a file must be named, and not both",
            "Nothing was changed. Paste the text, or name a file that has it.",
        )),
    }
}

/// The text with a hash: all of the words, with or without their last line break, or the part of that many bytes that
/// begins a line.
fn matching(words: String, hash: &ContentHash, bytes: usize) -> Option<String> {
    let words = CanonicalText::new(words.trim_start_matches('\u{feff}')).into_string();
    let is_it = |text: &&str| ContentHash::of(text.as_bytes()) == *hash;
    let trimmed = words.trim_end_matches('\n');
    if let Some(text) = [words.as_str(), trimmed].into_iter().find(is_it) {
        return Some(text.to_owned());
    }
    let with_break = format!("{trimmed}\n");
    if is_it(&with_break.as_str()) {
        return Some(with_break);
    }
    let starts = std::iter::once(0).chain(words.match_indices('\n').map(|(at, _)| at + 1));
    let part = |start: usize| words.get(start..start.checked_add(bytes)?);
    starts.filter_map(part).find(is_it).map(str::to_owned)
}

fn nothing_missing(scene: SceneId) -> Error {
    Error::bad_request(
        format!("no text of scene {scene} is missing"),
        "Nothing was changed. `wenfang mend show` says which texts are missing.",
    )
}

fn other_text(unread: &Unread) -> Error {
    Error::bad_request(
        format!("this is another text than the one of round {} of scene {}", unread.round, unread.scene),
        "Nothing was changed. It must be the same to the last character; try an export or a copy of that day.",
    )
    .with(json!({ "qc": QcCode::HashMismatch, "missing": unread.missing() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "江上起了雾，渡船停在对岸。\n阿芷提着灯，站在渡口。";

    fn found(words: &str) -> Option<String> {
        matching(words.to_owned(), &ContentHash::of(TEXT.as_bytes()), TEXT.len())
    }

    #[test]
    fn the_same_words_are_found_in_whatever_holds_them() {
        let of_windows = TEXT.replace('\n', "\r\n");
        let chapter = format!("第一章 渡口\n\n{TEXT}\n\n她看着水面。\n");
        for words in [TEXT, &of_windows, &format!("\u{feff}{TEXT}\n\n"), &chapter] {
            assert_eq!(found(words).as_deref(), Some(TEXT), "{words}");
        }
        let ends_with_break = format!("{TEXT}\n");
        let hash = ContentHash::of(ends_with_break.as_bytes());
        assert_eq!(matching(TEXT.to_owned(), &hash, ends_with_break.len()), Some(ends_with_break));
    }

    #[test]
    fn other_words_are_not() {
        for words in ["", "江上起了雾", &TEXT.replace('。', "．"), &TEXT.replace('\n', "\n\n")] {
            assert_eq!(found(words), None, "{words}");
        }
    }
}
