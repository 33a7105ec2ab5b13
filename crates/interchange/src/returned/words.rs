//! The words of a document, with the passages of its comments.

use wenfang_documents::{Block, Part, Span};
use wenfang_text::{CharRange, TextIndex, sentences};

use super::NoPassage;

/// What a comment is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub passage: Result<CharRange, NoPassage>,
    pub position: Option<usize>,
    pub quote: String,
    pub heading: String,
}

/// The words of parts, and the passages of as many comments.
pub(super) fn of(parts: Vec<Part>, comments: usize) -> (String, Vec<Found>) {
    let mut words = Words { places: vec![(None, None); comments], ..Words::default() };
    for part in parts {
        words.part(part);
    }
    let index = TextIndex::new(&words.text);
    let found = words.places.iter().map(|place| words.found(&index, *place)).collect();
    (words.text, found)
}

/// Where the passage of a comment starts and ends.
type Place = (Option<usize>, Option<usize>);

/// The words so far. Positions are in chars.
#[derive(Default)]
struct Words {
    text: String,
    chars: usize,
    lines: Vec<WordsLine>,
    /// By the number of the comment.
    places: Vec<Place>,
}

/// A line, not blank.
#[derive(Clone, Copy)]
struct WordsLine {
    start: usize,
    end: usize,
    is_heading: bool,
}

/// A line that is being read.
#[derive(Default)]
struct Open {
    text: String,
    chars: usize,
    /// The number of a comment, whether its passage ends, and where.
    marks: Vec<(u32, bool, usize)>,
}

impl Words {
    fn part(&mut self, part: Part) {
        if let Some(title) = part.title {
            let chars = title.chars().count();
            self.close(Open { text: title, chars, marks: Vec::new() }, true);
        }
        for block in part.blocks {
            match block {
                Block::Heading { spans, .. } => self.lines_of(spans, true),
                Block::Paragraph(paragraph) => self.lines_of(paragraph.spans, false),
                Block::Break | Block::PageStart => {}
            }
        }
        for part in part.parts {
            self.part(part);
        }
    }

    fn lines_of(&mut self, spans: Vec<Span>, is_heading: bool) {
        let mut open = Open::default();
        for span in spans {
            match span {
                Span::Text { style, .. } | Span::Ruby { style, .. } if style.hidden => {}
                Span::Text { text, .. } | Span::Ruby { base: text, .. } => open.push(&text),
                // A heading is one line.
                Span::LineBreak if is_heading => open.push(" "),
                Span::LineBreak => self.close(std::mem::take(&mut open), false),
                Span::CommentStart(id) => open.marks.push((id, false, open.chars)),
                Span::CommentEnd(id) => open.marks.push((id, true, open.chars)),
                Span::Note(_) | Span::Picture { .. } => {}
            }
        }
        self.close(open, is_heading);
    }

    /// Adds a line without the blanks around it. A passage that begins or ends on a blank line does so at the end of
    /// the line before; one that is only there has no place.
    fn close(&mut self, open: Open, is_heading: bool) {
        let words = open.text.trim();
        let indent = open.text.chars().take_while(|c| c.is_whitespace()).count();
        let length = words.chars().count();
        let start = self.chars + usize::from(length > 0 && !self.text.is_empty());
        for &(id, is_end, at) in &open.marks {
            if length == 0 && open.marks.iter().any(|mark| mark.0 == id && mark.1 != is_end) {
                continue;
            }
            let at = start + at.saturating_sub(indent).min(length);
            if let Some(place) = self.places.get_mut(id as usize) {
                let slot = if is_end { &mut place.1 } else { &mut place.0 };
                slot.get_or_insert(at);
            }
        }
        if length == 0 {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(words);
        self.chars = start + length;
        self.lines.push(WordsLine { start, end: self.chars, is_heading });
    }

    fn found(&self, index: &TextIndex<'_>, (start, end): Place) -> Found {
        let nothing = Err(NoPassage::Nothing);
        let mut found =
            Found { passage: nothing, position: start, quote: String::new(), heading: String::new() };
        let (Some(start), Some(end)) = (start, end) else { return found };
        let first = self.lines.partition_point(|line| line.end < start);
        let words = |line: &WordsLine| index.slice(CharRange::new(line.start, line.end)).to_owned();
        let above = self.lines[..first].iter().rev().find(|line| line.is_heading);
        found.heading = above.map(words).unwrap_or_default();
        // The lines that the passage has part of; of a point, the line that has it.
        let is_on = |line: &&WordsLine| line.end > start && line.start < end || start == end;
        let lines = self.lines[first..].iter().take_while(|line| line.start <= end).filter(is_on);
        let on_heading = lines.clone().next().filter(|line| line.is_heading).map(words);
        let passage = lines.clone().find(|line| !line.is_heading).and_then(|line| match start < end {
            true => trimmed(index, (start.max(line.start), end)),
            false => sentence(index, line, start),
        });
        match (passage, on_heading) {
            (Some(passage), _) => {
                (found.passage, found.quote) = (Ok(passage), index.slice(passage).to_owned());
            }
            (None, Some(quote)) => (found.passage, found.quote) = (Err(NoPassage::Heading), quote),
            (None, None) => {}
        }
        found
    }
}

impl Open {
    fn push(&mut self, text: &str) {
        self.text.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }));
        self.chars += text.chars().count();
    }
}

/// A range without the blanks at its ends; none if nothing else is in it.
fn trimmed(index: &TextIndex<'_>, (start, end): (usize, usize)) -> Option<CharRange> {
    let end = end.min(index.len());
    let text = index.get(CharRange::new(start.min(end), end))?;
    let before = text.chars().take_while(|c| c.is_whitespace()).count();
    let length = text.trim().chars().count();
    (length > 0).then(|| CharRange::new(start + before, start + before + length))
}

/// The sentence of a comment that has a place but no passage.
fn sentence(index: &TextIndex<'_>, line: &WordsLine, at: usize) -> Option<CharRange> {
    let text = index.slice(CharRange::new(line.start, line.end));
    let within = at - line.start;
    let all = sentences(text);
    // Between two sentences, the comment is on the one that has just been read.
    let ended = all.iter().find(|range| range.end().get() == within);
    let range = ended.or_else(|| all.iter().rev().find(|range| range.start().get() <= within));
    let range = range.or_else(|| all.first())?;
    trimmed(index, (line.start + range.start().get(), line.start + range.end().get()))
}
