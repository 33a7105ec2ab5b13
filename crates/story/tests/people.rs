//! Prints how well the people of five novels are found without a model, compared with lists made by hand:
//! `cargo test -p wenfang-story --test people -- --nocapture --include-ignored`. The novels are stored outside the
//! repository; novels that are absent are skipped.

use std::collections::HashSet;
use std::path::Path;

use wenfang_story::canon::extraction::{NamesFound, names_found, people};
use wenfang_text::{HintTuning, Lexicon, common_words, name_hints_tuned};

const LUXUN: &str = include_str!("../../../tests/names/luxun.tsv");

/// A language that has thresholds and common words of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Chinese,
    English,
    Japanese,
}

/// The novels, with their languages and the lists of their people.
const BOOKS: [(&str, Language, &str); 5] = [
    ("hongloumeng.zh-Hans.txt", Language::Chinese, include_str!("../../../tests/names/hongloumeng.tsv")),
    ("panghuang.zh-Hans.txt", Language::Chinese, LUXUN),
    ("aq-zhengzhuan.zh-Hans.txt", Language::Chinese, LUXUN),
    (
        "pride-and-prejudice.en.raw.txt",
        Language::English,
        include_str!("../../../tests/names/pride-and-prejudice.tsv"),
    ),
    ("kokoro.ja.aozora.txt", Language::Japanese, include_str!("../../../tests/names/kokoro.tsv")),
];

/// Minimum number of mentions of a person who must be found.
const OFTEN: usize = 10;

struct Book {
    file: &'static str,
    language: Language,
    list: &'static str,
    text: String,
}

impl Book {
    fn found(&self, tuning: &HintTuning) -> NamesFound {
        let listed = people(self.list).unwrap_or_default();
        let hints = name_hints_tuned([(0, self.text.as_str())], &Lexicon::new([]), tuning);
        names_found([self.text.as_str()], &listed, (&hints, OFTEN))
    }
}

/// The novels of the corpus.
fn books() -> Vec<Book> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let read = |(file, language, list)| match std::fs::read_to_string(folder.join(file)) {
        Ok(text) => Some(Book { file, language, list, text }),
        Err(_) => {
            eprintln!("skipped: no {file} in the corpus");
            None
        }
    };
    BOOKS.into_iter().filter_map(read).collect()
}

fn print(book: &Book, found: &NamesFound) {
    let NamesFound { proposed, judged, right, wrong, often, found: found_often, missed } = found;
    eprintln!(
        "{}: {proposed} proposed; {right} of {judged} right ({} %); {found_often} of {often} frequent people ({} %)",
        book.file,
        found.precision(),
        found.recall()
    );
    eprintln!("  wrong: {}\n  missed: {}", wrong.join(" "), missed.join(" "));
}

#[test]
fn the_people_of_each_novel_are_found() {
    for book in books() {
        let found = book.found(&HintTuning::default());
        print(&book, &found);
        assert!(found.precision() >= 90.0, "{}: {:?}", book.file, found.wrong);
        assert!(found.recall() >= 80.0, "{}: {:?}", book.file, found.missed);
    }
}

/// The thresholds that are tried, the strictest first.
fn tunings() -> impl Iterator<Item = HintTuning> {
    let shares = [0.36, 0.27, 0.18, 0.09];
    let stations = [12, 8, 5];
    let scores = [0.04, 0.02, 0.01];
    scores.into_iter().flat_map(move |min_score| {
        shares.into_iter().flat_map(move |min_share_of_best| {
            stations.into_iter().map(move |min_station_occurrences| HintTuning {
                min_score,
                min_share_of_best,
                min_station_occurrences,
                ..HintTuning::default()
            })
        })
    })
}

/// The thresholds that find the most people in the books with at most one wrong name in twenty: of several the middle
/// ones. Without books, the default ones.
fn chosen<'f>(found: impl Iterator<Item = &'f [NamesFound]> + Clone) -> HintTuning {
    if found.clone().next().is_none() {
        return HintTuning::default();
    }
    let quality = |at: usize| {
        let is_precise = found.clone().all(|found| found[at].precision() >= 95.0);
        let recall: f64 = found.clone().map(|found| found[at].recall()).sum();
        if is_precise { recall } else { -1.0 }
    };
    let tried: Vec<(f64, HintTuning)> =
        tunings().enumerate().map(|(at, tuning)| (quality(at), tuning)).collect();
    let best = tried.iter().map(|(quality, _)| *quality).fold(f64::NEG_INFINITY, f64::max);
    let mut equal: Vec<HintTuning> =
        tried.into_iter().filter(|(quality, _)| *quality == best).map(|(_, tuning)| tuning).collect();
    equal.swap_remove(equal.len() / 2)
}

/// Each book is measured as if it had not been looked at: the thresholds are chosen by the other books of its
/// language, and a common word that occurs in none of them is unknown. A language with a single book cannot be
/// measured so.
#[test]
#[ignore = "tries many thresholds on whole novels, which takes a minute"]
fn people_are_found_with_each_novel_left_out() {
    let books = books();
    let found: Vec<Vec<NamesFound>> = books
        .iter()
        .map(|book| match book.language {
            Language::Chinese => tunings().map(|tuning| book.found(&tuning)).collect(),
            // The thresholds are for names in Han only.
            Language::English | Language::Japanese => Vec::new(),
        })
        .collect();
    for (at, book) in books.iter().enumerate().filter(|(_, book)| book.language == Language::Chinese) {
        let is_other = |(other, one): &(usize, &Book)| *other != at && one.language == book.language;
        let others: Vec<usize> = books.iter().enumerate().filter(is_other).map(|(other, _)| other).collect();
        let occurs_elsewhere = |word: &str| others.iter().any(|other| books[*other].text.contains(word));
        let unlisted: HashSet<String> = common_words()
            .filter(|word| book.text.contains(word) && !occurs_elsewhere(word))
            .map(str::to_owned)
            .collect();
        let thresholds = chosen(others.iter().map(|other| found[*other].as_slice()));
        let tuning = HintTuning { unlisted, ..thresholds };
        eprintln!(
            "without {}: score {}, share {}, station {}, {} common words unknown",
            book.file,
            tuning.min_score,
            tuning.min_share_of_best,
            tuning.min_station_occurrences,
            tuning.unlisted.len()
        );
        let found = book.found(&tuning);
        print(book, &found);
        assert!(found.precision() >= 90.0, "{}: {:?}", book.file, found.wrong);
    }
}
