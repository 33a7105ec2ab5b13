//! B-trees read page by page: what is damaged is noted, everything else is read.

use std::collections::BTreeMap;

use super::pages::{PAGE, Pages, number};
use super::record::{Row, values, varint};

/// What a tree is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rows by their number.
    Table,
    /// Rows by their first values: an index, or a table without row numbers.
    Index,
}

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PageFault")]
pub enum Fault {
    /// The file ends before it.
    Missing,
    /// It is not a page of the table that it should belong to.
    Foreign,
    /// Rows on it, or the pages that they continue on, cannot be read.
    Rows,
}

/// A page of a tree as it lies there.
struct Node<'p> {
    kind: Kind,
    is_leaf: bool,
    bytes: &'p [u8],
    /// Where its cells begin; those that lie outside the page are left out.
    cells: Vec<usize>,
    /// Whether cells were left out.
    is_broken: bool,
    /// The last child of an inner page.
    last: Option<u32>,
}

/// Reads the head of page `number`; `None` when it is no page of a tree.
fn node(pages: &Pages, number_of_page: u32) -> Option<Node<'_>> {
    let bytes = pages.get(number_of_page)?;
    let head = if number_of_page == 1 { 100 } else { 0 };
    let (kind, is_leaf) = match bytes.get(head)? {
        2 => (Kind::Index, false),
        5 => (Kind::Table, false),
        10 => (Kind::Index, true),
        13 => (Kind::Table, true),
        _ => return None,
    };
    let short = |at: usize| Some(usize::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])));
    let first = head + if is_leaf { 8 } else { 12 };
    let listed = short(head + 3)?;
    let end = first + 2 * listed;
    if end > PAGE {
        return None;
    }
    let cells: Vec<usize> = (0..listed)
        .filter_map(|at| short(first + 2 * at))
        .filter(|cell| (end..PAGE - 3).contains(cell))
        .collect();
    let last = if is_leaf { None } else { Some(number(bytes, head + 8)?) };
    Some(Node { kind, is_leaf, bytes, is_broken: cells.len() < listed, cells, last })
}

/// A cell. Inner pages of tables hold no rows.
struct Cell {
    row: Option<Row>,
    /// Pages that the row continues on.
    overflow: Vec<u32>,
}

impl Node<'_> {
    fn child(&self, at: usize) -> Option<u32> {
        if self.is_leaf { None } else { number(self.bytes, at) }
    }

    /// Reads the cell at `at`; `None` when its row cannot be read.
    fn cell(&self, pages: &Pages, at: usize) -> Option<Cell> {
        if self.kind == Kind::Table && !self.is_leaf {
            return Some(Cell { row: None, overflow: Vec::new() });
        }
        let mut rest = self.bytes.get(at + if self.is_leaf { 0 } else { 4 }..)?;
        let (size, length) = varint(rest)?;
        rest = rest.get(length..)?;
        let mut rowid = None;
        if self.kind == Kind::Table {
            let (id, length) = varint(rest)?;
            rowid = Some(i64::from_ne_bytes(id.to_ne_bytes()));
            rest = rest.get(length..)?;
        }
        let (record, overflow) = payload(pages, (self.kind, rest), usize::try_from(size).ok()?)?;
        Some(Cell { row: Some(Row { rowid, values: values(&record)? }), overflow })
    }
}

/// The bytes of a row: those on its page, and those on the pages that it continues on.
fn payload(pages: &Pages, (kind, local): (Kind, &[u8]), size: usize) -> Option<(Vec<u8>, Vec<u32>)> {
    let most = match kind {
        Kind::Table => PAGE - 35,
        Kind::Index => (PAGE - 12) * 64 / 255 - 23,
    };
    if size <= most {
        return Some((local.get(..size)?.to_vec(), Vec::new()));
    }
    let least = (PAGE - 12) * 32 / 255 - 23;
    let fitting = least + (size - least) % (PAGE - 4);
    let here = if fitting <= most { fitting } else { least };
    let mut record = local.get(..here)?.to_vec();
    let mut overflow = Vec::new();
    let mut next = number(local, here)?;
    while record.len() < size {
        // A chain cannot be longer than the file, so one that goes in a circle ends here.
        let page = pages.get(next).filter(|_| overflow.len() < pages.count() as usize)?;
        overflow.push(next);
        let wanted = (size - record.len()).min(PAGE - 4);
        record.extend_from_slice(page.get(4..4 + wanted)?);
        next = number(page, 0)?;
    }
    Some((record, overflow))
}

/// What a tree holds.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) rows: Vec<Row>,
    /// Pages with what is wrong with them.
    pub(super) faults: BTreeMap<u32, Fault>,
    /// Every page of it that could be read, those that rows continue on included.
    pub(super) pages: Vec<u32>,
    /// Pages that it leads to and whose rows are those of another table.
    pub(super) strays: Vec<u32>,
    /// Rows that could not be read, as far as they can be counted.
    pub(super) lost: usize,
}

/// Reads the tree whose topmost page is `root`. `fits` says whether a row is one of this table.
pub(super) fn walk(pages: &Pages, (root, kind): (u32, Kind), fits: &dyn Fn(&Row) -> bool) -> Tree {
    let mut tree = Tree::default();
    let mut seen = std::collections::HashSet::from([root]);
    let mut open = vec![root];
    while let Some(page) = open.pop() {
        let Some(found) = node(pages, page).filter(|node| node.kind == kind) else {
            let fault = if pages.get(page).is_some() { Fault::Foreign } else { Fault::Missing };
            tree.faults.insert(page, fault);
            if fault == Fault::Foreign {
                tree.strays.push(page);
            }
            continue;
        };
        tree.pages.push(page);
        let mut children: Vec<u32> = found.last.into_iter().collect();
        let read = read(pages, &found, fits);
        if found.is_broken || read.lost > 0 {
            tree.faults.insert(page, Fault::Rows);
        }
        if read.rows.is_empty() && read.misfits > 0 {
            tree.faults.insert(page, Fault::Foreign);
            tree.strays.push(page);
        }
        children.extend(&read.children);
        tree.lost += read.lost;
        tree.rows.extend(read.rows);
        tree.pages.extend(read.overflow);
        for child in children.into_iter().rev() {
            if seen.insert(child) {
                open.push(child);
            } else {
                tree.faults.insert(page, Fault::Foreign);
            }
        }
    }
    tree
}

/// What is on one page.
#[derive(Default)]
struct Read {
    rows: Vec<Row>,
    children: Vec<u32>,
    overflow: Vec<u32>,
    /// Rows that cannot be read or do not fit.
    lost: usize,
    /// Those of them that can be read.
    misfits: usize,
}

fn read(pages: &Pages, node: &Node<'_>, fits: &dyn Fn(&Row) -> bool) -> Read {
    let mut read = Read::default();
    for at in &node.cells {
        read.children.extend(node.child(*at));
        match node.cell(pages, *at) {
            Some(Cell { row: Some(row), overflow }) if fits(&row) => {
                read.rows.push(row);
                read.overflow.extend(overflow);
            }
            Some(Cell { row: Some(_), .. }) => {
                read.lost += 1;
                read.misfits += 1;
            }
            Some(Cell { row: None, .. }) => {}
            None => read.lost += 1,
        }
    }
    read
}

/// The rows on a page that no tree leads to, with what the page is sorted by.
pub(super) fn lone(pages: &Pages, page: u32) -> Option<(Kind, Vec<Row>)> {
    let node = node(pages, page)?;
    let read = read(pages, &node, &|_| true);
    (!read.rows.is_empty()).then_some((node.kind, read.rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Pages that lead to one another at random, and rows that continue anywhere.
        #[test]
        fn no_bytes_panic_and_every_walk_ends(
            kinds in prop::collection::vec(prop::sample::select(vec![2u8, 5, 10, 13, 0]), 1..6),
            noise in prop::collection::vec((any::<prop::sample::Index>(), 0u8..16), 0..400),
        ) {
            let mut bytes = vec![0; kinds.len() * PAGE];
            for (at, byte) in noise {
                let at = at.index(bytes.len());
                bytes[at] = byte;
                // Near the head of its page too, where cells and children are counted.
                bytes[at - at % PAGE + at % 64] = byte;
            }
            for (page, kind) in kinds.iter().enumerate() {
                bytes[page * PAGE + if page == 0 { 100 } else { 0 }] = *kind;
            }
            let pages = Pages::new(bytes);
            for root in 0..=pages.count() + 1 {
                for kind in [Kind::Table, Kind::Index] {
                    let tree = walk(&pages, (root, kind), &|_| true);
                    prop_assert!(!tree.pages.is_empty() || !tree.faults.is_empty());
                }
                let _ = lone(&pages, root);
            }
        }
    }
}
