//! Converting entries between dialects, and creating new ones.
//!
//! Fields that both formats have are copied. The whole original entry, without its text, is stored under
//! `extensions.wenfang.rest`, and is the starting point when the entry is converted back.

use serde_json::{Map, Value, json};
use wenfang_story::canon::LoreRecord;

use super::dialect::Dialect;
use super::json::{self, canonical};
use super::own;

/// The key of the entry in the other format.
const KEY: &str = "key";

/// The entry in the other format.
const ENTRY: &str = "entry";

/// Fields of world info and the corresponding paths in a card: a field of its own, or else one in `extensions`.
const IN_BOTH: [(&str, &[&str]); 35] = [
    ("keysecondary", &["secondary_keys"]),
    ("selective", &["selective"]),
    ("order", &["insertion_order"]),
    ("position", &["extensions", "position"]),
    ("excludeRecursion", &["extensions", "exclude_recursion"]),
    ("preventRecursion", &["extensions", "prevent_recursion"]),
    ("delayUntilRecursion", &["extensions", "delay_until_recursion"]),
    ("displayIndex", &["extensions", "display_index"]),
    ("probability", &["extensions", "probability"]),
    ("useProbability", &["extensions", "useProbability"]),
    ("depth", &["extensions", "depth"]),
    ("selectiveLogic", &["extensions", "selectiveLogic"]),
    ("outletName", &["extensions", "outlet_name"]),
    ("group", &["extensions", "group"]),
    ("groupOverride", &["extensions", "group_override"]),
    ("groupWeight", &["extensions", "group_weight"]),
    ("useGroupScoring", &["extensions", "use_group_scoring"]),
    ("scanDepth", &["extensions", "scan_depth"]),
    ("matchWholeWords", &["extensions", "match_whole_words"]),
    ("caseSensitive", &["extensions", "case_sensitive"]),
    ("automationId", &["extensions", "automation_id"]),
    ("role", &["extensions", "role"]),
    ("vectorized", &["extensions", "vectorized"]),
    ("sticky", &["extensions", "sticky"]),
    ("cooldown", &["extensions", "cooldown"]),
    ("delay", &["extensions", "delay"]),
    ("matchPersonaDescription", &["extensions", "match_persona_description"]),
    ("matchCharacterDescription", &["extensions", "match_character_description"]),
    ("matchCharacterPersonality", &["extensions", "match_character_personality"]),
    ("matchCharacterDepthPrompt", &["extensions", "match_character_depth_prompt"]),
    ("matchScenario", &["extensions", "match_scenario"]),
    ("matchCreatorNotes", &["extensions", "match_creator_notes"]),
    ("triggers", &["extensions", "triggers"]),
    ("ignoreBudget", &["extensions", "ignore_budget"]),
    ("addMemo", &["extensions", "addMemo"]),
];

/// An entry converted from another dialect.
pub(super) struct Converted {
    pub(super) raw: Value,
    /// The key it had when it was last in this dialect.
    pub(super) key: Option<String>,
}

/// Converts an entry; `key` is its key in the source.
pub(super) fn convert((key, raw): (&str, &Value), from: Dialect, to: Dialect) -> Converted {
    let mut old = raw.clone();
    let mut ours = own::take(&mut old);
    for (name, _) in own::fields(&LoreRecord::default()) {
        ours.shift_remove(name);
    }
    let mut rests = match ours.shift_remove(own::REST) {
        Some(Value::Object(rests)) => rests,
        _ => Map::new(),
    };
    let saved = rests.shift_remove(to.as_str());
    let saved_key = saved.as_ref().and_then(|saved| saved.get(KEY)?.as_str()).map(str::to_owned);
    let saved = saved.and_then(|mut saved| saved.get_mut(ENTRY).map(Value::take)).filter(Value::is_object);
    let mut new = saved.clone().unwrap_or_else(|| default_entry(to));
    // Only carry over what changed since the entry left this format.
    let known = saved.map(|saved| {
        let mut known = default_entry(from);
        carry(&saved, &mut known, (to, from));
        known
    });
    let mut changes = old.clone();
    if let Some(known) = known {
        remove_equal(&mut changes, &known);
    }
    carry(&changes, &mut new, (from, to));
    let content = from.names().content;
    let is_kept_by_record = |text: &str| !text.is_empty() && canonical(text) == text;
    if json::get(&old, &[content]).and_then(Value::as_str).is_some_and(is_kept_by_record) {
        json::object(&mut old).shift_remove(content);
    }
    rests.insert(from.as_str().to_owned(), json!({ KEY: key, ENTRY: old }));
    ours.insert(own::REST.to_owned(), Value::Object(rests));
    own::put(&mut new, ours);
    Converted { raw: new, key: saved_key }
}

/// Removes from an entry the fields that `known` has with the same value.
fn remove_equal(entry: &mut Value, known: &Value) {
    let (Value::Object(fields), Value::Object(known)) = (entry, known) else { return };
    fields.retain(|name, value| match known.get(name) {
        Some(existing) if existing == value => false,
        Some(existing @ Value::Object(_)) => {
            remove_equal(value, existing);
            true
        }
        _ => true,
    });
}

/// Creates a new entry.
pub(super) fn new(dialect: Dialect) -> Value {
    let mut entry = default_entry(dialect);
    own::put(&mut entry, Map::from_iter([(own::TITLE_KEY.to_owned(), Value::Bool(true))]));
    entry
}

fn carry(old: &Value, new: &mut Value, (from, to): (Dialect, Dialect)) {
    for (field, path) in IN_BOTH {
        match (from, to) {
            (Dialect::WorldInfo, Dialect::Card) => {
                if let Some(existing) = old.get(field) {
                    json::set(new, path, existing.clone());
                }
            }
            (Dialect::Card, Dialect::WorldInfo) => {
                let place = path.iter().try_fold(old, |at, name| at.get(name));
                if let Some(existing) = place {
                    json::set(new, &[field], existing.clone());
                }
            }
            _ => {}
        }
    }
    match (from, to) {
        (Dialect::WorldInfo, Dialect::Card) => {
            if let Some(at) = json::get(old, &["position"]) {
                let name = if at.as_i64() == Some(0) { "before_char" } else { "after_char" };
                json::set(new, &["position"], Value::from(name));
            }
        }
        (Dialect::Card, Dialect::WorldInfo) if json::get(old, &["extensions", "position"]).is_none() => {
            if let Some(at) = json::get(old, &["position"]) {
                let is_after = at.as_str() == Some("after_char");
                json::set(new, &["position"], Value::from(i32::from(is_after)));
            }
        }
        _ => {}
    }
}

/// Returns the default entry of each format.
fn default_entry(dialect: Dialect) -> Value {
    match dialect {
        Dialect::WorldInfo => json!({
            "key": [],
            "keysecondary": [],
            "comment": "",
            "content": "",
            "constant": false,
            "vectorized": false,
            "selective": true,
            "selectiveLogic": 0,
            "addMemo": true,
            "order": 100,
            "position": 0,
            "disable": false,
            "excludeRecursion": false,
            "preventRecursion": false,
            "delayUntilRecursion": false,
            "probability": 100,
            "useProbability": true,
            "depth": 4,
            "group": "",
            "groupOverride": false,
            "groupWeight": 100,
            "scanDepth": null,
            "caseSensitive": null,
            "matchWholeWords": null,
            "useGroupScoring": null,
            "automationId": "",
            "role": null,
            "sticky": 0,
            "cooldown": 0,
            "delay": 0,
        }),
        Dialect::Card => json!({
            "keys": [],
            "secondary_keys": [],
            "name": "",
            "comment": "",
            "content": "",
            "constant": false,
            "selective": false,
            "insertion_order": 100,
            "enabled": true,
            "position": "before_char",
            "case_sensitive": false,
            "use_regex": false,
            "extensions": {},
        }),
        Dialect::NovelAi => json!({
            "text": "",
            "contextConfig": {
                "prefix": "",
                "suffix": "\n",
                "tokenBudget": 1,
                "reservedTokens": 0,
                "budgetPriority": 400,
                "trimDirection": "trimBottom",
                "insertionType": "newline",
                "maximumTrimType": "sentence",
                "insertionPosition": -1,
            },
            "lastUpdatedAt": 0,
            "displayName": "",
            "keys": [],
            "searchRange": 1000,
            "enabled": true,
            "forceActivation": false,
            "keyRelative": false,
            "nonStoryActivatable": false,
            "category": "",
        }),
    }
}
