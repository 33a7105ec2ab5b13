//! The format of a project file: its application id, its schema, and what a copy of it must preserve.

use sqlx::{AssertSqlSafe, SqliteConnection};
use wenfang_storage::{Format, Kind};
use wenfang_text::ContentHash;

use crate::checkpoints::Item;
use crate::error::{Error, NOUN, Result};
use crate::verify::{Depth, verify};
use crate::watch::Watch;
use crate::{canon, current};

pub use wenfang_storage::schema::{Migration, version};

/// Every migration, in order. Released migrations never change; new ones are appended.
pub const MIGRATIONS: &[Migration] = &[
    Migration { to: 1, sql: include_str!("../../../migrations/0001_manuscript.sql") },
    Migration { to: 2, sql: include_str!("../../../migrations/0002_canon.sql") },
    Migration { to: 3, sql: include_str!("../../../migrations/0003_drafting.sql") },
    Migration { to: 4, sql: include_str!("../../../migrations/0004_artifacts.sql") },
    Migration { to: 5, sql: include_str!("../../../migrations/0005_workflows.sql") },
    Migration { to: 6, sql: include_str!("../../../migrations/0006_bin_places.sql") },
    Migration { to: 7, sql: include_str!("../../../migrations/0007_mending.sql") },
    Migration { to: 8, sql: include_str!("../../../migrations/0008_pipelines.sql") },
    Migration { to: 9, sql: include_str!("../../../migrations/0009_comments.sql") },
    Migration { to: 10, sql: include_str!("../../../migrations/0010_receipts.sql") },
];

/// A project file; its application id is "WnFg" in ASCII.
pub const NOVEL: Kind = Kind {
    noun: NOUN,
    application_id: 0x576E_4667,
    extension: "wenfang",
    about: "project_meta",
    migrations: MIGRATIONS,
};

/// The format of a project file. Proving a copy reports its progress to `watch`.
pub(crate) struct Novel<'w> {
    pub(crate) migrations: &'static [Migration],
    pub(crate) watch: &'w Watch,
}

impl Format for Novel<'_> {
    type Error = Error;
    type Fingerprint = Fingerprint;

    fn kind(&self) -> Kind {
        Kind { migrations: self.migrations, ..NOVEL }
    }

    async fn fingerprint(&self, conn: &mut SqliteConnection) -> Result<Fingerprint> {
        fingerprint(conn).await
    }

    async fn damage(&self, copy: &mut SqliteConnection) -> Result<Option<Error>> {
        self.watch.report("copy", 1, 1)?;
        let verified = verify(copy, Depth::Everything, self.watch).await?;
        Ok(verified.damage.into_iter().next().map(Error::Damaged))
    }
}

/// What a copy must preserve: the row count of every table, every text, and the current manuscript with its
/// order and records.
#[derive(PartialEq, Eq)]
pub(crate) struct Fingerprint {
    counts: Vec<i64>,
    texts: ContentHash,
    items: Vec<Item>,
}

/// The tables with the author's work. A table that a schema does not have yet counts as empty.
const CANON: [&str; 40] = [
    "bible_fields",
    "lorebooks",
    "lore_entries",
    "entities",
    "relations",
    "facts",
    "plot_threads",
    "thread_anchors",
    "comments",
    "timeline_events",
    "kg_batches",
    "kg_proposals",
    "kg_changes",
    "findings",
    "finding_waivers",
    "prompts",
    "generations",
    "receipts",
    "version_spans",
    "volumes",
    "chapters",
    "scenes",
    "branches",
    "scene_text_versions",
    "scene_drafts",
    "checkpoints",
    "checkpoint_items",
    "settings",
    "mend_sessions",
    "mend_scenes",
    "mend_rounds",
    "issues",
    "issue_fixes",
    "text_fetches",
    "audit_log",
    "audit_archives",
    "artifacts",
    "artifact_versions",
    "pipeline_profiles",
    "pipeline_uses",
];

/// The current items of the kinds that the schema has.
async fn items(conn: &mut SqliteConnection) -> Result<Vec<Item>> {
    let mut items = current::manuscript_items(conn).await?;
    for (kind, table) in canon::TABLES {
        if is_known(conn, table).await? {
            items.extend(current::record_items(conn, *kind).await?);
        }
    }
    Ok(items)
}

/// Whether the schema has this table.
pub(crate) async fn is_known(conn: &mut SqliteConnection, table: &str) -> Result<bool> {
    Ok(sqlx::query_scalar("select count(*) > 0 from sqlite_schema where name = ?")
        .bind(table)
        .fetch_one(conn)
        .await?)
}

async fn fingerprint(conn: &mut SqliteConnection) -> Result<Fingerprint> {
    let mut counts = Vec::new();
    for table in CANON {
        let known = is_known(conn, table).await?;
        let count = AssertSqlSafe(format!("select count(*) from {table}"));
        counts.push(if known { sqlx::query_scalar(count).fetch_one(&mut *conn).await? } else { 0 });
    }
    let texts: Vec<(i64, i64, Vec<u8>)> = sqlx::query_as(
        "select t.scene_id, t.version, b.hash from scene_text_versions t join blobs b on b.id = t.blob_id
         order by t.scene_id, t.version",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut all = Vec::new();
    for (scene, version, hash) in texts {
        all.extend(scene.to_le_bytes());
        all.extend(version.to_le_bytes());
        all.extend(hash);
    }
    Ok(Fingerprint { counts, texts: ContentHash::of(&all), items: items(conn).await? })
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;
    use wenfang_storage::Error as FileError;
    use wenfang_storage::schema::{Match, apply, compare};

    use super::*;

    #[tokio::test]
    async fn every_released_schema_matches_only_its_own_number() {
        for count in 1..=MIGRATIONS.len() {
            let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            // Apply one release after the other, as a real file grows.
            for until in 1..=count {
                apply(&mut conn, &MIGRATIONS[..until]).await.unwrap();
            }
            let newest = MIGRATIONS[count - 1].to;
            assert_eq!(compare(&mut conn, MIGRATIONS).await.unwrap(), (Match::Same, newest));
            for other in MIGRATIONS.iter().map(|migration| migration.to).filter(|to| *to != newest) {
                let number = AssertSqlSafe(format!("pragma user_version = {other}"));
                sqlx::raw_sql(number).execute(&mut conn).await.unwrap();
                let compared = compare(&mut conn, MIGRATIONS).await;
                assert!(matches!(compared, Err(FileError::Damaged { .. })), "{other}: {compared:?}");
            }
        }
    }
}
