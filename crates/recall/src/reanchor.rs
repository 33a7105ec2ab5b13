//! Finding a range of one text in another, without a project.

use serde::Deserialize;
use wenfang_canon::semantics::SemanticModel;
use wenfang_text::{CanonicalText, CharRange, Reanchor, Reanchored, SemanticSearch, TextIndex};
use wenfang_usecase::{Error, Result};

use crate::meaning::Meaning;

/// A range to find in another text.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ReanchorText {
    /// The text the range belongs to.
    pub old: String,
    /// The text to find it in.
    pub new: String,
    /// The range, in char offsets of the canonical old text.
    pub range: CharRange,
}

/// Finds a range of one text in another; uses the embedding model, if there is one, for rewritten passages.
///
/// # Errors
/// A range that is empty or ends beyond the old text.
pub async fn reanchor(meaning: &Meaning, request: &ReanchorText) -> Result<Reanchored> {
    let (old, new) = (CanonicalText::new(request.old.as_str()), CanonicalText::new(request.new.as_str()));
    let length = TextIndex::new(&old).len();
    if request.range.is_empty() || request.range.end().get() > length {
        return Err(Error::bad_request(
            format!(
                "the range {}..{} is empty or ends beyond the text",
                request.range.start(),
                request.range.end()
            ),
            format!("Choose a range within 0..{length}."),
        ));
    }
    let semantic = meaning.load().await;
    Ok(wenfang_text::reanchor(&Reanchor {
        old_text: &old,
        new_text: &new,
        range: request.range,
        semantic: semantic.as_deref().map(|model| model as &dyn SemanticSearch),
    }))
}
