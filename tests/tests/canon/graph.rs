//! The knowledge graph: what holds in which scene, who is near whom, what a chapter changes, removing and restoring.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, number, refused};

async fn fact(
    project: &Project,
    (subject, predicate, text): (&str, &str, &str),
    more: Value,
) -> Result<Value> {
    let mut request = json!({
        "subject": { "name": subject }, "predicate": predicate, "object": { "text": text },
    });
    for (field, value) in more.as_object().unwrap() {
        request[field] = value.clone();
    }
    ask(project, "kg.save_fact", request).await
}

/// The state of an entity in a scene, as the story tells it: `住处 渡口; 伤 左手`.
async fn state(project: &Project, entity: i64, at: SceneId) -> Result<String> {
    let state = ask(project, "kg.state", json!({ "entity": entity, "at": at })).await?;
    Ok(statements(&state["narrated"]))
}

fn statements(side: &Value) -> String {
    let fact = |fact: &Value| {
        format!("{} {}", fact["predicate"].as_str().unwrap(), fact["object_name"].as_str().unwrap())
    };
    let relation = |relation: &Value| {
        let word = |field: &str| relation[field].as_str().unwrap().to_owned();
        format!("{}—{}→{}", word("from_name"), word("kind"), word("to_name"))
    };
    let facts = list(&side["facts"]).iter().map(fact);
    facts.chain(list(&side["relations"]).iter().map(relation)).collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn the_graph_answers_scene_by_scene() -> Result<()> {
    let texts = ["一", "二", "三", "四", "五", "六"];
    let (novel, s) = novel(&texts).await?;
    let project = &novel.project;
    let lives = fact(project, ("老周", "住处", "渡口"), json!({})).await?;
    fact(project, ("老周", "伤", "左手"), json!({ "valid_from": s[1], "valid_to": s[3] })).await?;
    let moved =
        fact(project, ("老周", "住处", "县城"), json!({ "valid_from": s[2], "replaces": true })).await?;
    assert_eq!(moved["ended"], json!([lives["fact"]]));
    fact(project, ("老周", "身份", "逃兵"), json!({ "modality": "rumour", "valid_from": s[0] })).await?;
    let request = json!({
        "from": { "name": "老周" }, "to": { "name": "阿芷" }, "kind": "父亲", "valid_from": s[4],
    });
    let father = ask(project, "kg.save_relation", request).await?;

    let mut seen = Vec::new();
    for scene in &s {
        seen.push(state(project, 1, *scene).await?);
    }
    assert_eq!(
        seen,
        [
            "住处 渡口",
            "伤 左手; 住处 渡口",
            "伤 左手; 住处 县城",
            "住处 县城",
            "住处 县城; 老周—父亲→阿芷",
            "住处 县城; 老周—父亲→阿芷",
        ]
        .map(sorted)
    );
    let first = ask(project, "kg.state", json!({ "entity": 1, "at": s[0] })).await?;
    assert_eq!(statements(&first["otherwise"]), "身份 逃兵");
    assert_eq!(state(project, 2, s[5]).await?, "老周—父亲→阿芷");

    // It ends, and begins again: both spans stay.
    ask(project, "kg.end", json!({ "item": { "fact": moved["fact"] }, "scene": s[3] })).await?;
    assert_eq!(state(project, 1, s[3]).await?, "");
    ask(project, "kg.reopen", json!({ "item": { "fact": moved["fact"] }, "scene": s[5] })).await?;
    let spans = [s[2], s[3], s[4], s[5]];
    let mut seen = Vec::new();
    for scene in spans {
        seen.push(state(project, 1, scene).await?);
    }
    assert_eq!(seen, ["伤 左手; 住处 县城", "", "老周—父亲→阿芷", "住处 县城; 老周—父亲→阿芷"].map(sorted));
    let item = json!({ "relation": father["relation"] });
    refused(project, "kg.reopen", json!({ "item": item, "scene": s[5] }), Code::BadRequest).await?;
    ask(project, "kg.end", json!({ "item": item, "scene": s[5] })).await?;
    assert_eq!(state(project, 1, s[5]).await?, "住处 县城");

    // The card lists everything and marks what holds.
    let card = ask(project, "kg.entity", json!({ "entity": 1, "at": s[5] })).await?;
    let holding = list(&card["facts"]).iter().filter(|fact| fact["holds"] == true).count();
    assert_eq!((list(&card["facts"]).len(), holding), (5, 2), "{card}");
    assert_eq!(card["facts"][0]["holds"], true, "those that hold come first");
    Ok(())
}

/// Predicates are sorted by their characters, relations after them.
fn sorted(line: &str) -> String {
    let mut parts: Vec<&str> = line.split("; ").collect();
    parts.sort_by_key(|part| (part.contains('→'), *part));
    parts.join("; ")
}

#[tokio::test]
async fn a_fact_inserted_earlier_leaves_later_facts_unchanged() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三", "四", "五"]).await?;
    let project = &novel.project;
    fact(project, ("老周", "住处", "渡口"), json!({})).await?;
    fact(project, ("老周", "住处", "县城"), json!({ "valid_from": s[3], "replaces": true })).await?;
    // The author adds something that happened in between.
    let between =
        fact(project, ("老周", "住处", "山里"), json!({ "valid_from": s[1], "replaces": true })).await?;
    assert_eq!(state(project, 1, s[0]).await?, "住处 渡口");
    assert_eq!(state(project, 1, s[1]).await?, "住处 山里");
    assert!(state(project, 1, s[4]).await?.contains("住处 县城"), "{between}");
    Ok(())
}

#[tokio::test]
async fn facts_move_with_the_scene_that_begins_them() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三"]).await?;
    let project = &novel.project;
    fact(project, ("老周", "伤", "左手"), json!({ "valid_from": s[1] })).await?;
    let seen = async || -> Result<Vec<bool>> {
        let mut seen = Vec::new();
        for scene in &s {
            seen.push(!state(project, 1, *scene).await?.is_empty());
        }
        Ok(seen)
    };
    assert_eq!(seen().await?, [false, true, true]);
    let second = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    let chapter = second["facts"][0]["valid_from"]["chapter"].clone();
    ask(project, "manuscript.move", json!({ "part": { "chapter": chapter }, "at": 2 })).await?;
    assert_eq!(seen().await?, [false, true, false], "it holds in its scene, which is now the last");
    ask(project, "manuscript.move", json!({ "part": { "chapter": chapter }, "at": 0 })).await?;
    assert_eq!(seen().await?, [true, true, true]);
    ask(project, "manuscript.bin", json!({ "part": { "chapter": chapter } })).await?;
    assert_eq!(state(project, 1, s[2]).await?, "", "the scene that began it is not in the book");
    let request = json!({ "entity": 1, "at": s[1] });
    refused(project, "kg.state", request, Code::NotFound).await?;
    ask(project, "manuscript.move", json!({ "part": { "chapter": chapter } })).await?;
    assert_eq!(seen().await?, [true, true, true], "the scene is back in its place");
    Ok(())
}

#[tokio::test]
async fn an_entity_is_removed_and_restored_with_its_facts() -> Result<()> {
    let (novel, s) = novel(&["一", "二"]).await?;
    let project = &novel.project;
    fact(project, ("老周", "住处", "渡口"), json!({ "valid_from": s[0] })).await?;
    let request = json!({
        "subject": { "name": "阿芷" }, "predicate": "父亲", "object": { "entity": 1 },
    });
    ask(project, "kg.save_fact", request).await?;
    for (from, to) in [("老周", "阿芷"), ("沈砚", "老周"), ("沈砚", "阿芷")] {
        let request = json!({ "from": { "name": from }, "to": { "name": to }, "kind": "相识" });
        ask(project, "kg.save_relation", request).await?;
    }
    // A fact that was removed earlier stays removed.
    let gone = fact(project, ("老周", "身份", "船家"), json!({})).await?;
    ask(project, "kg.remove", json!({ "items": [{ "fact": gone["fact"] }] })).await?;
    let before = ask(project, "kg.graph", json!({})).await?;
    let removed = ask(project, "kg.remove", json!({ "items": [{ "entity": 1 }] })).await?;
    let after = ask(project, "kg.graph", json!({})).await?;
    assert_eq!(each(&after["nodes"], "name"), ["阿芷", "沈砚"]);
    assert_eq!((list(&after["edges"]).len(), list(&after["facts"]).len()), (1, 0));
    assert_eq!(list(&removed["items"]).len(), 5, "{removed}");
    refused(project, "kg.entity", json!({ "entity": 1 }), Code::NotFound).await?;
    refused(project, "kg.remove", json!({ "items": [{ "entity": 3 }, { "entity": 1 }] }), Code::NotFound)
        .await?;
    ask(project, "kg.put_back", removed).await?;
    assert_eq!(ask(project, "kg.graph", json!({})).await?, before);
    Ok(())
}

#[tokio::test]
async fn neighbours_are_found_as_of_a_scene() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三"]).await?;
    let project = &novel.project;
    for (from, to, valid_from, modality) in [
        ("甲", "乙", s[0], "narrated"),
        ("乙", "丙", s[1], "narrated"),
        ("丙", "丁", s[0], "narrated"),
        ("甲", "戊", s[0], "dream"),
    ] {
        let request = json!({
            "from": { "name": from }, "to": { "name": to }, "kind": "相识", "valid_from": valid_from,
            "modality": modality,
        });
        ask(project, "kg.save_relation", request).await?;
    }
    fact(project, ("乙", "住处", "渡口"), json!({ "valid_from": s[2] })).await?;
    let near = async |request: Value| -> Result<String> {
        let mut found = ask(project, "kg.neighbours", request).await?;
        let nodes = found["nodes"].as_array_mut().unwrap();
        let mut nodes: Vec<String> = nodes
            .iter()
            .map(|node| format!("{}{}", node["name"].as_str().unwrap(), node["distance"]))
            .collect();
        nodes.sort();
        Ok(format!("{} {}", nodes.join(""), list(&found["facts"]).len()))
    };
    assert_eq!(near(json!({ "entity": 1, "hops": 1 })).await?, "乙1戊1甲0 1");
    assert_eq!(near(json!({ "entity": 1 })).await?, "丙2乙1戊1甲0 1");
    assert_eq!(
        near(json!({ "entity": 1, "at": s[0] })).await?,
        "乙1戊1甲0 0",
        "the next relation begins later"
    );
    assert_eq!(near(json!({ "entity": 1, "at": s[2], "narrated_only": true })).await?, "丙2乙1甲0 1");
    refused(project, "kg.neighbours", json!({ "entity": 1, "hops": 3 }), Code::BadRequest).await?;
    refused(project, "kg.neighbours", json!({ "entity": 9 }), Code::NotFound).await?;
    Ok(())
}

#[tokio::test]
async fn two_entities_are_connected_by_the_shortest_chains() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三"]).await?;
    let project = &novel.project;
    for (from, to, kind, valid_from, modality) in [
        ("甲", "乙", "师父", s[0], "narrated"),
        ("丙", "乙", "仇人", s[1], "narrated"),
        ("丁", "甲", "同乡", s[0], "narrated"),
        ("丁", "丙", "债主", s[0], "rumour"),
        ("己", "庚", "邻居", s[0], "narrated"),
    ] {
        let request = json!({
            "from": { "name": from }, "to": { "name": to }, "kind": kind, "valid_from": valid_from,
            "modality": modality,
        });
        ask(project, "kg.save_relation", request).await?;
    }
    fact(project, ("乙", "住处", "渡口"), json!({})).await?;
    let told = json!({ "from": { "name": "甲" }, "to": { "name": "乙" }, "kind": "父亲" });
    ask(project, "kg.save_relation", told).await?;
    let connected = async |request: Value| -> Result<Vec<String>> {
        let found = ask(project, "kg.connection", request).await?;
        let chain = |chain: &Value| {
            let steps = list(&chain["steps"]).iter();
            let kinds = steps.map(|step| each(&step["relations"], "kind").join("、")).collect::<Vec<_>>();
            format!("{} {}", each(&chain["nodes"], "name").join(""), kinds.join(" "))
        };
        Ok(list(&found["chains"]).iter().map(chain).collect())
    };
    let ends = |from: &str, to: &str, at: Option<SceneId>, narrated: bool| json!({ "from": { "name": from }, "to": { "name": to }, "at": at, "narrated_only": narrated });
    let mut both = connected(ends("甲", "丙", None, false)).await?;
    both.sort();
    assert_eq!(both, ["甲丁丙 同乡 债主", "甲乙丙 师父、父亲 仇人"]);
    assert_eq!(connected(ends("甲", "丙", Some(s[2]), true)).await?, ["甲乙丙 师父、父亲 仇人"]);
    assert_eq!(
        connected(ends("甲", "丙", Some(s[0]), false)).await?,
        ["甲丁丙 同乡 债主"],
        "not enemies yet"
    );
    assert!(connected(ends("甲", "丙", Some(s[0]), true)).await?.is_empty());
    let apart = ask(project, "kg.connection", ends("甲", "己", None, false)).await?;
    assert_eq!(
        (list(&apart["chains"]).len(), &apart["from_reaches"], &apart["to_reaches"]),
        (0, &json!(3), &json!(1))
    );
    refused(project, "kg.connection", ends("甲", "甲", None, false), Code::BadRequest).await?;
    refused(project, "kg.connection", ends("甲", "辛", None, false), Code::NotFound).await?;
    refused(project, "kg.connection", ends("甲", "乙", Some(99.into()), false), Code::NotFound).await?;
    let by_id = json!({ "from": { "id": 99 }, "to": { "name": "甲" } });
    refused(project, "kg.connection", by_id, Code::NotFound).await?;
    Ok(())
}

#[tokio::test]
async fn a_chapter_lists_its_changes() -> Result<()> {
    let (novel, s) = novel(&["一", "二", "三"]).await?;
    let project = &novel.project;
    let chapters = wenfang_tests::kit::chapters(project).await?;
    fact(project, ("老周", "住处", "渡口"), json!({ "valid_from": s[0] })).await?;
    fact(project, ("老周", "住处", "县城"), json!({ "valid_from": s[1], "replaces": true })).await?;
    let request = json!({
        "from": { "name": "老周" }, "to": { "name": "阿芷" }, "kind": "父亲", "valid_from": s[1], "valid_to": s[2],
    });
    ask(project, "kg.save_relation", request).await?;
    let changes = async |at: usize| ask(project, "kg.changes", json!({ "chapter": chapters[at] })).await;
    let second = changes(1).await?;
    assert_eq!(each(&second["facts_begun"], "object_name"), ["县城"]);
    assert_eq!(each(&second["facts_ended"], "object_name"), ["渡口"]);
    assert_eq!(each(&second["relations_begun"], "kind"), ["父亲"]);
    assert_eq!(each(&second["entities"], "name"), ["阿芷"]);
    let third = changes(2).await?;
    assert_eq!(each(&third["relations_ended"], "kind"), ["父亲"]);
    assert_eq!((list(&third["facts_begun"]).len(), list(&third["entities"]).len()), (0, 0));
    Ok(())
}

#[tokio::test]
async fn invalid_requests_are_refused_and_create_no_entity() -> Result<()> {
    let (novel, s) = novel(&["江上有风。", "二"]).await?;
    let project = &novel.project;
    let person = json!({ "name": "路人" });
    for (command, request, code) in [
        ("kg.save_relation", json!({ "from": person, "to": person, "kind": "父亲" }), Code::BadRequest),
        ("kg.save_relation", json!({ "from": person, "to": { "id": 9 }, "kind": "父亲" }), Code::NotFound),
        (
            "kg.save_relation",
            json!({ "from": person, "to": { "name": "乙" }, "kind": " " }),
            Code::BadRequest,
        ),
        (
            "kg.save_fact",
            json!({ "subject": person, "predicate": "", "object": { "text": "x" } }),
            Code::BadRequest,
        ),
        (
            "kg.save_fact",
            json!({ "subject": person, "predicate": "住处", "object": { "text": " " } }),
            Code::BadRequest,
        ),
        (
            "kg.save_fact",
            json!({ "subject": person, "predicate": "友", "object": { "entity": 7 } }),
            Code::NotFound,
        ),
        (
            "kg.save_fact",
            json!({ "subject": person, "predicate": "住处", "object": { "text": "渡口" }, "valid_from": 99 }),
            Code::NotFound,
        ),
        (
            "kg.save_fact",
            json!({
                "subject": person, "predicate": "住处", "object": { "text": "渡口" },
                "passage": { "scene": s[0], "quote": "江上无风" },
            }),
            Code::QuoteNotFound,
        ),
        ("kg.save_entity", json!({ "name": "" }), Code::BadRequest),
        ("kg.save_entity", json!({ "name": "甲", "lore_entry": 5 }), Code::NotFound),
        ("kg.end", json!({ "item": { "fact": 1 }, "scene": s[0] }), Code::NotFound),
    ] {
        refused(project, command, request, code).await?;
    }
    let request = json!({
        "subject": person, "predicate": "所见", "object": { "text": "风" },
        "passage": { "scene": s[0], "quote": "有风" },
    });
    let saved = ask(project, "kg.save_fact", request).await?;
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert_eq!(number(&card["facts"][0]["id"]), number(&saved["fact"]));
    assert_eq!(
        card["facts"][0]["evidence"],
        json!([{ "scene": s[0], "version": 1, "range": { "start": 2, "end": 4 }, "quote": "有风" }])
    );
    Ok(())
}
