//! The text contradicts the canon, or an earlier statement, about an attribute.
//!
//! Facts take precedence, then locked lore, then earlier statements in the text. Only narration counts. Grey or
//! white hair is ignored as a sign of age.

use wenfang_story::SceneId;
use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::cues::{is_unreal, looks_back};
use super::found::{Found, Place};
use super::prepared::Prepared;
use super::reading::Reading;
use super::traits::{Trait, TraitStatement, claims, trait_named, value};

/// A statement about a trait in the text.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    rank: usize,
    scene: SceneId,
    claim: TraitStatement,
}

/// The expected value of a trait, with its source.
struct Expected {
    value: usize,
    words: String,
    against: Option<Against>,
    place: Option<Place>,
    severity: Severity,
}

wenfang_text::words! {
    const DOUBTFUL = "attribute/doubtful";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let statements = prepared.statements();
    for statement in statements.iter().filter(|statement| statement.rank == reading.rank) {
        let claim = &statement.claim;
        let expected = by_fact(prepared, reading, claim)
            .or_else(|| by_lore(prepared, claim))
            .or_else(|| by_text(prepared, statements, statement));
        let Some(expected) = expected.filter(|expected| differs(prepared, claim, expected)) else { continue };
        found.push(
            Found::new(Rule::Attribute, expected.severity, reading.place(claim.range))
                .and_at(expected.place)
                .against(expected.against)
                .values(expected.words, reading.slice(claim.range)),
        );
    }
    found
}

impl Statement {
    /// The number of scenes before the one that states it.
    pub(super) fn rank(&self) -> usize {
        self.rank
    }
}

/// Returns the statements of a scene, in order.
pub(super) fn statements(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Statement> {
    let (rank, scene) = (reading.rank, reading.scene.id);
    true_claims(prepared, reading).into_iter().map(|claim| Statement { rank, scene, claim }).collect()
}

/// Returns the traits that the narration states as true.
fn true_claims(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<TraitStatement> {
    let mut claims = claims(prepared, reading);
    claims.retain(|claim| {
        let sentence =
            reading.narrated_at(claim.range.start().get()).map_or("", |range| reading.slice(range));
        !looks_back(sentence) && !is_unreal(sentence) && !DOUBTFUL.iter().any(|cue| sentence.contains(cue))
    });
    claims
}

/// Whether two values conflict. White or grey hair comes with age, and "dark" eyes may be of any dark colour.
fn differs(prepared: &Prepared<'_>, claim: &TraitStatement, expected: &Expected) -> bool {
    const DARK: [usize; 2] = [0, 6];
    const AGED: [usize; 2] = [1, 7];
    let pair = [claim.value, expected.value];
    let excused = match claim.of {
        Trait::Eyes => pair.iter().all(|value| DARK.contains(value)),
        Trait::Hair => {
            pair.iter().any(|value| AGED.contains(value)) || pair.iter().all(|value| DARK.contains(value))
        }
        Trait::Weapon => false,
        Trait::Home => {
            let name = prepared.name(claim.value);
            expected.words.contains(name) || name.contains(&expected.words) || {
                let known = prepared.known(claim.value);
                known.is_some_and(|known| known.names.contains(&expected.words.as_str()))
            }
        }
    };
    claim.value != expected.value && !excused
}

fn by_fact(prepared: &Prepared<'_>, reading: &Reading<'_>, claim: &TraitStatement) -> Option<Expected> {
    prepared.book.canon.facts.iter().find_map(|(id, fact)| {
        let is_about = trait_named(&fact.predicate) == Some(claim.of)
            && prepared.who(fact.subject) == Some(claim.who)
            && fact.assertion.modality == Modality::Narrated
            && prepared.span(&fact.assertion).is_some_and(|span| span.contains(reading.rank));
        if !is_about {
            return None;
        }
        let words = match &fact.object {
            FactObject::Text(words) => words.trim(),
            FactObject::Entity(other) => prepared.who(*other).map_or("", |who| prepared.name(who)),
        };
        let value = match claim.of {
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

/// Returns the trait that a locked lore entry gives its subject.
fn by_lore(prepared: &Prepared<'_>, claim: &TraitStatement) -> Option<Expected> {
    let nouns: &[&str] = match claim.of {
        Trait::Eyes => &["眼睛", "眼眸", "眸子", "瞳", "双眸", "眼", "eyes"],
        Trait::Hair => &["头发", "长发", "短发", "发色", "hair"],
        Trait::Weapon => &["武器", "兵器", "weapon"],
        Trait::Home => return None,
    };
    let names = &prepared.known(claim.who)?.names;
    prepared.book.canon.lore.iter().filter(|(_, lore)| lore.locked && !lore.disabled).find_map(
        |(id, lore)| {
            lore.names().any(|name| names.contains(&name)).then_some(())?;
            let clauses = lore.content.split(['，', '。', '；', '\n', ',', '.', ';']);
            let mut clauses = clauses.filter(|clause| nouns.iter().any(|noun| clause.contains(noun)));
            let clause = clauses.next()?;
            Some(Expected {
                value: value(claim.of, clause)?,
                words: clause.trim().to_owned(),
                against: Some(Against::Lore(*id)),
                place: None,
                severity: Severity::High,
            })
        },
    )
}

/// Returns the trait that the text stated earlier for the same character. Weapons and homes may change.
fn by_text(prepared: &Prepared<'_>, statements: &[Statement], now: &Statement) -> Option<Expected> {
    if matches!(now.claim.of, Trait::Weapon | Trait::Home) {
        return None;
    }
    let position: (usize, CharRange) = (now.rank, now.claim.range);
    let before = statements.iter().find(|other| {
        other.claim.who == now.claim.who
            && other.claim.of == now.claim.of
            && (other.rank, other.claim.range.start()) < (position.0, position.1.start())
    })?;
    let reading = prepared.reading(before.scene)?;
    Some(Expected {
        value: before.claim.value,
        words: reading.slice(before.claim.range).to_owned(),
        against: None,
        place: Some(reading.place(before.claim.range)),
        severity: Severity::Medium,
    })
}
