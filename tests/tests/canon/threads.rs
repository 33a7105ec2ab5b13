//! Plot threads: planted, reminded, partly and fully paid off, abandoned, overdue.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, number, refused};

async fn planted(project: &Project, (scene, quote): (SceneId, &str), due_after: Value) -> Result<i64> {
    let passage = json!({ "scene": scene, "quote": quote });
    let request = json!({ "title": quote, "due_after": due_after, "passage": passage });
    Ok(number(&ask(project, "threads.save", request).await?["id"]))
}

fn anchor(thread: i64, role: &str, (scene, quote): (SceneId, &str)) -> Value {
    json!({ "thread": thread, "role": role, "passage": { "scene": scene, "quote": quote } })
}

#[tokio::test]
async fn a_thread_is_planted_reminded_and_paid_off() -> Result<()> {
    let texts = ["船头挂着断剑。", "他又看了一眼断剑。", "剑柄里有一封信。", "信上写着她的名字。"];
    let (novel, s) = novel(&texts).await?;
    let project = &novel.project;
    let thread = planted(project, (s[0], "断剑"), Value::Null).await?;
    let reminded = ask(project, "threads.add_anchor", anchor(thread, "reminder", (s[1], "断剑"))).await?;
    assert_eq!(reminded["status"], "open");
    let mut part = anchor(thread, "payoff", (s[2], "一封信"));
    part["whole"] = json!(false);
    part["note"] = json!("只知道有信");
    assert_eq!(ask(project, "threads.add_anchor", part).await?["status"], "partial");
    let whole = ask(project, "threads.add_anchor", anchor(thread, "payoff", (s[3], "她的名字"))).await?;
    assert_eq!(whole["status"], "resolved");
    assert_eq!(each(&whole["anchors"], "role"), ["plant", "reminder", "payoff", "payoff"]);
    assert_eq!(each(&whole["anchors"], "quote"), ["断剑", "断剑", "一封信", "她的名字"]);
    assert_eq!(whole["anchors"][2]["note"], "只知道有信");
    assert_eq!(whole["anchors"][2]["range"], json!({ "start": 4, "end": 7 }));
    assert_eq!(whole["anchors"][3]["place"]["chapter_title"], "第4章");

    let act = async |act: &str| {
        ask(project, "threads.act", json!({ "thread": thread, "act": act, "reason": "不写了" })).await
    };
    assert_eq!(act("reopen").await?["status"], "partial");
    let given_up = act("abandon").await?;
    assert_eq!((&given_up["status"], &given_up["reason"]), (&json!("abandoned"), &json!("不写了")));
    let reopened = act("reopen").await?;
    assert_eq!((&reopened["status"], &reopened["reason"]), (&json!("open"), &json!("")));
    Ok(())
}

#[tokio::test]
async fn refused_acts_leave_a_thread_unchanged() -> Result<()> {
    let (novel, s) = novel(&["船头挂着断剑。", "信在剑柄里。"]).await?;
    let project = &novel.project;
    let thread = planted(project, (s[0], "断剑"), Value::Null).await?;
    let act = |act: &str| json!({ "thread": thread, "act": act });
    refused(project, "threads.act", act("reopen"), Code::BadRequest).await?;
    ask(project, "threads.act", act("pay_off")).await?;
    for wrong in ["pay_off_partly", "abandon", "plant"] {
        refused(project, "threads.act", act(wrong), Code::BadRequest).await?;
    }
    let error =
        refused(project, "threads.add_anchor", anchor(thread, "plant", (s[0], "断剑")), Code::BadRequest)
            .await?;
    assert_eq!(error.details["status"], "resolved");
    ask(project, "threads.act", act("reopen")).await?;
    ask(project, "threads.act", act("abandon")).await?;
    refused(project, "threads.add_anchor", anchor(thread, "payoff", (s[1], "信")), Code::BadRequest).await?;
    ask(project, "threads.add_anchor", anchor(thread, "reminder", (s[1], "信"))).await?;
    for (command, request, code) in [
        ("threads.save", json!({ "title": " " }), Code::BadRequest),
        ("threads.save", json!({ "title": "无", "due_after": 0 }), Code::BadRequest),
        (
            "threads.save",
            json!({ "title": "无", "passage": { "scene": s[0], "quote": "断刀" } }),
            Code::QuoteNotFound,
        ),
        (
            "threads.save",
            json!({ "title": "无", "passage": { "scene": s[0], "quote": "" } }),
            Code::QuoteNotFound,
        ),
        (
            "threads.save",
            json!({
                "title": "无",
                "passage": { "scene": s[0], "quote": "断剑", "range": { "start": 0, "end": 2 } },
            }),
            Code::QuoteNotFound,
        ),
        ("threads.save", json!({ "thread": 9, "title": "无" }), Code::NotFound),
        ("threads.add_anchor", anchor(9, "reminder", (s[0], "断剑")), Code::NotFound),
        ("threads.remove", json!({ "threads": [thread, 9] }), Code::NotFound),
        ("threads.remove_anchor", json!({ "anchor": 9 }), Code::NotFound),
    ] {
        refused(project, command, request, code).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_thread_is_overdue_after_exactly_its_chapters() -> Result<()> {
    let texts = ["断剑", "二", "断剑又见", "四", "五", "六", "七", "八"];
    let (novel, s) = novel(&texts).await?;
    let project = &novel.project;
    let thread = planted(project, (s[0], "断剑"), json!(2)).await?;
    planted(project, (s[1], "二"), Value::Null).await?;
    let since = async |at: SceneId| -> Result<Value> {
        let listed = ask(project, "threads.list", json!({ "at": at })).await?;
        let thread = list(&listed["threads"]).iter().find(|known| known["id"] == json!(thread)).unwrap();
        Ok(thread["overdue"].get("chapters_since").cloned().unwrap_or_default())
    };
    for (at, wanted) in [(0, Value::Null), (2, Value::Null), (3, json!(3)), (7, json!(7))] {
        assert_eq!(since(s[at]).await?, wanted, "as of chapter {at}");
    }
    // A reminder pays nothing off, a partial payoff does; later passages do not count yet.
    ask(project, "threads.add_anchor", anchor(thread, "reminder", (s[2], "断剑"))).await?;
    assert_eq!(since(s[3]).await?, json!(3));
    let mut part = anchor(thread, "payoff", (s[4], "五"));
    part["whole"] = json!(false);
    ask(project, "threads.add_anchor", part).await?;
    assert_eq!(since(s[3]).await?, json!(3), "paid off in a chapter that is not read yet");
    assert_eq!(since(s[6]).await?, Value::Null);
    assert_eq!(since(s[7]).await?, json!(3));
    // Without a scene, the query is as of the last scene with words; overdue threads come first.
    let listed = ask(project, "threads.list", json!({})).await?;
    assert_eq!((&listed["at"]["scene"], &listed["threads"][0]["id"]), (&json!(s[7]), &json!(thread)));
    ask(project, "threads.save", json!({ "thread": thread, "due_after": null })).await?;
    assert_eq!(since(s[7]).await?, Value::Null);
    ask(project, "threads.save", json!({ "thread": thread, "due_after": 2 })).await?;
    assert_eq!(since(s[7]).await?, json!(3));
    ask(project, "threads.act", json!({ "thread": thread, "act": "pay_off" })).await?;
    assert_eq!(since(s[7]).await?, Value::Null);
    Ok(())
}

#[tokio::test]
async fn threads_and_passages_are_removed_and_restored() -> Result<()> {
    let (novel, s) = novel(&["船头挂着断剑。", "他又看了一眼断剑。"]).await?;
    let project = &novel.project;
    let thread = planted(project, (s[0], "断剑"), json!(3)).await?;
    ask(project, "threads.add_anchor", anchor(thread, "reminder", (s[1], "断剑"))).await?;
    let before = ask(project, "threads.list", json!({})).await?;
    ask(project, "threads.remove_anchor", json!({ "anchor": 2 })).await?;
    assert_eq!(ask(project, "threads.in_scene", json!({ "scene": s[1] })).await?["anchors"], json!([]));
    ask(project, "threads.put_back_anchor", json!({ "anchor": 2 })).await?;
    assert_eq!(ask(project, "threads.list", json!({})).await?, before);
    ask(project, "threads.remove", json!({ "threads": [thread] })).await?;
    assert_eq!(ask(project, "threads.list", json!({})).await?["threads"], json!([]));
    assert_eq!(ask(project, "threads.in_scene", json!({ "scene": s[0] })).await?["anchors"], json!([]));
    ask(project, "threads.put_back", json!({ "threads": [thread] })).await?;
    assert_eq!(ask(project, "threads.list", json!({})).await?, before);
    let place = json!({ "anchor": 2, "passage": { "scene": s[0], "quote": "船头" } });
    ask(project, "threads.place_anchor", place).await?;
    let here = ask(project, "threads.in_scene", json!({ "scene": s[0] })).await?;
    assert_eq!(each(&here["anchors"], "quote"), ["船头", "断剑"]);
    Ok(())
}
