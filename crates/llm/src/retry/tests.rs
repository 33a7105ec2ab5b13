//! Decisions after failures.

#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;

use super::*;
use crate::stream::{ErrorKind, ServerError};

const ALL_CLASSES: [FailureClass; 18] = [
    FailureClass::Connect,
    FailureClass::Timeout { timer: Timer::Connect },
    FailureClass::Timeout { timer: Timer::FirstToken },
    FailureClass::Timeout { timer: Timer::Idle },
    FailureClass::Timeout { timer: Timer::Total },
    FailureClass::RateLimited { retry_after_ms: None },
    FailureClass::RateLimited { retry_after_ms: Some(2_000) },
    FailureClass::RateLimited { retry_after_ms: Some(3_600_000) },
    FailureClass::Server { status: 503 },
    FailureClass::RequestTimeout,
    FailureClass::Auth,
    FailureClass::Quota,
    FailureClass::BadRequest,
    FailureClass::ContextLength,
    FailureClass::Refused,
    FailureClass::Parse,
    FailureClass::Broken,
    FailureClass::CircuitOpen,
];

fn decision_for(class: FailureClass, attempt: u32, fallback: bool) -> Decision {
    decide(&RetryContext { class, attempt, text_shown: false, fallback, seed: 7 })
}

fn label(decision: Decision) -> &'static str {
    match decision {
        Decision::RetrySame { .. } => "same",
        Decision::NextTarget => "next",
        Decision::GiveUp => "give up",
    }
}

#[test]
fn each_class_leads_to_its_decision() {
    let decisions: Vec<_> = ALL_CLASSES
        .into_iter()
        .map(|class| {
            let decision = [
                decision_for(class, 1, true),
                decision_for(class, MAX_ATTEMPTS, true),
                decision_for(class, MAX_ATTEMPTS, false),
            ];
            format!("{class:?}: {}", decision.map(label).join(", "))
        })
        .collect();
    expect_test::expect![[r#"
        Connect: same, next, give up
        Timeout { timer: Connect }: same, next, give up
        Timeout { timer: FirstToken }: next, next, give up
        Timeout { timer: Idle }: next, next, give up
        Timeout { timer: Total }: next, next, give up
        RateLimited { retry_after_ms: None }: same, next, give up
        RateLimited { retry_after_ms: Some(2000) }: same, next, give up
        RateLimited { retry_after_ms: Some(3600000) }: next, next, give up
        Server { status: 503 }: same, next, give up
        RequestTimeout: same, next, give up
        Auth: give up, give up, give up
        Quota: next, next, give up
        BadRequest: give up, give up, give up
        ContextLength: give up, give up, give up
        Refused: give up, give up, give up
        Parse: next, next, give up
        Broken: same, next, give up
        CircuitOpen: next, next, give up"#]]
    .assert_eq(&decisions.join("\n"));
}

#[test]
fn delays_double_up_to_the_maximum() {
    for attempt in 1..MAX_ATTEMPTS {
        let whole = FIRST_REST * 2_u32.pow(attempt - 1);
        for seed in 0..1000 {
            let context = RetryContext {
                class: FailureClass::Connect,
                attempt,
                text_shown: false,
                fallback: true,
                seed,
            };
            let Decision::RetrySame { after } = decide(&context) else { panic!("no rest") };
            assert!(after >= whole / 2 && after <= whole.min(MAX_REST), "{attempt} {seed}: {after:?}");
        }
    }
    assert!(rest(u32::MAX, 0) <= MAX_REST);
}

#[test]
fn jitter_spreads_consecutive_seeds_evenly() {
    let whole = Duration::from_secs(1);
    let shares: Vec<_> = (0..1000).map(|seed| share(whole, seed).as_millis()).collect();
    for tenth in 0..10 {
        let inside = shares.iter().filter(|share| **share / 100 == tenth).count();
        assert!((60..=140).contains(&inside), "{tenth}: {inside}");
    }
}

proptest! {
    #[test]
    fn nothing_is_retried_after_text_was_shown(
        class in proptest::sample::select(ALL_CLASSES.to_vec()),
        attempt in 1_u32..10,
        fallback: bool,
        seed: u64,
    ) {
        let context = RetryContext { class, attempt, text_shown: true, fallback, seed };
        prop_assert_eq!(decide(&context), Decision::GiveUp);
    }

    #[test]
    fn retry_after_is_never_undercut(ms in 1_u64..=60_000, attempt in 1_u32..MAX_ATTEMPTS, seed: u64) {
        let class = FailureClass::RateLimited { retry_after_ms: Some(ms) };
        let context = RetryContext { class, attempt, text_shown: false, fallback: true, seed };
        let Decision::RetrySame { after } = decide(&context) else { panic!("within the cap") };
        let requested = Duration::from_millis(ms);
        prop_assert!(after >= requested && after <= requested + FIRST_REST);
    }

    #[test]
    fn without_fallback_no_other_target_is_tried(class in proptest::sample::select(ALL_CLASSES.to_vec()), attempt in 1_u32..10) {
        prop_assert_ne!(decision_for(class, attempt, false), Decision::NextTarget);
    }

    #[test]
    fn parsing_retry_after_never_panics(value in ".{0,40}", date in ".{0,40}") {
        parse_retry_after(&value, Some(&date));
    }
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let seconds =
        |value: &str, date: Option<&str>| parse_retry_after(value, date).map(|time| time.as_secs_f64());
    let now = Some("Sun, 06 Nov 1994 08:49:37 GMT");
    assert_eq!(seconds("30", None), Some(30.0));
    assert_eq!(seconds(" 0 ", None), Some(0.0));
    assert_eq!(seconds("1.25", None), Some(1.25));
    assert_eq!(seconds("Sun, 06 Nov 1994 08:50:07 GMT", now), Some(30.0));
    assert_eq!(seconds("Mon, 07 Nov 1994 08:49:37 GMT", now), Some(86_400.0));
    assert_eq!(seconds("Sun, 06 Nov 1994 08:00:00 GMT", now), Some(0.0), "the date is past");
    assert_eq!(seconds("Sun, 06 Nov 1994 08:50:07 GMT", None), None, "our own clock is not used");
    for junk in [
        "",
        "soon",
        "-5",
        "1e400",
        "06 Nov 1994",
        "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET",
    ] {
        assert_eq!(seconds(junk, now), None, "{junk}");
    }
    let leap = Some("Wed, 28 Feb 2024 23:59:59 GMT");
    assert_eq!(seconds("Fri, 01 Mar 2024 00:00:00 GMT", leap), Some(86_401.0), "2024 has a 29 February");
    let year = Some("Sun, 31 Dec 2023 23:59:59 GMT");
    assert_eq!(seconds("Mon, 01 Jan 2024 00:00:01 GMT", year), Some(2.0));
}

#[test]
fn the_class_follows_the_error_kind_then_the_status() {
    let class = |status: u16, kind: ErrorKind, after: Option<u64>| {
        let error = ServerError { status: None, code: None, message: String::new(), kind };
        FailureClass::of_server(status, &error, after)
    };
    use ErrorKind as Kind;
    assert_eq!(class(400, Kind::ContextLength, None), FailureClass::ContextLength);
    assert_eq!(class(400, Kind::ContentFilter, None), FailureClass::Refused);
    assert_eq!(class(429, Kind::Quota, Some(1000)), FailureClass::Quota);
    assert_eq!(
        class(429, Kind::Unknown, Some(1000)),
        FailureClass::RateLimited { retry_after_ms: Some(1000) }
    );
    assert_eq!(class(402, Kind::Unknown, None), FailureClass::Quota);
    assert_eq!(class(401, Kind::Unknown, None), FailureClass::Auth);
    assert_eq!(class(403, Kind::NotAnAnswer, None), FailureClass::Auth);
    assert_eq!(class(408, Kind::Unknown, None), FailureClass::RequestTimeout);
    assert_eq!(class(404, Kind::BadRequest, None), FailureClass::BadRequest);
    assert_eq!(class(404, Kind::NotAnAnswer, None), FailureClass::BadRequest);
    assert_eq!(class(502, Kind::NotAnAnswer, None), FailureClass::Server { status: 502 });
    assert_eq!(
        class(503, Kind::Overloaded, Some(500)),
        FailureClass::RateLimited { retry_after_ms: Some(500) }
    );
    assert_eq!(class(200, Kind::NotAnAnswer, None), FailureClass::Parse);
    assert_eq!(class(200, Kind::Overloaded, None), FailureClass::Server { status: 200 });
    assert_eq!(class(200, Kind::RateLimited, None), FailureClass::RateLimited { retry_after_ms: None });
}
