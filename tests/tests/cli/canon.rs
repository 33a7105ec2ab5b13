//! Bible, lore and names in the text.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn the_bible_is_listed_set_and_emptied() {
    let desk = Desk::with_novel();
    assert_eq!(items(&desk.ok("bible list novel.wenfang")["fields"]).len(), 9);
    let set = desk.ok("bible set novel.wenfang taboo --value 不写梦 --locked true");
    assert_eq!(set, json!({ "key": "taboo", "value": "不写梦", "locked": true, "standard": true }));
    let own = desk.ok_with("bible set novel.wenfang 口头禅 --value -", "再等一等\n不急\n");
    assert_eq!((&own["value"], &own["standard"]), (&json!("再等一等\n不急"), &json!(false)));
    assert_eq!(desk.ok("bible set novel.wenfang 口头禅 --rename 常用语")["key"], "常用语");
    assert_eq!(desk.refused("bible set novel.wenfang 常用语 --rename style")["code"], "name_taken");
    assert_eq!(desk.refused("bible set novel.wenfang ' ' --value x")["code"], "bad_request");
    desk.ok("bible remove novel.wenfang 常用语");
    desk.ok("bible remove novel.wenfang taboo");
    let fields = desk.ok("bible list novel.wenfang");
    assert_eq!((items(&fields["fields"]).len(), &fields["fields"][8]["value"]), (9, &json!("")));
    assert_eq!(desk.refused("bible remove novel.wenfang 常用语")["code"], "not_found");
    desk.misused("bible set novel.wenfang taboo --locked maybe");
}

#[test]
fn a_lore_entry_is_written_shown_removed_and_restored() {
    let desk = Desk::with_novel();
    let made = desk.ok_with(
        "lore save novel.wenfang --title 老周 --kind character --alias 周船家 --alias 船家 --content - --secrets 他不姓周 \
         --keyword 缆绳 --and-keyword 夜 --priority 8 --constant true --locked false --disabled false",
        "撑船的人。\n",
    );
    let entry = made["id"].as_i64().unwrap();
    let shown = desk.ok(&format!("lore get novel.wenfang --entry {entry}"));
    assert_eq!(shown, made);
    assert_eq!((&shown["aliases"], &shown["content"]), (&json!(["周船家", "船家"]), &json!("撑船的人。")));
    assert_eq!((&shown["secrets"], &shown["priority"]), (&json!("他不姓周"), &json!(8)));
    desk.ok(&format!("lore save novel.wenfang --entry {entry} --alias 老船家"));
    let listed = desk.ok("lore list novel.wenfang");
    assert_eq!(listed["entries"][0]["aliases"], json!(["老船家"]));
    assert_eq!(desk.refused("lore save novel.wenfang --title 老周")["code"], "name_taken");
    assert_eq!(desk.refused("lore save novel.wenfang --content 无名")["code"], "bad_request");
    assert_eq!(desk.refused("lore save novel.wenfang --title 雾 --priority 11")["code"], "bad_request");
    desk.misused("lore save novel.wenfang --title 雾 --kind ghost");
    desk.misused("lore remove novel.wenfang");

    assert_eq!(desk.ok("lore triggered novel.wenfang --scene 4")["entries"][0]["title"], "老周");
    assert_eq!(desk.ok(&format!("lore remove novel.wenfang {entry}"))["count"], 1);
    assert_eq!(desk.ok("lore list novel.wenfang")["entries"], json!([]));
    assert_eq!(desk.ok("lore removed novel.wenfang")["entries"][0]["title"], "老周");
    desk.ok(&format!("lore put-back novel.wenfang {entry}"));
    assert_eq!(items(&desk.ok("lore list novel.wenfang")["entries"]).len(), 1);
    assert_eq!(desk.refused("lore get novel.wenfang --entry 9")["code"], "not_found");
    assert!(desk.pretty("lore list novel.wenfang").contains("老周"));
}

#[test]
fn lore_is_imported_and_exported() {
    let desk = Desk::with_novel();
    let book =
        json!({ "entries": { "0": { "comment": "渡口", "key": ["码头"], "content": "江边。", "x": 1 } } });
    desk.write("江上.json", book.to_string());
    let preview = desk.ok("lore import novel.wenfang 江上.json --dry-run");
    assert_eq!((&preview["added"], &preview["before"]), (&json!(1), &Value::Null));
    assert_eq!(desk.ok("lore import novel.wenfang 江上.json")["added"], 1);
    assert_eq!(desk.ok("lore import novel.wenfang 江上.json")["updated"], 1);
    desk.ok("lore export novel.wenfang out.json --format world_info --book 1");
    assert_eq!(serde_json::from_str::<Value>(&desk.read("out.json")).unwrap(), book);
    desk.ok("lore save novel.wenfang --title 老周 --secrets 他不姓周");
    desk.ok("lore export novel.wenfang out.md");
    assert!(desk.read("out.md").contains("### 老周") && !desk.read("out.md").contains("他不姓周"));
    assert_eq!(desk.refused("lore export novel.wenfang out.md")["code"], "file_exists");
    desk.ok("lore export novel.wenfang out.md --secrets --english --overwrite");
    assert!(desk.read("out.md").contains("他不姓周") && desk.read("out.md").contains("Secrets"));
    desk.ok("lore export novel.wenfang card.png --format card_v2 --png");
    desk.ok("new other.wenfang --title 另一本");
    assert_eq!(desk.ok("lore import other.wenfang card.png")["added"], 2);
    desk.write("broken.json", "{\n  \"entries\": {,}\n}");
    let error = desk.refused("lore import novel.wenfang broken.json");
    assert_eq!(error["code"], "import_refused");
    assert!(error["message"].as_str().unwrap().contains("line 2, column 15"), "{error}");
    desk.misused("lore export novel.wenfang out.x --format docx");
}

#[test]
fn names_are_counted_located_and_hinted() {
    let desk = Desk::with_novel();
    desk.ok("lore save novel.wenfang --title 灯 --kind item");
    desk.ok(r#"kg save-entity novel.wenfang '{"name": "老周"}'"#);
    let counts = desk.ok("mentions novel.wenfang");
    let totals: Vec<_> = items(&counts["counts"]).iter().map(|count| count["total"].clone()).collect();
    assert_eq!(totals, [2, 1]);
    let lamp = desk.ok("mentions novel.wenfang --entry 1 --limit 1");
    assert_eq!((&lamp["total"], items(&lamp["hits"]).len()), (&json!(2), 1));
    assert_eq!(desk.ok("mentions novel.wenfang --entity 1")["hits"][0]["scene"], 1);
    assert_eq!(desk.ok("mentions novel.wenfang --scene 3")["cast"][0]["title"], "灯");
    assert_eq!(items(&desk.ok("mentions novel.wenfang --names")["names"]).len(), 2);
    assert!(desk.ok("mentions novel.wenfang --unknown --limit 5")["hints"].is_array());
    desk.ok("mentions novel.wenfang --ignore 船家 --ignore 江上");
    assert_eq!(desk.ok("mentions novel.wenfang --ignored")["names"], json!(["江上", "船家"]));
    assert_eq!(desk.refused("mentions novel.wenfang --entry 9")["code"], "bad_request");
    desk.misused("mentions novel.wenfang --entry 1 --scene 1");
}

#[test]
fn a_part_of_the_canon_is_restored_alone() {
    let desk = Desk::with_novel();
    desk.ok("bible set novel.wenfang style --value 白描");
    desk.ok("lore save novel.wenfang --title 灯");
    desk.ok("checkpoint create novel.wenfang --name 初稿");
    desk.ok("bible set novel.wenfang style --value 铺张");
    desk.ok("lore remove novel.wenfang 1");
    let restored = desk.ok("checkpoint restore novel.wenfang 初稿 --canon lore");
    assert_eq!(items(&restored["changes"]).len(), 1);
    assert_eq!(items(&desk.ok("lore list novel.wenfang")["entries"]).len(), 1);
    assert_eq!(desk.ok("bible list novel.wenfang")["fields"][1]["value"], "铺张");
    desk.misused("checkpoint restore novel.wenfang 初稿 --canon everything");
}
