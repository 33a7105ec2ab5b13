//! One card per person: joined from the bible, the lore and the graph, whichever came first.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::{Code, Project};

use crate::proposals::{TEXT, apply_sure, propose};
use crate::{ask, each, list, novel, refused};

pub async fn cards(project: &Project) -> Result<Vec<Value>> {
    let answer = ask(project, "cards.list_mentioned", json!({})).await?;
    Ok(list(&answer["cards"]).to_vec())
}

pub fn titles(cards: &[Value]) -> Vec<&str> {
    cards.iter().map(|card| card["title"].as_str().unwrap()).collect()
}

pub fn titled<'c>(cards: &'c [Value], title: &str) -> &'c Value {
    cards.iter().find(|card| card["title"] == title).unwrap_or_else(|| panic!("no card {title}"))
}

#[tokio::test]
async fn entry_entity_and_bible_line_are_one_card() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let people = "沈砚：抄书人\n阿芷：摆渡的女儿\n所有人都话少。";
    ask(project, "bible.set", json!({ "key": "characters", "value": people })).await?;
    ask(project, "bible.set", json!({ "key": "taboo", "value": "不写子墨的死" })).await?;
    ask(project, "kg.save_entity", json!({ "name": "沈砚", "aliases": ["子墨"] })).await?;
    let lives = json!({ "subject": { "id": 1 }, "predicate": "住处", "object": { "text": "渡口" } });
    ask(project, "kg.save_fact", lives).await?;
    let father = json!({ "from": { "name": "沈怀山" }, "to": { "id": 1 }, "kind": "父亲" });
    ask(project, "kg.save_relation", father).await?;
    ask(project, "threads.save", json!({ "title": "子墨的账本" })).await?;
    ask(project, "timeline.save", json!({ "title": "渡江", "participants": [{ "id": 1 }] })).await?;
    ask(project, "lore.save", json!({ "title": "沈砚", "kind": "character", "content": "话少。" })).await?;
    let alias = json!({ "kind": "alias", "name": "沈砚", "alias": "砚哥" });
    propose(
        project,
        json!([{ "proposed": alias, "confidence": 0.7, "scene": s[0], "quote": "沈砚住在渡口" }]),
    )
    .await?;

    let all = cards(project).await?;
    assert_eq!(titles(&all), ["沈怀山", "沈砚", "阿芷"]);
    let shen = titled(&all, "沈砚");
    assert_eq!(
        (&shen["entry"]["id"], &shen["entity"], &shen["in_bible"]),
        (&json!(1), &json!(1), &json!(true))
    );
    assert_eq!(shen["aliases"], json!(["子墨"]));
    let counts =
        json!({ "mentions": 2, "facts": 1, "relations": 1, "threads": 1, "events": 1, "proposals": 1 });
    assert_eq!(shen["counts"], counts);
    let azhi = titled(&all, "阿芷");
    assert_eq!(
        (&azhi["entry"], &azhi["entity"], &azhi["in_bible"]),
        (&Value::Null, &Value::Null, &json!(true))
    );

    for key in [json!({ "entry": 1 }), json!({ "entity": 1 }), json!({ "name": "子墨" })] {
        let card = ask(project, "cards.get", key).await?;
        assert_eq!((&card["title"], &card["lore"]["content"]), (&json!("沈砚"), &json!("话少。")));
        assert_eq!(card["graph"]["facts"][0]["object_name"], "渡口");
        assert_eq!(card["graph"]["relations"][0]["from_name"], "沈怀山");
        assert_eq!(each(&card["threads"], "title"), ["子墨的账本"]);
        assert_eq!(each(&card["events"], "title"), ["渡江"]);
        assert_eq!(each(&card["bible"], "line"), ["沈砚：抄书人", "不写子墨的死"]);
        assert_eq!((&card["mentions"]["total"], &card["counts"]), (&json!(2), &counts));
    }
    let azhi = ask(project, "cards.get", json!({ "name": "阿芷" })).await?;
    assert_eq!((&azhi["mentions"], &azhi["bible"][0]["line"]), (&Value::Null, &json!("阿芷：摆渡的女儿")));
    refused(project, "cards.get", json!({ "name": "无名" }), Code::NotFound).await?;
    refused(project, "cards.get", json!({ "entry": 9 }), Code::NotFound).await?;
    refused(project, "cards.get", json!({}), Code::BadRequest).await?;
    Ok(())
}

#[tokio::test]
async fn the_order_of_creation_does_not_matter_for_cards() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("人物.json");
    let book = json!({ "entries": { "0": { "comment": "沈怀山", "key": [], "content": "老人。" } } });
    std::fs::write(&source, book.to_string())?;
    ask(project, "kg.save_entity", json!({ "name": "沈怀山" })).await?;
    // A file contains an entry without a reference: it joins the same card by its name.
    ask(project, "lore.import", json!({ "source": source })).await?;
    let all = cards(project).await?;
    assert_eq!(titles(&all), ["沈怀山"]);
    assert_eq!((&all[0]["entry"]["id"], &all[0]["entity"]), (&json!(1), &json!(1)));
    assert_eq!(ask(project, "lore.get", json!({ "entry": 1 })).await?["entity"], 1);

    apply_sure(project).await?;
    let named = |name: &str| {
        json!({ "proposed": { "kind": "entity", "name": name }, "confidence": 0.95, "scene": s[0],
            "quote": "沈砚住在渡口" })
    };
    let taken = propose(project, json!([named("沈砚"), named("沈怀山")])).await?;
    assert_eq!(taken["applied"], 2, "{taken}");
    assert_eq!(titles(&cards(project).await?), ["沈怀山", "沈砚"], "proposals applied at once have a card");
    ask(project, "lore.save", json!({ "title": "沈砚", "kind": "character" })).await?;
    assert_eq!(titles(&cards(project).await?), ["沈怀山", "沈砚"]);
    let counts = ask(project, "mentions.counts", json!({})).await?;
    assert_eq!(list(&counts["counts"]).len(), 2, "mentions also count two cards");
    Ok(())
}

#[tokio::test]
async fn accepted_proposals_have_cards_and_undone_ones_do_not() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let entity = json!({ "kind": "entity", "name": "沈砚", "aliases": ["砚哥"] });
    let taken = propose(
        project,
        json!([{ "proposed": entity, "confidence": 0.8, "scene": s[0], "quote": "沈砚住在渡口" }]),
    )
    .await?;
    assert_eq!(cards(project).await?, Vec::<Value>::new());
    ask(project, "kg.review", json!({ "proposal": 1, "decision": "accept" })).await?;
    let all = cards(project).await?;
    assert_eq!((titles(&all), &all[0]["aliases"]), (vec!["沈砚"], &json!(["砚哥"])));
    ask(project, "kg.undo_batch", json!({ "batch": taken["batch"] })).await?;
    assert_eq!(cards(project).await?, Vec::<Value>::new());
    Ok(())
}
