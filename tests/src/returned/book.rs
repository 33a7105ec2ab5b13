//! A book whose characters have identities.

use std::ops::Range;

use crate::corpus;
use crate::rng::Rng;

/// Length classes of passages, in characters: a phrase, a sentence, a passage. Both ends inclusive.
const LENGTHS: [(usize, usize); 3] = [(3, 9), (15, 45), (80, 200)];

/// A character.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub c: char,
    /// None for a character that was not in the book at first.
    pub id: Option<u32>,
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Scene {
    pub chapter: usize,
    pub cells: Vec<Cell>,
}

impl Scene {
    pub fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.c).collect()
    }
}

/// A book: the titles of its chapters, and its scenes in reading order.
#[derive(Clone, Debug)]
pub struct Book {
    pub titles: Vec<String>,
    pub scenes: Vec<Scene>,
    /// Text of the same kind that is not in the book, for insertions.
    pub donor: Vec<char>,
}

/// A passage of the reader's copy.
#[derive(Clone, Debug)]
pub struct Remark {
    pub scene: usize,
    pub range: Range<usize>,
    /// The identities of its characters.
    pub ids: Vec<u32>,
}

impl Book {
    /// A book of these chapters, each in two scenes. The last tenth of the chapters is the donor.
    fn new(mut chapters: Vec<(String, String)>) -> Self {
        let donated = chapters.split_off(chapters.len() - (chapters.len() / 10).max(1));
        let donor = donated.iter().flat_map(|(_, text)| text.chars()).collect();
        let mut next = 0_u32;
        let mut book = Self { titles: Vec::new(), scenes: Vec::new(), donor };
        for (chapter, (title, text)) in chapters.into_iter().enumerate() {
            book.titles.push(title);
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            let half = lines.len().div_ceil(2).max(1);
            for lines in lines.chunks(half) {
                let text = lines.join("\n");
                let cells = text.chars().zip(next..).map(|(c, id)| Cell { c, id: Some(id) }).collect();
                next += text.chars().count() as u32;
                book.scenes.push(Scene { chapter, cells });
            }
        }
        book
    }

    /// The beginning of the book, of about as many chapters, with the same donor.
    #[must_use]
    pub fn beginning(mut self, chapters: usize) -> Self {
        self.titles.truncate(chapters);
        self.scenes.retain(|scene| scene.chapter < chapters);
        self
    }

    /// The number of characters.
    pub fn len(&self) -> usize {
        self.scenes.iter().map(|scene| scene.cells.len()).sum()
    }

    /// Whether it has no characters.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Passages on which a reader remarks. Each begins and ends with a visible character.
    pub(super) fn remarks(&self, count: usize, rng: &mut Rng) -> Vec<Remark> {
        let mut remarks = Vec::new();
        while remarks.len() < count {
            let (least, most) = LENGTHS[remarks.len() % LENGTHS.len()];
            let scene = rng.within(0..self.scenes.len());
            let cells = &self.scenes[scene].cells;
            let length = rng.within(least..most + 1);
            if cells.len() <= length {
                continue;
            }
            let start = rng.within(0..cells.len() - length);
            let range = whole_words(cells, start..start + length);
            let is_visible = |at: usize| !cells[at].c.is_whitespace();
            let ids: Vec<u32> = cells[range.clone()].iter().filter_map(|cell| cell.id).collect();
            if is_visible(range.start) && is_visible(range.end - 1) && !ids.is_empty() {
                remarks.push(Remark { scene, range, ids });
            }
        }
        remarks
    }
}

/// A range with the words of letters at its ends in full, as Word marks them.
fn whole_words(cells: &[Cell], range: Range<usize>) -> Range<usize> {
    let is_inside = |at: usize| {
        at > 0
            && at < cells.len()
            && [cells[at - 1], cells[at]].iter().all(|cell| cell.c.is_ascii_alphanumeric())
    };
    let (mut start, mut end) = (range.start, range.end);
    while is_inside(start) {
        start -= 1;
    }
    while is_inside(end) {
        end += 1;
    }
    start..end
}

/// 红楼梦; `None` without the corpus.
pub fn chinese() -> Option<Book> {
    corpus::hongloumeng().map(Book::new)
}

/// Pride and Prejudice; `None` without the corpus.
pub fn english() -> Option<Book> {
    let text = corpus::text("pride-and-prejudice.en.raw.txt")?;
    let mut chapters: Vec<(String, String)> = Vec::new();
    for paragraph in text.split("\n\n") {
        let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        if paragraph.starts_with("CHAPTER ") {
            chapters.push((paragraph, String::new()));
        } else if let Some((_, chapter)) = chapters.last_mut().filter(|_| !paragraph.starts_with('[')) {
            chapter.push_str(&paragraph.replace(['_', '*', '^', '#', '>', '\\'], ""));
            chapter.push('\n');
        }
    }
    chapters.retain(|(_, text)| text.len() > 2_000);
    Some(Book::new(chapters))
}
