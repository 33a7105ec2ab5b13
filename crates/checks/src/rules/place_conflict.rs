//! A character is in two places at once.
//!
//! There are three checks: a fact places a character somewhere for some scenes, and the text places them
//! elsewhere; two timeline events at one moment share a participant but not the place; two scene plans do.

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::acts::is_subject;
use super::cues::{is_unreal, longest_prefix, looks_back, strip_words};
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{KnownKind, Reading};

wenfang_text::words! {
    const PREDICATES = "place_conflict/predicates";
    const AT = "place_conflict/at";
    const ADVERBS = "place_conflict/adverbs";
    const ENGLISH_AT = "place_conflict/english_at";
    const MOMENTS = "place_conflict/moments";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = elsewhere(prepared, reading);
    found.extend(events(prepared, reading));
    found.extend(plans(prepared, reading));
    found
}

/// Finds characters that the text places elsewhere than a fact does.
fn elsewhere(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (id, fact) in prepared.book.canon.facts {
        let is_place = PREDICATES.contains(&fact.predicate.trim().to_lowercase().as_str());
        if !is_place || fact.assertion.modality != Modality::Narrated {
            continue;
        }
        let (Some(who), Some(span)) = (prepared.who(fact.subject), prepared.span(&fact.assertion)) else {
            continue;
        };
        // In the scene that states the fact, the character may still be on the way.
        let since = fact.assertion.valid_from.map_or(0, |_| span.from + 1);
        if reading.rank < since || span.until.is_some_and(|until| reading.rank >= until) {
            continue;
        }
        let expected = match &fact.object {
            FactObject::Text(place) => place.trim(),
            FactObject::Entity(place) => prepared.who(*place).map_or("", |place| prepared.name(place)),
        };
        for mention in reading.mentions.iter().filter(|mention| mention.who == who && !expected.is_empty()) {
            let Some((place, range)) = location_of(prepared, reading, mention.range) else { continue };
            if !is_same_place(prepared, place, expected) {
                found.push(
                    Found::new(Rule::PlaceConflict, Severity::High, reading.place(range))
                        .and_at(prepared.place_of(&fact.assertion.evidence))
                        .against(Some(Against::Fact(*id)))
                        .values(expected, prepared.name(place)),
                );
            }
        }
    }
    found
}

/// Returns the place where the text locates a character, and the range that says so.
fn location_of(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    name: CharRange,
) -> Option<(usize, CharRange)> {
    let start = name.start().get();
    if reading.is_speech(start) {
        return None;
    }
    let narrated = reading.narrated_at(start)?;
    let after = reading.clause_after(name.end().get(), 60);
    let skipped = match prepared.language {
        Language::Chinese => {
            is_subject(reading, name, narrated).then_some(())?;
            let rest = strip_words(after, &ADVERBS);
            after.len() - rest.len() + longest_prefix(rest, &AT)?.len()
        }
        Language::English => {
            let rest = after.trim_start();
            after.len() - rest.len() + longest_prefix(rest, &ENGLISH_AT)?.len()
        }
        Language::Other => return None,
    };
    let from = name.end().get() + after.get(..skipped)?.chars().count();
    let place = reading
        .mentions_in(CharRange::new(from, narrated.end().get()))
        .iter()
        .find(|mention| prepared.known(mention.who).is_some_and(|known| known.kind == KnownKind::Location))?;
    let near = match prepared.language {
        Language::Chinese => 4,
        _ => 8,
    };
    let sentence = reading.slice(narrated);
    let is_near = place.range.start().get() - from <= near;
    let doubtful = sentence.contains(['若', '如', '欲', '要', '想']) || sentence.contains("if ");
    (is_near
        && !doubtful
        && !looks_back(sentence)
        && !is_unreal(&reading.narrated_before(start, DREAM_DISTANCE)))
    .then(|| (place.who, CharRange::new(start, place.range.end().get())))
}

/// The distance, in characters, at which a dream still applies.
const DREAM_DISTANCE: usize = 200;

/// Whether a known place is the expected one, inside it, around it, or related to it.
fn is_same_place(prepared: &Prepared<'_>, place: usize, expected: &str) -> bool {
    let Some(known) = prepared.known(place) else { return true };
    if known.names.iter().any(|name| name.contains(expected) || expected.contains(name)) {
        return true;
    }
    let other = prepared.cast.iter().find(|other| other.names.contains(&expected));
    prepared.book.canon.relations.iter().any(|(_, relation)| {
        let ends = [Against::Entity(relation.from), Against::Entity(relation.to)];
        ends.contains(&known.against) && other.is_some_and(|other| ends.contains(&other.against))
    })
}

/// Finds two events at one moment with one participant at two places.
fn events(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    /// Year, month and day: two events in one year are not simultaneous.
    const LEVELS: usize = 3;
    let mut found = Vec::new();
    for (at, (id, later)) in prepared.book.canon.events.iter().enumerate() {
        if later.scene != Some(reading.scene.id) || later.place.trim().is_empty() {
            continue;
        }
        let Some(key) = later.key.as_ref().filter(|key| key.0.len() > LEVELS) else { continue };
        for (other, earlier) in prepared.book.canon.events.iter().take(at) {
            let (here, there) = (later.place.trim(), earlier.place.trim());
            let apart = !there.is_empty() && !here.contains(there) && !there.contains(here);
            let shared = later.participants.iter().find(|who| earlier.participants.contains(who));
            let Some(who) = shared.and_then(|who| prepared.who(*who)) else { continue };
            if earlier.key.as_ref() != Some(key) || !apart || *other == *id {
                continue;
            }
            let Some(range) = first_mention(reading, who) else { continue };
            found.push(
                Found::new(Rule::PlaceConflict, Severity::Medium, reading.place(range))
                    .against(Some(Against::Event(*other)))
                    .values(there, here)
                    .with_confidence(0.8),
            );
        }
    }
    found
}

/// Finds two scenes planned for one moment with one character at two places.
fn plans(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let Some(here) = reading.scene.plan else { return Vec::new() };
    let (time, location) = (here.story_time.trim(), here.location.trim());
    if time.chars().count() < 4 || location.is_empty() {
        return Vec::new();
    }
    // A time of day, not only a date: 戌时, 10:30, 傍晚.
    if !MOMENTS.iter().any(|word| time.contains(word)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for there in prepared.book.scenes.iter().take(reading.rank) {
        let Some(plan) = there.plan.filter(|plan| plan.story_time.trim() == time) else { continue };
        let other = plan.location.trim();
        let apart = !other.is_empty() && !other.contains(location) && !location.contains(other);
        let shared = here.characters.iter().find(|who| plan.characters.contains(who));
        let who = shared
            .and_then(|name| prepared.cast.iter().position(|known| known.names.contains(&name.as_str())));
        let (true, Some(who)) = (apart, who) else { continue };
        let Some(range) = first_mention(reading, who) else { continue };
        let second =
            prepared.reading(there.id).and_then(|reading| Some(reading.place(first_mention(reading, who)?)));
        found.push(
            Found::new(Rule::PlaceConflict, Severity::Medium, reading.place(range))
                .and_at(second)
                .values(other, location)
                .with_confidence(0.7),
        );
    }
    found
}

/// Returns the first mention of a character outside speech.
fn first_mention(reading: &Reading<'_>, who: usize) -> Option<CharRange> {
    let mut mentions = reading.mentions.iter().filter(|mention| mention.who == who);
    mentions.find(|mention| !reading.is_speech(mention.range.start().get())).map(|mention| mention.range)
}
