//! Moved text: equal stretches that the backbone covers in neither text.

use std::ops::Range;

use super::run::{Run, heaviest_chain};
use super::seeds::{Places, Spans, common_grams, unique_paragraphs};
use super::texts::Texts;

/// The information content of the sequences searched for, in bits: about five Chinese characters.
const SEQUENCE_BITS: usize = 42;

/// Minimum information that a moved stretch shares with its origin, in bits, unless it is a whole paragraph: about nine
/// Chinese characters.
const MIN_BITS: i32 = 80;

/// The same minimum for a whole paragraph that occurs once in each text: three Chinese characters.
const MIN_PARAGRAPH_BITS: i32 = 24;

/// A run may join one of this many stretches that began last.
const OPEN_STRETCHES: usize = 8;

/// Runs in the same order in both texts, and the stretches they cover.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub runs: Vec<Run>,
    pub old: Range<usize>,
    pub new: Range<usize>,
}

/// Finds the stretches that moved out of the order of `backbone`; no two overlap in either text.
pub(super) fn moved(texts: &Texts, backbone: &[Run]) -> Vec<Chain> {
    let open_old = between(backbone.iter().map(|run| run.old..run.old_end()), texts.old.len());
    let open_new = between(backbone.iter().map(|run| run.new..run.new_end()), texts.new.len());
    let spans = Spans { old: &open_old, new: &open_new };
    let mut runs = unique_paragraphs(texts, &spans);
    runs.retain(|run| texts.old_bits(run.old..run.old_end()) >= MIN_PARAGRAPH_BITS);
    let whole: Vec<Run> = runs.clone();
    runs.extend(common_grams(texts, &spans, texts.chars_for(SEQUENCE_BITS), Places::One));
    runs.sort_unstable_by_key(|run| (run.old, run.new, run.len));

    let mut chains: Vec<(i32, Chain)> = stretches(&runs)
        .into_iter()
        .filter_map(|runs| {
            let bits = runs.iter().map(|run| texts.old_bits(run.old..run.old_end())).sum();
            let is_whole = runs.iter().any(|run| whole.contains(run));
            (bits >= MIN_BITS || is_whole).then(|| (bits, widened(texts, runs, &spans)))
        })
        .collect();
    chains.sort_by_key(|(bits, chain)| (-bits, chain.old.start));
    let mut kept: Vec<Chain> = Vec::new();
    for (_, chain) in chains {
        let free =
            kept.iter().all(|other| !overlap(&other.old, &chain.old) && !overlap(&other.new, &chain.new));
        if free {
            kept.push(chain);
        }
    }
    kept
}

/// Groups runs into stretches. In a stretch, the distance between neighbouring runs is about the same in both texts.
fn stretches(runs: &[Run]) -> Vec<Vec<Run>> {
    let mut done: Vec<Vec<Run>> = Vec::new();
    for &run in runs {
        let from = done.len().saturating_sub(OPEN_STRETCHES);
        let open = done[from..].iter_mut().rev().find(|stretch| {
            stretch.last().is_some_and(|last| {
                let apart_old = run.old.abs_diff(last.old_end());
                let apart_new = run.new.abs_diff(last.new_end());
                run.new >= last.new
                    && apart_old.max(apart_new) <= 400
                    && apart_old.abs_diff(apart_new) <= 24 + apart_old / 2
            })
        });
        match open {
            Some(stretch) => stretch.push(run),
            None => done.push(vec![run]),
        }
    }
    done.into_iter().map(|stretch| heaviest_chain(&stretch)).collect()
}

/// Extends a chain to the start of its first paragraph and the end of its last, but not beyond the open spans.
fn widened(texts: &Texts, runs: Vec<Run>, spans: &Spans<'_>) -> Chain {
    let (mut old, mut new) = (0..0, 0..0);
    if let (Some(first), Some(last)) = (runs.first(), runs.last()) {
        old = paragraph_start(&texts.old, first.old, spans.old)
            ..paragraph_end(&texts.old, last.old_end(), spans.old);
        new = paragraph_start(&texts.new, first.new, spans.new)
            ..paragraph_end(&texts.new, last.new_end(), spans.new);
    }
    Chain { runs, old, new }
}

fn paragraph_start(text: &[char], at: usize, open: &[Range<usize>]) -> usize {
    let limit = open.iter().rev().find(|span| span.start <= at).map_or(at, |span| span.start);
    text[limit..at].iter().rposition(|&c| c == '\n').map_or(limit, |line_end| limit + line_end + 1)
}

fn paragraph_end(text: &[char], at: usize, open: &[Range<usize>]) -> usize {
    let limit = open.iter().find(|span| span.end >= at).map_or(at, |span| span.end);
    text[at..limit].iter().position(|&c| c == '\n').map_or(limit, |line_end| at + line_end)
}

/// The gaps of `0..len` between the ranges of `taken`, which must be sorted.
pub(super) fn between(taken: impl Iterator<Item = Range<usize>>, len: usize) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut at = 0;
    for range in taken.chain(std::iter::once(len..len)) {
        if range.start > at {
            open.push(at..range.start);
        }
        at = at.max(range.end);
    }
    open
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
