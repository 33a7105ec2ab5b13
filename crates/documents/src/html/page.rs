//! A page and the state of reading it.

use std::collections::HashMap;

use crate::html::blocks::Around;
use crate::html::comments::Comments;
use crate::html::css::Sheet;
use crate::html::line::Line;
use crate::html::notes::Notes;
use crate::xml::Element;
use crate::{Block, Comment, Losses};

/// A page: its elements, rules and notes.
#[derive(Debug)]
pub(crate) struct Page<'p, 'x> {
    pub root: Element<'x>,
    /// The name of its file in a book.
    pub file: &'p str,
    pub sheet: Sheet,
}

/// What a page has.
#[derive(Debug, Default)]
pub(crate) struct PageText {
    pub blocks: Vec<Block>,
    /// The index of the block that begins at or contains an id.
    pub ids: HashMap<String, usize>,
    pub comments: Vec<Comment>,
    pub losses: Losses,
}

impl<'p, 'x> Page<'p, 'x> {
    /// A page whose style sheets are its own and those of `sheets` that it names.
    pub fn new(root: Element<'x>, file: &'p str, sheets: &HashMap<String, String>) -> Self {
        let mut sheet = Sheet::default();
        for element in root.child("head").into_iter().flat_map(|head| head.elements()) {
            match element.name() {
                "style" => sheet.add(&element.text()),
                "link" => {
                    let name = crate::archive::resolve(file, element.attribute("href").unwrap_or_default());
                    if let Some(css) = sheets.get(&name) {
                        sheet.add(css);
                    }
                }
                _ => {}
            }
        }
        Self { root, file, sheet }
    }

    /// Reads the page with the notes in it.
    pub fn read(&self, losses: Losses) -> PageText {
        let mut notes = Notes::find(&[(self.file, self.root)]);
        self.read_with(&mut notes, losses)
    }

    /// Reads the page with the notes of its book.
    pub fn read_with(&self, notes: &mut Notes<'x>, losses: Losses) -> PageText {
        let mut reader = Reader {
            page: self,
            notes,
            text: PageText { losses, ..PageText::default() },
            line: Line::default(),
            comments: Comments::find(self.root),
            in_note: false,
        };
        let body = self.root.child("body").unwrap_or(self.root);
        reader.block(body, Around::default());
        PageText { comments: reader.comments.list, ..reader.text }
    }
}

/// Reads a page.
#[derive(Debug)]
pub(super) struct Reader<'r, 'p, 'x> {
    pub page: &'r Page<'p, 'x>,
    pub notes: &'r mut Notes<'x>,
    pub text: PageText,
    pub line: Line,
    pub comments: Comments,
    /// Whether a note is being read. A note has no notes.
    pub in_note: bool,
}
