//! Proposals: three confidence tiers, quotes that must be in the text, and the author's decisions.

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_studio::{Code, Project};

use crate::{ask, each, list, novel, number, refused, save};

pub const TEXT: &str = "沈怀山是沈砚的父亲。沈砚住在渡口。";

/// A fact in words, as a proposal.
pub fn fact(
    confidence: f64,
    (subject, predicate, object): (&str, &str, &str),
    quote: (SceneId, &str),
) -> Value {
    json!({
        "proposed": { "kind": "fact", "subject": subject, "predicate": predicate, "object": object },
        "confidence": confidence, "scene": quote.0, "quote": quote.1,
    })
}

pub async fn propose(project: &Project, proposals: Value) -> Result<Value> {
    ask(project, "kg.propose", json!({ "source": "试", "proposals": proposals })).await
}

/// Proposes facts, and accepts the sure ones one by one where possible. Returns how many of the batch got which
/// status.
pub async fn take(project: &Project, proposals: Value) -> Result<Value> {
    let taken = propose(project, proposals).await?;
    let batch = json!({ "batch": taken["batch"] });
    let listed = ask(project, "kg.proposals", batch.clone()).await?;
    for proposal in list(&listed["proposals"]) {
        if (&proposal["status"], &proposal["tier"]) == (&json!("pending"), &json!("apply")) {
            let request = json!({ "proposal": proposal["id"], "decision": "accept" });
            // A proposal that cannot be accepted stays pending.
            let _ = wenfang_studio::commands::call_on(project, "kg.review", request).await;
        }
    }
    let now = ask(project, "kg.proposals", batch).await?;
    let mut batches = list(&now["batches"]).iter();
    Ok(batches.find(|one| one["id"] == taken["batch"]).cloned().map_or(Value::Null, |one| {
        json!({
            "batch": one["id"], "applied": one["applied"], "pending": one["pending"], "rejected": one["rejected"],
        })
    }))
}

/// Switches on applying sure proposals at once.
pub async fn apply_sure(project: &Project) -> Result<()> {
    ask(project, "kg.set_proposal_settings", json!({ "apply_sure": true })).await.map(drop)
}

pub async fn statuses(project: &Project) -> Result<Vec<String>> {
    let listed = ask(project, "kg.proposals", json!({})).await?;
    Ok(each(&listed["proposals"], "status").into_iter().map(str::to_owned).collect())
}

pub async fn review(project: &Project, proposal: i64, decision: &str) -> Result<Value> {
    ask(project, "kg.review", json!({ "proposal": proposal, "decision": decision })).await
}

#[tokio::test]
async fn a_wrong_fact_is_corrected_where_it_is() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let wrong = json!({ "subject": { "name": "沈砚" }, "predicate": "住处", "object": { "text": "京城" } });
    ask(project, "kg.save_fact", wrong).await?;
    let mut correction = fact(0.8, ("沈砚", "住处", "渡口"), (s[0], "沈砚住在渡口"));
    correction["proposed"]["corrects"] = json!("京城");
    propose(project, json!([correction, correction])).await?;
    review(project, 1, "accept").await?;
    let facts = ask(project, "kg.entity", json!({ "entity": 1 })).await?["facts"].clone();
    assert_eq!(list(&facts).len(), 1, "{facts}");
    assert_eq!(facts[0]["evidence"][0]["quote"], "沈砚住在渡口");
    assert!(facts[0]["valid_from"].is_null(), "it holds from where it held: {facts}");
    // Nothing is wrong any more.
    refused(project, "kg.review", json!({ "proposal": 2, "decision": "accept" }), Code::BadRequest).await?;
    review(project, 1, "reopen").await?;
    let back = ask(project, "kg.entity", json!({ "entity": 1 })).await?["facts"].clone();
    assert!(back.to_string().contains("京城") && list(&back[0]["evidence"]).is_empty(), "{back}");
    Ok(())
}

#[tokio::test]
async fn a_batch_for_the_author_waits_for_the_author() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    apply_sure(project).await?;
    let sure = json!([fact(1.0, ("沈砚", "住处", "渡口"), (s[0], "沈砚住在渡口"))]);
    let request = json!({ "source": "试", "proposals": sure, "for_author": true });
    let taken = ask(project, "kg.propose", request).await?;
    assert_eq!([&taken["applied"], &taken["pending"]].map(number), [0, 1]);
    assert_eq!(statuses(project).await?, ["pending"]);
    assert!(list(&ask(project, "kg.entities", json!({})).await?["entities"]).is_empty());
    review(project, 1, "accept").await?;
    assert_eq!(statuses(project).await?, ["applied"]);
    Ok(())
}

#[tokio::test]
async fn confidence_decides_between_applied_pending_and_rejected() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    apply_sure(project).await?;
    let quote = (s[0], "沈砚住在渡口");
    let taken = propose(
        project,
        json!([
            fact(0.9, ("沈砚", "住处", "渡口"), quote),
            fact(0.89, ("沈砚", "籍贯", "渡口"), quote),
            fact(0.6, ("沈砚", "去处", "渡口"), quote),
            fact(0.59, ("沈砚", "来处", "渡口"), quote),
            fact(1.0, ("沈砚", "死处", "渡口"), (s[0], "沈砚死在渡口")),
            { "proposed": { "kind": "entity", "name": "无名" }, "confidence": 1.0 },
        ]),
    )
    .await?;
    let taken = [&taken["applied"], &taken["pending"], &taken["rejected"]].map(number);
    assert_eq!(taken, [1, 2, 3]);
    assert_eq!(
        statuses(project).await?,
        ["applied", "pending", "pending", "rejected", "rejected", "rejected"]
    );
    let listed = ask(project, "kg.proposals", json!({})).await?;
    assert_eq!(each(&listed["proposals"], "tier"), ["apply", "review", "review", "reject", "apply", "apply"]);
    assert_eq!(listed["proposals"][0]["now"], json!({ "start": 10, "end": 16 }));
    assert_eq!(listed["proposals"][4]["unproven"], "沈砚死在渡口");
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert_eq!(each(&card["facts"], "predicate"), ["住处"]);
    assert_eq!(
        (&card["facts"][0]["source"], &card["facts"][0]["confidence"]),
        (&json!("extraction"), &json!(0.9))
    );
    assert_eq!(card["facts"][0]["evidence"][0]["quote"], "沈砚住在渡口");

    // Without a valid quote, the author cannot accept it either.
    for proposal in [5, 6] {
        let request = json!({ "proposal": proposal, "decision": "accept" });
        refused(project, "kg.review", request, Code::QuoteNotFound).await?;
    }
    review(project, 4, "accept").await?;
    assert_eq!(list(&ask(project, "kg.entity", json!({ "entity": 1 })).await?["facts"]).len(), 2);
    for (confidence, bad) in [(1.5, "沈砚"), (-0.1, "沈砚"), (0.7, " ")] {
        let proposals =
            json!([fact(0.7, ("甲", "住处", "乙"), quote), fact(confidence, (bad, "住处", "渡口"), quote)]);
        let request = json!({ "source": "试", "proposals": proposals });
        refused(project, "kg.propose", request, Code::BadRequest).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_deleted_quote_is_not_evidence() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    propose(project, json!([fact(0.7, ("沈砚", "住处", "渡口"), (s[0], "沈砚住在渡口"))])).await?;
    save(project, s[0], "沈怀山是沈砚的父亲。沈砚搬走了。").await?;
    let listed = ask(project, "kg.proposals", json!({})).await?;
    assert_eq!(
        (&listed["proposals"][0]["now"], &listed["proposals"][0]["status"]),
        (&Value::Null, &json!("pending"))
    );
    let accept = json!({ "proposal": 1, "decision": "accept" });
    refused(project, "kg.review", accept.clone(), Code::QuoteNotFound).await?;
    // A quote only in an old version does not count in a draft either; at a new position it counts again.
    let draft = json!({ "scene": s[0], "base": 2, "text": "雾散了。沈砚住在渡口，一直如此。" });
    ask(project, "scene.save_draft", draft).await?;
    let listed = ask(project, "kg.proposals", json!({})).await?;
    assert_eq!(listed["proposals"][0]["now"], json!({ "start": 4, "end": 10 }));
    ask(project, "kg.review", accept).await?;
    let card = ask(project, "kg.entity", json!({ "entity": 1 })).await?;
    assert_eq!(
        card["facts"][0]["evidence"][0]["version"], 1,
        "the evidence refers to the version it was read in"
    );
    Ok(())
}

#[tokio::test]
async fn proposals_wait_unless_the_author_switches_otherwise() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let setting = async || ask(project, "kg.proposal_settings", json!({})).await;
    assert_eq!(setting().await?, json!({ "apply_sure": false }), "off until the author switches it on");
    let sure = json!([fact(1.0, ("沈砚", "住处", "渡口"), (s[0], "沈砚住在渡口"))]);
    propose(project, sure.clone()).await?;
    assert_eq!(statuses(project).await?, ["pending"]);
    assert_eq!(ask(project, "kg.entities", json!({})).await?["entities"], json!([]));
    let novel = novel.reopen().await?;
    assert_eq!(ask(&novel.project, "kg.proposal_settings", json!({})).await?["apply_sure"], false);
    ask(&novel.project, "kg.set_proposal_settings", json!({ "apply_sure": true })).await?;
    propose(&novel.project, sure).await?;
    assert_eq!(statuses(&novel.project).await?, ["pending", "applied"]);
    Ok(())
}

#[tokio::test]
async fn unquoted_claims_wait_at_any_confidence() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    apply_sure(project).await?;
    ask(project, "kg.save_entity", json!({ "name": "阿芷" })).await?;
    let proposal = |proposed: Value| json!({ "proposed": proposed, "confidence": 1.0, "scene": s[0], "quote": "沈砚住在渡口" });
    let entity = |aliases: Value, description: &str| {
        proposal(json!({ "kind": "entity", "name": "沈砚", "aliases": aliases, "description": description }))
    };
    propose(
        project,
        json!([
            entity(json!(["老沈"]), ""),
            entity(json!([]), "和阿芷一起长大"),
            proposal(json!({ "kind": "alias", "name": "沈砚", "alias": "阿砚" })),
            proposal(json!({ "kind": "fact", "subject": "沈砚", "predicate": "持有", "object": "船篙" })),
            proposal(json!({ "kind": "relation", "from": "沈怀山", "to": "沈砚", "relation": "师父" })),
            proposal(json!({ "kind": "relation", "from": "沈怀山", "to": "沈砚", "relation": "父亲" })),
            entity(json!([]), "住在江边"),
        ]),
    )
    .await?;
    let pending = "pending";
    assert_eq!(statuses(project).await?, [pending, pending, pending, pending, pending, "applied", "applied"]);
    Ok(())
}

#[tokio::test]
async fn a_decision_can_be_undone() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    let quote = (s[0], "沈怀山是沈砚的父亲");
    let relation = json!({
        "proposed": { "kind": "relation", "from": "沈怀山", "to": "沈砚", "relation": "父亲" },
        "confidence": 0.8, "scene": quote.0, "quote": quote.1,
    });
    propose(project, json!([relation, fact(0.7, ("沈砚", "身份", "儿子"), quote)])).await?;
    let before = ask(project, "kg.graph", json!({})).await?;
    review(project, 1, "accept").await?;
    let graph = ask(project, "kg.graph", json!({})).await?;
    assert_eq!((list(&graph["nodes"]).len(), list(&graph["edges"]).len()), (2, 1));
    for decision in ["accept", "reject"] {
        let request = json!({ "proposal": 1, "decision": decision });
        refused(project, "kg.review", request, Code::BadRequest).await?;
    }
    let reopened = review(project, 1, "reopen").await?;
    assert_eq!((&reopened["status"], &reopened["kept"]), (&json!("pending"), &json!([])));
    assert_eq!(ask(project, "kg.graph", json!({})).await?, before);
    review(project, 1, "reject").await?;
    review(project, 2, "reject").await?;
    assert_eq!(statuses(project).await?, ["rejected", "rejected"]);
    review(project, 1, "accept").await?;
    review(project, 2, "reopen").await?;
    assert_eq!(statuses(project).await?, ["applied", "pending"]);

    // A value corrected by the author is applied and stored in the proposal.
    let corrected = json!({ "kind": "fact", "subject": "沈砚", "predicate": "身份", "object": "独子" });
    let request = json!({ "proposal": 2, "decision": "accept", "corrected": corrected });
    ask(project, "kg.review", request).await?;
    let listed = ask(project, "kg.proposals", json!({ "status": "applied" })).await?;
    assert_eq!(listed["proposals"][1]["proposed"]["object"], "独子");
    let graph = ask(project, "kg.graph", json!({})).await?;
    assert_eq!(each(&graph["facts"], "text"), ["独子"]);
    refused(project, "kg.review", json!({ "proposal": 9, "decision": "accept" }), Code::NotFound).await?;
    Ok(())
}

#[tokio::test]
async fn contradicting_proposals_wait_and_change_nothing() -> Result<()> {
    let (novel, s) = novel(&[TEXT]).await?;
    let project = &novel.project;
    apply_sure(project).await?;
    ask(project, "kg.save_entity", json!({ "name": "沈砚", "aliases": ["父亲"] })).await?;
    let before = ask(project, "kg.entities", json!({})).await?;
    // A name that is taken, for a person who does not exist yet.
    let alias = json!({
        "proposed": { "kind": "alias", "name": "沈怀山", "alias": "父亲" },
        "confidence": 0.95, "scene": s[0], "quote": "沈怀山",
    });
    let taken = propose(project, json!([alias])).await?;
    assert_eq!((&taken["applied"], &taken["pending"]), (&json!(0), &json!(1)));
    assert_eq!(ask(project, "kg.entities", json!({})).await?, before, "no entity was created");
    let accept = json!({ "proposal": 1, "decision": "accept" });
    let error = refused(project, "kg.review", accept.clone(), Code::NameTaken).await?;
    assert_eq!(error.details["title"], "沈砚");
    assert_eq!(statuses(project).await?, ["pending"]);
    ask(project, "kg.save_entity", json!({ "entity": 1, "aliases": [] })).await?;
    ask(project, "kg.review", accept).await?;
    let entities = ask(project, "kg.entities", json!({})).await?;
    assert_eq!(entities["entities"][0]["aliases"], json!(["父亲"]));
    Ok(())
}
