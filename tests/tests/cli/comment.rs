//! Comments on passages, notes, and what is not for print, on the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

fn texts(desk: &Desk, filter: &str) -> Vec<String> {
    let listed = desk.ok(&format!("comment list novel.wenfang {filter}"));
    let text = |comment: &Value| comment["text"].as_str().unwrap().to_owned();
    items(&listed["comments"]).iter().map(text).collect()
}

fn commented() -> Desk {
    let desk = Desk::with_novel();
    let added = desk.ok("comment add novel.wenfang --scene 1 --quote 坐在石阶上等 等谁？");
    assert_eq!(
        (&added["id"], &added["state"], &added["colour"]),
        (&json!(1), &json!("open"), &json!("yellow"))
    );
    desk.ok_with(
        "comment add novel.wenfang --scene 2 --quote 灯灭了 - --colour blue --editor 林编",
        "太突然",
    );
    desk.ok("comment add novel.wenfang --scene 4 --quote 雾散了 再写一句 --colour pink");
    desk
}

#[test]
fn comments_are_listed_by_place_state_writer_and_words() {
    let desk = commented();
    assert_eq!(texts(&desk, ""), ["等谁？", "太突然", "再写一句"]);
    assert_eq!(texts(&desk, "--scene 2"), ["太突然"]);
    assert_eq!(texts(&desk, "--chapter 3"), ["再写一句"]);
    assert_eq!(texts(&desk, "--who editor"), ["太突然"]);
    assert_eq!(texts(&desk, "--name 林编"), ["太突然"]);
    assert_eq!(texts(&desk, "--colour pink"), ["再写一句"]);
    assert_eq!(texts(&desk, "--text 石阶"), ["等谁？"], "words of the passage");
    desk.ok("comment done novel.wenfang 1 2");
    assert_eq!(texts(&desk, "--state open"), ["再写一句"]);
    let listed = desk.ok("comment list novel.wenfang --state open");
    assert_eq!((&listed["open"], &listed["done"]), (&json!(1), &json!(2)));
    desk.ok("comment reopen novel.wenfang 2");
    assert_eq!(texts(&desk, "--state done"), ["等谁？"]);
    desk.misused("comment list novel.wenfang --state gone");
}

#[test]
fn comments_go_with_words_moved_to_another_scene() {
    let desk = commented();
    desk.save(1, "江上有风，船还没有来。\n");
    desk.save(2, "灯灭了。\n老周坐在石阶上等。\n");
    let carried = desk.ok("comment carry novel.wenfang --scene 2 1");
    assert_eq!(carried["origins"][0]["scene"], 1);
    assert_eq!(texts(&desk, "--scene 2"), ["太突然", "等谁？"]);
    desk.save(2, "灯灭了。\n");
    let back = desk.ok_with("comment carry-back novel.wenfang", &carried.to_string());
    assert_eq!(back["count"], 1);
    assert_eq!(texts(&desk, "--scene 1"), ["等谁？"]);
    assert_eq!(desk.refused_with("comment carry-back novel.wenfang", "nothing")["code"], "bad_request");
}

#[test]
fn a_comment_is_changed_answered_moved_removed_and_restored() {
    let desk = commented();
    let edited = desk.ok("comment edit novel.wenfang 1 --text 她在等谁？ --colour green");
    assert_eq!((&edited["text"], &edited["colour"]), (&json!("她在等谁？"), &json!("green")));
    desk.ok("comment reply novel.wenfang 1 等船 --editor 林编");
    desk.ok("comment reply novel.wenfang 1 好");
    let replied = desk.ok("comment reply novel.wenfang 1 好的 --reply 1");
    let replies: Vec<Value> =
        items(&replied["replies"]).iter().map(|reply| json!([reply["text"], reply["by"]])).collect();
    assert_eq!(replies, [json!(["等船", { "who": "editor", "name": "林编" }]), json!(["好的", null])]);
    assert_eq!(items(&desk.ok("comment reply novel.wenfang 1 '' --reply 0")["replies"]).len(), 1);
    desk.ok("comment place novel.wenfang 1 --scene 3 --quote 又亮了");
    let here = desk.ok("comment in-scene novel.wenfang --scene 3");
    assert_eq!(
        (&here["comments"][0]["id"], &here["comments"][0]["now"]),
        (&json!(1), &json!({ "start": 1, "end": 4 }))
    );
    desk.ok("comment remove novel.wenfang 1");
    assert_eq!(desk.ok("comment in-scene novel.wenfang --scene 3")["comments"], json!([]));
    assert_eq!(texts(&desk, "--removed"), ["她在等谁？"]);
    assert_eq!(desk.refused("comment remove novel.wenfang 1")["code"], "not_found");
    desk.ok("comment put-back novel.wenfang 1");
    assert_eq!(texts(&desk, "--scene 3"), ["她在等谁？"]);

    assert_eq!(
        desk.refused("comment add novel.wenfang --scene 1 --quote 没有这句 问")["code"],
        "quote_not_found"
    );
    assert_eq!(desk.refused("comment add novel.wenfang --scene 1 --quote 老周")["code"], "bad_request");
    assert_eq!(desk.refused("comment reply novel.wenfang 1 答 --reply 7")["code"], "bad_request");
    assert_eq!(desk.refused("comment done novel.wenfang 9")["code"], "not_found");
}

#[test]
fn a_comment_keeps_its_passage_and_its_words() {
    let desk = commented();
    desk.save(1, "九月末。\n江上有风，船还没有来。\n老周坐在石阶上等。");
    let here = desk.ok("comment in-scene novel.wenfang --scene 1");
    assert_eq!(here["comments"][0]["now"], json!({ "start": 19, "end": 25 }));
    desk.save(1, "雾散了。");
    let here = desk.ok("comment in-scene novel.wenfang --scene 1");
    assert_eq!(
        (&here["comments"][0]["now"], &here["comments"][0]["quote"]),
        (&Value::Null, &json!("坐在石阶上等"))
    );
    assert_eq!(texts(&desk, "--scene 1"), ["等谁？"], "still listed");
    assert_eq!(desk.ok("info novel.wenfang")["counts"], {
        desk.ok("comment remove novel.wenfang 1 2 3");
        desk.ok("info novel.wenfang")["counts"].clone()
    });
}

#[test]
fn notes_and_print_belong_to_a_part() {
    let desk = Desk::with_novel();
    let part =
        desk.ok("plan novel.wenfang --scene 2 --synopsis 灯灭 --notes '要查灯油的价' --not-for-print true");
    assert_eq!(
        (&part["synopsis"], &part["notes"], &part["not_for_print"]),
        (&json!("灯灭"), &json!("要查灯油的价"), &json!(true))
    );
    let outline = desk.ok("outline novel.wenfang");
    assert_eq!(outline["volumes"][0]["chapters"][1]["scenes"][0]["not_for_print"], true);
    assert_eq!(desk.ok("plan novel.wenfang --chapter 2 --notes 两场")["notes"], "两场");
    assert_eq!(desk.refused("plan novel.wenfang --chapter 2 --not-for-print true")["code"], "bad_request");
    assert_eq!(desk.refused("plan novel.wenfang --volume 1 --notes 无")["code"], "bad_request");
    let aside = desk.ok("comment add novel.wenfang --scene 1 --quote 老周 --not-for-print");
    assert_eq!((&aside["text"], &aside["not_for_print"]), (&json!(""), &json!(true)));
    // It is nothing to be done.
    let listed = desk.ok("comment list novel.wenfang");
    assert_eq!((&listed["open"], &listed["done"]), (&json!(0), &json!(0)));
    assert_eq!(desk.ok("comment list novel.wenfang --state open")["comments"], json!([]));
    assert_eq!(desk.refused("comment edit novel.wenfang 1 --not-for-print false")["code"], "bad_request");
}

#[test]
fn an_export_leaves_out_what_is_not_for_print() {
    let desk = Desk::with_novel();
    desk.ok("comment add novel.wenfang --scene 1 --quote 老周坐在 --not-for-print");
    desk.ok("plan novel.wenfang --scene 2 --not-for-print true");
    desk.ok("plan novel.wenfang --scene 4 --not-for-print true");
    desk.ok("export novel.wenfang out.txt --format txt");
    let text = desk.read("out.txt");
    assert!(text.contains("船还没有来") && text.contains("灯又亮了"), "{text}");
    for left_out in ["老周", "灯灭了", "雾散了", "第三章"] {
        assert!(!text.contains(left_out), "{left_out} is in {text}");
    }
    desk.ok("comment remove novel.wenfang 1");
    desk.ok("plan novel.wenfang --scene 4 --not-for-print false");
    desk.ok("export novel.wenfang out.txt --format txt --overwrite");
    assert!(desk.read("out.txt").contains("老周坐在石阶上等。"));
}

#[test]
fn a_returned_file_brings_its_comments() {
    let desk = Desk::with_novel();
    std::fs::copy(desk.path("novel.wenfang"), desk.path("copy.wenfang")).unwrap();
    desk.ok("comment add copy.wenfang --scene 2 --quote 灯灭了 灯为什么灭？ --editor 小林");
    desk.ok("export copy.wenfang back.docx --format docx --comments");
    let before = desk.ok("comment remarks novel.wenfang back.docx --dry-run");
    assert_eq!(
        (&before["placed"][0]["text"], &before["placed"][0]["id"]),
        (&json!("灯为什么灭？"), &json!(null))
    );
    assert_eq!(desk.ok("comment list novel.wenfang")["open"], 0);
    let came = desk.ok("comment remarks novel.wenfang back.docx --keep-unplaced --restore");
    let listed = desk.ok("comment list novel.wenfang");
    let comment = &listed["comments"][0];
    assert_eq!((&comment["quote"], &comment["by"]["name"]), (&json!("灯灭了"), &json!("小林")));
    assert_eq!(desk.ok("comment remarks novel.wenfang back.docx")["known"], 1);
    let undone = desk.ok_with("comment take-back novel.wenfang", &came.to_string());
    assert_eq!((&undone["count"], &desk.ok("comment list novel.wenfang")["open"]), (&json!(1), &json!(0)));
    let again = desk.ok("comment remarks novel.wenfang back.docx --dry-run");
    assert_eq!((&again["removed"], &again["placed"][0]["text"]), (&json!(0), &json!("灯为什么灭？")));
    desk.misused("comment remarks novel.wenfang back.docx --copy copy.html");
    assert_eq!(desk.refused_with("comment take-back novel.wenfang", "nothing")["code"], "bad_request");
}
