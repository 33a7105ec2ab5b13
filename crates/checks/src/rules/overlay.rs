//! A prepared book with the texts of some scenes laid over.
//!
//! The result equals a book prepared from nothing, but only the changed scenes are read again. What the rules know
//! about the whole book is corrected by difference: the changed scenes are taken out as they were and put in as they
//! are.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use wenfang_story::SceneId;

use super::book::{Book, Canon, Scene};
use super::deaths::Lives;
use super::drifts::Drifts;
use super::prepared::{Language, Prepared, Wide, language_of, prepare};
use super::reading::Reading;
use super::{ages, attribute};

/// Returns the book with other texts for some of its scenes.
pub fn with_texts<'b>(book: &Book<'b>, texts: &HashMap<SceneId, &'b str>) -> Book<'b> {
    let scene = |scene: &Scene<'b>| Scene { text: texts.get(&scene.id).unwrap_or(&scene.text), ..*scene };
    Book { scenes: book.scenes.iter().map(scene).collect(), ..book.clone() }
}

/// Prepares a book that differs from a prepared one in the texts of some scenes.
///
/// The first overlay of a book completes what is known about it, which takes as long as reading it once. Later ones
/// take the time of reading the changed scenes. If anything but texts differs (the scenes and their plans, the canon,
/// the language), the book is prepared from nothing.
pub fn overlay<'b, 'a: 'b>(base: &'b Prepared<'a>, book: &'b Book<'b>) -> Prepared<'b> {
    if !differs_in_texts_only(base, book) {
        return prepare(book);
    }
    let pairs = base.book.scenes.iter().zip(&book.scenes);
    let is_changed: Vec<bool> = pairs.map(|(old, new)| old.text != new.text).collect();
    let shared = |(rank, is_changed): (usize, &bool)| -> OnceLock<Arc<Reading<'b>>> {
        if !is_changed {
            base.reading_at(rank);
        }
        let kept = base.readings.get(rank).and_then(OnceLock::get).filter(|_| !is_changed);
        kept.map_or_else(OnceLock::new, |reading| OnceLock::from(Arc::clone(reading)))
    };
    let prepared = Prepared {
        book,
        language: base.language,
        order: Arc::clone(&base.order),
        cast: base.cast.clone(),
        lexicon: Arc::clone(&base.lexicon),
        deaths: OnceLock::new(),
        forbidden: base.forbidden.get().map_or_else(OnceLock::new, |words| OnceLock::from(Arc::clone(words))),
        wide: Wide::default(),
        entities: Arc::clone(&base.entities),
        ranks: Arc::clone(&base.ranks),
        readings: is_changed.iter().enumerate().map(shared).collect(),
    };
    let wide = corrected(base, &prepared, &is_changed);
    Prepared { wide, ..prepared }
}

/// Whether all that the shared data depends on is the same: everything but the texts.
fn differs_in_texts_only(base: &Prepared<'_>, book: &Book<'_>) -> bool {
    let same = |(old, new): (&Scene<'_>, &Scene<'_>)| {
        (old.id, old.chapter, old.target, old.plan) == (new.id, new.chapter, new.target, new.plan)
    };
    base.book.scenes.len() == book.scenes.len()
        && base.book.scenes.iter().zip(&book.scenes).all(same)
        && is_same_canon(&base.book.canon, &book.canon)
        && base.book.forbidden == book.forbidden
        && base.language == language_of(book)
}

/// Whether two canons are the same lists in memory; comparing them item by item would take longer than it saves.
fn is_same_canon(a: &Canon<'_>, b: &Canon<'_>) -> bool {
    std::ptr::eq(a.bible, b.bible)
        && std::ptr::eq(a.lore, b.lore)
        && std::ptr::eq(a.entities, b.entities)
        && std::ptr::eq(a.relations, b.relations)
        && std::ptr::eq(a.facts, b.facts)
        && std::ptr::eq(a.threads, b.threads)
        && std::ptr::eq(a.events, b.events)
}

/// Returns the data about the whole book, from that of the base and the changed scenes.
fn corrected(base: &Prepared<'_>, prepared: &Prepared<'_>, is_changed: &[bool]) -> Wide {
    let wide = Wide {
        lives: OnceLock::from(Lives::over(prepared, base.lives(), is_changed)),
        drifts: OnceLock::from(Drifts::over(prepared, base, is_changed)),
        statements: OnceLock::from(replaced(
            base.statements(),
            is_changed,
            attribute::Statement::rank,
            |rank| {
                let reading = prepared.reading_at(rank);
                reading.map_or_else(Vec::new, |reading| attribute::statements(prepared, reading))
            },
        )),
        ages: OnceLock::from(replaced(
            base.ages(),
            is_changed,
            |(rank, _)| *rank,
            |rank| prepared.reading_at(rank).map_or_else(Vec::new, |reading| ages::ranked(prepared, reading)),
        )),
        ..Wide::default()
    };
    let texts = || {
        let pairs = base.book.scenes.iter().zip(&prepared.book.scenes).zip(is_changed);
        pairs.filter(|(_, is_changed)| **is_changed).map(|((old, new), _)| (old.text, new.text))
    };
    let (mut word_use, mut tags) = (base.word_use().clone(), base.tags());
    for (old, new) in texts() {
        word_use.remove(old);
        word_use.add(new);
        tags.remove(old);
        tags.add(new);
    }
    // Only the Chinese spelling rules ask for it.
    let usage = (base.language == Language::Chinese).then(|| {
        let mut usage = base.usage().clone();
        texts().for_each(|(old, new)| {
            usage.remove(old);
            usage.add(new);
        });
        usage
    });
    Wide {
        word_use: OnceLock::from(word_use),
        tags: OnceLock::from(tags),
        usage: usage.map_or_else(OnceLock::new, OnceLock::from),
        ..wide
    }
}

/// Returns a list in telling order in which the items of the changed scenes are replaced.
fn replaced<T: Clone>(
    list: &[T],
    is_changed: &[bool],
    rank_of: impl Fn(&T) -> usize,
    read: impl Fn(usize) -> Vec<T>,
) -> Vec<T> {
    let is_kept = |item: &&T| !is_changed.get(rank_of(item)).copied().unwrap_or_default();
    let changed = is_changed.iter().enumerate().filter(|(_, is_changed)| **is_changed).map(|(rank, _)| rank);
    let mut all: Vec<T> = list.iter().filter(is_kept).cloned().chain(changed.flat_map(read)).collect();
    // Stable: the items of a scene keep their order.
    all.sort_by_key(rank_of);
    all
}
