//! What the author should look at before taking an import.

use serde::Serialize;
use thiserror::Error;

use crate::outline::TitleSource;
use crate::plan::{PlannedChapter, PlannedVolume};

/// A chapter is giant from this many words on (a Han character or kana counts as one): web novels keep chapters at
/// 2,000 to 5,000, the longest of 红楼梦 has 13,000.
pub const GIANT_WORDS: usize = 20_000;

/// … or from this many times the median on,
pub const GIANT_TIMES_MEDIAN: usize = 8;

/// … when it also has this many words and there are at least [`MEDIAN_OF`] chapters: a short prologue is no measure.
const GIANT_AT_LEAST: usize = 3_000;
const MEDIAN_OF: usize = 5;

/// Something an import is not sure about, or that its source lacks.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// No line looks like a heading: the text became one chapter.
    #[error("no headings were found: the text is one chapter")]
    NoHeadings,
    /// A title of the list has no line.
    #[error("no line is {title:?}")]
    TitleNotFound {
        /// The title.
        title: String,
    },
    /// A table of contents was found before the first chapter and left in the text there.
    #[error("a table of contents with {entries} entries was left in the text before the first chapter")]
    ContentsList {
        /// Headings in it.
        entries: usize,
    },
    /// There is text that no heading names.
    #[error("{words} words stand under no heading; they became {title:?}")]
    Untitled {
        /// The title it was given.
        title: String,
        /// Its length in words.
        words: usize,
    },
    /// Bytes became U+FFFD.
    #[error("{count} places could not be decoded")]
    Replaced {
        /// How many.
        count: usize,
    },
    /// A heading stood twice in a row and was taken once.
    #[error("{title:?} stands twice in a row; it was taken once")]
    RepeatedHeading {
        /// The heading.
        title: String,
    },
    /// Numbers are missing between two chapters.
    #[error("{missing} numbers are missing between {after:?} and {before:?}")]
    Gap {
        /// The chapter before the gap; `None` when the first number is not 1.
        after: Option<String>,
        /// The chapter after the gap.
        before: String,
        /// How many numbers.
        missing: u32,
    },
    /// A chapter has the number of an earlier one, or a smaller one.
    #[error("the number of {title:?} was there before, or is out of order")]
    RepeatedNumber {
        /// The chapter.
        title: String,
    },
    /// A chapter is so long that a heading in it may have been missed.
    #[error("{title:?} has {words} words: was a heading missed?")]
    Giant {
        /// The chapter.
        title: String,
        /// Its length in words.
        words: usize,
    },
    /// A chapter has no text.
    #[error("{title:?} has no text")]
    Empty {
        /// The chapter.
        title: String,
    },
}

/// The warnings that a built plan gives rise to.
pub(crate) fn on(volumes: &[PlannedVolume]) -> Vec<Warning> {
    let mut warnings = numbering(volumes);
    let chapters = || volumes.iter().flat_map(|volume| &volume.chapters);
    let mut lengths: Vec<usize> = chapters().map(PlannedChapter::words).collect();
    let each = lengths.clone();
    lengths.sort_unstable();
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    for (chapter, words) in chapters().zip(each) {
        let title = chapter.title.clone();
        let outgrown =
            lengths.len() >= MEDIAN_OF && words >= GIANT_AT_LEAST && words >= GIANT_TIMES_MEDIAN * median;
        if chapter.source == TitleSource::Rule {
            warnings.push(Warning::Untitled { title, words });
        } else if words == 0 {
            warnings.push(Warning::Empty { title });
        } else if words > GIANT_WORDS || outgrown {
            warnings.push(Warning::Giant { title, words });
        }
    }
    warnings
}

/// Gaps and repeats in the numbers of the chapters. Numbers may begin again at 1 with a volume.
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
