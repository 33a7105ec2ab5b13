//! A scene as rules read it: its characters, who says what, who is named where.

use wenfang_story::check::Against;
use wenfang_text::{
    CharOffset, CharRange, Lexicon, Speech, TextIndex, narration_beside, paragraphs, sentences, speech,
};

use super::book::Scene;
use super::found::Place;

/// A scene, read.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) scene: &'a Scene<'a>,
    /// How many scenes are told before it.
    pub(super) rank: usize,
    pub(super) index: TextIndex<'a>,
    pub(super) chars: Vec<char>,
    pub(super) speech: Vec<Speech>,
    /// Paragraphs that show something, in order.
    pub(super) paragraphs: Vec<CharRange>,
    /// Sentences, in order, speech among them.
    pub(super) sentences: Vec<CharRange>,
    /// The parts of sentences that nobody says, in order.
    pub(super) told: Vec<CharRange>,
    /// Where those the canon knows are named, in order. Names that several bear are left out.
    pub(super) mentions: Vec<Mentioned>,
}

/// Somebody or something the canon knows is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mentioned {
    /// Its number in the cast.
    pub(super) who: usize,
    pub(super) range: CharRange,
}

/// Somebody or something the canon knows.
#[derive(Clone, Debug)]
pub(super) struct Known<'a> {
    pub(super) against: Against,
    pub(super) kind: KnownKind,
    /// The first one is what it is called.
    pub(super) names: Vec<&'a str>,
}

/// What something the canon knows is, as far as rules tell it.
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
        let told = both(&sentences, &narration_beside(&chars, &speech));
        let mentions = lexicon.mentions(scene.text).into_iter().filter_map(|mention| match mention.owners {
            [who] => Some(Mentioned { who: *who as usize, range: mention.range }),
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
            told,
        }
    }

    pub(super) fn slice(&self, range: CharRange) -> &'a str {
        self.index.slice(range)
    }

    pub(super) fn place(&self, range: CharRange) -> Place {
        Place { scene: self.scene.id, range }
    }

    /// Whether somebody says what stands at a place.
    pub(super) fn is_said(&self, at: usize) -> bool {
        holding(&self.speech, at, |speech| speech.range).is_some()
    }

    /// The sentence at a place.
    pub(super) fn sentence_at(&self, at: usize) -> Option<CharRange> {
        holding(&self.sentences, at, |range| *range).copied()
    }

    /// The told part of a sentence at a place.
    pub(super) fn told_at(&self, at: usize) -> Option<CharRange> {
        holding(&self.told, at, |range| *range).copied()
    }

    /// The paragraph at a place: its number and range.
    pub(super) fn paragraph_at(&self, at: usize) -> Option<(usize, CharRange)> {
        let number = self.paragraphs.partition_point(|range| range.end().get() <= at);
        let range = self.paragraphs.get(number).copied()?;
        (range.start().get() <= at).then_some((number, range))
    }

    /// The mentions inside a range.
    pub(super) fn mentions_in(&self, range: CharRange) -> &[Mentioned] {
        let first = self.mentions.partition_point(|mention| mention.range.start() < range.start());
        let until = self.mentions.partition_point(|mention| mention.range.end() <= range.end());
        self.mentions.get(first..until).unwrap_or_default()
    }

    /// Up to `most` characters before a place, not beyond `from`.
    pub(super) fn before(&self, at: usize, most: usize, from: usize) -> &'a str {
        self.slice(CharRange::new(at.saturating_sub(most).max(from).min(at), at))
    }

    /// What stands between a place and the next mark or line end, at most `most` characters.
    pub(super) fn clause_after(&self, at: usize, most: usize) -> &'a str {
        let rest = self.chars.get(at..).unwrap_or_default();
        let len = rest.iter().take(most).position(|c| is_mark(*c)).unwrap_or(rest.len().min(most));
        self.slice(CharRange::new(at, at + len))
    }

    /// The paragraph at a place with the one before it: what a sentence is read in the light of.
    pub(super) fn surroundings(&self, at: usize) -> &'a str {
        let Some((number, range)) = self.paragraph_at(at) else { return "" };
        let from = number.checked_sub(1).and_then(|before| self.paragraphs.get(before)).unwrap_or(&range);
        // Old prose has paragraphs of pages; a few hundred characters before are what counts.
        let start = from.start().get().max(at.saturating_sub(400));
        self.slice(CharRange::new(start, range.end().get().min(at + 200).max(start)))
    }

    /// What is told, and not said, in the last `before` characters before a place and the sentence at it.
    pub(super) fn told_before(&self, at: usize, before: usize) -> String {
        let from = at.saturating_sub(before);
        let first = self.told.partition_point(|range| range.end().get() <= from);
        let near = self.told.get(first..).unwrap_or_default();
        let near = near.iter().take_while(|range| range.start().get() <= at);
        near.map(|range| self.slice(*range)).collect()
    }

    /// The range of a byte range of a slice of this scene that begins at `from`.
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

/// Whether a character is Han.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '〇')
}

/// The item of an ordered list whose range holds a place.
fn holding<T>(list: &[T], at: usize, range: impl Fn(&T) -> CharRange) -> Option<&T> {
    let number = list.partition_point(|item| range(item).end().get() <= at);
    list.get(number).filter(|item| range(item).start().get() <= at)
}

/// What two ordered lists of ranges share.
fn both(a: &[CharRange], b: &[CharRange]) -> Vec<CharRange> {
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
