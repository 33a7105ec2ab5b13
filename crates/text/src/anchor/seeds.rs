//! Where two texts certainly meet: paragraphs and character sequences that each of them has exactly once.

use std::collections::HashMap;
use std::ops::Range;

use super::run::Run;
use super::texts::Texts;

/// Stretches of both texts, sorted, in which to look.
pub(super) struct Spans<'s> {
    pub old: &'s [Range<usize>],
    pub new: &'s [Range<usize>],
}

/// The paragraphs whole inside the spans that occur once on each side, by old position. Blank lines are none.
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

/// The non-blank lines that lie whole inside `span`, without their line ends.
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

/// A sequence that stands more often than this on one side says too little about where it is from.
const MOST_PLACES: usize = 3;

/// One sequence of the old text and where it was seen.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    old: [u32; MOST_PLACES],
    new: [u32; MOST_PLACES],
    in_old: u8,
    in_new: u8,
}

impl Slot {
    /// The pairs of places, if at most `places` on each side were seen.
    fn pairs(&self, places: usize) -> impl Iterator<Item = (usize, usize)> {
        let (in_old, in_new) = (usize::from(self.in_old), usize::from(self.in_new));
        let (in_old, in_new) = if in_old.max(in_new) > places { (0, 0) } else { (in_old, in_new) };
        self.old[..in_old]
            .iter()
            .flat_map(move |&old| self.new[..in_new].iter().map(move |&new| (old as usize, new as usize)))
    }
}

/// How often a sequence may stand on each side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// Once: the sequence is certainly the same.
    One,
    /// A few times: the order of the texts has to tell them apart.
    Few,
}

/// The runs made of sequences of `len` characters that both sides of the spans have, by old position.
///
/// Linear in the length of the spans.
pub(super) fn common_grams(texts: &Texts, spans: &Spans<'_>, len: usize, places: Places) -> Vec<Run> {
    let old_grams: usize = spans.old.iter().map(|span| (span.len() + 1).saturating_sub(len)).sum();
    if old_grams == 0 || texts.old.len().max(texts.new.len()) > u32::MAX as usize {
        return Vec::new();
    }
    let mut table = vec![Slot::default(); (old_grams * 2).next_power_of_two()];
    for (at, hash) in spans.old.iter().flat_map(|span| grams(&texts.old, span.clone(), len)) {
        let place = slot_of(&table, hash);
        let slot = &mut table[place];
        slot.hash = hash;
        seen(&mut slot.old, &mut slot.in_old, at);
    }
    for (at, hash) in spans.new.iter().flat_map(|span| grams(&texts.new, span.clone(), len)) {
        let place = slot_of(&table, hash);
        let slot = &mut table[place];
        if slot.hash == hash {
            seen(&mut slot.new, &mut slot.in_new, at);
        }
    }
    let most = if places == Places::One { 1 } else { MOST_PLACES };
    let mut found: Vec<(usize, usize)> = table.iter().flat_map(|slot| slot.pairs(most)).collect();
    found.retain(|&(old, new)| texts.old[old..old + len] == texts.new[new..new + len]);
    // On each diagonal, sequences that touch are one run.
    found.sort_unstable_by_key(|&(old, new)| (new.wrapping_sub(old), old));
    let mut runs: Vec<Run> = Vec::new();
    for (old, new) in found {
        match runs.last_mut() {
            Some(run)
                if new.wrapping_sub(run.new) == old.wrapping_sub(run.old)
                    && (run.old..=run.old_end()).contains(&old) =>
            {
                run.len = old + len - run.old;
            }
            _ => runs.push(Run { old, new, len }),
        }
    }
    runs.sort_unstable_by_key(|run| (run.old, run.new));
    runs
}

fn seen(places: &mut [u32; MOST_PLACES], count: &mut u8, at: usize) {
    if let Some(place) = places.get_mut(usize::from(*count)) {
        *place = at as u32;
    }
    *count = count.saturating_add(1);
}

/// The slot that holds `hash`, or the empty one where it belongs.
fn slot_of(table: &[Slot], hash: u64) -> usize {
    let mask = table.len() - 1;
    let mut at = (hash >> 20) as usize & mask;
    while table[at].in_old > 0 && table[at].hash != hash {
        at = (at + 1) & mask;
    }
    at
}

/// Every sequence of `len` characters in `span`: where it starts and a hash of it that is never 0.
fn grams(text: &[char], span: Range<usize>, len: usize) -> impl Iterator<Item = (usize, u64)> {
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
        (start, (mixed ^ (mixed >> 32)) | 1)
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
    fn a_sequence_both_texts_have_once_is_found_and_a_repeated_one_is_not() {
        let texts = Texts::new("甲乙丙丁戊己，天天天天天天", "壬癸甲乙丙丁戊己。天天天天天天");
        let (old, new) = (0..texts.old.len(), 0..texts.new.len());
        let spans = Spans { old: slice::from_ref(&old), new: slice::from_ref(&new) };
        let runs = common_grams(&texts, &spans, 3, Places::One);
        assert_eq!(runs, [Run { old: 0, new: 2, len: 6 }]);
    }

    #[test]
    fn paragraphs_are_seen_wherever_they_went() {
        let texts = Texts::new("甲甲\n\n乙乙\n丙丙", "丙丙\n甲甲\n乙乙");
        let (old, new) = (0..texts.old.len(), 0..texts.new.len());
        let spans = Spans { old: slice::from_ref(&old), new: slice::from_ref(&new) };
        let runs = unique_paragraphs(&texts, &spans);
        assert_eq!(runs.iter().map(|run| (run.old, run.new)).collect::<Vec<_>>(), [(0, 3), (4, 6), (7, 0)]);
    }
}
