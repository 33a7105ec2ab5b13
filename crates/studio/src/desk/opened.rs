//! Opening and closing the project of a desk.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_assist::workflows;
use wenfang_canon::{semantics, spelling};
use wenfang_manuscript::export::sites;
use wenfang_manuscript::parts::{CreatePart, Parent, PartId};
use wenfang_manuscript::projects::{CreateProject, NovelLanguage, OpenReportView};
use wenfang_manuscript::{language, projects};
use wenfang_project::{Mode, Project, meta};
use wenfang_usecase::{Error, NoParams, Result};

use super::damaged::{self, SalvagedProject};
use super::recent::{View, file_name};
use super::settings::Language;
use super::{Desk, backup_folder, care, indexer};
use crate::domains::CommandHost;
use crate::sample;
use crate::sample::Machine;
use std::sync::Arc;
use wenfang_story::Timestamp;

/// The open project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OpenedProject {
    /// Token of its path.
    pub path: String,
    /// Title of the novel.
    pub title: String,
    pub author: String,
    /// The language it is written in, if known.
    pub language: Option<NovelLanguage>,
    /// File name.
    pub name: String,
    /// Its folder, for display.
    pub folder: String,
    /// Whether it is open for writing.
    pub writable: bool,
    /// The salvaged content that is open, if the file is damaged.
    pub salvaged: Option<SalvagedProject>,
    /// Number of damaged places found by the check after opening.
    pub damage: usize,
    /// The newest intact backup; determined only if there is damage.
    pub sound_backup_at: Option<Timestamp>,
    /// What was noticed while opening.
    pub noticed: OpenReportView,
    /// The state of the window when it was last open.
    pub view: View,
    /// When it was last backed up and the backup verified.
    pub backed_up_at: Option<Timestamp>,
}

/// A project to create and open.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CreateAndOpen {
    /// Token of the path the author chose.
    pub path: String,
    /// Title of the novel.
    pub title: String,
    pub author: String,
    /// The language it will be written in; detected at the first import when absent.
    #[ts(optional = nullable)]
    pub language: Option<NovelLanguage>,
    /// The target length of each new chapter.
    #[ts(optional = nullable)]
    pub chapter_target: Option<u32>,
    /// Title of a first chapter with an empty scene; empty for none.
    pub first_chapter: String,
}

/// Creates a project and opens it.
pub async fn create(desk: &Desk, request: CreateAndOpen) -> Result<OpenedProject> {
    let path = desk.inner.paths.lock().require(&request.path)?;
    let created = CreateProject {
        path,
        title: request.title,
        author: request.author,
        language: request.language,
        chapter_target: request.chapter_target,
    };
    let project = projects::create(created).await?;
    if !request.first_chapter.is_empty() {
        let volume = create_part(&project, Parent::Manuscript, String::new()).await?;
        if let PartId::Volume(volume) = volume
            && let PartId::Chapter(chapter) =
                create_part(&project, Parent::Volume(volume), request.first_chapter).await?
        {
            create_part(&project, Parent::Chapter(chapter), String::new()).await?;
        }
    }
    set_project(desk, project).await
}

async fn create_part(project: &Project, parent: Parent, title: String) -> Result<PartId> {
    Ok(wenfang_manuscript::parts::create(project, CreatePart { parent, title, at: None }).await?.part)
}

/// How a project is opened.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OpenMode {
    /// For writing.
    #[default]
    Write,
    /// For writing, taking over the lock of a machine that is no longer running.
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
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub mode: OpenMode,
}

/// Opens a project. The previous project is closed once the new one is open.
pub async fn open(desk: &Desk, request: OpenProject) -> Result<OpenedProject> {
    let path = desk.inner.paths.lock().require(&request.path)?;
    let mode = match request.mode {
        OpenMode::Write => Mode::Write,
        OpenMode::TakeOver => Mode::TakeOver,
        OpenMode::Read => Mode::Read,
    };
    open_path(desk, &path, mode).await
}

/// Opens the project at a trusted path, from the system or the program itself.
pub(super) async fn open_path(desk: &Desk, path: &Path, mode: Mode) -> Result<OpenedProject> {
    if let Ok(project) = desk.open_project().await
        && std::fs::canonicalize(path).is_ok_and(|path| path == project.path())
        && (mode == Mode::Read || project.is_writable())
        && !must_salvage(desk, &project, mode)
    {
        return describe(desk, &project).await;
    }
    let opened = match mode {
        Mode::Read => projects::open_readable(path).await,
        Mode::Write | Mode::TakeOver => projects::open(path, mode).await,
    };
    match opened {
        Ok(project) => set_project(desk, project).await,
        Err(error) => Err(damaged::with_backup(desk, path, error).await),
    }
}

/// Whether opening must salvage the open project because it is damaged.
fn must_salvage(desk: &Desk, project: &Project, mode: Mode) -> bool {
    mode == Mode::Read && project.is_writable() && desk.inner.condition.lock().damage > 0
}

/// The sample novel to open.
#[derive(Clone, Copy, Debug, Default, Deserialize, ts_rs::TS)]
pub struct OpenSample {
    /// Its language; that of the window when absent, Chinese if the author has not chosen one.
    #[ts(optional = nullable)]
    pub language: Option<Language>,
}

/// Opens a sample novel, creating it unless it exists.
pub async fn open_sample(desk: &Desk, request: OpenSample) -> Result<OpenedProject> {
    let of_window = desk.inner.settings.lock().settings().language;
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

/// Closes the open project and stops its tasks.
pub(super) async fn close(desk: &Desk) -> Result<()> {
    desk.inner.jobs.lock().stop_project_jobs();
    // Dropping them aborts their tasks.
    drop(desk.inner.care.lock().take());
    drop(desk.inner.indexer.lock().take());
    // It holds the project open; its runs are left in a resumable state.
    let workflow_service = desk.inner.workflow_service.lock().take();
    if let Some(workflow_service) = workflow_service {
        workflow_service.close().await;
    }
    // Waits for running commands.
    let project = desk.inner.project.write().await.take();
    match project {
        Some(project) => {
            wenfang_recall::search::close(&project).await;
            Ok(project.close().await?)
        }
        None => Ok(()),
    }
}

/// Makes a project the open one and starts its tasks.
async fn set_project(desk: &Desk, project: Project) -> Result<OpenedProject> {
    close(desk).await?;
    if let Err(error) = language::detect(&project).await {
        // Not fatal: the Bible tab also asks for the language.
        tracing::warn!(code = ?error.code, "the language could not be detected");
    }
    let title = meta::require(&mut *project.begin_read().await?).await?.title;
    desk.inner.recent.lock().opened(project.path(), &title, project.now());
    damaged::note(desk, project.path(), project.salvaged().map_or(0, |salvaged| salvaged.report.places()))
        .await;
    project.set_backup_folder(backup_folder::configured(desk));
    let opened = describe(desk, &project).await?;
    semantics::attach(&project, Arc::new(desk.inner.meaning.clone()));
    spelling::attach(&project, desk.inner.dictionaries.clone());
    sites::attach(&project, &desk.inner.folders.config);
    *desk.inner.project.write().await = Some(project);
    let workflow_service = workflows::open(desk.session().await?, desk.run_listener()).await?;
    *desk.inner.workflow_service.lock() = Some(workflow_service);
    let care = care::MaintenanceTask::begin(desk, opened.noticed.unclean.is_some());
    *desk.inner.care.lock() = Some(care);
    *desk.inner.indexer.lock() = Some(indexer::Indexer::begin(desk));
    Ok(opened)
}

/// Describes the open project.
pub(super) async fn describe(desk: &Desk, project: &Project) -> Result<OpenedProject> {
    let record = meta::require(&mut *project.begin_read().await?).await?;
    let recent = desk.inner.recent.lock();
    let condition = *desk.inner.condition.lock();
    Ok(OpenedProject {
        path: desk.inner.paths.lock().token(project.path()),
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
