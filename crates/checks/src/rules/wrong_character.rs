//! Characters confused with others of similar sound or shape.
//!
//! There are three signs of an error: a common misspelling; a set phrase with one character changed; and a
//! position where, judging by the rest of the book, a similar character fits better. What the book writes
//! repeatedly is never reported, so old spellings and the author's own are ignored.

use std::collections::HashMap;
use std::sync::LazyLock;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::{CharRange, Lexicon};

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;
use super::spelling::{
    Candidate, End, MARK, Similarity, Usage, Window, codes, idioms_by, is_word, mistakes, similar, total,
};

/// The maximum number of occurrences of an error; more frequent spellings are intended.
const MAX_ERROR_USES: u32 = 3;
/// The minimum improvement in log-likelihood for a candidate to be considered.
const MIN_IMPROVEMENT: f64 = 3.0;
/// The maximum number of candidates evaluated: those most frequent beside the same characters.
const MAX_CANDIDATES: usize = 2;
/// The minimum evidence.
const MIN_EVIDENCE: f64 = 2.0;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::Chinese {
        return Vec::new();
    }
    let usage = prepared.usage();
    let page = Page { reading, usage, codes: codes(reading.chars.iter().copied()) };
    let mut slips: Vec<Confusion> = page.misfits();
    // The lists contain modern spelling only.
    if !usage.is_old() {
        slips.extend(page.mistakes());
        slips.extend(page.idioms());
    }
    slips.retain(|slip| reading.mentions.iter().all(|mention| !mention.range.overlaps(slip.range)));
    slips.sort_by_key(|slip| (slip.range.start(), slip.range.len()));
    slips.dedup_by(|later, kept| kept.range.overlaps(later.range));
    let found = slips.into_iter().map(|slip| {
        Found::new(Rule::WrongCharacter, Severity::Medium, reading.place(slip.range))
            .values(slip.correction.as_str(), reading.slice(slip.range))
            .replaced_by(slip.correction)
            .with_confidence(slip.confidence)
    });
    found.collect()
}

/// Returns every position where, judging by the rest of the book, a similar character may fit better.
pub(super) fn candidates(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Candidate> {
    let page = Page { reading, usage: prepared.usage(), codes: codes(reading.chars.iter().copied()) };
    let ranges = page.weighed().into_iter().map(|(at, _, evidence)| Candidate {
        range: CharRange::new(at, at + 1),
        evidence: evidence.to_vec(),
    });
    let is_named = |range: CharRange| reading.mentions.iter().any(|mention| mention.range.overlaps(range));
    ranges.filter(|candidate| !is_named(candidate.range)).collect()
}

/// A spelling error with its correction.
struct Confusion {
    range: CharRange,
    correction: String,
    confidence: f64,
}

/// A scene prepared for the spelling rules.
struct Page<'r, 'a> {
    reading: &'r Reading<'a>,
    usage: &'r Usage,
    /// Two marks, the characters, two marks.
    codes: Vec<u32>,
}

impl Page<'_, '_> {
    /// Finds common misspellings.
    fn mistakes(&self) -> Vec<Confusion> {
        static LISTS: LazyLock<(Lexicon, HashMap<&str, &str>)> = LazyLock::new(|| {
            let lexicon = Lexicon::new((0..).zip(mistakes()).map(|(number, (wrong, _))| (number, wrong)));
            (lexicon, mistakes().collect())
        });
        let (lexicon, corrections) = &*LISTS;
        let slips = lexicon.mentions(self.reading.scene.text).into_iter().filter_map(|mention| {
            let correction = *corrections.get(self.reading.slice(mention.range))?;
            let (start, end) = (mention.range.start().get() + 2, mention.range.end().get() + 2);
            // The ends may belong to neighbouring words: 现在|三人.
            let is_whole = !self.are_word(start - 1) && !self.are_word(end - 1);
            let written = self.codes.get(start..end.min(start + 3))?;
            let right: Vec<u32> = correction.chars().take(3).map(u32::from).collect();
            let seldom = self.usage.count(written) < MAX_ERROR_USES.min(self.usage.count(&right) + 2);
            (is_whole && seldom).then(|| self.slip((start, end), correction, 0.9)).flatten()
        });
        slips.collect()
    }

    /// Whether a character and the next one form a common word.
    fn are_word(&self, at: usize) -> bool {
        self.codes.get(at..at + 2).is_some_and(|pair| is_word([pair[0], pair[1]]))
    }

    /// Creates the error for a range, narrowed to the characters that differ.
    fn slip(&self, (start, end): (usize, usize), correction: &str, confidence: f64) -> Option<Confusion> {
        let written = self.codes.get(start..end)?;
        let differs = |(c, code): (char, &u32)| u32::from(c) != *code;
        let first = correction.chars().zip(written).position(differs)?;
        let until = correction.chars().zip(written).collect::<Vec<_>>().into_iter().rposition(differs)? + 1;
        Some(Confusion {
            range: CharRange::new(start - 2 + first, start - 2 + until),
            correction: correction.chars().skip(first).take(until - first).collect(),
            confidence,
        })
    }

    /// Finds set phrases with one character replaced by a similar one.
    fn idioms(&self) -> Vec<Confusion> {
        let mut slips = Vec::new();
        for (at, four) in self.codes.windows(4).enumerate() {
            let &[a, b, c, d] = four else { continue };
            if four.contains(&MARK) {
                continue;
            }
            let near = [([a, b], End::First), ([c, d], End::Last)];
            for idiom in near.into_iter().flat_map(|(half, end)| idioms_by(half, end)) {
                let mut differing = (0..4).filter(|n| idiom[*n] != four[*n]);
                let (Some(wrong), None) = (differing.next(), differing.next()) else { continue };
                let like = similar(four[wrong]).iter().any(|(other, _)| *other == idiom[wrong]);
                if like && !self.is_used(at + wrong) {
                    let correction: String = idiom.iter().filter_map(|code| char::from_u32(*code)).collect();
                    slips.extend(self.slip((at, at + 4), &correction, 0.9));
                }
            }
        }
        slips
    }

    /// Whether a character occurs beside the same neighbour elsewhere in the book, or forms a common word with
    /// it.
    fn is_used(&self, at: usize) -> bool {
        [at - 1, at].into_iter().any(|first| {
            let pair = self.codes.get(first..first + 2).unwrap_or_default();
            !pair.contains(&MARK) && (self.usage.count(pair) > 1 || self.are_word(first))
        })
    }

    /// Finds positions where, judging by the rest of the book, another character fits better.
    fn misfits(&self) -> Vec<Confusion> {
        let likely = self.weighed().into_iter().filter_map(|(at, correction, evidence)| {
            let evidence = total(BIAS, &WEIGHTS, &evidence);
            let correction = char::from_u32(correction).filter(|_| evidence > MIN_EVIDENCE)?;
            Some(Confusion {
                range: CharRange::new(at, at + 1),
                correction: correction.to_string(),
                confidence: 0.5 + 0.1 * evidence.min(4.0),
            })
        });
        likely.collect()
    }

    /// Returns the positions where another character may fit better, with that character and the evidence.
    fn weighed(&self) -> Vec<(usize, u32, [f64; 23])> {
        let candidates = self.codes.windows(5).enumerate().filter_map(|(at, window)| {
            let window = Window::try_from(window).ok()?;
            let misfit = Misfit::of(self.usage, window)?;
            Some((at, misfit.correction, misfit.evidence(self.usage, window, self.nearby(at))))
        });
        candidates.collect()
    }

    /// Counts the character at a position in its surroundings; the topic of a passage recurs.
    fn nearby(&self, at: usize) -> usize {
        /// The distance on either side, in characters.
        const RADIUS: usize = 1_500;
        let here = self.codes.get(at + 2);
        let near = self.codes.get((at + 2).saturating_sub(RADIUS)..(at + 2 + RADIUS).min(self.codes.len()));
        near.unwrap_or_default().iter().filter(|c| Some(*c) == here).count().saturating_sub(1)
    }
}

/// A character that another one would fit better.
struct Misfit {
    correction: u32,
    similarity: Similarity,
    /// The log-likelihoods of the written and of the other character.
    written: f64,
    instead: f64,
}

/// Whether a character is excluded: pronouns depend on the author's intent, and particles have their own rule.
fn is_excluded(c: u32) -> bool {
    char::from_u32(c).is_none_or(|c| matches!(c, '他' | '她' | '它' | '的' | '得' | '\0'))
}

impl Misfit {
    /// Returns the best replacement for a character that hardly fits.
    fn of(usage: &Usage, window: Window) -> Option<Self> {
        let [_, l1, c, r1, _] = window;
        let others = if is_excluded(c) { &[] } else { similar(c) };
        let is_established =
            |pair: [u32; 2]| !pair.contains(&MARK) && usage.count(&pair) > MAX_ERROR_USES + 1;
        if others.is_empty() || l1 == MARK && r1 == MARK || is_established([l1, c]) || is_established([c, r1])
        {
            return None;
        }
        // Filter by cheap counts first; the likelihoods are more expensive.
        let mut likely: Vec<(u32, u32, Similarity)> = Vec::new();
        for (other, similarity) in others.iter().copied().filter(|(other, _)| !is_excluded(*other)) {
            let [before, after] = [[l1, other], [other, r1]].map(|pair| beside(usage, pair));
            let bonus =
                if before + after > 1 { 0 } else { u32::from(is_word([l1, other]) || is_word([other, r1])) };
            if before + after + bonus > 1 || bonus > 0 {
                likely.push(((before + 1) * (after + 1), other, similarity));
            }
        }
        likely.sort_by_key(|(together, other, _)| (std::cmp::Reverse(*together), *other));
        likely.truncate(MAX_CANDIDATES);
        if likely.is_empty() {
            return None;
        }
        let written = usage.written(window);
        let fits = likely.into_iter().map(|(_, correction, similarity)| Self {
            correction,
            similarity,
            written,
            instead: usage.instead(window, correction),
        });
        let best = fits.max_by(|a, b| a.instead.total_cmp(&b.instead));
        best.filter(|best| best.instead - best.written > MIN_IMPROVEMENT)
    }

    fn evidence(&self, usage: &Usage, [l2, l1, c, r1, r2]: Window, nearby: usize) -> [f64; 23] {
        let log = |count: u32| f64::from(count).ln_1p();
        let truth = |is_so: bool| f64::from(u8::from(is_so));
        let a = self.correction;
        let own = usage.count(&[c]).saturating_sub(1);
        let sounds = similar(c).iter().filter(|(_, similarity)| *similarity == Similarity::Sound);
        let sounds: u32 = sounds.map(|(other, _)| usage.count(&[*other])).sum();
        let [before, after] = [[l1, a], [a, r1]].map(|pair| beside(usage, pair));
        let three = |gram: [u32; 3]| if gram.contains(&MARK) { 0 } else { usage.count(&gram) };
        let most = |c: u32| [[l2, l1, c], [l1, c, r1], [c, r1, r2]].map(three).into_iter().max();
        let written_together = log(most(c).unwrap_or_default().saturating_sub(1));
        let together = log(most(a).unwrap_or_default());
        let is_alone = beside(usage, [l1, c]).max(beside(usage, [c, r1])) <= 1;
        let alone = truth(is_alone && !is_word([l1, c]) && !is_word([c, r1]));
        [
            self.instead - self.written,
            self.instead,
            log(own),
            (f64::from(usage.count(&[a])) + 0.5).ln(),
            // The share of this character among those of the same sound.
            ((f64::from(own) + 0.5) / (f64::from(own + sounds) + 2.0)).ln(),
            truth(is_word([l1, c])),
            truth(is_word([c, r1])),
            truth(is_word([l1, a]) && !is_word([l2, l1])),
            truth(is_word([a, r1]) && !is_word([r1, r2])),
            log(before),
            log(after),
            log(before.min(after)),
            log(beside(usage, [l1, c]).saturating_sub(1)) + log(beside(usage, [c, r1]).saturating_sub(1)),
            truth(l1 == MARK || r1 == MARK),
            f64::from(u8::try_from(nearby.min(3)).unwrap_or_default()),
            truth(self.similarity == Similarity::Shape),
            truth(self.similarity == Similarity::NearSound),
            truth([l2, l1, r1, r2].contains(&c)),
            usage.size(),
            together,
            written_together,
            alone,
            alone * together,
        ]
    }
}

/// Returns how often two characters occur together; 0 for marks, which occur beside everything.
fn beside(usage: &Usage, pair: [u32; 2]) -> u32 {
    if pair.contains(&MARK) { 0 } else { usage.count(&pair) }
}

/// Fitted by the example `spelling`.
const BIAS: f64 = 1.66;
const WEIGHTS: [f64; 23] = [
    0.40, 0.0, 0.19, 0.19, 0.16, -1.12, -1.63, 0.70, 0.55, 0.35, 0.40, -0.36, 0.21, 0.43, -0.45, 1.15, -1.23,
    -0.96, -0.83, 0.40, -0.04, 0.94, -0.14,
];
