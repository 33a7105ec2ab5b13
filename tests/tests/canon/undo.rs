//! Undoing a batch of proposals restores the graph, except for what the author has changed or used since.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};

use crate::proposals::{TEXT, fact, statuses, take};
use crate::{ask, each, list, novel, refused};

/// The content of the graph, entity by entity.
async fn whole(project: &Project) -> Result<Value> {
    let entities = ask(project, "kg.entities", json!({})).await?;
    let mut cards = Vec::new();
    for entity in list(&entities["entities"]) {
        cards.push(ask(project, "kg.entity", json!({ "entity": entity["id"] })).await?);
    }
    Ok(json!([ask(project, "kg.graph", json!({})).await?, cards]))
}

/// A graph written by the author, and proposals that touch all of it.
async fn proposed(project: &Project, scene: Value) -> Result<(Value, Value)> {
    ask(project, "lore.save", json!({ "title": "渡口", "kind": "location" })).await?;
    ask(project, "kg.save_entity", json!({ "name": "沈砚" })).await?;
    let lives = json!({ "subject": { "id": 1 }, "predicate": "住处", "object": { "text": "县城" } });
    ask(project, "kg.save_fact", lives).await?;
    let knows = json!({ "from": { "id": 1 }, "to": { "name": "阿芷" }, "kind": "相识" });
    ask(project, "kg.save_relation", knows).await?;
    let before = whole(project).await?;
    let s = wenfang_story::SceneId::from(crate::number(&scene));
    let with = |proposed: Value, quote: &str| json!({ "proposed": proposed, "confidence": 0.95, "scene": s, "quote": quote });
    let replacing = json!({
        "kind": "fact", "subject": "沈砚", "predicate": "住处", "object": "渡口", "replaces": true,
    });
    let father = json!({ "kind": "relation", "from": "沈怀山", "to": "沈砚", "relation": "父亲" });
    let knows = json!({ "kind": "relation", "from": "沈砚", "to": "阿芷", "relation": "相识" });
    let batch = take(
        project,
        json!([
            with(
                json!({ "kind": "entity", "name": "渡口", "entity_kind": "location", "description": "在江边" }),
                "渡口"
            ),
            with(father, "沈怀山是沈砚的父亲"),
            with(replacing, "沈砚住在渡口"),
            with(json!({ "kind": "alias", "name": "沈砚", "alias": "子墨" }), "沈砚"),
            with(json!({ "kind": "alias", "name": "沈砚", "alias": "砚台" }), "沈砚"),
            with(knows, "沈砚"),
            fact(0.7, ("沈砚", "身份", "儿子"), (s, "沈砚的父亲")),
        ]),
    )
    .await?;
    assert_eq!((&batch["applied"], &batch["pending"]), (&json!(6), &json!(1)), "{batch}");
    assert_ne!(whole(project).await?, before);
    Ok((before, batch["batch"].clone()))
}

#[tokio::test]
async fn undoing_a_batch_restores_the_graph_exactly() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let (before, batch) = proposed(project, json!(s[0])).await?;
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert_eq!(each(&card["facts"], "object_name"), ["渡口", "县城"]);
    assert_eq!(card["facts"][0]["object"], json!({ "entity": 3 }), "渡口 is now an entity");

    let undone = ask(project, "kg.undo_batch", json!({ "batch": batch })).await?;
    assert_eq!((&undone["undone"], &undone["kept"]), (&json!(6), &json!([])));
    assert_eq!(whole(project).await?, before);
    assert_eq!(statuses(project).await?, ["undone"; 7]);
    let listed = ask(project, "kg.proposals", json!({})).await?;
    assert!(listed["batches"][0]["undone_at"].is_i64(), "the undo is recorded");
    // Undoing twice is the same as once, and the author may still accept one of the proposals.
    let again = ask(project, "kg.undo_batch", json!({ "batch": batch })).await?;
    assert_eq!((&again["undone"], &again["kept"]), (&json!(0), &json!([])));
    ask(project, "kg.review", json!({ "proposal": 1, "decision": "accept" })).await?;
    assert_eq!(list(&ask(project, "kg.entities", json!({})).await?["entities"]).len(), 3);
    ask(project, "kg.undo_batch", json!({ "batch": batch })).await?;
    assert_eq!(whole(project).await?, before);
    refused(project, "kg.undo_batch", json!({ "batch": 9 }), Code::NotFound).await?;
    let doctor = ask(project, "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}

#[tokio::test]
async fn undo_keeps_and_reports_what_the_author_changed() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let (_, batch) = proposed(project, json!(s[0])).await?;
    let entities = ask(project, "kg.entities", json!({})).await?;
    let father = list(&entities["entities"]).iter().find(|entity| entity["name"] == "沈怀山").unwrap();
    // The father is used in a fact of the author's, 沈砚 has a description now, and the fact about 渡口 has an end.
    let rank =
        json!({ "subject": { "id": father["id"] }, "predicate": "身份", "object": { "text": "逃兵" } });
    ask(project, "kg.save_fact", rank).await?;
    ask(project, "kg.save_entity", json!({ "entity": 1, "description": "抄书人" })).await?;
    ask(project, "kg.end", json!({ "item": { "fact": 2 }, "scene": s[0] })).await?;

    let undone = ask(project, "kg.undo_batch", json!({ "batch": batch })).await?;
    let mut kept: Vec<String> = list(&undone["kept"])
        .iter()
        .map(|kept| {
            let word = |field: &str| kept[field].as_str().unwrap().to_owned();
            format!("{} {} {}", word("kind"), kept["id"], word("why"))
        })
        .collect();
    kept.sort();
    assert_eq!(kept, ["entity 1 changed", "entity 3 used", "entity 4 used", "fact 2 changed"]);
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert_eq!(
        (&card["description"], &card["aliases"]),
        (&json!("抄书人"), &json!(["子墨", "砚台"])),
        "the author's version stays whole"
    );
    let relations: Vec<&str> = each(&card["relations"], "kind");
    assert_eq!(relations, ["相识"], "the relation to the father is removed");
    assert_eq!(statuses(project).await?, ["undone"; 7]);
    Ok(())
}
