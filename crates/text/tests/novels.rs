//! Tests on whole novels. The corpus is stored outside the repository; tests skip if it is absent.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use wenfang_text::marks::Plain;
use wenfang_text::{CharOffset, CharRange, TextIndex, count, diff, merge, paragraphs, sentences, speech};

const NOVELS: [&str; 5] = [
    "hongloumeng.zh-Hans.txt",
    "hongloumeng.zh-Hant.raw.txt",
    "panghuang.zh-Hans.txt",
    "pride-and-prejudice.en.raw.txt",
    "kokoro.ja.aozora.txt",
];

fn novel(name: &str) -> Option<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {name} in the corpus");
    }
    text
}

#[test]
fn novels_have_the_size_stated_by_their_source() {
    // The corpus states its figures from another program, which knows fewer Han than Unicode.
    for (name, scalars, han) in
        [("hongloumeng.zh-Hans.txt", 865_902, 724_624), ("aq-zhengzhuan.zh-Hans.txt", 21_732, 17_924)]
    {
        let Some(text) = novel(name) else { continue };
        let counts = count(&text);
        assert_eq!(counts.scalars, scalars, "{name}");
        assert!((han..han + 10).contains(&counts.han), "{name}: {} Han", counts.han);
    }
}

#[test]
fn counts_of_paragraphs_add_up_to_the_novel() {
    for text in NOVELS.into_iter().filter_map(novel) {
        let whole = count(&text);
        let mut sum = paragraphs(&text).map(|paragraph| count(paragraph.text)).sum::<wenfang_text::Counts>();
        // Only line ends and blanks lie between the paragraphs.
        sum.line_ends = whole.line_ends;
        sum.whitespace = whole.whitespace;
        sum.attached = whole.attached;
        sum.scalars = whole.scalars;
        assert_eq!(sum, whole);
    }
}

#[test]
fn sentences_cover_all_visible_text_of_a_novel() {
    for text in NOVELS.into_iter().filter_map(novel) {
        let index = TextIndex::new(&text);
        let mut covered = vec![false; index.len()];
        for range in sentences(&text) {
            covered[range.as_range()].fill(true);
        }
        let chars: Vec<char> = text.chars().collect();
        let plain = Plain::of(&text);
        // A mark, such as that of a quotation, can be outside of every sentence.
        for at in 0..plain.text().chars().count() {
            let raw = plain.to_raw_offset(CharOffset::new(at)).get();
            let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            assert!(covered[raw] || is_blank(chars[raw]), "{:?} at {raw} is in no sentence", chars[raw]);
        }
    }
}

#[test]
fn renaming_a_character_yields_one_hunk_per_occurrence() {
    let Some(old) = novel("panghuang.zh-Hans.txt") else { return };
    let new = old.replace("子君", "阿瑾");
    let found = diff(&old, &new);
    assert_eq!(found.hunks.len(), old.matches("子君").count());
    assert!(found.apply(&old, &new, |_| true) == new);
}

#[test]
fn edits_in_two_halves_of_a_novel_merge_cleanly() {
    let Some(base) = novel("panghuang.zh-Hans.txt") else { return };
    let middle = base.match_indices('\n').map(|(at, _)| at).find(|&at| at > base.len() / 2).unwrap_or(0);
    let (first, second) = base.split_at(middle);
    let (our_first, their_second) = (first.replace("我", "余"), second.replace("了", "矣"));
    let merged = merge(&base, &(our_first.clone() + second), &(first.to_owned() + &their_second));
    assert!(merged.is_clean());
    assert!(merged.text == our_first + &their_second);
}

#[test]
fn speech_matches_human_annotations() {
    // LitBank: annotators marked every quotation at the beginning of Pride and Prejudice, by sentence and word
    // number.
    let (Some(text), Some(marked)) =
        (novel("litbank-pnp/quotations.txt"), novel("litbank-pnp/quotations.ann"))
    else {
        return;
    };
    // The file loses paragraphs: its lines are sentences, and quotes span several.
    let joined = text.replace('\n', " ");
    let mut words: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut at = 0;
    for line in text.lines() {
        let mut in_line = Vec::new();
        for word in line.split(' ') {
            let len = word.chars().count();
            in_line.push((at, at + len));
            at += len + 1;
        }
        words.push(in_line);
    }
    let index = TextIndex::new(&joined);
    let found: HashSet<&str> = speech(&joined).iter().map(|speech| index.slice(speech.range)).collect();
    let (mut all, mut wrong) = (0, Vec::new());
    for line in marked.lines().filter(|line| line.starts_with("QUOTE")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<usize>().unwrap();
        let start = words[number(2)][number(3)].0;
        let end = words[number(4)][number(5)].1;
        let quote = index.slice(CharRange::new(start, end));
        all += 1;
        if !found.contains(quote) {
            wrong.push(quote);
        }
    }
    assert!(all > 50, "the annotations must be read");
    assert_eq!(wrong, Vec::<&str>::new(), "of {all} quotations");
}
