//! A document: headings, tags, comments and paragraphs, line by line.

use std::collections::HashMap;

use crate::inline::{self, Code, Effect, Notation};
use crate::loss::{LossKind, Losses};
use crate::tree::{Alignment, Block, Comment, Paragraph, Span};

/// The most texts that the tool replaces. Authors have a handful.
const MAX_REPLACEMENTS: usize = 100;

/// A heading with what follows it, up to the next heading.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// From 1; 0 for the text before the first heading.
    pub level: u8,
    /// Whether it is the title page of the novel (`#!`).
    pub is_title_page: bool,
    pub title: String,
    pub synopsis: String,
    pub notes: Vec<String>,
    /// The tags: their names in lower case, and their values.
    pub tags: Vec<(String, Vec<String>)>,
    pub blocks: Vec<Block>,
}

/// Reads documents. Comments are numbered from one document to the next.
pub(super) struct Lines<'a> {
    pub replacements: &'a [(String, String)],
    pub next_comment: u32,
    pub comments: Vec<Comment>,
    pub losses: Losses,
}

impl Lines<'_> {
    /// Reads a document.
    pub fn read(&mut self, text: &str) -> Vec<Section> {
        let footnotes = footnotes(text);
        let mut sections = vec![Section::default()];
        let mut paragraph: Vec<&str> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        for line in text.lines().chain([""]) {
            let is_special = line.starts_with(['#', '%', '@']) && !line.starts_with("%%~");
            if line.trim().is_empty() || is_special || is_code_line(line) {
                self.end_paragraph(&mut sections, &mut paragraph, &mut waiting, &footnotes);
            }
            if line.starts_with("%%~") || line.trim().is_empty() {
                continue;
            }
            if let Some(section) = heading(line) {
                self.anchor_rest(&mut sections, &mut waiting);
                sections.push(section);
            } else if let Some(comment) = line.strip_prefix('%') {
                let section = last(&mut sections);
                self.comment(section, comment, &mut waiting);
            } else if let Some(tag) = line.strip_prefix('@').and_then(tag) {
                last(&mut sections).tags.push(tag);
            } else if is_code_line(line) {
                let block = if line.contains("page") { Some(Block::PageStart) } else { None };
                match block {
                    Some(block) => last(&mut sections).blocks.push(block),
                    None => self.losses.name(LossKind::ToolMark, line),
                }
            } else {
                paragraph.push(line);
            }
        }
        self.anchor_rest(&mut sections, &mut waiting);
        sections
    }

    fn end_paragraph(
        &mut self,
        sections: &mut [Section],
        lines: &mut Vec<&str>,
        waiting: &mut Vec<u32>,
        footnotes: &HashMap<String, String>,
    ) {
        if lines.is_empty() {
            return;
        }
        let mut paragraph = Paragraph::default();
        for (at, line) in lines.drain(..).enumerate() {
            let (line, alignment, is_quotation) = layout(line);
            if at == 0 {
                paragraph.alignment = alignment;
                paragraph.is_quotation = is_quotation;
                for id in waiting.drain(..) {
                    paragraph.spans.extend([Span::CommentStart(id), Span::CommentEnd(id)]);
                }
            } else {
                paragraph.spans.push(Span::LineBreak);
            }
            paragraph.spans.extend(self.spans(line, footnotes));
        }
        last(sections).blocks.push(Block::Paragraph(paragraph));
    }

    /// Puts comments without a paragraph after them at the end of the paragraph before them.
    fn anchor_rest(&mut self, sections: &mut [Section], waiting: &mut Vec<u32>) {
        let section = last(sections);
        if let Some(Block::Paragraph(paragraph)) = section.blocks.last_mut() {
            for id in waiting.drain(..) {
                paragraph.spans.extend([Span::CommentStart(id), Span::CommentEnd(id)]);
            }
        }
        // The comments of a section without text stay without a passage.
        waiting.clear();
    }

    fn comment(&mut self, section: &mut Section, comment: &str, waiting: &mut Vec<u32>) {
        let (key, value) =
            comment.split_once(':').map_or(("", comment), |(key, value)| (key.trim(), value.trim()));
        let key = key.to_lowercase();
        match key.as_str() {
            "synopsis" | "short" => section.synopsis = crate::project::joined(&[&section.synopsis, value]),
            _ if key.starts_with("footnote.") => {}
            _ if key.starts_with("story.") || key.starts_with("note.") => {
                let name = comment.split_once(':').map_or("", |(key, _)| key.trim());
                let name = name.split_once('.').map_or(name, |(_, name)| name);
                section.notes.push(format!("{name}: {value}"));
            }
            _ => {
                // `%~` is text that is kept but not printed.
                let text = comment.strip_prefix('~').unwrap_or(comment).trim();
                if !text.is_empty() {
                    let id = self.next_comment;
                    self.next_comment = id.wrapping_add(1);
                    self.comments.push(Comment { id, text: text.to_owned(), ..Comment::default() });
                    waiting.push(id);
                }
            }
        }
    }

    fn spans(&mut self, line: &str, footnotes: &HashMap<String, String>) -> Vec<Span> {
        let mut line = line.to_owned();
        for (key, value) in self.replacements.iter().take(MAX_REPLACEMENTS) {
            if line.contains(key.as_str()) {
                line = line.replace(key.as_str(), value);
            }
        }
        let mut fields = Vec::new();
        let mut missing = Vec::new();
        let mut code = |rest: &str| shortcode(rest, footnotes, &mut fields, &mut missing);
        let mut notation = Notation { effect, code: &mut code, has_escapes: true };
        let spans = inline::spans(&line, &mut notation, &mut self.losses);
        for field in fields {
            self.losses.note(LossKind::Field, &field);
        }
        for key in missing {
            self.losses.name(LossKind::MissingPart, &key);
        }
        spans
    }
}

fn last(sections: &mut [Section]) -> &mut Section {
    let last = sections.len() - 1;
    &mut sections[last]
}

fn heading(line: &str) -> Option<Section> {
    let marks = line.bytes().take_while(|byte| *byte == b'#').count();
    let rest = &line[marks..];
    let (is_special, rest) = rest.strip_prefix('!').map_or((false, rest), |rest| (true, rest));
    let title = rest.strip_prefix(' ').filter(|_| (1..=4).contains(&marks))?;
    let level = u8::try_from(marks).ok()?;
    let is_title_page = is_special && level == 1;
    Some(Section { level, is_title_page, title: title.trim().to_owned(), ..Section::default() })
}

/// Reads `pov: Jane` or `tag: Jane | Jane Smith`.
fn tag(line: &str) -> Option<(String, Vec<String>)> {
    let (name, values) = line.split_once(':')?;
    let name = name.trim();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let values = values.split([',', '|', '，']).map(str::trim).filter(|value| !value.is_empty());
    Some((name.to_lowercase(), values.map(str::to_owned).collect()))
}

fn is_code_line(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    matches!(line.as_str(), "[newpage]" | "[new page]" | "[vspace]")
        || (line.starts_with("[vspace:") && line.ends_with(']'))
}

/// The alignment of a line, and the line without its marks.
fn layout(line: &str) -> (&str, Alignment, bool) {
    let line = line.trim_end();
    let inside =
        |from: &str, to: &str| line.strip_prefix(from).and_then(|line| line.strip_suffix(to)).map(str::trim);
    if let Some(line) = inside(">>", "<<") {
        (line, Alignment::Centre, false)
    } else if let Some(line) = inside(">>", "") {
        (line, Alignment::End, false)
    } else if let Some(line) = inside("", "<<") {
        (line, Alignment::Start, false)
    } else if let Some(line) = inside("> ", " <").or_else(|| inside("> ", "")) {
        (line, Alignment::Start, true)
    } else {
        (inside("", " <").unwrap_or(line), Alignment::Start, false)
    }
}

fn effect(mark: char, length: usize) -> Option<Effect> {
    match (mark, length) {
        ('_', 1) => Some(Effect::Italic),
        ('*', 2) => Some(Effect::Bold),
        ('~' | '=', 2) => Some(Effect::Lost),
        _ => None,
    }
}

/// The footnotes of a document, by key.
fn footnotes(text: &str) -> HashMap<String, String> {
    let footnote = |line: &str| {
        let (key, value) = line.strip_prefix('%')?.split_once(':')?;
        let key = key.trim();
        let key = key.get(..9).filter(|start| start.eq_ignore_ascii_case("footnote.")).and(key.get(9..))?;
        Some((key.to_lowercase(), value.trim().to_owned()))
    };
    text.lines().filter_map(footnote).collect()
}

fn shortcode(
    rest: &str,
    footnotes: &HashMap<String, String>,
    fields: &mut Vec<String>,
    missing: &mut Vec<String>,
) -> Option<(usize, Code)> {
    let inside = inline::window(rest, 60).strip_prefix('[')?;
    let end = inside.find(']')?;
    let code = &inside[..end];
    let name = code.to_lowercase();
    let meaning = match name.as_str() {
        "i" => Code::On(Effect::Italic),
        "/i" => Code::Off(Effect::Italic),
        "b" => Code::On(Effect::Bold),
        "/b" => Code::Off(Effect::Bold),
        "u" | "s" | "m" | "sup" | "sub" => Code::On(Effect::Lost),
        "/u" | "/s" | "/m" | "/sup" | "/sub" => Code::Off(Effect::Lost),
        "br" => Code::Spans(vec![Span::LineBreak]),
        _ if name.starts_with("field:") => {
            fields.push(code.to_owned());
            Code::Spans(Vec::new())
        }
        _ => {
            let key = name.strip_prefix("footnote:")?;
            match footnotes.get(key) {
                Some(text) => Code::Spans(vec![note(text)]),
                None => {
                    missing.push(code.to_owned());
                    Code::Spans(Vec::new())
                }
            }
        }
    };
    Some((end + 2, meaning))
}

fn note(text: &str) -> Span {
    let mut notation = Notation { effect, code: &mut |_| None, has_escapes: true };
    let spans = inline::spans(text, &mut notation, &mut Losses::default());
    Span::Note(vec![Paragraph { spans, ..Paragraph::default() }])
}
