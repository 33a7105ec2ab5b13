//! The schemas that Wenfang creates, computed from the migrations, and the comparison of a file with them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::{Connection, SqliteConnection};

use super::canonical::{Definition, canonical};
use super::{Migration, newest};
use crate::error::{Error, Result};

/// A row of `sqlite_schema`. Values are bytes, because another program may have written anything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    kind: Vec<u8>,
    name: Vec<u8>,
    table: Vec<u8>,
    /// In canonical form; `None` for automatic indexes.
    sql: Option<Vec<u8>>,
}

impl Object {
    /// Whether it is a plain table or index. SQLite relies on `sql` and ignores the case of keywords, so both
    /// columns must be exactly as SQLite itself writes them.
    fn is_plain(&self) -> bool {
        let begins = |beginnings: &[&[u8]]| {
            self.sql.as_deref().is_some_and(|sql| beginnings.iter().any(|begin| sql.starts_with(begin)))
        };
        match self.kind.as_slice() {
            b"table" => begins(&[b"CREATE\nTABLE\n"]),
            b"index" => {
                begins(&[b"CREATE\nINDEX\n", b"CREATE\nUNIQUE\nINDEX\n"])
                    || self.sql.is_none() && self.name.starts_with(b"sqlite_autoindex_")
            }
            _ => false,
        }
    }
}

/// The result of comparing the schema of a file with those that Wenfang creates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Equals the schema with the same number.
    Same,
    /// Newer, and every known table is there with at least the known columns.
    Extended,
    /// Newer, and not readable as a known schema.
    Beyond,
    /// Not created by Wenfang.
    Foreign,
}

/// Maximum number of objects in a newer schema; far more than any release creates.
const MAX_OBJECTS: usize = 1000;

/// The schemas that a list of migrations creates, by number.
#[derive(Debug)]
pub(crate) struct Known {
    schemas: BTreeMap<i64, Vec<Object>>,
    newest: i64,
}

impl Known {
    /// The schemas of `migrations`, computed once.
    pub(crate) async fn of(migrations: &'static [Migration]) -> Result<Arc<Self>> {
        type Computed = HashMap<&'static [Migration], Arc<Known>>;
        static COMPUTED: Mutex<Option<Computed>> = Mutex::new(None);
        // A value is stored in one assignment, so a poisoned lock is safe to reuse.
        let computed = || COMPUTED.lock();
        let found = computed().as_ref().and_then(|known| known.get(migrations).cloned());
        if let Some(known) = found {
            return Ok(known);
        }
        let known = Arc::new(Self::compute(migrations).await?);
        computed().get_or_insert_default().insert(migrations, Arc::clone(&known));
        Ok(known)
    }

    async fn compute(migrations: &[Migration]) -> Result<Self> {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await?;
        let mut schemas = BTreeMap::new();
        for migration in migrations {
            // A failing migration has no schema, and no file has its number; the migration itself will fail later.
            if sqlx::raw_sql(migration.sql).execute(&mut conn).await.is_err() {
                break;
            }
            schemas.insert(migration.to, objects(&mut conn).await?);
        }
        conn.close().await?;
        Ok(Self { schemas, newest: newest(migrations) })
    }

    /// Compares the schema of an open file, whose number is `version`, with the known ones. Runs no SQL from the
    /// file.
    ///
    /// # Errors
    /// [`Error::Damaged`] when SQLite cannot parse the schema, or when it is a known schema with another number.
    pub(crate) async fn compare(&self, conn: &mut SqliteConnection, version: i64) -> Result<Match> {
        let found = objects(conn).await?;
        if self.schemas.get(&version) == Some(&found) {
            return Ok(Match::Same);
        }
        if version > self.newest {
            return Ok(self.compare_newer(&found));
        }
        if self.schemas.values().any(|known| *known == found) {
            let finding =
                format!("the tables differ from those of schema {version}, the schema in the header");
            return Err(Error::damaged(finding));
        }
        Ok(Match::Foreign)
    }

    /// Compares a newer schema with the newest known one.
    fn compare_newer(&self, found: &[Object]) -> Match {
        let Some(known) = self.schemas.get(&self.newest) else { return Match::Foreign };
        if found.len() >= MAX_OBJECTS || !found.iter().all(Object::is_plain) {
            return Match::Foreign;
        }
        let mut tables = known.iter().filter(|object| object.kind == b"table");
        if tables.all(|table| is_there(table, found)) { Match::Extended } else { Match::Beyond }
    }
}

/// Whether `found` has the known table, possibly with more columns.
fn is_there(known: &Object, found: &[Object]) -> bool {
    let definition = |object: &Object| object.sql.as_deref().map(Definition::of);
    let same = found.iter().find(|object| {
        (&object.kind, &object.name, &object.table) == (&known.kind, &known.name, &known.table)
    });
    match (same.and_then(definition), definition(known)) {
        (Some(found), Some(known)) => found.extends(&known),
        _ => false,
    }
}

/// The schema of an open database in a fixed order: at most [`MAX_OBJECTS`] objects.
///
/// # Errors
/// [`Error::Damaged`] when two objects share a page: writing one would overwrite the other.
async fn objects(conn: &mut SqliteConnection) -> Result<Vec<Object>> {
    type Row = (Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>, Option<i64>);
    let rows: Vec<Row> = sqlx::query_as(
        "select cast(type as blob), cast(name as blob), cast(tbl_name as blob), cast(sql as blob),
             cast(rootpage as integer)
         from sqlite_schema limit ?",
    )
    .bind(i64::try_from(MAX_OBJECTS).unwrap_or(i64::MAX))
    .fetch_all(conn)
    .await?;
    // Triggers and views have no root page: 0.
    let roots: Vec<i64> = rows.iter().filter_map(|row| row.4).filter(|root| *root > 0).collect();
    if roots.iter().collect::<HashSet<_>>().len() < roots.len() {
        return Err(Error::damaged("two tables or indexes share a root page"));
    }
    let object = |(kind, name, table, sql, _): Row| Object {
        kind: kind.unwrap_or_default(),
        name: name.unwrap_or_default(),
        table: table.unwrap_or_default(),
        sql: sql.as_deref().map(canonical),
    };
    let mut objects: Vec<Object> = rows.into_iter().map(object).collect();
    objects.sort_unstable();
    Ok(objects)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{apply, compare};

    const MIGRATIONS: &[Migration] = &[Migration { to: 1, sql: "create table a (b); create table c (d);" }];

    #[tokio::test]
    async fn two_tables_with_one_root_page_are_damage() {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        apply(&mut conn, MIGRATIONS).await.unwrap();
        let moved = "pragma writable_schema = on;
            update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'a')
            where name = 'c'";
        sqlx::raw_sql(moved).execute(&mut conn).await.unwrap();
        assert!(matches!(compare(&mut conn, MIGRATIONS).await, Err(Error::Damaged { .. })));
    }
}
