//! Reads the material of a check in one transaction: the texts of the whole book, the canon, the rules.
//!
//! Drafts are included. Unchanged texts are cached with the open project, so that checking one chapter after
//! another reads them once.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::Mutex;
use wenfang_checks::rules::{Book, Canon, Found, Scene};
use wenfang_manuscript::find::{FindScope, places, readable};
use wenfang_project::{Project, canon, manuscript, meta};
use wenfang_story::canon::{
    BibleFieldRecord, EntityRecord, FactRecord, LoreRecord, RelationRecord, ThreadAnchorRecord, ThreadRecord,
    TimelineEventRecord,
};
use wenfang_story::check::Rule;
use wenfang_story::{
    BibleFieldId, ChapterId, EntityId, FactId, LoreEntryId, RelationId, SceneId, ScenePlan, ThreadAnchorId,
    ThreadId, TimelineEventId,
};
use wenfang_text::marks::Plain;
use wenfang_text::{ContentHash, NovelLanguage};
use wenfang_usecase::Result;

use super::ahead::{Ahead, locate_ahead};
use super::switches;

/// The material of a check.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// The language of the novel; unknown if it is none of ours.
    pub(crate) language: Option<NovelLanguage>,
    /// The rules to run; none of them needs a model.
    pub(crate) rules: Vec<Rule>,
    /// The scenes to check, in reading order.
    pub(crate) wanted: Vec<SceneId>,
    /// Scenes to check whose text is damaged.
    pub(crate) unreadable: Vec<SceneId>,
    /// All readable scenes of the book, in reading order.
    pub(crate) scenes: Vec<GatheredScene>,
    pub(crate) canon: GatheredCanon,
    /// Where rewritten passages of known findings are now.
    pub(crate) ahead: Ahead,
}

/// A scene.
#[derive(Debug)]
pub(crate) struct GatheredScene {
    pub(crate) id: SceneId,
    pub(crate) chapter: ChapterId,
    pub(crate) text: Arc<GatheredText>,
    pub(crate) plan: ScenePlan,
    pub(crate) target: Option<u32>,
}

/// A working text.
#[derive(Debug)]
pub(crate) struct GatheredText {
    pub(crate) words: String,
    pub(crate) hash: ContentHash,
    /// What rules read, if the text has marks.
    plain: Option<Plain<'static>>,
}

impl GatheredText {
    fn new(words: String, hash: ContentHash) -> Self {
        Self { plain: Plain::of(&words).into_owned(), words, hash }
    }

    fn read(&self) -> &str {
        self.plain.as_ref().map_or(self.words.as_str(), Plain::text)
    }
}

/// The passages of a thread.
type Anchors = Vec<(ThreadAnchorId, ThreadAnchorRecord)>;

/// The canon.
#[derive(Debug, PartialEq)]
pub(crate) struct GatheredCanon {
    pub(crate) bible: Vec<(BibleFieldId, BibleFieldRecord)>,
    pub(crate) lore: Vec<(LoreEntryId, LoreRecord)>,
    pub(crate) entities: Vec<(EntityId, EntityRecord)>,
    pub(crate) relations: Vec<(RelationId, RelationRecord)>,
    pub(crate) facts: Vec<(FactId, FactRecord)>,
    pub(crate) threads: Vec<(ThreadId, ThreadRecord, Anchors)>,
    pub(crate) events: Vec<(TimelineEventId, TimelineEventRecord)>,
}

impl Gathered {
    /// The text of a scene.
    pub(crate) fn text(&self, scene: SceneId) -> Option<&GatheredText> {
        self.scenes.iter().find(|known| known.id == scene).map(|known| &*known.text)
    }

    /// Whether the rules find the same in both, apart from the scenes that are wanted.
    pub(crate) fn is_same_book(&self, other: &Self) -> bool {
        let scene = |scene: &GatheredScene| (scene.id, scene.chapter, scene.text.hash, scene.target);
        self.language == other.language
            && self.rules == other.rules
            && self.scenes.iter().map(scene).eq(other.scenes.iter().map(scene))
            && self.scenes.iter().map(|scene| &scene.plan).eq(other.scenes.iter().map(|scene| &scene.plan))
            && self.canon == other.canon
    }

    /// Converts what rules found in [`book`](Self::book) to positions in the texts themselves.
    pub(crate) fn in_texts(&self, found: Vec<Found>) -> Vec<Found> {
        in_texts(found, |scene| self.plain(scene))
    }

    /// The plain view of a scene, if its text has marks.
    pub(crate) fn plain(&self, scene: SceneId) -> Option<&Plain<'static>> {
        self.text(scene)?.plain.as_ref()
    }

    /// Converts the material for the rules, which read texts without marks: [`in_texts`](Self::in_texts) converts what
    /// they find.
    pub(crate) fn book(&self) -> Book<'_> {
        let scenes = self.scenes.iter().map(|known| Scene {
            id: known.id,
            chapter: known.chapter,
            text: known.text.read(),
            plan: Some(&known.plan),
            target: known.target,
        });
        let canon = &self.canon;
        Book {
            language: self.language,
            scenes: scenes.collect(),
            canon: Canon {
                bible: &canon.bible,
                lore: &canon.lore,
                entities: &canon.entities,
                relations: &canon.relations,
                facts: &canon.facts,
                threads: &canon.threads,
                events: &canon.events,
            },
            forbidden: &[],
        }
    }
}

/// Converts what rules found in plain views to positions in the texts themselves.
pub(crate) fn in_texts<'p>(
    found: Vec<Found>,
    plain: impl Fn(SceneId) -> Option<&'p Plain<'static>>,
) -> Vec<Found> {
    let converted = |mut found: Found| {
        for place in &mut found.places {
            if let Some(plain) = plain(place.scene) {
                place.range = plain.to_raw(place.range);
            }
        }
        found
    };
    found.into_iter().map(converted).collect()
}

/// Reads the material of a check by `rules`, or by the enabled rules.
///
/// # Errors
/// An unknown scene or chapter; those of reading.
pub(crate) async fn gather(project: &Project, within: FindScope, rules: Option<&[Rule]>) -> Result<Gathered> {
    let cache = project.attached::<TextCache>();
    let mut cache = cache.0.lock().await;
    let mut tx = project.begin_read().await?;
    let mut rules = match rules {
        Some(rules) => rules.to_vec(),
        None => switches::rules_on(&mut tx).await?,
    };
    rules.retain(|rule| !rule.needs_model());
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let wanted: Vec<SceneId> = places(&mut tx, within).await?.into_iter().map(|place| place.scene).collect();
    let (scenes, unreadable) = scenes(&mut tx, &mut cache).await?;
    let is_wanted = |scene: &SceneId| wanted.contains(scene);
    let mut gathered = Gathered {
        language: NovelLanguage::of_tag(&meta::require(&mut tx).await?.language),
        rules,
        unreadable: unreadable.into_iter().filter(is_wanted).collect(),
        wanted: scenes.iter().map(|scene| scene.id).filter(is_wanted).collect(),
        scenes,
        canon: read_canon(&mut tx).await?,
        ahead: Ahead::default(),
    };
    drop(tx);
    drop(cache);
    gathered.ahead = locate_ahead(project, &gathered).await?;
    Ok(gathered)
}

/// Cached texts by scene, each with a key that identifies its state.
#[derive(Debug, Default)]
struct TextCache(Mutex<Texts>);

type Texts = HashMap<SceneId, (ContentHash, Arc<GatheredText>)>;

/// All readable scenes of the book, and the unreadable ones.
async fn scenes(
    conn: &mut SqliteConnection,
    cache: &mut Texts,
) -> Result<(Vec<GatheredScene>, Vec<SceneId>)> {
    let hashes: HashMap<SceneId, ContentHash> = manuscript::working_hashes(conn).await?.into_iter().collect();
    let mut targets: HashMap<ChapterId, Option<u32>> =
        manuscript::chapters(conn).await?.into_iter().map(|row| (row.id, row.record.target)).collect();
    let entries = manuscript::scenes(conn).await?;
    // The target length of a chapter applies to its scene only if it has just one.
    for pair in entries.windows(2) {
        if let [one, next] = pair
            && one.chapter == next.chapter
        {
            targets.remove(&one.chapter);
        }
    }
    let mut known = std::mem::take(cache);
    let mut scenes = Vec::with_capacity(entries.len());
    let mut unreadable = Vec::new();
    for entry in entries {
        let hash = hashes.get(&entry.id).copied();
        let text = match known.remove(&entry.id) {
            Some((of, text)) if Some(of) == hash => text,
            _ => match readable(conn, entry.id).await? {
                Some(working) => Arc::new({
                    let hash = working.hash();
                    GatheredText::new(working.text, hash)
                }),
                None => {
                    unreadable.push(entry.id);
                    continue;
                }
            },
        };
        cache.extend(hash.map(|hash| (entry.id, (hash, Arc::clone(&text)))));
        let chapter_target = targets.get(&entry.chapter).copied().flatten();
        scenes.push(GatheredScene {
            id: entry.id,
            chapter: entry.chapter,
            text,
            target: entry.record.target.or(chapter_target),
            plan: entry.record.plan,
        });
    }
    Ok((scenes, unreadable))
}

/// Reads the canon.
pub(crate) async fn read_canon(conn: &mut SqliteConnection) -> Result<GatheredCanon> {
    let mut anchors: BTreeMap<ThreadId, Anchors> = BTreeMap::new();
    for (id, record) in canon::list::<ThreadAnchorId>(conn).await? {
        anchors.entry(record.thread).or_default().push((id, record));
    }
    let threads: Vec<(ThreadId, ThreadRecord)> = canon::list(conn).await?;
    let threads = threads
        .into_iter()
        .map(|(id, record)| (id, record, anchors.remove(&id).unwrap_or_default()))
        .collect();
    Ok(GatheredCanon {
        bible: canon::list(conn).await?,
        lore: canon::list(conn).await?,
        entities: canon::list(conn).await?,
        relations: canon::list(conn).await?,
        facts: canon::list(conn).await?,
        threads,
        events: canon::list(conn).await?,
    })
}
