//! What an import changes, rule by rule: nothing changes silently.

use std::collections::BTreeMap;

use serde::Serialize;
use wenfang_text::{CharOffset, TextIndex};

/// A rule by which an import changes what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ChangeRule {
    /// CR LF and CR became LF.
    LineEnds,
    /// C0 controls were removed.
    Controls,
    /// Bytes that did not decode became U+FFFD.
    Replaced,
    /// White space at the end of a line was dropped.
    TrailingSpace,
    /// White space at the start of a paragraph was dropped: an indent is layout.
    Indent,
    /// Blank lines were dropped: between paragraphs, around headings and separators, or all but one of a run.
    BlankLines,
    /// A line was joined to the one before it.
    JoinedLine,
    /// A ruled line beside a heading, or inside a sentence, was dropped.
    RuleLine,
    /// A separator line became a scene boundary.
    SceneMark,
    /// White space in a title became one space, or was dropped at its ends.
    TitleSpace,
    /// A title was put together from a numbered line and the line after it.
    TitleLine,
    /// Ornaments, or one half of a bracket, around a heading were dropped.
    HeadingMark,
    /// Prose on the line of a heading became the first paragraph.
    HeadingTail,
    /// A heading given twice in a row was dropped once.
    RepeatedHeading,
    /// The volume's name, repeated on the line of a chapter heading, was dropped.
    VolumePrefix,
    /// Words before the title of the book or its author (书名：, 作者：, 《》) were dropped.
    TitleBlock,
    /// Aozora annotations of headings, indents and page breaks were dropped.
    AozoraLayout,
    /// The lines of an Aozora file behind the book were dropped: the edition it follows, who typed it, where it comes from.
    AozoraColophon,
    /// Markdown heading marks were dropped.
    MarkdownHeading,
    /// Markdown escapes and character references became the characters they stand for.
    MarkdownEscape,
    /// YAML front matter was dropped, but for the title.
    FrontMatter,
    /// Marks of Wenfang's own marked text were dropped.
    WenfangMark,
}

/// How often a rule was used on one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Change {
    /// The rule.
    pub rule: ChangeRule,
    /// How often.
    pub count: usize,
    /// Visible characters it dropped in all.
    pub dropped: usize,
    /// Where it was first used: an offset in the decoded text of the file.
    pub first: CharOffset,
    /// The line of that place, from 1.
    pub line: usize,
    /// The file, when several were imported.
    pub file: Option<String>,
}

/// Changes as they are noted, by byte offsets.
#[derive(Debug, Default)]
pub(crate) struct ChangeLog(BTreeMap<ChangeRule, Noted>);

#[derive(Debug)]
struct Noted {
    count: usize,
    dropped: usize,
    first: usize,
}

impl ChangeLog {
    /// Notes that `rule` dropped `dropped` at byte `at`.
    pub fn note(&mut self, rule: ChangeRule, at: usize, dropped: &str) {
        self.add(rule, at, dropped.chars().filter(|c| !c.is_whitespace()).count());
    }

    /// Notes that `rule` was used at byte `at` and dropped `visible` visible characters.
    pub fn add(&mut self, rule: ChangeRule, at: usize, visible: usize) {
        let noted = self.0.entry(rule).or_insert(Noted { count: 0, dropped: 0, first: at });
        noted.count += 1;
        noted.dropped += visible;
        noted.first = noted.first.min(at);
    }

    /// Notes `count` uses at once; none when `count` is 0.
    pub fn add_many(&mut self, rule: ChangeRule, count: usize) {
        if count > 0 {
            self.add(rule, 0, 0);
            if let Some(noted) = self.0.get_mut(&rule) {
                noted.count += count - 1;
            }
        }
    }

    /// The changes, with positions in `text`.
    pub fn into_changes(self, text: &str) -> Vec<Change> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let index = TextIndex::new(text);
        let line_of =
            |byte: usize| text.as_bytes()[..byte.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1;
        let change = |(rule, noted): (ChangeRule, Noted)| Change {
            rule,
            count: noted.count,
            dropped: noted.dropped,
            first: index.offset_of(noted.first),
            line: line_of(noted.first),
            file: None,
        };
        self.0.into_iter().map(change).collect()
    }
}
