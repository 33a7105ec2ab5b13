//! What a site may refuse.

use serde::Serialize;
use wenfang_text::{CountRule, count};

use super::profile::SiteProfile;
use crate::book::{Block, Chapter, plain};

/// Something in a chapter that the site may refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SiteWarning {
    /// The chapter's place in the book, from 1.
    pub chapter: usize,
    pub title: String,
    #[serde(flatten)]
    pub kind: SiteWarningKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SiteWarningKind {
    /// The chapter is shorter than the site accepts.
    Short { length: usize, least: usize },
    /// The chapter is longer than the site accepts.
    Long { length: usize, most: usize },
    /// Paragraphs are longer than readers of the site like.
    LongParagraphs { count: usize, most: usize },
    /// A word to look for.
    Word { word: String, count: usize },
}

/// Returns the length of a chapter, and what the site may refuse.
pub(super) fn check(chapter: &Chapter, profile: &SiteProfile) -> (usize, Vec<SiteWarning>) {
    let blocks = chapter.scenes.iter().flat_map(|scene| &scene.blocks);
    let paragraphs: Vec<String> = blocks
        .filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(plain(&paragraph.spans)),
            Block::Break | Block::Blank => None,
        })
        .collect();
    let lengths: Vec<usize> =
        paragraphs.iter().map(|paragraph| count(paragraph).total(CountRule::Standard)).collect();
    let length = lengths.iter().sum();
    let limits = profile.length;
    let mut kinds = Vec::new();
    if length < limits.least {
        kinds.push(SiteWarningKind::Short { length, least: limits.least });
    }
    if limits.most > 0 && length > limits.most {
        kinds.push(SiteWarningKind::Long { length, most: limits.most });
    }
    let long = lengths.iter().filter(|length| **length > limits.most_in_paragraph).count();
    if limits.most_in_paragraph > 0 && long > 0 {
        kinds.push(SiteWarningKind::LongParagraphs { count: long, most: limits.most_in_paragraph });
    }
    for word in profile.watch_words.iter().filter(|word| !word.is_empty()) {
        let count = paragraphs.iter().map(|paragraph| paragraph.matches(word.as_str()).count()).sum();
        if count > 0 {
            kinds.push(SiteWarningKind::Word { word: word.clone(), count });
        }
    }
    let warning = |kind| SiteWarning { chapter: chapter.number, title: chapter.label(), kind };
    (length, kinds.into_iter().map(warning).collect())
}
