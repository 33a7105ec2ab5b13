//! Our two sample novels contain at least one of everything.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::desk::{Desk, items};

/// Creates the sample in a language; returns the desk and the answer of `info`.
fn sample(language: &str) -> (Desk, Value) {
    let desk = Desk::new();
    let info = desk.ok(&format!("sample novel.wenfang --language {language}"));
    (desk, info)
}

/// The whole manuscript with its completed chapters.
fn holds_a_novel_with_history(desk: &Desk) {
    let scenes = items(&desk.ok("outline novel.wenfang")["volumes"])
        .iter()
        .flat_map(|volume| items(&volume["chapters"]).iter())
        .flat_map(|chapter| items(&chapter["scenes"]).iter())
        .map(|scene| scene["id"].clone())
        .collect::<Vec<Value>>();
    let histories: Vec<Value> =
        scenes.iter().map(|scene| desk.ok(&format!("history novel.wenfang --scene {scene}"))).collect();
    let longest = histories.iter().map(|history| items(&history["versions"]).len()).max();
    assert!(longest.unwrap() >= 4, "a scene with at least three saved versions after the empty one");
    let is_named =
        |history: &Value| items(&history["versions"]).iter().any(|version| !version["label"].is_null());
    assert!(histories.iter().any(is_named), "a named version");
    let branches: Vec<Value> =
        scenes.iter().map(|scene| desk.ok(&format!("branch list novel.wenfang --scene {scene}"))).collect();
    let is_branch = |branch: &&Value| branch["main"] == false && branch["name"] != "";
    assert!(branches.iter().any(|of| items(&of["branches"]).iter().filter(is_branch).count() == 1));

    let checkpoints = desk.ok("checkpoint list novel.wenfang");
    let checkpoint = items(&checkpoints["checkpoints"]).first().unwrap();
    assert!(checkpoint["name"] != "" && checkpoint["note"] != "", "{checkpoint}");
    let changes = desk.ok(&format!("checkpoint compare novel.wenfang {}", checkpoint["id"]));
    assert!(items(&changes["changes"]).iter().any(|change| change["kind"] == "text"), "{changes}");

    let part = desk.ok("part novel.wenfang --chapter 1");
    assert_eq!(part["status"], "completed");
    let completed = desk.ok("chapter show novel.wenfang 1");
    assert_ne!(completed["summary"]["text"], "");
    assert!(!items(&completed["summary"]["key_events"]).is_empty(), "{completed}");
    assert_eq!(
        (&completed["summary"]["stale"], &completed["run"]["status"]),
        (&json!(false), &json!("completed"))
    );
    assert!(!items(&completed["suggestions"]["items"]).is_empty(), "{completed}");
}

fn holds_a_canon(desk: &Desk) {
    let bible = desk.ok("bible list novel.wenfang");
    let says =
        |key: &str| items(&bible["fields"]).iter().any(|field| field["key"] == key && field["value"] != "");
    assert!(says("pov") && says("characters") && says("taboo"), "{bible}");
    assert!(items(&desk.ok("lore list novel.wenfang")["entries"]).len() >= 5);

    let entities = desk.ok("kg entities novel.wenfang");
    let cards: Vec<Value> = items(&entities["entities"])
        .iter()
        .map(|entity| desk.ok(&format!("kg entity novel.wenfang --entity {}", entity["id"])))
        .collect();
    assert!(cards.iter().any(|card| !items(&card["relations"]).is_empty()), "a relation");
    let facts: Vec<&Value> = cards.iter().flat_map(|card| items(&card["facts"])).collect();
    let ends = |fact: &&&Value| !fact["valid_to"].is_null();
    // A fact that changes, and its next value.
    let ended = facts.iter().find(ends).unwrap();
    let follows = |fact: &&&Value| {
        fact["subject"] == ended["subject"]
            && fact["predicate"] == ended["predicate"]
            && fact["valid_from"] == ended["valid_to"]
    };
    let later = facts.iter().find(follows).unwrap();
    assert_ne!(later["object"], ended["object"]);
    assert!(
        facts.iter().any(|fact| !items(&fact["evidence"]).is_empty()),
        "a fact with a passage that proves it"
    );

    let threads = desk.ok("threads list novel.wenfang");
    let threads = items(&threads["threads"]);
    assert_eq!(threads.iter().filter(|thread| !thread["overdue"].is_null()).count(), 1, "{threads:?}");
    let statuses: BTreeSet<&str> = threads.iter().filter_map(|thread| thread["status"].as_str()).collect();
    assert!(statuses.contains("open") && statuses.contains("resolved"), "{statuses:?}");

    let timeline = desk.ok("timeline list novel.wenfang");
    let count_of =
        |how: &str| items(&timeline["events"]).iter().filter(|event| event["telling"] == how).count();
    assert!(count_of("flashback") >= 1 && count_of("in_order") >= 3, "{timeline}");
}

fn holds_findings(desk: &Desk, wanted: &[&str]) {
    let listed = desk.ok("findings novel.wenfang --waived");
    let findings = items(&listed["findings"]);
    let rules: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(rules, wanted.iter().copied().collect(), "{findings:?}");
    let waived: Vec<&Value> = findings.iter().filter(|finding| finding["state"] == "waived").collect();
    assert_eq!(waived.len(), 1, "{findings:?}");
    assert!(waived[0]["waiver"]["scope"] == "intended" && waived[0]["waiver"]["reason"] != "", "{waived:?}");

    // The rules really find them.
    let again = desk.ok("check novel.wenfang");
    assert_eq!(
        (&again["found"], &again["new"], &again["gone"]),
        (&json!(findings.len()), &json!(0), &json!(0))
    );
}

#[test]
fn the_chinese_sample_shows_everything() {
    let (desk, info) = sample("zh");
    assert_eq!(
        (&info["title"], &info["chapters"], &info["language"]),
        (&json!("渡口"), &json!(5), &json!("zh"))
    );
    assert!(info["counts"]["han"].as_u64().unwrap() > 2500, "{info}");
    holds_a_novel_with_history(&desk);
    holds_a_canon(&desk);
    let rules = ["age_arithmetic", "forbidden_words", "length", "punctuation", "repetition"];
    holds_findings(&desk, &rules);
    assert_eq!(desk.ok("doctor novel.wenfang")["healthy"], true);
    assert_eq!(desk.refused("sample novel.wenfang")["code"], "file_exists");
}

#[test]
fn the_english_sample_shows_everything() {
    let (desk, info) = sample("en");
    assert_eq!(
        (&info["title"], &info["chapters"], &info["language"]),
        (&json!("Low Water"), &json!(5), &json!("en"))
    );
    assert!((2500..4500).contains(&info["counts"]["word"].as_u64().unwrap()), "{info}");
    assert_eq!(info["counts"]["han"], 0);
    holds_a_novel_with_history(&desk);
    holds_a_canon(&desk);
    let rules = ["attribute", "forbidden_words", "name_drift", "punctuation", "repetition", "tense"];
    holds_findings(&desk, &rules);
    assert_eq!(desk.ok("doctor novel.wenfang")["healthy"], true);
    // Its spelling is British; the dictionary of this machine may be American, or there may be none.
    let spelling = desk.ok("spelling check novel.wenfang");
    assert_eq!(spelling["words"], json!([]), "{spelling}");
}

#[test]
fn the_sample_is_chinese_by_default() {
    let desk = Desk::new();
    assert_eq!(desk.ok("sample novel.wenfang")["title"], "渡口");
    desk.misused("sample other.wenfang --language ja");
}
