//! Names nobody entered: asked for over the whole book.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, manuscript, settings, watch};
use wenfang_story::SceneId;
use wenfang_text::{Bearer, NameHint, NameHintKind, TextIndex, name_hints};
use wenfang_versions::WorkingText;

use super::books::Book;
use super::names::{self, Names};
use super::words;
use crate::error::{Code, Error, Result};
use crate::find::{TextHit, hit, readable};
use crate::projects::NoParams;

/// How many hints are wanted.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct FindHints {
    /// The most hints in the answer; 200 when absent.
    pub limit: Option<usize>,
}

const USUAL_LIMIT: usize = 200;
/// Places shown of one hint.
const SHOWN_PLACES: usize = 5;

/// What may be names.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Hints {
    /// The surest first.
    pub hints: Vec<Hint>,
    /// How many there are, whatever the limit.
    pub total: usize,
}

/// What may be a name.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Hint {
    /// As it stands in the text.
    pub name: String,
    /// New, or a known name misspelt.
    pub kind: HintKind,
    /// Who bears it, as far as its places tell; nothing where they do not.
    pub bearer: Option<HintBearer>,
    /// The name that may be meant.
    pub of: Option<String>,
    /// How often it stands in the book.
    pub total: usize,
    /// How sure it is, 0 to 1; for comparing hints, not a probability.
    pub score: f64,
    /// The first places.
    pub places: Vec<TextHit>,
}

/// Why something may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// It stands where names stand.
    New,
    /// It is nearly a known name.
    Misspelling,
}

/// Who or what bears a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum HintBearer {
    /// Somebody.
    Person,
    /// A place.
    Place,
}

/// The working texts of a book, and what may be names in them.
pub(crate) struct Guessed {
    pub(crate) texts: Vec<(SceneId, WorkingText)>,
    pub(crate) hints: Vec<NameHint>,
    pub(crate) names: std::sync::Arc<Names>,
}

/// Looks through the whole book for what may be names, without those the author said are none.
pub(crate) async fn guess(project: &Project) -> Result<Guessed> {
    let names = names::names(project).await?;
    let mut tx = project.begin_read().await?;
    let ignored = ignored_names(&mut tx).await?;
    drop(tx);
    guess_beside(project, names, ignored).await
}

/// The same for a book of which nothing is known.
pub(crate) async fn guess_afresh(project: &Project) -> Result<Guessed> {
    guess_beside(project, std::sync::Arc::default(), BTreeSet::new()).await
}

async fn guess_beside(
    project: &Project,
    names: std::sync::Arc<Names>,
    ignored: BTreeSet<String>,
) -> Result<Guessed> {
    let mut tx = project.begin_read().await?;
    manuscript::require_within(&mut tx, manuscript::ANALYSED_BYTES).await?;
    let scenes: Vec<SceneId> = manuscript::outline(&mut tx).await?.scenes().collect();
    let mut texts = Vec::with_capacity(scenes.len());
    for (done, scene) in scenes.iter().copied().enumerate() {
        watch::report("scan", done, scenes.len())?;
        if let Some(working) = readable(&mut tx, scene).await? {
            texts.push((scene, working));
        }
    }
    drop(tx);
    watch::report("scan", scenes.len(), scenes.len())?;
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

/// Lists what may be names nobody entered, or known names misspelt.
pub async fn hints(project: &Project, request: FindHints) -> Result<Hints> {
    let guessed = guess(project).await?;
    let mut tx = project.begin_read().await?;
    let book = Book::read(&mut tx).await?;
    let total = guessed.hints.len();
    let shown = guessed.hints.iter().take(request.limit.unwrap_or(USUAL_LIMIT));
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

/// Words that are no names.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IgnoredNames {
    /// Which ones, in order.
    pub names: Vec<String>,
}

/// Lists the words the author said are no names.
pub async fn ignored(project: &Project, _: NoParams) -> Result<IgnoredNames> {
    let mut tx = project.begin_read().await?;
    Ok(IgnoredNames { names: ignored_names(&mut tx).await?.into_iter().collect() })
}

/// Sets which words are no names.
pub async fn ignore(project: &Project, request: IgnoredNames) -> Result<IgnoredNames> {
    let names: BTreeSet<String> = words_of(&request.names)?;
    let mut tx = project.begin_write().await?;
    store_ignored(&mut tx, &names).await?;
    tx.commit().await?;
    Ok(IgnoredNames { names: names.into_iter().collect() })
}

/// Adds words to those that are no names; gives those that were not among them.
pub(super) async fn ignore_too(conn: &mut SqliteConnection, names: &[String]) -> Result<Vec<String>> {
    let wanted = words_of(names)?;
    let mut ignored = ignored_names(conn).await?;
    let fresh: Vec<String> = wanted.difference(&ignored).cloned().collect();
    ignored.extend(fresh.iter().cloned());
    store_ignored(conn, &ignored).await?;
    Ok(fresh)
}

/// Takes words from those that are no names.
pub(super) async fn ignore_no_more(conn: &mut SqliteConnection, names: &[String]) -> Result<()> {
    let mut ignored = ignored_names(conn).await?;
    ignored.retain(|name| !names.contains(name));
    store_ignored(conn, &ignored).await
}

async fn store_ignored(conn: &mut SqliteConnection, names: &BTreeSet<String>) -> Result<()> {
    Ok(settings::set(conn, SETTING, &serde_json::to_string(names).unwrap_or_default()).await?)
}

fn words_of(names: &[String]) -> Result<BTreeSet<String>> {
    names.iter().map(|name| words::name("name", name)).collect()
}
