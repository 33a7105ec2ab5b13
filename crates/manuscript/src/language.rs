//! Language detection for novels without a language: older files, or novels created without one.

use wenfang_project::{Project, WriteTx, meta};
use wenfang_story::ProjectRecord;
use wenfang_text::{NovelLanguage, guess_language};
use wenfang_usecase::Result;

use crate::find::{FindScope, places, readable};

/// Characters to read for the guess; more than it needs to be reliable.
const SAMPLE_LEN: usize = 20_000;

/// Detects the language of a novel that has none and stores it; lengths, fonts, punctuation and prompts depend on it.
/// Stores nothing if the text is inconclusive.
pub async fn detect(project: &Project) -> Result<()> {
    if !project.is_writable() {
        return Ok(());
    }
    let mut tx = project.begin_read().await?;
    if !meta::require(&mut tx).await?.language.is_empty() {
        return Ok(());
    }
    let mut text = String::new();
    for place in places(&mut tx, FindScope::Book).await? {
        if let Some(working) = readable(&mut tx, place.scene).await? {
            text.push_str(&working.text);
            text.push('\n');
        }
        if text.len() > SAMPLE_LEN * 4 {
            break;
        }
    }
    drop(tx);
    let beginning: String = text.chars().take(SAMPLE_LEN).collect();
    let Some(language) = guess_language(&beginning) else { return Ok(()) };
    let mut tx = project.begin_write().await?;
    store_if_missing(&mut tx, language).await?;
    Ok(tx.commit().await?)
}

/// Stores the language of a text, unless the novel has one.
pub(crate) async fn store_if_missing(tx: &mut WriteTx, language: NovelLanguage) -> Result<()> {
    let record = meta::require(tx).await?;
    if record.language.is_empty() {
        meta::update(tx, &ProjectRecord { language: language.tag().to_owned(), ..record }).await?;
    }
    Ok(())
}
