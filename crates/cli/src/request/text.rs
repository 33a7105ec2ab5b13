//! Requests for find and replace, plans and writing days.

use jiff::ToSpan;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, part_id, read, write};
use crate::args::text::{Days, Plan, Replace, Search, UndoReplace};

fn search_request(find: &Search) -> Value {
    let scope = match (find.scope.chapter, find.scope.scene) {
        (Some(chapter), _) => json!({ "chapter": chapter }),
        (_, Some(scene)) => json!({ "scene": scene }),
        _ => json!("book"),
    };
    json!({
        "pattern": find.pattern,
        "matching": if find.regex { "regex" } else { "plain" },
        "case": if find.exact_case { "exact" } else { "ignore" },
        "whole_words": find.whole_words,
        "scope": scope,
    })
}

pub(super) fn find(find: &Search, limit: Option<usize>) -> Request<'_> {
    let mut request = search_request(find);
    request["limit"] = json!(limit);
    read(&find.file, "manuscript.find", request)
}

pub(super) fn replace(replace: &Replace) -> Request<'_> {
    let mut request = search_request(&replace.find);
    let except = replace.except.iter();
    let except =
        except.map(|(scene, start, end)| json!({ "scene": scene, "range": { "start": start, "end": end } }));
    request["replacement"] = json!(replace.replacement);
    request["except"] = except.collect();
    request["expected"] = json!(replace.expected);
    write(&replace.find.file, "manuscript.replace", request)
}

pub(super) fn undo_replace(undo: &UndoReplace) -> Request<'_> {
    let scenes = undo.scenes.iter();
    let scenes: Value = scenes
        .map(|(scene, before, after)| json!({ "scene": scene, "before": before, "after": after }))
        .collect();
    write(&undo.file, "manuscript.undo_replace", json!({ "scenes": scenes }))
}

pub(super) fn plan(plan: &Plan) -> Request<'_> {
    let mut request = json!({ "part": part_id(&plan.part) });
    if let Some(status) = &plan.status {
        request["status"] = json!(status);
    }
    if plan.target.is_some() || plan.no_target {
        request["target"] = json!(plan.target);
    }
    if let Some(synopsis) = &plan.synopsis {
        request["synopsis"] = json!(synopsis);
    }
    if let Some(notes) = &plan.notes {
        request["notes"] = json!(notes);
    }
    if let Some(not_for_print) = plan.not_for_print {
        request["not_for_print"] = json!(not_for_print);
    }
    if let Some(goal) = &plan.goal {
        request["goal"] = json!(goal);
    }
    let words = [
        ("location", &plan.place),
        ("story_time", &plan.time),
        ("pov", &plan.pov),
        ("conflict", &plan.conflict),
        ("turning_point", &plan.turn),
    ];
    let mut change: serde_json::Map<String, Value> = words
        .into_iter()
        .filter_map(|(field, words)| Some((field.to_owned(), json!(words.as_ref()?))))
        .collect();
    if let Some(characters) = &plan.characters {
        change.insert("characters".to_owned(), json!(characters));
    }
    if !change.is_empty() {
        request["plan"] = Value::Object(change);
    }
    write(&plan.file, "manuscript.describe", request)
}

/// Days are calendar days in local time.
pub(super) fn days(days: &Days) -> Result<Request<'_>, Error> {
    let zone = TimeZone::system();
    let refused = |error: &dyn std::fmt::Display| {
        Error::bad_request(error.to_string(), "Give two dates, the earlier one first.")
    };
    if days.until < days.from {
        return Err(refused(&"the last day is before the first one"));
    }
    let mut bounds = Vec::new();
    let mut day = days.from;
    loop {
        let midnight = day.to_zoned(zone.clone()).map_err(|error| refused(&error))?;
        bounds.push(midnight.timestamp().as_millisecond());
        // One bound more than days; the studio limits their number.
        if day > days.until || bounds.len() > 1_000 {
            return Ok(read(&days.file, "statistics.days", json!({ "bounds": bounds })));
        }
        day = day.checked_add(1.day()).map_err(|error| refused(&error))?;
    }
}
