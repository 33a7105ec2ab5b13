//! The tables before the text: fonts, colours and styles.

use std::collections::{HashMap, HashSet};

use super::code_page;

/// The fonts, by number.
#[derive(Default)]
pub(super) struct Fonts {
    pages: HashMap<i32, i32>,
    /// The font whose entry is being read.
    current: i32,
}

impl Fonts {
    pub fn control(&mut self, word: &str, number: Option<i32>) {
        match (word, number) {
            ("f", Some(font)) => self.current = font,
            ("fcharset", Some(charset)) => {
                if let Some(page) = code_page::of_charset(charset) {
                    self.pages.entry(self.current).or_insert(page);
                }
            }
            ("cpg", Some(page)) if page != 0 => _ = self.pages.insert(self.current, page),
            _ => {}
        }
    }

    /// The code page of a font; `None` for the one of the document.
    pub fn page(&self, font: i32) -> Option<i32> {
        self.pages.get(&font).copied()
    }
}

/// The colours that are neither black, white nor automatic.
#[derive(Default)]
pub(super) struct Colours {
    bright: HashSet<i32>,
    current: i32,
    parts: [i32; 3],
}

impl Colours {
    pub fn control(&mut self, word: &str, number: Option<i32>) {
        let part = match word {
            "red" => 0,
            "green" => 1,
            "blue" => 2,
            _ => return,
        };
        self.parts[part] = number.unwrap_or(0);
    }

    /// Reads the text between control words: a semicolon ends a colour.
    pub fn text(&mut self, bytes: &[u8]) {
        for _ in bytes.iter().filter(|byte| **byte == b';') {
            if self.parts != [0; 3] && self.parts != [255; 3] {
                self.bright.insert(self.current);
            }
            self.current += 1;
            self.parts = [0; 3];
        }
    }

    pub fn is_bright(&self, number: i32) -> bool {
        self.bright.contains(&number)
    }
}

#[derive(Clone, Debug, Default)]
struct ParagraphStyle {
    name: String,
    outline: Option<u8>,
    based_on: Option<i32>,
}

/// The paragraph styles, by number.
#[derive(Default)]
pub(super) struct Styles {
    styles: HashMap<i32, ParagraphStyle>,
    current: Option<i32>,
}

impl Styles {
    /// A style begins: its group opens.
    pub fn begin(&mut self) {
        self.current = Some(0);
    }

    pub fn control(&mut self, word: &str, number: Option<i32>) {
        match word {
            "s" => self.current = number,
            // Character, table and section styles.
            "cs" | "ts" | "ds" => self.current = None,
            "outlinelevel" => self.change(|style| style.outline = number.and_then(|n| u8::try_from(n).ok())),
            "sbasedon" => self.change(|style| style.based_on = number),
            _ => {}
        }
    }

    pub fn text(&mut self, text: &str) {
        self.change(|style| style.name.push_str(text));
    }

    fn change(&mut self, change: impl FnOnce(&mut ParagraphStyle)) {
        if let Some(current) = self.current {
            change(self.styles.entry(current).or_default());
        }
    }

    /// Looks a property up in a style and the styles it is based on.
    fn find<T>(&self, style: i32, read: impl Fn(&ParagraphStyle) -> Option<T>) -> Option<T> {
        let mut current = style;
        // A chain of styles longer than this is a circle.
        for _ in 0..32 {
            let style = self.styles.get(&current)?;
            if let Some(found) = read(style) {
                return Some(found);
            }
            current = style.based_on.filter(|next| *next != current)?;
        }
        None
    }

    /// The level of a heading with this style, from 1.
    pub fn heading(&self, style: i32) -> Option<u8> {
        let outline = self.find(style, |style| style.outline.or_else(|| level_of_name(&style.name)));
        outline.filter(|level| *level < 9).map(|level| level + 1)
    }

    pub fn is_quotation(&self, style: i32) -> bool {
        self.find(style, |style| is_quotation(&style.name).then_some(())).is_some()
    }
}

/// The outline level of a style that is named like a heading, from 0.
fn level_of_name(name: &str) -> Option<u8> {
    let name = name.trim().trim_end_matches(';').to_lowercase();
    let rest =
        ["heading ", "标题 ", "標題 ", "見出し "].iter().find_map(|prefix| name.strip_prefix(prefix))?;
    let level: u8 = rest.trim().parse().ok()?;
    (1..=9).contains(&level).then(|| level - 1)
}

fn is_quotation(name: &str) -> bool {
    let name = name.trim().trim_end_matches(';').to_lowercase();
    [
        "quote",
        "intense quote",
        "block text",
        "block quote",
        "block quotation",
        "quotations",
        "引用",
        "明显引用",
        "引用文",
    ]
    .contains(&name.as_str())
}
