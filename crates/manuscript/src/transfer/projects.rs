//! Projects of writing tools on disk: a folder, a file inside it, or one file.

use std::path::{Path, PathBuf};

use wenfang_documents::archive::{Archive, MAX_ENTRIES};
use wenfang_documents::{ReadError, Tool};
use wenfang_interchange::{self as interchange, ImportError, ImportOptions, ImportPlan};
use wenfang_project::watch::Watch;
use wenfang_usecase::{Error, Result};

use super::read_file;

/// The deepest folder of a project.
const MAX_DEPTH: usize = 64;

/// How many folders may be around a project, each with nothing else to import.
const MAX_WRAPPERS: usize = 4;

/// The endings of the files that a reader opens. Of all other files only the names are read.
const READ: [&str; 14] = [
    "rtf", "txt", "xml", "scrivx", "comments", "history", "nwx", "nwd", "jsonl", "yw7", "md", "opml", "t2t",
    "html",
];

/// Plans the import of a project; `None` if the source is none.
pub(super) fn plan(source: &Path, options: &ImportOptions, watch: &Watch) -> Result<Option<ImportPlan>> {
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if source.is_dir() {
        return match project_in(source)? {
            Some(project) => folder((&project, None), options, watch),
            None => Ok(None),
        };
    }
    let parent = source.parent().unwrap_or(Path::new("."));
    match Tool::of_name(&name) {
        Some(Tool::Scrivener | Tool::NovelWriter) => folder((parent, Some(&name)), options, watch),
        Some(Tool::YWriter) => {
            let files = vec![(name.clone(), read_file(source)?)];
            read(Archive::from_files(files).map_err(refused)?, Some(&name), options)
        }
        Some(Tool::Manuskript) => {
            let bytes = read_file(source)?;
            if bytes.starts_with(b"PK") {
                return read(Archive::open(&bytes).map_err(refused)?, None, options);
            }
            // A project that is no single file has its texts in a folder beside this one.
            let beside = if name == "MANUSKRIPT" { parent.to_owned() } else { source.with_extension("") };
            folder((&beside, None), options, watch)
        }
        Some(Tool::Longform) | None if has_ending(&name, "zip") => {
            let bytes = read_file(source)?;
            read(Archive::open(&bytes).map_err(refused)?, None, options)
        }
        Some(Tool::Longform) | None if has_ending(&name, "md") && is_index(source)? => {
            folder((parent, Some(&name)), options, watch)
        }
        Some(Tool::Longform) | None => Ok(None),
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// Whether a note is the index of a Longform project. A note that cannot be read is none.
fn is_index(note: &Path) -> Result<bool> {
    let bytes = read_file(note)?;
    let name = "index.md".to_owned();
    let mut archive = Archive::from_files(vec![(name, bytes)]).map_err(refused)?;
    Ok(Tool::of(&mut archive).map_err(refused)? == Some(Tool::Longform))
}

/// The project that a folder is, or the only thing to import in it: a downloaded or unpacked project often lies in a
/// folder of its own.
fn project_in(folder: &Path) -> Result<Option<PathBuf>> {
    let mut folder = folder.to_owned();
    for _ in 0..=MAX_WRAPPERS {
        if is_project(&folder)? {
            return Ok(Some(folder));
        }
        match only_folder(&folder)? {
            Some(inside) => folder = inside,
            None => break,
        }
    }
    Ok(None)
}

/// The folder in a folder without texts of its own, apart from hidden files and those that systems leave; `None` if
/// there are several.
fn only_folder(folder: &Path) -> Result<Option<PathBuf>> {
    let mut found = None;
    for entry in std::fs::read_dir(folder).map_err(|error| Error::io(folder, &error))? {
        let entry = entry.map_err(|error| Error::io(folder, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "__MACOSX" {
            continue;
        }
        // Symbolic links are skipped.
        let Ok(kind) = entry.file_type() else { continue };
        let is_second = kind.is_dir() && found.replace(entry.path()).is_some();
        if is_second || kind.is_file() && interchange::is_importable(&name) {
            return Ok(None);
        }
    }
    Ok(found)
}

/// Whether a folder has the main file of a project.
fn is_project(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder).map_err(|error| Error::io(folder, &error))? {
        let path = entry.map_err(|error| Error::io(folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            continue;
        }
        if Tool::of_name(&name).is_some() || (has_ending(&name, "md") && is_index(&path)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn folder(
    (folder, chosen): (&Path, Option<&str>),
    options: &ImportOptions,
    watch: &Watch,
) -> Result<Option<ImportPlan>> {
    let mut files = Vec::new();
    let mut waiting: Vec<(PathBuf, String, usize)> = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((path, prefix, depth)) = waiting.pop() {
        for entry in std::fs::read_dir(&path).map_err(|error| Error::io(&path, &error))? {
            let entry = entry.map_err(|error| Error::io(&path, &error))?;
            let inside = entry.path();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            // Symbolic links are skipped.
            let Ok(metadata) = std::fs::symlink_metadata(&inside) else { continue };
            if metadata.is_dir() && depth < MAX_DEPTH {
                waiting.push((inside, format!("{name}/"), depth + 1));
            } else if metadata.is_file() {
                watch.report("read", files.len(), MAX_ENTRIES)?;
                let is_read = !name.contains('.') || READ.iter().any(|ending| has_ending(&name, ending));
                files.push((name, if is_read { read_file(&inside)? } else { Vec::new() }));
            }
            if files.len() > MAX_ENTRIES {
                break;
            }
        }
    }
    // The order of a folder differs from one file system to the next.
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    read(Archive::from_files(files).map_err(refused)?, chosen, options)
}

fn read(
    mut archive: Archive<'_>,
    chosen: Option<&str>,
    options: &ImportOptions,
) -> Result<Option<ImportPlan>> {
    let by_name = chosen.and_then(Tool::of_name);
    let tool = match by_name {
        Some(tool) => Some(tool),
        None => Tool::of(&mut archive).map_err(refused)?,
    };
    let Some(tool) = tool else { return Ok(None) };
    let document = tool.read(&mut archive, chosen).map_err(refused)?;
    Ok(Some(interchange::plan_project(document, tool, options)?))
}

fn refused(error: ReadError) -> Error {
    ImportError::Document { name: None, error }.into()
}
