//! The tree that every reader makes.

use crate::Losses;

/// A document or a writing project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub title: Option<String>,
    /// Whether the title was a line of the text, which is not in the parts. Otherwise it is metadata.
    pub has_title_line: bool,
    pub author: Option<String>,
    /// A BCP 47 language tag, as the source has it.
    pub language: Option<String>,
    /// The target for the whole text, in words.
    pub target: Option<u32>,
    /// The text in reading order. A document without parts of its own, such as a Word file, is one part of the kind
    /// [`PartKind::Flow`]: its chapters are found by its headings.
    pub parts: Vec<Part>,
    /// Characters, places and items.
    pub cards: Vec<Card>,
    /// The writing history.
    pub days: Vec<Day>,
    pub comments: Vec<Comment>,
    /// The tracked changes of Word and OpenDocument files.
    pub tracked: TrackedChanges,
    /// What is not in the tree.
    pub losses: Losses,
}

/// What a source says that a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PartKind {
    /// A running text whose chapters are its headings.
    #[default]
    Flow,
    Volume,
    Chapter,
    Scene,
    /// A folder whose level depends on its place in the tree, as in Scrivener.
    Folder,
}

/// A part of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub kind: PartKind,
    pub title: Option<String>,
    /// The text of the part itself. Folders can have text, too.
    pub blocks: Vec<Block>,
    pub parts: Vec<Part>,
    pub details: Details,
}

/// What a writing tool knows about a part besides its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    pub synopsis: String,
    pub notes: String,
    /// The words of the tool, not ours.
    pub status: Option<String>,
    pub label: Option<String>,
    pub keywords: Vec<String>,
    /// The point of view, as the name of a character.
    pub pov: Option<String>,
    pub characters: Vec<String>,
    pub locations: Vec<String>,
    pub items: Vec<String>,
    /// The time in the story, as the source writes it.
    pub story_time: Option<String>,
    /// The target, in words.
    pub target: Option<u32>,
    /// Whether the part is in the printed book ("include in compile").
    pub is_printed: bool,
    /// Earlier texts of the part, oldest first.
    pub snapshots: Vec<Snapshot>,
}

impl Default for Details {
    fn default() -> Self {
        Self {
            synopsis: String::new(),
            notes: String::new(),
            status: None,
            label: None,
            keywords: Vec::new(),
            pov: None,
            characters: Vec::new(),
            locations: Vec::new(),
            items: Vec::new(),
            story_time: None,
            target: None,
            is_printed: true,
            snapshots: Vec::new(),
        }
    }
}

/// An earlier text of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub title: String,
    /// RFC 3339, or as the source writes it if it has no zone.
    pub taken_at: String,
    pub blocks: Vec<Block>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading by style or outline level, from 1. Numbers that the program makes ("第一章") are in the spans.
    Heading {
        level: u8,
        spans: Vec<Span>,
    },
    Paragraph(Paragraph),
    /// A break inside a chapter: a rule, or a line of marks.
    Break,
    /// A new page begins here.
    PageStart,
}

/// A paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paragraph {
    pub alignment: Alignment,
    /// Set off as a quotation or a letter.
    pub is_quotation: bool,
    pub form: Form,
    pub spans: Vec<Span>,
}

/// What a paragraph is inside a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Text,
    /// A heading inside a scene, which divides nothing.
    Subheading,
    /// An item of a list that shows no sign of its own.
    Item,
}

/// Where the lines of a paragraph stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    #[default]
    Start,
    Centre,
    End,
}

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    Text {
        text: String,
        style: Style,
    },
    Ruby {
        base: String,
        reading: String,
        style: Style,
    },
    /// A line break inside the paragraph.
    LineBreak,
    /// A footnote or an endnote.
    Note(Vec<Paragraph>),
    /// The start of the passage of the comment with this id ([`Comment::id`]).
    CommentStart(u32),
    CommentEnd(u32),
    /// A picture. `place` names it inside the source.
    Picture {
        place: String,
    },
}

/// The text of spans, hidden text included, without notes; of ruby, the base.
pub(crate) fn raw_text(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text { text, .. } | Span::Ruby { base: text, .. } => text.as_str(),
            Span::LineBreak => "\n",
            Span::Note(_) | Span::CommentStart(_) | Span::CommentEnd(_) | Span::Picture { .. } => "",
        })
        .collect()
}

/// The style of a text. Colours, fonts and sizes are losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub italic: bool,
    pub bold: bool,
    /// Emphasis dots (着重号, 傍点).
    pub dots: bool,
    /// Hidden text. A manuscript leaves it out and counts it.
    pub hidden: bool,
}

/// Which text of a document with tracked changes is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Changes {
    /// The text with its changes.
    #[default]
    Accepted,
    /// The text before them.
    Rejected,
}

/// How many tracked changes a document has. A move is one of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackedChanges {
    pub insertions: usize,
    pub deletions: usize,
}

/// A comment on a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The place of the comment in the list of the document.
    pub id: u32,
    pub author: String,
    /// As the source writes it; empty if it has none.
    pub at: String,
    pub text: String,
    pub is_done: bool,
    pub replies: Vec<Reply>,
}

/// A reply to a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub author: String,
    pub at: String,
    pub text: String,
}

/// What a card is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardKind {
    Character,
    Place,
    Item,
    /// A note that belongs to the story but not to its text.
    Note,
}

/// A character, a place, an item or a note.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub kind: CardKind,
    pub name: String,
    pub aliases: Vec<String>,
    /// The text of the card, one paragraph per line.
    pub text: String,
    /// The tags of the tool.
    pub tags: Vec<String>,
}

/// A day of the writing history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// The words written that day; negative if more was deleted.
    pub words: i64,
}
