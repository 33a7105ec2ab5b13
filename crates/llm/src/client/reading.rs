//! The state of an answer being read: decoder, timers and the data received so far.

use std::time::Duration;

use tokio::time::Instant;

use super::redact::Redaction;
use super::{Exchange, ExchangeEnd, Failure, MAX_ANSWER_BYTES, REST_AFTER_FINISH_SECONDS};
use crate::providers::Timeouts;
use crate::retry::{FailureClass, Timer};
use crate::stream::{AnswerKind, Decoder, Finish, StreamEnd, StreamEvent, Thinking};
use crate::usage::Usage;

pub(super) struct Reading<'a> {
    on: &'a mut (dyn FnMut(StreamEvent) + Send),
    timeouts: Timeouts,
    started: Instant,
    first: Option<Instant>,
    progress: Instant,
    decoder: Option<Decoder>,
    bytes: usize,
    text: bool,
    finish: Option<Finish>,
    usage: Option<Usage>,
    /// Removes the key from the answer; set before [`Reading::begin`].
    pub(super) redaction: Redaction,
    /// The thinking mode of the request; set before [`Reading::begin`].
    pub(super) thinking: Thinking,
    pub(super) status: Option<u16>,
    pub(super) request_id: Option<String>,
    kind: Option<AnswerKind>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(timeouts: Timeouts, now: Instant, on: &'a mut (dyn FnMut(StreamEvent) + Send)) -> Self {
        Self {
            on,
            timeouts,
            started: now,
            first: None,
            progress: now,
            decoder: None,
            bytes: 0,
            text: false,
            finish: None,
            usage: None,
            redaction: Redaction::of(None),
            thinking: Thinking::Unknown,
            status: None,
            request_id: None,
            kind: None,
        }
    }

    /// Starts the body of the answer.
    pub(super) fn begin(&mut self, kind: AnswerKind) {
        self.kind = Some(kind);
        self.decoder = Some(Decoder::new(kind).with_thinking(self.thinking));
    }

    /// The next deadline and its timer. Only progress of the answer extends it, and never beyond the total time
    /// limit.
    pub(super) fn deadline(&self) -> (Instant, Timer) {
        let failed = self.decoder.as_ref().is_some_and(|decoder| decoder.failure().is_some());
        let (until, timer) = if self.finish.is_some() || failed {
            let rest = Duration::from_secs(REST_AFTER_FINISH_SECONDS).min(self.timeouts.idle());
            (self.progress + rest, Timer::Idle)
        } else if self.first.is_some() {
            (self.progress + self.timeouts.idle(), Timer::Idle)
        } else {
            (self.started + self.timeouts.first_token(), Timer::FirstToken)
        };
        let end = self.started + self.timeouts.total();
        if end < until { (end, Timer::Total) } else { (until, timer) }
    }

    /// Processes bytes of the body. Returns whether more are wanted.
    pub(super) fn push(&mut self, bytes: &[u8], now: Instant) -> Result<bool, Failure> {
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MAX_ANSWER_BYTES {
            return Err(Failure::new(FailureClass::Parse, "the answer is longer than 64 MiB"));
        }
        let Some(decoder) = &mut self.decoder else { return Ok(false) };
        let events = decoder.push(bytes);
        let done = decoder.is_done();
        for event in events {
            self.deliver(event, now);
        }
        Ok(!done)
    }

    /// Ends the reading: delivers what the decoder still buffers and determines the result.
    pub(super) fn close(mut self, failure: Option<Failure>) -> Exchange {
        let now = Instant::now();
        let end = self.decoder.take().map(|decoder| {
            let (events, end) = decoder.end();
            for event in events {
                self.deliver(event, now);
            }
            end
        });
        for event in self.redaction.rest() {
            (self.on)(event);
        }
        let end = match (failure, end) {
            (Some(failure), Some(StreamEnd::Complete { finish }))
                if is_harmless_after_finish(failure.class) =>
            {
                ExchangeEnd::Complete { finish }
            }
            (Some(failure), _) => ExchangeEnd::Failed(failure),
            (None, Some(StreamEnd::Complete { finish: Some(finish) }))
                if finish.is_refusal() && !self.text =>
            {
                ExchangeEnd::Failed(Failure::new(FailureClass::Refused, "the server refuses the content"))
            }
            (None, Some(StreamEnd::Complete { finish })) => ExchangeEnd::Complete { finish },
            (None, Some(StreamEnd::Failed(error))) => {
                ExchangeEnd::Failed(Failure::of_server(self.status.unwrap_or(200), error, None))
            }
            (None, Some(StreamEnd::Incomplete) | None) => {
                ExchangeEnd::Failed(Failure::new(FailureClass::Broken, "the answer ended early"))
            }
        };
        Exchange {
            end,
            text: self.text,
            usage: self.usage,
            status: self.status,
            kind: self.kind,
            first_token_ms: self.first.map(|first| millis(first - self.started)),
            duration_ms: millis(now - self.started),
            request_id: self.request_id,
        }
    }

    fn deliver(&mut self, event: StreamEvent, now: Instant) {
        if event.is_progress() {
            self.progress = now;
        }
        match &event {
            StreamEvent::Text(_) => {
                self.text = true;
                self.first.get_or_insert(now);
            }
            StreamEvent::Reasoning(_) => {
                self.first.get_or_insert(now);
            }
            StreamEvent::Usage(usage) => self.usage = Some(*usage),
            StreamEvent::Finish(finish) => self.finish = Some(finish.clone()),
            StreamEvent::KeepAlive | StreamEvent::Model(_) => {}
        }
        if let Some(event) = self.redaction.event(event) {
            (self.on)(event);
        }
    }
}

/// After the model has finished, a broken or stalled connection loses nothing.
const fn is_harmless_after_finish(class: FailureClass) -> bool {
    matches!(class, FailureClass::Broken | FailureClass::Timeout { .. })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_over_the_size_limit_fails() {
        let now = Instant::now();
        let mut on = |_: StreamEvent| {};
        let mut reading = Reading::new(Timeouts::default(), now, &mut on);
        reading.begin(AnswerKind::EventStream);
        reading.bytes = MAX_ANSWER_BYTES - 2;
        assert_eq!(reading.push(b":\n", now).ok(), Some(true));
        assert_eq!(reading.push(b":", now).map_err(|failure| failure.class), Err(FailureClass::Parse));
    }

    #[tokio::test(start_paused = true)]
    async fn only_progress_extends_the_deadline() {
        let start = Instant::now();
        let mut on = |_: StreamEvent| {};
        let timeouts = Timeouts { connect: 1, first_token: 100, idle: 30, total: 1000 };
        let mut reading = Reading::new(timeouts, start, &mut on);
        reading.begin(AnswerKind::EventStream);
        let at = |seconds| start + Duration::from_secs(seconds);
        reading.push(b": keep-alive\n\n", at(50)).ok();
        assert_eq!(reading.deadline(), (at(100), Timer::FirstToken));
        reading.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", at(60)).ok();
        assert_eq!(reading.deadline(), (at(90), Timer::Idle));
        reading.push(b": keep-alive\n\n", at(80)).ok();
        assert_eq!(reading.deadline(), (at(90), Timer::Idle));
        reading.push(b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n", at(85)).ok();
        assert_eq!(reading.deadline(), (at(85 + REST_AFTER_FINISH_SECONDS), Timer::Idle));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_steady_answer_hits_the_total_limit() {
        let start = Instant::now();
        let mut on = |_: StreamEvent| {};
        let timeouts = Timeouts { connect: 1, first_token: 20, idle: 30, total: 100 };
        let mut reading = Reading::new(timeouts, start, &mut on);
        reading.begin(AnswerKind::EventStream);
        let at = |seconds| start + Duration::from_secs(seconds);
        for seconds in [10, 35, 60, 85] {
            reading.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", at(seconds)).ok();
        }
        assert_eq!(reading.deadline(), (at(100), Timer::Total));
    }
}
