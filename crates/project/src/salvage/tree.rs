//! Reads B-trees page by page: records damaged pages and reads the others.

use std::collections::BTreeMap;

use super::pages::{PAGE, Pages, number};
use super::record::{Row, values, varint};

/// The sort order of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By rowid.
    Table,
    /// By leading values: an index, or a table without rowids.
    Index,
}

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PageFault")]
pub enum Fault {
    /// The page is beyond the end of the file.
    Missing,
    /// Not a page of the expected table.
    Foreign,
    /// Rows on the page, or their overflow pages, cannot be read.
    Rows,
}

/// A page of a tree, as stored.
struct Node<'p> {
    kind: Kind,
    is_leaf: bool,
    bytes: &'p [u8],
    /// The offsets of its cells; offsets outside the page are skipped.
    cells: Vec<usize>,
    /// Whether cells were skipped.
    is_broken: bool,
    /// The last child of an interior page.
    last: Option<u32>,
}

/// Parses the header of a page; `None` if it is not a page of a tree.
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

/// A cell. Interior pages of tables have no rows.
struct Cell {
    row: Option<Row>,
    /// The overflow pages of the row.
    overflow: Vec<u32>,
}

impl Node<'_> {
    fn child(&self, at: usize) -> Option<u32> {
        if self.is_leaf { None } else { number(self.bytes, at) }
    }

    /// Reads the cell at `at`; `None` when its row is unreadable.
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

/// The bytes of a row, from its page and its overflow pages.
fn payload(pages: &Pages, (kind, local): (Kind, &[u8]), size: usize) -> Option<(Vec<u8>, Vec<u32>)> {
    let max_local = match kind {
        Kind::Table => PAGE - 35,
        Kind::Index => (PAGE - 12) * 64 / 255 - 23,
    };
    if size <= max_local {
        return Some((local.get(..size)?.to_vec(), Vec::new()));
    }
    let min_local = (PAGE - 12) * 32 / 255 - 23;
    let fitting = min_local + (size - min_local) % (PAGE - 4);
    let local_size = if fitting <= max_local { fitting } else { min_local };
    let mut record = local.get(..local_size)?.to_vec();
    let mut overflow = Vec::new();
    let mut next = number(local, local_size)?;
    while record.len() < size {
        // A chain cannot be longer than the file, so a cycle ends here.
        let page = pages.get(next).filter(|_| overflow.len() < pages.count() as usize)?;
        overflow.push(next);
        let wanted = (size - record.len()).min(PAGE - 4);
        record.extend_from_slice(page.get(4..4 + wanted)?);
        next = number(page, 0)?;
    }
    Some((record, overflow))
}

/// The contents of a tree.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) rows: Vec<Row>,
    /// Damaged pages, each with its fault.
    pub(super) faults: BTreeMap<u32, Fault>,
    /// Every readable page of the tree, including overflow pages.
    pub(super) pages: Vec<u32>,
    /// Pages that the tree refers to but whose rows belong to another table.
    pub(super) strays: Vec<u32>,
    /// Number of unreadable rows, as far as they can be counted.
    pub(super) lost: usize,
}

/// Reads the tree with root page `root`. `fits` tells whether a row belongs to this table.
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

/// The contents of one page.
#[derive(Default)]
struct Read {
    rows: Vec<Row>,
    children: Vec<u32>,
    overflow: Vec<u32>,
    /// Number of rows that are unreadable or do not fit.
    lost: usize,
    /// Number of readable rows that do not fit.
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

/// The rows on a page that no tree refers to, with the kind of the page.
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
        /// Pages with random child and overflow pointers.
        #[test]
        fn arbitrary_bytes_never_panic_and_every_walk_ends(
            kinds in prop::collection::vec(prop::sample::select(vec![2u8, 5, 10, 13, 0]), 1..6),
            noise in prop::collection::vec((any::<prop::sample::Index>(), 0u8..16), 0..400),
        ) {
            let mut bytes = vec![0; kinds.len() * PAGE];
            for (at, byte) in noise {
                let at = at.index(bytes.len());
                bytes[at] = byte;
                // Also near the page header, which has the cell count and the child pointers.
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
