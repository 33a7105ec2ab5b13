//! Adds, lists and removes vectors.

use sqlx::{Row as _, SqliteConnection};
use wenfang_text::ContentHash;

use super::{Index, Writing, hash, json, piece, size};
use crate::error::{Error, Result};
use crate::vectors::{to_bytes, unit};

/// Vectors of a forgotten model that are deleted in one transaction: 0.1 s.
const FORGET_BATCH: i64 = 500;

/// A text without a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The hash under which its vector is stored.
    pub hash: ContentHash,
    pub text: String,
}

/// The result of pruning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Number of deleted texts, which no paragraph used any more.
    pub texts: usize,
}

impl Index {
    /// Passage texts without a vector of `model`, without duplicates, newest first; at most `limit`. All passages
    /// with the same text share a vector.
    ///
    /// # Errors
    /// Database errors.
    pub async fn pending(&self, model: &str, limit: usize) -> Result<Vec<Pending>> {
        let rows = sqlx::query(
            "select t.hash, g.start, g.chars, b.body from (select t.id, t.hash, \
               (select max(g.id) from passages g where g.text = t.id) passage from texts t \
               where not exists (select 1 from embedded e where e.text = t.id \
                 and e.model = (select number from models where name = ?)) \
               and exists (select 1 from passages g where g.text = t.id) order by t.id desc limit ?) t \
             cross join passages g on g.id = t.passage join bodies b on b.paragraph = g.paragraph order by t.id desc",
        )
        .bind(model)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.0.readers)
        .await?;
        let pending = rows.iter().map(|row| {
            let text = piece(row.try_get("body")?, size(row, "start")?, size(row, "chars")?);
            Ok(Pending { hash: hash(row, "hash")?, text })
        });
        pending.collect()
    }

    /// Stores vectors of texts by hash, normalized to unit length. An existing vector is replaced; unknown texts
    /// are ignored. All vectors have one dimension: a new model of another dimension replaces all other models.
    ///
    /// # Errors
    /// [`Error::Dimension`] when the dimension of a vector differs from that of the model's other vectors,
    /// [`Error::NotFinite`]; nothing is stored then. Database errors.
    pub async fn put_vectors(&self, model: &str, vectors: &[(ContentHash, Vec<f32>)]) -> Result<()> {
        let Some((_, first)) = vectors.first() else { return Ok(()) };
        let mut writing = self.begin().await?;
        let (number, dimension) = writing.model(model, first.len()).await?;
        for (hash, vector) in vectors {
            if vector.len() != dimension {
                return Err(Error::Dimension { wanted: dimension, found: vector.len() });
            }
            writing.put_vector(hash, &unit(vector)?, number).await?;
        }
        self.commit(writing).await
    }

    /// The models with vectors in the index.
    ///
    /// # Errors
    /// Database errors.
    pub async fn models(&self) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar("select name from models order by number").fetch_all(&self.0.readers).await?)
    }

    /// Deletes all vectors of a model, some at a time: other writes need not wait for all.
    ///
    /// # Errors
    /// Database errors; the rest of the vectors is preserved then.
    pub async fn forget_model(&self, model: &str) -> Result<()> {
        loop {
            let mut writing = self.begin().await?;
            let number: Option<i64> = sqlx::query_scalar("select number from models where name = ?")
                .bind(model)
                .fetch_optional(&mut *writing.tx)
                .await?;
            let Some(number) = number else { return Ok(()) };
            let texts: Vec<i64> = sqlx::query_scalar("select text from embedded where model = ? limit ?")
                .bind(number)
                .bind(FORGET_BATCH)
                .fetch_all(&mut *writing.tx)
                .await?;
            if texts.is_empty() {
                sqlx::query("delete from models where number = ?")
                    .bind(number)
                    .execute(&mut *writing.tx)
                    .await?;
            }
            for statement in [
                "delete from vec_paragraphs where id in (select value * 1000 + ?2 from json_each(?1))",
                "delete from embedded where text in (select value from json_each(?1)) and model = ?2",
            ] {
                sqlx::query(statement).bind(json(&texts)).bind(number).execute(&mut *writing.tx).await?;
            }
            writing.delta.gone_models.push(number);
            self.commit(writing).await?;
        }
    }

    /// Deletes texts that no paragraph uses, with their vectors, except for the `keep` most recently used: text
    /// restored by an undo, a branch or a restore then still has its vectors.
    ///
    /// # Errors
    /// Database errors; nothing is deleted then.
    pub async fn prune(&self, keep: usize) -> Result<Pruned> {
        let mut writing = self.begin().await?;
        let gone: Vec<i64> = sqlx::query_scalar(
            "select t.id from texts t where not exists (select 1 from passages g where g.text = t.id) \
             order by t.used desc, t.id desc limit -1 offset ?",
        )
        .bind(i64::try_from(keep).unwrap_or(i64::MAX))
        .fetch_all(&mut *writing.tx)
        .await?;
        for statement in [
            "delete from vec_paragraphs where id in (select e.text * 1000 + e.model from json_each(?) j \
             cross join embedded e on e.text = j.value)",
            "delete from texts where id in (select value from json_each(?))",
        ] {
            sqlx::query(statement).bind(json(&gone)).execute(&mut *writing.tx).await?;
        }
        self.commit(writing).await?;
        Ok(Pruned { texts: gone.len() })
    }
}

impl Writing {
    /// The number of a model and the dimension of its vectors.
    async fn model(&mut self, name: &str, dimension: usize) -> Result<(i64, usize)> {
        let found =
            sqlx::query("select m.number, t.dimension from models m cross join meta t where m.name = ?")
                .bind(name)
                .fetch_optional(&mut *self.tx)
                .await?;
        if let Some(found) = found {
            return Ok((found.try_get("number")?, size(&found, "dimension")?));
        }
        let stored: i64 = sqlx::query_scalar("select dimension from meta").fetch_one(&mut *self.tx).await?;
        if usize::try_from(stored) != Ok(dimension) {
            let others: Vec<i64> =
                sqlx::query_scalar("select number from models").fetch_all(&mut *self.tx).await?;
            self.delta.gone_models.extend(others);
            create_vectors(&mut self.tx, dimension).await?;
        }
        // The smallest free number.
        let number: i64 = sqlx::query_scalar(
            "insert into models (number, name) select min(n), ? from \
             (select 1 n union select number + 1 from models) where n not in (select number from models) \
             returning number",
        )
        .bind(name)
        .fetch_one(&mut *self.tx)
        .await?;
        Ok((number, dimension))
    }

    /// Stores the unit vector of a text. A zero vector has no direction: its text counts as embedded and is near
    /// nothing.
    async fn put_vector(&mut self, hash: &ContentHash, vector: &[f32], model: i64) -> Result<()> {
        let text: Option<i64> = sqlx::query_scalar("select id from texts where hash = ?")
            .bind(hash.as_bytes().as_slice())
            .fetch_optional(&mut *self.tx)
            .await?;
        let Some(text) = text else { return Ok(()) };
        let added = sqlx::query("insert into embedded (text, model) values (?, ?) on conflict do nothing")
            .bind(text)
            .bind(model)
            .execute(&mut *self.tx)
            .await?;
        if added.rows_affected() == 0 {
            sqlx::query("delete from vec_paragraphs where id = ? * 1000 + ?")
                .bind(text)
                .bind(model)
                .execute(&mut *self.tx)
                .await?;
        }
        if vector.iter().any(|component| *component != 0.0) {
            sqlx::query("insert into vec_paragraphs (id, model, embedding) values (?1 * 1000 + ?2, ?2, ?3)")
                .bind(text)
                .bind(model)
                .bind(to_bytes(vector))
                .execute(&mut *self.tx)
                .await?;
        }
        self.delta.new_vectors.push((model, text));
        Ok(())
    }
}

/// Creates `vec_paragraphs` for vectors of a dimension, without vectors and models. The id of a vector is 1,000 times
/// that of its text plus the number of its model; `distance` is the cosine distance.
///
/// Chunks have 16 vectors, not sqlite-vec's 1,024: choosing the nearest of a chunk takes quadratic time, and reading a
/// single vector passes all pages of its chunk before it.
pub(crate) async fn create_vectors(conn: &mut SqliteConnection, dimension: usize) -> Result<()> {
    sqlx::raw_sql("delete from embedded; delete from models; drop table if exists vec_paragraphs")
        .execute(&mut *conn)
        .await?;
    let create = format!(
        "create virtual table vec_paragraphs using vec0 (id integer primary key, model integer partition key, \
         embedding float[{dimension}] distance_metric=cosine, chunk_size=16)"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(&mut *conn).await?;
    sqlx::query("update meta set dimension = ?")
        .bind(i64::try_from(dimension).unwrap_or(i64::MAX))
        .execute(&mut *conn)
        .await?;
    Ok(())
}
