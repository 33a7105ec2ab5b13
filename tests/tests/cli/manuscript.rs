//! Projects and the structure of the manuscript.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn a_new_project_is_empty_and_never_replaces_anything() {
    let desk = Desk::new();
    let info = desk.ok("new novel.wenfang --title '夜 渡' --author 周");
    assert_eq!(info["title"], "夜 渡");
    assert_eq!((&info["chapters"], &info["versions"]), (&json!(0), &json!(0)));
    assert_eq!(desk.list(""), ["novel.wenfang"], "a closed project is one file");
    assert_eq!(desk.ok("outline novel.wenfang"), json!({ "volumes": [], "language": null }));
    assert_eq!(desk.refused("new novel.wenfang --title 灯")["code"], "file_exists");
    assert_eq!(desk.ok("info novel.wenfang")["author"], "周");
}

#[test]
fn info_counts_the_parts() {
    let desk = Desk::with_novel();
    desk.save(1, "江上无风。");
    let info = desk.ok("info novel.wenfang");
    let figures =
        ["volumes", "chapters", "scenes", "versions", "checkpoints", "drafts"].map(|name| &info[name]);
    assert_eq!(figures, [&json!(1), &json!(3), &json!(4), &json!(5), &json!(1), &json!(0)]);
    let han = "江上无风灯灭了灯又亮了天亮以前雾散了".chars().count();
    assert_eq!(info["counts"]["han"], json!(han));
}

#[test]
fn describe_changes_only_the_named_fields() {
    let desk = Desk::with_novel();
    desk.ok("describe novel.wenfang --author 周");
    let answer = desk.ok("describe novel.wenfang --title 对岸");
    let described = json!({ "title": "对岸", "author": "周", "language": null, "chapter_target": null });
    assert_eq!(answer, described);
    assert_eq!(desk.ok("info novel.wenfang")["title"], "对岸");
}

#[test]
fn new_chapters_get_the_target_of_the_novel() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 灯 --chapter-target 3000");
    desk.ok("create novel.wenfang --title 上卷");
    let target = |title: &str| {
        let made = desk.ok(&format!("create novel.wenfang --volume 1 --title {title}"));
        let outline = desk.ok("outline novel.wenfang");
        let chapters = items(&outline["volumes"][0]["chapters"]);
        chapters.iter().find(|chapter| chapter["id"] == made["chapter"]).unwrap()["target"].clone()
    };
    assert_eq!(target("一"), 3000);
    desk.ok("describe novel.wenfang --chapter-target 2500");
    assert_eq!(target("二"), 2500);
    assert_eq!(desk.ok("describe novel.wenfang --title 火")["chapter_target"], 2500);
    desk.ok("describe novel.wenfang --chapter-target 0");
    assert_eq!(target("三"), Value::Null);
    let outline = desk.ok("outline novel.wenfang");
    assert_eq!(outline["volumes"][0]["chapters"][0]["target"], 3000, "existing chapters keep theirs");
}

#[test]
fn the_outline_has_volumes_with_chapters_with_scenes() {
    let desk = Desk::with_novel();
    let outline = desk.ok("outline novel.wenfang");
    let part = |value: &Value| {
        assert!(value["id"].is_i64() && value["title"].is_string(), "{value}");
        let counts = ["standard", "word", "han", "all"].map(|rule| value["counts"][rule].as_u64());
        counts.map(|count| count.unwrap_or_else(|| panic!("no counts: {value}")))[2]
    };
    let volume = &items(&outline["volumes"])[0];
    let chapters = items(&volume["chapters"]);
    let by_chapter: Vec<u64> = chapters.iter().map(part).collect();
    let by_scene: Vec<u64> =
        chapters.iter().flat_map(|chapter| items(&chapter["scenes"])).map(part).collect();
    assert_eq!(by_scene, [17, 3, 4, 7]);
    assert_eq!(by_chapter, [17, 7, 7]);
    assert_eq!(part(volume), 31);
    assert_eq!(
        desk.chapters(),
        [("第一章 渡口".into(), vec![1]), ("第二章 灯".into(), vec![2, 3]), ("第三章 归".into(), vec![4])]
    );
}

#[test]
fn a_book_is_built_from_scratch() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 渡口");
    assert_eq!(desk.ok("create novel.wenfang --title 上卷"), json!({ "volume": 1 }));
    assert_eq!(desk.ok("create novel.wenfang --volume 1 --title 二"), json!({ "chapter": 1 }));
    assert_eq!(desk.ok("create novel.wenfang --volume 1 --title 一 --at 0"), json!({ "chapter": 2 }));
    assert_eq!(desk.ok("create novel.wenfang --chapter 2 --title 开头"), json!({ "scene": 1 }));
    assert_eq!(desk.text(1), "");
    assert_eq!(desk.save(1, "从前。"), 2);
    assert_eq!(desk.chapters(), [("一".into(), vec![1]), ("二".into(), vec![])]);
    assert_eq!(desk.refused("create novel.wenfang --volume 9")["code"], "not_found");
    assert_eq!(desk.refused("create novel.wenfang --chapter 9")["code"], "not_found");
}

#[test]
fn parts_are_renamed() {
    let desk = Desk::with_novel();
    desk.ok("rename novel.wenfang --volume 1 --title 上卷");
    desk.ok("rename novel.wenfang --chapter 2 --title '第二章　 马灯 '");
    desk.ok("rename novel.wenfang --scene 3 --title 又亮");
    let outline = desk.ok("outline novel.wenfang");
    assert_eq!(outline["volumes"][0]["title"], "上卷");
    assert_eq!(outline["volumes"][0]["chapters"][1]["title"], "第二章 马灯");
    assert_eq!(outline["volumes"][0]["chapters"][1]["scenes"][1]["title"], "又亮");
    assert_eq!(desk.refused("rename novel.wenfang --scene 9 --title 灯")["code"], "not_found");
    let long = "长".repeat(501);
    assert_eq!(
        desk.refused(&format!("rename novel.wenfang --scene 1 --title {long}"))["code"],
        "bad_request"
    );
}

#[test]
fn parts_move() {
    let desk = Desk::with_novel();
    desk.ok("move novel.wenfang --chapter 3 --at 0");
    assert_eq!(desk.titles(), ["第三章 归", "第一章 渡口", "第二章 灯"]);
    desk.ok("move novel.wenfang --scene 2 --into 1");
    desk.ok("move novel.wenfang --scene 4 --into 1 --at 1");
    let scenes: Vec<Vec<i64>> = desk.chapters().into_iter().map(|(_, scenes)| scenes).collect();
    assert_eq!(scenes, [vec![], vec![1, 4, 2], vec![3]]);
    desk.ok("create novel.wenfang --title 下卷");
    desk.ok("move novel.wenfang --chapter 2 --into 2");
    desk.ok("move novel.wenfang --volume 2 --at 0");
    assert_eq!(desk.titles(), ["第二章 灯", "第三章 归", "第一章 渡口"]);
    assert_eq!(desk.refused("move novel.wenfang --chapter 1 --into 9")["code"], "not_found");
    assert_eq!(desk.refused("move novel.wenfang --volume 1 --into 2")["code"], "bad_request");
    assert_eq!(desk.titles(), ["第二章 灯", "第三章 归", "第一章 渡口"]);
}

#[test]
fn a_scene_is_split_and_merged() {
    let desk = Desk::with_novel();
    let whole = desk.text(1);
    let at = whole.chars().position(|c| c == '\n').unwrap() + 1;
    let split = desk.ok(&format!("split novel.wenfang --scene 1 --at {at}"));
    assert_eq!(split, json!({ "scene": 1, "created": 5, "before": 1, "cut": [], "gap": 1 }));
    assert_eq!(desk.chapters()[0].1, [1, 5], "the new scene follows directly");
    assert_eq!(desk.text(1) + "\n" + &desk.text(5), whole);
    let merged = desk.ok("merge novel.wenfang --scene 1 --with 5");
    assert_eq!(merged["binned"], 5);
    assert_eq!((desk.text(1), desk.chapters()[0].1.clone()), (whole.clone(), vec![1]));
    desk.ok(&format!("undo-merge novel.wenfang '{merged}'"));
    assert_eq!(
        (desk.text(1) + "\n" + &desk.text(5), desk.chapters()[0].1.clone()),
        (whole.clone(), vec![1, 5])
    );
    desk.ok(&format!("undo-split novel.wenfang '{split}'"));
    assert_eq!((desk.text(1), desk.chapters()[0].1.clone()), (whole, vec![1]));
    let error = desk.refused("split novel.wenfang --scene 1 --at 999");
    assert_eq!((&error["code"], &error["details"]["length"]), (&json!("bad_request"), &json!(21)));
    assert_eq!(desk.refused("merge novel.wenfang --scene 1 --with 1")["code"], "bad_request");
}

#[test]
fn parts_are_restored_from_the_bin() {
    let desk = Desk::with_novel();
    assert_eq!(desk.ok("bin list novel.wenfang"), json!({ "parts": [] }));
    desk.ok("bin put novel.wenfang --chapter 2");
    assert_eq!(desk.titles(), ["第一章 渡口", "第三章 归"]);
    assert_eq!(desk.text(2), "灯灭了。", "a part in the bin can be read");
    let bin = desk.ok("bin list novel.wenfang");
    assert_eq!(items(&bin["parts"]).len(), 1);
    assert_eq!((&bin["parts"][0]["chapter"], &bin["parts"][0]["title"]), (&json!(2), &json!("第二章 灯")));
    desk.ok("bin restore novel.wenfang --chapter 2");
    assert_eq!(desk.chapters()[1], ("第二章 灯".into(), vec![2, 3]));
    desk.ok("bin put novel.wenfang --scene 3");
    desk.ok("move novel.wenfang --scene 3 --into 3");
    assert_eq!(desk.chapters()[2].1, [4, 3], "moving also removes a part from the bin");
    assert_eq!(desk.refused("bin put novel.wenfang --scene 9")["code"], "not_found");
}

#[test]
fn renumbered_titles_follow_the_order() {
    let desk = Desk::with_novel();
    desk.ok("move novel.wenfang --chapter 3 --at 0");
    let preview = desk.ok("renumber novel.wenfang --dry-run");
    assert_eq!(items(&preview["changes"]).len(), 3);
    assert_eq!(preview["changes"][0], json!({ "chapter": 3, "from": "第三章 归", "to": "第一章 归" }));
    assert_eq!(desk.titles()[0], "第三章 归", "a preview changes nothing");
    assert_eq!(desk.ok("renumber novel.wenfang"), preview);
    assert_eq!(desk.titles(), ["第一章 归", "第二章 渡口", "第三章 灯"]);
    desk.ok("create novel.wenfang --title 下卷");
    desk.ok("move novel.wenfang --chapter 2 --into 2");
    desk.ok("renumber novel.wenfang --per-volume");
    assert_eq!(desk.titles(), ["第一章 归", "第二章 渡口", "第一章 灯"]);
}

#[test]
fn a_scene_and_a_chapter_are_copied() {
    let desk = Desk::with_novel();
    let before = desk.chapters();
    let text = desk.text(1);
    let copy = desk.ok("duplicate novel.wenfang --scene 1 --title 副本");
    assert_eq!(desk.text(copy["scene"].as_i64().unwrap()), text);
    let chapter = desk.ok("duplicate novel.wenfang --chapter 1");
    assert_eq!(desk.chapters().len(), before.len() + 1);
    assert!(chapter["chapter"].is_i64(), "{chapter}");
    assert_eq!(desk.refused("duplicate novel.wenfang --volume 1")["code"], "bad_request");
}
