//! The words that a novel knows: its names, and what its author added. Kept with the open project until one of them changes.

use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::{Project, canon};
use wenfang_spelling::KnownWords;
use wenfang_story::BibleFieldId;
use wenfang_story::canon::BibleFieldRecord;

use super::words::stored;
use crate::canon::names::{Names, names};
use crate::error::Result;

#[derive(Default)]
struct KnownWordsCache(Mutex<Option<(Sources, Arc<KnownWords>)>>);

/// What the words were made of.
struct Sources {
    names: Arc<Names>,
    bible: i64,
    added: Vec<String>,
}

impl Sources {
    fn are(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.names, &other.names) && self.bible == other.bible && self.added == other.added
    }
}

/// The words as they are now.
pub(super) async fn known(project: &Project) -> Result<Arc<KnownWords>> {
    let names = names(project).await?;
    let mut tx = project.begin_read().await?;
    let bible = canon::revision(&mut tx, &[ItemKind::BibleField]).await?;
    let now = Sources { names, bible, added: stored(&mut tx).await? };
    let kept = project.attached::<KnownWordsCache>();
    let mut kept = kept.0.lock().await;
    if let Some((_, known)) = kept.as_ref().filter(|(sources, _)| sources.are(&now)) {
        return Ok(Arc::clone(known));
    }
    let people = people(&mut tx).await?;
    let borne = now.names.bearers.iter().flat_map(|bearer| &bearer.names).map(String::as_str);
    let all = borne.chain(capitalised(&people));
    let known = Arc::new(KnownWords::new(all, now.added.iter().map(String::as_str)));
    *kept = Some((now, Arc::clone(&known)));
    Ok(known)
}

/// What the bible says of the people of the book.
async fn people(conn: &mut SqliteConnection) -> Result<String> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    let of_people = fields.into_iter().find(|(_, field)| field.key == "characters");
    Ok(of_people.map(|(_, field)| field.value).unwrap_or_default())
}

/// The words with a capital: names, where people are listed.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphabetic() && !"'’-".contains(c));
    words.filter(|word| word.starts_with(char::is_uppercase))
}
