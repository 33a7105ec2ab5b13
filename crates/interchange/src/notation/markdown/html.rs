//! HTML in Markdown that stands for marks of ours: ruby, dots, emphasis, lines in the middle or at the right. Our own
//! export for other programs writes it.

use super::escape;
use crate::lines::visible;

/// Tags that are signs of emphasis.
const EMPHASIS: [(&str, &str); 8] = [
    ("<em>", "*"),
    ("</em>", "*"),
    ("<i>", "*"),
    ("</i>", "*"),
    ("<strong>", "**"),
    ("</strong>", "**"),
    ("<b>", "**"),
    ("</b>", "**"),
];
const RUBY: (&str, &str) = ("<ruby>", "</ruby>");
const READING: (&str, &str) = ("<rt>", "</rt>");
const DOTS: (&str, &str) = ("<span class=\"dots\">", "</span>");
/// The elements that place a line, with our marks.
const PLACED: [(&str, &str, (&str, &str)); 4] = [
    ("<p align=\"center\">", "</p>", (">> ", " <<")),
    ("<p align=\"right\">", "</p>", (">> ", "")),
    ("<div align=\"center\">", "</div>", (">> ", " <<")),
    ("<div align=\"right\">", "</div>", (">> ", "")),
];

/// What HTML at the start of a text is in marks.
pub(super) struct Html<'t> {
    /// The length of the HTML, in bytes.
    pub length: usize,
    pub open: &'static str,
    /// What is still to be decoded.
    pub words: &'t str,
    pub close: String,
}

impl Html<'_> {
    /// The visible characters that its marks have fewer than its tags, without those of the words.
    pub fn dropped(&self, rest: &str) -> usize {
        let written = visible(self.open) + visible(self.words) + visible(&self.close);
        visible(&rest[..self.length]).saturating_sub(written)
    }
}

/// Reads the HTML at the start of a text.
pub(super) fn read(rest: &str) -> Option<Html<'_>> {
    if let Some((tag, mark)) = EMPHASIS.iter().find(|(tag, _)| rest.starts_with(tag)) {
        return Some(Html { length: tag.len(), open: mark, words: "", close: String::new() });
    }
    if let Some(words) = inside(rest, DOTS) {
        let length = DOTS.0.len() + words.len() + DOTS.1.len();
        return Some(Html { length, open: "《《", words, close: "》》".to_owned() });
    }
    let ruby = inside(rest, RUBY)?;
    let (base, after) = ruby.split_once(READING.0)?;
    let (reading, after) = after.split_once(READING.1)?;
    let base = base.trim_end_matches("<rp>(</rp>");
    let is_plain = |text: &str| !text.is_empty() && !text.contains(['<', '《', '》', '｜']);
    let is_closed = matches!(after, "" | "<rp>)</rp>");
    let length = RUBY.0.len() + ruby.len() + RUBY.1.len();
    (is_plain(base) && is_plain(reading) && is_closed).then(|| Html {
        length,
        open: "｜",
        words: base,
        close: format!("《{}》", escape::decode(reading)),
    })
}

/// The line that an element places, with the marks around it.
pub(super) fn placed(line: &str) -> Option<(&'static str, &str, &'static str)> {
    let (open, close, marks) = PLACED.iter().find(|(open, ..)| line.starts_with(open))?;
    let words = line[open.len()..].strip_suffix(close)?.trim();
    (!words.is_empty() && !words.contains(close)).then_some((marks.0, words, marks.1))
}

fn inside<'t>(rest: &'t str, (open, close): (&str, &str)) -> Option<&'t str> {
    let words = rest.strip_prefix(open)?;
    let words = &words[..words.find(close)?];
    (!words.is_empty()).then_some(words)
}
