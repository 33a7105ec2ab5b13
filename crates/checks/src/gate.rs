//! The streaming gate: keeps an answer that is arriving within its 字数.
//!
//! A pure machine: [`Gate::push`] takes text as it comes, [`Gate::finish`] how an answer ended, both give effects.
//! Everything is counted as [`count`](wenfang_text::count) does by the standard rule; Markdown marks do not count.
//!
//! - Up to the **soft limit** text is shown as it arrives. Beyond it, only up to the last stopping point
//!   ([`stopping_points`](wenfang_text::stopping_points)); the rest is held.
//! - Once it is sure that the text will be longer than the **hard limit**, it is cut: at the last stopping point, or,
//!   where a quote is open, at the last terminator in it, which the gate closes. No sentence end in reach: at the last
//!   clause end, else at the last grapheme border. What is cut off is the overflow, and so is all that arrives later.
//! - An answer that is **too short** is asked to go on, a few rounds at most. The next answer is put after the last one
//!   as it is: the gate adds and drops nothing at the seam, so a repeated sentence stays, and a caller who wants a
//!   line end there pushes one as the first delta of the round.
//!
//! What always holds: the shown texts make up the final text, with the closing marks of the cut; shown text is never
//! taken back; the final text has at most the hard limit; shown and overflow (without the closing marks) are all that
//! was received, in order; how the text is split into deltas changes neither the outcome nor those texts. A text that
//! ends within the hard limit is never cut, though it may seem longer on the way (`**` counts until its partner comes).
//!
//! What is kept is the text held, and what the counting of the current line needs. Deliberately absent: line ends in
//! other forms than LF are passed on as they are, the CR counting as a blank; making a text canonical is the caller's.

mod effect;
mod held;
mod limits;
mod places;

use wenfang_text::{EverydayRun, RunningCount, TextFollower};

pub use effect::{AnswerEnd, CutReason, GateEffect, GateOutcome};
pub use limits::GateLimits;

use held::PendingText;
use places::{CutPoint, CutPoints};

/// The gate of one text, from the first delta to [`GateEffect::Done`].
#[derive(Debug)]
pub struct Gate {
    limits: GateLimits,
    state: State,
    running: RunningCount,
    /// Total and most of `running`.
    counted: (usize, usize),
    follower: TextFollower,
    held: PendingText,
    places: CutPoints,
    warned: bool,
    /// Rounds asked for, and the count when the current one began.
    round: u32,
    round_began_at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// With the count of the final text.
    Cut(usize),
    Done(usize),
}

impl Gate {
    /// A gate nothing has passed.
    pub fn new(limits: GateLimits) -> Self {
        Self {
            limits,
            state: State::Open,
            running: RunningCount::default(),
            counted: (0, 0),
            follower: TextFollower::default(),
            held: PendingText::default(),
            places: CutPoints::default(),
            warned: false,
            round: 0,
            round_began_at: 0,
        }
    }

    /// Takes the next part of the answer, split anywhere. After the cut, and after the end, it is all overflow.
    pub fn push(&mut self, delta: &str) -> Vec<GateEffect> {
        let mut effects = Vec::with_capacity(1);
        let mut rest = delta;
        self.held.expect(delta.len());
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

    /// Ends the answer. The last effect is [`GateEffect::Continue`], after which the next answer is pushed, or
    /// [`GateEffect::Done`]. None after that.
    pub fn finish(&mut self, end: AnswerEnd) -> Vec<GateEffect> {
        let mut effects = Vec::new();
        match self.state {
            State::Done(_) => {}
            State::Cut(counted) => self.done(counted, GateOutcome::Cut, &mut effects),
            State::Open => self.finish_open(end, &mut effects),
        }
        effects
    }

    /// 字 of what was shown so far, with the closing marks of the cut.
    pub fn counted(&self) -> usize {
        match self.state {
            State::Open => self.held.counted_before(),
            State::Cut(counted) | State::Done(counted) => counted,
        }
    }

    /// How many everyday characters can be taken at once: as many as pass no limit, where none of them settles anything.
    #[inline]
    fn room(&self) -> usize {
        if !(self.running.takes_runs() && self.follower.takes_runs()) {
            return 0;
        }
        let limit = match self.warned {
            true => self.limits.hard,
            false if self.held.is_empty() => self.limits.soft,
            false => return 0,
        };
        limit.saturating_sub(self.counted.0)
    }

    /// Takes a run of no more characters than there is room for, as [`pass`](Self::pass) would take each of them.
    #[inline]
    fn pass_run(&mut self, run: EverydayRun<'_>) {
        let counted = self.counted.0;
        // Beyond the soft limit text is held.
        if self.warned {
            self.held.push_run(run, counted);
        } else {
            self.held.push_ready_run(run, counted);
        }
        self.places.border(self.held.end() - 1, false);
        self.follower.push_run(run);
        self.running.push_run(run);
        self.counted = self.running.total_and_most();
    }

    fn pass(&mut self, c: char, effects: &mut Vec<GateEffect>) {
        let GateLimits { soft, hard, .. } = self.limits;
        let at = self.held.end();
        let (before, most_before) = self.counted;
        let followed = self.follower.push(c);
        if followed.border {
            if most_before <= soft {
                self.held.release(at);
            }
            if before <= hard {
                self.places.border(at, followed.clause_end);
            }
        }
        self.running.push(c);
        self.counted = self.running.total_and_most();
        let (counted, most) = self.counted;
        // A grapheme that more can be counted in is shown when it is whole, and what may be a mark when it is known.
        if most <= soft && followed.is_whole {
            self.held.push_ready(c, counted);
        } else {
            self.held.push(c, counted);
        }
        if let Some(end) = followed.sentence_end {
            self.sentence_end(end.at.get(), end.outside_quotes);
        }
        if followed.quotes_closed {
            self.places.quotes_closed();
        }
        // Nothing below is new while the count is within the soft limit.
        if counted <= soft {
            return;
        }
        let least = self.running.least();
        if least > soft {
            self.warn(counted, effects);
        }
        if least > hard {
            self.cut(effects);
        }
    }

    fn sentence_end(&mut self, at: usize, outside_quotes: bool) {
        if outside_quotes {
            if self.held.counted_at(at) <= self.limits.hard {
                self.places.stop(at);
                self.held.release(at);
            }
        } else if at >= self.held.start() {
            let marks = self.follower.closing_marks();
            if self.held.counted_at(at) + marks.len() <= self.limits.hard {
                self.places.in_quote(at, marks);
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

    fn cut(&mut self, effects: &mut Vec<GateEffect>) {
        let CutPoint { at, reason, closing } = self.places.last(&self.held);
        self.held.release(at);
        self.show(effects);
        self.state = State::Cut(self.held.counted_before() + closing.chars().count());
        effects.push(GateEffect::Cut { reason, closing, overflow: self.held.take_held() });
    }

    fn finish_open(&mut self, end: AnswerEnd, effects: &mut Vec<GateEffect>) {
        let GateLimits { target, floor, soft, hard, rounds } = self.limits;
        let counted = self.running.total();
        if counted > soft {
            self.warn(counted, effects);
        }
        if counted > hard {
            self.cut(effects);
            return self.done(self.counted(), GateOutcome::Cut, effects);
        }
        self.held.release(self.held.end());
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
        let ready = self.held.take_ready();
        if !ready.is_empty() {
            effects.push(GateEffect::Show(ready));
        }
    }
}

#[cfg(test)]
mod tests;
