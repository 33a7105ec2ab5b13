//! Finds the ends of sentences in one line, character by character.

use super::grapheme::{is_border, joins};
use super::quotes::{Closed, Quotes, is_quotation_mark};
use super::tag::follows_as_tag;
use super::terminator::{is_closer, is_terminator};
use super::word::{Abbreviation, Word};
use crate::EverydayRun;
use crate::paragraph::is_blank;

/// A position after a terminator and its closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The number of characters of the line before it.
    pub(super) at: usize,
    /// Whether no quote is open here.
    pub(super) outside_quotes: bool,
    /// The last quote closed between the terminator and here.
    closed: Option<Closed>,
}

impl End {
    /// Whether the following text in `line` belongs to the same sentence.
    pub(super) fn continues(&self, line: &[char]) -> bool {
        let blanks = line[self.at..].iter().take_while(|&&c| is_blank(c)).count();
        let rest = &line[self.at + blanks..];
        let Some(&next) = rest.first() else { return false };
        if matches!(next, '，' | '、' | '；' | '：' | ',' | ';' | ':') || next.is_lowercase() {
            return true;
        }
        match self.closed {
            None => false,
            // 他说：“走吧。”她问：“去哪？” The speaker is named before the quote; what follows belongs to the next speaker.
            Some(Closed { is_introduced: true }) => next == '的',
            Some(Closed { is_introduced: false }) => {
                matches!(next, '的' | '—' | 'と') || rest.starts_with(&['っ', 'て']) || follows_as_tag(rest)
            }
        }
    }
}

/// The ends in `line`, in order. The end of the line itself is included only after a terminator.
pub(super) fn ends(line: &[char]) -> Vec<End> {
    let mut follower = Line::default();
    let mut ends: Vec<End> = line.iter().filter_map(|&c| follower.push(c)).collect();
    ends.extend(follower.finish());
    ends
}

/// The state of a line while it arrives. It does not grow with the line, except for open quotes.
#[derive(Debug, Default)]
pub(super) struct Line {
    quotes: Quotes,
    /// The number of characters processed.
    at: usize,
    last: Option<char>,
    word: Word,
    has_visible_text: bool,
    /// Whether the last character that is not white space is a colon.
    is_introduced: bool,
    /// Whether the last character is a `’` after a letter, which is an apostrophe if a letter follows.
    apostrophe: bool,
    /// The last quotation mark, and whether a colon introduced it. It takes effect at the next character, so until
    /// then the quotes are those of the end it confirmed.
    deferred: Option<(char, bool)>,
    cluster: Option<Cluster>,
}

/// A terminator with the marks that belong to it, until its end is known and whether it ends a sentence.
#[derive(Debug)]
struct Cluster {
    /// Whether its only mark is a single `.`, and the word before it.
    lone_stop: bool,
    word: Word,
    has_closers: bool,
    closed: Option<Closed>,
    /// The number of characters of the line before its end.
    end: usize,
    waits_for: WaitsFor,
}

/// What a cluster waits for.
#[derive(Debug)]
enum WaitsFor {
    /// More marks and closers.
    Marks,
    /// The character after a `'`: unless it is a letter or digit, the mark closes.
    EndOfWord,
    /// The next visible character, which may make `No.` an abbreviation.
    Number,
    /// Scalars that join the last grapheme, which is stored here.
    Joining(String),
}

impl Line {
    /// Processes the next character of the line; returns the end that it confirms, which lies before it.
    #[inline]
    pub(super) fn push(&mut self, c: char) -> Option<End> {
        let (is_plain, is_of_word) = (is_plain(c), c.is_ascii_alphanumeric());
        if !(self.is_idle() && (is_plain || is_of_word || c == ' ')) {
            return self.push_slowly(c);
        }
        if is_plain {
            self.word.end();
        } else {
            self.word.pass(c, !self.has_visible_text);
        }
        self.at += 1;
        self.last = Some(c);
        if c != ' ' {
            self.is_introduced = false;
            self.has_visible_text = true;
        }
        None
    }

    /// Whether nothing waits for the next character.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.cluster.is_none() && self.deferred.is_none() && !self.apostrophe
    }

    /// Processes a run as [`push`](Self::push) processes its characters. Call it only while the line is idle.
    #[inline]
    pub(super) fn push_run(&mut self, run: EverydayRun<'_>) {
        let text = run.text();
        let word = text.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
        let (before, word) = text.split_at(text.len() - word);
        if !before.is_empty() {
            self.word.end();
            self.has_visible_text |= before.bytes().any(|byte| byte != b' ');
        }
        for byte in word.bytes() {
            self.word.pass(char::from(byte), !self.has_visible_text);
        }
        self.at += run.chars();
        self.last = run.last().or(self.last);
        if run.visible() > 0 {
            self.is_introduced = false;
            self.has_visible_text = true;
        }
    }

    fn push_slowly(&mut self, c: char) -> Option<End> {
        self.apply_pending_quotes(Some(c));
        let end = match self.cluster.take() {
            None => {
                self.pass(c);
                None
            }
            Some(cluster) => self.continue_cluster(cluster, c),
        };
        self.word.pass(c, !self.has_visible_text);
        self.at += 1;
        self.last = Some(c);
        if !c.is_whitespace() {
            self.is_introduced = matches!(c, '：' | ':');
            self.has_visible_text |= !is_blank(c);
        }
        end
    }

    /// Ends the line; returns the end that this confirms.
    pub(super) fn finish(&mut self) -> Option<End> {
        self.apply_pending_quotes(None);
        let mut cluster = self.cluster.take()?;
        if matches!(cluster.waits_for, WaitsFor::EndOfWord) {
            cluster.end += 1;
        }
        Some(self.end(&cluster))
    }

    /// The quotes open before the last character; after an end, those open at that end.
    pub(super) fn quotes(&self) -> &Quotes {
        &self.quotes
    }

    /// Whether `c`, as the next character, would close a quote or bracket after a mark.
    #[inline]
    pub(super) fn closes(&self, c: char) -> bool {
        is_closer(c) || matches!(c, '"' | '＂') && self.quotes.is_open(c)
    }

    /// Applies the pending quotation mark or apostrophe, now that the next character is known.
    fn apply_pending_quotes(&mut self, next: Option<char>) {
        if let Some((c, is_introduced)) = self.deferred.take() {
            self.quotes.pass(c, is_introduced);
        }
        if std::mem::take(&mut self.apostrophe) && !next.is_some_and(is_latin_letter) {
            self.quotes.pass('’', false);
        }
    }

    fn end(&self, cluster: &Cluster) -> End {
        End { at: cluster.end, outside_quotes: self.quotes.none_open(), closed: cluster.closed }
    }

    /// Processes a character outside a cluster.
    #[inline]
    fn pass(&mut self, c: char) {
        if is_terminator(c) {
            self.cluster = Some(Cluster {
                lone_stop: c == '.',
                word: self.word,
                has_closers: false,
                closed: None,
                end: self.at + 1,
                waits_for: WaitsFor::Marks,
            });
        } else if c == '’' && self.last.is_some_and(is_latin_letter) {
            self.apostrophe = true;
        } else if is_quotation_mark(c) {
            self.deferred = Some((c, self.is_introduced));
        }
    }

    /// Processes a character that may belong to `cluster`.
    fn continue_cluster(&mut self, mut cluster: Cluster, c: char) -> Option<End> {
        match &mut cluster.waits_for {
            WaitsFor::Marks => self.mark(cluster, c),
            WaitsFor::EndOfWord => {
                if c.is_alphanumeric() {
                    let ended = self.stops_before('\'', &cluster) == Some(true);
                    self.pass(c);
                    return ended.then(|| self.end(&cluster));
                }
                cluster.end += 1;
                cluster.has_closers = true;
                cluster.waits_for = WaitsFor::Marks;
                self.mark(cluster, c)
            }
            WaitsFor::Number if is_blank(c) => self.wait(cluster),
            WaitsFor::Number => {
                let end = self.end(&cluster);
                self.pass(c);
                (!c.is_ascii_digit()).then_some(end)
            }
            WaitsFor::Joining(grapheme) => {
                let border = grapheme.len();
                grapheme.push(c);
                if is_border(grapheme, border) {
                    return self.end_before(&cluster, c);
                }
                cluster.end += 1;
                self.wait(cluster)
            }
        }
    }

    /// Processes a character that belongs to `cluster` or is the first one after it.
    fn mark(&mut self, mut cluster: Cluster, c: char) -> Option<End> {
        if self.closes(c) {
            cluster.closed = self.quotes.pass(c, false).or(cluster.closed);
            cluster.has_closers = true;
            cluster.end += 1;
            return self.wait(cluster);
        }
        if is_terminator(c) {
            // A terminator of the outer sentence may follow closers: 他喊“走！”。
            cluster.lone_stop &= cluster.has_closers;
            cluster.end += 1;
            return self.wait(cluster);
        }
        if c == '\'' {
            cluster.waits_for = WaitsFor::EndOfWord;
            return self.wait(cluster);
        }
        match self.stops_before(c, &cluster) {
            None => {
                cluster.waits_for = WaitsFor::Number;
                self.wait(cluster)
            }
            Some(false) => {
                self.pass(c);
                None
            }
            Some(true) => match self.last {
                Some(last) if may_join(c) && joins(last, c) => {
                    cluster.end += 1;
                    cluster.waits_for = WaitsFor::Joining(String::from_iter([last, c]));
                    self.wait(cluster)
                }
                _ => self.end_before(&cluster, c),
            },
        }
    }

    fn wait(&mut self, cluster: Cluster) -> Option<End> {
        self.cluster = Some(cluster);
        None
    }

    /// Ends the sentence with `cluster`; `c` is the first character after it.
    fn end_before(&mut self, cluster: &Cluster, c: char) -> Option<End> {
        let end = self.end(cluster);
        self.pass(c);
        Some(end)
    }

    /// Whether a sentence ends between `cluster` and `next`; `None` if the next visible character decides. All marks
    /// end a sentence, except a single `.`, which ends one only before a blank, a closer or the line end, and only if
    /// it is not part of an abbreviation, initial or list number.
    fn stops_before(&self, next: char, cluster: &Cluster) -> Option<bool> {
        if !cluster.lone_stop {
            return Some(true);
        }
        if !(is_blank(next) || cluster.has_closers) {
            return Some(false);
        }
        match cluster.word.abbreviation() {
            Abbreviation::Never => Some(true),
            Abbreviation::Always => Some(false),
            Abbreviation::BeforeNumber => cluster.has_closers.then_some(true),
        }
    }
}

/// Whether a character is one of the many that are irrelevant here.
#[inline]
fn is_plain(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}')
}

/// Whether a character can join a preceding terminator or closer in one grapheme.
fn may_join(c: char) -> bool {
    c >= '\u{300}' && !('\u{3000}'..'\u{302a}').contains(&c) && !('\u{4e00}'..='\u{9fff}').contains(&c)
}

fn is_latin_letter(c: char) -> bool {
    c.is_alphabetic() && c < '\u{2e80}'
}
