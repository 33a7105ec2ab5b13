//! Opening and closing the project of a desk.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_project::{Mode, Project, meta};

use super::damaged::{self, SalvagedProject};
use super::recent::{View, file_name};
use super::settings::Language;
use super::{Desk, care, indexer, locked};
use crate::error::{Error, Result};
use crate::language;
use crate::manuscript::{CreatePart, Parent, PartId};
use crate::meaning::semantic;
use crate::projects::NovelLanguage;
use crate::projects::{self, CreateProject, NoParams, NoticedInfo};
use crate::sample::{self, Machine};
use crate::spelling;
use crate::workflows;
use wenfang_story::Timestamp;

/// The open project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OpenedProject {
    /// Token of its path.
    pub path: String,
    /// Title of the novel.
    pub title: String,
    /// Its author.
    pub author: String,
    /// The language it is written in, if it is known.
    pub language: Option<NovelLanguage>,
    /// File name.
    pub name: String,
    /// The folder it is in, for people.
    pub folder: String,
    /// Whether it can be written.
    pub writable: bool,
    /// Its file is damaged: what could be read of it is open.
    pub salvaged: Option<SalvagedProject>,
    /// Places that the check after opening found damaged.
    pub damage: usize,
    /// The newest backup that holds what was written; looked for only when something is damaged.
    pub sound_backup_at: Option<Timestamp>,
    /// What was noticed while opening.
    pub noticed: NoticedInfo,
    /// How it stood in the window when it was left.
    pub view: View,
    /// The last proved backup.
    pub backed_up_at: Option<Timestamp>,
}

/// A project to create and open.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CreateAndOpen {
    /// Token of the path the author chose.
    pub path: String,
    /// Title of the novel.
    pub title: String,
    /// Its author.
    pub author: String,
    /// The language it will be written in; found out at the first import when absent.
    #[ts(optional = nullable)]
    pub language: Option<NovelLanguage>,
    /// Title of a first chapter with an empty scene; none when empty.
    pub first_chapter: String,
}

/// Creates a project and opens it.
pub async fn create(desk: &Desk, request: CreateAndOpen) -> Result<OpenedProject> {
    let path = locked(&desk.inner.paths).require(&request.path)?;
    let created =
        CreateProject { path, title: request.title, author: request.author, language: request.language };
    let project = projects::create(created).await?;
    if !request.first_chapter.is_empty() {
        let volume = part(&project, Parent::Manuscript, String::new()).await?;
        if let PartId::Volume(volume) = volume
            && let PartId::Chapter(chapter) =
                part(&project, Parent::Volume(volume), request.first_chapter).await?
        {
            part(&project, Parent::Chapter(chapter), String::new()).await?;
        }
    }
    put(desk, project).await
}

async fn part(project: &Project, parent: Parent, title: String) -> Result<PartId> {
    Ok(crate::manuscript::create(project, CreatePart { parent, title, at: None }).await?.part)
}

/// How a project is opened.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OpenMode {
    /// For writing.
    #[default]
    Write,
    /// For writing, taking over the lock of a machine that does not run any more.
    TakeOver,
    /// For reading.
    Read,
}

/// A project to open.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct OpenProject {
    /// Token of its path.
    pub path: String,
    /// How.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub mode: OpenMode,
}

/// Opens a project. The one that was open is closed when the new one is open.
pub async fn open(desk: &Desk, request: OpenProject) -> Result<OpenedProject> {
    let path = locked(&desk.inner.paths).require(&request.path)?;
    let mode = match request.mode {
        OpenMode::Write => Mode::Write,
        OpenMode::TakeOver => Mode::TakeOver,
        OpenMode::Read => Mode::Read,
    };
    open_path(desk, &path, mode).await
}

/// Opens the project at a path that the system or the program itself named.
pub(super) async fn open_path(desk: &Desk, path: &Path, mode: Mode) -> Result<OpenedProject> {
    if let Ok(project) = desk.open_project().await
        && std::fs::canonicalize(path).is_ok_and(|path| path == project.path())
        && !is_to_be_salvaged(desk, &project, mode)
    {
        return describe(desk, &project).await;
    }
    let opened = match mode {
        Mode::Read => projects::open_readable(path).await,
        Mode::Write | Mode::TakeOver => projects::open(path, mode).await,
    };
    match opened {
        Ok(project) => put(desk, project).await,
        Err(error) => Err(damaged::with_backup(desk, path, error).await),
    }
}

/// Whether the open project is damaged and what can be read of it is to be opened instead.
fn is_to_be_salvaged(desk: &Desk, project: &Project, mode: Mode) -> bool {
    mode == Mode::Read && project.is_writable() && locked(&desk.inner.condition).damage > 0
}

/// Which of our own short novels to open.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
pub struct OpenSample {
    /// The language it is written in; that of the window when absent, Chinese where the author has not chosen one.
    #[ts(optional = nullable)]
    pub language: Option<Language>,
}

/// Opens one of our own short novels, made anew unless it is there from last time.
pub async fn open_sample(desk: &Desk, request: OpenSample) -> Result<OpenedProject> {
    let of_window = locked(&desk.inner.settings).settings().language;
    let language = request.language.or(of_window).unwrap_or(Language::Zh);
    let path = desk.inner.folders.data.join(sample::file_name(language));
    if !path.exists() {
        std::fs::create_dir_all(&desk.inner.folders.data)
            .map_err(|error| Error::io(&desk.inner.folders.data, &error))?;
        let machine = Machine { models: desk.inner.models.clone(), meaning: desk.inner.meaning.clone() };
        sample::create(&path, language, machine).await?;
    }
    open_path(desk, &path, Mode::Write).await
}

/// Closes the open project.
pub async fn close_project(desk: &Desk, _: NoParams) -> Result<Value> {
    close(desk).await?;
    Ok(json!({}))
}

/// Closes what is open.
pub(super) async fn close(desk: &Desk) -> Result<()> {
    locked(&desk.inner.jobs).stop_all();
    // Its task ends with it.
    drop(locked(&desk.inner.care).take());
    drop(locked(&desk.inner.indexer).take());
    // It holds the project open; its runs are left as ones that can be taken up.
    let workflow_service = locked(&desk.inner.workflow_service).take();
    if let Some(workflow_service) = workflow_service {
        workflow_service.close().await;
    }
    // Waits for the commands that are running.
    let project = desk.inner.project.write().await.take();
    match project {
        Some(project) => {
            crate::search::close(&project).await;
            Ok(project.close().await?)
        }
        None => Ok(()),
    }
}

/// Puts an open project on the desk.
async fn put(desk: &Desk, project: Project) -> Result<OpenedProject> {
    close(desk).await?;
    if let Err(error) = language::note(&project).await {
        // It is asked for in the Bible tab as well.
        tracing::warn!(code = ?error.code, "the language was not found out");
    }
    let title = meta::require(&mut *project.begin_read().await?).await?.title;
    locked(&desk.inner.recent).opened(project.path(), &title, project.now());
    damaged::note(desk, project.path(), project.salvaged().map_or(0, |salvaged| salvaged.report.places()))
        .await;
    let opened = describe(desk, &project).await?;
    semantic::attach(&project, desk.inner.meaning.clone());
    spelling::attach(&project, desk.inner.dictionaries.clone());
    *desk.inner.project.write().await = Some(project);
    let workflow_service = workflows::open(desk.session().await?, desk.tell_of_runs()).await?;
    *locked(&desk.inner.workflow_service) = Some(workflow_service);
    let care = care::MaintenanceTask::begin(desk, opened.noticed.unclean.is_some());
    *locked(&desk.inner.care) = Some(care);
    *locked(&desk.inner.indexer) = Some(indexer::Indexer::begin(desk));
    Ok(opened)
}

/// The open project in words.
pub(super) async fn describe(desk: &Desk, project: &Project) -> Result<OpenedProject> {
    let record = meta::require(&mut *project.begin_read().await?).await?;
    let recent = locked(&desk.inner.recent);
    let condition = *locked(&desk.inner.condition);
    Ok(OpenedProject {
        path: locked(&desk.inner.paths).token(project.path()),
        salvaged: damaged::salvaged(project),
        damage: condition.damage,
        sound_backup_at: condition.backup,
        language: NovelLanguage::of_tag(&record.language),
        title: record.title,
        author: record.author,
        name: file_name(project.path()),
        folder: project.path().parent().map(|folder| folder.display().to_string()).unwrap_or_default(),
        writable: project.is_writable(),
        noticed: projects::noticed(project),
        view: recent.view(project.path()),
        backed_up_at: recent.backed_up_at(project.path()),
    })
}
