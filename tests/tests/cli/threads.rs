//! Plot threads, the timeline, and the current place of a passage.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

#[test]
fn a_thread_is_planted_reminded_and_paid_off() {
    let desk = Desk::with_novel();
    let planted = json!({
        "title": "谁在等", "due_after": 1, "passage": { "scene": 1, "quote": "坐在石阶上等" },
    });
    let planted = desk.ok_with("threads save novel.wenfang -", &planted.to_string());
    assert_eq!((&planted["id"], &planted["status"]), (&json!(1), &json!("open")));
    let lamp = r#"{"thread": 1, "role": "reminder", "passage": {"scene": 2, "quote": "灯灭了"}}"#;
    desk.ok(&format!("threads add-anchor novel.wenfang '{lamp}'"));
    let listed = desk.ok("threads list novel.wenfang --at 4");
    assert_eq!(listed["threads"][0]["overdue"], json!({ "due_after": 1, "chapters_since": 2 }));
    assert_eq!(desk.ok("threads list novel.wenfang --at 2")["threads"][0]["overdue"], Value::Null);
    let here = desk.ok("threads in-scene novel.wenfang --scene 2");
    assert_eq!((&here["anchors"][0]["id"], &here["anchors"][0]["now"]["end"]), (&json!(2), &json!(3)));

    desk.ok("threads remove-anchor novel.wenfang --anchor 2");
    assert_eq!(desk.ok("threads in-scene novel.wenfang --scene 2")["anchors"], json!([]));
    desk.ok("threads put-back-anchor novel.wenfang --anchor 2");
    desk.ok(
        r#"threads place-anchor novel.wenfang '{"anchor": 2, "passage": {"scene": 3, "quote": "又亮了"}}'"#,
    );
    assert_eq!(items(&desk.ok("threads in-scene novel.wenfang --scene 3")["anchors"]).len(), 1);

    assert_eq!(desk.ok("threads act novel.wenfang --thread 1 pay_off")["status"], "resolved");
    assert_eq!(desk.refused("threads act novel.wenfang --thread 1 abandon")["code"], "bad_request");
    desk.ok("threads act novel.wenfang --thread 1 reopen");
    let given_up = desk.ok("threads act novel.wenfang --thread 1 abandon --reason 不写了");
    assert_eq!((&given_up["status"], &given_up["reason"]), (&json!("abandoned"), &json!("不写了")));
    desk.ok("threads remove novel.wenfang 1");
    assert_eq!(desk.ok("threads list novel.wenfang")["threads"], json!([]));
    desk.ok("threads put-back novel.wenfang 1");
    assert_eq!(items(&desk.ok("threads list novel.wenfang")["threads"][0]["anchors"]).len(), 2);
    let wrong = r#"{"title": "无", "passage": {"scene": 1, "quote": "没有这句"}}"#;
    assert_eq!(desk.refused(&format!("threads save novel.wenfang '{wrong}'"))["code"], "quote_not_found");
    assert_eq!(desk.refused("threads save novel.wenfang '{'")["code"], "bad_request");
    desk.misused("threads act novel.wenfang --thread 1 forget");
}

#[test]
fn events_are_listed_in_story_order() {
    let desk = Desk::with_novel();
    let home = r#"{"title": "归", "time": "康熙五十一年三月", "place": "渡口", "participants": [{"name": "老周"}], "scene": 4}"#;
    let home = desk.ok(&format!("timeline save novel.wenfang '{home}'"));
    assert_eq!((&home["event"], &home["record"]["key"]), (&json!(1), &json!("51-3")));
    desk.ok_with("timeline save novel.wenfang -", r#"{"title": "离家", "key": "50"}"#);
    let titles = |desk: &Desk| -> Vec<String> {
        let listed = desk.ok("timeline list novel.wenfang");
        items(&listed["events"]).iter().map(|event| event["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(&desk), ["离家", "归"]);
    let error = desk.refused(r#"timeline save novel.wenfang '{"event": 2, "after": [1]}'"#);
    assert_eq!((&error["code"], items(&error["details"]["titles"]).len()), (&json!("time_cycle"), 2));
    desk.ok("timeline remove novel.wenfang 1 2");
    assert_eq!(titles(&desk), Vec::<String>::new());
    desk.ok("timeline put-back novel.wenfang 2");
    assert_eq!(titles(&desk), ["离家"]);
    assert_eq!(desk.refused("timeline remove novel.wenfang 1")["code"], "not_found");
}

#[test]
fn a_passage_is_located_in_the_current_text() {
    let desk = Desk::with_novel();
    desk.save(1, "九月末。\n江上有风，船还没有来。\n老周坐在石阶上等。");
    let found = desk.ok("locate novel.wenfang --scene 1 --version 1 --start 12 --end 20");
    assert_eq!(
        (&found["range"], &found["excerpt"]["found"]),
        (&json!({ "start": 17, "end": 25 }), &json!("老周坐在石阶上等"))
    );
    desk.save(1, "雾散了。");
    let gone = desk.ok("locate novel.wenfang --scene 1 --version 1 --start 12 --end 20");
    assert_eq!((&gone["range"], &gone["excerpt"]), (&Value::Null, &Value::Null));
    assert_eq!(
        desk.refused("locate novel.wenfang --scene 1 --version 9 --start 0 --end 1")["code"],
        "not_found"
    );
}
