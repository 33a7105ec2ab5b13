//! A chapter in its own words: the local stand-in for a model that summarises.
//!
//! Sentences are weighed and the best are quoted, word for word, in the order they stand in: what the chapter speaks of and
//! the rest of the book does not, who comes in, who meets whom, what turns; narration before speech, and each part of the
//! chapter before a second sentence of the same part. Always: every quote stands in its scene at its range; quotes are in
//! order and do not overlap; the same texts give the same digest; time is linear in the texts. Deliberately absent: sentences
//! of our own. The weights are set by hand on 红楼梦 and looked at on other books.

mod background;
mod choose;
mod unit;
mod weigh;
mod words;

#[cfg(test)]
mod tests;

use wenfang_text::{CharRange, CountRule, Lexicon, TextIndex, count};

pub use background::Background;

/// A chapter that is digested.
#[derive(Clone, Copy, Debug)]
pub struct Chapter<'a> {
    /// Its title: what the author says it is about.
    pub title: &'a str,
    /// The texts of its scenes, in order.
    pub scenes: &'a [&'a str],
}

/// A passage of a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// Which of the chapter's scenes, from 0.
    pub scene: usize,
    /// Where, in char offsets of its text.
    pub range: CharRange,
}

/// What a chapter says in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The sentences of the summary, in order.
    pub summary: Vec<Quoted>,
    /// The passages where something happens, in order; at most eight.
    pub events: Vec<Quoted>,
}

/// A twentieth of the chapter,
const SHARE: usize = 20;
/// but at least and at most so many 字.
const LENGTHS: std::ops::RangeInclusive<usize> = 120..=400;

/// How long the summary of a chapter shall be at most, in 字.
pub fn summary_length(chapter: &Chapter<'_>) -> usize {
    let written: usize = chapter.scenes.iter().map(|text| count(text).total(CountRule::Standard)).sum();
    (written / SHARE).clamp(*LENGTHS.start(), *LENGTHS.end())
}

/// Digests a chapter. `background` is the book it stands in; `lexicon` holds the names that matter.
pub fn digest(chapter: &Chapter<'_>, background: &Background, lexicon: &Lexicon) -> Digest {
    digest_to(chapter, (background, lexicon), summary_length(chapter))
}

/// [`digest`] with a summary of at most `length` 字.
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

/// Quotes put together as a text that can be read: one that ends within a sentence gets a full stop, a speech that was cut its
/// other mark.
pub fn told(chapter: &Chapter<'_>, quotes: &[Quoted]) -> String {
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
        if !words.ends_with(words::ENDS) {
            text.push(if is_latin { '.' } else { '。' });
        }
    }
    text
}

/// A quote whose marks of speech pair: a closing mark without its opening one is left out, and the other way round it is added.
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
