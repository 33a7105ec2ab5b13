//! Events mentioned or dated against their order.
//!
//! There are three checks: the text mentions an event as past in a scene before it; a date in the text
//! contradicts the plan of its scene; the dates in one scene run backwards. Looking back is not an error.

use wenfang_story::canon::TimeKey;
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::{CharRange, parse_numeral};

use super::cues::{contains_any, is_unreal, looks_back};
use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

wenfang_text::letters! {
    const DIGITS = "timeline_order/digits";
}

wenfang_text::words! {
    const SINCE = "timeline_order/since";
    const DOUBTFUL = "timeline_order/doubtful";
    const ELSEWHEN = "timeline_order/elsewhen";
}

const SINCE_BEFORE: [&str; 7] = ["自从", "自", "经过", "经", "经历了", "经历", "因"];
const ENGLISH_SINCE: [&str; 6] = ["since ", "after ", "ever since ", "following ", "Since ", "After "];

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = mentioned_too_early(prepared, reading);
    if prepared.language == Language::Chinese {
        found.extend(dates(prepared, reading));
    }
    found
}

/// Returns the time of a scene, from its plan or else from the earliest of its events.
fn time(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Option<TimeKey> {
    let planned = reading.scene.plan.and_then(|plan| TimeKey::parse(&plan.story_time));
    planned.or_else(|| {
        let events =
            prepared.book.canon.events.iter().filter(|(_, event)| event.scene == Some(reading.scene.id));
        events.filter_map(|(_, event)| event.key.clone()).min()
    })
}

/// Finds events mentioned as past in a scene before them.
fn mentioned_too_early(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let now = time(prepared, reading);
    for (id, event) in prepared.book.canon.events {
        let (title, Some(key)) = (event.title.trim(), event.key.as_ref()) else { continue };
        let narrated_later =
            event.scene.and_then(|scene| prepared.rank(scene)).is_none_or(|rank| rank > reading.rank);
        let is_later = match &now {
            Some(now) => now < key && now.is_day_count() == key.is_day_count(),
            None => false,
        };
        if title.chars().count() < 3 || !narrated_later || !is_later {
            continue;
        }
        for (byte, _) in reading.scene.text.match_indices(title) {
            let range = reading.index.range_of(byte..byte + title.len());
            let (start, end) = (range.start().get(), range.end().get());
            let Some(narrated) = reading.narrated_at(start) else { continue };
            let before = reading.before(start, 10, narrated.start().get());
            let after = reading.clause_after(end, 8);
            let is_past = match prepared.language {
                Language::Chinese => {
                    SINCE.iter().any(|since| after.starts_with(since)) && !after.starts_with("后天")
                        || SINCE_BEFORE.iter().any(|since| before.ends_with(since))
                }
                _ => ENGLISH_SINCE
                    .iter()
                    .any(|since| before.ends_with(since) || before.ends_with(&format!("{since}the "))),
            };
            let sentence = reading.slice(narrated);
            let doubtful = contains_any(sentence, &DOUBTFUL);
            if is_past && !doubtful && !is_unreal(sentence) {
                found.push(
                    Found::new(Rule::TimelineOrder, Severity::High, reading.place(range))
                        .against(Some(Against::Event(*id)))
                        .values(key.to_string(), now.as_ref().map(ToString::to_string).unwrap_or_default()),
                );
            }
        }
    }
    found
}

/// A month and a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Date {
    month: u32,
    day: u32,
}

fn dates(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let planned =
        reading.scene.plan.and_then(|plan| parse_date(&plan.story_time)).map(|(date, _)| date).or_else(
            || {
                let key = time(prepared, reading).filter(|key| !key.is_day_count())?;
                let (month, day) = (key.0.get(1)?, key.0.get(2)?);
                Some(Date {
                    month: u32::try_from(*month).ok()?,
                    day: u32::try_from(*day).ok().filter(|day| *day < 32)?,
                })
            },
        );
    let mut last: Option<(Date, CharRange)> = None;
    for narrated in &reading.narrated {
        let text = reading.slice(*narrated);
        if !text.contains('月') {
            continue;
        }
        let Some((date, bytes)) = parse_date(text) else { continue };
        // Dates of plans, rules, birthdays and the past are not the current date.
        if looks_back(text) || is_unreal(text) || contains_any(text, &ELSEWHEN) {
            continue;
        }
        let range = reading.within(narrated.start(), text, bytes);
        let against = planned.filter(|planned| {
            is_before(date, *planned) || is_before(*planned, date) && days(*planned, date) > 7
        });
        if let Some(planned) = against {
            found.push(
                Found::new(Rule::TimelineOrder, Severity::Medium, reading.place(range))
                    .values(format_date(planned), reading.slice(range))
                    .with_confidence(0.8),
            );
        } else if let Some((before, there)) = last.filter(|(before, _)| is_before(date, *before)) {
            found.push(
                Found::new(Rule::TimelineOrder, Severity::Medium, reading.place(range))
                    .and_at(Some(reading.place(there)))
                    .values(format_date(before), reading.slice(range))
                    .with_confidence(0.7),
            );
        }
        last = Some((date, range));
    }
    found
}

fn format_date(date: Date) -> String {
    format!("{}-{}", date.month, date.day)
}

/// Returns the days from one date to a later one in the same year, with months of thirty days.
fn days(from: Date, to: Date) -> u32 {
    (to.month * 30 + to.day).saturating_sub(from.month * 30 + from.day)
}

/// Whether a date is before another one close to it. At half a year or more, the year has changed.
fn is_before(date: Date, other: Date) -> bool {
    /// Half a year, in days.
    const HALF_YEAR: u32 = 180;
    date < other && days(date, other) < HALF_YEAR
}

/// Returns the first date of a text, such as 三月初五, with its byte range.
fn parse_date(text: &str) -> Option<(Date, std::ops::Range<usize>)> {
    for (at, c) in text.char_indices().filter(|(_, c)| *c == '月') {
        let month: String = {
            let reversed: Vec<char> = text[..at].chars().rev().take_while(|c| DIGITS.contains(*c)).collect();
            reversed.into_iter().rev().collect()
        };
        let after = &text[at + c.len_utf8()..];
        let day: String = after.chars().take_while(|c| DIGITS.contains(*c)).collect();
        let rest = &after[day.len()..];
        // 三月三个 is a count, not a date.
        let is_day =
            rest.starts_with(['日', '号']) || day.starts_with(['初', '廿']) || day.chars().count() > 1;
        let (Some(month_number), Some(day_number)) = (month_of(&month), day_of(&day)) else { continue };
        if is_day && !rest.starts_with(['个', '年', '月']) {
            let unit = if rest.starts_with(['日', '号']) { '日'.len_utf8() } else { 0 };
            let bytes = at - month.len()..at + c.len_utf8() + day.len() + unit;
            return Some((Date { month: month_number, day: day_number }, bytes));
        }
    }
    None
}

fn month_of(text: &str) -> Option<u32> {
    match text {
        "正" => Some(1),
        "冬" => Some(11),
        "腊" => Some(12),
        _ => parse_numeral(text).map(|(value, _)| value).filter(|value| (1..=12).contains(value)),
    }
}

fn day_of(text: &str) -> Option<u32> {
    let text = text.strip_prefix('初').unwrap_or(text);
    parse_numeral(text).map(|(value, _)| value).filter(|value| (1..=31).contains(value))
}
