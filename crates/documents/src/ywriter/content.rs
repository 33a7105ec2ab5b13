//! The text of a scene: lines with codes in brackets, and comments between `/*` and `*/`.

use crate::inline::{self, Code, Effect, Notation};
use crate::loss::{LossKind, Losses};
use crate::tree::{Alignment, Block, Comment, Paragraph, Span};

/// Stands for a line end inside a comment.
const LINE: char = '\u{2028}';

/// Reads texts. Comments are numbered from one text to the next.
pub(super) struct Content {
    next_comment: u32,
    pub comments: Vec<Comment>,
    pub losses: Losses,
}

impl Default for Content {
    fn default() -> Self {
        Self { next_comment: 1, comments: Vec::new(), losses: Losses::default() }
    }
}

impl Content {
    pub fn blocks(&mut self, text: &str) -> Vec<Block> {
        let text = comments_on_one_line(&text.replace("\r\n", "\n"));
        let lines = text.trim_matches('\n').lines();
        lines.filter(|line| !text.is_empty() || !line.is_empty()).map(|line| self.block(line)).collect()
    }

    fn block(&mut self, line: &str) -> Block {
        let (mut level, mut alignment) = (0, Alignment::Start);
        let mut line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        for (code, heading, place) in [
            ("h1", 1, Alignment::Start),
            ("h2", 2, Alignment::Start),
            ("h3", 3, Alignment::Start),
            ("c", 0, Alignment::Centre),
            ("r", 0, Alignment::End),
        ] {
            let (open, close) = (format!("[{code}]"), format!("[/{code}]"));
            if line.contains(&open) {
                line = line.replace(&open, "").replace(&close, "");
                level = level.max(heading);
                if place != Alignment::Start {
                    alignment = place;
                }
            }
        }
        let spans = self.spans(&line);
        match level {
            0 => Block::Paragraph(Paragraph { alignment, spans, ..Paragraph::default() }),
            level => Block::Heading { level, spans },
        }
    }

    fn spans(&mut self, line: &str) -> Vec<Span> {
        let (next, comments) = (&mut self.next_comment, &mut self.comments);
        let mut lost = Losses::default();
        let last_end = line.rfind("*/").map_or(0, |at| line.len() - at);
        let mut code = |rest: &str| {
            if let Some(inside) =
                rest.strip_prefix("/*").filter(|inside| inside.len() >= last_end && last_end > 0)
            {
                let end = inside.find("*/")?;
                let text = inside[..end].replace(LINE, "\n");
                let spans = comment(text.trim(), next, comments);
                return Some((end + 4, Code::Spans(spans)));
            }
            bracket(rest, &mut lost)
        };
        let mut notation = Notation { effect: |_, _| None, code: &mut code, has_escapes: false };
        let spans = inline::spans(line, &mut notation, &mut self.losses);
        self.losses.extend(lost);
        spans
    }
}

/// `/*@en …*/` and `/*@fn …*/` are notes of the book; other comments are the author's own.
fn comment(text: &str, next: &mut u32, comments: &mut Vec<Comment>) -> Vec<Span> {
    let note = ["@en", "@fn"].iter().find_map(|mark| text.strip_prefix(mark));
    if let Some(note) = note.map(|note| note.strip_prefix('*').unwrap_or(note).trim()) {
        let line = |line: &str| Paragraph { spans: vec![crate::project::span(line)], ..Paragraph::default() };
        return vec![Span::Note(note.lines().map(line).collect())];
    }
    let id = *next;
    *next = id.wrapping_add(1);
    comments.push(Comment { id, text: text.to_owned(), ..Comment::default() });
    vec![Span::CommentStart(id), Span::CommentEnd(id)]
}

fn bracket(rest: &str, losses: &mut Losses) -> Option<(usize, Code)> {
    let inside = inline::window(rest, 40).strip_prefix('[')?;
    let end = inside.find(']')?;
    let name = inside[..end].to_lowercase();
    let meaning = match name.as_str() {
        "i" => Code::On(Effect::Italic),
        "/i" => Code::Off(Effect::Italic),
        "b" => Code::On(Effect::Bold),
        "/b" => Code::Off(Effect::Bold),
        "u" | "s" => Code::On(Effect::Lost),
        "/u" | "/s" => Code::Off(Effect::Lost),
        // The language of a passage.
        name if name.trim_start_matches('/').starts_with("lang=") => {
            losses.name(LossKind::ToolMark, name);
            Code::Spans(Vec::new())
        }
        _ => return None,
    };
    Some((end + 2, meaning))
}

fn comments_on_one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        let Some(length) = rest[start..].find("*/") else { break };
        out.push_str(&rest[..start]);
        out.push_str(&rest[start..start + length].replace('\n', &LINE.to_string()));
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    out
}
