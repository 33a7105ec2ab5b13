//! Finds words in the working texts of the manuscript.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::watch::Watch;
use wenfang_project::{Damage, Project, manuscript, parts};
use wenfang_story::{ChapterId, SceneId, VersionNo};
use wenfang_text::{Case, CharRange, ContentHash, Excerpt, Matching, Pattern, PatternError, TextIndex};
use wenfang_versions::{self as versions, WorkingText};

use wenfang_usecase::{Error, Result};

/// Default limit of hits in an answer.
pub const MAX_HITS: usize = 2_000;

/// Where to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FindScope {
    Scene(SceneId),
    Chapter(ChapterId),
    #[default]
    Book,
}

/// What to search for, and where.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct TextPattern {
    /// The words or the regular expression, at most 1,000 characters.
    pub pattern: String,
    /// How the pattern is read.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub matching: Matching,
    /// Whether case matters.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub case: Case,
    /// Whether only whole words match, in scripts that separate words by spaces; does not affect regular expressions.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub whole_words: bool,
    /// Where to search.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: FindScope,
}

impl TextPattern {
    /// Parses the pattern, and begins the fingerprint of its search.
    ///
    /// # Errors
    /// An empty pattern, one that is too long, or an invalid regular expression.
    pub(crate) fn parse(&self) -> Result<(Pattern, Fingerprint)> {
        let Self { pattern: words, matching, case, whole_words, .. } = self;
        let pattern = Pattern::new(words, *matching, *case).map_err(refused)?.in_whole_words(*whole_words);
        let fingerprint = Fingerprint(format!("{matching:?} {case:?} {whole_words} {words}").into_bytes());
        Ok((pattern, fingerprint))
    }
}

/// A text search.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindText {
    #[serde(flatten)]
    pub wanted: TextPattern,
    /// The maximum number of hits in the answer; 2,000 when absent.
    pub limit: Option<usize>,
}

/// The hits of a search.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextFound {
    /// The first hits, in reading order.
    pub hits: Vec<TextHit>,
    /// The number of all hits, regardless of the limit.
    pub total: usize,
    /// The number of scenes searched.
    pub searched: usize,
    /// Scenes that were skipped because their text is damaged or too large.
    pub unreadable: Vec<SceneId>,
    /// Identifies the result: a replacement that names it is refused if the texts with hits have changed.
    pub fingerprint: String,
}

/// A match of the pattern in a text.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct TextHit {
    pub scene: SceneId,
    pub chapter: ChapterId,
    pub chapter_title: String,
    /// Which text of the scene the range belongs to.
    pub text: TextKind,
    /// The version the range belongs to; for a draft, its base version.
    pub version: VersionNo,
    /// The position, in char offsets of that text.
    pub range: CharRange,
    /// The words around it.
    pub excerpt: Excerpt,
}

/// Which text of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    /// A saved version.
    Version,
    /// The unsaved draft.
    Draft,
}

/// Searches the working text of each scene: its draft, or its newest version if it has none.
pub async fn find(project: &Project, request: FindText, watch: &Watch) -> Result<TextFound> {
    let (pattern, mut fingerprint) = request.wanted.parse()?;
    let limit = request.limit.unwrap_or(MAX_HITS);
    let mut tx = project.begin_read().await?;
    let places = places(&mut tx, request.wanted.scope).await?;
    let mut found = TextFound {
        hits: Vec::new(),
        total: 0,
        searched: 0,
        unreadable: Vec::new(),
        fingerprint: String::new(),
    };
    let mut bytes = 0;
    for (done, place) in places.iter().enumerate() {
        watch.report("find", done, places.len())?;
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
    watch.report("find", places.len(), places.len())?;
    found.fingerprint = fingerprint.finish();
    Ok(found)
}

/// A scene to search, with its chapter.
pub struct SceneLocation {
    pub scene: SceneId,
    chapter: ChapterId,
    chapter_title: String,
}

/// Builds the hit for a range of a working text.
pub fn hit_at(
    place: &SceneLocation,
    working: &WorkingText,
    (index, range): (&TextIndex<'_>, CharRange),
) -> TextHit {
    hit((place.scene, place.chapter, &place.chapter_title), working, (index, range))
}

/// Builds the hit for a range of the working text of a scene in a chapter.
pub fn hit(
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
pub async fn places(conn: &mut SqliteConnection, scope: FindScope) -> Result<Vec<SceneLocation>> {
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

/// The working text of a scene; `None` if it is damaged or too large, so that the other scenes can still be searched.
pub async fn readable(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<WorkingText>> {
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

/// Identifies a search and the texts in which it found hits.
pub struct Fingerprint(Vec<u8>);

impl Fingerprint {
    /// Adds a text with hits. Their positions follow from the text and the pattern.
    pub fn note(&mut self, working: &WorkingText) {
        self.0.extend_from_slice(&working.version.scene.get().to_le_bytes());
        self.0.extend_from_slice(working.hash().as_bytes());
    }

    pub fn finish(&self) -> String {
        ContentHash::of(&self.0).to_string()
    }
}

/// Converts a pattern error.
pub fn refused(error: PatternError) -> Error {
    let (hint, details) = match &error {
        PatternError::Empty => ("Nothing was changed. Enter something to search for.", json!(null)),
        PatternError::TooLong { length } => {
            ("Nothing was changed. Use a shorter pattern.", json!({ "length": length }))
        }
        PatternError::Malformed { at, message } => (
            "Nothing was changed. Fix the pattern there, or search for plain words.",
            json!({ "at": at, "problem": message }),
        ),
        PatternError::TooMuchWork { places, bytes } => (
            "Nothing was changed. Use smaller repetitions, or search one chapter or scene.",
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
