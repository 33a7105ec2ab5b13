//! Checks that a write stored everything.
//!
//! SQLite reports success when a table skips rows through `on conflict ignore`, and when an update matches no row.
//! Such a write must never be reported as saved.

use sqlx::sqlite::SqliteQueryResult;
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::error::{Error, Result};

/// The result of a write.
pub trait Outcome {
    /// Checks that the write changed exactly `rows` rows.
    ///
    /// # Errors
    /// [`Error::NotStored`]; the transaction must not be committed then.
    fn stored(&self, rows: usize) -> Result<()>;
}

impl Outcome for SqliteQueryResult {
    fn stored(&self, rows: usize) -> Result<()> {
        if usize::try_from(self.rows_affected()) == Ok(rows) { Ok(()) } else { Err(Error::NotStored) }
    }
}

/// The id returned by an `insert … returning id` into `table`.
///
/// # Errors
/// [`Error::NotStored`] when no row was stored; [`Error::Damaged`] when the file claims that the largest id is
/// used, for which SQLite reports the same code as for a full disk; other SQLite errors.
pub async fn new_id(
    conn: &mut SqliteConnection,
    table: &'static str,
    inserted: std::result::Result<i64, sqlx::Error>,
) -> Result<i64> {
    match inserted.map_err(|error| match error {
        sqlx::Error::RowNotFound => Error::NotStored,
        error => error.into(),
    }) {
        Err(Error::DiskFull) if is_used_up(conn, table).await? => {
            Err(Error::damaged(format!("{table} has no ids left")))
        }
        inserted => inserted,
    }
}

/// Whether the largest possible id was used in `table` (sqlite.org/autoinc.html).
async fn is_used_up(conn: &mut SqliteConnection, table: &'static str) -> Result<bool> {
    let question = format!(
        "select exists (select 1 from {table} where id = {last})
             or exists (select 1 from sqlite_sequence where name = '{table}' and seq >= {last})",
        last = i64::MAX
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(question)).fetch_one(conn).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Connection;

    const INSERT: &str = "insert into a (b) values (1) returning id";

    async fn with_table(columns: &str) -> SqliteConnection {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let table = format!("create table a (id integer primary key autoincrement, {columns})");
        sqlx::raw_sql(AssertSqlSafe(table)).execute(&mut conn).await.unwrap();
        conn
    }

    #[tokio::test]
    async fn a_row_that_was_ignored_is_not_stored() {
        let mut conn = with_table("b, c as (null) not null on conflict ignore").await;
        let done = sqlx::query("insert into a (b) values (1)").execute(&mut conn).await.unwrap();
        assert!(matches!(done.stored(1), Err(Error::NotStored)));
        assert!(done.stored(0).is_ok());
        let inserted = sqlx::query_scalar(INSERT).fetch_one(&mut conn).await;
        assert!(matches!(new_id(&mut conn, "a", inserted).await, Err(Error::NotStored)));
    }

    #[tokio::test]
    async fn exhausted_ids_are_damage_and_not_a_full_disk() {
        let mut conn = with_table("b").await;
        let inserted = sqlx::query_scalar(INSERT).fetch_one(&mut conn).await;
        assert_eq!(new_id(&mut conn, "a", inserted).await.unwrap(), 1);
        for used in [
            "update sqlite_sequence set seq = 9223372036854775807",
            "update sqlite_sequence set seq = 1; insert into a (id, b) values (9223372036854775807, 1)",
        ] {
            sqlx::raw_sql(used).execute(&mut conn).await.unwrap();
            let inserted = sqlx::query_scalar(INSERT).fetch_one(&mut conn).await;
            let refused = new_id(&mut conn, "a", inserted).await;
            assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
        }
    }
}
