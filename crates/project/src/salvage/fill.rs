//! Inserts the salvaged rows into a new project file.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection, TypeInfo, ValueRef};
use wenfang_storage::Error as FileError;

use super::gather::Gathered;
use super::record::{Row, Value};
use super::shapes::Shape;
use crate::error::{Error, Result};

/// Inserts every row that was read. Returns the number of rows that SQLite rejected, by table.
pub(super) async fn fill(
    conn: &mut SqliteConnection,
    gathered: &Gathered,
    shapes: &[Shape],
) -> Result<BTreeMap<String, usize>> {
    let mut refused = BTreeMap::new();
    for shape in shapes {
        for row in gathered.rows.get(&shape.table).into_iter().flatten() {
            if !insert(conn, shape, row).await? {
                *refused.entry(shape.table.clone()).or_default() += 1;
            }
        }
    }
    let damaged: Vec<&Shape> = shapes.iter().filter(|shape| gathered.is_damaged(&shape.table)).collect();
    for (kind, rows) in &gathered.lone {
        let fitting = |shape: &&&Shape| shape.kind == *kind && rows.iter().all(|row| shape.fits(row));
        let candidates: Vec<&&Shape> = damaged.iter().filter(fitting).collect();
        for row in rows {
            for shape in &candidates {
                if insert(conn, shape, row).await? {
                    break;
                }
            }
        }
    }
    Ok(refused)
}

/// Inserts one row. Returns false if SQLite rejects it or its generated columns differ from the stored ones.
async fn insert(conn: &mut SqliteConnection, shape: &Shape, row: &Row) -> Result<bool> {
    let inserted: Vec<(&str, Value)> = shape.inserted(row).collect();
    let generated: Vec<(&str, &Value)> = shape.generated(row).collect();
    let names: Vec<&str> = inserted.iter().map(|(name, _)| *name).collect();
    let marks = vec!["?"; names.len()].join(", ");
    let mut returned: Vec<&str> = generated.iter().map(|(name, _)| *name).collect();
    returned.push("1");
    let sql = format!(
        "insert or ignore into {} ({}) values ({marks}) returning {}",
        shape.table,
        names.join(", "),
        returned.join(", ")
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (_, value) in inserted {
        query = bind(query, value);
    }
    sqlx::query("savepoint row").execute(&mut *conn).await?;
    let is_accepted = match query.fetch_optional(&mut *conn).await.map_err(Error::from) {
        Ok(Some(stored)) => generated.iter().enumerate().all(|(at, (_, wanted))| equals(&stored, at, wanted)),
        Ok(None) => false,
        // The record is not JSON, or a value has the wrong type.
        Err(Error::File(FileError::Sql(_)) | Error::Damaged(_)) => false,
        Err(error) => return Err(error),
    };
    if !is_accepted {
        sqlx::query("rollback to row").execute(&mut *conn).await?;
    }
    sqlx::query("release row").execute(conn).await?;
    Ok(is_accepted)
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments>;

fn bind(query: Query<'_>, value: Value) -> Query<'_> {
    match value {
        Value::Null => query.bind(None::<i64>),
        Value::Integer(value) => query.bind(value),
        Value::Real(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Blob(value) => query.bind(value),
    }
}

/// Whether a column computed by SQLite equals the stored value.
fn equals(stored: &sqlx::sqlite::SqliteRow, at: usize, wanted: &Value) -> bool {
    let is_null = stored.try_get_raw(at).is_ok_and(|value| value.is_null() || value.type_info().is_null());
    match wanted {
        Value::Null => is_null,
        Value::Integer(wanted) => stored.try_get::<i64, _>(at).is_ok_and(|found| found == *wanted),
        Value::Text(wanted) => stored.try_get::<String, _>(at).is_ok_and(|found| found == *wanted),
        Value::Real(_) | Value::Blob(_) => false,
    }
}
