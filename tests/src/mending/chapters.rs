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
/// The lengths of paragraphs in characters. Longer ones are cut at a sentence end.
const SHORTEST: usize = 40;
const LONGEST: usize = 220;

/// The chapters of the corpus and of our own samples.
pub fn chapters() -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for (_, text) in corpus::hongloumeng().unwrap_or_default() {
        chapters.extend(cut("红楼梦", Language::Chinese, text.lines(), 2));
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
        let Some(paragraph) = paragraph(line, language) else { continue };
        length += paragraph.chars().count();
        paragraphs.push(paragraph);
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

/// A line as a paragraph that ends with a sentence; `None` for headings, verse and marks.
fn paragraph(line: &str, language: Language) -> Option<String> {
    let line = line.trim();
    let (ends, longest): (&[char], usize) = match language {
        Language::Chinese => (&['。', '！', '？'], LONGEST),
        Language::English => (&['.', '!', '?'], 3 * LONGEST),
    };
    let is_prose =
        !line.starts_with(['#', '*', '_', '[', '-', '|']) && !line.contains(['[', ']', '_', '{', '}']);
    if !is_prose || line.chars().count() < SHORTEST {
        return None;
    }
    let cut: String = line.chars().take(longest).collect();
    let until = cut.rfind(ends)?;
    let end = cut[until..].chars().next().map_or(until, |mark| until + mark.len_utf8());
    let paragraph = cut[..end].to_owned();
    let count = |mark: char| paragraph.matches(mark).count();
    // Speech that goes on in the next paragraph is no error, but would be one beside a sentence that is put in.
    let is_paired = count('“') == count('”') && count('‘') == count('’') && count('"').is_multiple_of(2);
    (paragraph.chars().count() >= SHORTEST && is_paired).then_some(paragraph)
}
