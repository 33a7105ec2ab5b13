//! The title block: the book's title and author on the first lines, before any prose.

use crate::change::{ChangeLog, ChangeRule};
use crate::emphasis;
use crate::heading::title;
use crate::lines::{self, Line};

/// The title block of a file.
#[derive(Debug, Default)]
pub(crate) struct TitleBlock {
    pub title: Option<String>,
    pub author: Option<String>,
    /// The first line after the block.
    pub end: usize,
}

/// First lines that are not book titles.
const NOT_TITLES: [&str; 12] = [
    "目录",
    "目錄",
    "目次",
    "简介",
    "簡介",
    "内容简介",
    "內容簡介",
    "作品简介",
    "内容提要",
    "版权",
    "Contents",
    "CONTENTS",
];

const TITLE_WORDS: [&str; 6] = ["书名：", "書名：", "书名:", "書名:", "作品名：", "Title:"];
const AUTHOR_WORDS: [&str; 8] = ["作者：", "作者:", "作者 ", "著者：", "文/", "文／", "Author:", "by "];

/// Reads the title block in `lines`, which end at the first heading.
///
/// A title is a short first line without emphasis that is not a sentence and is followed by a blank line, by the
/// author, or by nothing. The author is a line with a label (作者：…), or a short line directly below the title with a blank
/// line after it.
pub(crate) fn read(lines: &[Line<'_>], log: &mut ChangeLog) -> TitleBlock {
    let Some(first) = lines.iter().position(|line| !line.is_blank()) else { return TitleBlock::default() };
    let line = &lines[first];
    if NOT_TITLES.contains(&line.body) || line.ornament().is_some() || emphasis::has(line.body) {
        return TitleBlock::default();
    }
    let (text, mut author) =
        match line.body.split_once("作者").filter(|(before, _)| !before.trim().is_empty()) {
            Some((before, _)) => {
                let at = before.len();
                (before.trim(), Some(line.body[at..].trim()))
            }
            None => (line.body, None),
        };
    let text = strip_word(text, &TITLE_WORDS);
    let bare_title = match text.strip_prefix('《').and_then(|inner| inner.strip_suffix('》')) {
        Some(inner) if !inner.contains('》') => inner,
        _ => text,
    };
    let plain_title = title::plain(bare_title);
    if plain_title.is_empty() || !title::can_be_title(bare_title) {
        return TitleBlock::default();
    }
    let mut end = first + 1;
    if author.is_none() {
        author = author_at(lines, end);
        if author.is_some() {
            end = next_text(lines, end).unwrap_or(end) + 1;
        }
    }
    let is_named = author.is_some() || bare_title != line.body;
    let is_sentence = bare_title.ends_with(['？', '！', '?', '!']);
    let alone = is_named || !is_sentence && lines.get(first + 1).is_none_or(Line::is_blank);
    if !alone {
        return TitleBlock::default();
    }
    let name = author.map(|line| strip_word(line, &AUTHOR_WORDS));
    let name = name.map(title::plain);
    let name = name.as_deref();
    note(log, line, (&plain_title, author.filter(|_| end == first + 1), name));
    if let (Some(whole), Some(name)) = (author, name)
        && end > first + 1
    {
        let words = whole.chars().filter(|c| !c.is_whitespace()).count() - lines::visible(name);
        if words > 0 {
            log.add(ChangeRule::TitleBlock, lines[end - 1].at, words);
        }
    }
    let name = name.filter(|name| !name.is_empty()).map(str::to_owned);
    TitleBlock { title: Some(plain_title), author: name, end }
}

/// Records the text dropped from the title's line.
fn note(log: &mut ChangeLog, line: &Line<'_>, (title, on_line, name): (&str, Option<&str>, Option<&str>)) {
    let kept = lines::visible(title) + if on_line.is_some() { name.map_or(0, lines::visible) } else { 0 };
    let lost = lines::visible(line.body) - kept;
    if lost > 0 {
        log.add(ChangeRule::TitleBlock, line.at, lost);
    }
}

fn strip_word<'t>(text: &'t str, words: &[&str]) -> &'t str {
    words.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim()
}

fn next_text(lines: &[Line<'_>], from: usize) -> Option<usize> {
    (from..lines.len()).find(|&at| !lines[at].is_blank())
}

fn author_at<'t>(lines: &[Line<'t>], from: usize) -> Option<&'t str> {
    let at = next_text(lines, from)?;
    let body = lines[at].body;
    if AUTHOR_WORDS.iter().any(|word| body.starts_with(word)) && body.chars().count() <= 40 {
        return Some(body);
    }
    let under = at == from && lines.get(at + 1).is_none_or(Line::is_blank);
    let name = body.chars().count() <= 20 && lines[at].indent == 0 && title::can_be_title(body);
    (under && name).then_some(body)
}
