//! The novel's own dictionary: words added by the author.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, settings};
use wenfang_usecase::{Error, NoParams, Result};

use crate::words;

/// Maximum number of words in a novel's own dictionary.
const MAX_WORDS: usize = 10_000;

const SETTING: &str = "spelling.words";

/// The words, sorted.
pub(super) async fn stored(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let stored = settings::get(conn, SETTING).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default())
}

/// The novel's own dictionary.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SpellingWords {
    /// Its words, sorted.
    pub words: Vec<String>,
}

/// A word of the novel's own dictionary.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SpellingWord {
    pub word: String,
}

/// Lists the words of the novel's own dictionary.
pub async fn list(project: &Project, _: NoParams) -> Result<SpellingWords> {
    let mut tx = project.begin_read().await?;
    Ok(SpellingWords { words: stored(&mut tx).await? })
}

/// Adds a word. It is recognised in any capitalisation.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for text that is not a single English word, or if there are too many.
pub async fn add(project: &Project, request: SpellingWord) -> Result<SpellingWords> {
    let word = words::name("word", &request.word)?;
    if !wenfang_spelling::is_word(&word) {
        return Err(Error::bad_request(
            format!("{word} is not a single English word"),
            "Nothing was changed. Enter one word, without spaces.",
        ));
    }
    let mut tx = project.begin_write().await?;
    let mut all = stored(&mut tx).await?;
    if !all.iter().any(|known| is_same(known, &word)) {
        all.push(word);
    }
    if all.len() > MAX_WORDS {
        return Err(Error::bad_request(
            format!("the novel's dictionary already has {MAX_WORDS} words"),
            "Nothing was changed. Remove some first.",
        ));
    }
    all.sort_by_cached_key(|word| word.to_lowercase());
    store(&mut tx, &all).await?;
    tx.commit().await?;
    Ok(SpellingWords { words: all })
}

/// Removes a word.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a word that is not in the dictionary.
pub async fn remove(project: &Project, request: SpellingWord) -> Result<SpellingWords> {
    let mut tx = project.begin_write().await?;
    let all = stored(&mut tx).await?;
    let left: Vec<String> = all.iter().filter(|word| !is_same(word, &request.word)).cloned().collect();
    if left.len() == all.len() {
        return Err(Error::bad_request(
            format!("{} is not in the novel's dictionary", request.word),
            "Nothing was changed.",
        ));
    }
    store(&mut tx, &left).await?;
    tx.commit().await?;
    Ok(SpellingWords { words: left })
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

async fn store(conn: &mut SqliteConnection, words: &[String]) -> Result<()> {
    Ok(settings::set(conn, SETTING, &serde_json::to_string(words).unwrap_or_default()).await?)
}
