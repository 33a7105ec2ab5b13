//! Two cards are merged into one with everything of both, and the act is undone exactly.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};
use wenfang_tests::canon::canon;

use crate::cards::{cards, titled, titles};
use crate::proposals::propose;
use crate::{ask, each, list, novel, refused};

const TEXT: &str = "黛玉进了贾府。颦儿体弱，宝玉是颦儿的表哥。林姑娘住在潇湘馆。";

/// 黛玉 and 颦儿, each with an entry, an entity and an item of every kind.
async fn two(project: &Project, scene: SceneId) -> Result<()> {
    let passage = |quote: &str| json!({ "scene": scene, "quote": quote });
    let dai = json!({ "title": "黛玉", "kind": "character", "aliases": ["林姑娘"], "content": "寄居贾府。",
        "priority": 8, "keywords": ["还泪"] });
    ask(project, "lore.save", dai).await?;
    let pin = json!({ "title": "颦儿", "kind": "concept", "aliases": ["潇湘妃子"], "content": "多愁。",
        "secrets": "早逝", "keywords": ["葬花"], "constant": true });
    ask(project, "lore.save", pin).await?;
    ask(project, "kg.save_entity", json!({ "name": "黛玉", "description": "林如海之女" })).await?;
    let pin = json!({ "name": "颦儿", "aliases": ["绛珠"], "description": "体弱" });
    ask(project, "kg.save_entity", pin).await?;
    ask(project, "kg.save_entity", json!({ "name": "宝玉", "kind": "character" })).await?;
    let fact = |subject: i64, predicate: &str, object: Value, quote: &str| json!({ "subject": { "id": subject }, "predicate": predicate, "object": object, "passage": passage(quote) });
    ask(project, "kg.save_fact", fact(1, "住处", json!({ "text": "潇湘馆" }), "黛玉")).await?;
    ask(project, "kg.save_fact", fact(2, "住处", json!({ "text": "潇湘馆" }), "林姑娘住在潇湘馆")).await?;
    ask(project, "kg.save_fact", fact(2, "体质", json!({ "text": "弱" }), "颦儿体弱")).await?;
    ask(project, "kg.save_fact", fact(3, "心上人", json!({ "entity": 2 }), "颦儿")).await?;
    let relation = |from: i64, to: i64, kind: &str| json!({ "from": { "id": from }, "to": { "id": to }, "kind": kind, "passage": passage("宝玉是颦儿的表哥") });
    ask(project, "kg.save_relation", relation(3, 2, "表哥")).await?;
    ask(project, "kg.save_relation", relation(3, 1, "表哥")).await?;
    ask(project, "kg.save_relation", relation(2, 1, "别名")).await?;
    let event = json!({ "title": "葬花", "participants": [{ "id": 2 }, { "id": 1 }, { "id": 3 }] });
    ask(project, "timeline.save", event).await?;
    ask(project, "timeline.save", json!({ "title": "结社", "participants": [{ "id": 2 }] })).await?;
    let thread = json!({ "title": "颦儿的病", "passage": passage("颦儿体弱") });
    ask(project, "threads.save", thread).await?;
    let waits = json!({ "kind": "fact", "subject": "颦儿", "predicate": "籍贯", "object": "姑苏" });
    let between = json!({ "kind": "relation", "from": "黛玉", "to": "颦儿", "relation": "姐妹" });
    let with = |proposed: Value| json!({ "proposed": proposed, "confidence": 0.7, "scene": scene, "quote": "颦儿体弱" });
    propose(project, json!([with(waits), with(between)])).await?;
    Ok(())
}

/// The canon, including removed entries and every single entry and entity.
async fn records(project: &Project) -> Result<Value> {
    let mut all = vec![canon(project).await?];
    for (command, key, ids) in [("lore.get", "entry", 1..=2), ("kg.entity", "entity", 1..=3)] {
        for id in ids {
            all.push(ask(project, command, json!({ key: id })).await?);
        }
    }
    all.push(ask(project, "kg.proposals", json!({})).await?);
    all.push(ask(project, "cards.list_mentioned", json!({})).await?);
    Ok(json!(all))
}

#[tokio::test]
async fn merging_combines_everything_and_undo_restores_every_record() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    two(project, s[0]).await?;
    let before = records(project).await?;
    let pair = json!({ "into": { "name": "黛玉" }, "from": { "entity": 2 } });

    let preview = ask(project, "cards.preview_merge", pair.clone()).await?;
    assert_eq!(preview["aliases"], json!(["林姑娘", "颦儿", "潇湘妃子", "绛珠"]));
    assert_eq!((&preview["content"], &preview["secrets"]), (&json!("寄居贾府。\n\n多愁。"), &json!("早逝")));
    assert_eq!(each(&preview["differences"], "field"), ["name", "kind", "priority"]);
    let moved = json!({ "facts": 2, "relations": 0, "events": 2, "folded": 2, "restated": 1 });
    assert_eq!(preview["moved"], moved);
    assert_eq!(records(project).await?, before, "a preview writes nothing");

    let merged = ask(project, "cards.merge", pair).await?;
    assert_eq!(
        (&merged["title"], &merged["entry"], &merged["entity"]),
        (&json!("黛玉"), &json!(1), &json!(1))
    );
    assert_eq!(merged["moved"], moved);
    let all = cards(project).await?;
    assert_eq!(titles(&all), ["宝玉", "黛玉"]);
    let row = titled(&all, "黛玉");
    assert_eq!(row["aliases"], preview["aliases"]);
    let counts =
        json!({ "mentions": 4, "facts": 4, "relations": 1, "threads": 1, "events": 2, "proposals": 2 });
    assert_eq!(row["counts"], counts);
    let card = ask(project, "cards.get", json!({ "name": "绛珠" })).await?;
    assert_eq!((&card["lore"]["priority"], &card["lore"]["constant"]), (&json!(8), &json!(true)));
    assert_eq!(card["lore"]["keywords"], json!(["还泪", "葬花"]));
    assert_eq!(card["graph"]["description"], "林如海之女\n\n体弱");
    let facts: Vec<(&str, &str)> = list(&card["graph"]["facts"])
        .iter()
        .map(|fact| (fact["predicate"].as_str().unwrap(), fact["object_name"].as_str().unwrap()))
        .collect();
    assert_eq!(facts, [("住处", "潇湘馆"), ("体质", "弱"), ("别名", "黛玉")]);
    let proofs = list(&card["graph"]["facts"][0]["evidence"]).len();
    assert_eq!(proofs, 2, "a fact of both is one fact with the passages of both");
    assert_eq!(each(&card["graph"]["object_of"], "predicate"), ["心上人"]);
    assert_eq!(each(&card["graph"]["relations"], "from_name"), ["宝玉"]);
    assert_eq!(card["events"][0]["participants"], json!([1, 3]));

    // Pending proposals are about the merged card from now on; a relation of it to itself is refused as a whole.
    ask(project, "kg.review", json!({ "proposal": 1, "decision": "accept" })).await?;
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert!(each(&card["facts"], "predicate").contains(&"籍贯"), "{card}");
    ask(project, "kg.review", json!({ "proposal": 1, "decision": "reopen" })).await?;
    refused(project, "kg.review", json!({ "proposal": 2, "decision": "accept" }), Code::BadRequest).await?;

    let undone = ask(project, "cards.undo", json!({ "act": merged["act"] })).await?;
    assert!(undone["count"].as_u64() > Some(8), "{undone}");
    assert_eq!(records(project).await?, before);
    refused(project, "cards.undo", json!({ "act": merged["act"] }), Code::BadRequest).await?;
    refused(project, "cards.undo", json!({ "act": 99 }), Code::NotFound).await?;
    let doctor = ask(project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}

#[tokio::test]
async fn differing_values_come_from_the_card_the_author_chose() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    two(project, s[0]).await?;
    let pair =
        json!({ "into": { "entry": 1 }, "from": { "entry": 2 }, "take": ["name", "kind", "priority"] });
    let merged = ask(project, "cards.merge", pair).await?;
    assert_eq!(merged["title"], "颦儿");
    let card = ask(project, "cards.get", json!({ "entry": 1 })).await?;
    assert_eq!((&card["lore"]["title"], &card["lore"]["kind"]), (&json!("颦儿"), &json!("concept")));
    assert_eq!((&card["lore"]["priority"], &card["graph"]["name"]), (&json!(5), &json!("颦儿")));
    assert_eq!(card["aliases"], json!(["黛玉", "林姑娘", "潇湘妃子", "绛珠"]));
    Ok(())
}

#[tokio::test]
async fn an_entry_absorbs_an_entity_and_a_bible_name() -> Result<()> {
    let (novel, _) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "bible.set", json!({ "key": "characters", "value": "潇湘妃子：诗人" })).await?;
    ask(project, "lore.save", json!({ "title": "黛玉", "kind": "character" })).await?;
    ask(project, "kg.save_entity", json!({ "name": "颦儿", "aliases": ["林姑娘"] })).await?;
    let fact = json!({ "subject": { "id": 1 }, "predicate": "体质", "object": { "text": "弱" } });
    ask(project, "kg.save_fact", fact).await?;
    let into = |from: Value| json!({ "into": { "name": "黛玉" }, "from": from });
    let merged = ask(project, "cards.merge", into(json!({ "name": "颦儿" }))).await?;
    assert_eq!((&merged["entry"], &merged["entity"]), (&json!(1), &json!(1)));
    ask(project, "cards.merge", into(json!({ "name": "潇湘妃子" }))).await?;
    let all = cards(project).await?;
    assert_eq!(titles(&all), ["黛玉"]);
    assert_eq!(all[0]["aliases"], json!(["潇湘妃子", "颦儿", "林姑娘"]));
    assert_eq!((&all[0]["in_bible"], &all[0]["counts"]["facts"]), (&json!(true), &json!(1)));
    refused(project, "cards.merge", into(json!({ "name": "林姑娘" })), Code::BadRequest).await?;
    refused(project, "cards.merge", into(json!({ "name": "湘云" })), Code::NotFound).await?;
    Ok(())
}

#[tokio::test]
async fn a_merge_cannot_be_undone_after_later_edits() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    two(project, s[0]).await?;
    let pair = json!({ "into": { "entry": 1 }, "from": { "entry": 2 } });
    let merged = ask(project, "cards.merge", pair).await?;
    ask(project, "lore.save", json!({ "entry": 1, "content": "改过了。" })).await?;
    let refusal = refused(project, "cards.undo", json!({ "act": merged["act"] }), Code::BadRequest).await?;
    assert_eq!(*refusal.details, json!({ "kind": "lore_entry", "id": 1 }));
    Ok(())
}
