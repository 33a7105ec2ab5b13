//! Names that are not entered yet, detected over the whole book.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_manuscript::find::{TextHit, hit, readable};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, manuscript, settings};
use wenfang_story::SceneId;
use wenfang_text::{Bearer, NameHint, NameHintKind, TextIndex, name_hints};
use wenfang_usecase::{Code, Error, NoParams, Result};
use wenfang_versions::WorkingText;

use super::books::Book;
use super::names::{self, Names};
use super::words;

/// A request for hints.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindHints {
    /// The maximum number of hints in the answer; 200 when absent.
    pub limit: Option<usize>,
}

const DEFAULT_LIMIT: usize = 200;
/// Maximum number of occurrences returned per hint.
const SHOWN_PLACES: usize = 5;

/// Possible names.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Hints {
    /// The most certain first.
    pub hints: Vec<Hint>,
    /// The number of all hints, regardless of the limit.
    pub total: usize,
}

/// A possible name.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Hint {
    /// The name as written in the text.
    pub name: String,
    /// New, or a misspelling of a known name.
    pub kind: HintKind,
    /// Whether it names a person or a place; none if its occurrences do not tell.
    pub bearer: Option<HintBearer>,
    /// For a misspelling, the name that may be meant.
    pub of: Option<String>,
    /// The number of occurrences in the book.
    pub total: usize,
    /// Its certainty, 0 to 1; for comparing hints, not a probability.
    pub score: f64,
    /// The first occurrences.
    pub places: Vec<TextHit>,
}

/// Why a word may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// It appears in positions typical of names.
    New,
    /// It is similar to a known name.
    Misspelling,
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum HintBearer {
    Person,
    Place,
}

/// The working texts of a book and the possible names in them.
pub struct Guessed {
    pub texts: Vec<(SceneId, WorkingText)>,
    pub hints: Vec<NameHint>,
    pub(crate) names: std::sync::Arc<Names>,
}

/// Finds possible names in the whole book, except words that the author marked as not being names.
pub async fn guess(project: &Project, watch: &Watch) -> Result<Guessed> {
    let names = names::names(project).await?;
    let mut tx = project.begin_read().await?;
    let ignored = ignored_names(&mut tx).await?;
    drop(tx);
    guess_with(project, names, ignored, watch).await
}

/// The same with an empty canon.
pub(crate) async fn guess_with_empty_canon(project: &Project, watch: &Watch) -> Result<Guessed> {
    guess_with(project, std::sync::Arc::default(), BTreeSet::new(), watch).await
}

async fn guess_with(
    project: &Project,
    names: std::sync::Arc<Names>,
    ignored: BTreeSet<String>,
    watch: &Watch,
) -> Result<Guessed> {
    let mut tx = project.begin_read().await?;
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let scenes: Vec<SceneId> = manuscript::outline(&mut tx).await?.scenes().collect();
    let mut texts = Vec::with_capacity(scenes.len());
    for (done, scene) in scenes.iter().copied().enumerate() {
        watch.report("scan", done, scenes.len())?;
        if let Some(working) = readable(&mut tx, scene).await? {
            texts.push((scene, working));
        }
    }
    drop(tx);
    watch.report("scan", scenes.len(), scenes.len())?;
    let known = std::sync::Arc::clone(&names);
    let guessed = tokio::task::spawn_blocking(move || {
        let scenes = texts.iter().enumerate().map(|(at, (_, working))| (at, working.text.as_str()));
        let mut hints = name_hints(scenes, &known.lexicon);
        hints.retain(|hint| !ignored.contains(&hint.name));
        (texts, hints)
    });
    let (texts, hints) = guessed
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    Ok(Guessed { texts, hints, names })
}

/// Lists possible new names and misspellings of known names.
pub async fn hints(project: &Project, request: FindHints, watch: &Watch) -> Result<Hints> {
    let guessed = guess(project, watch).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let total = guessed.hints.len();
    let shown = guessed.hints.iter().take(request.limit.unwrap_or(DEFAULT_LIMIT));
    let hints = shown.map(|hint| view(&guessed, &book, hint)).collect();
    Ok(Hints { hints, total })
}

fn view(guessed: &Guessed, book: &Book, hint: &NameHint) -> Hint {
    let (kind, of) = match hint.kind {
        NameHintKind::New => (HintKind::New, None),
        NameHintKind::Misspelling { of } => (HintKind::Misspelling, guessed.names.lexicon.name(of)),
    };
    let places = hint.occurrences.iter().take(SHOWN_PLACES).filter_map(|(at, range)| {
        let (scene, working) = guessed.texts.get(*at)?;
        let place = book.place(*scene);
        let index = TextIndex::new(&working.text);
        Some(hit((*scene, place.chapter?, &place.chapter_title), working, (&index, *range)))
    });
    Hint {
        name: hint.name.clone(),
        kind,
        bearer: match hint.bearer {
            Bearer::Person => Some(HintBearer::Person),
            Bearer::Place => Some(HintBearer::Place),
            Bearer::Unknown => None,
        },
        of: of.map(str::to_owned),
        total: hint.total,
        score: hint.score,
        places: places.collect(),
    }
}

const SETTING: &str = "names.ignored";

async fn ignored_names(conn: &mut SqliteConnection) -> Result<BTreeSet<String>> {
    let stored = settings::get(conn, SETTING).await?;
    Ok(stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default())
}

/// Words that are not names.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IgnoredNames {
    /// In sorted order.
    pub names: Vec<String>,
}

/// Lists the words that the author marked as not being names.
pub async fn ignored(project: &Project, _: NoParams) -> Result<IgnoredNames> {
    let mut tx = project.begin_read().await?;
    Ok(IgnoredNames { names: ignored_names(&mut tx).await?.into_iter().collect() })
}

/// Replaces the list of words that are not names.
pub async fn ignore(project: &Project, request: IgnoredNames) -> Result<IgnoredNames> {
    let names: BTreeSet<String> = parse_words(&request.names)?;
    let mut tx = project.begin_write().await?;
    store_ignored(&mut tx, &names).await?;
    tx.commit().await?;
    Ok(IgnoredNames { names: names.into_iter().collect() })
}

/// Marks words as not being names; returns the newly marked ones.
pub(super) async fn add_ignored(conn: &mut SqliteConnection, names: &[String]) -> Result<Vec<String>> {
    let wanted = parse_words(names)?;
    let mut ignored = ignored_names(conn).await?;
    let fresh: Vec<String> = wanted.difference(&ignored).cloned().collect();
    ignored.extend(fresh.iter().cloned());
    store_ignored(conn, &ignored).await?;
    Ok(fresh)
}

/// Unmarks words.
pub(super) async fn remove_ignored(conn: &mut SqliteConnection, names: &[String]) -> Result<()> {
    let mut ignored = ignored_names(conn).await?;
    ignored.retain(|name| !names.contains(name));
    store_ignored(conn, &ignored).await
}

async fn store_ignored(conn: &mut SqliteConnection, names: &BTreeSet<String>) -> Result<()> {
    Ok(settings::set(conn, SETTING, &serde_json::to_string(names).unwrap_or_default()).await?)
}

fn parse_words(names: &[String]) -> Result<BTreeSet<String>> {
    names.iter().map(|name| words::name("name", name)).collect()
}
