//! Runs of characters.

use super::layout::TEXT_SIZE;
use crate::book::{Span, Style};
use crate::xml::push_text;

/// The runs of a part.
pub(super) struct Runs<'b> {
    pub out: String,
    /// The notes found so far.
    pub notes: Vec<&'b [Span]>,
    pub comments: Vec<CommentIds>,
    pub asian_language: &'static str,
    /// Word's name of emphasis dots.
    pub dots: &'static str,
}

/// The ids of a comment and its answers, which follow each other.
#[derive(Clone, Copy)]
pub(super) struct CommentIds {
    pub first: usize,
    pub count: usize,
}

impl<'b> Runs<'b> {
    pub(super) fn spans(&mut self, spans: &'b [Span]) {
        for span in spans {
            match span {
                Span::Text { text, style } => self.text(text, *style),
                Span::Ruby { base, reading, style } => self.ruby(base, reading, *style),
                Span::Note(note) => self.note(note),
                Span::CommentStart(at) => self.comment(*at, true),
                Span::CommentEnd(at) => self.comment(*at, false),
            }
        }
    }

    /// Writes a run.
    pub(super) fn text(&mut self, text: &str, style: Style) {
        self.out.push_str("<w:r>");
        self.properties(style, None);
        for (at, piece) in text.split('\t').enumerate() {
            if at > 0 {
                self.out.push_str("<w:tab/>");
            }
            if !piece.is_empty() {
                self.out.push_str(r#"<w:t xml:space="preserve">"#);
                push_text(&mut self.out, piece);
                self.out.push_str("</w:t>");
            }
        }
        self.out.push_str("</w:r>");
    }

    fn properties(&mut self, style: Style, size: Option<u32>) {
        if style == Style::default() && size.is_none() {
            return;
        }
        self.out.push_str("<w:rPr>");
        for (is_set, element) in [(style.bold, "<w:b/><w:bCs/>"), (style.italic, "<w:i/><w:iCs/>")] {
            if is_set {
                self.out.push_str(element);
            }
        }
        if let Some(size) = size {
            self.out.push_str(&format!(r#"<w:sz w:val="{size}"/>"#));
        }
        if style.dots {
            self.out.push_str(&format!(r#"<w:em w:val="{}"/>"#, self.dots));
        }
        self.out.push_str("</w:rPr>");
    }

    fn ruby(&mut self, base: &str, reading: &str, style: Style) {
        let (size, raise) = (TEXT_SIZE / 2, TEXT_SIZE - 2);
        self.out.push_str(&format!(
            r#"<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="distributeSpace"/><w:hps w:val="{size}"/><w:hpsRaise w:val="{raise}"/><w:hpsBaseText w:val="{TEXT_SIZE}"/><w:lid w:val="{}"/></w:rubyPr><w:rt><w:r>"#,
            self.asian_language
        ));
        self.properties(Style::default(), Some(size));
        self.out.push_str(r#"<w:t xml:space="preserve">"#);
        push_text(&mut self.out, reading);
        self.out.push_str("</w:t></w:r></w:rt><w:rubyBase>");
        self.text(base, style);
        self.out.push_str("</w:rubyBase></w:ruby></w:r>");
    }

    fn note(&mut self, note: &'b [Span]) {
        self.notes.push(note);
        self.out.push_str(&format!(
            r#"<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="{}"/></w:r>"#,
            self.notes.len()
        ));
    }

    /// Opens or closes the passage of a comment and of its answers.
    fn comment(&mut self, at: usize, opens: bool) {
        let Some(ids) = self.comments.get(at).copied() else { return };
        for id in ids.first..ids.first + ids.count {
            let mark = match opens {
                true => format!(r#"<w:commentRangeStart w:id="{id}"/>"#),
                false => format!(
                    r#"<w:commentRangeEnd w:id="{id}"/><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="{id}"/></w:r>"#
                ),
            };
            self.out.push_str(&mark);
        }
    }
}
