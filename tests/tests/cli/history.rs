//! Texts, versions, drafts and branches of a scene.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

fn versions(desk: &Desk) -> Vec<Value> {
    items(&desk.ok("history novel.wenfang --scene 1")["versions"]).to_vec()
}

#[test]
fn a_text_is_read_as_it_was_imported() {
    let desk = Desk::with_novel();
    let answer = desk.ok("text novel.wenfang --scene 1");
    assert_eq!(answer["text"], "江上有风，船还没有来。\n老周坐在石阶上等。");
    assert_eq!(
        (&answer["version"], &answer["branch"], &answer["draft"]),
        (&json!(1), &json!(0), &Value::Null)
    );
    assert_eq!(desk.refused("text novel.wenfang --scene 9")["details"], json!({ "scene": 9 }));
    let error = desk.refused("text novel.wenfang --scene 1 --version 9");
    assert_eq!((&error["code"], &error["details"]["version"]), (&json!("not_found"), &json!(9)));
}

#[test]
fn saving_unchanged_text_creates_no_version() {
    let desk = Desk::with_novel();
    let saved = desk.ok_with("save novel.wenfang --scene 1", "江上无风。\r\n");
    let plain = json!({ "scene": 1, "version": 2, "branch": 0, "branched": false, "unchanged": false });
    assert_eq!(saved, plain);
    assert_eq!(desk.text(1), "江上无风。\n", "line ends are normalized");
    let again = desk.ok_with("save novel.wenfang --scene 1 --base 2", "江上无风。\n");
    assert_eq!((&again["unchanged"], &again["version"]), (&json!(true), &json!(2)));
    assert_eq!(
        desk.ok("text novel.wenfang --scene 1 --version 1")["text"],
        "江上有风，船还没有来。\n老周坐在石阶上等。"
    );
    let history = desk.ok("history novel.wenfang --scene 1");
    assert_eq!((&history["head"], &history["main_branch"]), (&json!(2), &json!(0)));
    let made: Vec<(&str, i64)> = items(&history["versions"])
        .iter()
        .map(|version| (version["created_by"].as_str().unwrap(), version["version"].as_i64().unwrap()))
        .collect();
    assert_eq!(made, [("import", 1), ("user", 2)]);
    assert_eq!(desk.refused_with("save novel.wenfang --scene 9", "灯")["code"], "not_found");
}

#[test]
fn a_save_from_an_older_version_becomes_a_branch() {
    let desk = Desk::with_novel();
    desk.save(1, "江上无风。");
    let saved = desk.ok_with("save novel.wenfang --scene 1 --base 1", "江上起雾。");
    assert_eq!(
        (&saved["branched"], &saved["branch"], &saved["version"]),
        (&json!(true), &json!(1), &json!(3))
    );
    assert_eq!(desk.text(1), "江上无风。", "the main line is unchanged");
    assert_eq!(desk.ok("text novel.wenfang --scene 1 --version 3")["text"], "江上起雾。");
}

#[test]
fn a_draft_is_stored_beside_the_text() {
    let desk = Desk::with_novel();
    desk.ok_with("save novel.wenfang --scene 1 --base 1 --draft", "江上");
    let answer = desk.ok("text novel.wenfang --scene 1");
    assert_eq!((&answer["draft"]["text"], &answer["draft"]["base"]), (&json!("江上"), &json!(1)));
    assert_eq!(answer["version"], 1, "a draft is not a version");
    assert_eq!(desk.ok("info novel.wenfang")["drafts"], 1);
    let other = desk.ok_with("save novel.wenfang --scene 1", "江上无风。");
    assert_eq!(other["version"], 2);
    let kept = versions(&desk).into_iter().find(|version| version["kind"] == "automatic").unwrap();
    let kept = desk.ok(&format!("text novel.wenfang --scene 1 --version {}", kept["version"]));
    assert_eq!(kept["text"], "江上", "a draft that the save does not know of is preserved");
    assert_eq!(desk.refused_with("save novel.wenfang --scene 1 --draft", "灯")["code"], "bad_request");
}

#[test]
fn two_versions_are_compared() {
    let desk = Desk::with_novel();
    desk.save(1, "江上有大风，船还没有来。\n老周坐在石阶上等。");
    let diff = desk.ok("diff novel.wenfang --scene 1 --from 1 --to 2");
    let hunk = json!({
        "old": { "start": 3, "end": 3 }, "new": { "start": 3, "end": 4 }, "removed": "", "added": "大",
    });
    assert_eq!(diff["hunks"], json!([hunk]));
    assert_eq!(desk.refused("diff novel.wenfang --scene 1 --from 1 --to 9")["code"], "not_found");
}

#[test]
fn a_version_is_restored_and_the_restore_undone() {
    let desk = Desk::with_novel();
    let first = desk.text(1);
    desk.save(1, "毁了。");
    let restored = desk.ok("restore novel.wenfang --scene 1 --version 1");
    assert_eq!(restored, json!({ "scene": 1, "version": 3, "before": 2 }));
    assert_eq!(desk.text(1), first);
    assert_eq!(versions(&desk)[2]["created_by"], "restore");
    desk.ok(&format!("restore novel.wenfang --scene 1 --version {}", restored["before"]));
    assert_eq!(desk.text(1), "毁了。");
    assert_eq!(desk.refused("restore novel.wenfang --scene 1 --version 9")["code"], "not_found");
}

#[test]
fn a_version_gets_a_name() {
    let desk = Desk::with_novel();
    assert_eq!(desk.ok("label novel.wenfang --scene 1 --version 1 --name '初 稿'")["label"], "初 稿");
    assert_eq!(versions(&desk)[0]["label"], "初 稿");
    desk.ok("label novel.wenfang --scene 1 --version 1");
    assert_eq!(versions(&desk)[0]["label"], Value::Null);
    assert_eq!(desk.refused("label novel.wenfang --scene 1 --version 9 --name 灯")["code"], "not_found");
}

#[test]
fn a_branch_is_created_written_and_adopted() {
    let desk = Desk::with_novel();
    let made = desk.ok("branch create novel.wenfang --scene 1 --from 1 --name 悲剧");
    assert_eq!(made, json!({ "scene": 1, "branch": 1, "version": 2 }));
    desk.ok_with("save novel.wenfang --scene 1 --base 2", "船没有来。");
    let listed = desk.ok("branch list novel.wenfang --scene 1");
    let branch = &listed["branches"][1];
    assert_eq!(
        (&branch["name"], &branch["main"], &branch["head"]),
        (&json!("悲剧"), &json!(false), &json!(3))
    );
    let adopted = desk.ok("branch adopt novel.wenfang --scene 1 --branch 1");
    assert_eq!((&adopted["version"], &adopted["before"]), (&json!(3), &json!(0)));
    assert_eq!(desk.text(1), "船没有来。");
    desk.ok("branch adopt novel.wenfang --scene 1 --branch 0");
    assert!(desk.text(1).starts_with("江上有风"));
    assert_eq!(desk.refused("branch adopt novel.wenfang --scene 1 --branch 9")["code"], "not_found");
}

#[test]
fn branches_that_changed_different_places_merge() {
    let desk = Desk::with_novel();
    desk.ok("branch create novel.wenfang --scene 1");
    desk.ok_with("save novel.wenfang --scene 1 --base 2", "江上有风，船还没有来。\n老周坐在树下等。");
    desk.ok_with("save novel.wenfang --scene 1 --base 1", "江上起雾，船还没有来。\n老周坐在石阶上等。");
    let merged = desk.ok("branch merge novel.wenfang --scene 1 --branch 1");
    assert_eq!((&merged["version"], &merged["conflicts"]), (&json!(5), &json!([])));
    assert_eq!(desk.text(1), "江上起雾，船还没有来。\n老周坐在树下等。");
    assert_eq!(desk.refused("branch merge novel.wenfang --scene 1 --branch 0")["code"], "bad_request");
}

#[test]
fn the_author_resolves_a_conflict() {
    let desk = Desk::with_novel();
    desk.save(1, "江上有大风，船还没有来。\n老周坐在石阶上等。");
    desk.ok_with("save novel.wenfang --scene 1 --base 1", "江上有微风，船还没有来。\n老周坐在石阶上等。");
    let error = desk.refused("branch merge novel.wenfang --scene 1 --branch 1");
    assert_eq!(error["code"], "merge_conflict");
    assert_eq!(items(&error["details"]["conflicts"]).len(), 1);
    assert!(error["details"]["text"].is_string() && versions(&desk).len() == 3, "nothing was stored");
    let merged = desk.ok("branch merge novel.wenfang --scene 1 --branch 1 --prefer branch");
    assert_eq!(items(&merged["conflicts"]).len(), 1);
    assert!(desk.text(1).starts_with("江上有微风"));
    desk.ok("restore novel.wenfang --scene 1 --version 2");
    desk.ok_with("save novel.wenfang --scene 1 --base 3", "江上有冷风，船还没有来。\n老周坐在石阶上等。");
    desk.ok("branch merge novel.wenfang --scene 1 --branch 1 --prefer main");
    assert!(desk.text(1).starts_with("江上有大风"));
}

#[test]
fn each_place_of_a_conflict_is_decided_separately() {
    let desk = Desk::with_novel();
    desk.save(1, "江上有大风，船还没有来。\n老周坐在石阶上等着。");
    desk.ok_with("save novel.wenfang --scene 1 --base 1", "江上有微风，船还没有来。\n老周坐在石阶上等他。");
    let merge = "branch merge novel.wenfang --scene 1 --branch 1";
    assert_eq!(items(&desk.refused(merge)["details"]["conflicts"]).len(), 2);
    assert_eq!(
        desk.refused(&format!("{merge} --place main"))["code"],
        "merge_conflict",
        "some places are undecided"
    );
    assert_eq!(versions(&desk).len(), 3, "nothing was stored");
    desk.ok(&format!("{merge} --place =暖 --place branch"));
    assert_eq!(desk.text(1), "江上有暖风，船还没有来。\n老周坐在石阶上等他。");
}

#[test]
fn a_branch_stays_open_until_the_main_line_opens() {
    let desk = Desk::with_novel();
    let first = desk.text(1);
    desk.ok("branch create novel.wenfang --scene 1 --name 另一个结尾");
    let opened = desk.ok("branch open novel.wenfang --scene 1 --branch 1");
    assert_eq!((&opened["version"], &opened["before"]), (&json!(2), &json!(0)));
    let shown = desk.ok("text novel.wenfang --scene 1")["draft"].clone();
    assert_eq!((&shown["branch"], &shown["saved"]), (&json!(1), &json!(true)));
    let is_open = || {
        let branches = desk.ok("branch list novel.wenfang --scene 1");
        items(&branches["branches"]).iter().position(|branch| branch["open"] == json!(true))
    };
    assert_eq!(is_open(), Some(1));
    // A save of the open text goes to the branch, which stays open.
    let line = "save novel.wenfang --scene 1 --base 2";
    assert_eq!(desk.ok_with(line, "江上有风，船来了。")["branch"], json!(1));
    let shown = desk.ok("text novel.wenfang --scene 1");
    assert_eq!((&shown["text"], &shown["draft"]["text"]), (&json!(first), &json!("江上有风，船来了。")));
    assert_eq!((&shown["draft"]["base"], &shown["draft"]["saved"]), (&json!(3), &json!(true)));
    desk.ok("checkpoint create novel.wenfang --name 备");
    assert_eq!((is_open(), versions(&desk).len()), (Some(1), 3), "opening a branch creates no version");
    assert_eq!(desk.refused("split novel.wenfang --scene 1 --at 2")["code"], "bad_request");
    desk.ok("branch open novel.wenfang --scene 1 --branch 0");
    assert_eq!((is_open(), desk.text(1)), (Some(0), first));
    assert!(desk.ok("text novel.wenfang --scene 1")["draft"].is_null());
}

#[test]
fn a_pasted_passage_is_saved_as_imported() {
    let desk = Desk::with_novel();
    let saved = desk.ok_with("save novel.wenfang --scene 1 --base 1 --pasted 0-4", "贴来的字江上");
    let history = desk.ok("history novel.wenfang --scene 1");
    let newest = history["versions"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&newest["version"], &newest["created_by"]), (&saved["version"], &"import".into()));
    assert_eq!(
        desk.refused_with("save novel.wenfang --scene 1 --base 1 --pasted 0-9", "江上")["code"],
        "bad_request"
    );
    desk.misused("save novel.wenfang --scene 1 --base 1 --pasted 4");
    desk.misused("save novel.wenfang --scene 1 --pasted 0-4");
}
