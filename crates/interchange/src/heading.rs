//! Headings: lines that name a volume, a chapter or a section.
//!
//! [`pattern`] reads one line and [`english`] its English forms; [`find`] decides for a whole file, using the
//! lines around each candidate; [`title`] builds titles, and [`note`] records what that changed. Every heading
//! has a [`Confidence`]. A line that only begins like a heading (第四回中既将…) is not one.

pub(crate) mod around;
pub(crate) mod english;
pub(crate) mod find;
pub(crate) mod levels;
mod note;
pub(crate) mod pattern;
pub(crate) mod title;

use serde::Serialize;

/// How certain the importer is that a line is a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// The form and the number fit the sequence, but the line could be prose.
    Likely,
    /// The form is unambiguous, or the author specified it.
    Certain,
}

/// The part that a heading starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Volume,
    Chapter,
    /// A part of a chapter: starts a scene, and its line stays in the text.
    Section,
}

/// A heading and its lines.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub role: Role,
    /// The first line of the heading.
    pub line: usize,
    /// The line after the last line of the title.
    pub end: usize,
    /// The first line of the text below: later than `end` if the heading was repeated.
    pub text_from: usize,
    /// The title, with white space collapsed to single spaces.
    pub title: String,
    pub number: Option<u32>,
    pub confidence: Confidence,
    /// The byte offset in the text of prose on the heading's own line.
    pub tail: Option<usize>,
    /// The title and number of the volume if the line names both (第一卷 风起 第一章 初遇).
    pub volume: Option<(String, Option<u32>)>,
}

impl Heading {
    /// Returns a certain chapter heading that takes the whole of `line`.
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
