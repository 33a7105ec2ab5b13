//! Compares both engines with PyTorch and `transformers` on two hundred texts (`golden/make.py` created the vectors).

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod models;

use models::{cosine, embedded, loaded, options, real_vocabulary, seeded, texts, tiny};
use wenfang_embed::kernels::Level;
use wenfang_embed::seeded::Sizes;
use wenfang_embed::{Agreement, Embedder, Engine, Folder, Pooling, Scheme, agreement, load_held_to};

/// The vectors computed by PyTorch, one model after the other.
const VECTORS: &[u8] = include_bytes!("golden/vectors.bin");

/// The vectors of one model; `before` are the dimensions of the preceding models.
fn golden(before: &[usize], dimension: usize) -> Vec<Vec<f32>> {
    let count = texts().len();
    let (numbers, _) = VECTORS.as_chunks::<2>();
    let start = before.iter().sum::<usize>() * count;
    let vectors = numbers[start..start + dimension * count].chunks_exact(dimension);
    vectors.map(|v| v.iter().map(|two| f32::from(i16::from_le_bytes(*two)) / 32767.0).collect()).collect()
}

/// The text with the lowest cosine and that cosine, considering every `step`th text.
fn worst(engine: &dyn Embedder, expected: &[Vec<f32>], step: usize) -> (f64, &'static str) {
    let texts: Vec<&str> = texts().into_iter().step_by(step).collect();
    let actual = embedded(engine, &texts);
    assert_eq!(actual.len(), expected.len().div_ceil(step));
    let cosines =
        actual.iter().zip(expected.iter().step_by(step)).map(|(actual, expected)| cosine(actual, expected));
    cosines.zip(texts).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

/// Compares the packed engine at every level and in both schemes with vectors of the same texts. Without special
/// instructions a large model takes minutes, so it uses every tenth text; tiny models use all.
fn check_packed(folder: &Folder, expected: &[Vec<f32>]) {
    for level in Level::offered() {
        let is_slow = level == Level::Scalar && folder.dimension() > 100;
        let schemes = [(Scheme::F32, level.has_float_kernels()), (Scheme::Int8, level.has_byte_kernels())];
        for (scheme, _) in schemes.into_iter().filter(|(_, has_kernels)| *has_kernels) {
            let engine = load_held_to(folder, &options(Engine::Packed, scheme, 2), level).unwrap();
            let (cosine, text) = worst(&*engine, expected, if is_slow { 10 } else { 1 });
            eprintln!("{level:?} {scheme}: {cosine:.7}");
            assert!(cosine >= Agreement::bar(scheme), "{level:?} {scheme}: {cosine} for {text}");
        }
    }
}

fn check(folder: &Folder, expected: &[Vec<f32>]) {
    let (cosine, text) = worst(&*loaded(folder, Engine::Candle, Scheme::F32), expected, 1);
    eprintln!("candle: {cosine:.7}");
    assert!(cosine >= 0.99999, "candle: {cosine} for {text}");
    check_packed(folder, expected);
}

#[test]
fn a_tiny_model_with_cls_pooling() {
    let (_guard, folder) = tiny(1, Pooling::Cls);
    check(&folder, &golden(&[], 48));
}

#[test]
fn a_tiny_model_with_mean_pooling() {
    let (_guard, folder) = tiny(2, Pooling::Mean);
    check(&folder, &golden(&[48], 48));
}

#[test]
fn a_model_of_real_dimensions() {
    let Some(vocabulary) = real_vocabulary() else { return };
    let (_guard, folder) = seeded(3, (Sizes::BGE_SMALL_ZH, Pooling::Cls), &vocabulary);
    check(&folder, &golden(&[48, 48], 512));
    for scheme in [Scheme::F32, Scheme::Int8] {
        let agreement = agreement(&folder, scheme).unwrap();
        assert!(agreement.agree(), "{agreement:?}");
    }
}

/// Ensures that the comparison can fail: another seed gives another model.
#[test]
fn another_model_does_not_agree() {
    let (_guard, folder) = tiny(4, Pooling::Cls);
    assert!(worst(&*loaded(&folder, Engine::Packed, Scheme::F32), &golden(&[], 48), 1).0 < 0.9);
}

/// With real weights, if available: compares the engines with each other.
#[test]
fn real_weights() {
    let Some(path) = std::env::var_os("WENFANG_TEST_MODEL") else {
        eprintln!("skipped: WENFANG_TEST_MODEL is not set");
        return;
    };
    let folder = Folder::open(path.as_ref()).unwrap();
    let reference = embedded(&*loaded(&folder, Engine::Candle, Scheme::F32), &texts());
    check_packed(&folder, &reference);
}
