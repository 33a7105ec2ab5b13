//! Cuts of real novels: paragraphs of a moderate length, a few thousand characters a chapter.

use crate::corpus;

/// The language of a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chinese.
    Chinese,
    /// English.
    English,
}

/// A chapter before anything is planted.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The novel that it is from.
    pub novel: &'static str,
    /// Its language.
    pub language: Language,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
}

/// The length of a chapter in characters: enough for its errors to stand apart.
const CHINESE_LENGTH: usize = 2_400;
const ENGLISH_LENGTH: usize = 5_000;
/// The lengths of paragraphs in characters. Longer ones are divided at sentence ends.
const SHORTEST: usize = 40;
const LONGEST: usize = 220;

/// The chapters of the corpus and of our own samples.
pub fn chapters() -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for (_, text) in corpus::hongloumeng().unwrap_or_default() {
        chapters.extend(cut("红楼梦", Language::Chinese, text.lines(), 1));
    }
    if let Some(text) = corpus::text("pride-and-prejudice.en.raw.txt") {
        let text = text.replace("\r\n", "\n");
        for chapter in text.split("\nCHAPTER ").skip(1) {
            let paragraphs: Vec<String> =
                chapter.split("\n\n").skip(1).map(|lines| lines.replace('\n', " ")).collect();
            let lines = paragraphs.iter().map(String::as_str);
            chapters.extend(cut("Pride and Prejudice", Language::English, lines, 2));
        }
    }
    for (name, file) in [("彷徨", "panghuang.zh-Hans.txt"), ("阿Q正传", "aq-zhengzhuan.zh-Hans.txt")] {
        let text = corpus::text(file).unwrap_or_default();
        chapters.extend(cut(name, Language::Chinese, text.lines(), usize::MAX));
    }
    let own = [
        ("渡口", Language::Chinese, include_str!("../../../samples/渡口.md")),
        ("Low Water", Language::English, include_str!("../../../samples/Low Water.md")),
    ];
    for (name, language, text) in own {
        chapters.extend(cut(name, language, text.lines(), usize::MAX));
    }
    chapters
}

/// Cuts up to `most` chapters from lines.
fn cut<'l>(
    novel: &'static str,
    language: Language,
    lines: impl Iterator<Item = &'l str>,
    most: usize,
) -> Vec<Chapter> {
    let wanted = match language {
        Language::Chinese => CHINESE_LENGTH,
        Language::English => ENGLISH_LENGTH,
    };
    let mut chapters = Vec::new();
    let mut paragraphs: Vec<String> = Vec::new();
    let mut length = 0;
    for line in lines {
        let of_line = self::paragraphs(line, language);
        length += of_line.iter().map(|paragraph| paragraph.chars().count()).sum::<usize>();
        paragraphs.extend(of_line);
        if length >= wanted {
            chapters.push(Chapter { novel, language, paragraphs: std::mem::take(&mut paragraphs) });
            length = 0;
            if chapters.len() >= most {
                return chapters;
            }
        }
    }
    if paragraphs.len() >= 4 {
        chapters.push(Chapter { novel, language, paragraphs });
    }
    chapters
}

/// A line as paragraphs that end with a sentence; none for headings, verse and marks.
fn paragraphs(line: &str, language: Language) -> Vec<String> {
    let line = line.trim();
    let (ends, longest): (&[char], usize) = match language {
        Language::Chinese => (&['。', '！', '？'], LONGEST),
        Language::English => (&['.', '!', '?'], 3 * LONGEST),
    };
    let is_prose =
        !line.starts_with(['#', '*', '_', '[', '-', '|']) && !line.contains(['[', ']', '_', '{', '}']);
    let mut paragraphs = vec![String::new()];
    for sentence in line.split_inclusive(ends).filter(|_| is_prose) {
        let is_full = |text: &String| text.chars().count() + sentence.chars().count() > longest;
        if paragraphs.last().is_some_and(is_full) {
            paragraphs.push(String::new());
        }
        if let Some(last) = paragraphs.last_mut() {
            last.push_str(if last.is_empty() { sentence.trim_start() } else { sentence });
        }
    }
    // Speech that goes on in the next paragraph is no error, but would be one beside a sentence that is put in.
    let is_whole = |text: &String| {
        let is_paired =
            is_paired(text, ('“', '”')) && (language == Language::English || is_paired(text, ('‘', '’')));
        let straight = text.matches('"').count();
        is_paired
            && straight.is_multiple_of(2)
            && text.ends_with(ends)
            && (SHORTEST..=longest).contains(&text.chars().count())
    };
    paragraphs.retain(is_whole);
    paragraphs
}

/// Whether every quotation mark that opens is closed before the next one opens.
fn is_paired(text: &str, (opening, closing): (char, char)) -> bool {
    let mut is_open = false;
    let is_right = text.chars().all(|c| {
        let is_expected = if is_open { c != opening } else { c != closing };
        is_open = (is_open || c == opening) && c != closing;
        is_expected
    });
    is_right && !is_open
}
