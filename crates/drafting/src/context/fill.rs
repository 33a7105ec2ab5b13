//! Fills the layers: greedily in the order of consideration, the recent layer last.

use super::budget::{Wish, grants};
use super::cut::{Piece, cut};
use super::shown::Shown;
use super::{Budget, Candidate, DropReason, Fate, Layer, Precedence, Subject};

/// The separator between two parts of a layer.
pub(super) const SEPARATOR: &str = "\n\n";

/// A candidate with its token count.
pub(super) struct Item<'c> {
    pub(super) candidate: &'c Candidate,
    pub(super) tokens: usize,
    /// Why it may not be sent, regardless of room.
    pub(super) refused: Option<DropReason>,
}

impl<'c> Item<'c> {
    /// Its subject, if it may be sent.
    pub(super) fn subject(&self) -> Option<(&'c Subject, &'c Candidate)> {
        let subject = self.candidate.about.as_ref()?;
        self.refused.is_none().then_some((subject, self.candidate))
    }
}

/// A filled layer.
pub(super) struct Filled {
    /// One per item.
    pub(super) fates: Vec<Fate>,
    /// The maximum number of tokens it could have used.
    pub(super) budget: usize,
    /// The tokens used.
    pub(super) used: usize,
}

/// Fills all layers.
///
/// A retrieved passage yields to the recent text, which is filled last because it takes what the others leave. So
/// both are filled repeatedly until neither repeats the other. The vector layer never takes more than in the previous
/// round, so the recent layer only grows, a passage that yielded once stays a repetition, and the loop terminates.
pub(super) fn fill_all<'c>(
    layers: [&[Item<'c>]; 6],
    budget: Budget,
    count: &dyn Fn(&str) -> usize,
) -> [Filled; 6] {
    let separator = count(SEPARATOR);
    let wishes = layers.map(|items| wish(items, separator));
    let granted = grants(budget, &wishes);
    let room = |room: usize| Room { tokens: room, separator, count };
    let [system, long_term, structured, vector, notes, recent] = layers;

    let mut shown = Shown::default();
    let mut fill_layer = |items: &[Item<'c>], granted: usize| fill(items, room(granted), &mut shown);
    let mut system = fill_layer(system, granted[0]);
    let mut long_term = fill_layer(long_term, granted[1]);
    let mut structured = fill_layer(structured, granted[2]);
    let mut notes = fill_layer(notes, granted[4]);
    let left = budget.tokens() - (system.used + long_term.used + structured.used + notes.used);

    let fill_recent = |room_left: usize| {
        let mut known = shown.clone();
        let filled_recent = fill(recent, room(room_left), &mut known);
        (filled_recent, known)
    };
    let mut for_vector = granted[3];
    // The minimum that the recent layer shows.
    let (_, mut recent_shown) = fill_recent(left - for_vector);
    let (mut found, recent) = loop {
        let found = fill(vector, room(for_vector), &mut recent_shown.clone());
        let (filled_recent, known) = fill_recent(left - found.used);
        let is_repeated = |(item, fate): (&Item<'c>, &Fate)| {
            !matches!(fate, Fate::Dropped { .. }) && known.repeated(item.candidate).is_some()
        };
        if !vector.iter().zip(&found.fates).any(is_repeated) {
            break (found, filled_recent);
        }
        for_vector = found.used;
        recent_shown.add(known);
    };

    let filled_layers = [&mut system, &mut long_term, &mut structured, &mut found, &mut notes];
    for (at, (layer, filled)) in Layer::BUT_RECENT.into_iter().zip(filled_layers).enumerate() {
        let is_satisfied = granted[at] >= wishes[at].all;
        filled.budget = if is_satisfied { granted[at].max(budget.most(layer)) } else { granted[at] };
    }
    [system, long_term, structured, found, notes, recent]
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
    /// The tokens of a separator.
    separator: usize,
    count: &'f dyn Fn(&str) -> usize,
}

/// Keeps what fits, in order. Nothing follows a cut piece, so that there is no gap after it. In the recent layer,
/// nothing follows a piece that does not fit at all, so that the text leading up to the scene has no hole.
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

/// The fate of an item in the given room, and the tokens it uses.
fn fit(item: &Item<'_>, room: usize, count: &dyn Fn(&str) -> usize) -> (Fate, usize) {
    if item.tokens <= room {
        return (Fate::Kept, item.tokens);
    }
    match cut(&item.candidate.text, item.candidate.cut, room, count) {
        Some(Piece { range, tokens }) => (Fate::Cut { kept_tokens: tokens, kept: range }, tokens),
        None => (Fate::Dropped { reason: DropReason::OverBudget }, 0),
    }
}
