//! Finding words in the manuscript: in what the author sees, drafts before newest versions.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::{Damage, Project, manuscript, parts, watch};
use wenfang_story::{ChapterId, SceneId, VersionNo};
use wenfang_text::{Case, CharRange, ContentHash, Excerpt, Matching, Pattern, PatternError, TextIndex};
use wenfang_versions::{self as versions, WorkingText};

use crate::error::{Error, Result};

/// Hits in an answer when the request does not say how many.
pub const MAX_HITS: usize = 2_000;

/// Where to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FindScope {
    /// In one scene.
    Scene(SceneId),
    /// In one chapter.
    Chapter(ChapterId),
    /// In the whole manuscript.
    #[default]
    Book,
}

/// What to look for and where.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindText {
    /// The words or the regular expression, at most 1,000 characters.
    pub pattern: String,
    /// How the pattern is read.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub matching: Matching,
    /// Whether capitals and small letters differ.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub case: Case,
    /// Whether only whole words are found, in scripts that part words by spaces; of a regular expression nothing changes.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub whole_words: bool,
    /// Where to look.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: FindScope,
    /// The most hits in the answer; 2,000 when absent.
    pub limit: Option<usize>,
}

/// What was found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextFound {
    /// The first hits, in reading order.
    pub hits: Vec<TextHit>,
    /// How many there are, whatever the limit.
    pub total: usize,
    /// Scenes that were looked through.
    pub searched: usize,
    /// Scenes whose text is damaged or too large, and cannot be looked through.
    pub unreadable: Vec<SceneId>,
    /// Stands for all that was found: a replacement that names it is refused when the texts with hits are other ones.
    pub fingerprint: String,
}

/// A place in a text where the pattern was found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextHit {
    /// The scene.
    pub scene: SceneId,
    /// Its chapter.
    pub chapter: ChapterId,
    /// The title of that.
    pub chapter_title: String,
    /// Which text of the scene the range belongs to.
    pub text: TextKind,
    /// The version it belongs to; of a draft the one it was begun from.
    pub version: VersionNo,
    /// Where, in char offsets of that text.
    pub range: CharRange,
    /// The words around it.
    pub excerpt: Excerpt,
}

/// Which text of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    /// A saved one.
    Version,
    /// The working text.
    Draft,
}

/// Looks for words in what the author sees: the draft of a scene, or its newest version where it has none.
pub async fn find(project: &Project, request: FindText) -> Result<TextFound> {
    let (pattern, mut fingerprint) =
        sought(&request.pattern, (request.matching, request.case, request.whole_words))?;
    let limit = request.limit.unwrap_or(MAX_HITS);
    let mut tx = project.begin_read().await?;
    let places = places(&mut tx, request.scope).await?;
    let mut found = TextFound {
        hits: Vec::new(),
        total: 0,
        searched: 0,
        unreadable: Vec::new(),
        fingerprint: String::new(),
    };
    let mut bytes = 0;
    for (done, place) in places.iter().enumerate() {
        watch::report("find", done, places.len())?;
        let Some(working) = readable(&mut tx, place.scene).await? else {
            found.unreadable.push(place.scene);
            continue;
        };
        found.searched += 1;
        bytes += working.text.len();
        pattern.require_bearable(bytes).map_err(refused)?;
        let mut count = 0;
        let mut shown = Vec::new();
        for range in pattern.hits(&working.text) {
            count += 1;
            if found.hits.len() + shown.len() < limit {
                shown.push(range);
            }
        }
        if count > 0 {
            fingerprint.note(&working);
            found.total += count;
        }
        if !shown.is_empty() {
            let index = TextIndex::new(&working.text);
            found.hits.extend(shown.into_iter().map(|range| hit_at(place, &working, (&index, range))));
        }
    }
    watch::report("find", places.len(), places.len())?;
    found.fingerprint = fingerprint.finish();
    Ok(found)
}

/// A scene to look through, with the chapter it is in.
pub(crate) struct SceneLocation {
    pub(crate) scene: SceneId,
    chapter: ChapterId,
    chapter_title: String,
}

/// A range of the working text at a place as a hit.
pub(crate) fn hit_at(
    place: &SceneLocation,
    working: &WorkingText,
    (index, range): (&TextIndex<'_>, CharRange),
) -> TextHit {
    hit((place.scene, place.chapter, &place.chapter_title), working, (index, range))
}

/// A range of the working text of a scene, in a chapter, as a hit.
pub(crate) fn hit(
    (scene, chapter, chapter_title): (SceneId, ChapterId, &str),
    working: &WorkingText,
    (index, range): (&TextIndex<'_>, CharRange),
) -> TextHit {
    TextHit {
        scene,
        chapter,
        chapter_title: chapter_title.to_owned(),
        text: if working.is_draft { TextKind::Draft } else { TextKind::Version },
        version: working.version.version,
        range,
        excerpt: Excerpt::new(index, range),
    }
}

/// The scenes in a scope, in reading order.
pub(crate) async fn places(conn: &mut SqliteConnection, scope: FindScope) -> Result<Vec<SceneLocation>> {
    let (chapter, scenes) = match scope {
        FindScope::Book => {
            manuscript::require_within(conn, manuscript::READ_BYTES).await?;
            let mut places = Vec::new();
            let mut scenes = manuscript::scenes(conn).await?.into_iter().peekable();
            for chapter in manuscript::chapters(conn).await? {
                while let Some(scene) = scenes.next_if(|scene| scene.chapter == chapter.id) {
                    let chapter_title = chapter.record.title.clone();
                    places.push(SceneLocation { scene: scene.id, chapter: chapter.id, chapter_title });
                }
            }
            return Ok(places);
        }
        FindScope::Chapter(chapter) => (chapter, parts::list_by_parent(conn, chapter).await?),
        FindScope::Scene(scene) => (parts::require(conn, scene).await?.parent, vec![scene]),
    };
    let title = parts::require(conn, chapter).await?.record.title;
    let place = |scene| SceneLocation { scene, chapter, chapter_title: title.clone() };
    Ok(scenes.into_iter().map(place).collect())
}

/// The working text of a scene; `None` where it is damaged or too large to be read, so that the rest can be looked through
/// all the same.
pub(crate) async fn readable(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<WorkingText>> {
    use versions::Error::Project;
    use wenfang_project::Error::{ContentTooLarge, Damaged};
    match versions::working_text(conn, scene).await {
        Ok(working) => Ok(Some(working)),
        Err(Project(
            Damaged(Damage::Text { .. } | Damage::Version { .. } | Damage::Draft { .. })
            | ContentTooLarge { .. },
        )) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What is looked for, and what stands for the search.
pub(crate) fn sought(
    words: &str,
    (matching, case, whole_words): (Matching, Case, bool),
) -> Result<(Pattern, Fingerprint)> {
    let pattern = Pattern::new(words, matching, case).map_err(refused)?.in_whole_words(whole_words);
    let fingerprint = Fingerprint(format!("{matching:?} {case:?} {whole_words} {words}").into_bytes());
    Ok((pattern, fingerprint))
}

/// Stands for a search and the texts in which it found something.
pub(crate) struct Fingerprint(Vec<u8>);

impl Fingerprint {
    /// Notes a text with hits; where they are follows from the text and the pattern.
    pub(crate) fn note(&mut self, working: &WorkingText) {
        self.0.extend_from_slice(&working.version.scene.get().to_le_bytes());
        self.0.extend_from_slice(working.hash().as_bytes());
    }

    pub(crate) fn finish(&self) -> String {
        ContentHash::of(&self.0).to_string()
    }
}

/// A refused pattern in words.
pub(crate) fn refused(error: PatternError) -> Error {
    let (hint, details) = match &error {
        PatternError::Empty => ("Nothing was changed. Name something to look for.", json!(null)),
        PatternError::TooLong { length } => {
            ("Nothing was changed. Look for something shorter.", json!({ "length": length }))
        }
        PatternError::Malformed { at, message } => (
            "Nothing was changed. Mend the pattern there, or look for the plain words.",
            json!({ "at": at, "problem": message }),
        ),
        PatternError::TooMuchWork { places, bytes } => (
            "Nothing was changed. Use smaller repetitions, or look in one chapter or scene.",
            json!({ "places": places, "bytes": bytes }),
        ),
        PatternError::TooLarge => ("Nothing was changed. Use smaller repetitions.", json!(null)),
        PatternError::NoGroup { name } => (
            "Nothing was changed. Name a group of the pattern; `$$` stands for one $.",
            json!({ "group": name }),
        ),
    };
    Error::bad_request(error.to_string(), hint).with(details)
}
