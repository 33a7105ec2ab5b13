//! From a stop to the closed connection, in every phase of a generation with steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wenfang_model_server::{Answer, How, answer};
use wenfang_studio::drafting::{GenerationEvent, Observer};
use wenfang_studio::watch::Watch;
use wenfang_tests::measure::{Report, Times, millis, rounds};

use super::desk::{Desk, Heard, asks_notes, notes};

const ROUNDS: usize = 40;

/// Notes before the text, and a check after it.
const PROFILE: &str = r#"{
  "profile_id": "around", "title": { "zh": "前后", "en": "Around" },
  "pre": [{ "id": "notes", "handler": "work_notes" }],
  "post": [{ "id": "check", "handler": "check_text" }, { "id": "mend", "handler": "mend_text", "depends_on": ["check"] }]
}"#;

/// When the author stops it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Notes,
    Silence,
    Words,
    After,
}

impl At {
    const ALL: [(Self, &str); 4] = [
        (Self::Notes, "while notes are asked for"),
        (Self::Silence, "before the first word"),
        (Self::Words, "while words come"),
        (Self::After, "in a step after the text"),
    ];

    fn answer(self, is_for_notes: bool) -> Answer {
        match (self, is_for_notes) {
            (Self::Notes, true) => Answer { delay_ms: 20_000, ..notes() },
            (_, true) => notes(),
            (Self::Silence, _) => Answer { delay_ms: 20_000, ..answer::prose(300) },
            (Self::Words, _) => Answer { delta_delay_ms: 10, ..answer::prose(3_000) },
            _ => answer::prose(60),
        }
    }
}

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let rounds = rounds(ROUNDS, 6);
    report.section(&format!("From a stop to the closed connection, {rounds} rounds of each phase"));
    for (at, title) in At::ALL {
        let desk = Desk::open(move |request| at.answer(asks_notes(request))).await?;
        desk.ok("pipeline.save", json!({ "text": PROFILE })).await?;
        let (mut closed, mut ended, mut lost) = (Times::default(), Times::default(), 0);
        for round in 0..rounds {
            let stopped = stop(&desk, at, round).await?;
            if let Some(time) = stopped.closed {
                closed.push(time);
            }
            ended.push(stopped.ended);
            lost += usize::from(stopped.is_lost);
        }
        if at != At::After {
            let p95 = millis(closed.percentile(95));
            report.figure(&format!("{title}, median"), &format!("{:.0} ms", millis(closed.median())));
            report.at_most(&format!("{title}, p95"), (p95, 100.0), "ms");
        }
        report.figure(
            &format!("{title}, to the end of the turn, p95"),
            &format!("{:.0} ms", millis(ended.percentile(95))),
        );
        report.at_most(&format!("{title}, words shown but not stored"), (lost as f64, 0.0), "times");
    }
    Ok(())
}

struct Stopped {
    /// From the stop to the closed connection.
    closed: Option<Duration>,
    /// From the stop to the end of the turn.
    ended: Duration,
    /// Whether words were shown that the generation does not have.
    is_lost: bool,
}

async fn stop(desk: &Desk, at: At, round: usize) -> Result<Stopped> {
    desk.forget();
    let (heard, stop) = (Heard::default(), Arc::<AtomicBool>::default());
    let observer: Observer = heard.observer(Watch::new(Arc::clone(&stop), |_| {}));
    let request = json!({
        "scene": 1, "act": "continue", "target": 300, "profile": "around", "instruction": format!("第{round}次"),
    });
    let running = async {
        let answer = desk.observed("generation.run", request, &observer).await;
        (answer, Instant::now())
    };
    let stopping = async {
        let began = Instant::now();
        while !is_there(desk, at, &heard) && began.elapsed() < Duration::from_secs(20) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // At another moment of the program's own rhythm each time.
        tokio::time::sleep(Duration::from_millis(7 * (round as u64 % 10))).await;
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    };
    let ((answer, over), stopped) = tokio::join!(running, stopping);
    let number = usize::from(at != At::Notes);
    let closed = match at {
        At::After => None,
        _ => Some(closing(desk, number, stopped).await?),
    };
    Ok(Stopped {
        closed,
        ended: over.saturating_duration_since(stopped),
        is_lost: answer.is_ok_and(|answer| is_lost(&answer, &heard)),
    })
}

fn is_there(desk: &Desk, at: At, heard: &Heard) -> bool {
    match at {
        At::Notes => desk.arrival(0).is_some(),
        At::Silence => desk.arrival(1).is_some(),
        At::Words => heard.first(|event| matches!(event, GenerationEvent::Shown { .. })).is_some(),
        At::After => heard
            .first(|event| matches!(event, GenerationEvent::Ended { .. }))
            .is_some_and(|_| desk.arrival(1).is_some()),
    }
}

/// From the stop to the moment at which the server saw its connection closed.
async fn closing(desk: &Desk, number: usize, stopped: Instant) -> Result<Duration> {
    let arrived = desk.arrival(number).context("a request")?;
    let requests = desk.server.wait_for_endings(number + 1).await;
    let request = requests.get(number).context("a request")?;
    let ended = request.ended.clone().context("an end")?;
    ensure!(ended.how == How::ClientClosed, "the connection ended otherwise: {ended:?}");
    let closed = arrived + Duration::from_millis(ended.at_ms.saturating_sub(request.started_ms));
    Ok(closed.saturating_duration_since(stopped))
}

/// Whether the stored text lacks something that was shown.
fn is_lost(answer: &Value, heard: &Heard) -> bool {
    let shown: String = heard
        .events()
        .into_iter()
        .filter_map(|(_, event)| match event {
            GenerationEvent::Shown { text, .. } => Some(text),
            _ => None,
        })
        .collect();
    let text = answer["generations"][0]["text"].as_str().unwrap_or_default();
    !text.starts_with(&shown)
}
