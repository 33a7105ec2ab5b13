//! Titles of the novel, its parts and its versions: one line of limited length.

use wenfang_usecase::{Error, Result};

/// Maximum length of a title, in characters.
pub const MAX_TITLE_LEN: usize = 500;

/// Normalizes a title to one line ([`wenfang_text::title::one_line`]).
///
/// # Errors
/// [`Code::BadRequest`] if it is longer than [`MAX_TITLE_LEN`].
pub(crate) fn title(title: &str) -> Result<String> {
    let title = wenfang_text::title::one_line(title);
    let length = title.chars().count();
    if length > MAX_TITLE_LEN {
        return Err(Error::bad_request(
            format!("the title has {length} characters"),
            format!("Nothing was changed. Use at most {MAX_TITLE_LEN} characters."),
        ));
    }
    Ok(title)
}
