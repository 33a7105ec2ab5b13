//! Lists the misspelt words of a scene, a chapter or the whole book, without duplicates.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_manuscript::find::{FindScope, TextHit, hit_at, places, readable};
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::SceneId;
use wenfang_text::TextIndex;
use wenfang_usecase::{Result, aside};

use super::SpellingState;
use super::dictionaries::speller;
use super::known::known;
use super::prose;

/// A request for misspelt words.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ScanSpelling {
    /// Where to search.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub scope: FindScope,
    /// The maximum number of words in the answer; 500 when absent.
    pub limit: Option<usize>,
}

const DEFAULT_LIMIT: usize = 500;

/// The misspelt words.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SpellingScanned {
    /// Whether spelling can be checked; if not, no word is reported.
    pub state: SpellingState,
    /// The words, most frequent first.
    pub words: Vec<MisspeltWord>,
    /// The number of different misspelt words, regardless of the limit.
    pub different: usize,
    /// The number of their occurrences.
    pub total: usize,
    /// Scenes that were skipped because their text is damaged or too large.
    pub unreadable: Vec<SceneId>,
}

/// A misspelt word.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MisspeltWord {
    /// The word, without marks.
    pub word: String,
    /// The number of its occurrences.
    pub total: usize,
    /// The first occurrence.
    pub first: TextHit,
}

/// Lists the misspelt words of working texts.
pub async fn scan(project: &Project, request: ScanSpelling, watch: &Watch) -> Result<SpellingScanned> {
    let mut scanned = SpellingScanned {
        state: SpellingState::Ready,
        words: Vec::new(),
        different: 0,
        total: 0,
        unreadable: Vec::new(),
    };
    let speller = match speller(project).await? {
        Ok(speller) => speller,
        Err(state) => return Ok(SpellingScanned { state, ..scanned }),
    };
    let known = known(project).await?;
    let mut tx = project.begin_read().await?;
    let places = places(&mut tx, request.scope).await?;
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (done, place) in places.iter().enumerate() {
        watch.report("check", done, places.len())?;
        let Some(working) = readable(&mut tx, place.scene).await? else {
            scanned.unreadable.push(place.scene);
            continue;
        };
        let (speller, known) = (Arc::clone(&speller), Arc::clone(&known));
        let (working, found) = aside(move || {
            let found = prose::misspelt(&speller, &known, &working.text);
            (working, found)
        })
        .await?;
        let index = TextIndex::new(&working.text);
        scanned.total += found.len();
        for prose::Misspelt { range, word } in found {
            if let Some(known) = numbers.get(&word).and_then(|number| scanned.words.get_mut(*number)) {
                known.total += 1;
                continue;
            }
            numbers.insert(word.clone(), scanned.words.len());
            let first = hit_at(place, &working, (&index, range));
            scanned.words.push(MisspeltWord { word, total: 1, first });
        }
    }
    watch.report("check", places.len(), places.len())?;
    scanned.different = scanned.words.len();
    scanned.words.sort_by_key(|word| std::cmp::Reverse(word.total));
    scanned.words.truncate(request.limit.unwrap_or(DEFAULT_LIMIT));
    Ok(scanned)
}
