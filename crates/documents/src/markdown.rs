//! Markdown as writers of prose use it, with the additions of Obsidian: comments, links to notes, footnotes, ruby.
//!
//! A line is a paragraph. Lists, tables and code are kept as they are written.

use std::collections::{HashMap, HashSet};

use crate::inline::{self, Code, Notation};
use crate::loss::{LossKind, Losses};
use crate::tree::{Block, Comment, Paragraph, Span, Style};

/// Stands for a line end inside a comment.
const LINE: char = '\u{2028}';

/// Reads texts. Comments are numbered from one text to the next.
pub(crate) struct Markdown {
    next_comment: u32,
    pub comments: Vec<Comment>,
    pub losses: Losses,
}

impl Default for Markdown {
    fn default() -> Self {
        Self { next_comment: 1, comments: Vec::new(), losses: Losses::default() }
    }
}

impl Markdown {
    /// Reads a text.
    pub fn blocks(&mut self, text: &str) -> Vec<Block> {
        let text = comments_on_one_line(text);
        let (notes, lines) = footnotes(&text);
        let mut blocks = Vec::new();
        // Comments on lines of their own belong to the next paragraph.
        let mut waiting: Vec<Span> = Vec::new();
        for line in lines {
            if line.trim().is_empty() {
                continue;
            }
            if is_rule(line) {
                blocks.push(Block::Break);
                continue;
            }
            let (level, line) = heading(line);
            let (is_quotation, line) = match line.strip_prefix('>') {
                Some(rest) if level == 0 => (true, rest.trim_start()),
                _ => (false, line),
            };
            let line = self.without_anchor(line);
            let mut spans = self.spans(line, &notes);
            if spans.iter().all(|span| matches!(span, Span::CommentStart(_) | Span::CommentEnd(_))) {
                waiting.append(&mut spans);
                continue;
            }
            spans.splice(0..0, waiting.drain(..));
            blocks.push(match level {
                0 => Block::Paragraph(Paragraph { is_quotation, spans, ..Paragraph::default() }),
                level => Block::Heading { level, spans },
            });
        }
        if let Some(Block::Paragraph(Paragraph { spans, .. }) | Block::Heading { spans, .. }) =
            blocks.last_mut()
        {
            spans.append(&mut waiting);
        }
        blocks
    }

    /// Removes the name of a line for links to it: ` ^abc` at its end.
    fn without_anchor<'t>(&mut self, line: &'t str) -> &'t str {
        let Some((before, name)) = line.trim_end().rsplit_once(" ^") else { return line };
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_name {
            return line;
        }
        self.losses.name(LossKind::ToolMark, name);
        before.trim_end()
    }

    fn spans(&mut self, line: &str, notes: &HashMap<&str, String>) -> Vec<Span> {
        let (next, comments) = (&mut self.next_comment, &mut self.comments);
        let mut lost = Losses::default();
        let mut code = |rest: &str| {
            if let Some(inside) = rest.strip_prefix("%%") {
                let end = inside.find("%%")?;
                let text = inside[..end].replace(LINE, "\n").trim().to_owned();
                let id = *next;
                *next = id.wrapping_add(1);
                comments.push(Comment { id, text, ..Comment::default() });
                return Some((end + 4, Code::Spans(vec![Span::CommentStart(id), Span::CommentEnd(id)])));
            }
            code(rest, notes, &mut lost)
        };
        let mut notation = Notation { effect: inline::markdown, code: &mut code, has_escapes: true };
        let spans = inline::spans(line, &mut notation, &mut self.losses);
        self.losses.extend(lost);
        spans
    }
}

/// The longest link or inline note, in bytes.
const MAX_CODE: usize = 4000;

/// The longest name of a note, in bytes.
const MAX_NAME: usize = 300;

fn code(rest: &str, notes: &HashMap<&str, String>, losses: &mut Losses) -> Option<(usize, Code)> {
    let rest = inline::window(rest, MAX_CODE);
    let text = |text: &str| Code::Text(text.to_owned());
    if let Some(inside) = rest.strip_prefix("![[").map(|inside| inline::window(inside, MAX_NAME)) {
        let end = inside.find("]]")?;
        losses.name(attached(&inside[..end]), &inside[..end]);
        return Some((end + 5, text("")));
    }
    if let Some(inside) = rest.strip_prefix("[[").map(|inside| inline::window(inside, MAX_NAME)) {
        let end = inside.find("]]")?;
        let (target, shown) = inside[..end].split_once('|').unwrap_or((&inside[..end], &inside[..end]));
        losses.name(LossKind::Link, target);
        return Some((end + 4, text(shown)));
    }
    if let Some(inside) = rest.strip_prefix("[^").map(|inside| inline::window(inside, MAX_NAME)) {
        let end = inside.find(']')?;
        let note = notes.get(&inside[..end])?;
        return Some((end + 3, Code::Spans(vec![note_span(note)])));
    }
    if let Some(inside) = rest.strip_prefix("^[") {
        let end = closing(inside)?;
        return Some((end + 3, Code::Spans(vec![note_span(&inside[..end])])));
    }
    let is_picture = rest.starts_with("![");
    if let Some(inside) = rest.strip_prefix('!').filter(|_| is_picture).unwrap_or(rest).strip_prefix('[') {
        let (shown, target) = inside.split_at(inside.find(['[', ']'])?);
        let target = target.strip_prefix("](")?;
        let end = target.find(')')?;
        let kind = if is_picture { LossKind::Picture } else { LossKind::Link };
        losses.name(kind, &target[..end]);
        let length = usize::from(is_picture) + 1 + shown.len() + 2 + end + 1;
        return Some((length, text(if is_picture { "" } else { shown })));
    }
    let inside = inline::window(rest, MAX_NAME).strip_prefix('{')?;
    let (base, reading) = inside[..inside.find('}')?].split_once('|')?;
    if base.is_empty() || reading.is_empty() || base.chars().count() > 20 {
        return None;
    }
    let ruby = Span::Ruby { base: base.to_owned(), reading: reading.to_owned(), style: Style::default() };
    Some((base.len() + reading.len() + 3, Code::Spans(vec![ruby])))
}

fn attached(name: &str) -> LossKind {
    let pictures = ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp"];
    let name = name.split('|').next().unwrap_or(name);
    if pictures.iter().any(|ending| crate::project::has_ending(name, ending)) {
        LossKind::Picture
    } else {
        LossKind::Attachment
    }
}

/// The deepest brackets in an inline note.
const MAX_BRACKETS: usize = 8;

/// Where the bracket closes that is open before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' if depth == MAX_BRACKETS => return None,
            '[' => depth += 1,
            ']' if depth == 0 => return Some(at),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn note_span(text: &str) -> Span {
    let paragraphs = text.lines().map(|line| {
        let mut notation = Notation { effect: inline::markdown, code: &mut |_| None, has_escapes: true };
        let spans = inline::spans(line, &mut notation, &mut Losses::default());
        Paragraph { spans, ..Paragraph::default() }
    });
    Span::Note(paragraphs.collect())
}

fn heading(line: &str) -> (u8, &str) {
    let marks = line.bytes().take_while(|byte| *byte == b'#').count();
    match line[marks..].strip_prefix(' ').filter(|_| (1..=6).contains(&marks)) {
        Some(title) => (u8::try_from(marks).unwrap_or(6), title.trim()),
        None => (0, line),
    }
}

fn is_rule(line: &str) -> bool {
    let marks: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ["-", "*", "_"].iter().any(|mark| marks.replace(mark, "").is_empty())
}

/// Footnotes by name, and the lines that are no footnotes. A footnote that nothing points to is a line.
fn footnotes(text: &str) -> (HashMap<&str, String>, Vec<&str>) {
    let mut notes: HashMap<&str, String> = HashMap::new();
    let mut definitions: Vec<(&str, &str)> = Vec::new();
    let mut lines = Vec::new();
    let mut used: HashSet<&str> = HashSet::new();
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let definition = line.strip_prefix("[^").and_then(|rest| rest.split_once("]:"));
        if let Some((name, note)) = definition.filter(|(name, _)| !name.contains(['[', ']'])) {
            notes.insert(name, note.trim().to_owned());
            definitions.push((name, note.trim()));
            open = Some(name);
            continue;
        }
        if let Some(note) = open.filter(|_| line.starts_with("    ") || line.starts_with('\t'))
            && let Some(text) = notes.get_mut(note)
        {
            text.push('\n');
            text.push_str(line.trim());
            continue;
        }
        if !line.trim().is_empty() {
            open = None;
        }
        used.extend(line.split("[^").skip(1).filter_map(|rest| rest.split(']').next()));
        lines.push(line);
    }
    lines.extend(definitions.iter().filter(|(name, _)| !used.contains(name)).map(|(_, note)| *note));
    (notes, lines)
}

fn comments_on_one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split("%%").peekable();
    let mut is_comment = false;
    while let Some(piece) = pieces.next() {
        let has_end = pieces.peek().is_some();
        if is_comment && has_end {
            out.push_str(&piece.replace('\n', &LINE.to_string()));
        } else {
            out.push_str(piece);
        }
        if has_end {
            out.push_str("%%");
        }
        is_comment = !is_comment;
    }
    out
}
