//! Fonts: chosen from those of the system by language; none is part of this program.

use std::collections::BTreeSet;
use std::path::Path;

use typst::text::FontBook;
use typst_kit::fonts::{self, FontStore};

use crate::error::Error;
use crate::job::{Job, Language};

/// Families of books, by language, the best first.
const CHINESE: &[&str] = &[
    "Source Han Serif SC",
    "Noto Serif CJK SC",
    "Noto Serif SC",
    "Songti SC",
    "STSong",
    "SimSun",
    "NSimSun",
    "AR PL UMing CN",
    "FandolSong",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
];
const JAPANESE: &[&str] = &[
    "Source Han Serif",
    "Noto Serif CJK JP",
    "Noto Serif JP",
    "Hiragino Mincho ProN",
    "Yu Mincho",
    "MS Mincho",
    "IPAexMincho",
    "IPAMincho",
    "Noto Sans CJK JP",
    "Hiragino Sans",
    "Yu Gothic",
    "MS Gothic",
];
const LATIN: &[&str] = &[
    "Libertinus Serif",
    "Georgia",
    "Times New Roman",
    "Noto Serif",
    "Liberation Serif",
    "Tinos",
    "FreeSerif",
    "DejaVu Serif",
];
/// Families for Chinese italics, which are set in regular script.
const KAI: &[&str] =
    &["KaiTi", "Kaiti SC", "STKaiti", "LXGW WenKai", "AR PL UKai CN", "FandolKai", "BiauKai", "DFKai-SB"];

/// The families of a book.
#[derive(Debug, PartialEq, Eq)]
pub struct Families {
    /// For letters of the Latin script in a Chinese or Japanese text.
    pub latin: Option<String>,
    /// For the text, the best first.
    pub text: Vec<String>,
    /// For italics of a Chinese text; without one, its letters are slanted.
    pub kai: Option<String>,
}

/// Finds the fonts of the system, or those in a folder.
pub fn find(folder: Option<&Path>) -> FontStore {
    let mut store = FontStore::new();
    match folder {
        Some(folder) => store.extend(fonts::scan(folder)),
        None => store.extend(fonts::system()),
    }
    store
}

/// Chooses the families of a book.
///
/// # Errors
/// No font has the letters of the language.
pub fn choose(book: &FontBook, language: Language) -> Result<Families, Error> {
    let (known, letter) = match language {
        Language::Zh => (CHINESE, '的'),
        Language::Ja => (JAPANESE, 'の'),
        Language::En => (LATIN, 'e'),
    };
    let mut text: Vec<String> = present(book, known).map(str::to_owned).collect();
    if text.is_empty() {
        // Any other font is better than none.
        text.extend(with_letter(book, letter));
    }
    if text.is_empty() {
        return Err(Error::NoFont(letter));
    }
    let first = |known| present(book, known).next().map(str::to_owned);
    Ok(match language {
        Language::En => {
            // For words of other scripts.
            text.extend([CHINESE, JAPANESE].into_iter().filter_map(first));
            Families { latin: None, text, kai: None }
        }
        Language::Zh => Families { latin: first(LATIN), text, kai: first(KAI) },
        Language::Ja => Families { latin: first(LATIN), text, kai: None },
    })
}

fn present<'k>(book: &FontBook, known: &'k [&str]) -> impl Iterator<Item = &'k str> {
    known.iter().copied().filter(|family| book.contains_family(&family.to_lowercase()))
}

fn with_letter(book: &FontBook, letter: char) -> Option<String> {
    let infos = || (0..).map_while(|index| book.info(index));
    infos().find(|info| info.coverage.contains(u32::from(letter))).map(|info| info.family.clone())
}

/// The most missing characters that are named.
const MAX_MISSING: usize = 100;

/// Returns the visible characters of a job that no font has.
pub fn missing(book: &FontBook, job: &Job) -> Vec<char> {
    let mut used = BTreeSet::new();
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control() && !is_unseen(*c);
    job.texts(|text| used.extend(text.chars().filter(is_seen)));
    let infos: Vec<_> = (0..).map_while(|index| book.info(index)).collect();
    let is_missing = |c: &char| !infos.iter().any(|info| info.coverage.contains(u32::from(*c)));
    used.into_iter().filter(is_missing).take(MAX_MISSING).collect()
}

/// Whether a character only directs others: joiners, selectors of variants, marks of direction.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}')
}
