//! Mentions of canon items in the book, the cast of a scene, and the known names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wenfang_manuscript::find::{MAX_HITS, TextHit, hit, readable};
use wenfang_manuscript::scenes::SceneRequest;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::{EntityId, LoreEntryId, SceneId};
use wenfang_text::{CharRange, TextIndex};
use wenfang_usecase::{Error, NoParams, Result};

use super::books::Book;
use super::names::{self, Bearer};

/// A canon item with names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Named {
    pub entry: Option<LoreEntryId>,
    pub entity: Option<EntityId>,
    pub title: String,
    /// The kind of the entry, or of the entity if there is no entry.
    pub kind: String,
}

impl From<&Bearer> for Named {
    fn from(bearer: &Bearer) -> Self {
        Self {
            entry: bearer.entry,
            entity: bearer.entity,
            title: bearer.title.clone(),
            kind: bearer.kind.to_owned(),
        }
    }
}

/// All names, for marking them in a text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct KnownNames {
    /// All items with names.
    pub named: Vec<Named>,
    /// Each name once, with its owners as indexes into `named`.
    pub names: Vec<KnownName>,
}

/// A name and its owners.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct KnownName {
    pub name: String,
    /// Indexes of its owners.
    pub owners: Vec<u32>,
}

/// Lists every name of the canon.
pub async fn known_names(project: &Project, _: NoParams) -> Result<KnownNames> {
    let names = names::names(project).await?;
    let known = names.lexicon.names().zip(0u32..).map(|(name, number)| KnownName {
        name: name.to_owned(),
        owners: names.lexicon.owners(number).to_vec(),
    });
    Ok(KnownNames { named: names.bearers.iter().map(Named::from).collect(), names: known.collect() })
}

/// Mention counts.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MentionCounts {
    /// All items with names, even without mentions.
    pub counts: Vec<MentionCount>,
}

/// How often an item is mentioned in the book.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MentionCount {
    #[serde(flatten)]
    pub named: Named,
    pub total: usize,
    /// The number of scenes that mention it.
    pub scenes: usize,
    /// The first scene that mentions it.
    pub first: Option<SceneId>,
    /// The last scene that mentions it.
    pub last: Option<SceneId>,
}

/// Counts the mentions of every item in the book.
pub async fn counts(project: &Project, _: NoParams, watch: &Watch) -> Result<MentionCounts> {
    let mentions = names::mentions(project, watch).await?;
    let mut tallies = vec![(0, 0, None, None); mentions.names.bearers.len()];
    for (scene, here) in &mentions.book {
        for (bearer, count) in &here.bearers {
            let Some((total, scenes, first, last)) = tallies.get_mut(*bearer as usize) else { continue };
            *total += count;
            *scenes += 1;
            first.get_or_insert(*scene);
            *last = Some(*scene);
        }
    }
    let counts = mentions.names.bearers.iter().zip(tallies).map(|(bearer, (total, scenes, first, last))| {
        MentionCount { named: bearer.into(), total, scenes, first, last }
    });
    Ok(MentionCounts { counts: counts.collect() })
}

/// A search for mentions; needs an entry or an entity.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindMentions {
    pub entry: Option<LoreEntryId>,
    pub entity: Option<EntityId>,
    /// The maximum number of hits in the answer; 2,000 when absent.
    pub limit: Option<usize>,
}

/// The mentions of an item.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MentionsFound {
    /// The number of all mentions, regardless of the limit.
    pub total: usize,
    /// The number of mentions by each name.
    pub names: Vec<NameCount>,
    /// The number of scenes with mentions.
    pub scenes: usize,
    /// The first mentions, in reading order.
    pub hits: Vec<TextHit>,
}

/// How often a name occurs in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct NameCount {
    pub name: String,
    pub count: usize,
}

/// Lists the mentions of an item.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) if neither entry nor entity is given, or it does not exist.
pub async fn of(project: &Project, request: FindMentions, watch: &Watch) -> Result<MentionsFound> {
    let mentions = names::mentions(project, watch).await?;
    let Some(owner) = mentions.names.owner_of(request.entry, request.entity) else {
        return Err(Error::bad_request(
            "no such lore entry or entity",
            "Nothing was changed. Choose an existing one.",
        ));
    };
    let lexicon = &mentions.names.lexicon;
    let limit = request.limit.unwrap_or(MAX_HITS);
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    let mut answer = MentionsFound { total: 0, names: Vec::new(), scenes: 0, hits: Vec::new() };
    for (scene, names) in &mentions.book {
        if names.bearers.binary_search_by_key(&owner, |(bearer, _)| *bearer).is_err() {
            continue;
        }
        let here: Vec<CharRange> = names
            .found
            .iter()
            .filter(|(name, _)| lexicon.owners(*name).contains(&owner))
            .map(|(name, range)| {
                *counts.entry(*name).or_default() += 1;
                *range
            })
            .collect();
        answer.total += here.len();
        answer.scenes += 1;
        if answer.hits.len() >= limit {
            continue;
        }
        let Some(working) = readable(&mut tx, *scene).await? else { continue };
        let index = TextIndex::new(&working.text);
        let place = book.place(*scene);
        let Some(chapter) = place.chapter else { continue };
        let shown = here.into_iter().take(limit - answer.hits.len());
        answer.hits.extend(
            shown.map(|range| hit((*scene, chapter, &place.chapter_title), &working, (&index, range))),
        );
    }
    answer.names = counts
        .into_iter()
        .filter_map(|(name, count)| Some(NameCount { name: lexicon.name(name)?.to_owned(), count }))
        .collect();
    answer.names.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    Ok(answer)
}

/// The people and things mentioned in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Cast {
    pub scene: SceneId,
    /// Most mentioned first.
    pub cast: Vec<CastMember>,
}

/// An item mentioned in a scene.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CastMember {
    #[serde(flatten)]
    pub named: Named,
    pub count: usize,
    /// The first mention, in char offsets of the working text.
    pub first: CharRange,
}

/// Lists the people and things mentioned in a scene.
pub async fn cast(project: &Project, request: SceneRequest) -> Result<Cast> {
    let names = names::names(project).await?;
    let mut tx = project.begin_read().await?;
    let working = wenfang_versions::working_text(&mut tx, request.scene).await?;
    drop(tx);
    let mut members: BTreeMap<u32, (usize, CharRange)> = BTreeMap::new();
    for mention in names.lexicon.mentions(&working.text) {
        for owner in mention.owners {
            members.entry(*owner).or_insert((0, mention.range)).0 += 1;
        }
    }
    let mut cast: Vec<CastMember> = members
        .into_iter()
        .filter_map(|(owner, (count, first))| {
            Some(CastMember { named: names.bearer(owner)?.into(), count, first })
        })
        .collect();
    cast.sort_by_key(|member| (std::cmp::Reverse(member.count), member.first.start()));
    Ok(Cast { scene: request.scene, cast })
}
