//! From a press to its request at the server: a turn without steps beside the bare call.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use wenfang_model_server::answer;
use wenfang_studio::drafting::{GenerationEvent, ask};
use wenfang_studio::watch::Watch;
use wenfang_tests::measure::{Report, Times, millis, rounds};

use super::desk::{Desk, Heard};

const PAIRS: usize = 300;

/// The times of one press.
struct Press {
    to_request: Duration,
    to_first_word: Duration,
}

fn request(press: usize) -> Value {
    json!({ "scene": 1, "act": "continue", "target": 60, "press": press.to_string() })
}

async fn press(desk: &Desk, number: usize, is_turn: bool) -> Result<Press> {
    desk.forget();
    let heard = Heard::default();
    let observer = heard.observer(Watch::silent());
    let request = request(number);
    let began = Instant::now();
    if is_turn {
        desk.observed("generation.run", request, &observer).await?;
    } else {
        // As the command reads it.
        let request = serde_json::from_value(request)?;
        ask(&desk.session, request, &observer).await.map_err(|error| anyhow!("{error:?}"))?;
    }
    let shown = heard.first(|event| matches!(event, GenerationEvent::Shown { .. })).context("a word")?;
    let arrived = desk.arrival(0).context("a request")?;
    Ok(Press { to_request: arrived - began, to_first_word: shown - began })
}

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let pairs = rounds(PAIRS, 40);
    report.section(&format!(
        "From a press to its request, {pairs} pairs: a turn without steps beside the bare call"
    ));
    let desk = Desk::open(|_| answer::prose(60)).await?;
    let [mut turns, mut calls, mut turn_words, mut call_words] = [(); 4].map(|()| Times::default());
    let mut more: Vec<f64> = Vec::new();
    for pair in 0..pairs + 5 {
        // The two take turns in being first.
        let mut of = [None, None];
        for is_turn in [pair % 2 == 0, pair % 2 == 1] {
            of[usize::from(is_turn)] = Some(press(&desk, 2 * pair + usize::from(is_turn), is_turn).await?);
        }
        let [Some(call), Some(turn)] = of else { continue };
        // The first ones warm up.
        if pair < 5 {
            continue;
        }
        more.push(millis(turn.to_request) - millis(call.to_request));
        turns.push(turn.to_request);
        calls.push(call.to_request);
        turn_words.push(turn.to_first_word);
        call_words.push(call.to_first_word);
    }
    more.sort_by(f64::total_cmp);
    let share = |part: usize| {
        more.get((more.len() * part).div_ceil(100).saturating_sub(1)).copied().unwrap_or_default()
    };
    let both =
        |times: &Times| format!("{:.1} / {:.1} ms", millis(times.median()), millis(times.percentile(95)));
    report.figure("to the request, the bare call, median / p95", &both(&calls));
    report.figure("to the request, a turn, median / p95", &both(&turns));
    report
        .figure("difference within a pair, median / p95", &format!("{:.2} / {:.2} ms", share(50), share(95)));
    let longer = millis(turns.percentile(95)) - millis(calls.percentile(95));
    report.at_most("to the request: a turn longer, p95", (longer, 3.0), "ms");
    report.figure("to the first word, the bare call, median / p95", &both(&call_words));
    report.figure("to the first word, a turn, median / p95", &both(&turn_words));
    let ratio = millis(turn_words.median()) / millis(call_words.median());
    report.figure("to the first word: a turn beside the call, median", &format!("{ratio:.3} ×"));
    Ok(())
}
