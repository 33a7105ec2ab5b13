//! A dead or absent character acts or speaks.
//!
//! Deaths are known from facts (状态 = 死亡) and from explicit statements in the text. Speech, dreams, ghosts
//! and memories are ignored.

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::acts::{act, is_subject};
use super::cues::{contains_any, is_unreal, longest_prefix, looks_back, strip_words};
use super::found::{Found, Place};
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// A character who cannot act for some scenes.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    who: usize,
    is_dead: bool,
    /// The scene and the offset in it from which the absence holds.
    from: (usize, usize),
    /// The first scene where it no longer holds.
    until: Option<usize>,
    /// The words of the canon or the text.
    value: String,
    against: Option<Against>,
    place: Option<Place>,
}

wenfang_text::words! {
    const PREDICATES = "absent_acts/predicates";
    const DEAD = "absent_acts/dead";
    const ABSENT = "absent_acts/absent";
    const DYING = "absent_acts/dying";
    const NOT_DYING = "absent_acts/not_dying";
    const DYING_ADVERBS = "absent_acts/dying_adverbs";
    const DOUBTFUL = "absent_acts/doubtful";
}

impl Absence {
    /// A death that the narrator states at a range of a scene.
    pub(super) fn stated(reading: &Reading<'_>, who: usize, range: CharRange) -> Self {
        // The rest of the paragraph may still describe the moment before.
        let paragraph = reading.paragraph_at(range.start().get());
        let from = paragraph.map_or(range.end(), |(_, paragraph)| paragraph.end());
        Self {
            who,
            is_dead: true,
            from: (reading.rank, from.get()),
            until: None,
            value: reading.slice(range).to_owned(),
            against: None,
            place: Some(reading.place(range)),
        }
    }

    /// The number of the character in the cast.
    pub(super) fn who(&self) -> usize {
        self.who
    }
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let all = prepared.deaths.get_or_init(|| absences(prepared));
    let applies = |absence: &&Absence| {
        reading.rank >= absence.from.0 && absence.until.is_none_or(|until| reading.rank < until)
    };
    let current: Vec<&Absence> = all.iter().filter(applies).collect();
    let mut found = Vec::new();
    if current.is_empty() {
        return found;
    }
    for mention in &reading.mentions {
        let Some(absence) = current.iter().find(|absence| absence.who == mention.who) else { continue };
        if (reading.rank, mention.range.start().get()) <= absence.from {
            continue;
        }
        let Some(range) = acts_now(prepared, reading, *mention) else { continue };
        let severity = if absence.is_dead { Severity::Critical } else { Severity::Medium };
        found.push(
            Found::new(Rule::AbsentActs, severity, reading.place(range))
                .and_at(absence.place)
                .against(absence.against)
                .values(absence.value.clone(), reading.slice(range))
                .with_confidence(if absence.is_dead { 0.9 } else { 0.7 }),
        );
    }
    found
}

/// Returns the range of an act that is neither dreamt nor remembered.
pub(super) fn acts_now(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    mention: super::reading::Mention,
) -> Option<CharRange> {
    /// The distance, in characters, at which a dream still applies.
    const DREAM_DISTANCE: usize = 1500;
    /// The distance, in characters, of other cues.
    const CUE_DISTANCE: usize = 200;
    let range = act(prepared, reading, mention)?;
    let at = range.start().get();
    let sentence = reading.sentence_at(at).map_or("", |range| reading.slice(range));
    let dreams = is_unreal(&reading.narrated_before(at, CUE_DISTANCE))
        || ["梦", "魂", "幻境", "dream"]
            .iter()
            .any(|cue| reading.narrated_before(at, DREAM_DISTANCE).contains(cue));
    (!dreams && !looks_back(sentence)).then_some(range)
}

fn absences(prepared: &Prepared<'_>) -> Vec<Absence> {
    let mut absences: Vec<Absence> = Vec::new();
    for (id, fact) in prepared.book.canon.facts {
        let predicate = fact.predicate.trim().to_lowercase();
        let FactObject::Text(value) = &fact.object else { continue };
        let value = value.trim();
        let lower = value.to_lowercase();
        let is_dead = DEAD.contains(&lower.as_str());
        if !PREDICATES.contains(&predicate.as_str())
            || !(is_dead || ABSENT.contains(&lower.as_str()))
            || fact.assertion.modality != Modality::Narrated
        {
            continue;
        }
        let (Some(who), Some(span)) = (prepared.who(fact.subject), prepared.span(&fact.assertion)) else {
            continue;
        };
        // A fact begins in the scene that states it; whether it holds earlier in that scene is unknown. Facts
        // without a first scene always hold.
        let from = if fact.assertion.valid_from.is_some() { (span.from, usize::MAX) } else { (0, 0) };
        absences.push(Absence {
            who,
            is_dead,
            from,
            until: span.until,
            value: value.to_owned(),
            against: Some(Against::Fact(*id)),
            place: prepared.place_of(&fact.assertion.evidence),
        });
    }
    let dead: Vec<usize> =
        absences.iter().filter(|absence| absence.is_dead).map(|absence| absence.who).collect();
    let stated = prepared.lives().absences(prepared);
    absences.extend(stated.into_iter().filter(|death| !dead.contains(&death.who)));
    absences
}

/// Returns the range where the narrator states that a character dies.
pub(super) fn dies(prepared: &Prepared<'_>, reading: &Reading<'_>, name: CharRange) -> Option<CharRange> {
    let start = name.start().get();
    let narrated = reading.narrated_at(start)?;
    let after = reading.clause_after(name.end().get(), 16);
    let (skipped, word) = match prepared.language {
        Language::Chinese => {
            is_subject(reading, name, narrated).then_some(())?;
            let rest = strip_words(after, &DYING_ADVERBS);
            if longest_prefix(rest, &NOT_DYING).is_some() {
                return None;
            }
            (after.len() - rest.len(), longest_prefix(rest, &DYING)?)
        }
        Language::English => {
            let rest = after.trim_start();
            let word =
                ["was dead", "died", "had died", "breathed his last", "breathed her last", "was killed"]
                    .into_iter()
                    .find(|word| rest.starts_with(word))?;
            (after.len() - rest.len(), word)
        }
        Language::Other => return None,
    };
    let sentence = reading.slice(narrated);
    if contains_any(sentence, &DOUBTFUL) || is_unreal(reading.surroundings(start)) || looks_back(sentence) {
        return None;
    }
    let len = after.get(..skipped + word.len())?.chars().count();
    Some(CharRange::new(start, name.end().get() + len))
}
