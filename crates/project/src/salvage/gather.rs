//! Every row of a damaged file that can be read, by table.
//!
//! First each tree is followed from its topmost page. Where a tree is damaged, the pages that no tree leads to are
//! looked at one by one: their rows say by their shape which table they are of. Pages on the list of free pages hold
//! rows that were removed, and are left out.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::pages::Pages;
use super::record::{Row, Value};
use super::shapes::Shape;
use super::tree::{Fault, Kind, Tree, lone, walk};

/// A table or an index, by the schema of the damaged file.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) name: String,
    /// The table; of an index the one that it is of.
    pub(super) table: String,
    pub(super) root: u32,
    kind: Kind,
}

/// What could be read.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) objects: Vec<Object>,
    /// Rows by table.
    pub(super) rows: BTreeMap<String, Vec<Row>>,
    /// Rows found on pages that no tree leads to, each page by itself.
    pub(super) lone: Vec<(Kind, Vec<Row>)>,
    /// Damaged pages, each with the table or index that leads to it.
    pub(super) faults: BTreeMap<u32, (String, Fault)>,
    /// Rows by table that could not be read, as far as they can be counted.
    pub(super) lost: BTreeMap<String, usize>,
    /// Tables that the schema of the file does not name any more.
    pub(super) unnamed: BTreeSet<String>,
    /// The last id that each table gave.
    pub(super) last_ids: Vec<(String, i64)>,
}

impl Gathered {
    /// Whether something of a table could not be read, or may be missing.
    pub(super) fn is_damaged(&self, table: &str) -> bool {
        self.unnamed.contains(table)
            || self.lost.contains_key(table)
            || self.faults.values().any(|(name, _)| name == table)
    }
}

/// The table that names all others.
const SCHEMA: &str = "sqlite_schema";
/// The table of the last ids.
const IDS: &str = "sqlite_sequence";
/// The index from which versions of scenes can be known when their rows are gone.
pub(super) const BY_BLOB: &str = "scene_text_versions_by_blob";

/// A table that each schema brought: where the header is damaged, they tell which schema it is.
const BROUGHT: &[(&str, i64)] =
    &[("project_meta", 1), ("entities", 2), ("generations", 3), ("artifacts", 4), ("workflow_runs", 5)];

/// The least schema that has the tables of the file; 0 where it names none.
pub(super) fn least_schema(pages: &Pages) -> i64 {
    let schema = walk(pages, (1, Kind::Table), &|row| object(row).is_some());
    let objects: Vec<Object> = schema.rows.iter().filter_map(|row| object(row).flatten()).collect();
    let is_there = |name: &str| objects.iter().any(|object| object.name == name);
    BROUGHT.iter().filter(|(name, _)| is_there(name)).map(|(_, schema)| *schema).max().unwrap_or(0)
}

/// Reads what can be read.
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

/// Indexes; the one that a table without row numbers is itself has no pages of its own.
fn indexes(objects: &[Object], shapes: &[Shape]) -> Vec<Object> {
    let is_index =
        |object: &&Object| object.name != IDS && shapes.iter().all(|shape| shape.table != object.name);
    objects.iter().filter(is_index).cloned().collect()
}

/// A row of the table of last ids.
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

/// A row of the schema; none inside for an object without pages.
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

/// The table that owns what a finding of `pragma integrity_check` names: by the topmost page of a tree, or by the name of
/// a table or index.
pub(super) fn table_of_finding<'o>(finding: &str, objects: &'o [Object]) -> Option<&'o str> {
    let words: Vec<&str> = finding.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let tree: Option<u32> =
        words.iter().position(|word| *word == "Tree").and_then(|at| words.get(at + 1)?.parse().ok());
    let named = |object: &&Object| match &tree {
        Some(root) => object.root == *root,
        None => words.contains(&object.name.as_str()),
    };
    // `sqlite_autoindex_blobs_1` is one word of its own; nothing else holds the name of a table.
    objects.iter().find(named).map(|object| object.table.as_str())
}
