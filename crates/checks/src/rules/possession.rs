//! An item has two holders at the same time.
//!
//! The holder of an item is known from facts. A conflict is reported if the narration states that another
//! character wears, carries or owns it. Taking, giving and finding transfer the item and are ignored.

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_story::{EntityId, FactId};
use wenfang_text::CharRange;

use super::cues::{contains_any, first_word, is_unreal, looks_back};
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::words! {
    const OWNS_PREDICATES = "possession/owns_predicates";
    const OWNER_PREDICATES = "possession/owner_predicates";
    const CARRIES = "possession/carries";
    const ENGLISH_CARRIES = "possession/english_carries";
    const TRANSFERS = "possession/transfers";
    const OWNED = "possession/owned";
    const GIVES = "possession/gives";
}

/// The distance, in characters, within which a mentioned item may change hands.
const HANDOVER_DISTANCE: usize = 800;

/// The holder of an item, for a span of scenes.
struct Holding<'a> {
    fact: FactId,
    holder: usize,
    item: Item<'a>,
    from: usize,
    until: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Item<'a> {
    Known(usize),
    Named(&'a str),
}

/// Whether the object of a predicate is the holder of an item.
pub(super) fn names_holder(predicate: &str) -> bool {
    OWNER_PREDICATES.contains(&predicate.trim().to_lowercase().as_str())
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = double_holdings(prepared, reading);
    for holding in holdings(prepared) {
        // An item that changes hands in the scene belongs to both.
        let is_active = reading.rank > holding.from || holding.from == 0;
        if !is_active || holding.until.is_some_and(|until| reading.rank >= until) {
            continue;
        }
        for range in places(reading, holding.item) {
            if let Some((other, evidence)) = other_holder(prepared, reading, (holding.holder, range)) {
                found.push(
                    Found::new(Rule::Possession, Severity::High, reading.place(evidence))
                        .and_at(fact(prepared, holding.fact))
                        .against(Some(Against::Fact(holding.fact)))
                        .values(prepared.name(holding.holder), prepared.name(other)),
                );
            }
        }
    }
    found
}

fn fact(prepared: &Prepared<'_>, id: FactId) -> Option<super::found::Place> {
    let (_, fact) = prepared.book.canon.facts.iter().find(|(other, _)| *other == id)?;
    prepared.place_of(&fact.assertion.evidence)
}

fn holdings<'a>(prepared: &Prepared<'a>) -> Vec<Holding<'a>> {
    let facts: &'a [(FactId, wenfang_story::canon::FactRecord)] = prepared.book.canon.facts;
    let mut holdings = Vec::new();
    for (id, fact) in facts {
        let predicate = fact.predicate.trim().to_lowercase();
        let is_holding = OWNS_PREDICATES.contains(&predicate.as_str());
        if !(is_holding || OWNER_PREDICATES.contains(&predicate.as_str()))
            || fact.assertion.modality != Modality::Narrated
        {
            continue;
        }
        let who = |entity: EntityId| prepared.who(entity);
        let pair = match (&fact.object, is_holding) {
            (FactObject::Entity(item), true) => who(fact.subject).zip(who(*item).map(Item::Known)),
            (FactObject::Entity(holder), false) => who(*holder).zip(who(fact.subject).map(Item::Known)),
            (FactObject::Text(item), true) => {
                let name = item.trim();
                who(fact.subject).zip((name.chars().count() > 1).then_some(Item::Named(name)))
            }
            (FactObject::Text(holder), false) => {
                let holder = prepared.cast.iter().position(|known| known.names.contains(&holder.trim()));
                holder.zip(who(fact.subject).map(Item::Known))
            }
        };
        let (Some((holder, item)), Some(span)) = (pair, prepared.span(&fact.assertion)) else { continue };
        if prepared.is_person(holder) {
            holdings.push(Holding { fact: *id, holder, item, from: span.from, until: span.until });
        }
    }
    holdings
}

/// Finds facts that give an item to two holders for the same scenes, reported at the evidence of the later
/// fact.
fn double_holdings(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let holdings = holdings(prepared);
    let mut found = Vec::new();
    for (at, later) in holdings.iter().enumerate() {
        let overlaps = |earlier: &&Holding<'_>| {
            earlier.item == later.item
                && earlier.holder != later.holder
                && earlier.until.is_none_or(|until| later.from < until)
                && later.until.is_none_or(|until| earlier.from < until)
        };
        let Some(earlier) = holdings[..at].iter().find(overlaps) else { continue };
        let Some(place) = fact(prepared, later.fact).filter(|place| place.scene == reading.scene.id) else {
            continue;
        };
        found.push(
            Found::new(Rule::Possession, Severity::High, place)
                .and_at(fact(prepared, earlier.fact))
                .against(Some(Against::Fact(earlier.fact)))
                .values(prepared.name(earlier.holder), prepared.name(later.holder)),
        );
    }
    found
}

/// Returns the mentions of an item in the narration.
fn places(reading: &Reading<'_>, item: Item<'_>) -> Vec<CharRange> {
    let ranges: Vec<CharRange> = match item {
        Item::Known(who) => reading
            .mentions
            .iter()
            .filter(|mention| mention.who == who)
            .map(|mention| mention.range)
            .collect(),
        Item::Named(name) => {
            let hits = reading.scene.text.match_indices(name);
            hits.map(|(byte, name)| reading.index.range_of(byte..byte + name.len())).collect()
        }
    };
    ranges.into_iter().filter(|range| !reading.is_speech(range.start().get())).collect()
}

/// Returns another holder of the mentioned item, with the range that says so.
fn other_holder(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    (holder, item): (usize, CharRange),
) -> Option<(usize, CharRange)> {
    let narrated = reading.narrated_at(item.start().get())?;
    let people: Vec<_> =
        reading.mentions_in(narrated).iter().filter(|mention| prepared.is_person(mention.who)).collect();
    if people.iter().any(|mention| mention.who == holder) {
        return None;
    }
    let other = people.iter().rev().find(|mention| mention.range.end() <= item.start())?;
    let between = reading.slice(CharRange::new(other.range.end().get(), item.start().get()));
    let evidence = CharRange::new(other.range.start().get(), item.end().get());
    let says_so = match prepared.language {
        Language::Chinese => {
            OWNED.contains(&between) || between.chars().count() <= 16 && contains_any(between, &CARRIES)
        }
        _ => {
            let owned = between.trim_start_matches(['’', '\'']);
            (owned.len() < between.len() && owned.trim() == "s")
                || between.len() < 40
                    && between.split(' ').any(|word| first_word(word, &ENGLISH_CARRIES).is_some())
        }
    };
    if !says_so {
        return None;
    }
    let near = reading.slice(CharRange::new(narrated.start().get(), item.end().get()));
    let handed = contains_any(near, &TRANSFERS) || is_unreal(near) || looks_back(near);
    // An item mentioned earlier in the scene may have changed hands since.
    let start = item.start().get();
    let window = reading.slice(CharRange::new(start.saturating_sub(HANDOVER_DISTANCE), start));
    let name = reading.slice(item);
    let given = window.contains(name) && contains_any(window, &GIVES);
    (!handed && !given).then_some((other.who, evidence))
}
