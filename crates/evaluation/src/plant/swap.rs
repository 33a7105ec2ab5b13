//! Errors made by replacing words of real sentences.

use wenfang_story::canon::EntityRecord;
use wenfang_text::{CharRange, Lexicon, TextIndex};

use super::{Change, Edit, openings};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

/// Gives sentences about the living a dead subject.
pub(super) fn dead(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let names = (0_u32..)
        .zip(&setting.entities)
        .flat_map(|(owner, (_, entity))| entity.names().map(move |name| (owner, name)));
    let lexicon = Lexicon::new(names);
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let dead = setting.facts.iter().map(|(_, fact)| fact).filter(|fact| {
            matches!(fact.predicate.as_str(), "状态" | "status")
                && fact.assertion.valid_from.is_none_or(|from| from.get() < scene as i64 + 1)
        });
        let dead: Vec<_> = dead.map(|fact| fact.subject).collect();
        let index = TextIndex::new(&source.text);
        for sentence in openings(&source.text) {
            let mentions = lexicon.mentions(index.slice(sentence));
            let Some(first) = mentions.first() else { continue };
            let at = sentence.start().get() + first.range.start().get();
            let range = CharRange::new(at, at + first.range.len());
            let after = index.slice(CharRange::new(range.end().get(), range.end().get() + 1));
            let begins = first.range.start().get() == 0;
            let is_person = first.owners.iter().all(|owner| {
                setting
                    .entities
                    .get(*owner as usize)
                    .is_some_and(|(_, entity)| setting.people().any(|person| person.name == entity.name))
            });
            let is_subject = match setting.language {
                Language::English => after == " ",
                _ => {
                    after.chars().all(char::is_alphabetic)
                        && !["的", "之", "和", "与", "同", "等", "及", "家", "房"].contains(&after)
                }
            };
            if !(begins && is_subject && is_person) {
                continue;
            }
            let Some(subject) = chance.pick(&dead) else { continue };
            let Some((_, entity)) = setting.entities.iter().find(|(id, _)| id == subject) else { continue };
            let all: Vec<&str> = entity.names().collect();
            let Some(name) = chance.pick(&all) else { continue };
            // The text after the name is the action.
            let rest = index.slice(CharRange::new(range.end().get(), range.end().get() + 6));
            changes.push(vec![Edit {
                scene,
                range: CharRange::new(at, range.end().get() + rest.chars().count()),
                words: format!("{name}{rest}"),
                margin: (0, 0),
            }]);
        }
    }
    changes
}

/// Replaces pronouns and names of the third person by the first.
pub(super) fn persons(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    let people: Vec<&str> = setting.people().flat_map(EntityRecord::names).collect();
    for (scene, source) in setting.scenes.iter().enumerate() {
        if source.plan.pov.contains("第一人称") {
            continue;
        }
        let index = TextIndex::new(&source.text);
        for sentence in openings(&source.text) {
            let text = index.slice(sentence);
            let start = sentence.start().get();
            if setting.language == Language::English {
                let pairs: &[(&str, &str)] = &[
                    ("She ", "I "),
                    ("He ", "I "),
                    (" she ", " I "),
                    (" he ", " I "),
                    (" his ", " my "),
                    (" him ", " me "),
                ];
                let Some((from, to)) = chance.pick(pairs) else { continue };
                let Some(byte) = text.find(from) else { continue };
                let at = start + text[..byte].chars().count();
                let quote = wenfang_text::speech(text);
                if quote.iter().any(|speech| {
                    speech.range.start().get() + start <= at && at < speech.range.end().get() + start
                }) {
                    continue;
                }
                changes.push(vec![Edit {
                    scene,
                    range: CharRange::new(at, at + from.chars().count()),
                    words: (*to).to_owned(),
                    margin: (0, 0),
                }]);
                continue;
            }
            let name = people.iter().filter(|name| text.starts_with(**name)).max_by_key(|name| name.len());
            let own = ["他", "她"].into_iter().find(|own| text.starts_with(own));
            let owned = ["他的", "她的"].into_iter().find_map(|own| Some((text.find(own)?, 1)));
            let (at, len) = match (name, own, owned) {
                (Some(name), _, _) => (0, name.chars().count()),
                (None, Some(_), _) => (0, 1),
                (None, None, Some((byte, len))) if !text[..byte].contains(['“', '「', '：']) => {
                    (text[..byte].chars().count(), len)
                }
                _ => continue,
            };
            let next = index.slice(CharRange::new(start + at + len, start + at + len + 1));
            if !next.chars().all(char::is_alphabetic)
                || ["等", "们", "道", "家"].contains(&next) && !chance.percent(30)
            {
                continue;
            }
            changes.push(vec![Edit {
                scene,
                range: CharRange::new(start + at, start + at + len),
                words: "我".to_owned(),
                margin: (0, 0),
            }]);
        }
    }
    changes
}

/// Replaces verbs in the past tense by the present.
pub(super) fn tenses(setting: &Setting, _chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    let people: Vec<&str> = setting.people().flat_map(EntityRecord::names).collect();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let index = TextIndex::new(&source.text);
        for sentence in openings(&source.text) {
            let text = index.slice(sentence);
            let words: Vec<&str> = text.split(' ').collect();
            let mut at = sentence.start().get();
            for pair in words.windows(2) {
                let [subject, verb] = pair else { continue };
                let is_subject = ["She", "He", "she", "he"].contains(subject)
                    || people.contains(subject) && at == sentence.start().get();
                let begins = at + subject.chars().count() + 1;
                if let Some(present) = present(verb).filter(|_| is_subject && !text.contains(['“', '”']))
                {
                    let range = CharRange::new(begins, begins + verb.chars().count());
                    changes.push(vec![Edit { scene, range, words: present, margin: (0, 0) }]);
                    break;
                }
                at = begins;
            }
        }
    }
    changes
}

/// Returns the present tense of a verb in the past tense, by rule or from a short list.
fn present(verb: &str) -> Option<String> {
    let irregular = [
        ("was", "is"),
        ("had", "has"),
        ("said", "says"),
        ("went", "goes"),
        ("came", "comes"),
        ("saw", "sees"),
        ("knew", "knows"),
        ("felt", "feels"),
        ("thought", "thinks"),
        ("took", "takes"),
        ("began", "begins"),
        ("found", "finds"),
        ("gave", "gives"),
        ("heard", "hears"),
        ("did", "does"),
        ("left", "leaves"),
        ("spoke", "speaks"),
        ("wrote", "writes"),
        ("read", "reads"),
        ("understood", "understands"),
        ("met", "meets"),
    ];
    if let Some((_, present)) = irregular.iter().find(|(past, _)| *past == verb) {
        return Some((*present).to_owned());
    }
    let stem = verb.strip_suffix("ed")?;
    if stem.len() < 3 || !stem.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let last_two: Vec<char> = stem.chars().rev().take(2).collect();
    match stem.strip_suffix('i') {
        Some(stem) => Some(format!("{stem}ies")),
        None if stem.ends_with("ss") || stem.ends_with(['h', 'x']) => Some(format!("{stem}es")),
        // begged, stopped
        None if last_two.len() == 2 && last_two[0] == last_two[1] && !stem.ends_with("ll") => {
            Some(format!("{}s", &stem[..stem.len() - 1]))
        }
        // moved, placed, seized, argued, related, admired
        None if ["v", "c", "s", "z", "u", "at", "ir", "dg", "ang", "ut"]
            .iter()
            .any(|end| stem.ends_with(end)) =>
        {
            Some(format!("{stem}es"))
        }
        None => Some(format!("{stem}s")),
    }
}
