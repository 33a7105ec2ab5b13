//! Tests of vectors in the index: pending texts, nearest neighbours, and writes of other processes.

use crate::kit::{file, index, put, run, scene, vector};
use proptest::prelude::*;
use wenfang_search::{Error, Index, Scope, VectorHit, passages};
use wenfang_text::TextIndex;

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

#[test]
fn any_scope_finds_what_comparing_all_vectors_finds() {
    let cases = ProptestConfig::with_cases(40);
    proptest!(cases, |(
        // Few different texts: scenes share them, and the order of equal hits matters.
        texts in prop::collection::vec(prop::collection::vec("[雨雪风][0-9a-c]{1,2}|[雨雪]{500,900}", 0..12), 1..8),
        edits in prop::collection::vec((0usize..8, prop::collection::vec("[雨雪风][0-9]", 0..12)), 0..4),
        some in prop::collection::btree_set(0usize..8, 0..8),
        query in "[雨雪风][0-9a-c]",
        limit in 1usize..30,
    )| {
        run(async {
            let (_folder, index) = index().await;
            let mut texts = texts;
            for (at, lines) in texts.iter().enumerate() {
                put(&index, at as i64, &lines.join("\n")).await;
            }
            embed(&index).await;
            // The vectors of replaced texts stay, and must not be found.
            for (at, lines) in edits {
                let at = at % texts.len();
                texts[at] = lines;
                put(&index, at as i64, &texts[at].join("\n")).await;
                embed(&index).await;
            }
            let scope = Scope::sources(some.iter().map(|at| scene(*at as i64)));
            for (scope, is_inside) in [(Scope::Everything, None), (scope, Some(&some))] {
                let hits = index.search_vectors(MODEL, &of(&query), &scope, limit).await.unwrap();
                let inside = texts.iter().enumerate().filter(|(at, _)| is_inside.is_none_or(|some| some.contains(at)));
                let mut wanted: Vec<f32> =
                    inside.flat_map(|(_, lines)| lines).map(|line| best_cosine(line, &of(&query))).collect();
                wanted.sort_by(|one, other| other.total_cmp(one));
                wanted.truncate(limit);
                assert_eq!(hits.len(), wanted.len());
                for (hit, wanted) in hits.iter().zip(&wanted) {
                    assert!((hit.similarity - wanted).abs() < 1e-5, "{hit:?} {wanted}");
                }
                let ids: Vec<_> = hits.iter().map(|hit| hit.paragraph).collect();
                for (passage, hit) in index.paragraphs(&ids).await.unwrap().iter().zip(&hits) {
                    assert!(is_inside.is_none_or(|some| some.contains(&(passage.source.id as usize))));
                    assert!((best_cosine(&passage.text, &of(&query)) - hit.similarity).abs() < 1e-5);
                }
            }
        });
    });
}

/// The cosine of the nearest passage of a paragraph.
fn best_cosine(paragraph: &str, query: &[f32]) -> f32 {
    let whole = TextIndex::new(paragraph);
    let cosines = passages(paragraph).into_iter().map(|passage| cosine(&of(whole.slice(passage)), query));
    cosines.fold(-1.0, f32::max)
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>();
    (dot(one, other) / (dot(one, one) * dot(other, other)).sqrt()) as f32
}

#[test]
fn old_versions_do_not_hide_other_texts() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, &text("雪", 20)).await;
        for version in 0..200 {
            put(&index, 2, &format!("雨{version}")).await;
            embed(&index).await;
        }
        let found = near(&index, "雨7", &Scope::Everything).await;
        assert_eq!((found.len(), found[0].as_str()), (10, "雨199"));
    });
}

#[test]
fn a_deleted_index_is_rebuilt_with_the_same_hits() {
    run(async {
        let (folder, index) = index().await;
        let scope = Scope::sources([scene(1), scene(2)]);
        let mut found = Vec::new();
        let mut index = index;
        for _ in 0..2 {
            for (id, about) in [(1, "雨"), (2, "雪"), (3, "风")] {
                put(&index, id, &text(about, 30)).await;
            }
            embed(&index).await;
            found
                .push((near(&index, "雪的夜里", &Scope::Everything).await, near(&index, "风", &scope).await));
            index.close().await;
            Index::discard(&file(folder.path())).await.unwrap();
            index = Index::open(&file(folder.path())).await.unwrap().index;
        }
        assert_eq!(found[0], found[1]);
        assert_eq!((found[0].0.len(), found[0].1.len()), (10, 10));
    });
}

#[test]
fn a_model_of_another_dimension_replaces_the_others() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨\n雪").await;
        embed(&index).await;
        let pending = index.pending("model-2", 9).await.unwrap();
        let same: Vec<_> = pending.iter().map(|pending| (pending.hash, of(&pending.text))).collect();
        index.put_vectors("model-2", &same).await.unwrap();
        assert_eq!(index.models().await.unwrap(), [MODEL, "model-2"]);
        assert_eq!(near(&index, "雪", &Scope::Everything).await.len(), 2);
        index.forget_model("model-2").await.unwrap();
        assert_eq!(near(&index, "雪", &Scope::Everything).await[0], "雪");
        let other: Vec<_> = pending.iter().zip([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).collect();
        let other: Vec<_> = other.iter().map(|(pending, vector)| (pending.hash, vector.to_vec())).collect();
        index.put_vectors("model-3", &other).await.unwrap();
        assert_eq!(index.models().await.unwrap(), ["model-3"]);
        let hits = index.search_vectors("model-3", &[1.0, 0.0, 0.0], &Scope::Everything, 9).await.unwrap();
        assert_eq!(hits.iter().map(|hit| hit.similarity).collect::<Vec<_>>(), [1.0, 0.0]);
        assert!(near(&index, "雪", &Scope::Everything).await.is_empty());
        index.clear().await.unwrap();
        put(&index, 1, "雨\n雪").await;
        embed(&index).await;
        assert_eq!(near(&index, "雪", &Scope::Everything).await.len(), 2);
    });
}

#[test]
fn a_text_without_direction_is_near_nothing() {
    run(async {
        let (_folder, index) = index().await;
        put(&index, 1, "雨\n雪").await;
        let pending = index.pending(MODEL, 9).await.unwrap();
        let vectors = [(pending[0].hash, vec![0.0; 64]), (pending[1].hash, of("雨"))];
        index.put_vectors(MODEL, &vectors).await.unwrap();
        assert!(index.pending(MODEL, 9).await.unwrap().is_empty());
        assert_eq!(near(&index, "雨", &Scope::Everything).await, ["雨"]);
        index.put_vectors(MODEL, &[(pending[0].hash, of("雪"))]).await.unwrap();
        assert_eq!(near(&index, "雪", &Scope::Everything).await, ["雪", "雨"]);
    });
}
