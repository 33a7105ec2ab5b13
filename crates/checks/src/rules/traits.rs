//! Statements about a character's traits: the colour of eyes and hair, the weapon, the home.

use wenfang_text::CharRange;

use super::prepared::{Language, Prepared};
use super::reading::{KnownKind, Reading, is_han};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Trait {
    Eyes,
    Hair,
    Weapon,
    Home,
}

/// Returns the trait that the predicate of a fact names.
pub(super) fn trait_named(predicate: &str) -> Option<Trait> {
    let predicate = predicate.trim().to_lowercase();
    let is_one = |list: &[&str]| list.contains(&predicate.as_str());
    if is_one(&EYES_PREDICATES) {
        Some(Trait::Eyes)
    } else if is_one(&HAIR_PREDICATES) {
        Some(Trait::Hair)
    } else if is_one(&WEAPON_PREDICATES) {
        Some(Trait::Weapon)
    } else if is_one(&HOME_PREDICATES) {
        Some(Trait::Home)
    } else {
        None
    }
}

wenfang_text::numbers! {
    const COLOURS = "traits/colours";
    const WEAPONS = "traits/weapons";
}

wenfang_text::words! {
    const EYES_PREDICATES = "traits/eyes_predicates";
    const HAIR_PREDICATES = "traits/hair_predicates";
    const WEAPON_PREDICATES = "traits/weapon_predicates";
    const HOME_PREDICATES = "traits/home_predicates";
    const EYES = "traits/eyes";
    const HAIR = "traits/hair";
    const DRAWS = "traits/draws";
    const LIVES = "traits/lives";
}

/// Returns the value that a text names; the longest matching word decides.
pub(super) fn value(trait_: Trait, text: &str) -> Option<usize> {
    named(trait_, text).map(|(_, value)| value as usize)
}

/// Returns the word for the value that a text names.
pub(super) fn word(trait_: Trait, text: &str) -> Option<&'static str> {
    named(trait_, text).map(|(word, _)| word)
}

fn named(trait_: Trait, text: &str) -> Option<(&'static str, u32)> {
    let values: &[(&'static str, u32)] = match trait_ {
        Trait::Eyes | Trait::Hair => &COLOURS,
        Trait::Weapon => &WEAPONS,
        Trait::Home => return None,
    };
    let text = text.to_lowercase();
    values.iter().filter(|(word, _)| text.contains(word)).max_by_key(|(word, _)| word.len()).copied()
}

/// A statement about a character's trait.
#[derive(Clone, Debug)]
pub(super) struct TraitStatement {
    pub(super) who: usize,
    pub(super) of: Trait,
    /// The index of the colour or weapon; for homes, the index of the place in the cast.
    pub(super) value: usize,
    pub(super) range: CharRange,
}

/// Returns the traits that the narration states of known characters, in text order.
pub(super) fn claims(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<TraitStatement> {
    let mut found = Vec::new();
    for narrated in &reading.narrated {
        let people: Vec<_> = reading
            .mentions_in(*narrated)
            .iter()
            .filter(|mention| prepared.is_person(mention.who))
            .copied()
            .collect();
        // With two people in a sentence, the owner of the trait is ambiguous unless a possessive names them.
        let [first, rest @ ..] = people.as_slice() else { continue };
        let is_one = rest.iter().all(|other| other.who == first.who);
        for person in &people {
            let after = CharRange::new(person.range.end().get(), narrated.end().get());
            let text = reading.slice(after);
            let Some((of, value, bytes)) = (match prepared.language {
                Language::Chinese => chinese(text),
                Language::English => english(text),
                Language::Other => None,
            }) else {
                continue;
            };
            let owned = text.starts_with("的")
                || text.starts_with("’s")
                || text.starts_with("'s")
                || text.starts_with("那双");
            let near = bytes.start <= 12 || owned && bytes.start <= 30;
            if is_one || owned && near {
                let end = reading.within(after.start(), text, bytes).end().get();
                found.push(TraitStatement {
                    who: person.who,
                    of,
                    value,
                    range: CharRange::new(person.range.start().get(), end),
                });
                break;
            }
        }
        found.extend(homes(prepared, reading, *narrated));
    }
    found
}

/// Parses a trait and its value after a name, with the byte range.
fn chinese(text: &str) -> Option<(Trait, usize, std::ops::Range<usize>)> {
    let eyes = EYES.iter().map(|noun| (Trait::Eyes, *noun));
    let hair = HAIR.iter().map(|noun| (Trait::Hair, *noun));
    for (of, noun) in eyes.chain(hair) {
        let Some(at) = text.find(noun) else { continue };
        let end = at + noun.len();
        // 蓝色的眼睛, 蓝眼睛, 湛蓝的眼睛
        let before = text[..at].strip_suffix('的').unwrap_or(&text[..at]);
        let is_colour_word = before.ends_with('色');
        let before = before.strip_suffix('色').unwrap_or(before);
        if let Some((value, word)) = colour_suffix(before) {
            // 红眼睛 means having wept.
            if is_colour_word || of == Trait::Hair || value != 2 {
                return Some((of, value, at.min(before.len() - word.len())..end));
            }
        }
        // 眼睛是蓝色的
        let after = &text[end..];
        let verb =
            ["是", "乃是", "竟是", "却是", "呈", "本是"].iter().find(|verb| after.starts_with(**verb))?;
        let tail: String = after[verb.len()..].chars().take_while(|c| is_han(*c)).take(6).collect();
        let value = tail.contains('色').then(|| value(of, &tail)).flatten()?;
        return Some((of, value, at..end + verb.len() + tail.len()));
    }
    weapon(text)
}

/// Returns the colour word at the end of a text.
fn colour_suffix(text: &str) -> Option<(usize, &'static str)> {
    let ending = COLOURS.iter().filter(|(word, _)| text.ends_with(word)).max_by_key(|(word, _)| word.len());
    ending.map(|(word, value)| (*value as usize, *word))
}

/// Parses the weapon that a character draws: 拔出长刀.
fn weapon(text: &str) -> Option<(Trait, usize, std::ops::Range<usize>)> {
    let (at, verb) = DRAWS.iter().filter_map(|verb| Some((text.find(verb)?, *verb))).min()?;
    let after = &text[at + verb.len()..];
    let object: String = after.chars().take_while(|c| is_han(*c)).take(6).collect();
    let (end, _) = object.char_indices().find(|(_, c)| value(Trait::Weapon, &c.to_string()).is_some())?;
    let word = object[end..].chars().next()?;
    let close = text[..at].chars().count() <= 6;
    close
        .then(|| value(Trait::Weapon, &word.to_string()))
        .flatten()
        .map(|value| (Trait::Weapon, value, at..at + verb.len() + end + word.len_utf8()))
}

/// Parses `’s blue eyes`, `’s eyes were blue` and ` had blue eyes`.
fn english(text: &str) -> Option<(Trait, usize, std::ops::Range<usize>)> {
    for (of, noun) in [(Trait::Eyes, " eyes"), (Trait::Hair, " hair")] {
        let Some(at) = text.find(noun) else { continue };
        let before = text[..at].rsplit(' ').next().unwrap_or_default();
        if let Some(value) = exact(before) {
            return Some((of, value, at - before.len()..at + noun.len()));
        }
        let after = &text[at + noun.len()..];
        let rest = [" were ", " was ", " are ", " is "]
            .iter()
            .find_map(|verb| Some((after.strip_prefix(verb)?, verb.len())));
        let (rest, skipped) = rest?;
        let rest_word = rest
            .split(|c: char| !c.is_ascii_alphabetic())
            .find(|word| !["a", "very", "deep", "bright", "light", "pale"].contains(word));
        let word = rest_word.filter(|word| exact(word).is_some())?;
        let value = exact(word)?;
        let end = rest.find(word)? + word.len();
        return Some((of, value, at..at + noun.len() + skipped + end));
    }
    None
}

fn exact(word: &str) -> Option<usize> {
    let is_latin = word.chars().all(|c| c.is_ascii_alphabetic());
    COLOURS.iter().find(|(known, _)| is_latin && *known == word).map(|(_, value)| *value as usize)
}

/// Finds statements of where a character lives: X住在L.
fn homes(prepared: &Prepared<'_>, reading: &Reading<'_>, narrated: CharRange) -> Vec<TraitStatement> {
    let mentions = reading.mentions_in(narrated);
    let pairs =
        mentions.windows(2).filter_map(|pair| {
            let [person, place] = pair else { return None };
            let is_place = prepared.known(place.who).is_some_and(|known| known.kind == KnownKind::Location);
            let between = reading.slice(CharRange::new(person.range.end().get(), place.range.start().get()));
            let range = CharRange::new(person.range.start().get(), place.range.end().get());
            (prepared.is_person(person.who) && is_place && LIVES.contains(&between))
                .then_some(TraitStatement { who: person.who, of: Trait::Home, value: place.who, range })
        });
    pairs.collect()
}
