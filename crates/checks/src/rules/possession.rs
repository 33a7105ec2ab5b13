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

const OWNS_PREDICATES: [&str; 16] = [
    "持有",
    "拥有",
    "佩戴",
    "佩带",
    "随身",
    "随身物",
    "携带",
    "所有物",
    "保管",
    "owns",
    "holds",
    "carries",
    "has",
    "wears",
    "possesses",
    "keeps",
];
const OWNER_PREDICATES: [&str; 11] = [
    "持有者",
    "持有人",
    "主人",
    "拥有者",
    "归属",
    "所有者",
    "保管者",
    "owner",
    "holder",
    "held by",
    "owned by",
];

/// Verbs of wearing and carrying.
const CARRIES: [&str; 34] = [
    "佩着",
    "佩戴着",
    "戴着",
    "挂着",
    "悬着",
    "系着",
    "带着",
    "揣着",
    "藏着",
    "背着",
    "挎着",
    "收着",
    "别着",
    "插着",
    "握着",
    "握紧",
    "攥着",
    "捧着",
    "抱着",
    "拿着",
    "提着",
    "持着",
    "手持",
    "腰悬",
    "腰佩",
    "身佩",
    "拔出",
    "抽出",
    "掏出",
    "摸出",
    "把玩着",
    "摩挲着",
    "颈上正是",
    "身上正是",
];
const ENGLISH_CARRIES: [&str; 14] = [
    "wore",
    "carried",
    "held",
    "kept",
    "clutched",
    "owned",
    "possessed",
    "drew",
    "unsheathed",
    "wearing",
    "carrying",
    "holding",
    "clutching",
    "brandished",
];
/// Words for getting an item, or for not having it.
const TRANSFERS: [&str; 44] = [
    "给", "递", "接", "借", "夺", "抢", "偷", "送", "赠", "取", "捡", "拾", "换", "交", "还", "赏", "赐",
    "拿来", "拿去", "摘", "卸", "解下", "替", "代", "没", "不", "丢", "失", "找", "寻", "假", "像", "gave",
    "give", "hand", "took", "take", "borrow", "stole", "found", "lent", "return", "received", "false",
];

/// Words for giving an item away.
const GIVES: [&str; 11] = ["给", "递", "借", "送", "赠", "偷", "交", "gave", "handed", "lent", "sent"];
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
            let is_owned = matches!(
                between,
                "的" | "那" | "这" | "自己的" | "的那把" | "的这把" | "的那块" | "的那枚" | "的那支"
            );
            is_owned || between.chars().count() <= 16 && contains_any(between, &CARRIES)
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
