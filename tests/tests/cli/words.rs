//! Counting and re-anchoring, which need no project.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn a_text_is_counted_by_four_rules() {
    let desk = Desk::new();
    let text = "他说：“OK，3天。”\n";
    for (rule, total) in [("standard", 11), ("word", 10), ("han", 3), ("all", 11)] {
        let counted = desk.ok_with(&format!("count --rule {rule}"), text);
        assert_eq!((&counted["rule"], &counted["total"]), (&json!(rule), &json!(total)), "{counted}");
        assert_eq!(counted["counts"][rule], json!(total));
    }
    assert_eq!(desk.ok_with("count ", text)["rule"], "standard");
    assert_eq!(desk.ok_with("count ", "")["total"], 0);
}

#[test]
fn a_range_is_found_again() {
    let desk = Desk::new();
    desk.write("old.txt", "江上有风，船还没有来。\n老周坐在石阶上等。\n");
    desk.write("new.txt", "九月末。\n江上有风，船还没有来。\n老周坐在石阶上等。\n");
    let found = desk.ok("reanchor --old old.txt --new new.txt --start 12 --end 20");
    assert_eq!(found["range"], json!({ "start": 17, "end": 25 }));
    assert!(found["method"].is_string() && found["confidence"].as_f64().unwrap() > 0.9, "{found}");
    assert!(!items(&found["attempts"]).is_empty());
}

#[test]
fn a_deleted_range_gets_an_answer() {
    let desk = Desk::new();
    desk.write("old.txt", "江上有风，船还没有来。\n");
    desk.write("new.txt", "天亮以前，雾散了。\n");
    let found = desk.ok("reanchor --old old.txt --new new.txt --start 0 --end 5");
    assert_eq!((&found["range"], &found["method"]), (&Value::Null, &json!("manual_confirmation")));
    for attempt in items(&found["attempts"]) {
        assert!(attempt["strategy"].is_string() && attempt["confidence"].is_number(), "{attempt}");
    }
    assert_eq!(desk.refused("reanchor --old old.txt --new new.txt --start 5 --end 0")["code"], "bad_request");
    assert_eq!(
        desk.refused("reanchor --old gone.txt --new new.txt --start 0 --end 5")["code"],
        "file_not_found"
    );
}
