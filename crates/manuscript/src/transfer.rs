//! Import of manuscripts.

mod manuscript_state;
mod projects;
mod text_traits;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_interchange::{
    self as interchange, ChapterPattern, DecodeError, Encoding, ImportError, ImportOptions, ImportPlan,
    MAX_BYTES, Split, Undecodable,
};
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::watch::Watch;
use wenfang_project::{FileError, Project, parts, read_regular};
use wenfang_story::CheckpointId;
use wenfang_text::{NovelLanguage, Person};
use wenfang_usecase::{Code, Error, Result};
use wenfang_versions as versions;

use manuscript_state::{EndOfBook, end_of_book};
pub use manuscript_state::{ManuscriptState, manuscript_state};
use text_traits::{TextTraits, text_traits};

use crate::language;

/// Maximum number of files a folder import reads.
const MAX_FILES: usize = 10_000;

/// A text import.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ImportText {
    /// A text, a Markdown file or a document, a folder of them, or a project of a writing tool.
    pub source: PathBuf,
    /// Name of the encoding; detected when absent.
    pub encoding: Option<String>,
    /// How to find chapters.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub split: SplitBy,
    /// What to do with bytes that do not decode.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub undecodable: OnUndecodable,
    /// Whether the text before the first heading is left out.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub without_front: bool,
}

/// How to find chapters.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SplitBy {
    /// By detected headings.
    #[default]
    Auto,
    /// Do not split.
    None,
    /// By a regular expression that matches titles.
    Pattern(String),
    Titles(Vec<String>),
}

/// What to do with bytes that do not decode.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OnUndecodable {
    /// Refuse the file.
    #[default]
    Refuse,
    /// Replace them with U+FFFD and count them.
    Replace,
}

/// The content an import found, and what it wrote.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Imported {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Volumes found.
    pub volumes: usize,
    /// Chapters found.
    pub chapters: usize,
    /// Scenes found.
    pub scenes: usize,
    /// Whether the book was new: empty, or with one chapter without text, which the imported text replaces.
    pub into_new: bool,
    /// A checkpoint of the state before; restoring it undoes the import.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<CheckpointId>,
    /// The language of the texts, if it is a supported one.
    pub language: Option<NovelLanguage>,
    /// The narrative person, if it is clear.
    pub person: Option<Person>,
    /// The import plan: title, author, encoding, volumes with their chapters, warnings, changes by rule.
    pub found: Value,
}

/// Shows the result of an import without writing it.
pub async fn preview(project: &Project, request: ImportText, watch: &Watch) -> Result<Imported> {
    let state = manuscript_state(&mut *project.begin_read().await?).await?;
    preview_into(state, request, watch).await
}

/// The same for a manuscript that may not exist yet.
pub async fn preview_into(state: ManuscriptState, request: ImportText, watch: &Watch) -> Result<Imported> {
    let plan = plan(request, watch).await?;
    let traits = text_traits(&plan).await?;
    imported(&plan, (state, None), traits)
}

/// Imports a text at the end of the manuscript, in one transaction, after creating a checkpoint. Volumes in which
/// nothing is for print stay behind it. In a new book, the empty first chapter moves to the bin. A novel
/// without a language gets that of the text.
pub async fn import(project: &Project, request: ImportText, watch: &Watch) -> Result<Imported> {
    let source = request.source.clone();
    let plan = plan(request, watch).await?;
    let name = format!("↧ {}", source.file_name().unwrap_or_default().to_string_lossy());
    let traits = text_traits(&plan).await?;
    let mut tx = project.begin_write().await?;
    let state = manuscript_state(&mut tx).await?;
    let new = NewCheckpoint { name: &name, note: "", reason: Reason::BeforeImport };
    let before = versions::checkpoint(&mut tx, project.now(), new).await?;
    wenfang_project::step("import.remembered");
    let end = match &state {
        ManuscriptState::Started => end_of_book(&mut tx).await?,
        ManuscriptState::Empty(_) => EndOfBook::default(),
    };
    let inserted = interchange::insert(&mut tx, project.now(), &plan, end.untitled, watch).await?;
    for volume in end.unprinted {
        parts::place(&mut tx, volume, (), None).await?;
    }
    if let ManuscriptState::Empty(waiting) = &state {
        parts::bin(&mut tx, waiting, project.now()).await?;
    }
    if let Some(language) = traits.language {
        language::store_if_missing(&mut tx, language).await?;
    }
    wenfang_project::step("import.inserted");
    tx.commit().await?;
    wenfang_project::step("import.committed");
    tracing::info!(chapters = inserted.chapters, scenes = inserted.scenes, "imported");
    imported(&plan, (state, Some(before)), traits)
}

fn imported(
    plan: &ImportPlan,
    (state, before): (ManuscriptState, Option<CheckpointId>),
    TextTraits { language, person }: TextTraits,
) -> Result<Imported> {
    let found = serde_json::to_value(plan.summary())
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?;
    Ok(Imported {
        dry_run: before.is_none(),
        volumes: plan.volumes.len(),
        chapters: plan.chapters().count(),
        scenes: plan.chapters().map(|chapter| chapter.scenes.len()).sum(),
        into_new: state != ManuscriptState::Started,
        before,
        language,
        person,
        found,
    })
}

/// Reads the source and plans its import on a blocking thread.
async fn plan(request: ImportText, watch: &Watch) -> Result<ImportPlan> {
    let encoding = request.encoding.as_deref().map(str::parse::<Encoding>).transpose().map_err(|error| {
        Error::bad_request(
            error.to_string(),
            "Nothing was changed. Choose one of these, or omit it to have it detected.",
        )
    })?;
    let split = match request.split {
        SplitBy::Auto => Split::Auto,
        SplitBy::None => Split::None,
        SplitBy::Titles(titles) => Split::Titles(titles),
        SplitBy::Pattern(pattern) => Split::Pattern(ChapterPattern::new(&pattern).map_err(|error| {
            Error::bad_request(
                error.to_string(),
                "Nothing was changed. Fix the pattern, for example ^第.+章.",
            )
        })?),
    };
    let undecodable = match request.undecodable {
        OnUndecodable::Refuse => Undecodable::Refuse,
        OnUndecodable::Replace => Undecodable::Replace,
    };
    let source = request.source;
    let without_front = request.without_front;
    let watch = watch.clone();
    let planned = tokio::task::spawn_blocking(move || {
        let options = ImportOptions { encoding, split, undecodable, file_name: None };
        let plan = match projects::plan(&source, &options, &watch)? {
            Some(plan) => plan,
            None if source.is_dir() => plan_folder(&source, &options, &watch)?,
            None => plan_file(&source, options)?,
        };
        Ok(if without_front { plan.without_front() } else { plan })
    });
    planned.await.map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })?
}

fn plan_file(source: &Path, options: ImportOptions) -> Result<ImportPlan> {
    let bytes = read_file(source)?;
    let file_name = source.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(interchange::plan(&bytes, &ImportOptions { file_name, ..options })?)
}

fn plan_folder(folder: &Path, options: &ImportOptions, watch: &Watch) -> Result<ImportPlan> {
    let entries = std::fs::read_dir(folder).map_err(|error| Error::io(folder, &error))?;
    let entries: Vec<_> = entries.collect();
    let total = entries.len();
    let mut files = Vec::new();
    let mut bytes = 0;
    for (done, entry) in entries.into_iter().enumerate() {
        watch.report("read", done, total)?;
        let path = entry.map_err(|error| Error::io(folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Symbolic links are skipped.
        if !interchange::is_importable(&name)
            || !std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file())
        {
            continue;
        }
        let content = read_file(&path)?;
        bytes += content.len();
        if files.len() == MAX_FILES || bytes > MAX_BYTES {
            return Err(Error::new(
                Code::ImportRefused,
                format!(
                    "{} contains more than {MAX_FILES} files or {MAX_BYTES} bytes of text",
                    folder.display()
                ),
                "Nothing was changed. Import it in parts.",
            ));
        }
        files.push((name, content));
    }
    interchange::plan_files_telling(files, options, |done, total| Ok(watch.report("plan", done, total)?))
}

/// Reads a file to import.
///
/// # Errors
/// The path is not a regular file; the file is larger than [`MAX_BYTES`] or cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    read_regular(path, MAX_BYTES).map_err(|error| match error {
        FileError::FileTooLarge { .. } => {
            let size = std::fs::metadata(path).map_or(MAX_BYTES as u64 + 1, |metadata| metadata.len());
            let bytes = usize::try_from(size).unwrap_or(usize::MAX);
            ImportError::Decode(DecodeError::TooLarge { bytes }).into()
        }
        error => error.into(),
    })
}

/// Reads a UTF-8 text file of at most `most` bytes.
///
/// # Errors
/// The path is not a regular file; the file is larger, is not UTF-8, or cannot be read.
pub fn read_utf8(path: &Path, most: usize) -> Result<String> {
    utf8(read_regular(path, most)?, &path.display().to_string())
}

/// Decodes bytes as UTF-8; `name` names them in the error.
///
/// # Errors
/// Bytes that are not UTF-8.
pub fn utf8(bytes: Vec<u8>, name: &str) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::bad_request(
            format!("{name} is not UTF-8: invalid byte at offset {at}"),
            "Nothing was changed. Convert it to UTF-8, or use `wenfang import`, which supports other encodings.",
        )
    })
}
