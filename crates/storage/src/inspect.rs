//! Inspects a file before it is opened: is it of the kind, and which schema does it have?
//!
//! Inspection changes nothing in the file, runs nothing from it, and uses a file beside it only if SQLite would
//! create one there.

use std::path::Path;

use sqlx::{Connection, SqliteConnection};

use crate::connect::{self, Access};
use crate::error::{Error, Foreign, Result, cannot_open};
use crate::kind::Kind;
use crate::lock::LOCK;
use crate::names::{LOGS, beside};
use crate::regular::require_regular;
use crate::schema::{self, Match};
use crate::structure::require_own_pages;

/// The schema numbers of an inspected file.
pub(crate) struct Found {
    pub(crate) schema: i64,
    /// The oldest schema whose readers can read this file.
    pub(crate) readable_by: i64,
}

/// What the file is going to be opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Read,
    /// Checks also that no page has two owners.
    Write,
}

/// Inspects a file without changing it.
pub(crate) async fn inspect(path: &Path, kind: &Kind, purpose: Purpose) -> Result<Found> {
    let metadata = std::fs::metadata(path).map_err(Error::io(path))?;
    let foreign = |foreign| Error::Foreign { path: path.to_owned(), foreign };
    if !metadata.is_file() {
        return Err(foreign(Foreign::NotAFile));
    }
    if metadata.len() == 0 {
        return Err(foreign(Foreign::Empty));
    }
    for suffix in LOGS {
        require_regular(&beside(path, suffix))?;
    }
    let access = if is_in_use(path) { Access::Read } else { Access::ReadFrozen };
    let inspected = match open_and_inspect(path, (access, purpose), kind).await {
        Err(error) if access == Access::Read && can_be_read_frozen(&error, path) => {
            open_and_inspect(path, (Access::ReadFrozen, purpose), kind).await
        }
        inspected => inspected,
    };
    match inspected {
        Ok(Inspection::Ours(found)) => Ok(found),
        Ok(Inspection::Foreign(what)) => Err(foreign(what)),
        Err(Error::Damaged { .. }) if !is_sqlite(path)? => Err(foreign(Foreign::NotADatabase)),
        Err(error) => Err(error),
    }
}

/// Whether a process has the file open, or a crash left a file beside it that belongs to it.
pub(crate) fn is_in_use(path: &Path) -> bool {
    LOGS.iter().chain(&[LOCK]).any(|suffix| beside(path, suffix).exists())
}

/// The result of inspecting a file.
enum Inspection {
    Ours(Found),
    Foreign(Foreign),
}

async fn open_and_inspect(
    path: &Path,
    (access, purpose): (Access, Purpose),
    kind: &Kind,
) -> Result<Inspection> {
    let mut conn = connect::connection(path, access).await?;
    let found = inspect_connection(&mut conn, kind, purpose).await;
    if !matches!(found, Ok(Inspection::Ours(_))) {
        connect::leave_log(&mut conn).await?;
    }
    conn.close().await?;
    found
}

/// Compares the schema before reading anything else from the file.
async fn inspect_connection(
    conn: &mut SqliteConnection,
    kind: &Kind,
    purpose: Purpose,
) -> Result<Inspection> {
    if !kind.is_marked(conn).await? {
        return Ok(Inspection::Foreign(Foreign::OtherApplication));
    }
    let (compared, schema) = schema::compare(conn, kind.migrations).await?;
    match compared {
        Match::Foreign => Ok(Inspection::Foreign(Foreign::ForeignSchema)),
        Match::Beyond => Err(Error::NewerSchema { found: schema, known: kind.newest() }),
        Match::Same | Match::Extended => {
            if compared == Match::Same && purpose == Purpose::Write {
                require_own_pages(conn).await?;
            }
            Ok(Inspection::Ours(Found { schema, readable_by: kind.readable_by(conn).await? }))
        }
    }
}

/// Whether the file starts with the SQLite signature (sqlite.org/fileformat2.html, 1.3.1).
fn is_sqlite(path: &Path) -> Result<bool> {
    use std::io::Read;
    let mut magic = [0; 16];
    let mut file = std::fs::File::open(path).map_err(Error::io(path))?;
    Ok(file.read_exact(&mut magic).is_ok() && &magic == b"SQLite format 3\0")
}

/// Whether a non-empty log is beside the file.
fn has_log(path: &Path) -> bool {
    let is_filled = |suffix| std::fs::metadata(beside(path, suffix)).is_ok_and(|found| found.len() > 0);
    ["-wal", "-journal"].into_iter().any(is_filled)
}

/// Whether a file that could not be opened with a log can be read without one: no log has content, and creating one
/// failed for lack of permission or space.
pub(crate) fn can_be_read_frozen(error: &Error, path: &Path) -> bool {
    (is_unwritable(error) || matches!(error, Error::DiskFull)) && !has_log(path)
}

pub(crate) fn is_unwritable(error: &Error) -> bool {
    match error {
        Error::ReadOnly => true,
        Error::DatabaseIo(source) => cannot_open(source),
        _ => false,
    }
}
