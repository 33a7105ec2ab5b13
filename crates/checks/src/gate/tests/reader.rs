//! A slow reference implementation, independent of the gate, that determines the cut from the whole text.
//!
//! It only handles single answers without marks, where counts never decrease, and without `'`, which
//! the gate decides late.

use wenfang_text::{CharOffset, Snap, snap_to_grapheme, stopping_points};

use super::super::{CutReason, GateLimits};
use super::effect_log::{EffectLog, standard};

const TERMINATORS: &str = "。！？!?….．｡‼⁇⁈⁉";
const CLOSERS: &str = "”’」』）》】〉〕〗］｝)]}";

/// A text with lookup data. Positions are in characters.
pub(super) struct Reader<'t> {
    text: &'t str,
    chars: Vec<char>,
    /// The byte offset of each position.
    bytes: Vec<usize>,
    stops: Vec<usize>,
    limits: GateLimits,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, limits: GateLimits) -> Self {
        let bytes = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let stops = stopping_points(text).into_iter().map(CharOffset::get).collect();
        Self { text, chars: text.chars().collect(), bytes, stops, limits }
    }

    /// Whether the reference handles a text completely.
    pub(super) fn supports(text: &str) -> bool {
        !text.contains(['*', '＊', '#', '>', '-', '\'', '\u{600}', '\\', '｜', '^'])
    }

    /// Checks that a cut is of the kind that its reason states, for any text.
    pub(super) fn check_kind(&self, log: &EffectLog) {
        let Some((reason, closing)) = log.cut() else { return };
        let at = log.shown().chars().count();
        let place = CharOffset::new(at);
        assert_eq!(snap_to_grapheme(self.text, place, Snap::Back), place, "a grapheme is split");
        let closing = closing.trim_end_matches(['*', '》', ']']);
        if !closing.is_empty() {
            assert_eq!(reason, CutReason::HardLimitSentence);
            let ends = |text: &str| {
                stopping_points(text).last().map(|stop| stop.get()) == Some(text.chars().count())
            };
            let text = log.shown() + closing;
            // After a terminator with a combining character (！ with a variation selector), closers are not
            // recognised.
            let is_bare = log
                .shown()
                .chars()
                .next_back()
                .is_some_and(|c| TERMINATORS.contains(c) || CLOSERS.contains(c));
            assert!(ends(&text) || !is_bare, "the closing marks do not complete a sentence");
            let mut fewer = text.chars();
            fewer.next_back();
            assert!(!ends(fewer.as_str()), "a closing mark too many");
        } else if reason == CutReason::HardLimitSentence {
            let blanks = self.visible(at)..=at;
            assert!(self.stops.iter().any(|stop| blanks.contains(stop)), "no sentence ends at the cut");
        }
    }

    /// Checks that no better position exists.
    pub(super) fn check_best(&self, log: &EffectLog) {
        let Some((reason, closing)) = log.cut() else { return };
        let at = log.shown().chars().count();
        let (soft, hard) = (self.last_within(self.limits.soft), self.last_within(self.limits.hard));
        // A `《` is shown with the next character: both may begin dots.
        let soft = if soft > 0 && self.chars[soft - 1] == '《' { soft - 1 } else { soft };
        let stop = self.stops.iter().copied().filter(|&stop| stop <= hard).max().unwrap_or(0);
        let shown = soft.max(stop);
        let stop_in_reach = stop > 0 && stop >= self.visible(shown);
        let quote = (shown..=hard).rev().find_map(|place| Some((place, self.closing_at(place)?)));
        let clauses: Vec<usize> =
            (self.visible(shown)..=hard).filter(|&place| self.is_clause_end(place)).collect();
        match reason {
            CutReason::HardLimitSentence if closing.is_empty() => {
                assert!(stop_in_reach && at == shown, "{at} is not the last stopping point {shown}");
                let better = quote.filter(|(place, _)| self.stays_open(*place, hard));
                assert_eq!(better, None, "the quote open until {hard} also contains a sentence end");
            }
            CutReason::HardLimitSentence => {
                assert_eq!(
                    Some((at, closing.to_owned())),
                    quote,
                    "the cut is not after the last sentence in the quote"
                );
                assert!(
                    !stop_in_reach || !self.is_closed_well_before(at, hard),
                    "the stopping point was better"
                );
            }
            _ => {
                assert!(!stop_in_reach, "a stopping point at {shown} was passed over");
                assert_eq!(quote, None, "a sentence in a quote was passed over");
                // Whether `"` closes a quote is beyond this reference.
                if self.text.contains(['"', '＂']) {
                    return;
                }
                let expected = match clauses.last() {
                    Some(&clause) => (CutReason::HardLimitClause, clause.max(shown)),
                    None => (CutReason::HardLimitCut, hard),
                };
                assert_eq!((reason, at), expected);
            }
        }
    }

    /// Returns the last position with at most `most` 字 before it.
    fn last_within(&self, most: usize) -> usize {
        let counted = |place: usize| standard(&self.text[..self.bytes[place]]);
        let (mut within, mut beyond) = (0, self.chars.len() + 1);
        while beyond - within > 1 {
            let middle = usize::midpoint(within, beyond);
            *(if counted(middle) <= most { &mut within } else { &mut beyond }) = middle;
        }
        within
    }

    /// Returns the end of the last visible character before a position.
    fn visible(&self, place: usize) -> usize {
        self.chars[..place].iter().rposition(|c| !c.is_whitespace()).map_or(0, |last| last + 1)
    }

    /// Returns the marks that close the quotes at a position, if a sentence ends there in a quote and the marks
    /// fit.
    ///
    /// A sentence ends there if the position would be a stopping point with the opening marks replaced by
    /// ordinary characters.
    fn closing_at(&self, place: usize) -> Option<String> {
        let last = snap_to_grapheme(self.text, CharOffset::new(place.checked_sub(1)?), Snap::Back).get();
        let is_closer = |c: &char| CLOSERS.contains(*c) || matches!(c, '"' | '＂');
        let mark = self.chars[..=last].iter().rposition(|c| !is_closer(c))?;
        if !TERMINATORS.contains(self.chars[mark]) {
            return None;
        }
        let open = self.open_quotes(place);
        let closing: String = open.iter().rev().map(|&(_, closer)| closer).collect();
        let fits = standard(&self.text[..self.bytes[place]]) + open.len() <= self.limits.hard;
        // A straight quote that closes belongs to the sentence end. The exception is an end with a combining
        // character (‼ with a variation selector), after which closers are not recognised.
        let is_bare = self.chars.get(last + 1..place).is_some_and(<[char]>::is_empty);
        let closes =
            |c: &char| is_bare && matches!(c, '"' | '＂') && open.iter().any(|(_, closer)| closer == c);
        let opened_since = open.iter().any(|&(opened, _)| opened > mark);
        if open.is_empty() || opened_since || !fits || self.chars.get(place).is_some_and(closes) {
            return None;
        }
        let line = self.line_start(place);
        let end =
            self.chars[place..].iter().position(|&c| c == '\n').map_or(self.chars.len(), |end| place + end);
        let unopened: String = (line..end)
            .map(|at| if open.iter().any(|&(opened, _)| opened == at) { '雨' } else { self.chars[at] })
            .collect();
        let position = CharOffset::new(place - line);
        stopping_points(&unopened).contains(&position).then_some(closing)
    }

    /// Returns the quotes open before a position, outermost first, with their opening position and closing
    /// mark.
    fn open_quotes(&self, place: usize) -> Vec<(usize, char)> {
        let mut open: Vec<(usize, char)> = Vec::new();
        for at in self.line_start(place)..place {
            let c = self.chars[at];
            let letter = |at: Option<usize>| {
                at.and_then(|at| self.chars.get(at)).is_some_and(|c| c.is_alphabetic() && *c < '\u{2e80}')
            };
            let closer = match c {
                '“' => '”',
                '‘' => '’',
                '「' => '」',
                '『' => '』',
                '’' if letter(at.checked_sub(1)) && letter(Some(at + 1)) => continue,
                '”' | '’' | '」' | '』' | '"' | '＂' => {
                    match open.iter().rposition(|&(_, closer)| closer == c) {
                        Some(closed) => {
                            open.truncate(closed);
                            continue;
                        }
                        None if matches!(c, '"' | '＂') => c,
                        None => continue,
                    }
                }
                _ => continue,
            };
            open.push((at, closer));
        }
        open
    }

    /// Whether a quote stays open from one position to beyond another, on one line.
    fn stays_open(&self, from: usize, to: usize) -> bool {
        let to = (to + 1).min(self.chars.len());
        (from..=to).all(|place| !self.open_quotes(place).is_empty())
    }

    /// Whether the quotes open at a position are closed on the same line before another position.
    fn is_closed_well_before(&self, from: usize, to: usize) -> bool {
        let line = self.line_start(from);
        (from..to).any(|place| self.line_start(place) == line && self.open_quotes(place).is_empty())
    }

    fn line_start(&self, place: usize) -> usize {
        self.chars[..place].iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1)
    }

    /// Whether a clause ends directly before a position, after its marks and closers.
    fn is_clause_end(&self, place: usize) -> bool {
        let Some(&next) = self.chars.get(place) else { return false };
        let marks = |at: usize| {
            let kana = |c: &char| matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}');
            match self.chars[at] {
                '、' => self.chars[self.line_start(at)..at].iter().any(kana),
                c => "，；：—―,;:".contains(c),
            }
        };
        if marks(place) || CLOSERS.contains(next) {
            return false;
        }
        let Some(last) = self.chars[..place].iter().rposition(|c| !CLOSERS.contains(*c)) else {
            return false;
        };
        if !marks(last)
            || CharOffset::new(place) != snap_to_grapheme(self.text, CharOffset::new(place), Snap::Back)
        {
            return false;
        }
        let before = self.chars[..last].iter().rposition(|c| !CLOSERS.contains(*c));
        let is_single = last + 1 == place && !before.is_some_and(marks);
        !(is_single && self.chars[last].is_ascii() && next.is_ascii_alphanumeric())
    }
}
