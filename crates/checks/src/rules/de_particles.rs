//! 的, 地 and 得 confused with one another.
//!
//! Books differ in their use, especially old ones. A particle is therefore reported only if the rest of the
//! book does otherwise, and never inside a word (觉得, 天地, 目的).

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;
use super::spelling::{Candidate, MARK, Usage, Window, codes, is_word, total};

const DE: u32 = '的' as u32;
const DI: u32 = '地' as u32;
const GET: u32 = '得' as u32;
/// The maximum count of a trigram that can still be an error; more frequent ones are the book's own usage.
const MAX_ERROR_USES: u32 = 3;
/// The minimum count of the other particle beside these words.
const MIN_SUPPORT: u32 = 2;
/// The minimum evidence.
const MIN_EVIDENCE: f64 = 3.1;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::Chinese {
        return Vec::new();
    }
    let slips = weighed(prepared, reading).into_iter().filter_map(|(at, correction, evidence)| {
        let evidence = total(BIAS, &WEIGHTS, &evidence);
        (evidence > MIN_EVIDENCE).then_some((at, char::from_u32(correction)?, evidence))
    });
    let found = slips.map(|(at, correction, evidence)| {
        let range = CharRange::new(at, at + 1);
        Found::new(Rule::DeParticles, Severity::Low, reading.place(range))
            .values(correction, reading.slice(range))
            .replaced_by(correction)
            .with_confidence((0.5 + 0.1 * (evidence - MIN_EVIDENCE)).min(0.9))
    });
    found.collect()
}

/// Returns every particle that is neither part of a word nor usual in its place, and that another may replace.
pub(super) fn candidates(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Candidate> {
    let candidates = weighed(prepared, reading).into_iter().map(|(at, _, evidence)| Candidate {
        range: CharRange::new(at, at + 1),
        evidence: evidence.to_vec(),
    });
    candidates.collect()
}

/// Returns the candidates with the better particle and the evidence for it.
fn weighed(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<(usize, u32, [f64; 15])> {
    let usage = prepared.usage();
    let codes = codes(reading.chars.iter().copied());
    let is_named = |at: usize| reading.mentions.iter().any(|mention| mention.range.as_range().contains(&at));
    let candidates = codes.windows(5).enumerate().filter_map(|(at, window)| {
        let window = Window::try_from(window).ok()?;
        if ![DE, DI, GET].contains(&window[2]) {
            return None;
        }
        let is_own = usage.count(&window[1..4]) > MAX_ERROR_USES;
        let is_free = !is_own && !is_in_place(window) && !is_named(at);
        let (correction, evidence) = is_free.then(|| likeliest(usage, window)).flatten()?;
        Some((at, correction, evidence))
    });
    candidates.collect()
}

/// Whether the particle is correct regardless of the rest of the book: part of a word, or after an adverb like
/// 慢慢.
fn is_in_place([l2, l1, c, r1, _]: Window) -> bool {
    let is_manner = c == DI && r1 != MARK && l1 != MARK && (l1 == l2 || l1 == '然' as u32);
    // At the end of a clause, 地 means the ground.
    let is_ground = c == DI && r1 == MARK;
    is_word([l1, c]) || is_word([c, r1]) || is_manner || is_ground
}

/// Returns the better of the other two particles, with the evidence for it.
fn likeliest(usage: &Usage, window: Window) -> Option<(u32, [f64; 15])> {
    let others = [DE, DI, GET].into_iter().filter(|other| *other != window[2]);
    let fits = others.map(|other| (other, usage.instead(window, other)));
    let (other, instead) = fits.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let [_, l1, _, r1, _] = window;
    if usage.count(&[l1, other]) + usage.count(&[other, r1]) < MIN_SUPPORT {
        return None;
    }
    Some((other, evidence(usage, window, (other, instead - usage.written(window)))))
}

fn evidence(usage: &Usage, [_, l1, c, r1, _]: Window, (other, better): (u32, f64)) -> [f64; 15] {
    let log = |count: u32| f64::from(count).ln_1p();
    let truth = |is_so: bool| f64::from(u8::from(is_so));
    let own = |gram: &[u32]| log(usage.count(gram).saturating_sub(1));
    [
        better,
        own(&[l1, c]),
        own(&[c, r1]),
        log(usage.count(&[l1, other])),
        log(usage.count(&[other, r1])),
        own(&[l1, c, r1]),
        log(usage.count(&[l1, other, r1])),
        truth([c, other] == [DE, DI]),
        truth([c, other] == [DE, GET]),
        truth([c, other] == [DI, DE]),
        truth([c, other] == [DI, GET]),
        truth([c, other] == [GET, DE]),
        truth([c, other] == [GET, DI]),
        truth(r1 == MARK),
        usage.size(),
    ]
}

const BIAS: f64 = 7.86;
const WEIGHTS: [f64; 15] =
    [0.37, -0.47, 0.0, 0.61, 0.23, 0.15, -0.14, -0.20, -0.82, 1.47, 2.45, 0.82, 1.03, -0.95, -0.92];
