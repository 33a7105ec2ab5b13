//! Artifacts on the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn an_authors_value_has_a_place_and_a_history() {
    let desk = Desk::with_novel();
    let set = |arguments: &str, value: &str| {
        desk.ok_with(&format!("artifact set novel.wenfang {arguments}"), value)["version"].clone()
    };
    assert_eq!(set("situation --at 2", "等人"), json!(1));
    assert_eq!(set("situation --at 3 --based-on 1", "人到了"), json!(2));
    let refused = desk.refused_with("artifact set novel.wenfang situation --based-on 1", "再等");
    assert_eq!(refused["code"], "busy");

    let as_of = |scene: i64| -> Value {
        let listed = desk.ok(&format!("artifact list novel.wenfang --as-of {scene}"));
        items(&listed["artifacts"]).first().map_or(Value::Null, |first| first["version"]["value"].clone())
    };
    assert_eq!([as_of(1), as_of(2), as_of(3)], [Value::Null, json!("等人"), json!("人到了")]);

    let got = desk.ok("artifact get novel.wenfang situation");
    assert_eq!((&got["writer"], &got["version"]["made_by"]), (&json!("author"), &json!("author")));
    assert_eq!((&got["newest"], &got["version"]["at"]["scene"]), (&json!(2), &json!(3)));
    assert_eq!(desk.ok("artifact get novel.wenfang situation --version 1")["version"]["value"], "等人");

    // A value without a place keeps that of the version before.
    assert_eq!(set("situation", "人走了"), json!(3));
    assert_eq!(as_of(2), json!("等人"));
    assert_eq!(as_of(3), json!("人走了"));

    desk.ok("artifact pin novel.wenfang situation 1");
    assert_eq!(desk.ok("artifact prune novel.wenfang situation --keep 1")["versions"], json!(1));
    let history = desk.ok("artifact history novel.wenfang situation");
    let kept: Vec<&Value> = items(&history["versions"]).iter().map(|version| &version["version"]).collect();
    assert_eq!(kept, [&json!(3), &json!(1)]);
    let deleted = &items(&history["deleted"])[0];
    assert_eq!(
        (&deleted["first"], &deleted["last"], &deleted["why"]),
        (&json!(2), &json!(2), &json!("author"))
    );
    assert_eq!(items(&desk.ok("artifact history novel.wenfang situation --limit 1")["versions"]).len(), 1);
    desk.ok("artifact pin novel.wenfang situation 1 --remove");
    assert_eq!(desk.ok("artifact prune novel.wenfang")["versions"], json!(0));
    assert_eq!(desk.refused("artifact get novel.wenfang situation --version 2")["code"], "not_found");
}

#[test]
fn artifacts_are_about_parts_and_refuse_nonsense() {
    let desk = Desk::with_novel();
    desk.ok_with("artifact set novel.wenfang plan --chapter 1 --type json", r#"{"局面":"等人"}"#);
    desk.ok_with("artifact set novel.wenfang remark --scene 1 --ui-only", "这里太慢");
    let listed = desk.ok("artifact list novel.wenfang --chapter 1");
    assert_eq!(items(&listed["artifacts"]).len(), 1);
    assert_eq!(items(&listed["artifacts"])[0]["content_type"], "json");
    let all = desk.ok("artifact list novel.wenfang");
    assert_eq!(items(&all["artifacts"]).len(), 2);

    for (arguments, value, code) in [
        ("plan --chapter 1", "不是 JSON", "bad_request"),
        ("Plan", "x", "bad_request"),
        ("plan --scene 99", "x", "not_found"),
        ("plot --at 99", "x", "not_found"),
    ] {
        let refused = desk.refused_with(&format!("artifact set novel.wenfang {arguments}"), value);
        assert_eq!(refused["code"], code, "{arguments}");
    }
    assert_eq!(desk.refused("artifact get novel.wenfang plan")["code"], "not_found");
    assert_eq!(desk.refused("artifact prune novel.wenfang plan --keep 0 --chapter 1")["code"], "bad_request");
}

#[test]
fn a_template_reads_an_artifact_as_of_the_scene() {
    let desk = Desk::with_novel();
    let shipped = desk.ok("prompts get novel.wenfang scene_generation/continue");
    let template = shipped["template"].as_str().unwrap();
    let with = |name: &str| {
        let declared = format!("variables:\n  art.{name}.value: 局面\n  art.{name}.history: 从前");
        let printed = format!(
            "@@ user\n{{{{ art.{name}.value | data(\"局面\") }}}}\n{{{{ art.{name}.history | data(\"从前\") }}}}\n"
        );
        template.replacen("variables:", &declared, 1).replacen("@@ user\n", &printed, 1)
    };
    desk.ok_with("artifact set novel.wenfang situation --at 1", "等人");
    desk.ok_with("artifact set novel.wenfang situation --at 2", "人到了");
    desk.ok_with("artifact set novel.wenfang situation --at 3", "将来的事");
    desk.ok_with("artifact set novel.wenfang remark --ui-only", "只给作者看");

    const SAVE: &str = "prompts save novel.wenfang scene_generation/continue";
    let faulty = desk.refused_with(SAVE, &with("situaton"));
    let message = faulty["details"]["faults"][0]["message"].as_str().unwrap();
    assert!(message.contains("situaton") && message.contains("did you mean situation?"), "{message}");
    let checked = desk.ok_with("prompts check novel.wenfang", &with("situaton"));
    assert_eq!(items(&checked["faults"])[0]["what"]["nearest"], "situation");
    assert_eq!(desk.refused_with(SAVE, &with("remark"))["code"], "prompt_faulty");

    desk.ok_with(SAVE, &with("situation"));
    let shown = desk.ok("context novel.wenfang --scene 2 --act continue");
    let sent = shown["messages"].to_string();
    assert!(sent.contains("人到了") && sent.contains("等人"), "{sent}");
    assert!(!sent.contains("将来的事") && !sent.contains("只给作者看"), "{sent}");
}

#[test]
fn a_withheld_artifact_is_in_no_prompt() {
    let desk = Desk::with_novel();
    desk.ok_with("artifact set novel.wenfang situation", "人到了");
    let shipped = desk.ok("prompts get novel.wenfang scene_generation/scene_draft");
    let template = shipped["template"].as_str().unwrap();
    let declared = template.replacen("variables:", "variables:\n  art.situation.value: 局面", 1);
    desk.write("own.md", format!("{declared}\n{{{{ art.situation.value | data(\"局面\") }}}}\n"));
    let sent = || desk.ok("context novel.wenfang --scene 1 --template own.md")["messages"].to_string();
    assert!(sent().contains("人到了"));
    desk.ok("artifact withhold novel.wenfang situation");
    assert!(!sent().contains("人到了"));
    assert_eq!(desk.ok("artifact get novel.wenfang situation")["withheld"], json!(true));
    desk.ok("artifact withhold novel.wenfang situation --allow");
    assert!(sent().contains("人到了"));
    assert_eq!(desk.refused("artifact withhold novel.wenfang lost")["code"], "not_found");
}

#[test]
fn a_value_is_written_where_its_name_belongs() {
    let desk = Desk::with_novel();
    let set = "artifact set novel.wenfang";
    desk.ok_with(&format!("{set} mood --scene 1"), "急");
    let refused = desk.refused_with(&format!("{set} mood"), "缓");
    assert_eq!(refused["code"], "bad_request");
    assert_eq!(refused["details"]["subjects"], json!([{ "scene": 1 }]));
    assert!(refused["hint"].as_str().unwrap().contains("--scene 1"), "{refused}");
    assert_eq!(desk.refused("artifact get novel.wenfang mood")["code"], "not_found", "nothing was written");
    // The definition in a profile says it before there is any value.
    let profile = json!({
        "profile_id": "mine", "title": { "zh": "我的", "en": "Mine" },
        "settled": [{ "id": "state", "handler": "update_state", "writes": { "name": "state", "subject": "chapter", "visibility": "prompt_and_ui" } }],
    });
    desk.write("mine.json", profile.to_string());
    desk.ok("pipeline save novel.wenfang mine.json");
    let refused = desk.refused_with(&format!("{set} state"), "等船");
    assert!(refused["hint"].as_str().unwrap().contains("--chapter ID"), "{refused}");
    desk.ok_with(&format!("{set} mood --novel"), "缓");
    // Now the novel has one of its own.
    desk.ok_with(&format!("{set} mood"), "平");
    assert_eq!(desk.ok("artifact get novel.wenfang mood")["newest"], 2);
    assert_eq!(desk.ok("artifact get novel.wenfang mood --scene 1")["version"]["value"], "急");
    desk.ok_with(&format!("{set} weather"), "雾");
}
