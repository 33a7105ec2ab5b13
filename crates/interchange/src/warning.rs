//! Warnings that the author should read before accepting an import.

use serde::Serialize;
use thiserror::Error;

use crate::outline::TitleSource;
use crate::plan::{PlannedChapter, PlannedVolume};

/// The number of words above which a chapter is a giant (a Han character or kana counts as one). Web novels
/// have chapters of 2,000 to 5,000; the longest in 红楼梦 has 13,000.
pub const GIANT_WORDS: usize = 20_000;

/// The multiple of the median length from which a chapter is also a giant.
pub const GIANT_TIMES_MEDIAN: usize = 8;

/// The minimum words of a chapter, and the minimum number of chapters, for comparison with the median: a short
/// prologue is no basis for it.
const MIN_GIANT_WORDS: usize = 3_000;
const MIN_CHAPTERS_FOR_MEDIAN: usize = 5;

/// An uncertainty of an import, or a defect of its source.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// No line looks like a heading, so the text became one chapter.
    #[error("no headings were found: the text is one chapter")]
    NoHeadings,
    /// A title of the given list matches no line.
    #[error("no line matches the title {title:?}")]
    TitleNotFound { title: String },
    /// A table of contents was found before the first chapter and kept as text.
    #[error("a table of contents with {entries} entries was kept as text before the first chapter")]
    ContentsList { entries: usize },
    /// Some text has no heading.
    #[error("{words} words have no heading; they became the chapter {title:?}")]
    Untitled {
        /// The title it was given.
        title: String,
        words: usize,
    },
    /// Bytes that could not be decoded were replaced by U+FFFD.
    #[error("{count} byte sequences could not be decoded")]
    Replaced { count: usize },
    /// The same heading occurred twice in a row and was used once.
    #[error("the heading {title:?} occurs twice in a row; it was used once")]
    RepeatedHeading { title: String },
    /// Chapter numbers are missing between two chapters.
    #[error("{missing} chapter numbers are missing between {after:?} and {before:?}")]
    Gap {
        /// The chapter before the gap; `None` if the first number is not 1.
        after: Option<String>,
        /// The chapter after the gap.
        before: String,
        missing: u32,
    },
    /// A chapter has the number of an earlier chapter, or a smaller number.
    #[error("the number of {title:?} is repeated or out of order")]
    RepeatedNumber { title: String },
    /// A chapter is so long that a heading in it may have been missed.
    #[error("{title:?} has {words} words; a heading may have been missed")]
    Giant { title: String, words: usize },
    #[error("{title:?} has no text")]
    Empty { title: String },
}

/// Returns the warnings for a complete plan.
pub(crate) fn on(volumes: &[PlannedVolume]) -> Vec<Warning> {
    let mut warnings = numbering(volumes);
    let chapters = || volumes.iter().flat_map(|volume| &volume.chapters);
    let mut lengths: Vec<usize> = chapters().map(PlannedChapter::words).collect();
    let each = lengths.clone();
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    for (chapter, words) in chapters().zip(each) {
        let title = chapter.title.clone();
        let exceeds_median = lengths.len() >= MIN_CHAPTERS_FOR_MEDIAN
            && words >= MIN_GIANT_WORDS
            && words >= GIANT_TIMES_MEDIAN * median;
        if chapter.source == TitleSource::Rule {
            warnings.push(Warning::Untitled { title, words });
        } else if words == 0 {
            warnings.push(Warning::Empty { title });
        } else if words > GIANT_WORDS || exceeds_median {
            warnings.push(Warning::Giant { title, words });
        }
    }
    warnings
}

/// Returns gaps and repeats in the chapter numbers. Numbers may restart at 1 with each volume.
fn numbering(volumes: &[PlannedVolume]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut last: Option<(u32, &str)> = None;
    for volume in volumes {
        let mut fresh = true;
        for chapter in &volume.chapters {
            let Some(number) = chapter.number else { continue };
            let restart = fresh && number <= 1;
            match last {
                _ if restart => {}
                None if number > 1 => {
                    warnings.push(Warning::Gap {
                        after: None,
                        before: chapter.title.clone(),
                        missing: number - 1,
                    });
                }
                None => {}
                Some((before, title)) if number > before.saturating_add(1) => warnings.push(Warning::Gap {
                    after: Some(title.to_owned()),
                    before: chapter.title.clone(),
                    missing: number - before - 1,
                }),
                Some((before, _)) if number <= before => {
                    warnings.push(Warning::RepeatedNumber { title: chapter.title.clone() });
                }
                Some(_) => {}
            }
            fresh = false;
            last = Some((number, &chapter.title));
        }
    }
    warnings
}
