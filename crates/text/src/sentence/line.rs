//! The ends of sentences in one line, found character by character.

use super::grapheme::{is_border, joins};
use super::quotes::{Closed, Quotes, is_quotation_mark};
use super::tag::follows_as_tag;
use super::terminator::{is_closer, is_terminator};
use super::word::{Abbreviation, Word};
use crate::EverydayRun;
use crate::paragraph::is_blank;

/// A place after a terminator and its closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Characters of the line before it.
    pub(super) at: usize,
    /// Whether no quote is open here.
    pub(super) outside_quotes: bool,
    /// The last quote closed between the terminator and here.
    closed: Option<Closed>,
}

impl End {
    /// Whether what follows in `line` belongs to the same sentence.
    pub(super) fn goes_on(&self, line: &[char]) -> bool {
        let blanks = line[self.at..].iter().take_while(|&&c| is_blank(c)).count();
        let rest = &line[self.at + blanks..];
        let Some(&next) = rest.first() else { return false };
        if matches!(next, '，' | '、' | '；' | '：' | ',' | ';' | ':') || next.is_lowercase() {
            return true;
        }
        match self.closed {
            None => false,
            // 他说：“走吧。”她问：“去哪？” The speaker is named before the quote; what follows is the next one's.
            Some(Closed { led_in: true }) => next == '的',
            Some(Closed { led_in: false }) => {
                matches!(next, '的' | '—' | 'と') || rest.starts_with(&['っ', 'て']) || follows_as_tag(rest)
            }
        }
    }
}

/// The ends in `line`, in order. The end of the line itself is among them only when a terminator stands there.
pub(super) fn ends(line: &[char]) -> Vec<End> {
    let mut follower = Line::default();
    let mut ends: Vec<End> = line.iter().filter_map(|&c| follower.push(c)).collect();
    ends.extend(follower.finish());
    ends
}

/// A line as far as it is known. What it keeps does not grow with the line, open quotes aside.
#[derive(Debug, Default)]
pub(super) struct Line {
    quotes: Quotes,
    /// Characters passed.
    at: usize,
    last: Option<char>,
    word: Word,
    shows_something: bool,
    /// Whether the last character that is no white space is a colon.
    led_in: bool,
    /// Whether the last character is a `’` after a letter, which is an apostrophe if a letter follows.
    apostrophe: bool,
    /// A quotation mark passed last, and whether it is led in. It opens or closes when the line goes on, so that until
    /// then the quotes are those of the end it settled.
    deferred: Option<(char, bool)>,
    cluster: Option<Cluster>,
}

/// A terminator with what belongs to it, until it is known where it ends and whether a sentence does.
#[derive(Debug)]
struct Cluster {
    /// Whether its marks are one `.`, and the word before that.
    lone_stop: bool,
    word: Word,
    has_closers: bool,
    closed: Option<Closed>,
    /// Characters of the line before its end.
    end: usize,
    waits_for: WaitsFor,
}

/// What a cluster goes on with.
#[derive(Debug)]
enum WaitsFor {
    /// More marks and closers.
    Marks,
    /// What stands after a `'`, which closes unless a letter or digit does.
    EndOfWord,
    /// The next visible character, which may make `No.` an abbreviation.
    Number,
    /// What joins the last grapheme, which is kept.
    Joining(String),
}

impl Line {
    /// Takes the next character of the line; gives the end that it settles. That end is before this character.
    #[inline]
    pub(super) fn push(&mut self, c: char) -> Option<End> {
        let (is_plain, is_of_word) = (is_plain(c), c.is_ascii_alphanumeric());
        if !(self.is_idle() && (is_plain || is_of_word || c == ' ')) {
            return self.push_slowly(c);
        }
        if is_plain {
            self.word.end();
        } else {
            self.word.pass(c, !self.shows_something);
        }
        self.at += 1;
        self.last = Some(c);
        if c != ' ' {
            self.led_in = false;
            self.shows_something = true;
        }
        None
    }

    /// Whether nothing waits for what follows.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.cluster.is_none() && self.deferred.is_none() && !self.apostrophe
    }

    /// Takes a run as [`push`](Self::push) would take its characters; right only while the line is idle.
    #[inline]
    pub(super) fn push_run(&mut self, run: EverydayRun<'_>) {
        let text = run.text();
        let word = text.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
        let (before, word) = text.split_at(text.len() - word);
        if !before.is_empty() {
            self.word.end();
            self.shows_something |= before.bytes().any(|byte| byte != b' ');
        }
        for byte in word.bytes() {
            self.word.pass(char::from(byte), !self.shows_something);
        }
        self.at += run.chars();
        self.last = run.last().or(self.last);
        if run.visible() > 0 {
            self.led_in = false;
            self.shows_something = true;
        }
    }

    fn push_slowly(&mut self, c: char) -> Option<End> {
        self.settle_quotes(Some(c));
        let end = match self.cluster.take() {
            None => {
                self.pass(c);
                None
            }
            Some(cluster) => self.go_on(cluster, c),
        };
        self.word.pass(c, !self.shows_something);
        self.at += 1;
        self.last = Some(c);
        if !c.is_whitespace() {
            self.led_in = matches!(c, '：' | ':');
            self.shows_something |= !is_blank(c);
        }
        end
    }

    /// Ends the line; gives the end that this settles.
    pub(super) fn finish(&mut self) -> Option<End> {
        self.settle_quotes(None);
        let mut cluster = self.cluster.take()?;
        if matches!(cluster.waits_for, WaitsFor::EndOfWord) {
            cluster.end += 1;
        }
        Some(self.end(&cluster))
    }

    /// The quotes open before the last character; after an end, those open there.
    pub(super) fn quotes(&self) -> &Quotes {
        &self.quotes
    }

    /// Whether `c`, were it next, would close a quote or bracket after a mark.
    #[inline]
    pub(super) fn closes(&self, c: char) -> bool {
        is_closer(c) || matches!(c, '"' | '＂') && self.quotes.is_open(c)
    }

    /// Opens or closes what the last character does, now that the next one is known.
    fn settle_quotes(&mut self, next: Option<char>) {
        if let Some((c, led_in)) = self.deferred.take() {
            self.quotes.pass(c, led_in);
        }
        if std::mem::take(&mut self.apostrophe) && !next.is_some_and(is_latin_letter) {
            self.quotes.pass('’', false);
        }
    }

    fn end(&self, cluster: &Cluster) -> End {
        End { at: cluster.end, outside_quotes: self.quotes.none_open(), closed: cluster.closed }
    }

    /// Passes a character outside a cluster.
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
            self.deferred = Some((c, self.led_in));
        }
    }

    /// Passes a character that may belong to `cluster`.
    fn go_on(&mut self, mut cluster: Cluster, c: char) -> Option<End> {
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
                    return self.settle(&cluster, c);
                }
                cluster.end += 1;
                self.wait(cluster)
            }
        }
    }

    /// Passes a character that is of `cluster` or the first after it.
    fn mark(&mut self, mut cluster: Cluster, c: char) -> Option<End> {
        if self.closes(c) {
            cluster.closed = self.quotes.pass(c, false).or(cluster.closed);
            cluster.has_closers = true;
            cluster.end += 1;
            return self.wait(cluster);
        }
        if is_terminator(c) {
            // Closers may have a terminator of the outer sentence after them: 他喊“走！”。
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
                _ => self.settle(&cluster, c),
            },
        }
    }

    fn wait(&mut self, cluster: Cluster) -> Option<End> {
        self.cluster = Some(cluster);
        None
    }

    /// The sentence ends with `cluster`; `c` is the first character after it.
    fn settle(&mut self, cluster: &Cluster, c: char) -> Option<End> {
        let end = self.end(cluster);
        self.pass(c);
        Some(end)
    }

    /// Whether a sentence ends between `cluster` and `next`; `None` where the next visible character tells. All marks
    /// but a lone `.` end one; that one does before a blank, a closer or the line end, when it is not part of an
    /// abbreviation, initial or list number.
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

/// Whether a character is one of the many that mean nothing here.
#[inline]
fn is_plain(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}')
}

/// Whether a character can join a terminator or closer before it in one grapheme.
fn may_join(c: char) -> bool {
    c >= '\u{300}' && !('\u{3000}'..'\u{302a}').contains(&c) && !('\u{4e00}'..='\u{9fff}').contains(&c)
}

fn is_latin_letter(c: char) -> bool {
    c.is_alphabetic() && c < '\u{2e80}'
}
