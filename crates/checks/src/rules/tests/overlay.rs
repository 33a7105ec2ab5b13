//! An overlay equals a book prepared from nothing.

use std::collections::HashMap;
use std::path::Path;

use proptest::prelude::*;
use wenfang_story::SceneId;
use wenfang_story::check::Rule;

use super::super::{Book, Found, Prepared, check, overlay, prepare, with_texts};
use super::TestBook;
use super::properties::{CANON, prose};

fn found(prepared: &Prepared<'_>, scenes: &[SceneId]) -> Vec<Found> {
    scenes.iter().flat_map(|scene| check(prepared, &Rule::ALL, *scene)).collect()
}

fn ids(book: &Book<'_>) -> Vec<SceneId> {
    book.scenes.iter().map(|scene| scene.id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn overlays_equal_a_check_from_nothing(
        scenes in proptest::collection::vec(prose(), 2..6),
        edits in proptest::collection::vec((0_usize..6, prose()), 1..5),
        later in (0_usize..6, prose()),
    ) {
        let made = TestBook::new(CANON);
        let book = made.book(&scenes.iter().map(String::as_str).collect::<Vec<_>>());
        let base = prepare(&book);
        let number = |at: usize| SceneId::from((at % scenes.len()) as i64 + 1);
        let texts = edits.iter().map(|(at, text)| (number(*at), text.as_str())).collect();
        let edited = with_texts(&book, &texts);
        let first = overlay(&base, &edited);
        prop_assert_eq!(found(&first, &ids(&book)), found(&prepare(&edited), &ids(&book)));
        // An overlay of an overlay, and back to the text that was there before.
        let again = with_texts(&edited, &HashMap::from([(number(later.0), later.1.as_str())]));
        let second = overlay(&first, &again);
        prop_assert_eq!(found(&second, &ids(&book)), found(&prepare(&again), &ids(&book)));
        let back = overlay(&second, &book);
        prop_assert_eq!(found(&back, &ids(&book)), found(&base, &ids(&book)));
    }
}

#[test]
fn another_canon_is_prepared_from_nothing() {
    let scenes = ["阿芷走进来。阿芷的眼睛是蓝色的。"];
    let (with, without) = (TestBook::new("who 阿芷; 阿芷 眼睛 黑色"), TestBook::new("who 阿芷"));
    let (book, other) = (with.book(&scenes), without.book(&scenes));
    let base = prepare(&book);
    assert_eq!(found(&base, &[1.into()]).len(), 1);
    assert_eq!(found(&overlay(&base, &other), &[1.into()]), []);
}

/// A text of the corpus, without its end; `None` if it is absent.
fn corpus(name: &str, most: usize) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    Some(text?.chars().take(most).collect())
}

/// Some numbers that look random, the same in each run (xorshift64).
fn draws() -> impl FnMut(usize) -> usize {
    let mut seed: u64 = 0x2545_f491_4f6c_dd1d;
    move |below| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below.max(1) as u64).unwrap_or_default()
    }
}

/// The scene with some of its lines deleted, doubled, or replaced by lines from elsewhere.
fn edited(scene: &str, elsewhere: &str, draw: &mut impl FnMut(usize) -> usize) -> String {
    let foreign: Vec<&str> = elsewhere.lines().collect();
    let mut lines: Vec<&str> = scene.lines().collect();
    for _ in 0..1 + draw(4) {
        let at = draw(lines.len());
        match draw(3) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines.get(at).copied().unwrap_or_default()),
            _ => lines.insert(at, foreign.get(draw(foreign.len())).copied().unwrap_or_default()),
        }
    }
    lines.join("\n")
}

#[track_caller]
fn check_novel(name: &str, canon: &str, most: usize) {
    let Some(text) = corpus(name, most) else { return };
    let lines: Vec<&str> = text.lines().collect();
    let scenes: Vec<String> = lines.chunks(25).map(|lines| lines.join("\n")).collect();
    let made = TestBook::new(canon);
    let book = made.book(&scenes.iter().map(String::as_str).collect::<Vec<_>>());
    let base = prepare(&book);
    let mut draw = draws();
    let mut total = 0;
    for _ in 0..3 {
        let mut texts: HashMap<SceneId, String> = HashMap::new();
        for _ in 0..1 + draw(3) {
            let (at, other) = (draw(scenes.len()), draw(scenes.len()));
            let id = SceneId::from(i64::try_from(at).unwrap() + 1);
            texts.insert(id, edited(&scenes[at], &scenes[other], &mut draw));
        }
        let texts: HashMap<SceneId, &str> = texts.iter().map(|(id, text)| (*id, text.as_str())).collect();
        let after = with_texts(&book, &texts);
        let expected = found(&prepare(&after), &ids(&book));
        assert_eq!(found(&overlay(&base, &after), &ids(&book)), expected);
        total += expected.len();
    }
    assert!(total >= 10, "the rules found {total} errors, too few to compare");
}

#[test]
fn overlays_of_novels_equal_a_check_from_nothing() {
    check_novel(
        "aq-zhengzhuan.zh-Hans.txt",
        "who 阿Ｑ; who 赵太爷; who 王胡; who 小D; who 吴妈; what 辫子",
        30_000,
    );
    check_novel(
        "hongloumeng.zh-Hans.txt",
        "who 贾宝玉 宝玉; who 林黛玉 黛玉; who 王熙凤 凤姐; who 秦可卿 秦氏",
        60_000,
    );
    check_novel("pride-and-prejudice.en.raw.txt", "who Elizabeth; who Darcy; who Jane; who Bingley", 120_000);
}
