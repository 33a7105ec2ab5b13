//! Certain matches of two texts: paragraphs and character sequences that occur exactly once in each.

use std::collections::HashMap;
use std::ops::Range;

use super::run::Run;
use super::texts::Texts;

/// The stretches of both texts to search, sorted.
pub(super) struct Spans<'s> {
    pub old: &'s [Range<usize>],
    pub new: &'s [Range<usize>],
}

/// The paragraphs entirely inside the spans that occur once on each side, by old position. Blank lines do not count.
pub(super) fn unique_paragraphs(texts: &Texts, spans: &Spans<'_>) -> Vec<Run> {
    let mut seen: HashMap<&[char], (usize, usize, u8, u8)> = HashMap::new();
    for at in spans.old.iter().flat_map(|span| paragraphs(&texts.old, span.clone())) {
        let entry = seen.entry(&texts.old[at.clone()]).or_default();
        (entry.0, entry.2) = (at.start, entry.2.saturating_add(1));
    }
    for at in spans.new.iter().flat_map(|span| paragraphs(&texts.new, span.clone())) {
        if let Some(entry) = seen.get_mut(&texts.new[at.clone()]) {
            (entry.1, entry.3) = (at.start, entry.3.saturating_add(1));
        }
    }
    let mut runs: Vec<Run> = seen
        .into_iter()
        .filter(|(_, (_, _, in_old, in_new))| (*in_old, *in_new) == (1, 1))
        .map(|(text, (old, new, _, _))| Run { old, new, len: text.len() })
        .collect();
    runs.sort_unstable_by_key(|run| run.old);
    runs
}

/// The non-blank lines entirely inside `span`, without their line ends.
fn paragraphs(text: &[char], span: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = span.start;
    let lines = text[span.clone()].split(|&c| c == '\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        start..start + line.len()
    });
    lines.filter(move |line| {
        let begins = line.start == 0 || text[line.start - 1] == '\n';
        let ends = line.end == text.len() || text[line.end] == '\n';
        begins && ends && text[line.clone()].iter().any(|&c| c != ' ')
    })
}

/// A sequence that occurs more often than this on one side says too little about its origin.
const MAX_PLACES: usize = 3;

/// One sequence of the old text, how often it occurs, and where it is in the new text.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    new: [u32; MAX_PLACES],
    in_old: u8,
    in_new: u8,
}

/// How often a sequence may occur on each side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// Once: the sequence is certainly the same.
    One,
    /// A few times: the order of the texts must distinguish them.
    Few,
}

/// Joins the sequences of `len` characters that both sides of the spans share into runs, by old position.
///
/// Linear in the length of the spans.
pub(super) fn common_grams(texts: &Texts, spans: &Spans<'_>, len: usize, places: Places) -> Vec<Run> {
    let old_grams: usize = spans.old.iter().map(|span| (span.len() + 1).saturating_sub(len)).sum();
    if old_grams == 0 || texts.old.len().max(texts.new.len()) > u32::MAX as usize {
        return Vec::new();
    }
    let mut table = vec![Slot::default(); (old_grams * 2).next_power_of_two()];
    for (_, hash) in spans.old.iter().flat_map(|span| grams(&texts.old, span.clone(), len)) {
        let place = slot_of(&table, hash);
        table[place].hash = hash;
        table[place].in_old = table[place].in_old.saturating_add(1);
    }
    for (at, hash) in spans.new.iter().flat_map(|span| grams(&texts.new, span.clone(), len)) {
        let place = slot_of(&table, hash);
        let slot = &mut table[place];
        if slot.in_old > 0 {
            if let Some(new) = slot.new.get_mut(usize::from(slot.in_new)) {
                *new = at as u32;
            }
            slot.in_new = slot.in_new.saturating_add(1);
        }
    }
    let most = if places == Places::One { 1 } else { MAX_PLACES };
    let mut runs: Vec<Run> = Vec::new();
    // Runs that the next sequence may extend, one per diagonal.
    let mut open: Vec<usize> = Vec::new();
    for (old, hash) in spans.old.iter().flat_map(|span| grams(&texts.old, span.clone(), len)) {
        let slot = &table[slot_of(&table, hash)];
        if usize::from(slot.in_old.max(slot.in_new)) > most {
            continue;
        }
        open.retain(|&index| runs[index].old_end() >= old);
        for new in slot.new[..usize::from(slot.in_new)].iter().map(|&new| new as usize) {
            if texts.old[old..old + len] != texts.new[new..new + len] {
                continue;
            }
            match open.iter().find(|&&index| new.wrapping_sub(runs[index].new) == old - runs[index].old) {
                Some(&index) => runs[index].len = old + len - runs[index].old,
                None => {
                    open.push(runs.len());
                    runs.push(Run { old, new, len });
                }
            }
        }
    }
    runs.sort_unstable_by_key(|run| (run.old, run.new));
    runs
}

/// The slot of `hash`, or the empty slot where it belongs.
fn slot_of(table: &[Slot], hash: u32) -> usize {
    let mask = table.len() - 1;
    let mut at = hash.wrapping_mul(0x9E37_79B1) as usize & mask;
    while table[at].in_old > 0 && table[at].hash != hash {
        at = (at + 1) & mask;
    }
    at
}

/// Every sequence of `len` characters in `span`: its start and its hash.
fn grams(text: &[char], span: Range<usize>, len: usize) -> impl Iterator<Item = (usize, u32)> {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let leaving = (0..len).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let first = span.start + len.saturating_sub(1).min(span.len());
    let mut rolling =
        text[span.start..first].iter().fold(0_u64, |hash, &c| hash.wrapping_mul(BASE).wrapping_add(value(c)));
    (first..span.end).map(move |end| {
        let start = end + 1 - len;
        rolling = rolling.wrapping_mul(BASE).wrapping_add(value(text[end]));
        if start > span.start {
            rolling = rolling.wrapping_sub(value(text[start - 1]).wrapping_mul(leaving));
        }
        let mixed = (rolling ^ (rolling >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (start, (mixed >> 32) as u32)
    })
}

fn value(c: char) -> u64 {
    u64::from(u32::from(c)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F) | 1
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn only_sequences_that_occur_once_in_each_text_match() {
        let texts = Texts::new("甲乙丙丁戊己，天天天天天天", "壬癸甲乙丙丁戊己。天天天天天天");
        let (old, new) = (0..texts.old.len(), 0..texts.new.len());
        let spans = Spans { old: slice::from_ref(&old), new: slice::from_ref(&new) };
        let runs = common_grams(&texts, &spans, 3, Places::One);
        assert_eq!(runs, [Run { old: 0, new: 2, len: 6 }]);
    }

    #[test]
    fn moved_paragraphs_match() {
        let texts = Texts::new("甲甲\n\n乙乙\n丙丙", "丙丙\n甲甲\n乙乙");
        let (old, new) = (0..texts.old.len(), 0..texts.new.len());
        let spans = Spans { old: slice::from_ref(&old), new: slice::from_ref(&new) };
        let runs = unique_paragraphs(&texts, &spans);
        assert_eq!(runs.iter().map(|run| (run.old, run.new)).collect::<Vec<_>>(), [(0, 3), (4, 6), (7, 0)]);
    }
}
