//! Filling the layers: greedy in the order of consideration, the recent layer last.

use super::budget::{Wish, grants};
use super::cut::{Piece, cut};
use super::shown::Shown;
use super::{Budget, Candidate, DropReason, Fate, Layer, Precedence, Subject};

/// What stands between two parts of a layer.
pub(super) const SEPARATOR: &str = "\n\n";

/// A candidate, counted.
pub(super) struct Item<'c> {
    pub(super) candidate: &'c Candidate,
    pub(super) tokens: usize,
    /// Why it may not be sent, whatever room there is.
    pub(super) refused: Option<DropReason>,
}

impl<'c> Item<'c> {
    /// What it speaks of, if it may be sent.
    pub(super) fn speaker(&self) -> Option<(&'c Subject, &'c Candidate)> {
        let subject = self.candidate.about.as_ref()?;
        self.refused.is_none().then_some((subject, self.candidate))
    }
}

/// A layer, filled.
pub(super) struct Filled {
    /// One for each item.
    pub(super) fates: Vec<Fate>,
    /// The most it could have taken.
    pub(super) budget: usize,
    /// What it takes.
    pub(super) used: usize,
}

/// Fills all layers.
///
/// A passage that was found gives way to the recent text, which is filled last because it takes what the others leave. So
/// both are filled in turns until none repeats the other. The vector layer never takes more in a later turn than in
/// the one before, so the recent layer only gains, what gave way to it once stays repeated, and the turns end.
pub(super) fn fill_all<'c>(
    layers: [&[Item<'c>]; 5],
    budget: Budget,
    count: &dyn Fn(&str) -> usize,
) -> [Filled; 5] {
    let separator = count(SEPARATOR);
    let wishes = layers.map(|items| wish(items, separator));
    let granted = grants(budget, &wishes);
    let room = |room: usize| Room { tokens: room, separator, count };
    let [system, long_term, structured, vector, recent] = layers;

    let mut shown = Shown::default();
    let mut settled = |items: &[Item<'c>], granted: usize| fill(items, room(granted), &mut shown);
    let mut system = settled(system, granted[0]);
    let mut long_term = settled(long_term, granted[1]);
    let mut structured = settled(structured, granted[2]);
    let left = budget.tokens() - (system.used + long_term.used + structured.used);

    let tell = |room_left: usize| {
        let mut known = shown.clone();
        let told = fill(recent, room(room_left), &mut known);
        (told, known)
    };
    let mut for_vector = granted[3];
    // What the recent layer shows at least.
    let (_, mut recent_shown) = tell(left - for_vector);
    let (mut found, recent) = loop {
        let found = fill(vector, room(for_vector), &mut recent_shown.clone());
        let (told, known) = tell(left - found.used);
        let is_repeated = |(item, fate): (&Item<'c>, &Fate)| {
            !matches!(fate, Fate::Dropped { .. }) && known.repeated(item.candidate).is_some()
        };
        if !vector.iter().zip(&found.fates).any(is_repeated) {
            break (found, told);
        }
        for_vector = found.used;
        recent_shown.add(known);
    };

    let asked = [&mut system, &mut long_term, &mut structured, &mut found];
    for (at, (layer, filled)) in Layer::BUT_RECENT.into_iter().zip(asked).enumerate() {
        let is_satisfied = granted[at] >= wishes[at].all;
        filled.budget = if is_satisfied { granted[at].max(budget.most(layer)) } else { granted[at] };
    }
    [system, long_term, structured, found, recent]
}

fn wish(items: &[Item<'_>], separator: usize) -> Wish {
    let mut wish = Wish::default();
    for item in items.iter().filter(|item| item.refused.is_none()) {
        wish.all += item.tokens + separator;
        if item.candidate.precedence == Precedence::Required {
            wish.required += item.tokens + separator;
        }
    }
    wish
}

/// The room of a layer.
#[derive(Clone, Copy)]
struct Room<'f> {
    tokens: usize,
    /// What a separator takes.
    separator: usize,
    count: &'f dyn Fn(&str) -> usize,
}

/// Takes what fits, in order. What was cut is the last: nothing follows a gap. In the recent layer what does not fit at all
/// is the last too, so that the text leading up to the scene has no hole.
fn fill<'c>(items: &[Item<'c>], room: Room<'_>, shown: &mut Shown<'c>) -> Filled {
    let mut filled = Filled { fates: Vec::with_capacity(items.len()), budget: room.tokens, used: 0 };
    let (mut is_first, mut is_full) = (true, false);
    for item in items {
        let separator = if is_first { 0 } else { room.separator };
        let left = room.tokens.checked_sub(filled.used + separator).filter(|_| !is_full);
        let reason = item
            .refused
            .clone()
            .or_else(|| shown.repeated(item.candidate).map(|of| DropReason::Duplicate { of: of.clone() }));
        let (fate, tokens) = match (reason, left) {
            (Some(reason), _) => (Fate::Dropped { reason }, 0),
            (None, Some(left)) => fit(item, left, room.count),
            (None, None) => (Fate::Dropped { reason: DropReason::OverBudget }, 0),
        };
        if matches!(fate, Fate::Kept | Fate::Cut { .. }) {
            filled.used += separator + tokens;
            is_first = false;
        }
        let ends_recent = item.candidate.layer == Layer::Recent
            && fate == (Fate::Dropped { reason: DropReason::OverBudget });
        is_full |= matches!(fate, Fate::Cut { .. }) || ends_recent;
        shown.note(item.candidate, &fate);
        filled.fates.push(fate);
    }
    filled
}

/// The fate of an item that has so much room, and what it takes.
fn fit(item: &Item<'_>, room: usize, count: &dyn Fn(&str) -> usize) -> (Fate, usize) {
    if item.tokens <= room {
        return (Fate::Kept, item.tokens);
    }
    match cut(&item.candidate.text, item.candidate.cut, room, count) {
        Some(Piece { range, tokens }) => (Fate::Cut { kept_tokens: tokens, kept: range }, tokens),
        None => (Fate::Dropped { reason: DropReason::OverBudget }, 0),
    }
}
