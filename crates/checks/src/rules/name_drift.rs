//! Misspellings of known names, and wrong titles.

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::words! {
    const TITLE = "name_drift/predicates";
    const CHINESE_TITLES = "name_drift/chinese_titles";
    const ENGLISH_TITLES = "name_drift/english_titles";
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = prepared.findings_in(prepared.drifts().found(), reading.scene.id);
    found.extend(titles(prepared, reading));
    found
}

/// Finds names with a title that contradicts the canon.
fn titles(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (id, fact) in prepared.book.canon.facts {
        let FactObject::Text(expected) = &fact.object else { continue };
        let expected = expected.trim();
        let is_title = TITLE.contains(&fact.predicate.trim().to_lowercase().as_str());
        if !is_title || fact.assertion.modality != Modality::Narrated {
            continue;
        }
        let list: &[&str] = match prepared.language {
            Language::Chinese => &CHINESE_TITLES,
            Language::English => &ENGLISH_TITLES,
            Language::Other => return found,
        };
        let (Some(who), Some(span)) = (prepared.who(fact.subject), prepared.span(&fact.assertion)) else {
            continue;
        };
        if !list.contains(&expected) || !span.contains(reading.rank) {
            continue;
        }
        for mention in reading.mentions.iter().filter(|mention| mention.who == who) {
            let Some((title, range)) = titled(prepared.language, reading, mention.range) else { continue };
            let others = prepared.book.canon.facts.iter().any(|(_, other)| {
                other.subject == fact.subject
                    && matches!(&other.object, FactObject::Text(value) if value.trim() == title)
            });
            let alias =
                prepared.known(who).is_some_and(|known| known.names.iter().any(|name| name.contains(title)));
            if title != expected && !others && !alias && !is_of_family(expected, title) {
                found.push(
                    Found::new(Rule::NameDrift, Severity::Medium, reading.place(range))
                        .and_at(prepared.place_of(&fact.assertion.evidence))
                        .against(Some(Against::Fact(*id)))
                        .values(expected, title)
                        .with_confidence(0.8),
                );
            }
        }
    }
    found
}

/// Returns the title that a name is used with, and the range of both.
fn titled(language: Language, reading: &Reading<'_>, name: CharRange) -> Option<(&'static str, CharRange)> {
    let (start, end) = (name.start().get(), name.end().get());
    if language == Language::Chinese {
        let after = reading.clause_after(end, 4);
        let title = CHINESE_TITLES.into_iter().find(|title| after.starts_with(title))?;
        return Some((title, CharRange::new(start, end + title.chars().count())));
    }
    let before = reading.before(start, 14, 0);
    let trimmed = before.trim_end();
    let title = ENGLISH_TITLES.into_iter().find(|title| {
        trimmed.strip_suffix(title).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()))
    })?;
    let back = before.chars().count() - trimmed.chars().count() + title.len();
    Some((title, CharRange::new(start - back, end)))
}

/// Whether two titles can belong to two members of a family: Mr. Darcy and Miss Darcy.
fn is_of_family(expected: &str, title: &str) -> bool {
    const OF_WOMEN: [&str; 8] = ["Mrs.", "Miss", "Ms.", "Lady", "夫人", "太太", "小姐", "姑娘"];
    OF_WOMEN.contains(&expected) != OF_WOMEN.contains(&title) || OF_WOMEN.contains(&title)
}
