//! The shapes of the rows of each table, read from a new project file.

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::record::{Row, Value};
use super::tree::Kind;
use crate::error::Result;

/// The type of a column; tables are strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Integer,
    Text,
    Blob,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    class: Class,
    not_null: bool,
    /// Computed by SQLite from other columns.
    is_generated: bool,
    /// Rows older than the column get its default.
    has_default: bool,
}

/// The expected shape of a table's rows.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) table: String,
    pub(super) kind: Kind,
    columns: Vec<Column>,
    /// The column that is the rowid; it is stored as null in the record.
    rowid: Option<usize>,
}

impl Shape {
    /// Whether a row may belong to this table.
    pub(super) fn fits(&self, row: &Row) -> bool {
        if row.rowid.is_some() != (self.kind == Kind::Table) || row.values.len() > self.columns.len() {
            return false;
        }
        self.columns.iter().enumerate().all(|(at, column)| match row.values.get(at) {
            _ if Some(at) == self.rowid => row.values.get(at) == Some(&Value::Null),
            Some(Value::Null) => !column.not_null,
            Some(Value::Integer(_)) => column.class == Class::Integer,
            Some(Value::Text(_)) => column.class == Class::Text,
            Some(Value::Blob(_)) => column.class == Class::Blob,
            Some(Value::Real(_)) => false,
            None => column.has_default || !column.not_null,
        })
    }

    /// The columns to insert for a row, with their values.
    pub(super) fn inserted<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = (&'r str, Value)> {
        let of_row = self.columns.iter().enumerate().zip(&row.values);
        of_row.filter(|((_, column), _)| !column.is_generated).map(|((at, column), value)| {
            let is_rowid = Some(at) == self.rowid;
            let value = if is_rowid { row.rowid.map_or(Value::Null, Value::Integer) } else { value.clone() };
            (column.name.as_str(), value)
        })
    }

    /// The columns that SQLite computes, with the values stored in the row.
    pub(super) fn generated<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = (&'r str, &'r Value)> {
        let of_row = self.columns.iter().zip(&row.values);
        of_row.filter(|(column, _)| column.is_generated).map(|(column, value)| (column.name.as_str(), value))
    }
}

/// The shapes of all tables of a project file.
pub(super) async fn shapes(conn: &mut SqliteConnection) -> Result<Vec<Shape>> {
    let tables: Vec<(String, bool)> = sqlx::query_as(
        "select name, wr from pragma_table_list
         where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut shapes = Vec::new();
    for (table, without_rowid) in tables {
        shapes.push(shape(conn, table, without_rowid).await?);
    }
    Ok(shapes)
}

async fn shape(conn: &mut SqliteConnection, table: String, without_rowid: bool) -> Result<Shape> {
    let sql = format!(
        // 2: computed when read, so no row has it.
        "select name, type, \"notnull\", dflt_value is not null, pk, hidden from pragma_table_xinfo('{table}')
         where hidden <> 2"
    );
    let found: Vec<(String, String, bool, bool, i64, i64)> =
        sqlx::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?;
    let is_rowid = |(_, class, _, _, key, _): &(String, String, bool, bool, i64, i64)| {
        !without_rowid && *key == 1 && class == "INTEGER"
    };
    let rowid = found.iter().position(is_rowid);
    let columns = found.into_iter().map(|(name, class, not_null, has_default, key, hidden)| Column {
        name,
        class: match class.as_str() {
            "TEXT" => Class::Text,
            "BLOB" => Class::Blob,
            _ => Class::Integer,
        },
        not_null: not_null || (without_rowid && key > 0),
        is_generated: hidden > 0,
        has_default,
    });
    let kind = if without_rowid { Kind::Index } else { Kind::Table };
    Ok(Shape { table, kind, columns: columns.collect(), rowid })
}
