//! Indexes texts.

use sqlx::{Row as _, SqliteConnection};
use wenfang_text::{CharRange, ContentHash, TextIndex, paragraphs};

use super::align::align;
use super::{Index, Writing, hash, json, size};
use crate::error::Result;
use crate::passage::passages;
use crate::source::{Source, SourceKey};
use crate::terms::terms;

/// The changes that indexing made to the paragraphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Put {
    /// Paragraphs whose text is unchanged, even if they moved.
    pub kept: usize,
    /// New paragraphs.
    pub added: usize,
    /// Deleted paragraphs.
    pub removed: usize,
    /// Sources with an unchanged stamp: they were not read, and their paragraphs are not counted.
    pub unchanged: usize,
}

/// A paragraph in the index.
struct Old {
    id: i64,
    idx: usize,
    start: usize,
    hash: ContentHash,
}

/// A paragraph of the new text.
struct New<'t> {
    range: CharRange,
    text: &'t str,
    hash: ContentHash,
}

impl Index {
    /// Indexes texts, replacing those with the same keys. Atomic.
    ///
    /// # Errors
    /// Database errors; the index is unchanged then.
    pub async fn put(&self, sources: &[Source<'_>]) -> Result<Put> {
        let mut writing = self.begin().await?;
        let mut done = Put::default();
        for source in sources {
            writing.put(source, &mut done).await?;
        }
        self.commit(writing).await?;
        Ok(done)
    }
}

impl Writing {
    async fn put(&mut self, source: &Source<'_>, done: &mut Put) -> Result<()> {
        let Some(number) = self.stamp(source).await? else {
            done.unchanged += 1;
            return Ok(());
        };
        let old = old(&mut self.tx, number).await?;
        let new: Vec<New<'_>> = paragraphs(source.text)
            .map(|paragraph| New {
                range: paragraph.range,
                text: paragraph.text,
                hash: ContentHash::of(paragraph.text.as_bytes()),
            })
            .collect();
        let old_hashes: Vec<ContentHash> = old.iter().map(|old| old.hash).collect();
        let pairs = align(&old_hashes, &new.iter().map(|new| new.hash).collect::<Vec<_>>());
        let mut stays = vec![false; old.len()];
        let (mut moved, mut added) = (Vec::new(), Vec::new());
        for (idx, (new, pair)) in new.iter().zip(pairs).enumerate() {
            let start = new.range.start().get();
            match pair.and_then(|at| Some((at, old.get(at)?))) {
                Some((at, old)) => {
                    stays[at] = true;
                    if (old.idx, old.start) != (idx, start) {
                        moved.push((old.id, idx, start));
                    }
                }
                None => added.push((idx, new)),
            }
        }
        let gone: Vec<i64> =
            old.iter().zip(&stays).filter(|(_, stays)| !**stays).map(|(old, _)| old.id).collect();
        done.kept += old.len() - gone.len();
        done.removed += gone.len();
        done.added += added.len();
        self.remove_paragraphs(&gone).await?;
        if !moved.is_empty() {
            sqlx::query(
                "update paragraphs set idx = j.value ->> 1, start = j.value ->> 2 from json_each(?) j \
                 where paragraphs.id = j.value ->> 0",
            )
            .bind(json(&moved))
            .execute(&mut *self.tx)
            .await?;
        }
        self.add_paragraphs(number, &added).await
    }

    /// Assigns a number and a stamp to a source; `None` if it already has this stamp.
    async fn stamp(&mut self, source: &Source<'_>) -> Result<Option<i64>> {
        let SourceKey { kind, id } = source.key;
        let found = sqlx::query("select number, stamp from sources where kind = ? and owner = ?")
            .bind(kind.code())
            .bind(id)
            .fetch_optional(&mut *self.tx)
            .await?;
        let Some(found) = found else {
            let number: i64 = sqlx::query_scalar(
                "insert into sources (kind, owner, stamp) values (?, ?, ?) returning number",
            )
            .bind(kind.code())
            .bind(id)
            .bind(source.stamp.as_bytes().as_slice())
            .fetch_one(&mut *self.tx)
            .await?;
            self.delta.new_sources.push((source.key, number));
            return Ok(Some(number));
        };
        if hash(&found, "stamp")? == source.stamp {
            return Ok(None);
        }
        let number: i64 = found.try_get("number")?;
        sqlx::query("update sources set stamp = ? where number = ?")
            .bind(source.stamp.as_bytes().as_slice())
            .bind(number)
            .execute(&mut *self.tx)
            .await?;
        Ok(Some(number))
    }

    async fn add_paragraphs(&mut self, source: i64, added: &[(usize, &New<'_>)]) -> Result<()> {
        if added.is_empty() {
            return Ok(());
        }
        let (mut rows, mut bodies, mut words) = (Vec::new(), Vec::new(), Vec::new());
        let (mut hashes, mut pieces) = (Vec::new(), Vec::new());
        for (idx, new) in added {
            let id = self.next_paragraph;
            self.next_paragraph += 1;
            rows.push((id, source, idx, new.range.start().get(), new.range.len(), new.hash.to_string()));
            bodies.push((id, new.text));
            let terms = terms(new.text);
            // Text without letters or digits, such as “……”, has no meaning of its own.
            if !terms.is_empty() {
                let index = TextIndex::new(new.text);
                for passage in passages(new.text) {
                    let hash = ContentHash::of(index.slice(passage).as_bytes()).to_string();
                    let (start, chars) = (passage.start().get(), passage.len());
                    pieces.push((self.next_passage, id, source, start, chars, hash.clone()));
                    hashes.push(hash);
                    self.next_passage += 1;
                }
                words.push((id, terms));
            }
            self.delta.new_paragraphs.push(id);
        }
        let statements = [
            (
                "insert into paragraphs (id, source, idx, start, chars, hash) select value ->> 0, value ->> 1, \
                 value ->> 2, value ->> 3, value ->> 4, unhex(value ->> 5) from json_each(?)",
                json(&rows),
            ),
            (
                "insert into bodies (paragraph, body) select value ->> 0, value ->> 1 from json_each(?)",
                json(&bodies),
            ),
            (
                "insert into words (rowid, terms) select value ->> 0, value ->> 1 from json_each(?)",
                json(&words),
            ),
            (
                "insert into texts (hash, used) select unhex(value), 0 from json_each(?) where true \
                 on conflict (hash) do nothing",
                json(&hashes),
            ),
            (
                "insert into passages (id, paragraph, source, start, chars, text) \
                 select j.value ->> 0, j.value ->> 1, j.value ->> 2, \
                 j.value ->> 3, j.value ->> 4, t.id from json_each(?) j cross join texts t \
                 on t.hash = unhex(j.value ->> 5)",
                json(&pieces),
            ),
        ];
        for (statement, list) in statements {
            sqlx::query(statement).bind(list).execute(&mut *self.tx).await?;
        }
        Ok(())
    }

    /// Removes paragraphs; the texts of their passages are kept, with their vectors.
    pub(super) async fn remove_paragraphs(&mut self, ids: &[i64]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let list = json(ids);
        sqlx::query(
            "update texts set used = ? where id in \
             (select text from passages where paragraph in (select value from json_each(?)))",
        )
        .bind(self.revision)
        .bind(&list)
        .execute(&mut *self.tx)
        .await?;
        self.delta.gone_paragraphs.extend(ids);
        for statement in [
            "delete from passages where paragraph in (select value from json_each(?))",
            "delete from words where rowid in (select value from json_each(?))",
            "delete from bodies where paragraph in (select value from json_each(?))",
            "delete from paragraphs where id in (select value from json_each(?))",
        ] {
            sqlx::query(statement).bind(&list).execute(&mut *self.tx).await?;
        }
        Ok(())
    }
}

/// The paragraphs of a source, in order.
async fn old(conn: &mut SqliteConnection, source: i64) -> Result<Vec<Old>> {
    let rows = sqlx::query("select id, idx, start, hash from paragraphs where source = ? order by idx")
        .bind(source)
        .fetch_all(conn)
        .await?;
    let old = rows.iter().map(|row| {
        Ok(Old {
            id: row.try_get("id")?,
            idx: size(row, "idx")?,
            start: size(row, "start")?,
            hash: hash(row, "hash")?,
        })
    });
    old.collect()
}
