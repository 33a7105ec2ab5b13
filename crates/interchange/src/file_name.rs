//! Portable file names, and the sort order and titles derived from file names.

use wenfang_text::{NovelLanguage, parse_numeral};

/// The maximum length of a stem, in bytes of UTF-8. File systems allow 255 bytes, some tools fewer, and the
/// number and the extension are added.
const MAX_LEN: usize = 150;

/// The file name of a part without a title.
pub(crate) const UNTITLED: &str = "无题";
const UNTITLED_EN: &str = "Untitled";

/// Device names reserved by Windows, with any extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Returns a file stem that is valid on Windows, macOS and Linux and resembles the title. Reserved characters
/// become their full-width forms, invisible characters are dropped, and dots and spaces are trimmed from the
/// ends.
pub fn safe(title: &str) -> String {
    let mut stem = String::new();
    for c in title.chars() {
        let c = match c {
            '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => {
                char::from_u32(u32::from(c) + 0xfee0).unwrap_or('_')
            }
            c if c.is_whitespace() => ' ',
            c if c.is_control() || is_invisible(c) => continue,
            c => c,
        };
        if c == ' ' && stem.ends_with(' ') {
            continue;
        }
        if stem.len() + c.len_utf8() > MAX_LEN {
            break;
        }
        stem.push(c);
    }
    let stem = stem.trim_matches([' ', '.']);
    let device = stem.split('.').next().unwrap_or(stem).trim_end().to_lowercase();
    match () {
        () if stem.is_empty() => UNTITLED.to_owned(),
        () if DEVICES.contains(&device.as_str()) => format!("_{stem}"),
        () => stem.to_owned(),
    }
}

/// Returns a file stem for a title of a novel: like [`safe`], but in English with the signs that English uses.
pub fn safe_in(title: &str, language: NovelLanguage) -> String {
    if language != NovelLanguage::En {
        return safe(title);
    }
    let mut plain = String::with_capacity(title.len());
    let mut chars = title.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ':' if chars.peek().is_some_and(|next| next.is_whitespace()) => plain.push_str(" -"),
            ':' | '/' | '\\' | '|' => plain.push('-'),
            '"' => plain.push('\''),
            '<' | '>' | '?' | '*' => {}
            c => plain.push(c),
        }
    }
    match safe(&plain) {
        stem if stem == UNTITLED => UNTITLED_EN.to_owned(),
        stem => stem,
    }
}

/// Zero-width and direction characters. Dropping them makes names that look the same identical.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fffe}'..='\u{ffff}')
}

/// Returns the title in a file name: without folders, extension and leading number, unless the number is the
/// whole stem.
pub(crate) fn title_of(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 8 => stem,
        _ => name,
    };
    let rest = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    let title = rest.trim_start_matches([' ', '.', '_', '-', '、']);
    if rest.len() < stem.len() && title.len() < rest.len() && !title.is_empty() { title } else { stem }
}

/// A segment of a sort key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortKey {
    Number(u64),
    Text(String),
}

/// Returns the sort key of a name. Runs of digits, and Chinese numerals after 第 or 卷, compare as numbers.
pub(crate) fn sort_key(name: &str) -> Vec<SortKey> {
    let mut key = Vec::new();
    let mut text = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let numeral = if text.ends_with(['第', '卷']) {
            rest.find(|c: char| !"零〇一二三四五六七八九十百千万两".contains(c)).unwrap_or(rest.len())
        } else {
            0
        };
        let number = match (digits, numeral) {
            (1.., _) => rest[..digits].parse().ok(),
            (0, 1..) => parse_numeral(&rest[..numeral]).map(|(number, _)| u64::from(number)),
            _ => None,
        };
        if let Some(number) = number {
            if !text.is_empty() {
                key.push(SortKey::Text(std::mem::take(&mut text)));
            }
            key.push(SortKey::Number(number));
            rest = &rest[digits.max(numeral)..];
        } else {
            text.extend(c.to_lowercase());
            rest = &rest[c.len_utf8()..];
        }
    }
    if !text.is_empty() {
        key.push(SortKey::Text(text));
    }
    // Break ties between equal keys (01, 1).
    key.push(SortKey::Text(name.to_owned()));
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_names_have_english_signs() {
        let english = |title| safe_in(title, NovelLanguage::En);
        assert_eq!(english("Chapter 1: The Road?"), "Chapter 1 - The Road");
        assert_eq!(english("\"Either/Or\" at 12:30"), "'Either-Or' at 12-30");
        assert_eq!((english("?"), safe_in("雨：?", NovelLanguage::Zh)), ("Untitled".into(), "雨：？".into()));
    }

    #[test]
    fn stems_are_safe_everywhere() {
        assert_eq!(safe("第一章 谁?"), "第一章 谁？");
        assert_eq!(safe("../../etc"), "／..／etc");
        assert_eq!(safe("CON"), "_CON");
        assert_eq!(safe("nul.txt"), "_nul.txt");
        assert_eq!(safe(" . "), UNTITLED);
        assert_eq!(safe("a\u{202e}b\tc"), "ab c");
        assert!(safe(&"长".repeat(300)).len() <= MAX_LEN);
    }

    #[test]
    fn names_sort_by_number() {
        let mut names = ["第十章.txt", "10.txt", "第二章.txt", "9.txt", "2 b.txt", "2 a.txt"];
        names.sort_by_cached_key(|name| sort_key(name));
        assert_eq!(names, ["2 a.txt", "2 b.txt", "9.txt", "10.txt", "第二章.txt", "第十章.txt"]);
    }

    #[test]
    fn titles_are_read_from_names() {
        assert_eq!(title_of("a/001 第一章 风起.txt"), "第一章 风起");
        assert_eq!(title_of("12.txt"), "12");
        assert_eq!(title_of("3章.md"), "3章");
    }
}
