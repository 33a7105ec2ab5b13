//! The profiles of sites: those that come with Wenfang, and the author's own.

use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::Serialize;
use wenfang_project::{Project, read_regular};
use wenfang_publish::{SiteProfile, profile, shipped};
use wenfang_usecase::{Code, Error, NoParams, Result};

/// The folder beside the settings with the author's own profiles.
const FOLDER: &str = "sites";
/// The largest file of a profile.
const MAX_BYTES: usize = 256 * 1024;
/// The most profiles of an author.
const MAX_FILES: usize = 200;

/// The settings folder of this machine, kept with an open project.
#[derive(Default)]
struct Attached(Mutex<Option<PathBuf>>);

/// Makes the author's own profiles available to the commands of an open project.
pub fn attach(project: &Project, config: &Path) {
    *project.attached::<Attached>().0.lock() = Some(config.join(FOLDER));
}

/// The profiles of sites.
#[derive(Clone, Debug, Default, Serialize, ts_rs::TS)]
pub struct Sites {
    pub sites: Vec<SiteView>,
    /// Files in the author's folder that are no profiles.
    pub invalid: Vec<InvalidSite>,
    /// The author's folder, if this machine has one for settings.
    pub folder: Option<PathBuf>,
}

/// A profile.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SiteView {
    /// Whether it is the author's own.
    pub own: bool,
    pub profile: SiteProfile,
}

/// A file that is no profile.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct InvalidSite {
    pub file: String,
    /// What is wrong, in English.
    pub error: String,
}

/// Lists the profiles. One of the author replaces a shipped one with its key.
pub async fn list(project: &Project, _: NoParams) -> Result<Sites> {
    read(project)
}

fn read(project: &Project) -> Result<Sites> {
    let known = shipped().map_err(|error| super::internal(&error))?;
    let mut sites = Sites {
        sites: known.into_iter().map(|profile| SiteView { own: false, profile }).collect(),
        invalid: Vec::new(),
        folder: project.attached::<Attached>().0.lock().clone(),
    };
    for path in sites.folder.as_deref().map(own_files).unwrap_or_default() {
        let read = read_regular(&path, MAX_BYTES).map_err(|error| error.to_string());
        let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
        match text.and_then(|text| profile(&text).map_err(|error| error.to_string())) {
            Ok(profile) => {
                sites.sites.retain(|known| known.profile.key != profile.key);
                sites.sites.push(SiteView { own: true, profile });
            }
            Err(error) => {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                sites.invalid.push(InvalidSite { file, error });
            }
        }
    }
    Ok(sites)
}

/// Returns the JSON files of a folder by name; none if there is no such folder.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_json).collect();
    paths.sort();
    paths.truncate(MAX_FILES);
    paths
}

/// Returns the profile with a key.
///
/// # Errors
/// [`Code::NotFound`] if there is none; the message says if the author's file for it is invalid.
pub(super) fn find(project: &Project, key: &str) -> Result<SiteProfile> {
    let sites = read(project)?;
    if let Some(site) = sites.sites.into_iter().find(|site| site.profile.key == key) {
        return Ok(site.profile);
    }
    let file = format!("{key}.json");
    let reason = sites.invalid.into_iter().find(|invalid| invalid.file == file);
    let reason =
        reason.map_or(String::new(), |invalid| format!(": {} is invalid, {}", invalid.file, invalid.error));
    Err(Error::new(
        Code::NotFound,
        format!("there is no profile {key:?} of a site{reason}"),
        "Nothing was written. `wenfang sites` lists the profiles.",
    ))
}
