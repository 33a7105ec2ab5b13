//! Entries from one dialect to another, and new ones.
//!
//! What both can say is carried over by name; the whole of what the old format said is kept under
//! `extensions.wenfang.rest`, without its text, and is where an entry starts from when it goes back.

use serde_json::{Map, Value, json};
use wenfang_story::canon::LoreRecord;

use super::dialect::Dialect;
use super::json::{self, canonical};
use super::own;

/// The key an entry had in the other format.
const KEY: &str = "key";

/// What the other format said.
const ENTRY: &str = "entry";

/// Fields of world info, and where a card has the same: its own field, else one in `extensions`.
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

/// An entry of another dialect as the start of one of ours.
pub(super) struct Converted {
    /// The entry.
    pub(super) raw: Value,
    /// The key it had when it was of this dialect before.
    pub(super) key: Option<String>,
}

/// Converts an entry; `key` is the one it has where it comes from.
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
    let kept = rests.shift_remove(to.as_str());
    let kept_key = kept.as_ref().and_then(|kept| kept.get(KEY)?.as_str()).map(str::to_owned);
    let kept = kept.and_then(|mut kept| kept.get_mut(ENTRY).map(Value::take)).filter(Value::is_object);
    let mut new = kept.clone().unwrap_or_else(|| fresh(to));
    // What the entry said when it left is no news when it comes back.
    let known = kept.map(|kept| {
        let mut known = fresh(from);
        carry(&kept, &mut known, (to, from));
        known
    });
    let mut news = old.clone();
    if let Some(known) = known {
        without(&mut news, &known);
    }
    carry(&news, &mut new, (from, to));
    let content = from.names().content;
    let is_kept_by_record = |text: &str| !text.is_empty() && canonical(text) == text;
    if json::get(&old, &[content]).and_then(Value::as_str).is_some_and(is_kept_by_record) {
        json::object(&mut old).shift_remove(content);
    }
    rests.insert(from.as_str().to_owned(), json!({ KEY: key, ENTRY: old }));
    ours.insert(own::REST.to_owned(), Value::Object(rests));
    own::put(&mut new, ours);
    Converted { raw: new, key: kept_key }
}

/// Takes out of an entry what another one says as well.
fn without(entry: &mut Value, known: &Value) {
    let (Value::Object(fields), Value::Object(known)) = (entry, known) else { return };
    fields.retain(|name, value| match known.get(name) {
        Some(said) if said == value => false,
        Some(said @ Value::Object(_)) => {
            without(value, said);
            true
        }
        _ => true,
    });
}

/// An entry that never was in a file.
pub(super) fn new(dialect: Dialect) -> Value {
    let mut entry = fresh(dialect);
    own::put(&mut entry, Map::from_iter([(own::TITLE_KEY.to_owned(), Value::Bool(true))]));
    entry
}

fn carry(old: &Value, new: &mut Value, (from, to): (Dialect, Dialect)) {
    for (field, path) in IN_BOTH {
        match (from, to) {
            (Dialect::WorldInfo, Dialect::Card) => {
                if let Some(said) = old.get(field) {
                    json::set(new, path, said.clone());
                }
            }
            (Dialect::Card, Dialect::WorldInfo) => {
                let place = path.iter().try_fold(old, |at, name| at.get(name));
                if let Some(said) = place {
                    json::set(new, &[field], said.clone());
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

/// What each format gives a new entry.
fn fresh(dialect: Dialect) -> Value {
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
