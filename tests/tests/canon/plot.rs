//! Proposals about events and passages of plot threads: accepting, undoing, finding them in the text.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};

use crate::proposals::{review, statuses, take};
use crate::{ask, each, list, novel, refused, save};

const TEXT: &str =
    "　　次日，沈砚同阿芷到渡口去，船还没有来。\n　　阿芷不知何故忽然哭了。\n　　那柄断剑又出现了。\n";

fn event(scene: SceneId, title: &str, more: &Value) -> Value {
    let mut proposed =
        json!({ "kind": "event", "title": title, "time": "三年春", "participants": ["沈砚", "阿芷"] });
    proposed.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({ "proposed": proposed, "confidence": 0.95, "scene": scene, "quote": "沈砚同阿芷到渡口去" })
}

fn thread(scene: SceneId, (title, change): (&str, &str), quote: &str) -> Value {
    let proposed = json!({ "kind": "thread", "title": title, "description": "谁的剑？", "change": change });
    json!({ "proposed": proposed, "confidence": 0.95, "scene": scene, "quote": quote })
}

async fn threads(project: &Project) -> Result<Value> {
    Ok(ask(project, "threads.list", json!({})).await?["threads"].clone())
}

async fn events(project: &Project) -> Result<Value> {
    Ok(ask(project, "timeline.list", json!({})).await?["events"].clone())
}

#[tokio::test]
async fn event_proposals_create_extend_and_undo_an_event() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let first = take(project, json!([event(s[0], "渡口等船", &json!({}))])).await?;
    assert_eq!(first["applied"], 1);
    let written = events(project).await?;
    assert_eq!((&written[0]["title"], &written[0]["key"]), (&json!("渡口等船"), &json!("3-春")));
    assert_eq!((&written[0]["scene"], list(&written[0]["participants"]).len()), (&json!(s[0]), 2));
    // The same event again, with more: still one event.
    let more = json!({ "place": "渡口", "participants": ["阿芷", "老周"] });
    let second = take(project, json!([event(s[0], "渡口等船", &more)])).await?;
    let filled = events(project).await?;
    assert_eq!((list(&filled).len(), &filled[0]["place"]), (1, &json!("渡口")));
    assert_eq!(list(&filled[0]["participants"]).len(), 3);
    ask(project, "kg.undo_batch", json!({ "batch": second["batch"] })).await?;
    assert_eq!(events(project).await?[0]["participants"], written[0]["participants"]);
    let undone = ask(project, "kg.undo_batch", json!({ "batch": first["batch"] })).await?;
    assert_eq!((&undone["undone"], &undone["kept"]), (&json!(1), &json!([])));
    assert_eq!(events(project).await?, json!([]));
    assert_eq!(
        ask(project, "kg.entities", json!({})).await?["entities"],
        json!([]),
        "and the person created for it"
    );
    Ok(())
}

#[tokio::test]
async fn undo_keeps_events_the_author_changed_or_used() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let two = json!([event(s[0], "等船", &json!({})), event(s[0], "上船", &json!({}))]);
    let batch = take(project, two).await?;
    ask(project, "timeline.save", json!({ "event": 1, "description": "天冷" })).await?;
    ask(project, "timeline.save", json!({ "title": "过江", "after": [2] })).await?;
    let undone = ask(project, "kg.undo_batch", json!({ "batch": batch["batch"] })).await?;
    let kept: Vec<(&str, &str)> =
        each(&undone["kept"], "kind").into_iter().zip(each(&undone["kept"], "why")).collect();
    assert!(
        kept.contains(&("timeline_event", "used")) && kept.contains(&("timeline_event", "changed")),
        "{kept:?}"
    );
    Ok(())
}

#[tokio::test]
async fn thread_proposals_plant_continue_and_undo_a_thread() -> Result<()> {
    let (novel, s) = novel(&[TEXT, "　　断剑原来是沈怀山的。\n"]).await?;
    let project = &novel.project;
    let planted = take(project, json!([thread(s[0], ("断剑", "plant"), "那柄断剑又出现了")])).await?;
    let now = threads(project).await?;
    assert_eq!((&now[0]["title"], &now[0]["status"]), (&json!("断剑"), &json!("open")));
    assert_eq!(
        (&now[0]["description"], &now[0]["anchors"][0]["role"]),
        (&json!("谁的剑？"), &json!("plant"))
    );
    assert_eq!(now[0]["anchors"][0]["quote"], "那柄断剑又出现了");

    let resolved = take(project, json!([thread(s[1], ("断剑", "resolve"), "断剑原来是沈怀山的")])).await?;
    let now = threads(project).await?;
    assert_eq!((&now[0]["status"], list(&now[0]["anchors"]).len()), (&json!("resolved"), 2));
    // A place carried along by an edit does not count as the author's change.
    save(project, s[1], "　　入夜。\n　　断剑原来是沈怀山的。\n").await?;
    let undone = ask(project, "kg.undo_batch", json!({ "batch": resolved["batch"] })).await?;
    assert_eq!(undone["kept"], json!([]));
    let now = threads(project).await?;
    assert_eq!((&now[0]["status"], list(&now[0]["anchors"]).len()), (&json!("open"), 1));

    // A thread that got another passage since stays; without it, it is removed.
    let passage = json!({ "scene": s[0], "quote": "船还没有来" });
    let added =
        ask(project, "threads.add_anchor", json!({ "thread": 1, "role": "reminder", "passage": passage }))
            .await?;
    let undone = ask(project, "kg.undo_batch", json!({ "batch": planted["batch"] })).await?;
    assert_eq!(undone["kept"], json!([{ "kind": "plot_thread", "id": 1, "why": "used" }]), "{added}");
    assert_eq!(list(&threads(project).await?[0]["anchors"]).len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_passage_no_thread_accepts_waits_for_the_author() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let quote = "那柄断剑又出现了";
    let sent = json!([
        thread(s[0], ("断剑", "resolve"), quote),
        thread(s[0], ("断剑", "plant"), "没有这句话"),
        event(s[0], " ", &json!({ "title": "等船", "participants": [] })),
    ]);
    let taken = take(project, sent).await?;
    assert_eq!((&taken["applied"], &taken["pending"], &taken["rejected"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(statuses(project).await?, ["pending", "rejected", "applied"]);
    assert_eq!(threads(project).await?, json!([]));
    refused(project, "kg.review", json!({ "proposal": 1, "decision": "accept" }), Code::BadRequest).await?;
    refused(project, "kg.review", json!({ "proposal": 2, "decision": "accept" }), Code::QuoteNotFound)
        .await?;
    let corrected = json!({ "kind": "thread", "title": "断剑", "change": "plant" });
    ask(project, "kg.review", json!({ "proposal": 1, "decision": "accept", "corrected": corrected })).await?;
    assert_eq!(threads(project).await?[0]["title"], "断剑");
    // Reopening a proposal undoes what accepting it did.
    review(project, 1, "reopen").await?;
    assert_eq!(threads(project).await?, json!([]));
    for bad in [thread(s[0], ("", "plant"), quote), event(s[0], "", &json!({}))] {
        refused(project, "kg.propose", json!({ "source": "试", "proposals": [bad] }), Code::BadRequest)
            .await?;
    }
    Ok(())
}

#[tokio::test]
async fn dated_events_and_thread_passages_are_extracted() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    for (name, kind) in [("沈砚", "character"), ("阿芷", "character"), ("渡口", "location")] {
        ask(project, "kg.save_entity", json!({ "name": name, "kind": kind })).await?;
    }
    ask(project, "threads.save", json!({ "title": "断剑" })).await?;
    let found = ask(project, "kg.extract", json!({ "scene": s[0] })).await?;
    let listed = ask(project, "kg.proposals", json!({ "batch": found["batch"] })).await?;
    let of = |kind: &str, change: &str| {
        list(&listed["proposals"])
            .iter()
            .find(|one| {
                one["proposed"]["kind"] == kind && (change.is_empty() || one["proposed"]["change"] == change)
            })
            .unwrap_or_else(|| panic!("no {kind} {change}: {listed}"))
            .clone()
    };
    let event = of("event", "");
    assert_eq!((&event["proposed"]["time"], &event["proposed"]["place"]), (&json!("次日"), &json!("渡口")));
    assert_eq!(event["proposed"]["participants"], json!(["沈砚", "阿芷"]));
    assert_eq!(event["evidence"]["quote"], "次日，沈砚同阿芷到渡口去，船还没有来。");
    assert_eq!(of("thread", "plant")["proposed"]["title"], "阿芷不知何故忽然哭了");
    assert_eq!(of("thread", "remind")["proposed"]["title"], "断剑");
    for one in list(&listed["proposals"]) {
        assert_eq!(one["status"], "pending", "nothing is applied without the author: {one}");
        let quote = one["evidence"]["quote"].as_str().unwrap();
        assert!(TEXT.contains(quote), "{quote}");
        ask(project, "kg.review", json!({ "proposal": one["id"], "decision": "accept" })).await?;
    }
    assert_eq!(list(&threads(project).await?).len(), 2);
    assert_eq!(list(&events(project).await?).len(), 1);
    let again = ask(project, "kg.extract", json!({ "scene": s[0] })).await?;
    assert_eq!((&again["pending"], &again["applied"]), (&json!(0), &json!(0)));
    Ok(())
}
