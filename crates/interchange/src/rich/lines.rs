//! Blocks as lines.

use wenfang_documents::{Alignment, Block, Form, Paragraph, Part, PartKind, Span, Style};
use wenfang_text::marks::write::{self, Line, Run, Shape};

use super::anchors::{Mark, is_sign, signed};
use super::{Rich, RichLine};
use crate::change::ChangeRule;
use crate::heading::Role;
use crate::lines::visible;

/// Builds the lines of a document.
pub(super) struct Builder<'r> {
    rich: &'r mut Rich,
    comments: usize,
    /// Whether a scene begins with the next line that has words.
    next_starts_scene: bool,
}

/// A line that is being built: runs, and the marks of comments before a run.
#[derive(Default)]
struct Open {
    runs: Vec<Run>,
    /// The index of the run before which each mark stands.
    marks: Vec<(usize, Mark)>,
}

impl<'r> Builder<'r> {
    pub fn new(rich: &'r mut Rich, comments: usize) -> Self {
        Self { rich, comments, next_starts_scene: false }
    }

    /// Adds a part. In a writing project, its kind says whether it is a volume, a chapter or a scene.
    pub fn part(&mut self, part: Part, in_chapter: bool) {
        let has_chapters =
            part.parts.iter().any(|inner| matches!(inner.kind, PartKind::Chapter | PartKind::Folder));
        let role = match part.kind {
            PartKind::Volume => Some(Role::Volume),
            PartKind::Folder if has_chapters => Some(Role::Volume),
            PartKind::Folder | PartKind::Chapter => Some(Role::Chapter),
            PartKind::Scene if !in_chapter && part.title.is_some() => Some(Role::Chapter),
            PartKind::Scene | PartKind::Flow => None,
        };
        match (role, part.title) {
            (Some(role), title) => self.title(role, title.unwrap_or_default()),
            (None, _) => self.next_starts_scene |= part.kind == PartKind::Scene,
        }
        for block in part.blocks {
            self.block(block);
        }
        let in_chapter = in_chapter || role == Some(Role::Chapter) && part.kind != PartKind::Scene;
        for inner in part.parts {
            self.part(inner, in_chapter);
        }
    }

    fn title(&mut self, role: Role, title: String) {
        self.next_starts_scene = false;
        let words = self.clean(title);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        self.push(
            &words,
            RichLine { marked: write::literal(&words), role: Some(role), ..RichLine::default() },
        );
    }

    fn block(&mut self, block: Block) {
        match block {
            Block::Heading { level, spans } => self.heading(level, spans),
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
            Block::Break => {
                self.next_starts_scene = true;
                self.rich.log.add_sampled(ChangeRule::SceneMark, 1, 0, "");
            }
            Block::PageStart => {}
        }
    }

    /// A heading is one line, also where it has line breaks.
    fn heading(&mut self, level: u8, spans: Vec<Span>) {
        let lines = self.open_lines(spans);
        let mut whole = Open::default();
        for line in lines {
            if !whole.runs.is_empty() {
                whole.runs.push(Run::plain(" "));
            }
            let before = whole.runs.len();
            whole.marks.extend(line.marks.into_iter().map(|(at, mark)| (before + at, mark)));
            whole.runs.extend(line.runs);
        }
        for run in &mut whole.runs {
            if let Run::Words { style, .. } = run {
                *style = write::Style::default();
            }
        }
        self.finish(whole, Shape::Paragraph, Some(level));
    }

    fn paragraph(&mut self, paragraph: Paragraph) {
        if is_manuscript_break(&paragraph) {
            self.next_starts_scene = true;
            self.rich.log.add_sampled(ChangeRule::SceneMark, 1, 1, "");
            return;
        }
        let shape = match (paragraph.form, paragraph.is_quotation, paragraph.alignment) {
            (Form::Subheading, ..) => Shape::Heading(1),
            (Form::Item, ..) => Shape::Item,
            (_, true, _) => Shape::Quotation,
            (_, _, Alignment::Centre) => Shape::Centre,
            (_, _, Alignment::End) => Shape::Right,
            (_, _, Alignment::Start) => Shape::Paragraph,
        };
        for line in self.open_lines(paragraph.spans) {
            self.finish(line, shape, None);
        }
    }

    /// The lines of spans: a line break ends a line.
    fn open_lines(&mut self, spans: Vec<Span>) -> Vec<Open> {
        let mut lines = vec![Open::default()];
        for span in spans {
            let at = lines.len() - 1;
            let line = &mut lines[at];
            match span {
                Span::LineBreak => lines.push(Open::default()),
                Span::CommentStart(id) => line.mark(self.comments + id as usize, false),
                Span::CommentEnd(id) => line.mark(self.comments + id as usize, true),
                span => line.runs.extend(self.run(span)),
            }
        }
        lines
    }

    fn run(&mut self, span: Span) -> Option<Run> {
        match span {
            Span::Text { text, style } if style.hidden => {
                self.rich.log.add_sampled(ChangeRule::HiddenText, 1, visible(&text), &beginning(&text));
                None
            }
            Span::Text { text, style } => {
                Some(Run::Words { text: self.clean(text), style: marks_of(style) }).filter(has_words)
            }
            Span::Ruby { base, reading, style } if style.hidden => {
                self.rich.log.add_sampled(
                    ChangeRule::HiddenText,
                    1,
                    visible(&base) + visible(&reading),
                    &base,
                );
                None
            }
            Span::Ruby { base, reading, style } if visible(&base) == 0 || visible(&reading) == 0 => {
                let text = self.clean(base + &reading);
                Some(Run::Words { text, style: marks_of(style) }).filter(has_words)
            }
            Span::Ruby { base, reading, style } => Some(Run::Ruby {
                base: self.clean(base),
                reading: self.clean(reading),
                style: marks_of(style),
            }),
            Span::Note(paragraphs) => {
                let mut runs = Vec::new();
                for paragraph in paragraphs {
                    if !runs.is_empty() {
                        runs.push(Run::plain(" "));
                    }
                    let line = self
                        .open_lines(paragraph.spans)
                        .into_iter()
                        .flat_map(|line| line.runs.into_iter().chain([Run::plain(" ")]));
                    runs.extend(line);
                    runs.pop();
                }
                Some(Run::Note(runs))
            }
            Span::Picture { place } => {
                self.rich.log.add_sampled(ChangeRule::Picture, 1, 0, &beginning(&place));
                None
            }
            Span::LineBreak | Span::CommentStart(_) | Span::CommentEnd(_) => None,
        }
    }

    /// Takes characters out that no text may have.
    fn clean(&mut self, text: String) -> String {
        let is_unwanted = |c: char| c.is_control() && c != '\t' && c != '\n' || is_sign(c) || c == '\u{feff}';
        if !text.contains(is_unwanted) && !text.contains('\n') {
            return text;
        }
        let count = text.chars().filter(|c| is_unwanted(*c)).count();
        self.rich.log.add_sampled(ChangeRule::Controls, count, 0, "");
        text.chars().filter(|c| !is_unwanted(*c)).map(|c| if c == '\n' { ' ' } else { c }).collect()
    }

    fn finish(&mut self, mut open: Open, shape: Shape, level: Option<u8>) {
        let words = write::words(&[Line::Words(Shape::Paragraph, open.runs.clone())]);
        let notes = notes_alone(&open.runs);
        let readings = readings(&open.runs);
        open.trim();
        let marks = open.placed();
        // A line without words has no shape, and a rule stays a rule.
        let shape = if words.trim().is_empty() { Shape::Paragraph } else { shape };
        let lowered = write::lower(&[Line::Words(shape, open.runs)]);
        if lowered.lost > 0 {
            self.rich.log.add_sampled(ChangeRule::Formatting, lowered.lost, 0, &beginning(&words));
        }
        let marked = signed(&lowered.text, &marks);
        let starts_scene = !marked.is_empty() && std::mem::take(&mut self.next_starts_scene);
        let has_words = !words.trim().is_empty();
        self.push(&words, RichLine { marked, has_words, notes, readings, level, starts_scene, role: None });
    }

    fn push(&mut self, words: &str, line: RichLine) {
        if !self.rich.lines.is_empty() {
            self.rich.text.push('\n');
        }
        self.rich.text.push_str(words);
        self.rich.lines.push(line);
    }
}

impl Open {
    fn mark(&mut self, comment: usize, is_end: bool) {
        self.marks.push((self.runs.len(), Mark { comment, at: 0, is_end }));
    }

    /// Drops the blanks at both ends.
    fn trim(&mut self) {
        for run in &mut self.runs {
            match run {
                Run::Words { text, .. } => {
                    *text = text.trim_start().to_owned();
                    if !text.is_empty() {
                        break;
                    }
                }
                Run::Ruby { .. } => break,
                Run::Note(_) => {}
            }
        }
        for run in self.runs.iter_mut().rev() {
            match run {
                Run::Words { text, .. } => {
                    *text = text.trim_end().to_owned();
                    if !text.is_empty() {
                        break;
                    }
                }
                Run::Ruby { .. } => break,
                Run::Note(_) => {}
            }
        }
    }

    /// The marks with their places in the words.
    fn placed(&self) -> Vec<Mark> {
        let length = |run: &Run| match run {
            Run::Words { text, .. } | Run::Ruby { base: text, .. } => text.chars().count(),
            Run::Note(_) => 0,
        };
        let place =
            |(at, mark): &(usize, Mark)| Mark { at: self.runs[..*at].iter().map(length).sum(), ..*mark };
        self.marks.iter().map(place).collect()
    }
}

/// Whether a paragraph is the sign between two scenes of an English manuscript: a `#` in the middle.
fn is_manuscript_break(paragraph: &Paragraph) -> bool {
    let [Span::Text { text, style }] = paragraph.spans.as_slice() else { return false };
    paragraph.alignment == Alignment::Centre && !style.hidden && text.trim() == "#"
}

/// The notes of a line without its words.
fn notes_alone(runs: &[Run]) -> Option<String> {
    let notes: Vec<Run> = runs.iter().filter(|run| matches!(run, Run::Note(_))).cloned().collect();
    (!notes.is_empty()).then(|| write::lower(&[Line::Words(Shape::Paragraph, notes)]).text)
}

/// The visible characters of the readings of a line, which a title does not have.
fn readings(runs: &[Run]) -> usize {
    let reading = |run: &Run| match run {
        Run::Ruby { reading, .. } => visible(reading),
        _ => 0,
    };
    runs.iter().map(reading).sum()
}

fn has_words(run: &Run) -> bool {
    !matches!(run, Run::Words { text, .. } if text.is_empty())
}

fn marks_of(style: Style) -> write::Style {
    write::Style { italic: style.italic, bold: style.bold, dots: style.dots }
}

/// The beginning of a text, to show what was left out.
fn beginning(text: &str) -> String {
    text.trim().chars().take(60).collect()
}
