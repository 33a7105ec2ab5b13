//! Proposals extracted from the text, without a model.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::json;
use wenfang_tests::kit::chapters;

use crate::{ask, list, novel, save};

const FIRST: &str = "　　沈砚，字子墨，是个抄书人。沈怀山是沈砚的父亲。
　　陆青山道：「再等一等。」陆青山笑道：「人还没有到齐。」
　　陆青山说：「你也来了。」沈砚没有回头。
　　「陆青山！」船家喊道，「缆绳断了。」陆青山听了，忙走过去。
";
const SECOND: &str = "　　陆青山问道：「还有谁？」陆青山叹道：「只有风了。」
　　陆青山便说：「走罢。」说着，陆青山上了船。
";

#[tokio::test]
async fn names_aliases_and_kinships_are_proposed_once() -> Result<()> {
    let (novel, s) = novel(&[FIRST, SECOND]).await?;
    let project = &novel.project;
    for name in ["沈砚", "沈怀山"] {
        ask(project, "lore.save", json!({ "title": name, "kind": "character" })).await?;
    }
    let found = ask(project, "kg.extract", json!({ "scene": s[0] })).await?;
    let listed = ask(project, "kg.proposals", json!({ "batch": found["batch"] })).await?;
    let proposed: BTreeSet<String> = list(&listed["proposals"])
        .iter()
        .map(|proposal| {
            assert_eq!(proposal["status"], "pending", "nothing is applied without the author: {proposal}");
            let proposed = &proposal["proposed"];
            let word = |field: &str| proposed[field].as_str().unwrap_or_default().to_owned();
            match proposed["kind"].as_str().unwrap() {
                "relation" => format!("{} {} {}", word("from"), word("relation"), word("to")),
                "alias" => format!("{} = {}", word("name"), word("alias")),
                _ => word("name"),
            }
        })
        .collect();
    let wanted = ["陆青山", "沈砚 = 子墨", "沈怀山 父亲 沈砚"].map(str::to_owned);
    assert_eq!(proposed, BTreeSet::from(wanted));

    // A second extraction, of the scene or of its chapter, finds nothing new.
    let first = chapters(project).await?[0];
    for request in [json!({ "scene": s[0] }), json!({ "chapter": first })] {
        let again = ask(project, "kg.extract", request).await?;
        let listed = ask(project, "kg.proposals", json!({ "batch": again["batch"] })).await?;
        assert_eq!(listed["proposals"], json!([]));
    }
    // An accepted proposal is in the graph with its passage; a rejected one is not proposed again.
    for proposal in list(&listed["proposals"]) {
        let is_name = proposal["proposed"]["kind"] == "entity";
        let decision = if is_name { "reject" } else { "accept" };
        ask(project, "kg.review", json!({ "proposal": proposal["id"], "decision": decision })).await?;
    }
    save(project, s[0], &format!("　　风停了。\n{FIRST}")).await?;
    let again = ask(project, "kg.extract", json!({ "scene": s[0] })).await?;
    assert_eq!((&again["pending"], &again["applied"]), (&json!(0), &json!(0)));
    let entities = ask(project, "kg.entities", json!({})).await?;
    let yan = list(&entities["entities"]).iter().find(|entity| entity["name"] == "沈砚").unwrap();
    assert_eq!((&yan["aliases"], &yan["lore_entry"]), (&json!(["子墨"]), &json!(1)));
    let card = ask(project, "kg.entity", json!({ "entity": yan["id"] })).await?;
    assert_eq!(card["relations"][0]["evidence"][0]["quote"], "沈怀山是沈砚的父亲");
    let second = ask(project, "kg.extract", json!({ "scene": s[1] })).await?;
    assert_eq!(second["pending"], 0, "a name that was rejected is rejected everywhere");
    Ok(())
}
