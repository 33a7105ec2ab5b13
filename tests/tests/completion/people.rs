//! A real novel is imported without a model, and every person found in it has exactly one card.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;
use wenfang_tests::corpus::hongloumeng;

use crate::novel::{Novel, items};

async fn cards(novel: &Novel) -> Vec<Value> {
    let answer = novel.ask("cards.list_mentioned", json!({})).await.unwrap();
    items(&answer["cards"]).to_vec()
}

/// Fails if two cards share a name, as a title or as an alias.
fn assert_names_are_unique(cards: &[Value]) {
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for (at, card) in cards.iter().enumerate() {
        for name in std::iter::once(&card["title"]).chain(items(&card["aliases"])) {
            let name = name.as_str().unwrap();
            assert_eq!(*owners.entry(name).or_insert(at), at, "{name} is in two cards");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_person_of_a_long_novel_has_one_card() {
    let Some(all) = hongloumeng() else {
        eprintln!("skipped: the corpus folder is missing");
        return;
    };
    let chapters: Vec<(&str, &str)> =
        all.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    let novel = Novel::of(&chapters).await;
    let workflow_service = novel.workflow_service().await;
    let request = json!({ "workflow": "import_book", "input": { "by": "local" } });
    let run = workflows::commands::call(&workflow_service, "workflow.start", request, &Watch::silent())
        .await
        .unwrap()["run"]
        .clone();
    let end = Instant::now() + Duration::from_secs(900);
    loop {
        let shown = workflows::commands::call(
            &workflow_service,
            "workflow.show",
            json!({ "run": run }),
            &Watch::silent(),
        )
        .await
        .unwrap();
        match shown["summary"]["status"].as_str() {
            Some("completed") => break,
            Some("failed" | "partial" | "interrupted") => panic!("{}", shown["summary"]),
            _ => assert!(Instant::now() < end, "the run did not end"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    workflow_service.close().await;
    assert_eq!(cards(&novel).await, Vec::<Value>::new(), "pending proposals are in no card yet");

    // All guessed names become people, are removed, and become people again.
    let found = novel.ask("mentions.hints", json!({ "limit": 10_000 })).await.unwrap();
    let new: Vec<&Value> = items(&found["hints"]).iter().filter(|hint| hint["kind"] == "new").collect();
    let list: Vec<Value> = new.iter().map(|hint| json!({ "name": hint["name"] })).collect();
    let began = Instant::now();
    let entered = novel.ask("cards.enter", json!({ "cards": list })).await.unwrap();
    let took = began.elapsed();
    eprintln!("{} names entered in {took:?}", new.len());
    assert_eq!((&entered["made"], &entered["known"]), (&json!(new.len()), &json!([])));
    assert!(new.len() > 100, "only {} names were found", new.len());
    assert!(took < Duration::from_secs(2), "{took:?}");
    let people = cards(&novel).await;
    assert_eq!(people.len(), new.len());
    assert_names_are_unique(&people);
    novel.ask("cards.undo", json!({ "act": entered["act"] })).await.unwrap();
    assert_eq!(cards(&novel).await, Vec::<Value>::new());
    let again = novel.ask("cards.enter", json!({ "found": "character" })).await.unwrap();
    assert_eq!(again["made"], entered["made"]);

    // All pending proposals are accepted; they are merged into the existing cards.
    let waiting = novel.ask("kg.proposals", json!({ "status": "pending" })).await.unwrap();
    let reviews: Vec<Value> = items(&waiting["proposals"])
        .iter()
        .map(|proposal| json!({ "proposal": proposal["id"], "decision": "accept" }))
        .collect();
    let began = Instant::now();
    let decided = novel.ask("kg.review_all", json!({ "reviews": reviews })).await.unwrap();
    let after = cards(&novel).await;
    eprintln!(
        "{} proposals accepted, {} refused, in {:?}; {} cards",
        items(&decided["decided"]).len(),
        items(&decided["refused"]).len(),
        began.elapsed(),
        after.len()
    );
    assert!(items(&decided["decided"]).len() > 100, "{}", decided["refused"]);
    assert_names_are_unique(&after);
    let both = after.iter().filter(|card| !card["entry"].is_null() && !card["entity"].is_null()).count();
    assert!(both > 100, "only {both} cards have an entry and an entity");
    for title in ["宝玉", "黛玉"] {
        let bearing =
            |card: &&Value| card["title"] == title || items(&card["aliases"]).contains(&json!(title));
        assert_eq!(after.iter().filter(bearing).count(), 1, "{title}");
    }

    // The two most frequent people are merged, and separated again.
    let mut by_mentions: Vec<&Value> = after.iter().collect();
    by_mentions.sort_by_key(|card| std::cmp::Reverse(card["counts"]["mentions"].as_u64()));
    let pair =
        json!({ "into": { "name": by_mentions[0]["title"] }, "from": { "name": by_mentions[1]["title"] } });
    let merged = novel.ask("cards.merge", pair).await.unwrap();
    let one = cards(&novel).await;
    assert_names_are_unique(&one);
    assert_eq!(one.len(), after.len() - 1);
    let total =
        |cards: &[Value]| cards.iter().filter_map(|card| card["counts"]["mentions"].as_u64()).sum::<u64>();
    assert_eq!(total(&one), total(&after), "every mention belongs to a card");
    novel.ask("cards.undo", json!({ "act": merged["act"] })).await.unwrap();
    assert_eq!(cards(&novel).await, after);
}
