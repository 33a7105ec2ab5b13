//! Compares where the comments are with where their passages are.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use anyhow::{Context, Result};
use serde_json::Value;
use wenfang_story::SceneId;

use super::book::{Book, Remark};

/// A gap of this many characters tears a passage apart.
const TORN: usize = 200;

/// How many remarks went where.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// At least half of the passage is still in one place, and the comment is there: it has at least half of what is
    /// left, and besides at most as many characters as the passage lost, or eight, or half of its own.
    pub right: usize,
    /// The same, but the comment has less than half of what is left.
    pub partly: usize,
    /// At least half of the passage is still in one place, and the remark is listed.
    pub listed: usize,
    /// The comment is elsewhere, or has a passage although no character of it is left.
    pub wrong: usize,
    /// No character is left, and the remark is listed.
    pub gone: usize,
    /// Less than half of the passage is left in one place, and the comment is on some of it, or listed.
    pub torn: usize,
    /// Remarks of which the import said nothing.
    pub lost: usize,
    /// What went wrong, in words.
    pub cases: Vec<String>,
}

impl Tally {
    /// The share of remarks at their passage, in percent of those whose passage is still there.
    pub fn right_percent(&self) -> f64 {
        100.0 * self.right as f64 / (self.right + self.partly + self.listed).max(1) as f64
    }

    fn count(&mut self, of: &Place, placed: Option<&Placed>) {
        let counter = match (of, placed) {
            (Place::Kept { scene, survivors, lost }, Some(placed)) => {
                let first = survivors.first().copied().unwrap_or_default();
                let end = survivors.last().map_or(0, |last| last + 1);
                let inside = placed.range.end.min(end).saturating_sub(placed.range.start.max(first));
                let outside = placed.range.len() - inside;
                let has = survivors.iter().filter(|at| placed.range.contains(at)).count();
                if placed.scene != *scene || outside > (placed.range.len() / 2).max(8).max(*lost) || has == 0
                {
                    &mut self.wrong
                } else if has * 2 >= survivors.len() {
                    &mut self.right
                } else {
                    &mut self.partly
                }
            }
            (Place::Kept { .. }, None) => &mut self.listed,
            (Place::Gone, Some(_)) => &mut self.wrong,
            (Place::Gone, None) => &mut self.gone,
            (Place::Torn(survivors), Some(placed)) => {
                let has = |(scene, at): &(usize, usize)| *scene == placed.scene && placed.range.contains(at);
                if survivors.iter().any(has) { &mut self.torn } else { &mut self.wrong }
            }
            (Place::Torn(_), None) => &mut self.torn,
        };
        *counter += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { right, partly, listed, wrong, gone, torn, lost, cases } = self;
        writeln!(
            f,
            "right {right}, partly {partly}, listed {listed}, wrong {wrong}, gone {gone}, torn {torn}, lost {lost}"
        )?;
        cases.iter().try_for_each(|case| writeln!(f, "{case}"))
    }
}

/// Where a comment was placed.
#[derive(Debug)]
struct Placed {
    scene: usize,
    range: Range<usize>,
}

/// Where a passage is.
#[derive(Debug)]
enum Place {
    /// At least half of it is in one place of a scene.
    Kept {
        scene: usize,
        survivors: Vec<usize>,
        lost: usize,
    },
    Torn(Vec<(usize, usize)>),
    Gone,
}

/// Rates an import by its answer and the list of comments after it.
pub(super) fn judge(
    now: &Book,
    remarks: &[Remark],
    (answer, listed): (&Value, &Value),
    order: &[SceneId],
) -> Result<Tally> {
    let scene_of: HashMap<i64, usize> =
        order.iter().enumerate().map(|(at, scene)| (scene.get(), at)).collect();
    let mut placed: HashMap<usize, Placed> = HashMap::new();
    for comment in listed["comments"].as_array().context("comments")? {
        let number = |value: &Value| value.as_u64().map(|number| number as usize).context("a number");
        let scene = comment["place"]["scene"].as_i64().context("a scene")?;
        let range = number(&comment["range"]["start"])?..number(&comment["range"]["end"])?;
        placed.insert(remark_of(comment)?, Placed { scene: scene_of[&scene], range });
    }
    let unplaced = answer["unplaced"].as_array().context("unplaced")?;
    let unplaced: HashMap<usize, String> =
        unplaced.iter().map(|one| Ok((remark_of(one)?, one["reason"].to_string()))).collect::<Result<_>>()?;
    let positions = positions(now, remarks);
    let mut tally = Tally::default();
    for (number, remark) in remarks.iter().enumerate() {
        let (is_placed, of) = (placed.get(&number), place(remark, &positions));
        let before = (tally.wrong, tally.listed);
        tally.count(&of, is_placed);
        tally.lost += usize::from(is_placed.is_some() == unplaced.contains_key(&number));
        if before != (tally.wrong, tally.listed) {
            let reason = unplaced.get(&number);
            let quote = shown(now, &of);
            let there = is_placed.map(|placed| text(now, placed.scene, &placed.range));
            tally.cases.push(format!("{number}: «{quote}»; {is_placed:?} {there:?} {reason:?}"));
        }
    }
    Ok(tally)
}

fn remark_of(comment: &Value) -> Result<usize> {
    Ok(comment["text"].as_str().context("a text")?.parse()?)
}

/// Where the characters of all remarks are.
fn positions(now: &Book, remarks: &[Remark]) -> HashMap<u32, (usize, usize)> {
    let wanted: HashSet<u32> = remarks.iter().flat_map(|remark| remark.ids.iter().copied()).collect();
    let mut positions = HashMap::new();
    for (scene, cells) in now.scenes.iter().map(|scene| &scene.cells).enumerate() {
        for (at, cell) in cells.iter().enumerate() {
            if let Some(id) = cell.id.filter(|id| wanted.contains(id)) {
                positions.insert(id, (scene, at));
            }
        }
    }
    positions
}

fn place(remark: &Remark, positions: &HashMap<u32, (usize, usize)>) -> Place {
    let mut survivors: Vec<(usize, usize)> =
        remark.ids.iter().filter_map(|id| positions.get(id).copied()).collect();
    survivors.sort_unstable();
    let pieces = survivors.chunk_by(|a, b| a.0 == b.0 && b.1 - a.1 <= TORN);
    let Some(piece) = pieces.max_by_key(|piece| piece.len()) else { return Place::Gone };
    // The reader's own insertions have no identity, so the identities are the passage.
    let is_kept = piece.len() * 2 >= remark.range.len() && piece.len() * 4 >= survivors.len() * 3;
    match piece.first() {
        Some(&(scene, _)) if is_kept => Place::Kept {
            scene,
            survivors: piece.iter().map(|(_, at)| *at).collect(),
            lost: remark.range.len() - piece.len(),
        },
        _ => Place::Torn(survivors),
    }
}

fn shown(now: &Book, place: &Place) -> String {
    match place {
        Place::Kept { scene, survivors, .. } => match (survivors.first(), survivors.last()) {
            (Some(first), Some(last)) => text(now, *scene, &(*first..last + 1)),
            _ => String::new(),
        },
        Place::Torn(_) | Place::Gone => String::new(),
    }
}

fn text(now: &Book, scene: usize, range: &Range<usize>) -> String {
    let cells = &now.scenes[scene].cells;
    cells[range.start.min(cells.len())..range.end.min(cells.len())].iter().map(|cell| cell.c).collect()
}
