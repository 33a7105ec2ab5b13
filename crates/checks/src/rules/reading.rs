//! A scene prepared for the rules: its characters, its speech, and the mentions of known names.

use wenfang_story::check::Against;
use wenfang_text::{
    CharOffset, CharRange, Lexicon, Speech, TextIndex, narration_beside, paragraphs, sentences, speech,
};

use super::book::Scene;
use super::found::Place;

/// A scene prepared for the rules.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) scene: &'a Scene<'a>,
    /// The number of scenes before it in telling order.
    pub(super) rank: usize,
    pub(super) index: TextIndex<'a>,
    pub(super) chars: Vec<char>,
    pub(super) speech: Vec<Speech>,
    /// Non-blank paragraphs, in order.
    pub(super) paragraphs: Vec<CharRange>,
    /// All sentences, including speech, in order.
    pub(super) sentences: Vec<CharRange>,
    /// The parts of sentences outside speech, in order.
    pub(super) narrated: Vec<CharRange>,
    /// Mentions of known entities, in order, without names shared by several entities.
    pub(super) mentions: Vec<Mention>,
}

/// A mention of a known person or thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    /// The index in the cast.
    pub(super) who: usize,
    pub(super) range: CharRange,
}

/// A person or thing in the canon.
#[derive(Clone, Debug)]
pub(super) struct Known<'a> {
    pub(super) against: Against,
    pub(super) kind: KnownKind,
    /// All names; the first is the main name.
    pub(super) names: Vec<&'a str>,
}

/// The kind of a known entity, as far as rules distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownKind {
    Person,
    Location,
    Item,
    Other,
}

impl<'a> Reading<'a> {
    pub(super) fn new(scene: &'a Scene<'a>, rank: usize, lexicon: &Lexicon) -> Self {
        let chars: Vec<char> = scene.text.chars().collect();
        let speech = speech(scene.text);
        let sentences = sentences(scene.text);
        let narrated = intersection(&sentences, &narration_beside(&chars, &speech));
        let mentions = lexicon.mentions(scene.text).into_iter().filter_map(|mention| match mention.owners {
            [who] => Some(Mention { who: *who as usize, range: mention.range }),
            _ => None,
        });
        Self {
            index: TextIndex::new(scene.text),
            paragraphs: paragraphs(scene.text).map(|paragraph| paragraph.range).collect(),
            mentions: mentions.collect(),
            scene,
            rank,
            chars,
            speech,
            sentences,
            narrated,
        }
    }

    pub(super) fn slice(&self, range: CharRange) -> &'a str {
        self.index.slice(range)
    }

    pub(super) fn place(&self, range: CharRange) -> Place {
        Place { scene: self.scene.id, range }
    }

    /// Whether a position is inside speech.
    pub(super) fn is_speech(&self, at: usize) -> bool {
        item_at(&self.speech, at, |speech| speech.range).is_some()
    }

    /// Returns the sentence at a position.
    pub(super) fn sentence_at(&self, at: usize) -> Option<CharRange> {
        item_at(&self.sentences, at, |range| *range).copied()
    }

    /// Returns the narrated part of a sentence at a position.
    pub(super) fn narrated_at(&self, at: usize) -> Option<CharRange> {
        item_at(&self.narrated, at, |range| *range).copied()
    }

    /// Returns the index and the range of the paragraph at a position.
    pub(super) fn paragraph_at(&self, at: usize) -> Option<(usize, CharRange)> {
        let number = self.paragraphs.partition_point(|range| range.end().get() <= at);
        let range = self.paragraphs.get(number).copied()?;
        (range.start().get() <= at).then_some((number, range))
    }

    /// Returns the mentions inside a range.
    pub(super) fn mentions_in(&self, range: CharRange) -> &[Mention] {
        let first = self.mentions.partition_point(|mention| mention.range.start() < range.start());
        let until = self.mentions.partition_point(|mention| mention.range.end() <= range.end());
        self.mentions.get(first..until).unwrap_or_default()
    }

    /// Returns up to `most` characters before a position, not beyond `from`.
    pub(super) fn before(&self, at: usize, most: usize, from: usize) -> &'a str {
        self.slice(CharRange::new(at.saturating_sub(most).max(from).min(at), at))
    }

    /// Returns the text between a position and the next mark or line break, at most `most` characters.
    pub(super) fn clause_after(&self, at: usize, most: usize) -> &'a str {
        let rest = self.chars.get(at..).unwrap_or_default();
        let len = rest.iter().take(most).position(|c| is_mark(*c)).unwrap_or(rest.len().min(most));
        self.slice(CharRange::new(at, at + len))
    }

    /// Returns the context of a position: its paragraph and the one before.
    pub(super) fn surroundings(&self, at: usize) -> &'a str {
        let Some((number, range)) = self.paragraph_at(at) else { return "" };
        let from = number.checked_sub(1).and_then(|before| self.paragraphs.get(before)).unwrap_or(&range);
        // Old prose has paragraphs of several pages; a few hundred characters before are enough.
        let start = from.start().get().max(at.saturating_sub(400));
        self.slice(CharRange::new(start, range.end().get().min(at + 200).max(start)))
    }

    /// Returns the narration in the last `before` characters before a position, and in the sentence at it.
    pub(super) fn narrated_before(&self, at: usize, before: usize) -> String {
        let from = at.saturating_sub(before);
        let first = self.narrated.partition_point(|range| range.end().get() <= from);
        let near = self.narrated.get(first..).unwrap_or_default();
        let near = near.iter().take_while(|range| range.start().get() <= at);
        near.map(|range| self.slice(*range)).collect()
    }

    /// Converts a byte range of `slice`, which starts at `from` in this scene, to a character range.
    pub(super) fn within(&self, from: CharOffset, slice: &str, bytes: std::ops::Range<usize>) -> CharRange {
        let start = from.get() + slice.get(..bytes.start).map_or(0, |before| before.chars().count());
        let len = slice.get(bytes).map_or(0, |part| part.chars().count());
        CharRange::new(start, start + len)
    }
}

/// Whether a character ends a clause.
pub(super) fn is_mark(c: char) -> bool {
    matches!(
        c,
        '，' | '。'
            | '！'
            | '？'
            | '；'
            | '：'
            | '、'
            | '…'
            | '—'
            | '“'
            | '”'
            | '‘'
            | '「'
            | '」'
            | '『'
            | '』'
            | '（'
            | '）'
            | '《'
            | '》'
            | ','
            | '.'
            | '!'
            | '?'
            | ';'
            | ':'
            | '"'
            | '('
            | ')'
            | '\n'
    )
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '〇')
}

/// Returns the item of a sorted list whose range contains a position.
fn item_at<T>(list: &[T], at: usize, range: impl Fn(&T) -> CharRange) -> Option<&T> {
    let number = list.partition_point(|item| range(item).end().get() <= at);
    list.get(number).filter(|item| range(item).start().get() <= at)
}

/// Returns the intersection of two sorted lists of ranges.
fn intersection(a: &[CharRange], b: &[CharRange]) -> Vec<CharRange> {
    let (mut shared, mut i, mut j) = (Vec::new(), 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let start = x.start().max(y.start()).get();
        let end = x.end().min(y.end()).get();
        if start < end {
            shared.push(CharRange::new(start, end));
        }
        if x.end() < y.end() { i += 1 } else { j += 1 }
    }
    shared
}
