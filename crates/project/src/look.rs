//! A look at a file before it is opened: is it a project, and which schema does it have?
//!
//! The file is not changed, nothing of it runs, and what lies beside it is used only if it is what SQLite makes there.

use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};

use crate::connect::{self, Access};
use crate::error::{Error, Foreign, Result, cannot_open};
use crate::regular::require_regular;
use crate::schema::{self, Match, Migration};
use crate::{meta, verify};

/// What a look at the file tells before it is opened for good.
pub(crate) struct Found {
    pub(crate) schema: i64,
    /// The oldest schema whose readers can read it.
    pub(crate) readable_by: i64,
}

/// What the file is looked at for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Read,
    /// No page may have two owners.
    Write,
}

/// Looks at a file without changing it.
pub(crate) async fn inspect(
    path: &Path,
    migrations: &'static [Migration],
    purpose: Purpose,
) -> Result<Found> {
    let metadata = std::fs::metadata(path).map_err(Error::io(path))?;
    let foreign = |foreign| Error::NotAProject { path: path.to_owned(), foreign };
    if !metadata.is_file() {
        return Err(foreign(Foreign::NotAFile));
    }
    if metadata.len() == 0 {
        return Err(foreign(Foreign::Empty));
    }
    for suffix in SUFFIXES {
        require_regular(&beside(path, suffix))?;
    }
    let access = if is_in_use(path) { Access::Read } else { Access::ReadFrozen };
    let looked = match look(path, (access, purpose), migrations).await {
        Err(error) if access == Access::Read && can_be_read_frozen(&error, path) => {
            look(path, (Access::ReadFrozen, purpose), migrations).await
        }
        looked => looked,
    };
    match looked {
        Ok(Look::Project(found)) => Ok(found),
        Ok(Look::Foreign(what)) => Err(foreign(what)),
        Err(Error::Damaged(_)) if !is_sqlite(path)? => Err(foreign(Foreign::NotADatabase)),
        Err(error) => Err(error),
    }
}

/// Endings of the files that SQLite keeps beside the novel.
const SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Whether somebody has the file open, or a crash left something beside it that belongs to it.
pub(crate) fn is_in_use(path: &Path) -> bool {
    SUFFIXES.iter().chain(&["-lock"]).any(|suffix| beside(path, suffix).exists())
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// What a file turned out to be.
enum Look {
    Project(Found),
    Foreign(Foreign),
}

async fn look(
    path: &Path,
    (access, purpose): (Access, Purpose),
    migrations: &'static [Migration],
) -> Result<Look> {
    let mut conn = connect::connection(path, access).await?;
    let found = look_through(&mut conn, migrations, purpose).await;
    if !matches!(found, Ok(Look::Project(_))) {
        connect::leave_log(&mut conn).await?;
    }
    conn.close().await?;
    found
}

/// The schema is compared before anything in the file is asked for.
async fn look_through(
    conn: &mut SqliteConnection,
    migrations: &'static [Migration],
    purpose: Purpose,
) -> Result<Look> {
    if !schema::is_marked(conn).await? {
        return Ok(Look::Foreign(Foreign::OtherApplication));
    }
    let (compared, schema) = schema::compare(conn, migrations).await?;
    match compared {
        Match::Foreign => Ok(Look::Foreign(Foreign::ForeignSchema)),
        Match::Beyond => Err(Error::NewerSchema { found: schema, known: schema::newest(migrations) }),
        Match::Same | Match::Extended => {
            if compared == Match::Same && purpose == Purpose::Write {
                verify::require_own_pages(conn).await?;
            }
            Ok(Look::Project(Found { schema, readable_by: meta::readable_by(conn).await? }))
        }
    }
}

/// Whether the file starts as every SQLite file does (sqlite.org/fileformat2.html, 1.3.1).
fn is_sqlite(path: &Path) -> Result<bool> {
    use std::io::Read;
    let mut magic = [0; 16];
    let mut file = std::fs::File::open(path).map_err(Error::io(path))?;
    Ok(file.read_exact(&mut magic).is_ok() && &magic == b"SQLite format 3\0")
}

/// Whether a log with content lies beside the file.
fn has_log(path: &Path) -> bool {
    let is_filled = |file: PathBuf| std::fs::metadata(file).is_ok_and(|metadata| metadata.len() > 0);
    ["-wal", "-journal"].iter().any(|suffix| is_filled(beside(path, suffix)))
}

/// Whether a file that could not be opened with its log can be read as it lies there: no log holds anything, and one
/// cannot be made for want of permission or of room.
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
