//! The text says otherwise of an attribute than the canon, or than it said before.
//!
//! Facts come first, then locked lore, then what the text itself said earlier. Only what is told counts; hair that went
//! grey or white is age.

use wenfang_story::SceneId;
use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::cues::{is_unreal, looks_back};
use super::found::{Found, Place};
use super::prepared::Prepared;
use super::reading::Reading;
use super::traits::{Trait, TraitStatement, named, said, value};

/// What the text says somewhere.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    rank: usize,
    scene: SceneId,
    said: TraitStatement,
}

/// What is expected of somebody, by whom, and where that is said.
struct Expected {
    value: usize,
    words: String,
    against: Option<Against>,
    place: Option<Place>,
    severity: Severity,
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let statements = prepared.statements.get_or_init(|| {
        let of_scene = |reading: &Reading<'_>| {
            let (rank, scene) = (reading.rank, reading.scene.id);
            true_of(prepared, reading)
                .into_iter()
                .map(move |said| Statement { rank, scene, said })
                .collect::<Vec<_>>()
        };
        prepared.all().flat_map(of_scene).collect()
    });
    for statement in statements.iter().filter(|statement| statement.rank == reading.rank) {
        let said = &statement.said;
        let expected = by_fact(prepared, reading, said)
            .or_else(|| by_lore(prepared, said))
            .or_else(|| by_text(prepared, statements, statement));
        let Some(expected) = expected.filter(|expected| differs(prepared, said, expected)) else { continue };
        found.push(
            Found::new(Rule::Attribute, expected.severity, reading.place(said.range))
                .and_at(expected.place)
                .against(expected.against)
                .values(expected.words, reading.slice(said.range)),
        );
    }
    found
}

/// What is told here as being so.
fn true_of(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<TraitStatement> {
    let mut told = said(prepared, reading);
    told.retain(|said| {
        let sentence = reading.told_at(said.range.start().get()).map_or("", |range| reading.slice(range));
        let doubtful = ["像", "似", "仿佛", "如", "若", "不是", "染", "变", "like ", "as if", "not "];
        !looks_back(sentence) && !is_unreal(sentence) && !doubtful.iter().any(|cue| sentence.contains(cue))
    });
    told
}

/// White or grey hair comes with age; dark eyes may be of any dark colour.
fn differs(prepared: &Prepared<'_>, said: &TraitStatement, expected: &Expected) -> bool {
    const DARK: [usize; 2] = [0, 6];
    const AGED: [usize; 2] = [1, 7];
    let pair = [said.value, expected.value];
    let excused = match said.of {
        Trait::Eyes => pair.iter().all(|value| DARK.contains(value)),
        Trait::Hair => {
            pair.iter().any(|value| AGED.contains(value)) || pair.iter().all(|value| DARK.contains(value))
        }
        Trait::Weapon => false,
        Trait::Home => {
            let name = prepared.name(said.value);
            expected.words.contains(name) || name.contains(&expected.words) || {
                let known = prepared.known(said.value);
                known.is_some_and(|known| known.names.contains(&expected.words.as_str()))
            }
        }
    };
    said.value != expected.value && !excused
}

fn by_fact(prepared: &Prepared<'_>, reading: &Reading<'_>, said: &TraitStatement) -> Option<Expected> {
    prepared.book.canon.facts.iter().find_map(|(id, fact)| {
        let is_about = named(&fact.predicate) == Some(said.of)
            && prepared.who(fact.subject) == Some(said.who)
            && fact.assertion.modality == Modality::Narrated
            && prepared.span(&fact.assertion).is_some_and(|span| span.contains(reading.rank));
        if !is_about {
            return None;
        }
        let words = match &fact.object {
            FactObject::Text(words) => words.trim(),
            FactObject::Entity(other) => prepared.who(*other).map_or("", |who| prepared.name(who)),
        };
        let value = match said.of {
            Trait::Home => {
                prepared.cast.iter().position(|known| known.names.contains(&words)).unwrap_or(usize::MAX)
            }
            of => value(of, words)?,
        };
        Some(Expected {
            value,
            words: words.to_owned(),
            against: Some(Against::Fact(*id)),
            place: prepared.place_of(&fact.assertion.evidence),
            severity: Severity::High,
        })
    })
}

/// What a locked entry says of its own subject.
fn by_lore(prepared: &Prepared<'_>, said: &TraitStatement) -> Option<Expected> {
    let nouns: &[&str] = match said.of {
        Trait::Eyes => &["眼睛", "眼眸", "眸子", "瞳", "双眸", "眼", "eyes"],
        Trait::Hair => &["头发", "长发", "短发", "发色", "hair"],
        Trait::Weapon => &["武器", "兵器", "weapon"],
        Trait::Home => return None,
    };
    let names = &prepared.known(said.who)?.names;
    prepared.book.canon.lore.iter().filter(|(_, lore)| lore.locked && !lore.disabled).find_map(
        |(id, lore)| {
            lore.names().any(|name| names.contains(&name)).then_some(())?;
            let clauses = lore.content.split(['，', '。', '；', '\n', ',', '.', ';']);
            let mut clauses = clauses.filter(|clause| nouns.iter().any(|noun| clause.contains(noun)));
            let clause = clauses.next()?;
            Some(Expected {
                value: value(said.of, clause)?,
                words: clause.trim().to_owned(),
                against: Some(Against::Lore(*id)),
                place: None,
                severity: Severity::High,
            })
        },
    )
}

/// What the text said before of the same person; weapons and homes change.
fn by_text(prepared: &Prepared<'_>, statements: &[Statement], now: &Statement) -> Option<Expected> {
    if matches!(now.said.of, Trait::Weapon | Trait::Home) {
        return None;
    }
    let here: (usize, CharRange) = (now.rank, now.said.range);
    let before = statements.iter().find(|other| {
        other.said.who == now.said.who
            && other.said.of == now.said.of
            && (other.rank, other.said.range.start()) < (here.0, here.1.start())
    })?;
    let reading = prepared.reading(before.scene)?;
    Some(Expected {
        value: before.said.value,
        words: reading.slice(before.said.range).to_owned(),
        against: None,
        place: Some(reading.place(before.said.range)),
        severity: Severity::Medium,
    })
}
