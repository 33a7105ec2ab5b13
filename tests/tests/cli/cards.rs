//! Cards, and names found in the text, on the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn cards_are_listed_shown_merged_and_unmerged() {
    let desk = Desk::with_novel();
    desk.ok("lore save novel.wenfang --title 老周 --kind character --content 摆渡");
    desk.ok(r#"kg save-entity novel.wenfang '{"name": "船家", "aliases": ["周船家"]}'"#);
    let all = desk.ok("cards list novel.wenfang --mentions");
    let rows: Vec<_> =
        items(&all["cards"]).iter().map(|card| (&card["title"], &card["counts"]["mentions"])).collect();
    assert_eq!(rows, [(&json!("老周"), &json!(1)), (&json!("船家"), &json!(0))]);
    assert_eq!(desk.ok("cards list novel.wenfang")["cards"][0]["counts"]["mentions"], Value::Null);
    for card in ["老周", "entry:1"] {
        assert_eq!(desk.ok(&format!("cards show novel.wenfang {card}"))["lore"]["content"], "摆渡");
    }
    assert_eq!(desk.ok("cards show novel.wenfang entity:1")["title"], "船家");
    assert_eq!(desk.refused("cards show novel.wenfang 阿芷")["code"], "not_found");

    let preview = desk.ok("cards merge novel.wenfang 船家 --into 老周 --dry-run");
    assert_eq!(preview["aliases"], json!(["船家", "周船家"]));
    assert_eq!(desk.ok("cards list novel.wenfang"), {
        let mut all = all.clone();
        all["cards"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|card| card["counts"]["mentions"] = Value::Null);
        all
    });
    let merged = desk.ok("cards merge novel.wenfang entity:1 --into entry:1 --take name");
    assert_eq!((&merged["title"], &merged["act"]), (&json!("船家"), &json!(1)));
    assert_eq!(desk.ok("cards show novel.wenfang 老周")["title"], "船家");
    desk.ok("cards undo novel.wenfang 1");
    assert_eq!(desk.ok("cards list novel.wenfang --mentions"), all);
    assert_eq!(desk.refused("cards undo novel.wenfang 7")["code"], "not_found");
    desk.misused("cards merge novel.wenfang 船家");
}

#[test]
fn found_names_are_accepted_and_rejected() {
    let desk = Desk::with_novel();
    assert!(desk.ok("hints list novel.wenfang --limit 5")["hints"].is_array());
    let entered = desk.ok("hints accept novel.wenfang 老周 阿芷");
    assert_eq!((&entered["made"], &entered["act"]), (&json!(2), &json!(1)));
    assert_eq!(desk.ok("hints accept novel.wenfang 老周 --alias 周船家")["added"], 1);
    desk.ok("hints accept novel.wenfang 渡口 --kind location");
    let kinds: Vec<Value> = items(&desk.ok("cards list novel.wenfang")["cards"])
        .iter()
        .map(|card| json!([card["title"], card["kind"], card["aliases"]]))
        .collect();
    let wanted = [
        json!(["渡口", "location", []]),
        json!(["老周", "character", ["周船家"]]),
        json!(["阿芷", "character", []]),
    ];
    assert_eq!(kinds, wanted);
    assert!(desk.ok("hints accept novel.wenfang --all")["known"].is_array());
    assert_eq!(desk.ok("hints reject novel.wenfang 江上")["ignored"], 1);
    assert_eq!(desk.ok("mentions novel.wenfang --ignored")["names"], json!(["江上"]));
    assert_eq!(desk.refused("hints accept novel.wenfang 甲 乙 --alias 丙")["code"], "bad_request");
    desk.misused("hints accept novel.wenfang");
}

#[test]
fn proposals_are_decided_together() {
    let desk = Desk::with_novel();
    let proposal = |name: &str| json!({ "proposed": { "kind": "entity", "name": name }, "confidence": 0.8, "scene": 1, "quote": "老周坐在石阶上等" });
    let proposals = json!({ "source": "试", "proposals": [proposal("老周"), proposal("石阶")] });
    desk.ok_with("kg propose novel.wenfang -", &proposals.to_string());
    let counts = desk.ok("kg proposal-counts novel.wenfang");
    assert_eq!(counts["counts"][0], json!({ "proposal": 1, "total": 1 }));
    let all = json!({
        "reviews": [{ "proposal": 1, "decision": "accept" }, { "proposal": 2, "decision": "reject" }],
        "not_names": ["石阶"],
    });
    let done = desk.ok_with("kg review-all novel.wenfang -", &all.to_string());
    assert_eq!((items(&done["decided"]).len(), &done["ignored"]), (2, &json!(["石阶"])));
    assert_eq!(items(&desk.ok("cards list novel.wenfang")["cards"]).len(), 1);
}
