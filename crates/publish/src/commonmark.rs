//! Writes a book as CommonMark, for other programs. Unlike the Markdown of an export that reads back, every mark is in
//! the form that these programs know; ruby and emphasis dots are HTML, footnotes those of common extensions.

#[cfg(test)]
mod tests;

use crate::book::{Block, Book, Chapter, Form, Paragraph, Span, Style};
use crate::xml::escaped;

/// Writes a book as one text.
pub fn commonmark(book: &Book) -> String {
    let mut out = String::new();
    if !book.title.is_empty() {
        out.push_str(&format!("# {}\n\n", literal(&book.title, true)));
    }
    let level = if book.has_volumes() { "###" } else { "##" };
    let mut notes = 0;
    for volume in &book.volumes {
        if !volume.title.is_empty() {
            out.push_str(&format!("## {}\n\n", literal(&volume.title, true)));
        }
        for chapter in &volume.chapters {
            out.push_str(&write(chapter, level, &mut notes));
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// Writes a chapter as a text of its own.
pub fn commonmark_chapter(chapter: &Chapter) -> String {
    write(chapter, "#", &mut 0).trim_end().to_owned() + "\n"
}

fn write(chapter: &Chapter, level: &str, notes: &mut usize) -> String {
    let mut writer = Writer { out: String::new(), notes: Vec::new(), first_note: *notes };
    writer.block(&format!("{level} {}", literal(&chapter.label(), true)));
    for (at, scene) in chapter.scenes.iter().enumerate() {
        if at > 0 {
            writer.block("* * *");
        }
        for block in &scene.blocks {
            match block {
                Block::Paragraph(paragraph) => writer.paragraph(paragraph),
                Block::Break => writer.block("* * *"),
                Block::Blank => {}
            }
        }
    }
    let found = std::mem::take(&mut writer.notes);
    for (at, note) in found.iter().enumerate() {
        writer.block(&format!("[^{}]: {note}", *notes + at + 1));
    }
    *notes += found.len();
    writer.out
}

struct Writer {
    out: String,
    notes: Vec<String>,
    /// The number of notes before this chapter.
    first_note: usize,
}

impl Writer {
    fn block(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push_str("\n\n");
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let text = self.spans(&paragraph.spans);
        let block = match paragraph.form {
            Form::Body => text,
            Form::Centre => aligned("center", &text),
            Form::Right => aligned("right", &text),
            Form::Quotation => format!("> {text}"),
            Form::Heading => format!("#### {text}"),
            Form::Item => format!("* {text}"),
        };
        self.block(&block);
    }

    fn spans(&mut self, spans: &[Span]) -> String {
        let mut out = String::new();
        for (at, span) in spans.iter().enumerate() {
            match span {
                Span::Text { text, style } => {
                    let around = (out.chars().last(), next(&spans[at + 1..]));
                    let words = literal(text, out.is_empty());
                    out.push_str(&styled((text, &words), *style, around));
                }
                Span::Ruby { base, reading, style } => {
                    let ruby = format!("<ruby>{}<rt>{}</rt></ruby>", escaped(base), escaped(reading));
                    out.push_str(&styled(("<", &ruby), *style, (out.chars().last(), None)));
                }
                Span::Note(note) => {
                    let text = self.spans(note);
                    self.notes.push(text);
                    out.push_str(&format!("[^{}]", self.first_note + self.notes.len()));
                }
                Span::CommentStart(_) | Span::CommentEnd(_) => {}
            }
        }
        out
    }
}

/// Returns a paragraph in an element that places it. Marks are read in it because of the blank lines.
fn aligned(place: &str, text: &str) -> String {
    format!("<div align=\"{place}\">\n\n{text}\n\n</div>")
}

/// Returns the first character after a span.
fn next(rest: &[Span]) -> Option<char> {
    rest.iter().find_map(|span| match span {
        Span::Text { text, .. } => text.chars().next(),
        Span::Ruby { .. } => Some('<'),
        Span::Note(_) => Some('['),
        Span::CommentStart(_) | Span::CommentEnd(_) => None,
    })
}

/// Returns words with their style: asterisks where they are read as marks, otherwise HTML.
fn styled((text, written): (&str, &str), style: Style, around: (Option<char>, Option<char>)) -> String {
    let mut out = written.to_owned();
    if style.dots {
        out = format!("<span class=\"dots\">{out}</span>");
    }
    let stars = match (style.bold, style.italic) {
        (false, false) => return out,
        (false, true) => ("*", "<em>", "</em>"),
        (true, false) => ("**", "<strong>", "</strong>"),
        (true, true) => ("***", "<strong><em>", "</em></strong>"),
    };
    let is_mark = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let flanks = |inside: Option<char>, outside: Option<char>| {
        let is_apart = outside.is_none_or(|c| c.is_whitespace() || is_mark(c));
        inside.is_some_and(|c| !c.is_whitespace() && (!is_mark(c) || is_apart))
    };
    let opens = flanks(text.chars().next(), around.0) && around.0 != Some('*');
    let closes = flanks(text.chars().last(), around.1);
    match opens && closes && !style.dots {
        true => format!("{0}{out}{0}", stars.0),
        false => format!("{}{out}{}", stars.1, stars.2),
    }
}

/// Returns text in which nothing is a mark. `begins` says whether a line begins with it.
fn literal(text: &str, begins: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in text.char_indices() {
        let is_list = begins && at == 0 && matches!(c, '-' | '+' | '=');
        let is_number = begins && digits > 0 && at == digits && matches!(c, '.' | ')');
        if matches!(c, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '`' | '&' | '~' | '|')
            || is_list
            || is_number
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
