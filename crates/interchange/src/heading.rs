//! Headings: lines that name a volume, a chapter or a section.
//!
//! [`pattern`] reads one line, [`english`] its English forms, [`find`] decides on a whole file with what stands
//! around each line, [`title`] puts titles together, [`note`] says what that changed. A heading has a [`Confidence`]; lines that merely begin like
//! one (第四回中既将…) are not headings.

pub(crate) mod around;
pub(crate) mod english;
pub(crate) mod find;
mod note;
pub(crate) mod pattern;
pub(crate) mod title;

use serde::Serialize;

/// How sure the importer is that a line is a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Its form and its number in the sequence fit, but it could be prose.
    Likely,
    /// Its form leaves no doubt, or the author named it.
    Certain,
}

/// What a heading heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Volume,
    Chapter,
    /// A part of a chapter: it begins a scene, and its line stays in the text.
    Section,
}

/// A heading and the lines it takes.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub role: Role,
    /// First line of the heading.
    pub line: usize,
    /// The line after the last one the title takes.
    pub end: usize,
    /// The line the text below begins on: further down than `end` when the heading was repeated.
    pub text_from: usize,
    /// The title, white space made single spaces.
    pub title: String,
    /// The number, when the heading has one.
    pub number: Option<u32>,
    pub confidence: Confidence,
    /// Byte offset in the text where prose begins on the heading's own line.
    pub tail: Option<usize>,
    /// The title of the volume when the line names both (第一卷 风起 第一章 初遇), and its number.
    pub volume: Option<(String, Option<u32>)>,
}

impl Heading {
    /// A chapter's heading that is the whole line `line`, beyond doubt.
    pub fn whole_line(line: usize, body: &str) -> Self {
        Self {
            role: Role::Chapter,
            line,
            end: line + 1,
            text_from: line + 1,
            title: title::plain(body),
            number: pattern::read(body).and_then(|form| form.number),
            confidence: Confidence::Certain,
            tail: None,
            volume: None,
        }
    }
}
