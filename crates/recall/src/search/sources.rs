//! The texts of a project that are indexed: everything an author may search for, each with a key and a content
//! hash.

use sqlx::SqliteConnection;
use wenfang_project::canon::CanonItem;
use wenfang_project::{Error, canon, manuscript};
use wenfang_search::{SourceKey, SourceKind};
use wenfang_story::canon::{BibleFieldRecord, EntityRecord, LoreRecord, ThreadRecord, TimelineEventRecord};
use wenfang_story::{BibleFieldId, EntityId, LoreEntryId, SceneId, ThreadId, TimelineEventId};
use wenfang_text::ContentHash;

use wenfang_manuscript::find::readable;
use wenfang_usecase::Result;

use crate::summaries::current_summaries;

/// A text to index.
pub(super) struct Listed {
    pub(super) key: SourceKey,
    pub(super) stamp: ContentHash,
    /// None for the text of a scene, which is read on demand.
    text: Option<String>,
}

impl Listed {
    fn new(kind: SourceKind, id: i64, parts: &[&str]) -> Option<Self> {
        let written: Vec<&str> =
            parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        if written.is_empty() {
            return None;
        }
        let text = written.join("\n");
        let stamp = ContentHash::of(text.as_bytes());
        Some(Self { key: SourceKey { kind, id }, stamp, text: Some(text) })
    }

    /// Reads the current text; empty if it is damaged or too large, so that the other texts remain searchable.
    pub(super) async fn read(&self, conn: &mut SqliteConnection) -> Result<String> {
        match &self.text {
            Some(text) => Ok(text.clone()),
            None => {
                let working = readable(conn, SceneId::from(self.key.id)).await?;
                Ok(working.map(|working| working.text).unwrap_or_default())
            }
        }
    }
}

/// The texts to index.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) texts: Vec<Listed>,
    /// Kinds with a damaged record; their indexed texts stay as they are.
    pub(super) unreadable: Vec<SourceKind>,
}

impl Listing {
    /// Adds the texts of a canon table.
    async fn canon<I: CanonItem>(
        &mut self,
        conn: &mut SqliteConnection,
        kinds: &[SourceKind],
        texts: impl Fn(i64, &I::Record) -> Vec<Option<Listed>>,
    ) -> Result<()> {
        match canon::list::<I>(conn).await {
            Ok(records) => {
                for (id, record) in records {
                    self.texts.extend(texts(id.into(), &record).into_iter().flatten());
                }
            }
            Err(Error::Damaged(_)) => self.unreadable.extend(kinds),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// Lists all texts, without reading the texts of scenes.
///
/// # Errors
/// A manuscript larger than [`manuscript::ANALYSED_BYTES`].
pub(super) async fn list(conn: &mut SqliteConnection) -> Result<Listing> {
    manuscript::require_within(conn, manuscript::ANALYSED_BYTES).await?;
    let hashes = manuscript::working_hashes(conn).await?;
    let mut all: Vec<Listed> = hashes
        .iter()
        .map(|&(scene, stamp)| Listed {
            key: SourceKey { kind: SourceKind::Scene, id: scene.get() },
            stamp,
            text: None,
        })
        .collect();
    for volume in manuscript::volumes(conn).await? {
        let parts = [volume.record.synopsis.as_str()];
        all.extend(Listed::new(SourceKind::VolumeSynopsis, volume.id.get(), &parts));
    }
    for chapter in manuscript::chapters(conn).await? {
        let parts = [chapter.record.synopsis.as_str(), &chapter.record.goal];
        all.extend(Listed::new(SourceKind::ChapterSynopsis, chapter.id.get(), &parts));
    }
    let scenes = manuscript::scenes(conn).await?;
    for (chapter, summary) in current_summaries(conn, &scenes, &hashes).await? {
        let events = summary.key_events.iter().map(|event| event.text.as_str());
        let parts: Vec<&str> = std::iter::once(summary.text.as_str()).chain(events).collect();
        all.extend(Listed::new(SourceKind::ChapterSummary, chapter.get(), &parts));
    }
    for scene in scenes {
        let plan = &scene.record.plan;
        let parts = [scene.record.synopsis.as_str(), &plan.conflict, &plan.turning_point];
        all.extend(Listed::new(SourceKind::SceneSynopsis, scene.id.get(), &parts));
    }
    let mut listing = Listing { texts: all, unreadable: Vec::new() };
    let kinds = [SourceKind::Lore, SourceKind::LoreSecret];
    let lore = |id, entry: &LoreRecord| {
        let aliases = entry.aliases.join("、");
        let visible = Listed::new(SourceKind::Lore, id, &[&entry.title, &aliases, &entry.content]);
        vec![visible, Listed::new(SourceKind::LoreSecret, id, &[&entry.secrets])]
    };
    listing.canon::<LoreEntryId>(conn, &kinds, lore).await?;
    let entity = |id, entity: &EntityRecord| {
        let names = entity.names().collect::<Vec<_>>().join("、");
        vec![Listed::new(SourceKind::Entity, id, &[&names, &entity.description])]
    };
    listing.canon::<EntityId>(conn, &[SourceKind::Entity], entity).await?;
    let field = |id, field: &BibleFieldRecord| vec![Listed::new(SourceKind::Bible, id, &[&field.value])];
    listing.canon::<BibleFieldId>(conn, &[SourceKind::Bible], field).await?;
    let thread = |id, thread: &ThreadRecord| {
        vec![Listed::new(SourceKind::Thread, id, &[&thread.title, &thread.description])]
    };
    listing.canon::<ThreadId>(conn, &[SourceKind::Thread], thread).await?;
    let event = |id, event: &TimelineEventRecord| {
        vec![Listed::new(
            SourceKind::Event,
            id,
            &[&event.title, &event.description, &event.time, &event.place],
        )]
    };
    listing.canon::<TimelineEventId>(conn, &[SourceKind::Event], event).await?;
    Ok(listing)
}
