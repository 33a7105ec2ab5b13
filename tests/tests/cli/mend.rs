//! Mending on the command line.

use serde_json::json;

use crate::desk::{Desk, items};

const WRONG: &str = "江上有风，，船还没有来。\n老周坐在石阶上等，，等了很久。\n";
const MENDED: &str = "江上有风，船还没有来。\n老周坐在石阶上等，等了很久。\n";

fn with_errors() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, WRONG);
    desk
}

/// Damages the stored text of the first scene.
fn damage(desk: &Desk) {
    let mut bytes = std::fs::read(desk.path("novel.wenfang")).unwrap();
    let words = WRONG.as_bytes();
    let at = bytes.windows(words.len()).position(|part| part == words).unwrap();
    bytes[at..at + 3].copy_from_slice("湖".as_bytes());
    desk.write("novel.wenfang", bytes);
}

#[test]
fn a_mended_chapter_is_accepted_and_taken_back() {
    let desk = with_errors();
    let estimate = desk.ok("mend begin novel.wenfang --chapter 1 --rules punctuation --by rules --estimate");
    assert_eq!((&estimate["issues"], &estimate["requests"]), (&json!(2), &json!(0)));
    assert_eq!(desk.ok("mend list novel.wenfang")["sessions"], json!([]));

    let begun =
        desk.ok("mend begin novel.wenfang --chapter 1 --rules punctuation --by rules --rounds 2 --wait");
    assert_eq!((&begun["session"], &begun["already"]), (&json!(1), &json!(false)));
    assert_eq!((&begun["mending"]["status"], &begun["mending"]["waiting"]), (&json!("waiting"), &json!(1)));
    let shown = desk.ok("mend show novel.wenfang 1");
    assert_eq!((items(&shown["issues"]).len(), &shown["policy"]["count"]), (2, &json!(2)));
    let issue = desk.ok("mend issue novel.wenfang 1");
    assert_eq!((&issue["state"], &issue["fixes"][0]["tool"]), (&json!("resolved"), &json!("replace")));
    assert_eq!(items(&desk.ok("mend proposal novel.wenfang 1 1")["pieces"]).len(), 2);
    assert_eq!(desk.text(1).trim_end(), WRONG.trim_end(), "nothing is written before it is accepted");

    let some = desk.ok("mend accept novel.wenfang 1 --scene 1 --pieces 0");
    assert_eq!((&some["scenes"][0]["pieces"], &some["ended"]), (&json!(1), &json!(true)));
    assert_eq!(desk.text(1).trim_end(), WRONG.replacen("，，", "，", 1).trim_end());
    let listed = desk.ok("mend list novel.wenfang");
    assert_eq!(items(&listed["sessions"])[0]["status"], "completed");
    assert_eq!(desk.ok("mend list novel.wenfang --open")["sessions"], json!([]));
    assert_eq!(desk.ok("mend take-back novel.wenfang 1")["restored"], json!([1]));
    assert_eq!(desk.text(1).trim_end(), WRONG.trim_end());
    let exported = desk.ok("mend export novel.wenfang 1 out");
    assert!(items(&exported["files"]).contains(&json!("rounds/scene-1-round-1.txt")), "{exported}");
    assert_eq!(desk.refused("mend export novel.wenfang 1 out")["code"], "file_exists");
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["files"].as_object().unwrap().len() + 1, items(&exported["files"]).len());
    let log = desk.ok("mend audit novel.wenfang 1");
    assert_eq!(
        (&log["entries"][0]["action"], &log["entries"][0]["actor"]),
        (&json!("opened"), &json!("cli"))
    );
}

#[test]
fn a_check_mends_what_it_finds() {
    let desk = with_errors();
    desk.ok("rules novel.wenfang --on punctuation");
    desk.ok("rules novel.wenfang --accept doubled");
    desk.ok("rules novel.wenfang --ask doubled");
    assert_eq!(desk.refused("rules novel.wenfang --accept model_pov")["code"], "bad_request");
    let fixed = desk.ok("check novel.wenfang --chapter 1 --auto-fix --wait --accept all");
    assert_eq!(fixed["accepted"]["scenes"][0]["pieces"], 2);
    assert_eq!(desk.text(1).trim_end(), MENDED.trim_end());
    let again = desk.ok("check novel.wenfang --chapter 1 --auto-fix --wait");
    assert_eq!((&again["session"], &again["issues"]), (&json!(null), &json!([])), "nothing is left");
    desk.misused("check novel.wenfang --wait");
}

#[test]
fn a_policy_is_changed_by_what_is_named() {
    let desk = with_errors();
    desk.ok("mend begin novel.wenfang --chapter 1 --rules punctuation --by rules --rounds 2 --wait");
    let changed = desk.ok("mend policy novel.wenfang 1 --rounds 4 --minutes 2 --money 500000 --currency CNY");
    let policy = &changed["policy"];
    assert_eq!((&policy["count"], &policy["time_budget_sec"]), (&json!(4), &json!(120)));
    assert_eq!(policy["money"], json!({ "currency": "CNY", "micros": 500_000 }));
    assert_eq!(desk.ok("mend policy novel.wenfang 1 --no-money")["policy"]["money"], json!(null));
    assert_eq!(desk.refused("mend policy novel.wenfang 1")["code"], "bad_request");
    assert_eq!(desk.refused("mend policy novel.wenfang 1 --rounds 11")["code"], "bad_request");
    desk.ok("mend abandon novel.wenfang 1");
    let refused = desk.refused("mend policy novel.wenfang 1 --rounds 3");
    assert!(refused["message"].as_str().unwrap().contains("has ended"), "{refused}");
}

#[test]
fn tools_are_shown_set_and_reset() {
    let desk = with_errors();
    let row = |answer: &serde_json::Value| {
        let rows = items(&answer["rows"]);
        rows.iter().find(|row| row["kind"] == "style" && row["severity"] == "medium").unwrap().clone()
    };
    let usual = row(&desk.ok("mend tools"));
    assert_eq!((&usual["tools"], &usual["is_changed"]), (&json!(["replace", "rewrite"]), &json!(false)));
    for severity in ["low", "medium"] {
        desk.ok(&format!("mend tools --set style {severity} replace author --ask-first"));
    }
    let set = row(&desk.ok("mend tools"));
    assert_eq!(
        (&set["tools"], &set["asks_first"], &set["is_changed"]),
        (&json!(["replace", "author"]), &json!(true), &json!(true))
    );
    let begin = "mend begin novel.wenfang --chapter 1 --rules punctuation --by rules --wait";
    assert_eq!(desk.ok(begin)["mending"]["status"], "waiting", "it asks first");
    assert_eq!(desk.ok("mend issue novel.wenfang 1")["reason"], "ask_first");
    let faulty = desk.refused("mend tools --set plot huge erase");
    for part in ["«plot» is no kind", "«huge» is no severity", "known are replace, rewrite"] {
        assert!(faulty["message"].as_str().unwrap().contains(part), "{faulty}");
    }
    assert_eq!(row(&desk.ok("mend tools")), set, "nothing was changed");
    assert_eq!(row(&desk.ok("mend tools --reset")), usual);
    desk.misused("mend tools --ask-first");
}

#[test]
fn what_waits_can_be_decided_resumed_and_given_up() {
    let desk = with_errors();
    let begin = "mend begin novel.wenfang --scene 1 --rules punctuation --by rules --wait";
    let begun = desk.ok(&format!("{begin} --accept none"));
    assert_eq!(desk.ok(begin)["session"], begun["session"], "it waits for a decision");
    let issue = desk.ok("mend issue novel.wenfang 1");
    let seen = &issue["revision"];
    let aligned = desk.ok(&format!("mend align novel.wenfang 1 --seen {seen} --start 0 --end 2"));
    assert_eq!(aligned["quote"], "江上");
    assert_eq!(desk.refused(&format!("mend decide novel.wenfang 1 reopen --seen {seen}"))["code"], "busy");
    desk.ok(&format!("mend resume novel.wenfang {} --wait", begun["session"]));
    desk.ok(&format!("mend abandon novel.wenfang {} --force", begun["session"]));
    let given_up = desk.ok(&format!("mend show novel.wenfang {}", begun["session"]));
    assert_eq!(given_up["session"]["status"], "abandoned", "nothing of it is damaged");
    assert_eq!(
        desk.ok("mend begin novel.wenfang --finding 1 --wait --accept replacements")["already"],
        false
    );
    assert_eq!(desk.refused("mend show novel.wenfang 9")["code"], "not_found");
    assert_eq!(desk.refused("mend begin novel.wenfang --book --rounds 11")["code"], "bad_request");
    desk.misused("mend begin novel.wenfang");
    desk.misused("mend begin novel.wenfang --book --scene 1");
}

/// A passage that no rule can mend.
const TORN: &str = "“船还没有来？老周问。\n江上有风，谁也没有动。\n";

#[test]
fn what_the_author_mends_by_hand_is_resolved() {
    let desk = Desk::with_novel();
    desk.save(1, &format!("{TORN}石阶上很冷，，没有人。\n"));
    desk.ok("mend begin novel.wenfang --scene 1 --rules punctuation --by rules --wait");
    let nothing = desk.ok("mend recheck novel.wenfang 1");
    assert_eq!(nothing, json!({ "resolved": [], "again": [], "changed": [] }));
    desk.save(1, &format!("{}石阶上很冷，，没有人。\n", TORN.replace("来？老", "来？”老")));
    let found = desk.ok("mend recheck novel.wenfang 1");
    let shown = desk.ok("mend show novel.wenfang 1");
    let by_author = items(&shown["issues"]).iter().filter(|issue| issue["by_author"] == true);
    assert_eq!(found["resolved"], json!(by_author.map(|issue| &issue["id"]).collect::<Vec<_>>()));
    assert_eq!(items(&found["resolved"]).len(), 1);
}

#[test]
fn a_text_that_cannot_be_read_is_supplied() {
    let desk = with_errors();
    desk.ok("mend begin novel.wenfang --scene 1 --rules punctuation --by rules --wait");
    damage(&desk);
    assert_eq!(desk.refused("mend proposal novel.wenfang 1 1")["code"], "damaged");
    assert_eq!(desk.ok("mend accept novel.wenfang 1")["scenes"], json!([]));
    let shown = desk.ok("mend show novel.wenfang 1");
    assert_eq!(
        (&shown["session"]["qc"], &shown["scenes"][0]["missing"]["round"]),
        (&json!("QC-017"), &json!(0))
    );

    let other = desk.refused("mend supply novel.wenfang 1 --scene 1 --text 湖上有风");
    assert_eq!((&other["code"], &other["details"]["qc"]), (&json!("bad_request"), &json!("QC-018")));
    desk.write("copy.txt", format!("第一章 渡口\n\n{WRONG}\n"));
    let supplied = desk.ok("mend supply novel.wenfang 1 --scene 1 --file copy.txt --wait --accept all");
    assert_eq!((&supplied["missing"], &supplied["run"]), (&json!(null), &json!(null)));
    assert_eq!(supplied["accepted"]["scenes"][0]["pieces"], 2);
    assert_eq!(desk.text(1).trim_end(), MENDED.trim_end());
    assert_eq!(desk.ok("doctor novel.wenfang")["healthy"], true, "the text is stored again");
    desk.misused("mend supply novel.wenfang 1 --scene 1");
    desk.misused("mend supply novel.wenfang 1 --scene 1 --text 湖 --file copy.txt");
}

#[test]
fn an_unreadable_text_comes_from_a_backup() {
    let desk = with_errors();
    desk.ok("backup novel.wenfang studio/data/backups");
    desk.ok("mend begin novel.wenfang --scene 1 --rules punctuation --by rules --wait");
    damage(&desk);
    assert_eq!(items(&desk.ok("mend accept novel.wenfang 1")["scenes"]).len(), 1);
    assert_eq!(desk.text(1).trim_end(), MENDED.trim_end());
}
