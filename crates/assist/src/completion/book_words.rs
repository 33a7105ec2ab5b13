//! The vocabulary and names of the book, which a chapter is compared with. Cached with the open project until a
//! text or name changes.

use std::sync::Arc;

use tokio::sync::Mutex;
use wenfang_drafting::digest::Background;
use wenfang_project::watch::Watch;
use wenfang_project::{Project, manuscript};
use wenfang_story::{ChapterId, SceneId};
use wenfang_text::{ContentHash, Lexicon, NameHintKind};

use wenfang_canon::books::telling_order;
use wenfang_canon::hints::guess;
use wenfang_canon::names::{Names, names};
use wenfang_usecase::{Result, aside};

/// Minimum score of a guessed name that counts in a summary. With all guesses, the summary of chapter three of
/// 红楼梦 loses its central meeting to sentences full of doubtful names.
const MIN_NAME_SCORE: f64 = 0.7;

/// The vocabulary and names of a book.
#[derive(Debug)]
pub(super) struct BookWords {
    pub(super) background: Background,
    /// Names of the canon and names found in the text.
    pub(super) lexicon: Lexicon,
}

#[derive(Debug, Default)]
struct BookWordsCache(Mutex<Option<Known>>);

#[derive(Debug)]
struct Known {
    names: Arc<Names>,
    texts: Vec<(SceneId, ContentHash)>,
    words: Arc<BookWords>,
}

/// The current vocabulary and names of the book.
pub(super) async fn book_words(project: &Project, watch: &Watch) -> Result<Arc<BookWords>> {
    let cache = project.attached::<BookWordsCache>();
    let mut cache = cache.0.lock().await;
    let names = names(project).await?;
    let mut tx = project.begin_read().await?;
    let texts = manuscript::working_hashes(&mut tx).await?;
    drop(tx);
    if let Some(known) =
        cache.as_ref().filter(|known| Arc::ptr_eq(&known.names, &names) && known.texts == texts)
    {
        return Ok(Arc::clone(&known.words));
    }
    let guessed = guess(project, watch).await?;
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    drop(tx);
    let known = Arc::clone(&names);
    let words = aside(move || {
        let mut chapters: Vec<(Option<ChapterId>, Vec<&str>)> = Vec::new();
        for (scene, working) in &guessed.texts {
            let chapter = order.chapter_of(*scene);
            match chapters.last_mut().filter(|(last, _)| *last == chapter) {
                Some((_, texts)) => texts.push(&working.text),
                None => chapters.push((chapter, vec![&working.text])),
            }
        }
        let background = Background::of(chapters.into_iter().map(|(_, texts)| texts));
        // A person with several names counts once: names are grouped by owner.
        let canon_names = (0_u32..)
            .zip(&known.bearers)
            .flat_map(|(owner, bearer)| bearer.names.iter().map(move |name| (owner, name.as_str())));
        let next_owner = u32::try_from(known.bearers.len()).unwrap_or(u32::MAX);
        let likely = guessed
            .hints
            .iter()
            .filter(|hint| hint.kind == NameHintKind::New && hint.score >= MIN_NAME_SCORE);
        let guesses = (next_owner..).zip(likely.map(|hint| hint.name.as_str()));
        BookWords { background, lexicon: Lexicon::new(canon_names.chain(guesses)) }
    })
    .await?;
    let words = Arc::new(words);
    *cache = Some(Known { names, texts, words: Arc::clone(&words) });
    Ok(words)
}
