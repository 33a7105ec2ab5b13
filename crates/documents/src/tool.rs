//! Which writing tool a folder or an archive comes from.

use crate::ReadError;
use crate::archive::Archive;
use crate::project::{has_ending, main_file};
use crate::tree::Document;
use crate::{longform, manuskript, novelwriter, scrivener, ywriter};

/// A writing tool whose projects can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Scrivener,
    NovelWriter,
    YWriter,
    Longform,
    Manuskript,
}

/// The endings of files that are a project, or lie in one: lower case, without the dot. A zip file is read if a project
/// is in it.
pub fn project_endings() -> impl Iterator<Item = &'static str> {
    ["scrivx", "nwx", "yw7", "msk", "zip"].into_iter()
}

impl Tool {
    /// The name of the tool.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scrivener => "Scrivener",
            Self::NovelWriter => "novelWriter",
            Self::YWriter => "yWriter",
            Self::Longform => "Longform",
            Self::Manuskript => "Manuskript",
        }
    }

    /// The tool that a folder or an archive is a project of.
    ///
    /// # Errors
    /// The errors of archives.
    pub fn of(archive: &mut Archive<'_>) -> Result<Option<Self>, ReadError> {
        if scrivener::is(archive) {
            Ok(Some(Self::Scrivener))
        } else if novelwriter::is(archive) {
            Ok(Some(Self::NovelWriter))
        } else if manuskript::is(archive) {
            Ok(Some(Self::Manuskript))
        } else if main_file(archive, is_ywriter).is_some() {
            Ok(Some(Self::YWriter))
        } else {
            Ok(longform::is(archive)?.then_some(Self::Longform))
        }
    }

    /// The tool whose project a file with this name belongs to, if its name tells: the project is then its folder.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        if has_ending(name, "scrivx") {
            Some(Self::Scrivener)
        } else if has_ending(name, "nwx") {
            Some(Self::NovelWriter)
        } else if has_ending(name, "yw7") {
            Some(Self::YWriter)
        } else if has_ending(name, "msk") || name == "MANUSKRIPT" {
            Some(Self::Manuskript)
        } else {
            None
        }
    }

    /// Reads a project. `chosen` is the name of the file that the author chose, which matters if a folder has several
    /// projects.
    ///
    /// # Errors
    /// The errors of the tool's reader.
    pub fn read(self, archive: &mut Archive<'_>, chosen: Option<&str>) -> Result<Document, ReadError> {
        match self {
            Self::Scrivener => scrivener::read(archive),
            Self::NovelWriter => novelwriter::read(archive),
            Self::Manuskript => manuskript::read(archive),
            Self::Longform => longform::read(archive, chosen),
            Self::YWriter => {
                let first = || main_file(archive, is_ywriter).map(|(_, name)| name);
                let name = chosen.filter(|name| is_ywriter(name)).map(str::to_owned).or_else(first);
                let name = name.ok_or(ReadError::WrongFormat { expected: "a yWriter 7 project" })?;
                ywriter::read(&archive.read(&name)?)
            }
        }
    }
}

fn is_ywriter(name: &str) -> bool {
    has_ending(name, "yw7")
}
