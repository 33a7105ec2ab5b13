//! Checks a book chapter by chapter in linear time: many rules read the whole book to check one chapter, so the first
//! chapter checks every scene, and the others take what was found as long as nothing has changed.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use wenfang_checks::rules::Found;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::SceneId;
use wenfang_usecase::{Result, aside};

use super::find::{CheckOutcome, check_scenes};
use super::gather::Gathered;

/// The last book that was checked at once, cached with the open project.
#[derive(Debug, Default)]
struct LastBook(Mutex<Option<CheckedBook>>);

#[derive(Debug)]
struct CheckedBook {
    gathered: Arc<Gathered>,
    /// The findings of the scenes that were checked: all of them, unless the check was stopped.
    found: HashMap<SceneId, Vec<Found>>,
}

/// Runs the rules on the wanted scenes, as one of many parts of the book that are checked one after another.
///
/// # Errors
/// [`Code::Stopped`](wenfang_usecase::Code::Stopped).
pub(crate) async fn find_in_book(
    project: &Project,
    gathered: &Arc<Gathered>,
    watch: &Watch,
) -> Result<CheckOutcome> {
    let last = project.attached::<LastBook>();
    let (gathered, watch) = (Arc::clone(gathered), watch.clone());
    aside(move || {
        let mut last = last.0.lock();
        if !last.as_ref().is_some_and(|checked| checked.gathered.is_same_book(&gathered)) {
            *last = None;
        }
        let checked = last
            .get_or_insert_with(|| CheckedBook { gathered: Arc::clone(&gathered), found: HashMap::new() });
        let missing: Vec<SceneId> = gathered
            .scenes
            .iter()
            .map(|scene| scene.id)
            .filter(|scene| !checked.found.contains_key(scene))
            .collect();
        check_scenes(&gathered, &missing, &watch, |scene, found| {
            checked.found.insert(scene, found);
        })?;
        let found = gathered.wanted.iter().filter_map(|scene| checked.found.get(scene)).flatten().cloned();
        let (rules, found) = (gathered.rules.clone(), found.collect());
        Ok(CheckOutcome { rules, found, ..CheckOutcome::default() })
    })
    .await?
}
