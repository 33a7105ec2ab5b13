//! The owners of names, and the occurrences of names in the book: derived from canon and texts, cached with the open
//! project, and updated on request.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_project::checkpoints::ItemKind;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, canon, manuscript};
use wenfang_story::canon::cards::{Joined, joined};
use wenfang_story::canon::{EntityRecord, LoreRecord};
use wenfang_story::{EntityId, LoreEntryId, SceneId};
use wenfang_text::{CharRange, ContentHash, Lexicon};

use wenfang_manuscript::find::readable;
use wenfang_usecase::Result;

/// An owner of names: a lore entry, an entity, or both if they are one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub entry: Option<LoreEntryId>,
    pub entity: Option<EntityId>,
    pub title: String,
    /// The kind of the entry, or of the entity if there is no entry.
    pub kind: &'static str,
    /// Its names, title first.
    pub names: Vec<String>,
}

/// All names of the canon.
#[derive(Debug)]
pub struct Names {
    pub bearers: Vec<Bearer>,
    pub lexicon: Lexicon,
}

impl Default for Names {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Names {
    fn new(bearers: Vec<Bearer>) -> Self {
        let pairs = bearers.iter().enumerate().flat_map(|(owner, bearer)| {
            // The number of names always fits into 32 bits.
            let owner = u32::try_from(owner).unwrap_or(u32::MAX);
            bearer.names.iter().map(move |name| (owner, name.as_str()))
        });
        let lexicon = Lexicon::new(pairs);
        Self { bearers, lexicon }
    }

    pub fn bearer(&self, owner: u32) -> Option<&Bearer> {
        self.bearers.get(owner as usize)
    }

    /// Whether both find the same names with the same indexes.
    fn has_same_names(&self, other: &Self) -> bool {
        self.bearers.len() == other.bearers.len()
            && self.bearers.iter().zip(&other.bearers).all(|(one, other)| one.names == other.names)
    }

    /// The entity with this name, if it has no lore entry; none if several bearers have the name as their title.
    pub fn entity_without_entry(&self, name: &str) -> Option<EntityId> {
        self.unique_by_title(name).filter(|bearer| bearer.entry.is_none()).and_then(|bearer| bearer.entity)
    }

    /// The lore entry with this title, if it has no entity; none if several bearers have the name as their title.
    pub fn entry_without_entity(&self, name: &str) -> Option<LoreEntryId> {
        self.unique_by_title(name).filter(|bearer| bearer.entity.is_none()).and_then(|bearer| bearer.entry)
    }

    fn unique_by_title(&self, name: &str) -> Option<&Bearer> {
        let mut titled = self.bearers.iter().filter(|bearer| bearer.title == name);
        titled.next().filter(|_| titled.next().is_none())
    }

    /// The index of the bearer of a name; a bearer with this title takes precedence.
    pub fn owner_named(&self, name: &str) -> Option<u32> {
        let at = self.bearers.iter().position(|bearer| bearer.title == name);
        let at =
            at.or_else(|| self.bearers.iter().position(|bearer| bearer.names.iter().any(|one| one == name)));
        u32::try_from(at?).ok()
    }

    /// The index of the bearer of an entry or of an entity.
    pub fn owner_of(&self, entry: Option<LoreEntryId>, entity: Option<EntityId>) -> Option<u32> {
        let is_it = |bearer: &Bearer| {
            (entry.is_some() && bearer.entry == entry) || (entity.is_some() && bearer.entity == entity)
        };
        u32::try_from(self.bearers.iter().position(is_it)?).ok()
    }
}

/// A name in the working text of a scene: its number in the lexicon, and its range.
pub type Found = (u32, CharRange);

/// The names in the working text of a scene.
#[derive(Debug, Default)]
pub struct InScene {
    pub found: Vec<Found>,
    /// The number of mentions of each bearer, by index.
    pub bearers: Vec<(u32, usize)>,
}

/// The names, and their occurrences in the working texts of the book, in reading order.
pub struct Mentions {
    pub names: Arc<Names>,
    pub book: Vec<(SceneId, Arc<InScene>)>,
}

/// Cached with the open project, behind separate locks: reading the names never waits for a scan of the book.
#[derive(Debug, Default)]
struct NamesCache {
    names: Mutex<CachedNames>,
    scenes: Mutex<CachedScenes>,
}

#[derive(Debug, Default)]
struct CachedNames {
    revision: Option<i64>,
    names: Arc<Names>,
}

/// The occurrences of `names` in the texts with these hashes.
#[derive(Debug, Default)]
struct CachedScenes {
    names: Arc<Names>,
    scenes: HashMap<SceneId, (ContentHash, Arc<InScene>)>,
}

/// The kinds whose records have names.
const NAMED: [ItemKind; 2] = [ItemKind::LoreEntry, ItemKind::Entity];

/// The current names.
pub async fn names(project: &Project) -> Result<Arc<Names>> {
    let cache = project.attached::<NamesCache>();
    let mut cache = cache.names.lock().await;
    let mut tx = project.begin_read().await?;
    let revision = canon::revision(&mut tx, &NAMED).await?;
    if cache.revision != Some(revision) {
        let bearers = bearers(&canon::list(&mut tx).await?, &canon::list(&mut tx).await?);
        if bearers != cache.names.bearers {
            cache.names = Arc::new(Names::new(bearers));
        }
        cache.revision = Some(revision);
    }
    Ok(Arc::clone(&cache.names))
}

/// The current names and their occurrences in the working texts of the book. Scenes that did not change since the last
/// call are not scanned again; a damaged text has no occurrences.
pub async fn mentions(project: &Project, watch: &Watch) -> Result<Mentions> {
    let names = names(project).await?;
    let cache = project.attached::<NamesCache>();
    let mut cache = cache.scenes.lock().await;
    if !cache.names.has_same_names(&names) {
        cache.scenes.clear();
    }
    cache.names = Arc::clone(&names);
    let mut tx = project.begin_read().await?;
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let scenes = manuscript::working_hashes(&mut tx).await?;
    let mut known = std::mem::take(&mut cache.scenes);
    let mut book = Vec::with_capacity(scenes.len());
    for (done, (scene, hash)) in scenes.iter().copied().enumerate() {
        let found = match known.remove(&scene) {
            Some((of, found)) if of == hash => found,
            _ => {
                watch.report("scan", done, scenes.len())?;
                Arc::new(scan(&mut tx, &names, scene).await?)
            }
        };
        cache.scenes.insert(scene, (hash, Arc::clone(&found)));
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

/// Reads the names within the caller's transaction, bypassing the cache.
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
