//! Named states of the whole project.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

/// The kinds and ids of the changes.
fn changes(answer: &Value) -> Vec<(String, i64, String)> {
    let word = |change: &Value, name: &str| change[name].as_str().unwrap().to_owned();
    let changes = items(&answer["changes"]).iter();
    changes
        .map(|change| (word(change, "kind"), change["id"].as_i64().unwrap(), word(change, "change")))
        .collect()
}

fn change(kind: &str, id: i64, changed: &str) -> (String, i64, String) {
    (kind.to_owned(), id, changed.to_owned())
}

fn drafted() -> Desk {
    let desk = Desk::with_novel();
    desk.ok("checkpoint create novel.wenfang --name 初稿 --note '第一遍 写完'");
    desk
}

#[test]
fn checkpoints_are_listed_by_age() {
    let desk = drafted();
    let made = desk.ok("checkpoint create novel.wenfang --name 二稿");
    assert_eq!((&made["automatic"], &made["reason"]), (&json!(false), &json!("author")));
    let listed = desk.ok("checkpoint list novel.wenfang");
    let names: Vec<&str> =
        items(&listed["checkpoints"]).iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["↧ novel.txt", "初稿", "二稿"]);
    assert_eq!(listed["checkpoints"][0]["automatic"], true);
    assert_eq!(listed["checkpoints"][1]["note"], "第一遍 写完");
    assert_eq!(desk.refused("checkpoint create novel.wenfang --name ' '")["code"], "bad_request");
}

#[test]
fn two_states_are_compared_item_by_item() {
    let desk = drafted();
    assert_eq!(changes(&desk.ok("checkpoint compare novel.wenfang 初稿")), []);
    desk.save(2, "灯灭了，又亮了。");
    desk.ok("rename novel.wenfang --chapter 1 --title '第一章 夜渡'");
    desk.ok("move novel.wenfang --chapter 3 --at 0");
    let compared = desk.ok("checkpoint compare novel.wenfang 初稿");
    let wanted =
        [change("outline", 1, "changed"), change("chapter", 1, "changed"), change("text", 2, "changed")];
    assert_eq!(changes(&compared), wanted);
    assert_eq!(compared["changes"][0]["moved"]["chapters"], json!([3]));
    assert_eq!(compared["changes"][1]["before"]["title"], "第一章 渡口");
    assert_eq!(compared["changes"][1]["after"]["title"], "第一章 夜渡");
    assert_eq!(
        (&compared["changes"][2]["title"], &compared["changes"][2]["hunks"]),
        (&json!("第二章 灯"), &Value::Null)
    );
    let words = desk.ok("checkpoint compare novel.wenfang 初稿 --words");
    assert_eq!(words["changes"][2]["hunks"][0]["added"], "，又亮了");
    desk.ok("checkpoint create novel.wenfang --name 二稿");
    assert_eq!(changes(&desk.ok("checkpoint compare novel.wenfang 初稿 二稿")), wanted);
    assert_eq!(
        changes(&desk.ok("checkpoint compare novel.wenfang 2 3")),
        wanted,
        "ids work as well as names"
    );
    assert_eq!(desk.refused("checkpoint compare novel.wenfang 终稿")["code"], "not_found");
}

#[test]
fn drafts_are_part_of_the_current_project() {
    let desk = drafted();
    let first = desk.text(1);
    desk.ok_with("save novel.wenfang --scene 1 --base 1 --draft", "草稿里的字。");
    let wanted = [change("text", 1, "changed")];
    let compared = desk.ok("checkpoint compare novel.wenfang 初稿 --words");
    assert_eq!(changes(&compared), wanted);
    assert!(compared["changes"][0]["hunks"].to_string().contains("草稿里的字"));
    assert_eq!(changes(&desk.ok("checkpoint restore novel.wenfang 初稿 --dry-run")), wanted);
    let restored = desk.ok("checkpoint restore novel.wenfang 初稿");
    assert_eq!(changes(&restored), wanted);
    assert_eq!(desk.text(1), first);
    desk.ok(&format!("checkpoint restore novel.wenfang {}", restored["before"]));
    assert_eq!(desk.text(1), "草稿里的字。");
}

#[test]
fn a_restore_restores_everything_and_can_be_undone() {
    let desk = drafted();
    let texts = |desk: &Desk| [1, 2, 3, 4].map(|scene| desk.text(scene));
    let (before, chapters) = (texts(&desk), desk.chapters());
    desk.save(1, "毁了。");
    desk.ok("describe novel.wenfang --title 毁");
    desk.ok("bin put novel.wenfang --chapter 2");
    desk.ok("create novel.wenfang --volume 1 --title 废章");
    let (ruined, ruined_chapters) = (texts(&desk), desk.chapters());
    let preview = desk.ok("checkpoint restore novel.wenfang 初稿 --dry-run");
    assert!(changes(&preview).contains(&change("text", 1, "changed")));
    assert_eq!(desk.text(1), "毁了。", "a preview changes nothing");
    let restored = desk.ok("checkpoint restore novel.wenfang 初稿");
    assert_eq!(changes(&restored), changes(&preview));
    assert_eq!((texts(&desk), desk.chapters()), (before, chapters));
    assert_eq!(desk.ok("info novel.wenfang")["title"], "渡口");
    assert_eq!(changes(&desk.ok("checkpoint compare novel.wenfang 初稿")), []);
    desk.ok(&format!("checkpoint restore novel.wenfang {}", restored["before"]));
    assert_eq!((texts(&desk), desk.chapters()), (ruined, ruined_chapters));
    assert_eq!(desk.ok("info novel.wenfang")["title"], "毁");
    assert_eq!(desk.refused("checkpoint restore novel.wenfang 终稿")["code"], "not_found");
}

#[test]
fn one_scene_is_restored_alone() {
    let desk = drafted();
    let first = desk.text(1);
    desk.save(1, "毁了。");
    desk.save(2, "留着。");
    let restored = desk.ok("checkpoint restore novel.wenfang 初稿 --scene 1");
    assert_eq!(changes(&restored), [change("text", 1, "changed")]);
    assert_eq!((desk.text(1), desk.text(2)), (first, "留着。".to_owned()));
    assert_eq!(desk.refused("checkpoint restore novel.wenfang 初稿 --scene 9")["code"], "not_found");
}

#[test]
fn one_chapter_is_restored_with_its_scenes() {
    let desk = drafted();
    desk.save(1, "留着。");
    desk.save(2, "毁了。");
    desk.ok("bin put novel.wenfang --scene 3");
    desk.ok("rename novel.wenfang --chapter 2 --title 毁");
    desk.ok("checkpoint restore novel.wenfang 初稿 --chapter 2");
    assert_eq!(desk.chapters()[1], ("第二章 灯".into(), vec![2, 3]));
    assert_eq!((desk.text(1), desk.text(2)), ("留着。".to_owned(), "灯灭了。".to_owned()));
    let error = desk.misused("checkpoint restore novel.wenfang 初稿 --chapter 2 --scene 2");
    assert_eq!(error["code"], "usage");
}

#[test]
fn an_import_can_be_undone() {
    let desk = drafted();
    let chapters = desk.chapters();
    let imported = desk.ok("import novel.wenfang novel.txt");
    assert_eq!(desk.chapters().len(), 6);
    desk.ok(&format!("checkpoint restore novel.wenfang {}", imported["before"]));
    assert_eq!(desk.chapters(), chapters);
}
