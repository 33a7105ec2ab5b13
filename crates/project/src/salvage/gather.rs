//! Collects every readable row of a damaged file, by table.
//!
//! First each tree is followed from its root page. If a tree is damaged, the pages that no tree refers to are read
//! one by one; the shape of their rows shows to which table they belong. Pages on the freelist contain deleted rows
//! and are skipped.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::pages::Pages;
use super::record::{Row, Value};
use super::shapes::Shape;
use super::tree::{Fault, Kind, Tree, lone, walk};

/// A table or an index in the schema of the damaged file.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) name: String,
    /// The table; for an index the table that it belongs to.
    pub(super) table: String,
    pub(super) root: u32,
    kind: Kind,
}

/// The readable parts of a file.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) objects: Vec<Object>,
    /// Rows by table.
    pub(super) rows: BTreeMap<String, Vec<Row>>,
    /// Rows found on pages that no tree refers to, one entry per page.
    pub(super) lone: Vec<(Kind, Vec<Row>)>,
    /// Damaged pages, each with the table or index that refers to it.
    pub(super) faults: BTreeMap<u32, (String, Fault)>,
    /// Number of unreadable rows by table, as far as they can be counted.
    pub(super) lost: BTreeMap<String, usize>,
    /// Tables missing from the schema of the file.
    pub(super) unnamed: BTreeSet<String>,
    /// The last id assigned by each table.
    pub(super) last_ids: Vec<(String, i64)>,
}

impl Gathered {
    /// Whether rows of a table are unreadable or may be missing.
    pub(super) fn is_damaged(&self, table: &str) -> bool {
        self.unnamed.contains(table)
            || self.lost.contains_key(table)
            || self.faults.values().any(|(name, _)| name == table)
    }
}

/// The schema table.
const SCHEMA: &str = "sqlite_schema";
/// The table of the last ids.
const IDS: &str = "sqlite_sequence";
/// The index from which lost version rows can be rebuilt.
pub(super) const BY_BLOB: &str = "scene_text_versions_by_blob";

/// A table or an index added by each schema, to determine the schema when the header is damaged.
const ADDED_TABLES: &[(&str, i64)] = &[
    ("project_meta", 1),
    ("entities", 2),
    ("generations", 3),
    ("artifacts", 4),
    ("workflow_runs", 5),
    ("mend_sessions", 7),
    ("pipeline_profiles", 8),
    ("comments", 9),
    ("receipts_by_base", 10),
];

/// The oldest schema that has the tables of the file; 0 if it has none of them.
pub(super) fn least_schema(pages: &Pages) -> i64 {
    let schema = walk(pages, (1, Kind::Table), &|row| object(row).is_some());
    let objects: Vec<Object> = schema.rows.iter().filter_map(|row| object(row).flatten()).collect();
    let is_there = |name: &str| objects.iter().any(|object| object.name == name);
    ADDED_TABLES.iter().filter(|(name, _)| is_there(name)).map(|(_, schema)| *schema).max().unwrap_or(0)
}

/// Collects the readable rows.
pub(super) fn gather(pages: &Pages, shapes: &[Shape]) -> Gathered {
    let mut gathered = Gathered::default();
    let mut taken: HashSet<u32> = HashSet::new();
    let mut strays: BTreeSet<u32> = BTreeSet::new();
    let schema = walk(pages, (1, Kind::Table), &|row| object(row).is_some());
    gathered.objects = schema.rows.iter().filter_map(|row| object(row).flatten()).collect();
    note(&mut gathered, (SCHEMA, SCHEMA), &schema);
    taken.extend(&schema.pages);
    for shape in shapes {
        let root = gathered.objects.iter().find(|object| object.name == shape.table).map(|o| o.root);
        let Some(root) = root else {
            gathered.unnamed.insert(shape.table.clone());
            continue;
        };
        let tree = walk(pages, (root, shape.kind), &|row| shape.fits(row));
        note(&mut gathered, (&shape.table, &shape.table), &tree);
        taken.extend(&tree.pages);
        strays.extend(&tree.strays);
        gathered.rows.insert(shape.table.clone(), tree.rows);
    }
    for index in indexes(&gathered.objects, shapes) {
        let tree = walk(pages, (index.root, index.kind), &|_| true);
        note(&mut gathered, (&index.name, &index.table), &tree);
        taken.extend(&tree.pages);
        if index.name == BY_BLOB {
            gathered.rows.insert(index.name.clone(), tree.rows);
        }
    }
    if let Some(ids) = gathered.objects.iter().find(|object| object.name == IDS) {
        let tree = walk(pages, (ids.root, Kind::Table), &|row| last_id(row).is_some());
        taken.extend(&tree.pages);
        gathered.last_ids = tree.rows.iter().filter_map(last_id).collect();
    }
    if !gathered.faults.is_empty() || !gathered.unnamed.is_empty() {
        taken.extend(pages.free());
        strays.extend((1..=pages.count()).filter(|page| !taken.contains(page)));
        gathered.lone = strays.into_iter().filter_map(|page| lone(pages, page)).collect();
    }
    gathered
}

/// The indexes with pages of their own. (A table without rowids is itself an index.)
fn indexes(objects: &[Object], shapes: &[Shape]) -> Vec<Object> {
    let is_index =
        |object: &&Object| object.name != IDS && shapes.iter().all(|shape| shape.table != object.name);
    objects.iter().filter(is_index).cloned().collect()
}

/// Parses a row of the table of last ids.
fn last_id(row: &Row) -> Option<(String, i64)> {
    match row.values.as_slice() {
        [Value::Text(table), Value::Integer(last)] => Some((table.clone(), *last)),
        _ => None,
    }
}

fn note(gathered: &mut Gathered, (name, table): (&str, &str), tree: &Tree) {
    for (page, fault) in &tree.faults {
        gathered.faults.insert(*page, (name.to_owned(), *fault));
    }
    if tree.lost > 0 && name == table {
        *gathered.lost.entry(table.to_owned()).or_default() += tree.lost;
    }
}

/// Parses a row of the schema; the inner `None` is an object without pages.
fn object(row: &Row) -> Option<Option<Object>> {
    let [Value::Text(kind), Value::Text(name), Value::Text(table), Value::Integer(root), _] =
        row.values.as_slice()
    else {
        return None;
    };
    let Ok(root) = u32::try_from(*root) else { return Some(None) };
    let kind = match kind.as_str() {
        "table" => Kind::Table,
        "index" => Kind::Index,
        _ => return Some(None),
    };
    Some((root > 0).then(|| Object { name: name.clone(), table: table.clone(), root, kind }))
}

/// The table concerned by a finding of `pragma integrity_check`, which names the root page of a tree, or a table or
/// index.
pub(super) fn table_of_finding<'o>(finding: &str, objects: &'o [Object]) -> Option<&'o str> {
    let words: Vec<&str> = finding.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let tree: Option<u32> =
        words.iter().position(|word| *word == "Tree").and_then(|at| words.get(at + 1)?.parse().ok());
    let named = |object: &&Object| match &tree {
        Some(root) => object.root == *root,
        None => words.contains(&object.name.as_str()),
    };
    // `sqlite_autoindex_blobs_1` is a single word, so it does not match the name of a table.
    objects.iter().find(named).map(|object| object.table.as_str())
}
