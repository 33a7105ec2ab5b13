//! Ages and dates that do not add up.
//!
//! There are three checks: a fact gives the age or the year of birth; an earlier scene gives a higher age; one
//! sentence adds up years incorrectly. A difference of one year is ignored because of birthdays and counting
//! from one (虚岁).

use wenfang_story::canon::{FactObject, Modality, TimeKey};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::ages::{Age, ages, english_years, years_before};
use super::cues::looks_back;
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::letters! {
    const NUMERALS = "age_arithmetic/numerals";
}

const AGE: [&str; 6] = ["年龄", "年纪", "岁数", "age", "years old", "岁"];
const BORN: [&str; 8] = ["生年", "出生年", "出生", "生于", "出生年份", "birth year", "born", "year of birth"];
/// The maximum difference in years explained by birthdays and counting from one.
const MAX_DIFFERENCE: i64 = 2;

/// Whether a predicate gives an age.
pub(super) fn is_age(predicate: &str) -> bool {
    AGE.contains(&predicate.trim().to_lowercase().as_str())
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for age in ages(prepared, reading) {
        let sentence = reading.narrated_at(age.range.start().get()).map_or("", |range| reading.slice(range));
        if !looks_back(sentence) {
            found.extend(by_facts(prepared, reading, age).or_else(|| by_earlier(prepared, reading, age)));
        }
    }
    found.extend(sums(prepared, reading));
    found
}

/// Returns the year of a scene, from its plan or its event.
fn year(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Option<i64> {
    let of_key = |key: &TimeKey| if key.is_day_count() { None } else { key.0.first().copied() };
    let planned = reading.scene.plan.and_then(|plan| {
        let time = plan.story_time.trim();
        let year = time.find('年').and_then(|end| TimeKey::parse(&time[..end]));
        year.or_else(|| TimeKey::parse(time))
    });
    if let Some(year) = planned.as_ref().and_then(of_key) {
        return Some(year);
    }
    let events = prepared.book.canon.events.iter().filter(|(_, event)| event.scene == Some(reading.scene.id));
    let mut years: Vec<i64> = events.filter_map(|(_, event)| of_key(event.key.as_ref()?)).collect();
    years.dedup();
    if let [year] = years.as_slice() { Some(*year) } else { None }
}

fn number(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(['岁', '年']);
    let number = text.parse::<i64>().ok();
    number.or_else(|| wenfang_text::parse_numeral(text).map(|(value, _)| i64::from(value))).or_else(|| {
        let word = text.trim_end_matches("years old").trim();
        english_years(word).map(i64::from)
    })
}

fn by_facts(prepared: &Prepared<'_>, reading: &Reading<'_>, age: Age) -> Option<Found> {
    for (id, fact) in prepared.book.canon.facts {
        let predicate = fact.predicate.trim().to_lowercase();
        let FactObject::Text(value) = &fact.object else { continue };
        if prepared.who(fact.subject) != Some(age.who) || fact.assertion.modality != Modality::Narrated {
            continue;
        }
        let (Some(span), Some(value_number)) = (prepared.span(&fact.assertion), number(value)) else {
            continue;
        };
        if !span.contains(reading.rank) {
            continue;
        }
        let stated = i64::from(age.years);
        let wrong = if AGE.contains(&predicate.as_str()) {
            // Nobody grows younger. A fact that ends gives the age until then.
            stated + 1 < value_number || span.until.is_some() && stated > value_number + 1
        } else if BORN.contains(&predicate.as_str()) {
            year(prepared, reading).is_some_and(|year| (year - value_number - stated).abs() > MAX_DIFFERENCE)
        } else {
            false
        };
        if wrong {
            return Some(
                Found::new(Rule::AgeArithmetic, Severity::Medium, reading.place(age.range))
                    .and_at(prepared.place_of(&fact.assertion.evidence))
                    .against(Some(Against::Fact(*id)))
                    .values(value.clone(), age.years.to_string()),
            );
        }
    }
    None
}

/// Compares an age with the highest earlier one and with the years between the scenes.
fn by_earlier(prepared: &Prepared<'_>, reading: &Reading<'_>, age: Age) -> Option<Found> {
    let earlier = prepared.ages();
    let place = (reading.rank, age.range.start());
    let (rank, before) = earlier
        .iter()
        .filter(|(rank, other)| other.who == age.who && (*rank, other.range.start()) < place)
        .max_by_key(|(_, other)| other.years)?;
    let earlier_reading = prepared.reading_at(*rank)?;
    let (then, now) = (year(prepared, earlier_reading), year(prepared, reading));
    let grown = i64::from(age.years) - i64::from(before.years);
    let wrong = match (then, now) {
        (Some(then), Some(now)) => ((now - then) - grown).abs() > MAX_DIFFERENCE,
        _ => grown < -1,
    };
    wrong.then(|| {
        Found::new(Rule::AgeArithmetic, Severity::Medium, reading.place(age.range))
            .and_at(Some(earlier_reading.place(before.range)))
            .values(before.years.to_string(), age.years.to_string())
            .with_confidence(0.8)
    })
}

/// Finds sentences that add up years incorrectly: 十五岁离家，过了三年，二十岁.
fn sums(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    if prepared.language != Language::Chinese {
        return found;
    }
    for narrated in &reading.narrated {
        let text = reading.slice(*narrated);
        if text.matches('岁').count() != 2 || text.matches('年').count() == 0 {
            continue;
        }
        let Some((first, years, second, bytes)) = sum(text) else { continue };
        if (i64::from(first) + i64::from(years) - i64::from(second)).abs() <= 1 {
            continue;
        }
        let people: std::collections::BTreeSet<usize> =
            reading.mentions_in(*narrated).iter().map(|mention| mention.who).collect();
        if people.len() > 1 {
            continue;
        }
        let range: CharRange = reading.within(narrated.start(), text, bytes);
        found.push(
            Found::new(Rule::AgeArithmetic, Severity::Medium, reading.place(range))
                .values((first + years).to_string(), second.to_string()),
        );
    }
    found
}

/// Parses an age, a number of years and another age, and returns the bytes from the first to the last.
fn sum(text: &str) -> Option<(u32, u32, u32, std::ops::Range<usize>)> {
    let mut at = text.char_indices().map(|(byte, _)| byte);
    let starts = |byte: usize| text[..byte].chars().next_back().is_none_or(|c| !NUMERALS.contains(c));
    let mut next = |unit: char| {
        at.find_map(|byte| {
            let (value, len) = years_before(&text[byte..], unit).filter(|_| starts(byte))?;
            Some((value, byte, byte + len))
        })
    };
    let (first, from, _) = next('岁')?;
    let (years, years_from, years_until) = next('年')?;
    let (second, _, until) = next('岁')?;
    let passes =
        ["后", "过去", "之后", "以后", "来"].iter().any(|word| text[years_until..].starts_with(word))
            || ["过了", "又过", "隔了", "经过"].iter().any(|word| text[..years_from].ends_with(word));
    passes.then_some((first, years, second, from..until))
}
