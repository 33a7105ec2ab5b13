//! Comments in pages that Word saved: each passage is an element whose style names the comment, and their words stand in
//! a list at the end.

use std::collections::HashMap;

use crate::html::line::Line;
use crate::xml::{Child, Element};
use crate::{Comment, Span, Style};

/// The comments of a page.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub list: Vec<Comment>,
    passages: HashMap<String, Passage>,
}

/// The passage of a comment.
#[derive(Clone, Copy, Debug)]
struct Passage {
    comment: u32,
    /// How many of its elements are not read yet; 0 for a comment without a passage.
    rest: usize,
    is_begun: bool,
}

impl Comments {
    /// Finds the comments below an element.
    pub fn find(root: Element<'_>) -> Self {
        let mut comments = Self::default();
        for words in root.descendants().filter(|part| part.attribute("class") == Some("msocomtxt")) {
            let id = comments.list.len() as u32;
            let number = number(words).unwrap_or_else(|| (id + 1).to_string());
            comments.passages.insert(number, Passage { comment: id, rest: 0, is_begun: false });
            let author = words.descendants().find_map(|part| set(part, "mso-comment-author"));
            let author = author.unwrap_or_default().trim_matches(['"', '\'']).to_owned();
            comments.list.push(Comment { id, author, text: text(words), ..Comment::default() });
        }
        if comments.list.is_empty() {
            return comments;
        }
        for element in root.descendants() {
            for number in numbers(element) {
                let Some(passage) = comments.passages.get_mut(number) else { continue };
                passage.rest += 1;
                let at = set(element, "mso-comment-date").and_then(|at| date(&at));
                if let (Some(at), Some(comment)) = (at, comments.list.get_mut(passage.comment as usize)) {
                    comment.at = at;
                }
            }
        }
        comments
    }

    /// The comments whose passages begin with an element.
    pub fn begun_by(&mut self, element: Element<'_>) -> Vec<u32> {
        let mut begun = Vec::new();
        for number in numbers(element) {
            if let Some(passage) = self.passages.get_mut(number)
                && !std::mem::replace(&mut passage.is_begun, true)
            {
                begun.push(passage.comment);
            }
        }
        begun
    }

    /// The comments whose passages end with an element, which has been read.
    pub fn ended_by(&mut self, element: Element<'_>) -> Vec<u32> {
        let mut ended = Vec::new();
        for number in numbers(element) {
            let Some(passage) = self.passages.get_mut(number) else { continue };
            passage.rest = passage.rest.saturating_sub(1);
            if passage.rest == 0 {
                ended.push(passage.comment);
            }
        }
        ended
    }

    /// The comment of a sign in the text, if it has no passage.
    pub fn at_sign(&mut self, sign: Element<'_>) -> Option<u32> {
        let link = std::iter::once(sign).chain(sign.descendants());
        let number = link.filter_map(|part| part.attribute("href")?.strip_prefix("#_msocom_")).next()?;
        let passage = self.passages.get_mut(number)?;
        (!std::mem::replace(&mut passage.is_begun, true)).then_some(passage.comment)
    }
}

/// The number of a comment in the list, as its passage names it.
fn number(words: Element<'_>) -> Option<String> {
    let of = |part: Element<'_>| {
        let id = part.attribute("id").and_then(|id| id.strip_prefix("_com_"));
        id.or_else(|| part.attribute("name")?.strip_prefix("_msocom_")).map(str::to_owned)
    };
    std::iter::once(words).chain(words.descendants()).find_map(of)
}

/// The numbers of the comments whose passage an element is in.
fn numbers<'x>(element: Element<'x>) -> impl Iterator<Item = &'x str> {
    let style = element.attribute("style").filter(|style| style.contains("mso-comment-")).unwrap_or_default();
    style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        match name.trim() {
            "mso-comment-reference" => value.trim().rsplit('_').next(),
            "mso-comment-continuation" => Some(value.trim()),
            _ => None,
        }
    })
}

/// What the style of an element sets.
fn set(element: Element<'_>, property: &str) -> Option<String> {
    let declarations = element.attribute("style")?.split(';');
    let mut values = declarations.filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        (name.trim() == property).then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    values.next_back()
}

/// A date such as `20260102T0304`.
fn date(at: &str) -> Option<String> {
    let (day, time) = at.split_once('T')?;
    let is_date =
        day.len() == 8 && time.len() >= 4 && (day.bytes().chain(time.bytes())).all(|c| c.is_ascii_digit());
    is_date.then(|| format!("{}-{}-{}T{}:{}:00", &day[..4], &day[4..6], &day[6..], &time[..2], &time[2..4]))
}

/// The words of a comment, one line per paragraph, without the sign at their beginning.
fn text(words: Element<'_>) -> String {
    let mut lines = vec![Line::default()];
    gather(words, &mut lines);
    let words = |line: &mut Line| line.take().into_iter().map(span_text).collect::<String>();
    let lines: Vec<String> = lines.iter_mut().map(words).collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn span_text(span: Span) -> String {
    match span {
        Span::Text { text, .. } => text,
        _ => String::new(),
    }
}

fn gather(element: Element<'_>, lines: &mut Vec<Line>) {
    for child in element.children() {
        match child {
            Child::Text(text) => {
                lines.last_mut().into_iter().for_each(|line| line.push_raw(text, Style::default()));
            }
            Child::Element(part) => {
                let is_sign = part.attribute("class") == Some("msocomoff")
                    || set(part, "mso-special-character").is_some_and(|sign| sign == "comment");
                if matches!(part.name(), "p" | "div" | "br") {
                    lines.push(Line::default());
                }
                if !is_sign {
                    gather(part, lines);
                }
            }
        }
    }
}
