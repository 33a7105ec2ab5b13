//! Adds, lists and removes vectors.

use sqlx::Row as _;
use wenfang_text::ContentHash;

use super::{Index, Writing, hash, piece, size};
use crate::error::{Error, Result};
use crate::vectors::{half, unit};

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
               where not exists (select 1 from vectors v where v.text = t.id \
                 and v.model = (select number from models where name = ?)) \
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
    /// are ignored.
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
            let row: Option<i64> = sqlx::query_scalar(
                "insert into vectors (text, model, vector) select id, ?2, ?3 from texts where hash = ?1 \
                 on conflict (text, model) do update set vector = excluded.vector returning id",
            )
            .bind(hash.as_bytes().as_slice())
            .bind(number)
            .bind(half::encode(&unit(vector)?))
            .fetch_optional(&mut *writing.tx)
            .await?;
            writing.delta.new_vectors.extend(row.map(|row| (number, row)));
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

    /// Deletes all vectors of a model.
    ///
    /// # Errors
    /// Database errors; nothing is deleted then.
    pub async fn forget_model(&self, model: &str) -> Result<()> {
        let mut writing = self.begin().await?;
        let number: Option<i64> = sqlx::query_scalar("select number from models where name = ?")
            .bind(model)
            .fetch_optional(&mut *writing.tx)
            .await?;
        let Some(number) = number else { return Ok(()) };
        for statement in ["delete from vectors where model = ?", "delete from models where number = ?"] {
            sqlx::query(statement).bind(number).execute(&mut *writing.tx).await?;
        }
        writing.delta.gone_models.push(number);
        self.commit(writing).await
    }

    /// Deletes texts that no paragraph uses, with their vectors, except for the `keep` most recently used: text
    /// restored by an undo, a branch or a restore then still has its vectors.
    ///
    /// # Errors
    /// Database errors; nothing is deleted then.
    pub async fn prune(&self, keep: usize) -> Result<Pruned> {
        let mut writing = self.begin().await?;
        let gone = sqlx::query(
            "delete from texts where id in (select t.id from texts t where not exists \
             (select 1 from passages g where g.text = t.id) order by t.used desc, t.id desc limit -1 offset ?)",
        )
        .bind(i64::try_from(keep).unwrap_or(i64::MAX))
        .execute(&mut *writing.tx)
        .await?;
        self.commit(writing).await?;
        Ok(Pruned { texts: usize::try_from(gone.rows_affected()).unwrap_or_default() })
    }
}

impl Writing {
    /// The number of a model and the dimension of its vectors, which its first vector sets.
    async fn model(&mut self, name: &str, dimension: usize) -> Result<(i64, usize)> {
        let row = sqlx::query(
            "insert into models (name, dimension) values (?, ?) \
             on conflict (name) do update set dimension = dimension returning number, dimension",
        )
        .bind(name)
        .bind(i64::try_from(dimension).unwrap_or(i64::MAX))
        .fetch_one(&mut *self.tx)
        .await?;
        Ok((row.try_get("number")?, size(&row, "dimension")?))
    }
}
