//! Follows one range along one chain of runs.

use std::ops::Range;

use super::compare::{EXTEND, Link, LinkKind, OPEN, SUBSTITUTION, compare};
use super::moves::Chain;
use super::run::{Gap, Run};
use super::texts::Texts;
use crate::CharRange;

/// How much of the neighbourhood is examined on each side, in bits: about sixty Chinese characters.
const CONTEXT_BITS: usize = 512;

/// The most that an inserted or deleted stretch counts against its neighbours, in bits: text is inserted anywhere.
const MAX_GAP_COST: i32 = 16;

/// The most text, in characters, that may be inserted into a short range before it counts as torn; in a long range,
/// twice its length.
const MAX_INSERTED: usize = 64;

/// The least information, in bits, of a run that proves text moved in: about seven Chinese characters.
const MIN_FOREIGN: i32 = 60;

/// Where a range went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where the surviving text is now; `None` if none survived.
    pub range: Option<CharRange>,
    /// Whether so much text was inserted that the range is hardly one passage any more, or only a few characters hold
    /// one end.
    pub is_torn: bool,
    /// The share of the range that survived, by information, 0 to 1.
    pub survival: f64,
    /// The share of the neighbourhood that survived, 0 to 1.
    pub context: f64,
    /// The information, in bits, that the range itself contributes to this place.
    pub inner_bits: i32,
    /// The same for the text before and after, as far as it is connected with the range.
    pub outer_bits: (i32, i32),
}

/// Follows `range` of the old text along `chain`, one of `chains`.
pub(super) fn place(texts: &Texts, chains: &[Chain], chain: &Chain, range: &Range<usize>) -> Place {
    let context = texts.chars_for(CONTEXT_BITS);
    let window = range.start.saturating_sub(context).max(chain.old.start)
        ..(range.end + context).min(chain.old.end).max(range.start);
    let links = without_islands(texts, &alive(texts, &links(texts, chain, &window)));
    let from = links.partition_point(|link| link.old < range.start);
    let to = links.partition_point(|link| link.old < range.end);
    let inner = without_chance_ends(texts, largest_piece(texts, chains, &links[from..to]));
    let (before, after) = (&links[..from], &links[to..]);

    let all = texts.old_bits(range.clone()).max(1);
    let survived = same_bits(texts, inner);
    let around = texts.old_bits(window.start..range.start.max(window.start))
        + texts.old_bits(range.end.min(window.end)..window.end);
    let around_survived = same_bits(texts, before) + same_bits(texts, after);
    let new = new_range(inner, before, after, range);
    let widest = inner.windows(2).map(|pair| pair[1].new - pair[0].new - 1).max().unwrap_or(0);
    Place {
        range: new.map(|new| CharRange::new(new.start, new.end)),
        is_torn: widest > MAX_INSERTED.max(range.len() * 2) || has_doubtful_end(texts, inner),
        survival: f64::from(survived) / f64::from(all),
        context: f64::from(around_survived) / f64::from(around.max(1)),
        inner_bits: total(texts, inner),
        outer_bits: (
            best_extension(texts, inner.first(), before.iter().rev()),
            best_extension(texts, inner.last(), after.iter()),
        ),
    }
}

/// Text whose score has fallen this much below its best was rewritten: about seven replaced characters in a row.
const REWRITTEN_DROP: i32 = 30;

/// The least information, in bits, of connected characters; fewer are shared by chance.
const MIN_ALIVE: i32 = 18;

/// The same for characters with inserted or deleted text on both sides.
const MIN_ISLAND: i32 = 26;

/// The links that belong together. A sentence shares some characters even with an unrelated replacement; links that
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
            if sum <= 0 || sum < best - REWRITTEN_DROP {
                break;
            }
        }
        let end = end.max(start + 1);
        if best >= MIN_ALIVE {
            kept.extend_from_slice(&links[start..end]);
        }
        start = end;
    }
    kept
}

/// A border of this cost has a stretch of at least seven characters on one side, or text on both sides.
const ISLAND_BORDER: i32 = 12;

/// Drops the few links between two inserted or deleted stretches, which are chance as well. The first and last groups
/// extend beyond the window and are kept.
fn without_islands(texts: &Texts, links: &[Link]) -> Vec<Link> {
    let islands = links.chunk_by(|a, b| gap_cost(*a, *b) < ISLAND_BORDER).collect::<Vec<_>>();
    let last = islands.len().saturating_sub(1);
    let kept = islands
        .iter()
        .enumerate()
        .filter(|(at, island)| *at == 0 || *at == last || total(texts, island) >= MIN_ISLAND);
    kept.flat_map(|(_, island)| island.iter().copied()).collect()
}

/// Drops punctuation at the ends of a range if a longer edit separates it from the rest: nearly every replaced
/// sentence leaves its full stop behind.
fn without_chance_ends<'l>(texts: &Texts, mut links: &'l [Link]) -> &'l [Link] {
    let is_chance = |end: &[Link]| end.iter().all(|link| !texts.old[link.old].is_alphanumeric());
    let border = |pair: &[Link]| gap_cost(pair[0], pair[1]) >= ISLAND_BORDER;
    if let Some(at) = links.windows(2).position(border).filter(|&at| is_chance(&links[..=at])) {
        links = &links[at + 1..];
    }
    if let Some(at) = links.windows(2).rposition(border).filter(|&at| is_chance(&links[at + 1..])) {
        links = &links[..=at];
    }
    links
}

/// Whether a longer edit separates so little text at one end that it may be there by chance. If it is, that end is
/// off by the whole edit.
fn has_doubtful_end(texts: &Texts, links: &[Link]) -> bool {
    let mut pieces = links.chunk_by(|a, b| gap_cost(*a, *b) < ISLAND_BORDER);
    let ends = [pieces.next(), pieces.next_back()];
    ends[1].is_some() && ends.iter().flatten().any(|end| same_bits(texts, end) < MIN_ALIVE)
}

/// The part of `links` with the most information, if text that moved in from elsewhere splits them.
fn largest_piece<'l>(texts: &Texts, chains: &[Chain], links: &'l [Link]) -> &'l [Link] {
    let is_split = |a: &Link, b: &Link| {
        let between = a.new + 1..b.new;
        !between.is_empty()
            && chains.iter().any(|chain| {
                let first = chain.runs.partition_point(|run| run.new_end() <= between.start);
                chain.runs.get(first).is_some_and(|run| {
                    run.new_end() <= between.end && texts.old_bits(run.old..run.old_end()) >= MIN_FOREIGN
                })
            })
    };
    let pieces = links.chunk_by(|a, b| !is_split(a, b));
    pieces.max_by_key(|piece| same_bits(texts, piece)).unwrap_or(links)
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

/// The new range of the surviving characters, extended by adjoining replaced ones at both ends.
fn new_range(inner: &[Link], before: &[Link], after: &[Link], range: &Range<usize>) -> Option<Range<usize>> {
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
    let start = inner[..first]
        .iter()
        .rev()
        .fold(inner[first], |start, link| if adjoin(*link, start) { *link } else { start });
    let end =
        inner[last + 1..].iter().fold(inner[last], |end, link| if adjoin(end, *link) { *link } else { end });
    Some(start.new..end.new + 1)
}

fn adjoin(a: Link, b: Link) -> bool {
    a.old + 1 == b.old && a.new + 1 == b.new
}

fn same_bits(texts: &Texts, links: &[Link]) -> i32 {
    links.iter().filter(|link| link.kind == LinkKind::Same).map(|link| texts.bits(texts.old[link.old])).sum()
}

/// The score of `links` by the costs of the comparison.
fn total(texts: &Texts, links: &[Link]) -> i32 {
    let steps = links.windows(2).map(|pair| gap_cost(pair[0], pair[1])).sum::<i32>();
    links.iter().map(|&link| score(texts, link)).sum::<i32>() - steps
}

/// The best score of a stretch of `links` that begins next to `edge` and extends outward.
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
        len => (OPEN + EXTEND * i32::try_from(len).unwrap_or(MAX_GAP_COST)).min(MAX_GAP_COST),
    };
    cost(a.old.abs_diff(b.old)) + cost(a.new.abs_diff(b.new))
}
