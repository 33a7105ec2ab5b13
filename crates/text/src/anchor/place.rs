//! What became of one range along one chain of runs.

use std::ops::Range;

use super::compare::{EXTEND, Link, LinkKind, OPEN, SUBSTITUTION, compare};
use super::moves::Chain;
use super::run::{Gap, Run};
use super::texts::Texts;
use crate::CharRange;

/// How much of the neighbourhood is looked at on each side, in bits: about sixty Chinese characters.
const CONTEXT_BITS: usize = 512;

/// A stretch that was put in or taken out speaks against its neighbours by at most this many bits: text is inserted
/// anywhere.
const MOST_GAP_COST: i32 = 16;

/// What became of a range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where what survived now stands; `None` when nothing did.
    pub range: Option<CharRange>,
    /// Share of the range that survived, by information, 0 to 1.
    pub survival: f64,
    /// Share of the neighbourhood that survived, 0 to 1.
    pub context: f64,
    /// Information in bits that speaks for this place: the range's own and, with less of a say, its neighbours'.
    pub inner_bits: i32,
    /// The same for the text before and after, as far as it holds together with the range.
    pub outer_bits: (i32, i32),
}

/// Follows `range` of the old text along `chain`.
pub(super) fn place(texts: &Texts, chain: &Chain, range: &Range<usize>) -> Place {
    let context = texts.chars_for(CONTEXT_BITS);
    let window = range.start.saturating_sub(context).max(chain.old.start)
        ..(range.end + context).min(chain.old.end).max(range.start);
    let links = alive(texts, &links(texts, chain, &window));
    let from = links.partition_point(|link| link.old < range.start);
    let to = links.partition_point(|link| link.old < range.end);
    let inner = &links[from..to];
    let (before, after) = (&links[..from], &links[to..]);

    let all = texts.old_bits(range.clone()).max(1);
    let survived = same_bits(texts, inner);
    let around = texts.old_bits(window.start..range.start.max(window.start))
        + texts.old_bits(range.end.min(window.end)..window.end);
    let around_survived = same_bits(texts, before) + same_bits(texts, after);
    let mid = found(inner, before, after, range);
    Place {
        range: mid.clone().map(|new| CharRange::new(new.start, new.end)),
        survival: f64::from(survived) / f64::from(all),
        context: f64::from(around_survived) / f64::from(around.max(1)),
        inner_bits: total(texts, inner),
        outer_bits: (
            best_extension(texts, inner.first(), before.iter().rev()),
            best_extension(texts, inner.last(), after.iter()),
        ),
    }
}

/// Text in which the balance has fallen by this much since its best was written anew: about seven replaced
/// characters in a row.
const DEAD: i32 = 30;

/// Characters that hold together carry at least this many bits; fewer are shared by chance.
const LEAST_ALIVE: i32 = 18;

/// The links that belong together. A sentence that gave way to another shares some characters with it too; links that
/// do not outweigh the replaced characters around them are dropped.
fn alive(texts: &Texts, links: &[Link]) -> Vec<Link> {
    let mut kept = Vec::with_capacity(links.len());
    let mut start = 0;
    while start < links.len() {
        if links[start].kind == LinkKind::Replaced {
            start += 1;
            continue;
        }
        let (mut sum, mut best, mut end) = (0, 0, start);
        for at in start..links.len() {
            sum += score(texts, links[at]);
            if at > start {
                sum -= gap_cost(links[at - 1], links[at]);
            }
            if sum > best {
                (best, end) = (sum, at + 1);
            }
            if sum <= 0 || sum < best - DEAD {
                break;
            }
        }
        let end = end.max(start + 1);
        if best >= LEAST_ALIVE {
            kept.extend_from_slice(&links[start..end]);
        }
        start = end;
    }
    kept
}

/// The linked characters of `window`, in order.
fn links(texts: &Texts, chain: &Chain, window: &Range<usize>) -> Vec<Link> {
    let first = chain.runs.partition_point(|run| run.old_end() <= window.start);
    let mut links = Vec::new();
    let mut last = match first.checked_sub(1).and_then(|before| chain.runs.get(before)) {
        Some(run) => (run.old_end(), run.new_end()),
        None => (chain.old.start, chain.new.start),
    };
    let end = Run { old: chain.old.end, new: chain.new.end, len: 0 };
    for run in chain.runs[first..].iter().chain(std::iter::once(&end)) {
        if last.0 < window.end && run.old > window.start {
            links.extend(compare(texts, &Gap { old: last.0..run.old, new: last.1..run.new }));
        }
        let shared = run.old.max(window.start)..run.old_end().min(window.end);
        links.extend(shared.map(|old| Link { old, new: run.new + old - run.old, kind: LinkKind::Same }));
        last = (run.old_end(), run.new_end());
        if last.0 >= window.end {
            break;
        }
    }
    links.retain(|link| window.contains(&link.old));
    links
}

/// The new stretch of the surviving characters, with the replaced ones at its ends.
fn found(inner: &[Link], before: &[Link], after: &[Link], range: &Range<usize>) -> Option<Range<usize>> {
    if range.is_empty() {
        let at = match (before.last(), after.first()) {
            (Some(link), _) if link.old + 1 == range.start => link.new + 1,
            (_, Some(link)) => link.new,
            (Some(link), None) => link.new + 1,
            (None, None) => return None,
        };
        return Some(at..at);
    }
    let first = inner.iter().position(|link| link.kind == LinkKind::Same)?;
    let last = inner.iter().rposition(|link| link.kind == LinkKind::Same)?;
    let start = inner[..first].iter().rev().fold(inner[first], |start, link| if adjoin(*link, start) { *link } else { start });
    let end = inner[last + 1..].iter().fold(inner[last], |end, link| if adjoin(end, *link) { *link } else { end });
    Some(start.new..end.new + 1)
}

fn adjoin(a: Link, b: Link) -> bool {
    a.old + 1 == b.old && a.new + 1 == b.new
}

fn same_bits(texts: &Texts, links: &[Link]) -> i32 {
    links.iter().filter(|link| link.kind == LinkKind::Same).map(|link| texts.bits(texts.old[link.old])).sum()
}

/// The score of `links` as the comparison counts it.
fn total(texts: &Texts, links: &[Link]) -> i32 {
    let steps = links.windows(2).map(|pair| gap_cost(pair[0], pair[1])).sum::<i32>();
    links.iter().map(|&link| score(texts, link)).sum::<i32>() - steps
}

/// The best score of a stretch of `links` that begins next to `edge` and goes outward.
fn best_extension<'l>(texts: &Texts, edge: Option<&Link>, links: impl Iterator<Item = &'l Link>) -> i32 {
    let (mut sum, mut best, mut last) = (0, 0, edge.copied());
    for &link in links {
        sum += score(texts, link) - last.map_or(0, |last| gap_cost(last, link));
        best = best.max(sum);
        last = Some(link);
    }
    best
}

fn score(texts: &Texts, link: Link) -> i32 {
    match link.kind {
        LinkKind::Same => texts.bits(texts.old[link.old]),
        LinkKind::Replaced => -SUBSTITUTION,
    }
}

fn gap_cost(a: Link, b: Link) -> i32 {
    let cost = |apart: usize| match apart.saturating_sub(1) {
        0 => 0,
        len => (OPEN + EXTEND * i32::try_from(len).unwrap_or(MOST_GAP_COST)).min(MOST_GAP_COST),
    };
    cost(a.old.abs_diff(b.old)) + cost(a.new.abs_diff(b.new))
}
