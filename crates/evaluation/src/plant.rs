//! Planting errors into a novel, at known positions.
//!
//! An error is one change of the text, or several that belong together. Phrasings vary, and some are beyond
//! what the rules detect, so that recall is meaningful.

mod canon;
mod characters;
mod insert;
mod names;
mod style;
mod swap;
mod tags;

use std::collections::BTreeMap;

use wenfang_story::check::Rule;
use wenfang_text::{CharRange, TextIndex};

use super::chance::Chance;
use super::setting::Setting;

/// The positions of one error: scene numbers, and ranges in the planted text.
pub(super) type Error = Vec<(usize, CharRange)>;

/// A novel with planted errors.
#[derive(Debug)]
pub(super) struct PlantedNovel {
    pub(super) setting: Setting,
    pub(super) errors: Vec<Error>,
}

/// One change of a text.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) scene: usize,
    /// The range to replace.
    pub(super) range: CharRange,
    /// The replacement.
    pub(super) words: String,
    /// The number of characters at each end of the replacement that are not part of the error.
    pub(super) margin: (usize, usize),
}

/// The edits that make one error.
pub(super) type Change = Vec<Edit>;

/// Plants about `wanted` errors of a rule into a novel.
pub(super) fn plant(setting: &Setting, rule: Rule, (wanted, chance): (usize, &mut Chance)) -> PlantedNovel {
    if rule == Rule::Length {
        return style::lengths(setting, (wanted, chance));
    }
    let mut changes = match rule {
        Rule::AbsentActs => swap::dead(setting, chance),
        Rule::PovDrift => swap::persons(setting, chance),
        Rule::Tense => swap::tenses(setting, chance),
        Rule::NameDrift => names::drifts(setting, chance),
        Rule::Possession
        | Rule::PlaceConflict
        | Rule::AgeArithmetic
        | Rule::Attribute
        | Rule::ThreadUnknown => canon::contradictions(setting, rule, chance),
        Rule::TimelineOrder => canon::times(setting, chance),
        Rule::ForbiddenWords => insert::forbidden(setting, chance),
        Rule::Repetition => style::repetitions(setting, chance),
        Rule::Openings => style::openings(setting, chance),
        Rule::Overused => style::overused(setting, chance),
        Rule::Punctuation => style::punctuation(setting, chance),
        Rule::DialogueTags => tags::tags(setting, chance),
        Rule::WrongCharacter => characters::wrong(setting, chance),
        Rule::DeParticles => characters::particles(setting, chance),
        Rule::Doubled => characters::doubled(setting, chance),
        // A rule without a planter is not measured.
        _ => Vec::new(),
    };
    chance.shuffle(&mut changes);
    // Overused words are spread over a whole scene.
    let apart = if rule == Rule::Overused { 3 } else { MIN_DISTANCE };
    apply(setting, changes, (wanted, apart))
}

/// Plants up to `wanted` slips of spelling into a Chinese novel: four wrong words to each wrong particle.
pub(super) fn slips(setting: &Setting, (wanted, chance): (usize, &mut Chance)) -> PlantedNovel {
    let [mut words, mut particles] =
        [characters::wrong(setting, chance), characters::particles(setting, chance)];
    chance.shuffle(&mut words);
    chance.shuffle(&mut particles);
    let mut particles = particles.into_iter();
    let mut changes = Vec::new();
    for (number, word) in (1_usize..).zip(words) {
        changes.push(word);
        if number.is_multiple_of(4) {
            changes.extend(particles.next());
        }
    }
    apply(setting, changes, (wanted, MIN_DISTANCE))
}

/// The minimum distance between two errors, in characters.
const MIN_DISTANCE: usize = 300;

/// Applies up to `wanted` changes that are at least `apart` characters from each other.
fn apply(setting: &Setting, changes: Vec<Change>, (wanted, apart): (usize, usize)) -> PlantedNovel {
    let mut occupied: BTreeMap<usize, Vec<CharRange>> = BTreeMap::new();
    let mut applied: Vec<Change> = Vec::new();
    for change in changes {
        if applied.len() >= wanted {
            break;
        }
        let is_free = change.iter().all(|edit| {
            let (start, end) = (edit.range.start().get(), edit.range.end().get());
            let near = CharRange::new(start.saturating_sub(apart), end + apart + 1);
            let others = occupied.get(&edit.scene).map_or(&[][..], Vec::as_slice);
            // An insertion has an empty range but still needs a position.
            let widened = |other: &CharRange| CharRange::new(other.start().get(), other.end().get() + 1);
            others.iter().all(|other| !near.overlaps(widened(other)))
        });
        if is_free && !change.is_empty() {
            for edit in &change {
                occupied.entry(edit.scene).or_default().push(edit.range);
            }
            applied.push(change);
        }
    }
    let mut edits: Vec<(usize, &Edit)> = applied
        .iter()
        .enumerate()
        .flat_map(|(error, change)| change.iter().map(move |edit| (error, edit)))
        .collect();
    edits.sort_by_key(|(_, edit)| (edit.scene, edit.range.start(), edit.range.end()));
    let mut faulty = PlantedNovel { setting: setting.clone(), errors: vec![Vec::new(); applied.len()] };
    for (number, scene) in faulty.setting.scenes.iter_mut().enumerate() {
        let index = TextIndex::new(&setting.scenes[number].text);
        let (mut text, mut chars, mut from) = (String::new(), 0, 0);
        for (error, edit) in edits.iter().filter(|(_, edit)| edit.scene == number) {
            let before = index.slice(CharRange::new(from, edit.range.start().get().max(from)));
            text.push_str(before);
            chars += before.chars().count();
            text.push_str(&edit.words);
            let len = edit.words.chars().count();
            let range =
                CharRange::new(chars + edit.margin.0.min(len), chars + len.saturating_sub(edit.margin.1));
            // Mark a deletion by its neighbouring characters.
            let range = if len == 0 { CharRange::new(chars.saturating_sub(1), chars + 1) } else { range };
            faulty.errors[*error].push((number, range));
            chars += len;
            from = edit.range.end().get().max(from);
        }
        if from > 0 || chars > 0 {
            text.push_str(index.slice(CharRange::new(from, index.len())));
            scene.text = text;
        }
    }
    faulty.errors.retain(|error| !error.is_empty());
    faulty
}

/// Returns the narrated sentences of a scene, before which text can be inserted: those that start outside
/// speech.
pub(super) fn openings(text: &str) -> Vec<CharRange> {
    let chars: Vec<char> = text.chars().collect();
    let speeches = wenfang_text::speech(text);
    let is_speech = |at: usize| {
        let number = speeches.partition_point(|speech| speech.range.end().get() <= at);
        speeches.get(number).is_some_and(|speech| speech.range.start().get() <= at)
    };
    let sentences = wenfang_text::sentences(text).into_iter();
    let narrated = sentences.filter(|range| {
        let first = chars.get(range.start().get()).copied().unwrap_or(' ');
        range.len() > 8 && first.is_alphabetic() && !is_speech(range.start().get())
    });
    narrated.collect()
}
