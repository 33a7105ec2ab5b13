//! The quotable units: sentences, without a speech that directly follows an act.

use wenfang_text::{
    CharOffset, CharRange, CountRule, Lexicon, Snap, TextIndex, count, sentences, snap_to_grapheme,
};

use super::background::{Term, for_each_term, is_han};
use super::words::{CLOSING, OPENING, eventfulness};
use super::{Chapter, Quoted};

/// Maximum length of a quote in characters.
const MAX_LEN: usize = 120;
/// Minimum length in characters of an act before a speech that may be quoted alone.
const MIN_ACT_LEN: usize = 10;
/// Maximum length of the words that introduce a speech: ，骂道：.
const MAX_SPEECH_INTRO: usize = 8;

/// A sentence, or its beginning.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) quoted: Quoted,
    /// Its terms, each once, sorted.
    pub(super) terms: Vec<Term>,
    /// The numbers of the names in it, each once, in order.
    pub(super) names: Vec<u32>,
    /// The share of narration, 0 to 1.
    pub(super) narration: f64,
    /// How much happens in it.
    pub(super) events: f64,
    /// Its length in 字.
    pub(super) length: usize,
    /// Characters of the chapter before it.
    pub(super) before: usize,
}

/// The units of a chapter, in order.
pub(super) fn units(chapter: &Chapter<'_>, lexicon: &Lexicon) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut before = 0;
    for (scene, text) in chapter.scenes.iter().enumerate() {
        let index = TextIndex::new(text);
        let mentions = lexicon.mentions(text);
        let mut mentions = mentions.iter().peekable();
        let (mut line_open, mut last_end) = (false, 0);
        for sentence in sentences(text) {
            // A quotation mark left open at the end of a line affects one paragraph only.
            let between = CharRange::new(last_end, sentence.start().get());
            if index.slice(between).contains('\n') {
                line_open = false;
            }
            last_end = sentence.end().get();
            let words = index.slice(sentence);
            let (spoken, still_open) = speech(words, line_open);
            let kept = act_before_speech(words, line_open);
            line_open = still_open;
            let kept = kept.unwrap_or(sentence.len()).min(MAX_LEN);
            let end = sentence.start().get() + kept;
            let range = CharRange::new(sentence.start().get(), end);
            let range = end_at_mark(&index, range, sentence);
            let quote = index.slice(range);
            let mut names = Vec::new();
            while let Some(mention) = mentions.next_if(|mention| mention.range.end() <= range.end()) {
                if mention.range.start() >= range.start() && !names.contains(&mention.name) {
                    names.push(mention.name);
                }
            }
            let mut terms = Vec::new();
            for_each_term(quote, |term| terms.push(term));
            terms.sort_unstable();
            terms.dedup();
            let total = sentence.len().max(1);
            let narration = if kept < sentence.len() { 1.0 } else { 1.0 - ratio(spoken, total) };
            let unit = Unit {
                quoted: Quoted { scene, range },
                terms,
                names,
                narration,
                events: eventfulness(quote),
                length: count(quote).total(CountRule::Standard),
                before: before + range.start().get(),
            };
            // Decoration and isolated marks have no meaning.
            if quote.chars().any(|c| is_han(c) || c.is_alphanumeric()) {
                units.push(unit);
            }
        }
        before += index.len();
    }
    units
}

/// Moves the end of a shortened range to a punctuation mark of the sentence.
fn end_at_mark(index: &TextIndex<'_>, range: CharRange, sentence: CharRange) -> CharRange {
    if range.end() == sentence.end() || range.len() < MAX_LEN {
        return range;
    }
    let words = index.slice(range);
    let at = words.chars().enumerate().filter(|(_, c)| "，；：,;、".contains(*c)).map(|(at, _)| at).last();
    let cut = at.filter(|at| *at >= MIN_ACT_LEN).unwrap_or(range.len());
    // Only the part that may be cut is examined: a text without punctuation may be a single sentence.
    let near = CharRange::new(range.start().get(), (range.end().get() + MAX_LEN).min(sentence.end().get()));
    let cut = snap_to_grapheme(index.slice(near), CharOffset::new(cut), Snap::Back);
    let cut = if cut.get() == 0 { range.len() } else { cut.get() };
    CharRange::new(range.start().get(), range.start().get() + cut)
}

/// The number of spoken characters, and whether a speech is open at the end.
fn speech(words: &str, mut open: bool) -> (usize, bool) {
    let mut spoken = 0;
    for c in words.chars() {
        let opens = OPENING.contains(&c) || (c == '"' && !open);
        let closes = CLOSING.contains(&c) || (c == '"' && open);
        spoken += usize::from(open || opens);
        open = if closes { false } else { open || opens };
    }
    (spoken, open)
}

/// The end of an act that is followed by a speech: `摘下那玉，就狠命摔去` in `摘下那玉，就狠命摔去，骂道：“…`.
fn act_before_speech(words: &str, open: bool) -> Option<usize> {
    if open {
        return None;
    }
    let mut comma = None;
    let mut before = None;
    for (at, c) in words.chars().enumerate() {
        match c {
            '，' | ',' => comma = Some(at),
            '“' | '「' | '『' => {
                let comma = comma.filter(|comma| *comma >= MIN_ACT_LEN && at - comma <= MAX_SPEECH_INTRO)?;
                return matches!(before, Some('：' | ':')).then_some(comma);
            }
            _ => {}
        }
        before = Some(c);
    }
    None
}

fn ratio(part: usize, whole: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    number(part) / number(whole)
}
