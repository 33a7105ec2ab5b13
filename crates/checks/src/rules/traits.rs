//! Statements about a character's traits: the colour of eyes and hair, the weapon, the home.

use wenfang_text::CharRange;

use super::cues::first_word;
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
    if is_one(&[
        "眼睛",
        "眼睛颜色",
        "眸色",
        "瞳色",
        "眼眸",
        "眼色",
        "瞳孔",
        "eyes",
        "eye colour",
        "eye color",
    ]) {
        Some(Trait::Eyes)
    } else if is_one(&["头发", "发色", "头发颜色", "hair", "hair colour", "hair color"]) {
        Some(Trait::Hair)
    } else if is_one(&["武器", "兵器", "佩兵", "惯用武器", "weapon"]) {
        Some(Trait::Weapon)
    } else if is_one(&["住处", "住所", "居所", "家", "住在", "residence", "home", "lives at", "lives in"])
    {
        Some(Trait::Home)
    } else {
        None
    }
}

/// Words for each colour, in both languages.
const COLOURS: [&[&str]; 9] = [
    &["漆黑", "乌黑", "墨黑", "墨色", "黑", "乌", "black", "dark"],
    &["雪白", "银白", "白", "银", "white", "silver"],
    &["火红", "赤红", "血红", "红", "赤", "red", "auburn"],
    &["湛蓝", "碧蓝", "深蓝", "浅蓝", "蔚蓝", "蓝", "blue"],
    &["碧绿", "翠绿", "墨绿", "绿", "翠", "碧", "green"],
    &["金黄", "金", "黄", "golden", "blond", "blonde", "yellow"],
    &["深棕", "浅棕", "棕", "褐", "琥珀", "brown", "hazel", "chestnut"],
    &["灰", "浅灰", "深灰", "grey", "gray"],
    &["紫", "violet", "purple"],
];
const WEAPONS: [&[&str]; 9] = [
    &["剑", "sword", "rapier"],
    &["刀", "sabre", "knife", "blade"],
    &["枪", "矛", "spear", "lance"],
    &["弓", "bow"],
    &["斧", "axe"],
    &["鞭", "whip"],
    &["棍", "棒", "staff", "club"],
    &["锤", "hammer", "mace"],
    &["戟", "halberd"],
];
const EYES: [&str; 9] = ["眼睛", "眼眸", "眸子", "瞳孔", "瞳仁", "眼珠", "双眸", "双眼", "瞳子"];
const HAIR: [&str; 6] = ["头发", "长发", "短发", "秀发", "发丝", "鬈发"];

/// Returns the value that a text names; the longest matching word decides.
pub(super) fn value(trait_: Trait, text: &str) -> Option<usize> {
    let values: &[&[&str]] = match trait_ {
        Trait::Eyes | Trait::Hair => &COLOURS,
        Trait::Weapon => &WEAPONS,
        Trait::Home => return None,
    };
    let text = text.to_lowercase();
    let words =
        values.iter().enumerate().flat_map(|(value, words)| words.iter().map(move |word| (value, *word)));
    words.filter(|(_, word)| text.contains(word)).max_by_key(|(_, word)| word.len()).map(|(value, _)| value)
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
    let words =
        COLOURS.iter().enumerate().flat_map(|(value, words)| words.iter().map(move |word| (value, *word)));
    words.filter(|(_, word)| text.ends_with(word)).max_by_key(|(_, word)| word.len())
}

/// Parses the weapon that a character draws: 拔出长刀.
fn weapon(text: &str) -> Option<(Trait, usize, std::ops::Range<usize>)> {
    const DRAWS: [&str; 9] = ["拔出", "抽出", "挥舞", "舞起", "挺起", "抡起", "舞着", "挥着", "使一"];
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
    COLOURS.iter().position(|words| first_word(word, words).is_some_and(|first| first.len() == word.len()))
}

/// Finds statements of where a character lives: X住在L.
fn homes(prepared: &Prepared<'_>, reading: &Reading<'_>, narrated: CharRange) -> Vec<TraitStatement> {
    const LIVES: [&str; 10] =
        ["住在", "住于", "居于", "家住", "寓居", "仍住", "便住在", "就住在", " lived at ", " lived in "];
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
