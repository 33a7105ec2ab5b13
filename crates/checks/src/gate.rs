//! The streaming gate: keeps a streamed answer within its target length in 字.
//!
//! The gate is a pure state machine: [`Gate::push`] takes text as it arrives, [`Gate::finish`] takes the end of
//! an answer, and both return effects. Everything is counted as [`count`](wenfang_text::count) does by the
//! standard rule, so Markdown markup does not count.
//!
//! - Up to the **soft limit**, text is shown as it arrives. Beyond it, text is shown only up to the last
//!   stopping point ([`stopping_points`](wenfang_text::stopping_points)); the rest is pending.
//! - As soon as the text is certain to exceed the **hard limit**, it is cut: at the last stopping point or,
//!   inside an open quote, at the last terminator, where the gate closes the quote. Without a sentence end in
//!   reach, it is cut at the last clause end, and otherwise at the last grapheme boundary. Marks (文房标记) that
//!   are open there are ended; a mark that cannot be, such as a ruby without its reading, goes whole. The text
//!   cut off is the overflow, and so is everything that arrives later.
//! - If an answer is **too short**, the caller is told to request a continuation, for a limited number of
//!   rounds. The next answer is appended as it is: the gate neither adds nor drops text at the seam. A repeated
//!   sentence stays, and a caller who wants a line break there pushes one as the first delta of the round.
//!
//! Guarantees: the shown texts and the closing marks of the cut make up the final text. Shown text is never
//! retracted. The final text has at most the hard limit. Shown text and overflow (without the closing marks)
//! are exactly the received text, in order. How the text is split into deltas changes neither the outcome nor
//! the texts. A text that ends within the hard limit is never cut, even if it seems longer on the way (`**`
//! counts until its partner arrives).
//!
//! The gate only stores the pending text and the counting state of the current line. Deliberately absent: line
//! breaks other than LF are passed on unchanged, with CR counting as white space; canonicalising the text is
//! the caller's job. Text is shown only up to a position where every open mark can be ended.

mod cut_points;
mod effect;
mod limits;
mod pending;
mod whole;

use wenfang_text::{EverydayRun, RunningCount, TextFollower};

pub use effect::{AnswerEnd, CutReason, GateEffect, GateOutcome};
pub use limits::GateLimits;

use cut_points::CutPoints;
use pending::PendingText;
use whole::WholeCut;

/// The gate for one text, from the first delta to [`GateEffect::Done`].
#[derive(Debug)]
pub struct Gate {
    limits: GateLimits,
    state: State,
    running: RunningCount,
    /// The total and the maximum of `running`.
    counted: (usize, usize),
    follower: TextFollower,
    pending: PendingText,
    cut_points: CutPoints,
    warned: bool,
    /// The number of rounds requested, and the count when the current one began.
    round: u32,
    round_began_at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// Cut, with the count of the final text.
    Cut(usize),
    Done(usize),
}

impl Gate {
    /// Creates a gate that has received no text.
    pub fn new(limits: GateLimits) -> Self {
        Self {
            limits,
            state: State::Open,
            running: RunningCount::default(),
            counted: (0, 0),
            follower: TextFollower::default(),
            pending: PendingText::default(),
            cut_points: CutPoints::default(),
            warned: false,
            round: 0,
            round_began_at: 0,
        }
    }

    /// Takes the next part of the answer, split anywhere. After the cut or the end, everything is overflow.
    pub fn push(&mut self, delta: &str) -> Vec<GateEffect> {
        let mut effects = Vec::with_capacity(1);
        let mut rest = delta;
        self.pending.expect(delta.len());
        while self.state == State::Open
            && let Some(c) = rest.chars().next()
        {
            let run = EverydayRun::of(rest, self.room());
            if run.chars() > 0 {
                self.pass_run(run);
                rest = &rest[run.text().len()..];
            } else {
                self.pass(c, &mut effects);
                rest = &rest[c.len_utf8()..];
            }
        }
        self.show(&mut effects);
        if !rest.is_empty() {
            effects.push(GateEffect::Overflow(rest.to_owned()));
        }
        effects
    }

    /// Ends the answer. The last effect is either [`GateEffect::Continue`], after which the next answer is
    /// pushed, or [`GateEffect::Done`]. Returns no effects once the gate is done.
    pub fn finish(&mut self, end: AnswerEnd) -> Vec<GateEffect> {
        let mut effects = Vec::new();
        match self.state {
            State::Done(_) => {}
            State::Cut(counted) => self.done(counted, GateOutcome::Cut, &mut effects),
            State::Open => self.finish_open(end, &mut effects),
        }
        effects
    }

    /// Returns the 字 of the shown text, with the closing marks of the cut.
    pub fn counted(&self) -> usize {
        match self.state {
            State::Open => self.pending.counted_before(),
            State::Cut(counted) | State::Done(counted) => counted,
        }
    }

    /// Returns how many ordinary characters can be processed at once without reaching a limit or a decision.
    #[inline]
    fn room(&self) -> usize {
        if !(self.running.takes_runs() && self.follower.takes_runs()) || self.running.is_in_mark() {
            return 0;
        }
        let limit = match self.warned {
            true => self.limits.hard,
            false if self.pending.is_empty() => self.limits.soft,
            false => return 0,
        };
        limit.saturating_sub(self.counted.0)
    }

    /// Processes a run within [`room`](Self::room), with the same result as [`pass`](Self::pass) for each
    /// character.
    #[inline]
    fn pass_run(&mut self, run: EverydayRun<'_>) {
        let counted = self.counted.0;
        // Beyond the soft limit, text stays pending.
        if self.warned {
            self.pending.push_run(run, counted);
        } else {
            self.pending.push_ready_run(run, counted);
        }
        self.cut_points.border(self.pending.end() - 1, false);
        self.follower.push_run(run);
        self.running.push_run(run);
        self.counted = self.running.total_and_most();
    }

    fn pass(&mut self, c: char, effects: &mut Vec<GateEffect>) {
        let GateLimits { soft, hard, .. } = self.limits;
        let at = self.pending.end();
        let (before, most_before) = self.counted;
        let was_amid_mark = self.running.is_amid_mark();
        let followed = self.follower.push(c);
        if followed.border {
            if most_before <= soft && !was_amid_mark {
                self.pending.release(at);
            }
            if before <= hard {
                self.cut_points.border(at, followed.clause_end);
            }
        }
        self.running.push(c);
        self.counted = self.running.total_and_most();
        let (counted, most) = self.counted;
        // A grapheme that may still grow is shown once it is complete, and possible markup once it is decided.
        if most <= soft && followed.is_whole && !self.running.is_amid_mark() {
            self.pending.push_ready(c, counted);
        } else {
            self.pending.push(c, counted);
        }
        if let Some(end) = followed.sentence_end {
            self.sentence_end(end.at.get(), end.outside_quotes);
        }
        if followed.quotes_closed {
            self.cut_points.quotes_closed();
        }
        // Within the soft limit nothing else can change.
        if counted <= soft {
            return;
        }
        let least = self.running.least();
        if least > soft {
            self.warn(counted, effects);
        }
        if least > hard {
            self.cut(false, effects);
        }
    }

    fn sentence_end(&mut self, at: usize, outside_quotes: bool) {
        if self.running.is_in_ruby() {
            return;
        }
        if outside_quotes {
            if self.pending.counted_at(at) <= self.limits.hard {
                self.cut_points.stop(at);
                self.pending.release(at);
            }
        } else if at >= self.pending.start() {
            let marks = self.follower.closing_marks();
            if self.pending.counted_at(at) + marks.len() <= self.limits.hard {
                self.cut_points.in_quote(at, marks);
            }
        }
    }

    fn warn(&mut self, counted: usize, effects: &mut Vec<GateEffect>) {
        if !self.warned {
            self.warned = true;
            self.show(effects);
            effects.push(GateEffect::SoftLimit { counted });
        }
    }

    /// `is_over` is whether the answer has ended.
    fn cut(&mut self, is_over: bool, effects: &mut Vec<GateEffect>) {
        let point = self.cut_points.last(&self.pending);
        let WholeCut { at, reason, closing, recounted } =
            WholeCut::of(point, &self.pending, is_over, self.limits.hard);
        self.pending.release(at);
        self.show(effects);
        let (before, after) = recounted;
        self.state = State::Cut(self.pending.counted_before() + after - before);
        effects.push(GateEffect::Cut { reason, closing, overflow: self.pending.take_pending() });
    }

    fn finish_open(&mut self, end: AnswerEnd, effects: &mut Vec<GateEffect>) {
        let GateLimits { target, floor, soft, hard, rounds } = self.limits;
        let counted = self.running.total();
        if counted > soft {
            self.warn(counted, effects);
        }
        if counted > hard {
            self.cut(true, effects);
            return self.done(self.counted(), GateOutcome::Cut, effects);
        }
        self.pending.release(self.pending.end());
        self.show(effects);
        let is_short = match end {
            AnswerEnd::Stop => counted < floor,
            AnswerEnd::Length => counted < target,
            AnswerEnd::Stopped | AnswerEnd::Broken => false,
        };
        if is_short && self.round < rounds && counted > self.round_began_at {
            self.round += 1;
            self.round_began_at = counted;
            let (round, remaining) = (self.round, target - counted);
            return effects.push(GateEffect::Continue { round, written: counted, remaining });
        }
        let outcome = match counted {
            _ if counted < floor => GateOutcome::Short,
            _ if counted <= soft => GateOutcome::WithinTarget,
            _ => GateOutcome::SoftExceeded,
        };
        self.done(counted, outcome, effects);
    }

    fn done(&mut self, counted: usize, outcome: GateOutcome, effects: &mut Vec<GateEffect>) {
        self.state = State::Done(counted);
        effects.push(GateEffect::Done { counted, outcome });
    }

    fn show(&mut self, effects: &mut Vec<GateEffect>) {
        let ready = self.pending.take_ready();
        if !ready.is_empty() {
            effects.push(GateEffect::Show(ready));
        }
    }
}

#[cfg(test)]
mod tests;
