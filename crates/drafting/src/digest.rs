//! Extractive chapter summaries, computed locally without a model.
//!
//! Sentences are weighted and the best ones quoted verbatim, in text order. Weight comes from words typical of the
//! chapter rather than the book, introductions, meetings and turning points; narration is preferred to speech, and
//! every part of the chapter gets a sentence before any part gets a second one. Always: every quote is in its scene
//! at its range; quotes are in order and do not overlap; equal texts give equal digests; time is linear in the texts.
//! Deliberately absent: sentences of our own. The weights were set by hand on 红楼梦 and checked on other books.

mod background;
mod choose;
mod unit;
mod weigh;
mod words;

#[cfg(test)]
mod tests;

use wenfang_text::{CharRange, CountRule, Lexicon, TextIndex, count};

pub use background::Background;

/// A chapter to summarise.
#[derive(Clone, Copy, Debug)]
pub struct Chapter<'a> {
    /// Its title, which indicates what the author considers important.
    pub title: &'a str,
    /// The texts of its scenes, in order.
    pub scenes: &'a [&'a str],
}

/// A quoted passage of a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The index of the scene in the chapter, from 0.
    pub scene: usize,
    /// The range in char offsets of the scene's text.
    pub range: CharRange,
}

/// The digest of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The sentences of the summary, in order.
    pub summary: Vec<Quoted>,
    /// The passages in which something happens, in order; at most eight.
    pub events: Vec<Quoted>,
}

/// The summary is one twentieth of the chapter.
const SUMMARY_DIVISOR: usize = 20;
/// Bounds of the summary's length, in 字.
const SUMMARY_LENGTHS: std::ops::RangeInclusive<usize> = 120..=400;

/// The maximum length of a chapter's summary, in 字.
pub fn summary_length(chapter: &Chapter<'_>) -> usize {
    let written: usize = chapter.scenes.iter().map(|text| count(text).total(CountRule::Standard)).sum();
    (written / SUMMARY_DIVISOR).clamp(*SUMMARY_LENGTHS.start(), *SUMMARY_LENGTHS.end())
}

/// Digests a chapter. `background` describes its book; `lexicon` holds the important names.
pub fn digest(chapter: &Chapter<'_>, background: &Background, lexicon: &Lexicon) -> Digest {
    digest_to(chapter, (background, lexicon), summary_length(chapter))
}

/// Like [`digest`], with a summary of at most `length` 字.
pub fn digest_to(
    chapter: &Chapter<'_>,
    (background, lexicon): (&Background, &Lexicon),
    length: usize,
) -> Digest {
    let units = unit::units(chapter, lexicon);
    let weighed = weigh::weigh(&units, chapter.title, background);
    let events = choose::events(&units, &weighed);
    let summary = choose::summary(&units, &weighed, (&events, length));
    let quoted = |places: Vec<usize>| {
        places.into_iter().filter_map(|at| units.get(at)).map(|unit| unit.quoted).collect()
    };
    Digest { summary: quoted(summary), events: quoted(events) }
}

/// Joins quotes into readable text: a quote that ends within a sentence gets a full stop, and a cut speech its
/// missing quotation mark.
pub fn joined(chapter: &Chapter<'_>, quotes: &[Quoted]) -> String {
    let mut text = String::new();
    for quote in quotes {
        let Some(scene) = chapter.scenes.get(quote.scene) else { continue };
        let index = TextIndex::new(scene);
        let words = index.slice(quote.range).trim_end_matches(['，', '、', '；', '：', ',', ';', ':']);
        let is_latin = words.chars().next_back().is_some_and(|last| last.is_ascii());
        if !text.is_empty() && is_latin {
            text.push(' ');
        }
        let words = paired(words);
        text.push_str(&words);
        if !words.ends_with(words::SENTENCE_ENDS) {
            text.push(if is_latin { '.' } else { '。' });
        }
    }
    text
}

/// Balances the quotation marks of a quote: an unmatched closing mark is removed, a missing closing mark is added.
fn paired(quote: &str) -> String {
    let mut text = String::with_capacity(quote.len());
    let mut open: Vec<usize> = Vec::new();
    for c in quote.chars() {
        if let Some(kind) = words::OPENING.iter().position(|mark| *mark == c) {
            open.push(kind);
        } else if let Some(kind) = words::CLOSING.iter().position(|mark| *mark == c) {
            // Between letters it is an apostrophe.
            let is_letter = text.ends_with(|before: char| before.is_ascii_alphabetic());
            match open.iter().rposition(|open| *open == kind) {
                Some(at) => open.truncate(at),
                None if is_letter && c == '’' => {}
                None => continue,
            }
        }
        text.push(c);
    }
    text.extend(open.iter().rev().filter_map(|kind| words::CLOSING.get(*kind)));
    text
}
