//! Finding, replacing, undoing a replacement; plans; days of writing.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

fn ranges(found: &Value) -> Vec<(i64, i64, i64)> {
    let number = |value: &Value| value.as_i64().unwrap();
    items(&found["hits"])
        .iter()
        .map(|hit| (number(&hit["scene"]), number(&hit["range"]["start"]), number(&hit["range"]["end"])))
        .collect()
}

#[test]
fn words_are_found_in_reading_order_with_context() {
    let desk = Desk::with_novel();
    let found = desk.ok("find novel.wenfang 灯");
    assert_eq!(ranges(&found), [(2, 0, 1), (3, 0, 1)]);
    assert_eq!((&found["total"], &found["searched"]), (&json!(2), &json!(4)));
    let hit = &found["hits"][1];
    assert_eq!(
        (&hit["chapter_title"], &hit["text"], &hit["version"]),
        (&json!("第二章 灯"), &json!("version"), &json!(1))
    );
    assert_eq!(hit["excerpt"], json!({ "before": "", "found": "灯", "after": "又亮了。" }));
    assert_eq!(ranges(&desk.ok("find novel.wenfang 灯 --scene 3")), [(3, 0, 1)]);
    assert_eq!(ranges(&desk.ok("find novel.wenfang 灯 --chapter 1")), []);
    let first = desk.ok("find novel.wenfang '[灯雾].' --regex --limit 1");
    assert_eq!((ranges(&first).len(), &first["total"]), (1, &json!(3)));
    assert!(desk.pretty("find novel.wenfang 灯").contains("又亮了"));
}

#[test]
fn drafts_are_searched_as_the_author_sees_them() {
    let desk = Desk::with_novel();
    desk.ok_with("save novel.wenfang --scene 1 --base 1 --draft", "Lamp 亮着，lamp 又灭了。");
    let found = desk.ok("find novel.wenfang lamp");
    assert_eq!(ranges(&found), [(1, 0, 4), (1, 8, 12)]);
    assert_eq!(found["hits"][0]["text"], "draft");
    assert_eq!(ranges(&desk.ok("find novel.wenfang lamp --exact-case")), [(1, 8, 12)]);
    let replaced = desk.ok("replace novel.wenfang lamp 灯");
    assert_eq!(replaced["scenes"], json!([{ "scene": 1, "before": 2, "after": 3, "replaced": 2 }]));
    assert_eq!(desk.text(1), "灯 亮着，灯 又灭了。");
    assert_eq!(desk.ok("text novel.wenfang --scene 1 --version 2")["text"], "Lamp 亮着，lamp 又灭了。");
    assert_eq!(desk.ok("text novel.wenfang --scene 1")["draft"], Value::Null);
}

#[test]
fn a_replacement_is_one_act_with_one_undo() {
    let desk = Desk::with_novel();
    let seen = desk.ok("find novel.wenfang '(.)又?(灭|亮)了' --regex");
    let fingerprint = seen["fingerprint"].as_str().unwrap();
    let line = format!(
        "replace novel.wenfang '(.)又?(灭|亮)了' '${{1}}终于$2$$' --regex --expected {fingerprint} --except 3:0-4"
    );
    let replaced = desk.ok(&line);
    assert_eq!(replaced["scenes"], json!([{ "scene": 2, "before": 1, "after": 2, "replaced": 1 }]));
    assert_eq!((desk.text(2), desk.text(3)), ("灯终于灭$。".into(), "灯又亮了。".into()));
    assert_eq!(desk.refused(&line)["details"], json!({ "stale": true }));
    let undone = desk.ok("undo-replace novel.wenfang 2:1:2");
    assert_eq!(undone, json!({ "restored": [{ "scene": 2, "version": 3 }], "left": [] }));
    assert_eq!(desk.text(2), "灯灭了。");
    let again = desk.ok("undo-replace novel.wenfang 2:1:2");
    assert_eq!(again["left"], json!([{ "scene": 2, "reason": "moved_on" }]));
}

#[test]
fn invalid_queries_are_refused_with_their_position() {
    let desk = Desk::with_novel();
    let error = desk.refused("find novel.wenfang '渡口(' --regex");
    assert_eq!(
        (&error["code"], &error["details"]["at"]),
        (&json!("bad_request"), &json!({ "start": 2, "end": 3 }))
    );
    for line in [
        "find novel.wenfang ''",
        "find novel.wenfang '(\\w{1000}){1000}' --regex",
        "replace novel.wenfang '(灯)' '$2' --regex",
        "replace novel.wenfang 灯 火 --except 2:3-4",
        "replace novel.wenfang 灯 火 --expected 0",
    ] {
        assert_eq!(desk.refused(line)["code"], "bad_request", "{line}");
    }
    assert_eq!(desk.refused("find novel.wenfang 灯 --scene 9")["code"], "not_found");
    for line in [
        "find novel.wenfang 灯 --scene 1 --chapter 1",
        "replace novel.wenfang 灯 火 --except 2",
        "undo-replace novel.wenfang 2:1",
    ] {
        desk.misused(line);
    }
    assert_eq!(desk.text(2), "灯灭了。");
}

#[test]
fn a_part_has_a_plan() {
    let desk = Desk::with_novel();
    let planned =
        desk.ok("plan novel.wenfang --chapter 2 --status completed --target 3000 --synopsis '灯灭了又亮'");
    assert_eq!(
        (&planned["chapter"], &planned["status"], &planned["target"]),
        (&json!(2), &json!("completed"), &json!(3000))
    );
    desk.ok("plan novel.wenfang --chapter 2 --status drafting");
    let part = desk.ok("part novel.wenfang --chapter 2");
    assert_eq!(
        (&part["status"], &part["target"], &part["synopsis"]),
        (&json!("drafting"), &json!(3000), &json!("灯灭了又亮"))
    );
    assert_eq!(desk.ok("plan novel.wenfang --chapter 2 --no-target")["target"], Value::Null);
    assert_eq!(desk.ok("plan novel.wenfang --scene 1 --target 800")["target"], 800);
    assert_eq!(desk.ok("plan novel.wenfang --volume 1 --synopsis 全书")["synopsis"], "全书");
    assert_eq!(desk.refused("plan novel.wenfang --volume 1 --target 1")["code"], "bad_request");
    assert_eq!(desk.refused("part novel.wenfang --scene 9")["code"], "not_found");
}

#[test]
fn a_scene_has_its_own_plan() {
    let desk = Desk::with_novel();
    let planned = desk.ok(
        "plan novel.wenfang --scene 2 --place 渡口 --time 夜里 --character 老周 --character 阿秀 --character ' 老周 ' \
         --pov 阿秀 --conflict 渡不渡 --turn 灯灭了",
    );
    let plan = json!({
        "location": "渡口", "story_time": "夜里", "characters": ["老周", "阿秀"], "pov": "阿秀", "conflict": "渡不渡",
        "turning_point": "灯灭了",
    });
    assert_eq!(planned["plan"], plan);
    let changed = desk.ok("plan novel.wenfang --scene 2 --place 镇上 --character ''")["plan"].clone();
    assert_eq!((&changed["location"], &changed["pov"]), (&json!("镇上"), &json!("阿秀")), "the rest stays");
    assert_eq!(changed["characters"], Value::Null);
    assert_eq!(desk.ok("plan novel.wenfang --chapter 1 --goal 让两人相遇")["goal"], "让两人相遇");
    for line in ["--chapter 1 --place 渡口", "--scene 1 --goal 相遇", "--volume 1 --pov 阿秀"] {
        assert_eq!(desk.refused(&format!("plan novel.wenfang {line}"))["code"], "bad_request", "{line}");
    }
    let long = "长".repeat(2_001);
    assert_eq!(desk.refused(&format!("plan novel.wenfang --scene 2 --pov {long}"))["code"], "bad_request");
    assert_eq!(desk.ok("part novel.wenfang --scene 2")["plan"]["pov"], "阿秀");
}

#[test]
fn the_working_text_can_be_compared() {
    let desk = Desk::with_novel();
    desk.ok("checkpoint create novel.wenfang --name 初稿");
    desk.ok_with("save novel.wenfang --scene 2 --base 1 --draft", "灯灭了很久。");
    let diff = desk.ok("diff novel.wenfang --scene 2 --from 1");
    assert_eq!((&diff["to"], &diff["hunks"][0]["added"]), (&Value::Null, &json!("很久")));
    assert_eq!((&diff["before"], &diff["after"]), (&json!("灯灭了。"), &json!("灯灭了很久。")));
    let compared = desk.ok("diff novel.wenfang --scene 3 --from 1");
    assert_eq!((&compared["to"], &compared["hunks"]), (&json!(1), &json!([])));
    let since = desk.ok("checkpoint diff novel.wenfang 初稿 --scene 2");
    assert_eq!((&since["before"], &since["after"]), (&json!("灯灭了。"), &json!("灯灭了很久。")));
    desk.ok("bin put novel.wenfang --scene 2");
    assert_eq!(desk.ok("checkpoint diff novel.wenfang 初稿 --scene 2")["after"], "");
    assert_eq!(desk.ok("checkpoint diff novel.wenfang 初稿 初稿 --scene 2")["hunks"], json!([]));
    assert_eq!(desk.refused("checkpoint diff novel.wenfang 初稿 --scene 9")["code"], "not_found");
}

#[test]
fn a_branch_gets_a_name() {
    let desk = Desk::with_novel();
    desk.ok("branch create novel.wenfang --scene 1 --name 试");
    desk.ok("branch rename novel.wenfang --scene 1 --branch 1 --name 另一个结局");
    assert_eq!(desk.ok("branch list novel.wenfang --scene 1")["branches"][1]["name"], "另一个结局");
    assert_eq!(
        desk.refused("branch rename novel.wenfang --scene 1 --branch 7 --name 无")["code"],
        "not_found"
    );
    assert_eq!(desk.ok("doctor novel.wenfang")["healthy"], true);
}

#[test]
fn days_of_writing_are_listed() {
    let desk = Desk::with_novel();
    desk.save(2, "灯灭了很久。");
    let days = desk.ok("days novel.wenfang --from 2000-01-01 --until 2000-01-03");
    assert_eq!(items(&days["days"]).len(), 3);
    assert_eq!(days["days"][0]["added"]["standard"], 0);
    assert_eq!(
        desk.refused("days novel.wenfang --from 2000-01-02 --until 2000-01-01")["code"],
        "bad_request"
    );
    assert_eq!(
        desk.refused("days novel.wenfang --from 2000-01-01 --until 2002-01-01")["code"],
        "bad_request"
    );
    desk.misused("days novel.wenfang --from yesterday --until 2000-01-01");
}
