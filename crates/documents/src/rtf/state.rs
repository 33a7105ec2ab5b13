//! The state of a group. A group inherits the state of the group around it.

use crate::loss::LossKind;
use crate::tree::{Alignment, Style};

/// Where the text of a group goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The running text, a note, a comment or a text box: whichever is open.
    Text,
    /// Nowhere: the text is not visible in any program.
    Skip,
    /// Nowhere, but a group inside can be a text box.
    Shape,
    /// Nowhere, but a group inside can be the title or the author.
    Information,
    FontTable,
    ColourTable,
    StyleSheet,
    /// The code of a field.
    FieldCode,
    /// A short text that is handled when its group ends.
    Value(Value),
    /// A loss.
    Lost(LossKind),
}

/// What the short text of a group says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Title,
    Author,
    CommentInitials,
    CommentAuthor,
    CommentDate,
    /// The number of the passage of a comment.
    CommentPassage,
    PassageStart,
    PassageEnd,
}

/// What happens when a group ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtEnd {
    Nothing,
    Value(Value),
    Note,
    Comment,
    TextBox,
    Lost(LossKind),
    Field,
    /// The end of the visible text of a field that is the passage of a comment.
    Passage(u32),
    /// A brace of a tool's own marks.
    Brace,
}

/// Which font a run of text in a code page uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Usual,
    DoubleByte,
}

/// The format of a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ParagraphFormat {
    pub alignment: Alignment,
    /// The number of the paragraph style.
    pub style: i32,
    /// 0 is the highest level; 9 is text.
    pub outline: Option<u8>,
    pub is_cell: bool,
    pub starts_page: bool,
}

/// The state of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub target: Target,
    pub at_end: AtEnd,
    pub style: Style,
    /// Underlined, struck through, raised, lowered, small capitals or highlighted: all are lost.
    pub decorations: u8,
    /// The number of a colour that is neither black nor white.
    pub has_colour: bool,
    pub is_deleted: bool,
    /// Whether a tracked change inserted the text.
    pub is_inserted: bool,
    pub font: i32,
    pub double_font: Option<i32>,
    pub run: Run,
    pub size: i32,
    /// How many characters follow `\u` for programs without Unicode.
    pub fallback: u32,
    pub paragraph: ParagraphFormat,
    /// Whether the group is a tool's own mark whose control words are text.
    pub is_literal: bool,
}

impl State {
    pub fn new() -> Self {
        Self {
            target: Target::Text,
            at_end: AtEnd::Nothing,
            style: Style::default(),
            decorations: 0,
            has_colour: false,
            is_deleted: false,
            is_inserted: false,
            font: 0,
            double_font: None,
            run: Run::Usual,
            size: 24,
            fallback: 1,
            paragraph: ParagraphFormat::default(),
            is_literal: false,
        }
    }

    /// The state of a group inside.
    pub fn inside(&self) -> Self {
        Self { at_end: AtEnd::Nothing, ..*self }
    }

    /// `\plain`: the format of text without any format.
    pub fn reset_characters(&mut self, font: i32) {
        *self = Self {
            style: Style::default(),
            decorations: 0,
            has_colour: false,
            font,
            double_font: None,
            run: Run::Usual,
            size: 24,
            ..*self
        };
    }

    /// Whether text becomes part of the document, a value or a loss.
    pub fn takes_text(&self) -> bool {
        !matches!(
            self.target,
            Target::Skip | Target::Shape | Target::Information | Target::FontTable | Target::ColourTable
        )
    }
}

/// Kinds of decoration, as bits of [`State::decorations`].
pub(super) mod decoration {
    pub const UNDERLINE: u8 = 1;
    pub const STRIKE: u8 = 2;
    pub const SCRIPT: u8 = 4;
    pub const CAPITALS: u8 = 8;
    pub const HIGHLIGHT: u8 = 16;
    pub const OUTLINE: u8 = 32;
}
