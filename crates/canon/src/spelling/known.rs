//! The words known to a novel: its names, and the author's own words. Cached with the open project until they change.

use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::{Project, canon};
use wenfang_spelling::KnownWords;
use wenfang_story::BibleFieldId;
use wenfang_story::canon::BibleFieldRecord;
use wenfang_usecase::Result;

use super::words::stored;
use crate::names::{Names, names};

#[derive(Default)]
struct KnownWordsCache(Mutex<Option<(Sources, Arc<KnownWords>)>>);

/// The sources of the known words.
struct Sources {
    names: Arc<Names>,
    bible: i64,
    added: Vec<String>,
}

impl Sources {
    fn equal(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.names, &other.names) && self.bible == other.bible && self.added == other.added
    }
}

/// The current known words.
pub(super) async fn known(project: &Project) -> Result<Arc<KnownWords>> {
    let names = names(project).await?;
    let mut tx = project.begin_read().await?;
    let bible = canon::revision(&mut tx, &[ItemKind::BibleField]).await?;
    let now = Sources { names, bible, added: stored(&mut tx).await? };
    let cache = project.attached::<KnownWordsCache>();
    let mut cache = cache.0.lock().await;
    if let Some((_, known)) = cache.as_ref().filter(|(sources, _)| sources.equal(&now)) {
        return Ok(Arc::clone(known));
    }
    let people = people(&mut tx).await?;
    let canon_names = now.names.bearers.iter().flat_map(|bearer| &bearer.names).map(String::as_str);
    let all = canon_names.chain(capitalised(&people));
    let known = Arc::new(KnownWords::new(all, now.added.iter().map(String::as_str)));
    *cache = Some((now, Arc::clone(&known)));
    Ok(known)
}

/// The text on people in the bible.
async fn people(conn: &mut SqliteConnection) -> Result<String> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    let of_people = fields.into_iter().find(|(_, field)| field.key == "characters");
    Ok(of_people.map(|(_, field)| field.value).unwrap_or_default())
}

/// The capitalised words, which are names in a list of people.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphabetic() && !"'’-".contains(c));
    words.filter(|word| word.starts_with(char::is_uppercase))
}
