//! The marks inside one line, character by character.
//!
//! The caller gives each character a position of its choice. Positions only have to grow, so the parser uses bytes and
//! the running counter uses the number of characters counted so far.

use crate::paragraph::is_blank;

/// The longest run of asterisks that can be emphasis.
const MAX_RUN: usize = 3;

/// A complete mark, with the positions of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Two runs of this length.
    Emphasis {
        length: usize,
        open: usize,
        close: usize,
    },
    Ruby {
        bar: usize,
        open: usize,
        close: usize,
    },
    Dots {
        open: usize,
        close: usize,
    },
    Note {
        open: usize,
        close: usize,
    },
    Literal {
        backslash: usize,
    },
}

/// What the open marks of a line may still take from its count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserve {
    /// The position after which everything may turn out not to count.
    pub(crate) floor: Option<usize>,
    /// The number of characters before the floor, or in the whole line, that may turn out to be marks.
    pub(crate) characters: usize,
}

/// The state of a line.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    /// The runs of asterisks that may still find a partner.
    open: Vec<Run>,
    /// The sum of their lengths.
    open_asterisks: usize,
    /// The number of open runs of each length inside the innermost fence. It avoids searching for a partner that does
    /// not exist.
    waiting: [usize; MAX_RUN + 1],
    /// The open dots and the open footnote.
    fences: Vec<Fence>,
    /// The open ruby, which is inside all fences.
    ruby: Option<OpenRuby>,
    /// The run of asterisks at the end.
    run: Option<Run>,
    before: Before,
}

/// A run of asterisks.
#[derive(Clone, Copy, Debug)]
struct Run {
    length: usize,
    at: usize,
    /// Whether a visible character precedes.
    closes: bool,
}

/// Two marks that touch, in three runs of asterisks: their lengths, and where each begins and ends.
type Touching = [(usize, usize, usize); 2];

/// The marks of three runs of different lengths: `*a***b**`, `***a**b*`, `*a**b***`. The longest belongs to both.
fn touching(first: Run, middle: Run, last: Run) -> Option<Touching> {
    let (one, two) = (first.length, middle.length);
    let is_each_length = last.length <= MAX_RUN && one + two + last.length == 1 + 2 + 3;
    if !is_each_length || !last.closes {
        return None;
    }
    match [one, two, last.length] {
        [_, _, 3] => Some([(one, first.at, last.at + two), (two, middle.at, last.at)]),
        _ if !middle.closes => None,
        [3, _, outer] => Some([(outer, first.at, last.at), (two, first.at + outer, middle.at)]),
        [_, _, two] => Some([(one, first.at, middle.at), (two, middle.at + one, last.at)]),
    }
}

/// Open dots or an open footnote: asterisks inside do not pair with asterisks before it.
#[derive(Debug)]
struct Fence {
    kind: FenceKind,
    at: usize,
    /// The number of open runs before it, the sum of their lengths, and the value of `waiting`.
    depth: usize,
    asterisks: usize,
    waiting: [usize; MAX_RUN + 1],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FenceKind {
    Dots,
    Note,
}

#[derive(Debug)]
struct OpenRuby {
    bar: usize,
    /// The number of open runs before the bar.
    depth: usize,
    reading: Option<OpenReading>,
}

#[derive(Clone, Copy, Debug)]
struct OpenReading {
    /// The position of `《`.
    at: usize,
    /// The sum of the lengths of the open runs before it.
    asterisks: usize,
}

/// The last token, where the next character gives it its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Text,
    Backslash(usize),
    Caret(usize),
    Bar,
    /// `《`.
    Bracket(usize),
    /// The first `》` of a possible end of dots.
    Closing(usize),
    /// The second character of `《《` or `^[`.
    Opened(FenceKind),
}

/// The characters that a backslash makes literal.
pub(crate) fn is_escapable(c: char) -> bool {
    matches!(c, '\\' | '*' | '＊' | '#' | '>' | '<' | '-' | '^' | '[' | ']' | '｜' | '《' | '》')
}

impl Inline {
    /// Processes the next character. `last` is the character before it in the line. Returns whether a backslash makes
    /// it literal.
    pub(crate) fn push(
        &mut self,
        c: char,
        at: usize,
        last: Option<char>,
        found: &mut impl FnMut(Found),
    ) -> bool {
        let before = std::mem::take(&mut self.before);
        if matches!(before, Before::Closing(_)) && c != '》' {
            self.end_fence(FenceKind::Dots);
        }
        if let Before::Backslash(backslash) = before
            && is_escapable(c)
        {
            found(Found::Literal { backslash });
            return true;
        }
        if c == '*' {
            match &mut self.run {
                Some(run) => run.length += 1,
                None => self.run = Some(Run { length: 1, at, closes: last.is_some_and(|c| !is_blank(c)) }),
            }
            return false;
        }
        self.end_run(!is_blank(c), found);
        match c {
            '\\' => self.before = Before::Backslash(at),
            '^' => self.before = Before::Caret(at),
            '[' => self.left_bracket(before),
            ']' => self.right_bracket(before, at, found),
            '｜' => {
                self.ruby = Some(OpenRuby { bar: at, depth: self.open.len(), reading: None });
                self.before = Before::Bar;
            }
            '《' => self.left_angle(before, at),
            '》' => self.right_angle(before, at, found),
            _ => {}
        }
        false
    }

    /// Processes the end of a run of asterisks: a character that is not one, or the end of the line. `push` does so
    /// too; a caller whose positions depend on it calls this first.
    pub(crate) fn end_run(&mut self, is_before_visible: bool, found: &mut impl FnMut(Found)) {
        if let Some(run) = self.run.take() {
            self.pass(run, is_before_visible, found);
        }
    }

    /// The number of asterisks that become marks if the line ends here.
    #[inline]
    pub(crate) fn closing_asterisks(&self) -> usize {
        let Some(run) = self.run else { return 0 };
        if self.has_partner(run) {
            2 * run.length
        } else {
            self.touching(run).map_or(0, |marks| marks.iter().map(|(length, ..)| 2 * length).sum())
        }
    }

    /// Whether a mark is open, so that its end matters.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.ruby.is_some() || !self.open.is_empty() || !self.fences.is_empty()
    }

    /// Whether a ruby is open: it cannot end before its reading has arrived.
    #[inline]
    pub(crate) fn is_in_ruby(&self) -> bool {
        self.ruby.is_some()
    }

    /// Whether the line ends with the first half of what may end dots.
    pub(crate) fn has_half_ended_dots(&self) -> bool {
        matches!(self.before, Before::Closing(_))
    }

    /// What may end every open mark, the innermost first; a ruby gets words of its own.
    pub(crate) fn closing(&self) -> String {
        let mut closing = String::from(match &self.ruby {
            None => "",
            Some(OpenRuby { reading: None, .. }) => "一《一》",
            Some(OpenRuby { reading: Some(_), .. }) => "一》",
        });
        let mut runs = self.open.as_slice();
        for fence in self.fences.iter().rev() {
            let (outside, inside) = runs.split_at(fence.depth.min(runs.len()));
            closing.extend(inside.iter().rev().map(|run| &"***"[..run.length]));
            closing.push_str(match fence.kind {
                FenceKind::Dots => "》》",
                FenceKind::Note => "]",
            });
            runs = outside;
        }
        closing.extend(runs.iter().rev().map(|run| &"***"[..run.length]));
        closing
    }

    /// Whether an ordinary character changes nothing but the count.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.run.is_none() && self.before == Before::Text
    }

    /// What the open marks may still take from the count of the line.
    pub(crate) fn reserve(&self) -> Reserve {
        let note = self.fences.iter().position(|fence| fence.kind == FenceKind::Note);
        if let Some(outer) = note {
            let fence = &self.fences[outer];
            return Reserve { floor: Some(fence.at), characters: fence.asterisks + 2 * outer };
        }
        let bar = usize::from(self.ruby.is_some());
        let dots = 2 * self.fences.len();
        if let Some(OpenRuby { reading: Some(reading), .. }) = self.ruby {
            return Reserve { floor: Some(reading.at), characters: reading.asterisks + dots + bar };
        }
        let run = self.run.map_or(0, |run| if run.length <= MAX_RUN { run.length } else { 0 });
        let token = match self.before {
            Before::Backslash(_) | Before::Caret(_) | Before::Bracket(_) | Before::Closing(_) => 1,
            Before::Text | Before::Bar | Before::Opened(_) => 0,
        };
        Reserve { floor: None, characters: self.open_asterisks + dots + bar + run + token }
    }

    fn has_partner(&self, run: Run) -> bool {
        run.closes && run.length <= MAX_RUN && self.waiting[run.length] > 0
    }

    /// The marks that a run without a partner ends together with the last two open runs.
    fn touching(&self, run: Run) -> Option<Touching> {
        let fence = self.fences.last().map_or(0, |fence| fence.depth);
        let [.., first, middle] = self.open.get(fence..)? else { return None };
        touching(*first, *middle, run)
    }

    /// Processes a complete run of asterisks.
    fn pass(&mut self, run: Run, opens: bool, found: &mut impl FnMut(Found)) {
        let Run { length, at, .. } = run;
        if self.has_partner(run) {
            // The runs opened since then found no partner inside this pair.
            while let Some(last) = self.drop_run() {
                if last.length == length {
                    found(Found::Emphasis { length, open: last.at, close: at });
                    break;
                }
            }
            self.end_crossed_ruby();
        } else if let Some(marks) = self.touching(run) {
            for (length, open, close) in marks {
                found(Found::Emphasis { length, open, close });
            }
            self.drop_run();
            self.drop_run();
            self.end_crossed_ruby();
        } else if opens && length <= MAX_RUN {
            self.open.push(run);
            self.open_asterisks += length;
            self.waiting[length] += 1;
        }
    }

    /// Forgets a ruby that begins inside emphasis which has ended.
    fn end_crossed_ruby(&mut self) {
        if self.ruby.as_ref().is_some_and(|ruby| ruby.depth > self.open.len()) {
            self.ruby = None;
        }
    }

    fn drop_run(&mut self) -> Option<Run> {
        let last = self.open.pop()?;
        self.waiting[last.length] -= 1;
        self.open_asterisks -= last.length;
        Some(last)
    }

    fn left_bracket(&mut self, before: Before) {
        if let Before::Caret(at) = before {
            self.open_fence(FenceKind::Note, at);
        }
    }

    fn right_bracket(&mut self, before: Before, at: usize, found: &mut impl FnMut(Found)) {
        let Some(open) = self.end_fence(FenceKind::Note) else { return };
        self.ruby = None;
        if before != Before::Opened(FenceKind::Note) {
            found(Found::Note { open, close: at });
        }
    }

    fn left_angle(&mut self, before: Before, at: usize) {
        if let Before::Bracket(first) = before {
            self.open_fence(FenceKind::Dots, first);
            return;
        }
        self.before = Before::Bracket(at);
        self.end_fence(FenceKind::Dots);
        match self.ruby.take() {
            Some(OpenRuby { bar, depth, reading: None }) if before != Before::Bar => {
                while self.open.len() > depth {
                    self.drop_run();
                }
                let reading = OpenReading { at, asterisks: self.open_asterisks };
                self.ruby = Some(OpenRuby { bar, depth, reading: Some(reading) });
            }
            _ => {}
        }
    }

    fn right_angle(&mut self, before: Before, at: usize, found: &mut impl FnMut(Found)) {
        if let Some(OpenRuby { bar, depth, reading: Some(reading) }) = self.ruby {
            self.ruby = None;
            if !matches!(before, Before::Bracket(_)) {
                while self.open.len() > depth {
                    self.drop_run();
                }
                found(Found::Ruby { bar, open: reading.at, close: at });
            }
        } else if let Before::Closing(close) = before {
            if let Some(open) = self.end_fence(FenceKind::Dots) {
                self.ruby = None;
                found(Found::Dots { open, close });
            }
        } else if before == Before::Opened(FenceKind::Dots) {
            self.end_fence(FenceKind::Dots);
        } else if self.fences.iter().any(|fence| fence.kind == FenceKind::Dots) {
            self.before = Before::Closing(at);
        }
    }

    fn open_fence(&mut self, kind: FenceKind, at: usize) {
        self.end_fence(kind);
        self.ruby = None;
        self.fences.push(Fence {
            kind,
            at,
            depth: self.open.len(),
            asterisks: self.open_asterisks,
            waiting: std::mem::take(&mut self.waiting),
        });
        self.before = Before::Opened(kind);
    }

    /// Forgets the open dots or footnote with everything open inside; returns its position.
    fn end_fence(&mut self, kind: FenceKind) -> Option<usize> {
        let place = self.fences.iter().position(|fence| fence.kind == kind)?;
        let fence = self.fences.drain(place..).next()?;
        self.open.truncate(fence.depth);
        self.open_asterisks = fence.asterisks;
        self.waiting = fence.waiting;
        // A ruby opened in dots that end without their mark may still find its reading.
        if let Some(ruby) = &mut self.ruby {
            ruby.depth = ruby.depth.min(self.open.len());
        }
        Some(fence.at)
    }
}
