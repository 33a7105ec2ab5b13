//! The filters of a search.

use std::collections::HashSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, manuscript};
use wenfang_search::{Kind, Scope, SourceKey, SourceKind};
use wenfang_story::canon::StoryOrder;
use wenfang_story::{ChapterId, EntityId, SceneId, Status, ThreadAnchorId, TimelineEventId, VolumeId};

use wenfang_canon::books::telling_order;
use wenfang_canon::names::mentions;
use wenfang_usecase::{Code, Error, Result};

/// Filters of a search; without any, everything is searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
#[ts(optional_fields = nullable)]
#[ts(rename = "SearchFilters")]
pub struct Filters {
    /// Only this volume.
    pub volume: Option<VolumeId>,
    /// From this chapter on.
    pub from_chapter: Option<ChapterId>,
    /// Up to and including this chapter.
    pub to_chapter: Option<ChapterId>,
    /// Only scenes planned with this point of view.
    pub pov: Option<String>,
    /// Only scenes that mention this entity.
    pub character: Option<EntityId>,
    /// Only scenes with this status.
    pub status: Option<Status>,
    /// Only these kinds; all when empty.
    #[ts(as = "Option<_>", optional)]
    pub kinds: Vec<Kind>,
    /// Only what is told up to and including this scene.
    pub as_of: Option<SceneId>,
}

impl Filters {
    /// Whether a filter refers to the manuscript, which excludes texts without a position in it.
    fn are_positional(&self) -> bool {
        let Self { volume, from_chapter, to_chapter, pov, character, status, kinds: _, as_of: _ } = self;
        volume.is_some()
            || from_chapter.is_some()
            || to_chapter.is_some()
            || pov.is_some()
            || character.is_some()
            || status.is_some()
    }
}

/// The part of the story that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// The whole story.
    Open,
    /// Up to and including this scene.
    With(SceneId),
    /// Up to but excluding this scene.
    Before(SceneId),
}

/// Selects the indexed sources that match.
///
/// # Errors
/// [`Code::NotFound`] for a scene or chapter that is not in the manuscript.
pub async fn scope(
    project: &Project,
    (filters, horizon): (&Filters, Horizon),
    indexed: impl Iterator<Item = SourceKey>,
    watch: &Watch,
) -> Result<Scope> {
    if *filters == Filters::default() && horizon == Horizon::Open {
        return Ok(Scope::sources(indexed));
    }
    let cast = match filters.character {
        Some(entity) => Some(scenes_mentioning(project, entity, watch).await?),
        None => None,
    };
    let mut tx = project.begin_read().await?;
    let places = ManuscriptOrder::read(&mut tx).await?;
    let fitting = places.fitting(filters, cast.as_ref())?;
    let known = places.known(horizon)?;
    let fits = |key: &SourceKey| {
        (filters.kinds.is_empty() || filters.kinds.contains(&key.kind.kind()))
            && places.position(*key).map_or(!filters.are_positional(), |position| position.fits(&fitting))
            && places.is_known(*key, known)
    };
    Ok(Scope::sources(indexed.filter(fits)))
}

/// The scenes that mention an entity.
async fn scenes_mentioning(project: &Project, entity: EntityId, watch: &Watch) -> Result<HashSet<SceneId>> {
    let mentions = mentions(project, watch).await?;
    let Some(owner) = mentions.names.owner_of(None, Some(entity)) else { return Ok(HashSet::new()) };
    let mentioned =
        mentions.book.iter().filter(|(_, found)| found.bearers.iter().any(|(who, _)| *who == owner));
    Ok(mentioned.map(|(scene, _)| *scene).collect())
}

/// Treats damaged records as absent: they have no position in the story and are never known as of a scene.
fn undamaged<T>(read: wenfang_project::Result<Vec<T>>) -> Result<Vec<T>> {
    match read {
        Err(wenfang_project::Error::Damaged(_)) => Ok(Vec::new()),
        read => Ok(read?),
    }
}

/// The position of a source in the story.
struct TellingPosition {
    /// Ranks of its scenes; empty for a part that is only planned.
    ranks: Range<usize>,
    /// Indexes of its chapters in the book; empty for a source of a single scene.
    chapters: Range<usize>,
    /// Number of scenes after which the source is fully told: its last one, or one more than before it if it is
    /// only planned.
    over: usize,
}

impl TellingPosition {
    fn in_scene(rank: usize) -> Self {
        Self { ranks: rank..rank + 1, chapters: 0..0, over: rank + 1 }
    }

    fn in_chapter(index: usize, ranks: Range<usize>) -> Self {
        Self { over: ranks.end.max(ranks.start + 1), chapters: index..index + 1, ranks }
    }

    /// Whether any of its scenes or chapters matches.
    fn fits(&self, fitting: &FilterMatch) -> bool {
        let any = |places: &[bool], range: &Range<usize>| {
            range.clone().any(|at| places.get(at).copied().unwrap_or(false))
        };
        any(&fitting.scenes, &self.ranks) || any(&fitting.chapters, &self.chapters)
    }
}

/// The scenes and chapters that match the filters.
struct FilterMatch {
    /// By rank.
    scenes: Vec<bool>,
    /// By index in the book; empty if a filter applies only to scenes.
    chapters: Vec<bool>,
}

/// The positions of all sources in the manuscript.
struct ManuscriptOrder {
    order: StoryOrder,
    scenes: Vec<manuscript::SceneEntry>,
    chapters: Vec<manuscript::ChapterEntry>,
    /// With the first scene of each thread.
    threads: Vec<(i64, Option<usize>)>,
    events: Vec<(i64, Option<usize>)>,
}

impl ManuscriptOrder {
    async fn read(conn: &mut SqliteConnection) -> Result<Self> {
        use wenfang_project::canon;
        let order = telling_order(conn).await?;
        let mut threads: std::collections::BTreeMap<i64, Option<usize>> = std::collections::BTreeMap::new();
        for (_, anchor) in undamaged(canon::list::<ThreadAnchorId>(conn).await)? {
            let first = threads.entry(anchor.thread.get()).or_default();
            let rank = order.rank(anchor.scene).filter(|_| !anchor.gone);
            *first = match (*first, rank) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        let events = undamaged(canon::list::<TimelineEventId>(conn).await)?;
        let events =
            events.into_iter().map(|(id, event)| (id.get(), event.scene.and_then(|at| order.rank(at))));
        Ok(Self {
            scenes: manuscript::scenes(conn).await?,
            chapters: manuscript::chapters(conn).await?,
            threads: threads.into_iter().collect(),
            events: events.collect(),
            order,
        })
    }

    /// Finds the scenes and chapters that match.
    fn fitting(&self, filters: &Filters, cast: Option<&HashSet<SceneId>>) -> Result<FilterMatch> {
        let chapter_index = |chapter: Option<ChapterId>| {
            chapter
                .map(|chapter| {
                    self.chapters.iter().position(|entry| entry.id == chapter).ok_or_else(|| {
                        let hint = "Nothing was changed. Choose a chapter of the manuscript.";
                        Error::new(
                            Code::NotFound,
                            format!("chapter {chapter} is not in the manuscript"),
                            hint,
                        )
                    })
                })
                .transpose()
        };
        let from = chapter_index(filters.from_chapter)?.unwrap_or(0);
        let to = chapter_index(filters.to_chapter)?.unwrap_or(usize::MAX);
        let is_there = |index: usize, chapter: &manuscript::ChapterEntry| {
            (from..=to).contains(&index) && filters.volume.is_none_or(|volume| chapter.volume == volume)
        };
        let mut chapters = self.chapters.iter().enumerate().peekable();
        let mut scenes = vec![false; self.order.len()];
        for scene in &self.scenes {
            while chapters.peek().is_some_and(|(_, chapter)| chapter.id != scene.chapter) {
                chapters.next();
            }
            let Some((index, chapter)) = chapters.peek() else { break };
            let fits = is_there(*index, chapter)
                && filters.pov.as_deref().is_none_or(|pov| scene.record.plan.pov.trim() == pov.trim())
                && filters.status.is_none_or(|status| scene.record.status == status)
                && cast.is_none_or(|cast| cast.contains(&scene.id));
            if let Some(rank) = self.order.rank(scene.id)
                && let Some(place) = scenes.get_mut(rank)
            {
                *place = fits;
            }
        }
        let has_scene_filters = filters.pov.is_some() || filters.status.is_some() || cast.is_some();
        let chapters = match has_scene_filters {
            true => Vec::new(),
            false => {
                self.chapters.iter().enumerate().map(|(index, chapter)| is_there(index, chapter)).collect()
            }
        };
        Ok(FilterMatch { scenes, chapters })
    }

    /// Number of scenes within the horizon.
    fn known(&self, horizon: Horizon) -> Result<Option<usize>> {
        let rank = |scene: SceneId| {
            self.order.rank(scene).ok_or_else(|| {
                let hint = "Nothing was changed. Choose a scene of the manuscript.";
                Error::new(Code::NotFound, format!("scene {scene} is not in the manuscript"), hint)
            })
        };
        Ok(match horizon {
            Horizon::Open => None,
            Horizon::With(scene) => Some(rank(scene)? + 1),
            Horizon::Before(scene) => Some(rank(scene)?),
        })
    }

    /// The position of a source; none for a source outside the story.
    fn position(&self, key: SourceKey) -> Option<TellingPosition> {
        let noted = |list: &[(i64, Option<usize>)]| {
            list.iter()
                .find(|(id, _)| *id == key.id)
                .and_then(|(_, rank)| *rank)
                .map(TellingPosition::in_scene)
        };
        match key.kind {
            SourceKind::Scene | SourceKind::SceneSynopsis => {
                self.order.rank(key.id.into()).map(TellingPosition::in_scene)
            }
            SourceKind::ChapterSynopsis | SourceKind::ChapterSummary => {
                let index = self.chapters.iter().position(|chapter| chapter.id.get() == key.id)?;
                Some(TellingPosition::in_chapter(index, self.order.ranks_of(key.id.into())))
            }
            SourceKind::VolumeSynopsis => {
                let volume = VolumeId::from(key.id);
                let own = self.chapters.iter().enumerate().filter(|(_, chapter)| chapter.volume == volume);
                let position = own.map(|(index, chapter)| {
                    TellingPosition::in_chapter(index, self.order.ranks_of(chapter.id))
                });
                position.reduce(|first, next| TellingPosition {
                    ranks: first.ranks.start..next.ranks.end,
                    chapters: first.chapters.start..next.chapters.end,
                    over: first.over.max(next.over),
                })
            }
            SourceKind::Thread => noted(&self.threads),
            SourceKind::Event => noted(&self.events),
            SourceKind::Lore | SourceKind::LoreSecret | SourceKind::Entity | SourceKind::Bible => None,
        }
    }

    /// Whether a source reveals nothing beyond the first `known` scenes. Sources outside the story are always
    /// known, except events and threads that are not told yet and synopses of parts that are not finished.
    fn is_known(&self, key: SourceKey, known: Option<usize>) -> bool {
        let Some(known) = known else { return true };
        match (key.kind, self.position(key)) {
            (SourceKind::Thread, Some(position)) => position.ranks.start < known,
            (_, Some(position)) => position.over <= known,
            (SourceKind::Lore | SourceKind::LoreSecret | SourceKind::Entity | SourceKind::Bible, None) => {
                true
            }
            (_, None) => false,
        }
    }
}
