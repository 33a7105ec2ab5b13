//! Startup: command-line arguments and folders.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tauri::{AppHandle, Manager};
use wenfang_studio::Folders;
use wenfang_studio::desk::Start;

/// The environment variable with a separate home for settings, backups and everything else: for tests and portable
/// installations.
const HOME: &str = "WENFANG_HOME";

/// Parses the arguments: `--sample`, or a project.
pub fn from_args(mut args: impl Iterator<Item = OsString>) -> Start {
    match args.next() {
        None => Start::Last,
        Some(arg) if arg == "--sample" => Start::Sample,
        Some(arg) => Start::Project(PathBuf::from(arg)),
    }
}

/// The project in the arguments of a second start, resolved against its `folder`.
pub fn project_in(args: &[String], folder: String) -> Option<PathBuf> {
    args.get(1).filter(|arg| !arg.starts_with("--")).map(|arg| Path::new(&folder).join(arg))
}

/// The separate home, if one is set.
pub fn home() -> Option<PathBuf> {
    std::env::var_os(HOME).filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// The folders of the studio.
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
