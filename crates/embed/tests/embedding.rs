//! Properties of every embedder: one vector per text, of length 1, independent of the other texts in the call.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod models;

use models::{embedded, least, loaded, options, shared, texts, tiny};
use proptest::prelude::*;
use wenfang_embed::seeded::{Seeded, Sizes, write};
use wenfang_embed::{
    Embedder, Engine, Folder, LoadError, NGram, Options, PREPARATION, Pooling, Role, Scheme, load,
};

fn all(folder: &Folder) -> Vec<Box<dyn Embedder>> {
    vec![
        loaded(folder, Engine::Candle, Scheme::F32),
        loaded(folder, Engine::Packed, Scheme::F32),
        loaded(folder, Engine::Packed, Scheme::Int8),
        Box::new(NGram::new()),
    ]
}

#[test]
fn vectors_have_unit_length_and_the_dimension() {
    let (_guard, folder) = tiny(5, Pooling::Cls);
    for embedder in all(&folder) {
        for role in [Role::Passage, Role::Query] {
            let vectors = embedder.embed(&texts(), role).unwrap();
            assert_eq!(vectors.len(), texts().len());
            for vector in vectors {
                assert_eq!(vector.len(), embedder.identity().dimension);
                let length: f32 = vector.iter().map(|x| x * x).sum();
                assert!((length - 1.0).abs() < 1e-5, "{embedder:?}: {length}");
            }
        }
        assert!(embedder.embed(&[], Role::Passage).unwrap().is_empty());
    }
}

#[test]
fn identities_describe_the_vectors() {
    let (_guard, folder) = tiny(5, Pooling::Cls);
    let keys: Vec<String> = all(&folder).iter().map(|embedder| embedder.identity().key()).collect();
    let hash = folder.weights_hash();
    assert_eq!(hash.len(), 64);
    let float = format!("{hash}.p{PREPARATION}.f32.48");
    let byte = format!("{hash}.p{PREPARATION}.int8.48");
    assert_eq!(keys, vec![float.clone(), float, byte, format!("ngram.p{PREPARATION}.ngram.512")]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any choice and order of texts, any batch size, any number of threads.
    #[test]
    fn vectors_do_not_depend_on_neighbouring_texts(
        chosen in proptest::collection::vec(0_usize..200, 1..30),
        size in 1_usize..30, threads in 1_usize..5, mean: bool,
    ) {
        let (_guard, folder) = tiny(6, if mean { Pooling::Mean } else { Pooling::Cls });
        let texts = texts();
        for (engine, scheme) in
            [(Engine::Candle, Scheme::F32), (Engine::Packed, Scheme::F32), (Engine::Packed, Scheme::Int8)]
        {
            let alone = load(&folder, &options(engine, scheme, 1)).unwrap();
            let together = load(&folder, &options(engine, scheme, threads)).unwrap();
            let chosen: Vec<&str> = chosen.iter().map(|at| texts[*at]).collect();
            let actual: Vec<Vec<f32>> =
                chosen.chunks(size).flat_map(|texts| embedded(&*together, texts)).collect();
            for (text, actual) in chosen.iter().zip(&actual) {
                let expected = embedded(&*alone, &[text]).remove(0);
                for (actual, expected) in actual.iter().zip(&expected) {
                    prop_assert!((actual - expected).abs() < 1e-6, "{engine:?} {scheme} {text}");
                }
            }
        }
    }
}

#[test]
fn texts_are_truncated_at_the_limit() {
    let (_guard, folder) = tiny(7, Pooling::Mean);
    assert_eq!(folder.limit(), 128);
    let word = "风".repeat(126);
    let (long, longer) = (format!("{word}雨"), format!("{word}雷电交加"));
    for embedder in &all(&folder)[..3] {
        let vectors = embedded(&**embedder, &[&word, &long, &longer]);
        assert_eq!(vectors[0], vectors[1]);
        assert_eq!(vectors[0], vectors[2]);
    }
}

#[test]
fn only_queries_get_the_instruction() {
    let (guard, _) = tiny(8, Pooling::Cls);
    let prompt = r#"{"prompts":{"query":"找：","passage":""}}"#;
    std::fs::write(guard.path().join("config_sentence_transformers.json"), prompt).unwrap();
    let folder = Folder::open(guard.path()).unwrap();
    assert_eq!(folder.preparation().instruction, "找：");
    let embedder = loaded(&folder, Engine::Packed, Scheme::F32);
    let query = embedder.embed(&["风"], Role::Query).unwrap();
    assert_eq!(query, embedded(&*embedder, &["找：风"]));
    assert_ne!(query, embedded(&*embedder, &["风"]));
}

#[test]
fn known_instructions_are_found_by_model_name() {
    let place = tempfile::tempdir().unwrap();
    for (name, instruction) in [
        ("bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章："),
        ("BGE-base-en-v1.5", "Represent this sentence for searching relevant passages: "),
        ("all-MiniLM-L6-v2", ""),
    ] {
        let path = place.path().join(name);
        let vocabulary = models::tiny_vocabulary();
        let model = Seeded { seed: 1, sizes: Sizes::TINY, vocabulary: &vocabulary, pooling: Pooling::Cls };
        write(&path, &model).unwrap();
        let folder = Folder::open(&path).unwrap();
        assert_eq!((folder.name(), folder.preparation().instruction.as_str()), (name, instruction));
    }
}

#[test]
fn the_reference_supports_only_floats() {
    let (_guard, folder) = tiny(9, Pooling::Cls);
    for (engine, scheme) in
        [(Engine::Candle, Scheme::Int8), (Engine::Auto, Scheme::NGram), (Engine::Packed, Scheme::NGram)]
    {
        let options = Options { engine, ..options(engine, scheme, 1) };
        assert!(matches!(load(&folder, &options), Err(LoadError::NotOffered { .. })));
    }
}

/// The tokenizer built from the vocabulary equals the model's own on whole novels in several languages.
#[test]
fn both_tokenizers_give_the_same_numbers() {
    let Some(whole) = shared("models/bge-small-zh-v1.5/tokenizer.json") else { return };
    let Some(corpus) = shared("corpus") else { return };
    let Some(vocabulary) = models::real_vocabulary() else { return };
    let sizes = Sizes { hidden: 4, layers: 1, heads: 1, intermediate: 4, positions: 512 };
    let (guard, by_vocabulary) = models::seeded(1, (sizes, Pooling::Cls), &vocabulary);
    std::fs::copy(whole, guard.path().join("tokenizer.json")).unwrap();
    let by_json = Folder::open(guard.path()).unwrap();
    let mut compared = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let paragraphs: Vec<&str> = text.lines().collect();
        let numbers = |folder: &Folder| folder.token_numbers(&paragraphs, Role::Passage).unwrap();
        assert_eq!(numbers(&by_vocabulary), numbers(&by_json));
        compared += paragraphs.len();
    }
    assert!(compared > 10_000, "{compared}");
    let numbers = |folder: &Folder| folder.token_numbers(&texts(), Role::Query).unwrap();
    assert_eq!(numbers(&by_vocabulary), numbers(&by_json));
}

#[test]
fn engines_agree_with_relu() {
    let (guard, _) = tiny(10, Pooling::Cls);
    let path = guard.path().join("config.json");
    let config = std::fs::read_to_string(&path).unwrap().replace("\"gelu\"", "\"relu\"");
    std::fs::write(path, config).unwrap();
    let folder = Folder::open(guard.path()).unwrap();
    let [reference, float, byte] =
        [(Engine::Candle, Scheme::F32), (Engine::Packed, Scheme::F32), (Engine::Packed, Scheme::Int8)]
            .map(|(engine, scheme)| embedded(&*loaded(&folder, engine, scheme), &texts()));
    assert!(least(&reference, &float) > 0.99999);
    assert!(least(&reference, &byte) > 0.999);
}
