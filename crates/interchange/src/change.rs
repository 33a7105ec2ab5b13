//! The changes an import makes, counted by rule, so that nothing changes silently.

use std::collections::BTreeMap;

use serde::Serialize;
use wenfang_text::{CharOffset, TextIndex};

/// A rule by which an import changes its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeRule {
    /// CR LF and CR were replaced by LF.
    LineEnds,
    /// C0 controls were removed.
    Controls,
    /// Bytes that could not be decoded were replaced by U+FFFD.
    Replaced,
    /// White space at the end of a line was dropped.
    TrailingSpace,
    /// White space at the start of a paragraph was dropped, because indentation is layout.
    Indent,
    /// Blank lines were dropped: between paragraphs, around headings and separators, or all but one of a run.
    BlankLines,
    /// A line was joined to the one before it.
    JoinedLine,
    /// A rule line beside a heading or inside a sentence was dropped.
    RuleLine,
    /// A separator line was turned into a scene boundary.
    SceneMark,
    /// White space in a title was collapsed to one space, or dropped at its ends.
    TitleSpace,
    /// A title was joined from a numbered line and the line after it.
    TitleLine,
    /// Ornaments or an unmatched bracket around a heading were dropped.
    HeadingMark,
    /// Prose on the line of a heading was moved to the first paragraph.
    HeadingTail,
    /// The second of two identical consecutive headings was dropped.
    RepeatedHeading,
    /// The volume's name, repeated on the line of a chapter heading, was dropped.
    VolumePrefix,
    /// Labels before the book's title or author (书名：, 作者：, 《》) were dropped.
    TitleBlock,
    /// Aozora annotations for headings, indents and page breaks were dropped.
    AozoraLayout,
    /// The colophon at the end of an Aozora file was dropped: the edition it follows, who typed it, where it
    /// comes from.
    AozoraColophon,
    /// A bar was put before the words of a ruby.
    RubyBar,
    /// Dots that an Aozora annotation asks for became a mark.
    AozoraDots,
    /// Underscores around words became marks for italics and bold.
    Underscores,
    /// Markdown heading markers were dropped.
    MarkdownHeading,
    /// Markdown escapes and character references were replaced by their characters.
    MarkdownEscape,
    /// A footnote of Markdown was put at its place.
    Footnote,
    /// A footnote of Markdown without a text, or a text without a place, was left as it is.
    LooseFootnote,
    /// HTML for ruby, dots, emphasis or the place of a line became marks.
    HtmlMark,
    /// YAML front matter was dropped, except the title and the author.
    FrontMatter,
    /// Markup of Wenfang's own text format was dropped.
    WenfangMark,
    /// Colours, sizes, fonts, underlines and what marks cannot express were dropped. The text is kept.
    Formatting,
    /// Hidden text was left out.
    HiddenText,
    /// The text of a text box was put after its paragraph.
    TextBox,
    /// The rows of a table became lines.
    Table,
    /// Text that a tracked change deletes was left out.
    TrackedDeletion,
    /// A field was left out: a page number, a table of contents.
    Field,
    /// A picture was left out.
    Picture,
    /// A header or footer was left out.
    HeaderFooter,
    /// A title page, or a line around the text of a manuscript, was left out.
    TitlePage,
    /// A link became its text.
    Link,
    /// A document inside the document was left out.
    Attachment,
    /// Marks of a writing tool in its text were dropped.
    ToolMark,
    /// A custom field of a writing tool was left out.
    CustomField,
    /// A part that the source lists is missing in it.
    MissingPart,
    /// A file of a project that the project does not list was left out.
    UnlistedPart,
    /// A character of a symbol font, or bytes without a character, were left out.
    Undecodable,
    /// A comment was left out.
    Comment,
    /// A document in the trash of a project was left out.
    Trash,
    /// The file ends before its text does. What comes before the end was imported.
    CutShort,
}

/// How often a rule was applied to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Change {
    pub rule: ChangeRule,
    pub count: usize,
    /// The total number of visible characters it dropped.
    pub dropped: usize,
    /// Its first use, as an offset in the decoded text of the file.
    pub first: CharOffset,
    /// The line of the first use, from 1.
    pub line: usize,
    /// The file, if several were imported.
    pub file: Option<String>,
    /// What the first use changed, if it is not in the text: a name, or the beginning of what was left out.
    pub sample: Option<String>,
}

/// The longest sample of a change in a text.
const SAMPLE_CHARS: usize = 60;

/// Collects changes by byte offset.
#[derive(Debug, Default)]
pub(crate) struct ChangeLog(BTreeMap<ChangeRule, Uses>);

#[derive(Debug)]
struct Uses {
    count: usize,
    dropped: usize,
    first: usize,
    sample: Option<String>,
}

impl ChangeLog {
    /// Records that `rule` dropped the text `dropped` at byte `at`.
    pub fn note(&mut self, rule: ChangeRule, at: usize, dropped: &str) {
        self.add(rule, at, dropped.chars().filter(|c| !c.is_whitespace()).count());
    }

    /// Records that `rule` was applied at byte `at` and dropped `visible` visible characters.
    pub fn add(&mut self, rule: ChangeRule, at: usize, visible: usize) {
        let uses = self.0.entry(rule).or_insert(Uses { count: 0, dropped: 0, first: at, sample: None });
        uses.count += 1;
        uses.dropped += visible;
        uses.first = uses.first.min(at);
    }

    /// Whether a rule was applied.
    pub fn has(&self, rule: ChangeRule) -> bool {
        self.0.contains_key(&rule)
    }

    /// Records uses of a rule outside the text, with a sample of the first.
    pub fn add_sampled(&mut self, rule: ChangeRule, count: usize, dropped: usize, sample: &str) {
        let uses = self.0.entry(rule).or_insert(Uses { count: 0, dropped: 0, first: 0, sample: None });
        uses.count += count;
        uses.dropped += dropped;
        if uses.sample.is_none() && !sample.is_empty() {
            uses.sample = Some(sample.to_owned());
        }
    }

    /// Records more visible characters that a rule dropped where it is counted at another place.
    pub fn drop_more(&mut self, rule: ChangeRule, at: usize, visible: usize) {
        let uses = self.0.entry(rule).or_insert(Uses { count: 0, dropped: 0, first: at, sample: None });
        uses.dropped += visible;
        uses.first = uses.first.min(at);
    }

    /// Records that a rule was applied at byte `at` and dropped `visible` visible characters, with a sample.
    pub fn add_at(&mut self, rule: ChangeRule, (at, visible): (usize, usize), sample: &str) {
        self.add(rule, at, visible);
        if let Some(uses) = self.0.get_mut(&rule).filter(|uses| uses.sample.is_none() && !sample.is_empty()) {
            uses.sample = Some(sample.chars().take(SAMPLE_CHARS).collect());
        }
    }

    /// Adds the uses of another log.
    pub fn extend(&mut self, other: Self) {
        for (rule, uses) in other.0 {
            match self.0.get_mut(&rule) {
                None => _ = self.0.insert(rule, uses),
                Some(own) => {
                    own.count += uses.count;
                    own.dropped += uses.dropped;
                    own.sample = own.sample.take().or(uses.sample);
                }
            }
        }
    }

    /// Records `count` uses at once; does nothing if `count` is 0.
    pub fn add_many(&mut self, rule: ChangeRule, count: usize) {
        if count > 0 {
            self.add(rule, 0, 0);
            if let Some(uses) = self.0.get_mut(&rule) {
                uses.count += count - 1;
            }
        }
    }

    /// Returns the changes, with positions in `text`.
    pub fn into_changes(self, text: &str) -> Vec<Change> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let index = TextIndex::new(text);
        let line_of =
            |byte: usize| text.as_bytes()[..byte.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1;
        let change = |(rule, uses): (ChangeRule, Uses)| Change {
            rule,
            count: uses.count.max(1),
            dropped: uses.dropped,
            first: index.offset_of(uses.first),
            line: line_of(uses.first),
            file: None,
            sample: uses.sample,
        };
        self.0.into_iter().map(change).collect()
    }
}
