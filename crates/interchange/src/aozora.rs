//! Aozora notation: headings and layout written as annotations ［＃…］.
//!
//! Annotations for headings, indents and page breaks are layout: headings are used, and all of them are dropped
//! and counted. The rest of the notation is kept: ruby 《…》 with its ｜, gaiji notes ※［＃…］, emphasis and
//! notes on the edition. Japanese sites accept it, and readers know it.

use std::borrow::Cow;

use crate::heading::{Heading, Role, title};
use crate::lines::Line;

const OPEN: &str = "［＃";
const CLOSE: char = '］';

/// Words that identify a layout annotation.
const LAYOUT: [&str; 14] = [
    "字下げ",
    "字上げ",
    "地付き",
    "地から",
    "改ページ",
    "改丁",
    "改段",
    "改見開き",
    "ページの左右中央",
    "字詰め",
    "大見出し",
    "中見出し",
    "小見出し",
    "ページの左",
];

/// The three heading sizes, largest first.
const SIZES: [&str; 3] = ["大見出し", "中見出し", "小見出し"];

/// Returns `body` without its layout annotations.
pub(crate) fn without_layout(body: &str) -> Cow<'_, str> {
    if !body.contains(OPEN) {
        return Cow::Borrowed(body);
    }
    let mut remaining = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find(OPEN) {
        let (before, note) = rest.split_at(at);
        remaining.push_str(before);
        let end = note.find(CLOSE).map_or(note.len(), |close| close + CLOSE.len_utf8());
        let (note, after) = note.split_at(end);
        let gaiji = before.ends_with('※');
        if gaiji || !is_layout(note) {
            remaining.push_str(note);
        }
        rest = after;
    }
    remaining.push_str(rest);
    Cow::Owned(remaining)
}

fn is_layout(note: &str) -> bool {
    note.ends_with(CLOSE) && LAYOUT.iter().any(|word| note.contains(word)) && !note.contains("底本")
}

/// Returns the annotated headings of a file; empty if there are none. The two largest sizes in the file are
/// volumes and chapters, a third is sections; a single size is chapters.
pub(crate) fn headings(lines: &[Line<'_>]) -> Vec<Heading> {
    let found: Vec<(usize, usize, String)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| heading_of(line.body).map(|(size, t)| (at, size, t)))
        .collect();
    let mut sizes: Vec<usize> = found.iter().map(|(_, size, _)| *size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let role = |size: usize| match (sizes.len(), sizes.iter().position(|&known| known == size)) {
        (2.., Some(0)) => Role::Volume,
        (_, Some(2)) => Role::Section,
        _ => Role::Chapter,
    };
    found
        .into_iter()
        .map(|(line, size, text)| Heading {
            role: role(size),
            number: number_of(&text),
            ..Heading::whole_line(line, &text)
        })
        .collect()
}

/// The maximum number of lines in a colophon. Those of the Aozora library have 8 to 20.
const MAX_COLOPHON_LINES: usize = 40;

/// Returns the line where the colophon of an Aozora file begins; `lines.len()` if there is none.
pub(crate) fn book_end(lines: &[Line<'_>]) -> usize {
    let from = lines.len().saturating_sub(MAX_COLOPHON_LINES);
    let last = &lines[from..];
    let start = last.iter().position(|line| line.body.starts_with("底本：")).map(|at| from + at);
    let names_library = |&at: &usize| lines[at..].iter().any(|line| line.body.contains("青空文庫"));
    start.filter(names_library).unwrap_or(lines.len())
}

fn number_of(text: &str) -> Option<u32> {
    use crate::heading::pattern;
    pattern::read_bare(text).or_else(|| pattern::read(text).and_then(|form| form.number))
}

/// Returns the size and the text of a heading line: `二［＃「二」は中見出し］` or
/// `［＃大見出し］上［＃大見出し終わり］`.
fn heading_of(body: &str) -> Option<(usize, String)> {
    if !body.contains(OPEN) {
        return None;
    }
    let size = SIZES.iter().position(|size| {
        body.contains(&format!("」は{size}{CLOSE}")) || body.contains(&format!("{OPEN}{size}{CLOSE}"))
    })?;
    let text = title::plain(&without_layout(body));
    (!text.is_empty()).then_some((size, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_ends_before_the_colophon() {
        let end = |text: &str| book_end(&crate::lines::split(text));
        let colophon = "底本：「こころ」集英社文庫\n入力：j.utiyama\n青空文庫作成ファイル：\n";
        assert_eq!(end(&format!("私はその人を先生と呼んだ。\n\n{colophon}")), 2);
        assert_eq!(end("底本：という本を読んだ。\n雨。\n"), 2, "prose that begins like a colophon");
        assert_eq!(end(&format!("{colophon}{}", "雨。\n".repeat(50))), 53, "far from the end");
    }

    #[test]
    fn layout_is_dropped_and_notes_are_kept() {
        assert_eq!(without_layout("［＃５字下げ］二［＃「二」は中見出し］"), "二");
        let gaiji = "葉を※［＃「てへん＋劣」、第3水準1-84-77］《も》ぎ";
        assert_eq!(without_layout(gaiji), gaiji);
        let note = "私に［＃「私に」は底本では「私は」］固《もと》より";
        assert_eq!(without_layout(note), note);
        assert_eq!(without_layout("［＃unclosed 字下げ"), "［＃unclosed 字下げ");
    }
}
