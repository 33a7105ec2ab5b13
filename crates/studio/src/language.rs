//! The language of a novel that says none: one of an earlier release, or one that was begun without.

use wenfang_project::{Project, WriteTx, meta};
use wenfang_story::ProjectRecord;
use wenfang_text::{NovelLanguage, guess_language};

use crate::error::Result;
use crate::find::{FindScope, places, readable};

/// Characters that are read to find out: more than the guess needs to be sure.
const READ: usize = 20_000;

/// Finds out in which language a novel is written, where nobody has said so, and notes it: from then on lengths, fonts,
/// punctuation and prompts go by it. Nothing is noted where the text does not tell.
pub(crate) async fn note(project: &Project) -> Result<()> {
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
        if text.len() > READ * 4 {
            break;
        }
    }
    drop(tx);
    let beginning: String = text.chars().take(READ).collect();
    let Some(language) = guess_language(&beginning) else { return Ok(()) };
    let mut tx = project.begin_write().await?;
    note_found(&mut tx, language).await?;
    Ok(tx.commit().await?)
}

/// Notes the language of a text, unless the novel has one.
pub(crate) async fn note_found(tx: &mut WriteTx, language: NovelLanguage) -> Result<()> {
    let record = meta::require(tx).await?;
    if record.language.is_empty() {
        meta::update(tx, &ProjectRecord { language: language.tag().to_owned(), ..record }).await?;
    }
    Ok(())
}
