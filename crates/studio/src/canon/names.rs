//! Who bears which name, and where the names stand in the book: derived from canon and texts, kept with the open project,
//! and brought up to date when somebody asks.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::{Project, canon, manuscript, watch};
use wenfang_story::canon::cards::{Joined, joined};
use wenfang_story::canon::{EntityRecord, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId, SceneId};
use wenfang_text::{CharRange, ContentHash, Lexicon};

use crate::error::Result;
use crate::find::readable;

/// Whose names are looked for: a lore entry, an entity, or both where they are one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bearer {
    pub(crate) entry: Option<LoreEntryId>,
    pub(crate) entity: Option<EntityId>,
    pub(crate) title: String,
    /// The kind of the entry, or of the entity where there is no entry.
    pub(crate) kind: &'static str,
    /// What it is called, its title first.
    pub(crate) names: Vec<String>,
}

/// All names of the canon.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) bearers: Vec<Bearer>,
    pub(crate) lexicon: Lexicon,
}

impl Default for Names {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Names {
    fn new(bearers: Vec<Bearer>) -> Self {
        let pairs = bearers.iter().enumerate().flat_map(|(owner, bearer)| {
            // No book has four thousand million names.
            let owner = u32::try_from(owner).unwrap_or(u32::MAX);
            bearer.names.iter().map(move |name| (owner, name.as_str()))
        });
        let lexicon = Lexicon::new(pairs);
        Self { bearers, lexicon }
    }

    pub(crate) fn bearer(&self, owner: u32) -> Option<&Bearer> {
        self.bearers.get(owner as usize)
    }

    /// Whether it finds the same names under the same numbers.
    fn finds_as(&self, other: &Self) -> bool {
        self.bearers.len() == other.bearers.len()
            && self.bearers.iter().zip(&other.bearers).all(|(one, other)| one.names == other.names)
    }

    /// The entity of this name that has no lore entry yet; none where several things have the name as their title.
    pub(crate) fn entity_without_entry(&self, name: &str) -> Option<EntityId> {
        self.only_titled(name).filter(|bearer| bearer.entry.is_none()).and_then(|bearer| bearer.entity)
    }

    /// The lore entry of this title that has no entity yet; none where several things have the name as their title.
    pub(crate) fn entry_without_entity(&self, name: &str) -> Option<LoreEntryId> {
        self.only_titled(name).filter(|bearer| bearer.entity.is_none()).and_then(|bearer| bearer.entry)
    }

    fn only_titled(&self, name: &str) -> Option<&Bearer> {
        let mut titled = self.bearers.iter().filter(|bearer| bearer.title == name);
        titled.next().filter(|_| titled.next().is_none())
    }

    /// The number of who bears a name; the first where several do.
    pub(crate) fn owner_called(&self, name: &str) -> Option<u32> {
        let at = self.bearers.iter().position(|bearer| bearer.title == name);
        let at =
            at.or_else(|| self.bearers.iter().position(|bearer| bearer.names.iter().any(|one| one == name)));
        u32::try_from(at?).ok()
    }

    /// The number of the bearer of an entry, or of an entity.
    pub(crate) fn owner_of(&self, entry: Option<LoreEntryId>, entity: Option<EntityId>) -> Option<u32> {
        let is_it = |bearer: &Bearer| {
            (entry.is_some() && bearer.entry == entry) || (entity.is_some() && bearer.entity == entity)
        };
        u32::try_from(self.bearers.iter().position(is_it)?).ok()
    }
}

/// A name in the working text of a scene: its number in the lexicon, and where.
pub(crate) type Found = (u32, CharRange);

/// The names in the working text of a scene.
#[derive(Debug, Default)]
pub(crate) struct InScene {
    pub(crate) found: Vec<Found>,
    /// How often each bearer is mentioned, by number.
    pub(crate) bearers: Vec<(u32, usize)>,
}

/// The names, and where they stand in the working texts of the book, in reading order.
pub(crate) struct Mentions {
    pub(crate) names: Arc<Names>,
    pub(crate) book: Vec<(SceneId, Arc<InScene>)>,
}

/// What is kept with the open project. Apart from each other: who asks for names does not wait for a book to be read.
#[derive(Debug, Default)]
struct NamesCache {
    names: Mutex<KeptNames>,
    scenes: Mutex<KeptScenes>,
}

#[derive(Debug, Default)]
struct KeptNames {
    revision: Option<i64>,
    names: Arc<Names>,
}

/// Where `names` stand in the texts with these hashes.
#[derive(Debug, Default)]
struct KeptScenes {
    names: Arc<Names>,
    scenes: HashMap<SceneId, (ContentHash, Arc<InScene>)>,
}

/// The kinds whose records bear names.
const NAMED: [ItemKind; 2] = [ItemKind::LoreEntry, ItemKind::Entity];

/// The names as they are now.
pub(crate) async fn names(project: &Project) -> Result<Arc<Names>> {
    let kept = project.attached::<NamesCache>();
    let mut kept = kept.names.lock().await;
    let mut tx = project.begin_read().await?;
    let revision = canon::revision(&mut tx, &NAMED).await?;
    if kept.revision != Some(revision) {
        let bearers = bearers(&canon::list(&mut tx).await?, &canon::list(&mut tx).await?);
        if bearers != kept.names.bearers {
            kept.names = Arc::new(Names::new(bearers));
        }
        kept.revision = Some(revision);
    }
    Ok(Arc::clone(&kept.names))
}

/// The names and where they stand in the working texts of the book, as they are now. Scenes that did not change since it
/// was last asked are not looked through again; a text that is damaged has no names.
pub(crate) async fn mentions(project: &Project) -> Result<Mentions> {
    let names = names(project).await?;
    let kept = project.attached::<NamesCache>();
    let mut kept = kept.scenes.lock().await;
    if !kept.names.finds_as(&names) {
        kept.scenes.clear();
    }
    kept.names = Arc::clone(&names);
    let mut tx = project.begin_read().await?;
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let scenes = manuscript::working_hashes(&mut tx).await?;
    let mut known = std::mem::take(&mut kept.scenes);
    let mut book = Vec::with_capacity(scenes.len());
    for (done, (scene, hash)) in scenes.iter().copied().enumerate() {
        let found = match known.remove(&scene) {
            Some((of, found)) if of == hash => found,
            _ => {
                watch::report("scan", done, scenes.len())?;
                Arc::new(scan(&mut tx, &names, scene).await?)
            }
        };
        kept.scenes.insert(scene, (hash, Arc::clone(&found)));
        book.push((scene, found));
    }
    Ok(Mentions { names, book })
}

async fn scan(conn: &mut SqliteConnection, names: &Names, scene: SceneId) -> Result<InScene> {
    let Some(working) = readable(conn, scene).await? else { return Ok(InScene::default()) };
    let mentions = names.lexicon.mentions(&working.text);
    let found: Vec<Found> = mentions.into_iter().map(|mention| (mention.name, mention.range)).collect();
    let mut bearers: BTreeMap<u32, usize> = BTreeMap::new();
    for owner in found.iter().flat_map(|(name, _)| names.lexicon.owners(*name)) {
        *bearers.entry(*owner).or_default() += 1;
    }
    Ok(InScene { found, bearers: bearers.into_iter().collect() })
}

/// The names as the tables have them, within a transaction of the caller's.
pub(super) async fn read(conn: &mut SqliteConnection) -> Result<Names> {
    Ok(Names::new(bearers(&canon::list(conn).await?, &canon::list(conn).await?)))
}

/// Every lore entry with its entity, then the entities without an entry.
fn bearers(entries: &[(LoreEntryId, LoreRecord)], entities: &[(EntityId, EntityRecord)]) -> Vec<Bearer> {
    joined(entries, entities)
        .into_iter()
        .filter_map(|Joined { entry, entity }| {
            let entry = entry.and_then(|at| entries.get(at));
            let entity = entity.and_then(|at| entities.get(at));
            let (title, kind) = match (entry, entity) {
                (Some((_, record)), _) => (&record.title, record.kind.as_str()),
                (None, Some((_, record))) => (&record.name, record.kind.as_str()),
                (None, None) => return None,
            };
            let of_entry = entry.into_iter().flat_map(|(_, record)| record.names());
            let of_entity = entity.into_iter().flat_map(|(_, record)| record.names());
            let mut names: Vec<String> = Vec::new();
            for name in of_entry.chain(of_entity) {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
            let (entry, entity) = (entry.map(|(id, _)| *id), entity.map(|(id, _)| *id));
            Some(Bearer { entry, entity, title: title.clone(), kind, names })
        })
        .collect()
}
