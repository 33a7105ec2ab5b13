//! Data prepared once per book, so that checking many scenes does not repeat the work.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use wenfang_story::canon::{Assertion, Span};
use wenfang_story::canon::{EntityKind, Evidence, LoreKind, StoryOrder, span};
use wenfang_story::check::Against;
use wenfang_story::{EntityId, Outline, OutlineChapter, OutlineVolume, SceneId};
use wenfang_text::marks::Plain;
use wenfang_text::{CountRule, Lexicon, NovelLanguage};

use super::book::Book;
use super::found::{Found, Place};
use super::reading::{Known, KnownKind, Reading};
use super::spelling::Usage;
use super::{absent_acts, ages, attribute, deaths, drifts, forbidden_words, overused, tense};

/// A book prepared for checking.
///
/// What follows from the canon alone, and readings of scenes, may be shared with other forms of the book.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub(super) book: &'a Book<'a>,
    pub(super) language: Language,
    pub(super) order: Arc<StoryOrder>,
    /// Entities, then lore entries that share no name with them.
    pub(super) cast: Arc<Vec<Known<'a>>>,
    /// Its owners are indexes into `cast`.
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) deaths: OnceLock<Vec<absent_acts::Absence>>,
    pub(super) forbidden: OnceLock<Arc<forbidden_words::Forbidden>>,
    pub(super) wide: Wide,
    pub(super) entities: Arc<HashMap<EntityId, usize>>,
    pub(super) ranks: Arc<HashMap<SceneId, usize>>,
    pub(super) readings: Vec<OnceLock<Arc<Reading<'a>>>>,
}

/// Data about the whole book that follows from its scenes one by one, so that a changed scene changes a part of it.
#[derive(Debug, Default)]
pub(super) struct Wide {
    pub(super) word_use: OnceLock<overused::WordUse>,
    pub(super) tags: OnceLock<tense::Tags>,
    pub(super) lives: OnceLock<deaths::Lives>,
    pub(super) statements: OnceLock<Vec<attribute::Statement>>,
    /// With the rank of the scene that states each.
    pub(super) ages: OnceLock<Vec<(usize, ages::Age)>>,
    pub(super) usage: OnceLock<Usage>,
    pub(super) drifts: OnceLock<drifts::Drifts>,
}

/// The language of a book, as far as rules distinguish languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chinese, old or new, in either script.
    Chinese,
    English,
    /// Any other language; rules about words find nothing.
    Other,
}

impl Language {
    /// Returns the rule by which targets are counted.
    pub const fn count_rule(self) -> CountRule {
        let novel = match self {
            Self::English => NovelLanguage::En,
            Self::Chinese | Self::Other => NovelLanguage::Zh,
        };
        novel.count_rule()
    }
}

impl From<NovelLanguage> for Language {
    fn from(language: NovelLanguage) -> Self {
        match language {
            NovelLanguage::Zh => Self::Chinese,
            NovelLanguage::En => Self::English,
            NovelLanguage::Ja => Self::Other,
        }
    }
}

/// Prepares a book for checking. Data about single scenes is computed lazily.
pub fn prepare<'a>(book: &'a Book<'a>) -> Prepared<'a> {
    let mut ranks = HashMap::new();
    for (rank, scene) in book.scenes.iter().enumerate() {
        ranks.entry(scene.id).or_insert(rank);
    }
    let cast = cast(book);
    let names =
        (0_u32..).zip(&cast).flat_map(|(who, known)| known.names.iter().map(move |name| (who, *name)));
    let entities = cast.iter().enumerate().filter_map(|(who, known)| match known.against {
        Against::Entity(id) => Some((id, who)),
        _ => None,
    });
    Prepared {
        language: language_of(book),
        order: Arc::new(order(book)),
        lexicon: Arc::new(Lexicon::new(names)),
        deaths: OnceLock::new(),
        forbidden: OnceLock::new(),
        wide: Wide::default(),
        entities: Arc::new(entities.collect()),
        readings: book.scenes.iter().map(|_| OnceLock::new()).collect(),
        book,
        cast: Arc::new(cast),
        ranks: Arc::new(ranks),
    }
}

impl<'a> Prepared<'a> {
    /// Returns the book.
    pub fn book(&self) -> &'a Book<'a> {
        self.book
    }

    /// Returns the language of the book.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the number of scenes before this one in telling order.
    pub(super) fn rank(&self, scene: SceneId) -> Option<usize> {
        self.ranks.get(&scene).copied()
    }

    /// Returns the reading of a scene.
    pub(super) fn reading(&self, scene: SceneId) -> Option<&Reading<'a>> {
        self.reading_at(self.rank(scene)?)
    }

    /// Returns the reading of the scene with a rank.
    pub(super) fn reading_at(&self, rank: usize) -> Option<&Reading<'a>> {
        let scene = self.book.scenes.get(rank)?;
        let reading = self.readings.get(rank)?;
        Some(reading.get_or_init(|| Arc::new(Reading::new(scene, rank, &self.lexicon))))
    }

    /// Iterates over the readings of all scenes.
    pub(super) fn all_readings(&self) -> impl Iterator<Item = &Reading<'a>> {
        (0..self.book.scenes.len()).filter_map(|rank| self.reading_at(rank))
    }

    /// Returns the character statistics of the book.
    pub(super) fn usage(&self) -> &Usage {
        self.wide.usage.get_or_init(|| Usage::new(self.book.scenes.iter().map(|scene| scene.text)))
    }

    /// Returns the uses of words that are prone to overuse.
    pub(super) fn word_use(&self) -> &overused::WordUse {
        self.wide.word_use.get_or_init(|| overused::WordUse::new(self))
    }

    /// Returns the dialogue tags of the book by tense.
    pub(super) fn tags(&self) -> tense::Tags {
        *self.wide.tags.get_or_init(|| {
            let mut tags = tense::Tags::default();
            self.book.scenes.iter().for_each(|scene| tags.add(scene.text));
            tags
        })
    }

    /// Returns the deaths that the narrator states.
    pub(super) fn lives(&self) -> &deaths::Lives {
        self.wide.lives.get_or_init(|| deaths::Lives::new(self))
    }

    /// Returns the misspellings of names.
    pub(super) fn drifts(&self) -> &drifts::Drifts {
        self.wide.drifts.get_or_init(|| drifts::Drifts::new(self))
    }

    /// Returns the statements about traits, in telling order.
    pub(super) fn statements(&self) -> &[attribute::Statement] {
        let all = || self.all_readings().flat_map(|reading| attribute::statements(self, reading)).collect();
        self.wide.statements.get_or_init(all)
    }

    /// Returns the ages that the narrator states, with the ranks of their scenes, in telling order.
    pub(super) fn ages(&self) -> &[(usize, ages::Age)] {
        let all = || self.all_readings().flat_map(|reading| ages::ranked(self, reading)).collect();
        self.wide.ages.get_or_init(all)
    }

    /// Returns the index of an entity in the cast.
    pub(super) fn who(&self, entity: EntityId) -> Option<usize> {
        self.entities.get(&entity).copied()
    }

    pub(super) fn known(&self, who: usize) -> Option<&Known<'a>> {
        self.cast.get(who)
    }

    pub(super) fn is_person(&self, who: usize) -> bool {
        self.known(who).is_some_and(|known| known.kind == KnownKind::Person)
    }

    /// Returns the main name of a cast member.
    pub(super) fn name(&self, who: usize) -> &'a str {
        self.known(who).and_then(|known| known.names.first().copied()).unwrap_or_default()
    }

    /// Returns the scenes in which an assertion holds.
    pub(super) fn span(&self, assertion: &Assertion) -> Option<Span> {
        span(assertion, &self.order)
    }

    /// Returns the place of the evidence in the current text; `None` if the quote is missing or occurs more
    /// than once.
    pub(super) fn place_of(&self, evidence: &[Evidence]) -> Option<Place> {
        evidence.iter().find_map(|proof| {
            let reading = self.reading(proof.scene)?;
            // Rules read texts without marks.
            let quote = Plain::of(&proof.quote);
            let mut hits = reading.scene.text.match_indices(quote.text());
            let (byte, quote) = hits.next().filter(|(_, quote)| !quote.is_empty())?;
            let range = reading.index.range_of(byte..byte + quote.len());
            hits.next().is_none().then(|| reading.place(range))
        })
    }

    /// Returns the findings whose first place is in a scene.
    pub(super) fn findings_in(&self, found: &[Found], scene: SceneId) -> Vec<Found> {
        found
            .iter()
            .filter(|found| found.places.first().is_some_and(|place| place.scene == scene))
            .cloned()
            .collect()
    }
}

fn order(book: &Book<'_>) -> StoryOrder {
    let mut chapters: Vec<OutlineChapter> = Vec::new();
    for scene in &book.scenes {
        match chapters.last_mut() {
            Some(last) if last.id == scene.chapter => last.scenes.push(scene.id),
            _ => chapters.push(OutlineChapter { id: scene.chapter, scenes: vec![scene.id] }),
        }
    }
    StoryOrder::new(&Outline { volumes: vec![OutlineVolume { id: 0.into(), chapters }] })
}

fn cast<'a>(book: &'a Book<'a>) -> Vec<Known<'a>> {
    let canon = book.canon;
    let usable = |name: &&str| name.trim().chars().count() > 1;
    let mut cast: Vec<Known<'a>> = canon
        .entities
        .iter()
        .map(|(id, entity)| Known {
            against: Against::Entity(*id),
            kind: match entity.kind {
                EntityKind::Character => KnownKind::Person,
                EntityKind::Location => KnownKind::Location,
                EntityKind::Item => KnownKind::Item,
                _ => KnownKind::Other,
            },
            names: entity.names().filter(usable).collect(),
        })
        .collect();
    let named: std::collections::HashSet<&str> =
        cast.iter().flat_map(|known| known.names.iter().copied()).collect();
    let lore = canon
        .lore
        .iter()
        .filter(|(_, lore)| !lore.disabled && !lore.names().any(|name| named.contains(name)));
    let lore: Vec<Known<'a>> = lore
        .map(|(id, lore)| Known {
            against: Against::Lore(*id),
            kind: match lore.kind {
                LoreKind::Character => KnownKind::Person,
                LoreKind::Location => KnownKind::Location,
                LoreKind::Item => KnownKind::Item,
                _ => KnownKind::Other,
            },
            names: lore.names().filter(usable).collect(),
        })
        .collect();
    cast.extend(lore);
    cast
}

/// Returns the language that the author chose, or else detects it by the script.
pub(super) fn language_of(book: &Book<'_>) -> Language {
    book.language.map_or_else(|| detected(book), Language::from)
}

fn detected(book: &Book<'_>) -> Language {
    /// The number of characters examined.
    const SAMPLE_LEN: usize = 100_000;
    let (mut han, mut kana, mut latin) = (0_usize, 0_usize, 0_usize);
    for c in book.scenes.iter().flat_map(|scene| scene.text.chars()).take(SAMPLE_LEN) {
        match c {
            '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => han += 1,
            '\u{3041}'..='\u{30ff}' => kana += 1,
            'a'..='z' | 'A'..='Z' => latin += 1,
            _ => {}
        }
    }
    // An English word has about five letters, a Chinese word two characters.
    if kana * 10 > han && kana > 0 {
        Language::Other
    } else if han * 3 >= latin && han > 0 {
        Language::Chinese
    } else if latin > 0 {
        Language::English
    } else {
        Language::Other
    }
}
