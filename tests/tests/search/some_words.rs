//! Searches for which no paragraph contains all the words.

use serde_json::{Value, json};

use super::library::Library;

const TEXT: &str = "老周在渡口等了一夜。\n渡口的狗叫个不停。\n城里没有人知道。\n“渡口见。”他说。";

async fn found(library: &Library, query: &str, mode: &str) -> (u64, Vec<String>) {
    let answer = library.ok("search.find", json!({ "query": query, "mode": mode })).await;
    let text = |hit: &Value| hit["snippet"]["text"].as_str().unwrap().to_owned();
    (answer["total"].as_u64().unwrap(), answer["hits"].as_array().unwrap().iter().map(text).collect())
}

#[tokio::test]
async fn a_search_by_words_falls_back_to_partial_matches() {
    let library = Library::of(&[(String::new(), TEXT.to_owned())]).await;
    let (total, hits) = found(&library, "渡口 老周", "text").await;
    assert_eq!((total, hits.len()), (1, 1), "all words are in one paragraph: {hits:?}");

    let (total, hits) = found(&library, "渡口 老周 灯塔", "text").await;
    assert_eq!((total, hits.len(), hits[0].as_str()), (0, 3, "老周在渡口等了一夜。"), "{hits:?}");

    let (total, hits) = found(&library, "谁在渡口等了老周", "text").await;
    assert_eq!(
        (total, hits[0].as_str()),
        (0, "老周在渡口等了一夜。"),
        "a question is not a phrase: {hits:?}"
    );
}

#[tokio::test]
async fn quoted_phrases_are_always_required() {
    let library = Library::of(&[(String::new(), TEXT.to_owned())]).await;
    assert_eq!(found(&library, "“渡口的猫”", "text").await, (0, vec![]));
    let (total, hits) = found(&library, "“渡口的狗” 灯塔", "text").await;
    assert_eq!((total, hits), (0, vec!["渡口的狗叫个不停。".to_owned()]));
    let (total, hits) = found(&library, "渡口 灯塔 -狗", "text").await;
    assert_eq!(total, 0);
    assert!(hits.len() == 2 && hits.iter().all(|hit| !hit.contains('狗')), "{hits:?}");
}

#[tokio::test]
async fn fallback_hits_rank_after_word_hits() {
    let library = Library::of(&[(String::new(), TEXT.to_owned())]).await;
    let answer = library.ok("search.find", json!({ "query": "渡口 老周" })).await;
    assert_eq!(answer["meaning"]["is_fallback"], true);
    let ranks: Vec<Option<u64>> =
        answer["hits"].as_array().unwrap().iter().map(|hit| hit["why"]["words"].as_u64()).collect();
    let by_words = ranks.iter().flatten().count();
    assert!(by_words > 0);
    assert_eq!(ranks[..by_words].iter().flatten().count(), by_words, "hits by words come first: {ranks:?}");
    assert!(ranks[..by_words].is_sorted(), "{ranks:?}");
}
