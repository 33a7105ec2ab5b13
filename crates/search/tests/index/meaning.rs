//! Tests of vectors in the index: pending texts, nearest neighbours, and writes of other processes.

use crate::kit::{file, index, put, run, scene, vector};
use wenfang_search::{Error, Index, Scope, VectorHit};

const MODEL: &str = "model-1";

/// The vector of a text: texts with the same first character are close to each other.
fn of(text: &str) -> Vec<f32> {
    let about = text.chars().next().map_or(0, u64::from);
    vector(about, text.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into())))
}

async fn embed(index: &Index) -> usize {
    let pending = index.pending(MODEL, 1_000).await.unwrap();
    let vectors: Vec<_> = pending.iter().map(|pending| (pending.hash, of(&pending.text))).collect();
    index.put_vectors(MODEL, &vectors).await.unwrap();
    vectors.len()
}

async fn near(index: &Index, text: &str, scope: &Scope) -> Vec<String> {
    let hits = index.search_vectors(MODEL, &of(text), scope, 10).await.unwrap();
    assert!(hits.is_sorted_by(|one, other| one.similarity >= other.similarity));
    let ids: Vec<_> = hits.iter().map(|hit| hit.paragraph).collect();
    index.paragraphs(&ids).await.unwrap().into_iter().map(|passage| passage.text).collect()
}

fn text(of: &str, count: usize) -> String {
    (0..count).map(|n| format!("{of}{n}\n")).collect()
}

#[test]
fn a_passage_is_found_once_it_has_a_vector() {
    run(async {
        let (_folder, index) = index().await;
        assert!(near(&index, "雨", &Scope::Everything).await.is_empty());
        put(&index, 1, &text("雨", 3)).await;
        put(&index, 2, &text("雪", 3)).await;
        assert_eq!(embed(&index).await, 6);
        assert!(near(&index, "雨1", &Scope::Everything).await[0] == "雨1");
        assert!(index.state(MODEL).await.unwrap().memory > 0);
        // From here on the vectors are cached in memory and must be updated.
        put(&index, 3, &text("雨水", 3)).await;
        assert_eq!(near(&index, "雨水2", &Scope::sources([scene(3)])).await, Vec::<String>::new());
        assert_eq!(embed(&index).await, 3);
        assert_eq!(near(&index, "雨水2", &Scope::Everything).await[0], "雨水2");
        assert_eq!(near(&index, "雨水2", &Scope::sources([scene(2)])).await.len(), 3);
        // The same text elsewhere has its vector at once.
        put(&index, 4, "雪9\n雨水2").await;
        assert_eq!(near(&index, "雨水2", &Scope::sources([scene(4)])).await, ["雨水2"]);
        put(&index, 3, "雨水0").await;
        index.remove(&[scene(4)]).await.unwrap();
        assert!(!near(&index, "雨水2", &Scope::Everything).await.contains(&"雨水2".to_owned()));
        index.forget_model(MODEL).await.unwrap();
        assert!(near(&index, "雨", &Scope::Everything).await.is_empty());
    });
}

#[test]
fn each_text_is_pending_once_newest_first() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨\n雨\n……\n雪").await;
        put(&index, 2, "风\n雨").await;
        let texts =
            |pending: Vec<wenfang_search::Pending>| pending.into_iter().map(|p| p.text).collect::<Vec<_>>();
        assert_eq!(texts(index.pending(MODEL, 9).await.unwrap()), ["风", "雪", "雨"]);
        assert_eq!(texts(index.pending(MODEL, 1).await.unwrap()), ["风"]);
        embed(&index).await;
        assert!(index.pending(MODEL, 9).await.unwrap().is_empty());
        assert_eq!(index.pending("model-2", 9).await.unwrap().len(), 3);
        let state = index.state(MODEL).await.unwrap();
        assert_eq!(
            (state.sources, state.paragraphs, state.texts, state.embedded, state.pending),
            (2, 6, 3, 3, 0)
        );
    });
}

#[test]
fn a_restored_text_keeps_its_vector_until_pruned() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨\n雪\n风").await;
        embed(&index).await;
        put(&index, 1, "风\n雪").await;
        put(&index, 1, "风").await;
        assert_eq!(index.prune(1).await.unwrap().texts, 1);
        put(&index, 1, "雨\n雪\n风").await;
        let pending = index.pending(MODEL, 9).await.unwrap();
        assert_eq!(pending.iter().map(|pending| pending.text.as_str()).collect::<Vec<_>>(), ["雨"]);
        assert_eq!(index.prune(0).await.unwrap().texts, 0);
    });
}

#[test]
fn a_long_paragraph_is_found_by_its_nearest_passage() {
    run(async {
        let (_folder, index) = index().await;
        let rain = "雨下了一整夜。".repeat(50);
        let snow = "雪落满了渡口。".repeat(50);
        let long = format!("{rain}{snow}");
        put(&index, 1, &long).await;
        let pending = index.pending(MODEL, 9).await.unwrap();
        assert_eq!(pending.len(), 2);
        assert_eq!(pending.iter().rev().map(|pending| pending.text.as_str()).collect::<String>(), long);
        embed(&index).await;
        let hits = index.search_vectors(MODEL, &of(&snow), &Scope::Everything, 9).await.unwrap();
        let [VectorHit { range, .. }] = hits.as_slice() else { panic!("{hits:?}") };
        assert_eq!(range.as_range(), 350..700);
    });
}

#[test]
fn incomparable_vectors_are_refused() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨\n雪").await;
        embed(&index).await;
        let hash = index.pending("other", 1).await.unwrap()[0].hash;
        let wrong = index.put_vectors(MODEL, &[(hash, vec![1.0; 3])]).await;
        assert!(matches!(wrong, Err(Error::Dimension { wanted: 64, found: 3 })));
        let wrong = index.put_vectors(MODEL, &[(hash, vec![f32::NAN; 64])]).await;
        assert!(matches!(wrong, Err(Error::NotFinite)));
        let wrong = index.search_vectors(MODEL, &[1.0; 3], &Scope::Everything, 5).await;
        assert!(matches!(wrong, Err(Error::Dimension { wanted: 64, found: 3 })));
        assert!(index.search_vectors(MODEL, &[0.0; 64], &Scope::Everything, 5).await.unwrap().is_empty());
        assert_eq!(near(&index, "雨", &Scope::Everything).await[0], "雨");
    });
}

#[test]
fn writes_of_another_process_are_seen() {
    run(async {
        let (folder, one) = index().await;
        let other = Index::open(&file(folder.path())).await.unwrap().index;
        put(&one, 1, &text("雨", 5)).await;
        embed(&one).await;
        assert_eq!(near(&other, "雨1", &Scope::sources([scene(1)])).await[0], "雨1");
        put(&one, 2, &text("雪", 5)).await;
        embed(&one).await;
        assert_eq!(near(&other, "雪1", &Scope::sources([scene(2)])).await[0], "雪1");
        one.remove(&[scene(1)]).await.unwrap();
        assert_eq!(near(&other, "雨1", &Scope::Everything).await.len(), 5);
        put(&other, 3, "雨1").await;
        assert_eq!(near(&one, "雨1", &Scope::Everything).await[0], "雨1");
    });
}

/// The nearest texts by exact cosines.
fn exact(texts: &[String], query: &[f32], count: usize) -> Vec<String> {
    let unit = |vector: Vec<f32>| {
        let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
        vector.into_iter().map(move |component| component / length).collect::<Vec<_>>()
    };
    let query = unit(query.to_vec());
    let mut all: Vec<(f32, &String)> = texts
        .iter()
        .map(|text| (unit(of(text)).iter().zip(&query).map(|(a, b)| a * b).sum(), text))
        .collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter().take(count).map(|(_, text)| text.clone()).collect()
}

#[test]
fn updated_memory_gives_the_same_results_as_the_file() {
    run(async {
        let (folder, index) = index().await;
        let mut now = Vec::new();
        for round in 0..12usize {
            let lines: Vec<String> =
                (0..200).map(|n| format!("{}{}", ["雨", "雪", "风"][n % 3], n * (round + 1))).collect();
            put(&index, (round % 5) as i64, &lines.join("\n")).await;
            now.retain(|(scene, _): &(usize, Vec<String>)| *scene != round % 5);
            now.push((round % 5, lines));
            embed(&index).await;
            let mut texts: Vec<String> = now.iter().flat_map(|(_, lines)| lines.clone()).collect();
            texts.sort();
            texts.dedup();
            let query = of("雪的夜里");
            let hits = index.search_vectors(MODEL, &query, &Scope::Everything, 60).await.unwrap();
            let fresh = Index::open(&file(folder.path())).await.unwrap().index;
            let again = fresh.search_vectors(MODEL, &query, &Scope::Everything, 60).await.unwrap();
            let first =
                |hits: &[VectorHit]| hits.iter().take(10).map(|hit| hit.paragraph).collect::<Vec<_>>();
            assert_eq!(first(&hits), first(&again));
            let ids: Vec<_> = hits.iter().map(|hit| hit.paragraph).collect();
            let mut found: Vec<String> =
                index.paragraphs(&ids).await.unwrap().into_iter().map(|passage| passage.text).collect();
            found.dedup();
            let wanted = exact(&texts, &query, 5);
            assert!(wanted.iter().all(|text| found.contains(text)), "{wanted:?} in {found:?}");
            fresh.close().await;
        }
    });
}
