//! Where exported files go.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use wenfang_project::watch::Watch;
use wenfang_usecase::{Code, Error, Result, files};

/// What to do with existing files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Existing {
    /// Keep them and refuse the export.
    #[default]
    Keep,
    /// Replace them.
    Replace,
}

/// Refuses to overwrite the project itself, or a file that must be kept.
pub fn refuse_place(path: &Path, project_path: &Path, existing: Existing) -> Result<()> {
    if std::fs::canonicalize(path).is_ok_and(|real| real == project_path) {
        return Err(Error::new(
            Code::FileExists,
            format!("{} is the project itself", path.display()),
            "Nothing was written. Choose another place.",
        ));
    }
    if existing == Existing::Keep && path.exists() {
        return Err(Error::new(
            Code::FileExists,
            format!("{} exists already", path.display()),
            "Nothing was written. Choose another place, or allow replacing it (`--overwrite`).",
        ));
    }
    Ok(())
}

/// A place that files may be written to.
pub(super) struct Place<'p> {
    /// The file, or the folder for several.
    pub out: &'p Path,
    pub project_path: &'p Path,
    pub existing: Existing,
    pub watch: &'p Watch,
}

impl Place<'_> {
    /// Writes one file to the place itself.
    pub(super) fn write_file(&self, bytes: &[u8]) -> Result<Vec<PathBuf>> {
        refuse_place(self.out, self.project_path, self.existing)?;
        files::write_together(&[(self.out, bytes)], self.watch)?;
        Ok(vec![self.out.to_owned()])
    }

    /// Writes named files into the place, all or none. A folder that was created for them is removed again.
    pub(super) fn write_folder(&self, named: &[(String, Vec<u8>)]) -> Result<Vec<PathBuf>> {
        let paths: Vec<PathBuf> = named.iter().map(|(name, _)| self.out.join(name)).collect();
        for path in &paths {
            refuse_place(path, self.project_path, self.existing)?;
        }
        let created_folder = make_folder(self.out)?;
        let contents: Vec<(&Path, &[u8])> =
            paths.iter().zip(named).map(|(path, (_, bytes))| (path.as_path(), bytes.as_slice())).collect();
        if let Err(error) = files::write_together(&contents, self.watch) {
            // Removes the folder only if it is still empty.
            created_folder.iter().for_each(|folder| drop(std::fs::remove_dir(folder)));
            return Err(error);
        }
        Ok(paths)
    }
}

/// Creates a folder; returns its path if it did not exist.
fn make_folder(folder: &Path) -> Result<Option<PathBuf>> {
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder).map_err(|error| Error::unwritten(folder, &error))?;
    Ok(is_new.then(|| folder.to_owned()))
}
