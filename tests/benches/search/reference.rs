//! sqlite-vec 0.1.9 in its layouts: floats, bytes with our own scale, and bits re-scored by bytes.
#![allow(unsafe_code, reason = "an extension of SQLite is registered through its C interface")]

use std::path::Path;

use anyhow::{Result, ensure};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _};

use super::vectors::Filter;

/// The storage layout of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Exact floats.
    Floats,
    /// One byte per dimension.
    Bytes,
    /// One bit per dimension. The best 100 are re-scored by bytes in a plain table, because sqlite-vec needs as long
    /// again for each of them.
    BitsThenBytes,
}

/// Number of candidates of [`Layout::BitsThenBytes`].
const CANDIDATES: i64 = 100;

/// Registers the extension for every connection of the process.
pub fn register() {
    type Init = unsafe extern "C" fn(
        *mut libsqlite3_sys::sqlite3,
        *mut *mut std::ffi::c_char,
        *const libsqlite3_sys::sqlite3_api_routines,
    ) -> std::ffi::c_int;
    // SAFETY: the function has the signature of an entry point; the crate declares it without one.
    let init = unsafe { std::mem::transmute::<unsafe extern "C" fn(), Init>(sqlite_vec::sqlite3_vec_init) };
    // SAFETY: called before any connection is opened, with an entry point that lives as long as the process.
    let code = unsafe { libsqlite3_sys::sqlite3_auto_extension(Some(init)) };
    assert_eq!(code, 0, "sqlite-vec was not registered");
}

/// Vectors in sqlite-vec.
pub struct Reference {
    conn: SqliteConnection,
    layout: Layout,
    /// The factor that scales a component to a byte.
    scale: f32,
}

impl Reference {
    /// Stores vectors in the file `path`; filters use the `quarter` and `chapter` of each.
    pub async fn build(path: &Path, layout: Layout, vectors: &[Vec<f32>]) -> Result<Self> {
        let mut conn = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .pragma("synchronous", "OFF")
            .pragma("cache_size", "-16000")
            .disable_statement_logging()
            .connect()
            .await?;
        let (kind, value) = match layout {
            Layout::Floats => ("float", "?4"),
            Layout::Bytes => ("int8", "vec_int8(?4)"),
            Layout::BitsThenBytes => ("bit", "vec_bit(?4)"),
        };
        sqlx::raw_sql(AssertSqlSafe(format!(
            "create virtual table v using vec0 (id integer primary key, quarter integer partition key, \
             emb {kind}[512], chapter integer); create table bytes (id integer primary key, emb blob)"
        )))
        .execute(&mut conn)
        .await?;
        let mut largest: Vec<f32> =
            vectors.iter().step_by(97).flatten().map(|component| component.abs()).collect();
        largest.sort_unstable_by(f32::total_cmp);
        let scale = 127.0 / largest[(largest.len() - 1) * 999 / 1_000];
        let insert = format!("insert into v (id, quarter, chapter, emb) values (?1, ?2, ?3, {value})");
        let mut tx = conn.begin().await?;
        for (at, vector) in vectors.iter().enumerate() {
            let bytes = match layout {
                Layout::Floats => floats(vector),
                Layout::Bytes => whole(vector, scale),
                Layout::BitsThenBytes => signs(vector),
            };
            sqlx::query(AssertSqlSafe(insert.as_str()))
                .bind(at as i64)
                .bind(Filter::quarter_of(at))
                .bind(Filter::chapter_of(at))
                .bind(bytes)
                .execute(&mut *tx)
                .await?;
            if layout == Layout::BitsThenBytes {
                sqlx::query("insert into bytes (id, emb) values (?, ?)")
                    .bind(at as i64)
                    .bind(whole(vector, scale))
                    .execute(&mut *tx)
                    .await?;
            }
        }
        tx.commit().await?;
        Ok(Self { conn, layout, scale })
    }

    /// The ten nearest vectors.
    pub async fn nearest(&mut self, query: &[f32], filter: Filter) -> Result<Vec<usize>> {
        let condition = match filter {
            Filter::Nothing => "",
            Filter::Quarter => "and quarter = 1",
            Filter::FirstHalf => "and chapter < 100",
        };
        let rows = match self.layout {
            Layout::Floats | Layout::Bytes => {
                let value = if self.layout == Layout::Floats { "?1" } else { "vec_int8(?1)" };
                let sql = format!("select id from v where emb match {value} and k = 10 {condition}");
                let bytes =
                    if self.layout == Layout::Floats { floats(query) } else { whole(query, self.scale) };
                sqlx::query(AssertSqlSafe(sql)).bind(bytes).fetch_all(&mut self.conn).await?
            }
            Layout::BitsThenBytes => {
                let sql = format!(
                    "with near as materialized (select id from v where emb match vec_bit(?1) and k = ?2 {condition}) \
                     select near.id from near cross join bytes on bytes.id = near.id \
                     order by vec_distance_l2(vec_int8(bytes.emb), vec_int8(?3)) limit 10"
                );
                sqlx::query(AssertSqlSafe(sql))
                    .bind(signs(query))
                    .bind(CANDIDATES)
                    .bind(whole(query, self.scale))
                    .fetch_all(&mut self.conn)
                    .await?
            }
        };
        ensure!(rows.len() == 10, "{} rows of {:?}", rows.len(), self.layout);
        Ok(rows.iter().map(|row| row.get::<i64, _>(0) as usize).collect())
    }
}

fn floats(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_le_bytes()).collect()
}

fn whole(vector: &[f32], scale: f32) -> Vec<u8> {
    vector.iter().map(|component| (component * scale).round().clamp(-127.0, 127.0) as i8 as u8).collect()
}

fn signs(vector: &[f32]) -> Vec<u8> {
    let byte = |eight: &[f32]| (0..8).fold(0u8, |byte, at| byte | u8::from(eight[at] > 0.0) << at);
    vector.chunks_exact(8).map(byte).collect()
}
