//! Bare sqlite-vec, as its documents suggest: a `vec0` table with the vectors and their scenes.

use std::path::Path;

use anyhow::{Result, ensure};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::vectors::{Filter, NEAREST};

/// Vectors in sqlite-vec, which [`wenfang_search::Index::open`] gives to all connections of the process.
pub struct Reference(SqliteConnection);

impl Reference {
    /// Stores vectors in the file `path`.
    pub async fn build(path: &Path, vectors: &[Vec<f32>]) -> Result<Self> {
        let mut conn = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .pragma("synchronous", "OFF")
            .pragma("cache_size", "-16000")
            .disable_statement_logging()
            .connect()
            .await?;
        sqlx::raw_sql(
            "create virtual table v using vec0 (id integer primary key, emb float[512], scene integer)",
        )
        .execute(&mut conn)
        .await?;
        let mut tx = conn.begin().await?;
        for (at, vector) in vectors.iter().enumerate() {
            sqlx::query("insert into v (id, scene, emb) values (?, ?, ?)")
                .bind(at as i64)
                .bind(Filter::scene_of(at) as i64)
                .bind(bytes(vector))
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(Self(conn))
    }

    /// The nearest vectors in the scenes of a filter, which is a set of scenes as in our index.
    pub async fn nearest(&mut self, query: &[f32], filter: Filter) -> Result<Vec<usize>> {
        let sql = match filter {
            Filter::Nothing => "select id from v where emb match ?1 and k = ?2",
            _ => {
                "select id from v where emb match ?1 and k = ?2 and scene in (select value from json_each(?3))"
            }
        };
        let found: Vec<i64> = sqlx::query_scalar(sql)
            .bind(bytes(query))
            .bind(NEAREST as i64)
            .bind(serde_json::to_string(&filter.scenes())?)
            .fetch_all(&mut self.0)
            .await?;
        ensure!(found.len() == NEAREST, "{} rows", found.len());
        Ok(found.into_iter().map(|id| id as usize).collect())
    }
}

fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_ne_bytes()).collect()
}
