//! The measures and fonts of a layout, in the units of Word: twentieths of a point, and half points for type.

use wenfang_text::NovelLanguage;

use super::{DocxLayout, DocxOptions};
use crate::book::Book;

/// The measures and fonts of a document.
pub(super) struct Setting {
    layout: DocxLayout,
    /// Latin and East Asian fonts of the text.
    pub text_font: (&'static str, &'static str),
    /// The same of headings.
    pub heading_font: (&'static str, &'static str),
    pub latin_language: &'static str,
    pub asian_language: &'static str,
    /// Word's name of emphasis dots: below the letters in Chinese, above them otherwise.
    pub dots: &'static str,
    /// Width and height of a page.
    pub page: (u32, u32),
    /// Margins above and below, and at the sides.
    pub margins: (u32, u32),
    /// 240 is a single line.
    pub line: u32,
    pub indent: Indent,
    /// The heading levels of volumes and of chapters.
    pub levels: (Option<u8>, u8),
    pub scene_break: &'static str,
}

/// The indent of a first line.
#[derive(Clone, Copy)]
pub(super) enum Indent {
    Points(u32),
    /// Hundredths of a character.
    Characters(u32),
}

/// The size of the text in half points: 12 points, which is 小四.
pub(super) const TEXT_SIZE: u32 = 24;

impl Setting {
    pub(super) fn new(book: &Book, options: &DocxOptions) -> Self {
        let is_manuscript = options.layout == DocxLayout::Manuscript;
        let is_japanese = book.language == NovelLanguage::Ja;
        let (song, hei) =
            if is_japanese { ("ＭＳ 明朝", "ＭＳ ゴシック") } else { ("宋体", "黑体") };
        let characters = if is_japanese { 100 } else { 200 };
        Self {
            layout: options.layout,
            text_font: ("Times New Roman", song),
            heading_font: if is_manuscript { ("Times New Roman", song) } else { ("Arial", hei) },
            latin_language: "en-US",
            asian_language: if is_japanese { "ja-JP" } else { "zh-CN" },
            dots: if book.language == NovelLanguage::Zh { "underDot" } else { "dot" },
            page: if is_manuscript { (12_240, 15_840) } else { (11_906, 16_838) },
            margins: if is_manuscript { (1440, 1440) } else { (1440, 1800) },
            line: if is_manuscript { 480 } else { 360 },
            indent: if is_manuscript { Indent::Points(720) } else { Indent::Characters(characters) },
            levels: if book.has_volumes() { (Some(1), 2) } else { (None, 1) },
            scene_break: if is_manuscript { "#" } else { "＊＊＊" },
        }
    }

    pub(super) fn is_manuscript(&self) -> bool {
        self.layout == DocxLayout::Manuscript
    }

    /// The width of a line of text.
    pub(super) fn measure(&self) -> u32 {
        self.page.0 - 2 * self.margins.1
    }
}

/// Returns the indent of a first line. Word reads the characters, other programs the twentieths of a point.
pub(super) fn indent(indent: Indent) -> String {
    match indent {
        Indent::Points(points) => format!(r#"<w:ind w:firstLine="{points}"/>"#),
        Indent::Characters(characters) => {
            let points = characters * TEXT_SIZE * 10 / 100;
            format!(r#"<w:ind w:firstLineChars="{characters}" w:firstLine="{points}"/>"#)
        }
    }
}
