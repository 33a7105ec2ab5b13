//! Properties of the gate, over prose that starts and ends anywhere.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::effect_log::{Answer, run, standard};
use super::prose::{books, generated, split};
use super::reader::Reader;
use super::*;

/// The number of cases from books and from generated text.
const BOOK_CASES: u32 = 60_000;
const GENERATED_CASES: u32 = 50_000;
const _: () = assert!(BOOK_CASES + GENERATED_CASES >= 100_000);

/// The length of a text from a book, in characters. Three of four are short, so that all cases take seconds.
fn window() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 20..160_usize, 1 => 160..600_usize]
}

/// A text, its limits, and how it arrives.
#[derive(Clone, Debug)]
struct Case {
    text: String,
    limits: GateLimits,
    /// The length in characters and the end of each answer except the last.
    answers: Vec<(usize, AnswerEnd)>,
    last: AnswerEnd,
    seeds: (u64, u64),
}

impl Case {
    /// Returns the answers, split into deltas by a seed.
    fn answers(&self, seed: u64) -> Vec<Answer<'_>> {
        let mut answers = Vec::new();
        let mut rest = self.text.as_str();
        for &(length, end) in &self.answers {
            let (answer, after) =
                rest.split_at(rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at));
            answers.push((split(answer, seed), end));
            rest = after;
        }
        answers.push((split(rest, seed), self.last));
        answers
    }
}

fn end() -> impl Strategy<Value = AnswerEnd> {
    prop::sample::select(vec![AnswerEnd::Stop, AnswerEnd::Length, AnswerEnd::Stopped, AnswerEnd::Broken])
}

/// Generates a case for a text. Limits are derived from a target or are any ordered ones, and about half of the
/// texts exceed them.
fn case(text: impl Strategy<Value = String>) -> impl Strategy<Value = Case> {
    let answers = prop_oneof![2 => Just(0_usize), 1 => 1..4_usize]
        .prop_flat_map(|more| prop::collection::vec((0..60_usize, end()), more));
    let limits = (0..1000_usize, any::<bool>(), 0..40_usize, 0..40_usize, 0..4_u32);
    (text, limits, answers, end(), any::<(u64, u64)>()).prop_map(
        |(text, (part, of_target, soft, hard, rounds), answers, last, seeds)| {
            let target = 1 + text.chars().count() * part / 1000;
            let limits = GateLimits::of_target(target).unwrap().with_rounds(rounds);
            let soft = target + soft;
            let limits = if of_target { limits } else { GateLimits { soft, hard: soft + hard, ..limits } };
            Case { text, limits, answers, last, seeds }
        },
    )
}

/// Checks every property of one case and returns its outcome.
fn check(case: &Case) -> (GateOutcome, Option<CutReason>) {
    let Case { text, limits, seeds, .. } = case;
    let answers = case.answers(seeds.0);
    let log = run(*limits, &answers);
    assert_eq!(log, run(*limits, &case.answers(seeds.1)), "the split changes the effects");

    assert_eq!(log.shown() + &log.overflow(), *text, "shown and overflow are the received text");
    let (counted, outcome) = log.done().unwrap();
    assert_eq!(counted, standard(&log.final_text()));
    assert!(counted <= limits.hard);

    let received = &text[..text.len() - log.late().len()];
    let all = standard(received);
    assert_eq!(log.warnings().len(), usize::from(all > limits.soft), "{all} of {}", limits.soft);
    assert!(log.warnings().iter().all(|&counted| counted > limits.soft));
    assert_eq!(log.cut().is_some(), all > limits.hard, "{all} of {}", limits.hard);
    if log.cut().is_none() {
        assert_eq!(log.final_text(), received);
    }
    let expected = match all {
        _ if all > limits.hard => GateOutcome::Cut,
        _ if all > limits.soft => GateOutcome::SoftExceeded,
        _ if all < limits.floor => GateOutcome::Short,
        _ => GateOutcome::WithinTarget,
    };
    assert_eq!(outcome, expected);

    let mut so_far = String::new();
    let mut before = 0;
    for ((round, written, remaining), (deltas, end)) in log.rounds().into_iter().zip(&answers) {
        so_far.extend(deltas.iter().copied());
        assert_eq!((written, written + remaining), (standard(&so_far), limits.target));
        assert!(before < written && round <= limits.rounds);
        let least = match end {
            AnswerEnd::Stop => limits.floor,
            AnswerEnd::Length => limits.target,
            AnswerEnd::Stopped | AnswerEnd::Broken => panic!("{end:?} was continued"),
        };
        assert!(written < least);
        before = written;
    }

    if case.answers.is_empty() && log.cut().is_some() {
        let reader = Reader::new(text, *limits);
        reader.check_kind(&log);
        if Reader::supports(text) {
            reader.check_best(&log);
        }
    }
    (outcome, log.cut().map(|(reason, _)| reason))
}

/// Checks the given number of cases, and that every outcome is frequent among them.
fn check_all(cases: u32, strategy: &impl Strategy<Value = Case>) {
    let ran = Cell::new(0_u32);
    let outcomes: RefCell<BTreeMap<String, u32>> = RefCell::default();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    let result = TestRunner::new(config).run(strategy, |case| {
        ran.set(ran.get() + 1);
        let outcome = check(&case);
        *outcomes.borrow_mut().entry(format!("{outcome:?}")).or_default() += 1;
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert_eq!(ran.get(), cases);
    let outcomes = outcomes.into_inner();
    eprintln!("{cases} cases: {outcomes:?}");
    assert_eq!(outcomes.len(), 6, "{outcomes:?}");
    assert!(outcomes.values().all(|&times| times >= cases / 200), "{outcomes:?}");
}

#[test]
fn the_properties_hold_on_books() {
    let books = books();
    let text =
        (0..books.len(), any::<prop::sample::Index>(), window()).prop_map(move |(book, at, length)| {
            let book = &books[book];
            let at = at.index(book.len());
            book[at..book.len().min(at + length)].iter().collect()
        });
    check_all(BOOK_CASES, &case(text));
}

#[test]
fn the_properties_hold_on_generated_text() {
    check_all(GENERATED_CASES, &case(generated()));
}
