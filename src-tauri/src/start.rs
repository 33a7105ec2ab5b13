//! How the program is started: its arguments and its folders.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tauri::{AppHandle, Manager};
use wenfang_studio::desk::{Folders, Start};

/// Settings, backups and everything else of another studio: for tests, and for one that is carried about on a stick.
const HOME: &str = "WENFANG_HOME";

/// What the arguments ask for: `--sample`, or a project.
pub fn from_args(mut args: impl Iterator<Item = OsString>) -> Start {
    match args.next() {
        None => Start::Last,
        Some(arg) if arg == "--sample" => Start::Sample,
        Some(arg) => Start::Project(PathBuf::from(arg)),
    }
}

/// The project among the arguments of another start, which was made in `folder`.
pub fn project_in(args: &[String], folder: String) -> Option<PathBuf> {
    args.get(1).filter(|arg| !arg.starts_with("--")).map(|arg| Path::new(&folder).join(arg))
}

/// The folder that stands in for the author's own, if one was named.
pub fn home() -> Option<PathBuf> {
    std::env::var_os(HOME).filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// The folders of this studio.
pub fn folders(app: &AppHandle, home: Option<&Path>) -> tauri::Result<Folders> {
    match home {
        Some(home) => Ok(Folders::within(home)),
        None => {
            let path = app.path();
            let (config, data, cache) = (path.app_config_dir()?, path.app_data_dir()?, path.app_cache_dir()?);
            Ok(Folders { config, data, cache })
        }
    }
}
