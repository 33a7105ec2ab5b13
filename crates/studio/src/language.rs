//! The language of a novel that says none: one of an earlier release, or one that was begun without.

use wenfang_project::{Project, meta};
use wenfang_story::ProjectRecord;
use wenfang_text::guess_language;

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
    let record = meta::require(&mut tx).await?;
    meta::update(&mut tx, &ProjectRecord { language: language.tag().to_owned(), ..record }).await?;
    Ok(tx.commit().await?)
}
