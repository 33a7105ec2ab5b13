//! Checking texts against the dictionary, and suggestions for a word.

use serde::{Deserialize, Serialize};
use wenfang_manuscript::scenes::MAX_TEXT_BYTES;
use wenfang_project::Project;
use wenfang_text::CharRange;
use wenfang_usecase::{Error, Result, aside};

use super::SpellingState;
use super::dictionaries::speller;
use super::known::known;
use super::prose;

/// Maximum number of suggestions for a word.
const MAX_SUGGESTIONS: usize = 5;
/// Maximum length of a word to make suggestions for, in chars.
const MAX_WORD_LEN: usize = 60;

/// Texts to check, such as the visible paragraphs.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CheckSpelling {
    /// The texts; their total size must not exceed the maximum size of a scene.
    pub pieces: Vec<String>,
}

/// The misspelt words in texts.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SpellingChecked {
    /// Whether spelling can be checked; if not, no word is reported.
    pub state: SpellingState,
    /// The ranges of misspelt words per text, in char offsets, in order.
    pub pieces: Vec<Vec<CharRange>>,
}

/// Checks texts.
pub async fn check(project: &Project, request: CheckSpelling) -> Result<SpellingChecked> {
    let pieces = request.pieces;
    let bytes: usize = pieces.iter().map(String::len).sum();
    if bytes > MAX_TEXT_BYTES {
        return Err(Error::bad_request(
            format!("cannot check {bytes} bytes at once"),
            format!("Send at most {MAX_TEXT_BYTES} bytes."),
        ));
    }
    let speller = match speller(project).await? {
        Ok(speller) => speller,
        Err(state) => return Ok(SpellingChecked { state, pieces: vec![Vec::new(); pieces.len()] }),
    };
    let known = known(project).await?;
    let ranges = |found: Vec<prose::Misspelt>| found.into_iter().map(|one| one.range).collect();
    let check = move || pieces.iter().map(|piece| ranges(prose::misspelt(&speller, &known, piece))).collect();
    Ok(SpellingChecked { state: SpellingState::Ready, pieces: aside(check).await? })
}

/// A word that may be misspelt.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SuggestSpelling {
    /// The word as written in the text.
    pub word: String,
}

/// Suggestions for a word.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SuggestedSpelling {
    /// At most five words, most likely first.
    pub suggestions: Vec<String>,
}

/// Suggests corrections for a word.
pub async fn suggest(project: &Project, request: SuggestSpelling) -> Result<SuggestedSpelling> {
    let Ok(speller) = speller(project).await? else {
        return Ok(SuggestedSpelling { suggestions: Vec::new() });
    };
    if request.word.chars().count() > MAX_WORD_LEN {
        return Ok(SuggestedSpelling { suggestions: Vec::new() });
    }
    let known = known(project).await?;
    let suggest = move || speller.suggestions(&request.word, &known, MAX_SUGGESTIONS);
    Ok(SuggestedSpelling { suggestions: aside(suggest).await? })
}
