//! The timeline: story order, refused contradictions, time keys read from words, participants.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, number, refused};

async fn event(project: &Project, request: Value) -> Result<i64> {
    Ok(number(&ask(project, "timeline.save", request).await?["event"]))
}

async fn titles(project: &Project) -> Result<Vec<String>> {
    let timeline = ask(project, "timeline.list", json!({})).await?;
    Ok(each(&timeline["events"], "title").into_iter().map(str::to_owned).collect())
}

#[tokio::test]
async fn events_are_in_story_order() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三", "四"]).await?;
    let project = &novel.project;
    let leaves = event(project, json!({ "title": "离家", "key": "51-3", "scene": s[1] })).await?;
    event(project, json!({ "title": "归来", "key": "51-9-2", "scene": s[3] })).await?;
    event(project, json!({ "title": "出生", "key": "30", "scene": s[2] })).await?;
    event(project, json!({ "title": "路上", "after": [leaves], "scene": s[2] })).await?;
    event(project, json!({ "title": "传说" })).await?;
    let timeline = ask(project, "timeline.list", json!({})).await?;
    let order: Vec<&str> = each(&timeline["events"], "title");
    let place = |title: &str| order.iter().position(|known| *known == title).unwrap();
    assert!(place("出生") < place("离家") && place("离家") < place("路上") && place("路上") < place("归来"));
    let of = |title: &str| &timeline["events"][place(title)];
    assert_eq!((&of("出生")["telling"], &of("归来")["telling"]), (&json!("flashback"), &json!("in_order")));
    assert_eq!((&of("离家")["placed_by"], &of("路上")["placed_by"]), (&json!("key"), &json!("after")));
    assert_eq!((&of("传说")["telling"], &of("传说")["placed_by"]), (&Value::Null, &json!("telling")));
    assert_eq!(
        (&of("离家")["place_told"]["chapter_title"], &of("离家")["rank"]),
        (&json!("第2章"), &json!(1))
    );
    // Every field is present, even if empty, so that the window need not guess.
    for field in ["title", "description", "time", "key", "after", "place", "participants", "scene"] {
        assert!(of("传说").get(field).is_some(), "{field} is missing");
    }
    Ok(())
}

#[tokio::test]
async fn a_contradictory_time_is_refused_by_name() -> Result<()> {
    let (novel, _) = novel(&["一"]).await?;
    let project = &novel.project;
    let first = event(project, json!({ "title": "渡江", "key": "3" })).await?;
    let second = event(project, json!({ "title": "归乡", "key": "5", "after": [first] })).await?;
    let third = event(project, json!({ "title": "重逢", "after": [second] })).await?;
    for request in [
        json!({ "event": first, "after": [third] }),
        json!({ "event": first, "key": "6", "title": "改" }),
        json!({ "title": "回头", "key": "1", "after": [third] }),
        json!({ "event": first, "after": [first] }),
    ] {
        let error = refused(project, "timeline.save", request, Code::TimeCycle).await?;
        let named = list(&error.details["titles"]);
        assert!(!named.is_empty());
        assert!(named.iter().all(|title| error.message.contains(title.as_str().unwrap())), "{error}");
    }
    // A removed event constrains nothing until it is to be restored.
    ask(project, "timeline.remove", json!({ "events": [second] })).await?;
    ask(project, "timeline.save", json!({ "event": first, "key": "6" })).await?;
    refused(project, "timeline.put_back", json!({ "events": [second] }), Code::TimeCycle).await?;
    ask(project, "timeline.save", json!({ "event": first, "key": "4" })).await?;
    ask(project, "timeline.put_back", json!({ "events": [second] })).await?;
    assert_eq!(titles(project).await?, ["渡江", "归乡", "重逢"]);
    Ok(())
}

#[tokio::test]
async fn keys_are_read_from_words_or_typed() -> Result<()> {
    let (novel, _) = novel(&["一"]).await?;
    let project = &novel.project;
    let save = async |request: Value| ask(project, "timeline.save", request).await;
    let dated = save(json!({ "title": "抄家", "time": "康熙五十一年三月" })).await?;
    assert_eq!(
        (&dated["record"]["key"], &dated["record"]["time"]),
        (&json!("51-3"), &json!("康熙五十一年三月"))
    );
    let vague = save(json!({ "title": "某日", "time": "很久以前" })).await?;
    assert_eq!(&vague["record"]["key"], &Value::Null);
    let typed = save(json!({ "title": "灯会", "time": "元宵", "key": "51-闰3-15" })).await?;
    assert_eq!(typed["record"]["key"], "51-闰3-15");
    // A typed key stays when the words change; removing it is a separate act.
    let event = &typed["event"];
    let described = save(json!({ "event": event, "description": "人山人海" })).await?;
    assert_eq!(described["record"]["key"], "51-闰3-15");
    assert_eq!(save(json!({ "event": event, "key": null })).await?["record"]["key"], Value::Null);
    for request in [
        json!({ "title": "x", "key": "三月" }),
        json!({ "title": " " }),
        json!({ "title": "x", "key": "51-" }),
    ] {
        refused(project, "timeline.save", request, Code::BadRequest).await?;
    }
    for request in
        [json!({ "title": "x", "scene": 9 }), json!({ "title": "x", "after": [9] }), json!({ "event": 9 })]
    {
        refused(project, "timeline.save", request, Code::NotFound).await?;
    }
    Ok(())
}

#[tokio::test]
async fn participants_are_created_once_and_linked_to_lore() -> Result<()> {
    let (novel, _) = novel(&["一"]).await?;
    let project = &novel.project;
    let request = json!({ "title": "老周", "kind": "character", "aliases": ["周船家"] });
    let lore = ask(project, "lore.save", request).await?;
    let people = json!([{ "name": "周船家" }, { "name": "阿芷" }, { "name": "老周" }]);
    event(project, json!({ "title": "渡江", "participants": people })).await?;
    event(project, json!({ "title": "归乡", "participants": [{ "name": "阿芷" }, { "id": 1 }] })).await?;
    let entities = ask(project, "kg.entities", json!({})).await?;
    assert_eq!(each(&entities["entities"], "name"), ["老周", "阿芷"]);
    assert_eq!(entities["entities"][0]["lore_entry"], lore["id"]);
    let timeline = ask(project, "timeline.list", json!({})).await?;
    assert_eq!(timeline["events"][0]["participants"], json!([1, 2]));
    assert_eq!(
        timeline["participants"],
        json!([{ "entity": 1, "name": "老周", "events": 2 }, { "entity": 2, "name": "阿芷", "events": 2 }])
    );
    let request = json!({ "title": "x", "participants": [{ "name": "路人" }, { "id": 9 }] });
    refused(project, "timeline.save", request, Code::NotFound).await?;
    refused(project, "timeline.remove", json!({ "events": [1, 9] }), Code::NotFound).await?;
    Ok(())
}
