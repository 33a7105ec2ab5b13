//! Many names and many proposals in one act: one transaction, one undo.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_studio::Code;
use wenfang_tests::canon::canon;

use crate::cards::{cards, titled, titles};
use crate::proposals::{TEXT, propose, statuses};
use crate::{ask, each, list, novel, refused};

#[tokio::test]
async fn one_act_turns_names_into_cards_aliases_or_nonnames() -> Result<()> {
    let (novel, _) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "lore.save", json!({ "title": "渡口", "kind": "location" })).await?;
    ask(project, "kg.save_entity", json!({ "name": "沈怀山" })).await?;
    ask(project, "mentions.ignore", json!({ "names": ["船家"] })).await?;
    let before = (canon(project).await?, ask(project, "mentions.ignored", json!({})).await?);
    let request = json!({
        "cards": [
            { "name": "沈砚", "aliases": ["砚哥"] },
            { "name": "阿芷", "kind": "organization" },
            { "name": "沈砚" },
            { "name": "沈怀山", "aliases": ["沈老爷"] },
            { "name": "渡口", "aliases": ["码头"] },
        ],
        "not_names": ["江上", "船家"],
    });
    let entered = ask(project, "cards.enter", request).await?;
    let wanted = json!({ "act": 1, "made": 2, "added": 2, "known": ["沈砚"], "ignored": 1 });
    assert_eq!(entered, wanted);
    let all = cards(project).await?;
    assert_eq!(titles(&all), ["沈怀山", "沈砚", "渡口", "阿芷"]);
    assert_eq!(titled(&all, "沈怀山")["aliases"], json!(["沈老爷"]));
    assert_eq!(
        (&titled(&all, "渡口")["aliases"], &titled(&all, "沈砚")["aliases"]),
        (&json!(["码头"]), &json!(["砚哥"]))
    );
    assert_eq!(
        (&titled(&all, "阿芷")["kind"], &titled(&all, "沈砚")["kind"]),
        (&json!("organization"), &json!("character"))
    );

    ask(project, "cards.undo", json!({ "act": 1 })).await?;
    assert_eq!((canon(project).await?, ask(project, "mentions.ignored", json!({})).await?), before);
    Ok(())
}

#[tokio::test]
async fn a_name_of_another_card_refuses_the_whole_act() -> Result<()> {
    let (novel, _) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "lore.save", json!({ "title": "沈砚", "aliases": ["砚哥"] })).await?;
    let taken = json!({ "cards": [{ "name": "阿芷" }, { "name": "沈怀山", "aliases": ["砚哥"] }] });
    let refusal = refused(project, "cards.enter", taken, Code::NameTaken).await?;
    assert_eq!((&refusal.details["title"], &refusal.details["entry"]), (&json!("沈砚"), &json!(1)));
    let twice = json!({ "cards": [{ "name": "阿芷", "aliases": ["小芷"] }, { "name": "阿香", "aliases": ["小芷"] }] });
    refused(project, "cards.enter", twice, Code::NameTaken).await?;
    refused(project, "cards.enter", json!({ "cards": [{ "name": " " }] }), Code::BadRequest).await?;
    let nothing = ask(project, "cards.enter", json!({ "cards": [{ "name": "砚哥" }] })).await?;
    assert_eq!((&nothing["act"], &nothing["known"]), (&Value::Null, &json!(["砚哥"])));
    Ok(())
}

#[tokio::test]
async fn undo_is_refused_while_the_cards_are_in_use() -> Result<()> {
    let (novel, _) = novel(&[TEXT]).await?;
    let project = &novel.project;
    ask(project, "cards.enter", json!({ "cards": [{ "name": "沈砚" }] })).await?;
    ask(project, "kg.save_entity", json!({ "name": "沈砚" })).await?;
    let refusal = refused(project, "cards.undo", json!({ "act": 1 }), Code::BadRequest).await?;
    assert_eq!(*refusal.details, json!({ "kind": "lore_entry", "id": 1 }));
    Ok(())
}

fn entity(name: &str, quote: (wenfang_story::SceneId, &str)) -> Value {
    json!({ "proposed": { "kind": "entity", "name": name }, "confidence": 0.8, "scene": quote.0, "quote": quote.1 })
}

#[tokio::test]
async fn proposals_are_decided_and_reopened_together() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let quote = (s[0], "沈砚住在渡口");
    let names = ["沈砚", "砚哥", "渡口", "江上"].map(|name| entity(name, quote));
    propose(project, json!(names)).await?;
    let counted = ask(project, "kg.proposal_counts", json!({})).await?;
    let totals: Vec<&Value> = list(&counted["counts"]).iter().map(|count| &count["total"]).collect();
    assert_eq!(totals, [2, 0, 1, 0]);
    let before = (canon(project).await?, ask(project, "kg.proposals", json!({})).await?);
    // 渡口 is a place, 砚哥 is another name of 沈砚, 江上 is not a name.
    let place = json!({ "kind": "entity", "name": "渡口", "entity_kind": "location" });
    let alias = json!({ "kind": "alias", "name": "沈砚", "alias": "砚哥" });
    let reviews = json!([
        { "proposal": 1, "decision": "accept" },
        { "proposal": 2, "decision": "accept", "corrected": alias },
        { "proposal": 3, "decision": "accept", "corrected": place },
        { "proposal": 4, "decision": "reject" },
    ]);
    let done = ask(project, "kg.review_all", json!({ "reviews": reviews, "not_names": ["江上"] })).await?;
    assert_eq!(
        (list(&done["decided"]).len(), &done["refused"], &done["ignored"]),
        (4, &json!([]), &json!(["江上"]))
    );
    let all = cards(project).await?;
    assert_eq!(titles(&all), ["沈砚", "渡口"]);
    assert_eq!((&all[0]["aliases"], &all[1]["kind"]), (&json!(["砚哥"]), &json!("location")));

    let first = |name: &str| json!({ "kind": "entity", "name": name });
    let back = json!([
        { "proposal": 4, "decision": "reopen" },
        { "proposal": 3, "decision": "reopen", "corrected": first("渡口") },
        { "proposal": 2, "decision": "reopen", "corrected": first("砚哥") },
        { "proposal": 1, "decision": "reopen" },
    ]);
    let undone = ask(project, "kg.review_all", json!({ "reviews": back, "names": ["江上"] })).await?;
    assert!(list(&undone["decided"]).iter().all(|one| one["kept"] == json!([])), "{undone}");
    assert_eq!((canon(project).await?, ask(project, "kg.proposals", json!({})).await?), before);
    assert_eq!(ask(project, "mentions.ignored", json!({})).await?["names"], json!([]));
    Ok(())
}

#[tokio::test]
async fn an_undecidable_proposal_does_not_block_the_others() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let quote = (s[0], "沈砚住在渡口");
    let gone = json!({ "proposed": { "kind": "entity", "name": "无名" }, "confidence": 0.8, "scene": s[0], "quote": "没有的话" });
    propose(project, json!([entity("沈砚", quote), gone, entity("渡口", quote)])).await?;
    let reviews: Vec<Value> = (1..=3).map(|id| json!({ "proposal": id, "decision": "accept" })).collect();
    let done = ask(project, "kg.review_all", json!({ "reviews": reviews })).await?;
    assert_eq!(each(&done["refused"], "code"), ["quote_not_found"]);
    assert_eq!(done["refused"][0]["proposal"], 2);
    assert_eq!(statuses(project).await?, ["applied", "rejected", "applied"]);
    assert_eq!(titles(&cards(project).await?), ["沈砚", "渡口"]);
    let missing = json!({ "reviews": [{ "proposal": 1, "decision": "reopen" }, { "proposal": 9, "decision": "accept" }] });
    refused(project, "kg.review_all", missing, Code::NotFound).await?;
    Ok(())
}
