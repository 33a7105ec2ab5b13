//! SQLite's own checks of a file. They detect broken structures, not changed bytes.

use sqlx::SqliteConnection;

use crate::error::{Error, Result};

/// The findings of the complete check; none for a sound file. SQLite evaluates the checks and index expressions of the
/// schema, so call it only for a schema that Wenfang creates.
pub async fn findings(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    listed(conn, "pragma integrity_check").await
}

/// The findings of the check that does not compare indexes with their tables; none for a sound file.
pub async fn quick_findings(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    listed(conn, "pragma quick_check").await
}

/// Rows that refer to a missing row, one finding each.
pub async fn missing_rows(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let references: Vec<(String, Option<i64>, String, i64)> =
        sqlx::query_as("pragma foreign_key_check").fetch_all(conn).await?;
    let finding = |(table, row, parent, _): (String, Option<i64>, String, i64)| {
        let row = row.map_or_else(String::new, |row| format!(" row {row}"));
        format!("{table}{row} refers to a missing row of {parent}")
    };
    Ok(references.into_iter().map(finding).collect())
}

/// Refuses a file in which a page has two owners: a write for one would overwrite the other, and still be reported
/// as saved. Reads the whole file, about 2 ms per megabyte.
///
/// # Errors
/// [`Error::Damaged`] for such a file; other damage is not checked.
pub(crate) async fn require_own_pages(conn: &mut SqliteConnection) -> Result<()> {
    // By default SQLite stops after 100 findings, and an attacker could place that many before this one. The
    // message below is the same for tables, indexes and free pages.
    let findings = listed(conn, "pragma quick_check(100000)").await?;
    match findings.into_iter().find(|finding| finding.contains("2nd reference to page")) {
        Some(finding) => Err(Error::damaged(finding)),
        None => Ok(()),
    }
}

async fn listed(conn: &mut SqliteConnection, check: &'static str) -> Result<Vec<String>> {
    let findings: Vec<String> = sqlx::query_scalar(check).fetch_all(conn).await?;
    Ok(findings.into_iter().filter(|finding| finding != "ok").collect())
}
