//! Guesses the language of whole novels and of pieces of them.

use super::super::{guess_language, is_common_english};
use crate::NovelLanguage::{self, En, Ja, Zh};
use crate::corpus::corpus;
use crate::count;

const NOVELS: [(&str, NovelLanguage); 6] = [
    ("hongloumeng.zh-Hans.txt", Zh),
    ("hongloumeng.zh-Hant.raw.txt", Zh),
    ("aq-zhengzhuan.zh-Hans.txt", Zh),
    ("panghuang.zh-Hans.txt", Zh),
    ("kokoro.ja.aozora.txt", Ja),
    ("pride-and-prejudice.en.raw.txt", En),
];
/// The lengths of a piece in lines: about a chapter in most novels, and a few paragraphs.
const PIECES: [usize; 2] = [60, 8];

fn novels() -> impl Iterator<Item = (&'static str, NovelLanguage, String)> {
    NOVELS.into_iter().filter_map(|(name, language)| Some((name, language, corpus(name)?)))
}

#[test]
fn novels_and_their_pieces_are_recognised() {
    for (name, language, text) in novels() {
        assert_eq!(guess_language(&text), Some(language), "{name}");
        let counts = count(&text);
        let english = text.split(|c: char| !c.is_alphabetic()).filter(|word| is_common_english(word)).count();
        eprintln!(
            "{name}: kana {:.3} of Han and kana, English words {:.3} of words",
            counts.kana as f64 / (counts.han + counts.kana).max(1) as f64,
            english as f64 / counts.words.max(1) as f64,
        );
        let lines: Vec<&str> = text.lines().collect();
        for size in PIECES {
            let (mut right, mut none, mut wrong) = (0, 0, Vec::new());
            for piece in lines.chunks(size).map(|lines| lines.join("\n")) {
                match guess_language(&piece) {
                    Some(guess) if guess == language => right += 1,
                    None => none += 1,
                    Some(guess) => wrong.push((guess, piece)),
                }
            }
            eprintln!("  pieces of {size} lines: {right} right, {none} none, {} wrong", wrong.len());
            assert_eq!(wrong, Vec::new(), "{name}");
        }
    }
}

#[test]
fn limits_do_not_depend_on_a_single_novel() {
    // Each limit lies well between the languages, whichever novel is left out.
    let shares: Vec<_> = novels()
        .map(|(name, language, text)| {
            let counts = count(&text);
            (name, language, counts.kana as f64 / (counts.han + counts.kana).max(1) as f64)
        })
        .collect();
    for (name, language, kana) in shares {
        match language {
            Zh => assert!(kana < super::super::MIN_KANA / 10.0, "{name}"),
            Ja => assert!(kana > super::super::MIN_KANA * 10.0, "{name}"),
            En => {}
        }
    }
}
