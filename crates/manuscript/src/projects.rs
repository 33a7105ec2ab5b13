//! Project files: create, open, describe, back up.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_project::backup::{self, Keep};
use wenfang_project::manuscript::{self, Totals};
use wenfang_project::salvage::{self, Report};
use wenfang_project::watch::Watch;
use wenfang_project::{
    self as project, Clock, CloudFolder, Damage, FileError, Foreign, Holder, Mode, OpenOptions, Project,
    checkpoints, meta, schema, statistics, verify,
};
use wenfang_story::{ProjectRecord, Timestamp};
pub use wenfang_text::NovelLanguage;
use wenfang_text::marks;
use wenfang_usecase::{Code, Error, NoParams, Result, double_option};

use crate::parts::counted_scenes;
use crate::title::title;

/// A project to create.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct CreateProject {
    /// The path of the new file.
    pub path: PathBuf,
    /// Title of the novel.
    pub title: String,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub author: String,
    /// The language it will be written in; detected at the first import when absent.
    pub language: Option<NovelLanguage>,
    /// The target length of each new chapter; none when absent.
    pub chapter_target: Option<u32>,
}

/// Creates a new, empty project and opens it.
pub async fn create(request: CreateProject) -> Result<Project> {
    let title = title(&request.title)?;
    let author = request.author.trim().to_owned();
    let CreateProject { language, chapter_target, .. } = request;
    let language = tag(language);
    let record = ProjectRecord { title, author, language, chapter_target, marks: marks::VERSION };
    Ok(Project::create(&request.path, &record, Clock::system()).await?)
}

fn tag(language: Option<NovelLanguage>) -> String {
    language.map(NovelLanguage::tag).unwrap_or_default().to_owned()
}

/// Opens a project.
///
/// # Errors
/// The errors of [`Project::open`]; [`Code::Damaged`] also if the header of a project file is damaged.
pub async fn open(path: &Path, mode: Mode) -> Result<Project> {
    Ok(Project::open(path, OpenOptions::new(mode)).await.map_err(|error| recognise_damage(path, error))?)
}

/// Opens a project for reading. If it is damaged or its schema is not one that Wenfang creates, opens what can be
/// salvaged.
///
/// # Errors
/// The errors of [`Project::open`]; [`Code::Damaged`] if nothing of it can be read.
pub async fn open_readable(path: &Path) -> Result<Project> {
    let options = OpenOptions::new(Mode::Read);
    match Project::open(path, options.clone()).await.map_err(|error| recognise_damage(path, error)) {
        Ok(project) if is_readable(&project).await? => Ok(project),
        Ok(project) => {
            project.close().await?;
            open_damaged(path, options).await
        }
        Err(
            project::Error::Damaged(_)
            | project::Error::File(FileError::Foreign { foreign: Foreign::ForeignSchema, .. }),
        ) => open_damaged(path, options).await,
        Err(error) => Err(error.into()),
    }
}

/// Reports a project file as damaged if it is not recognised because its header is damaged.
fn recognise_damage(path: &Path, error: project::Error) -> project::Error {
    let project::Error::File(FileError::Foreign {
        foreign: Foreign::NotADatabase | Foreign::OtherApplication,
        ..
    }) = error
    else {
        return error;
    };
    if !salvage::was_project(path) {
        return error;
    }
    project::Error::Damaged(Damage::Structure { finding: "the beginning of the file is damaged".to_owned() })
}

async fn is_readable(project: &Project) -> Result<bool> {
    match project.begin_read().await {
        Ok(mut tx) => Ok(verify::is_readable(&mut tx).await?),
        Err(project::Error::Damaged(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn open_damaged(path: &Path, options: OpenOptions) -> Result<Project> {
    Project::open_damaged(path, options).await.map_err(|error| match error {
        project::Error::Damaged(_) => Error::new(
            Code::Damaged,
            "the project file is damaged, and no text can be read from it",
            "The file was left as it is. Open the newest backup from the backup folder.",
        )
        .with(json!({ "unreadable": true })),
        error => error.into(),
    })
}

/// A request to save the salvaged content as a new project file.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct KeepSalvaged {
    /// The path of the new file.
    pub path: PathBuf,
}

/// A new project file with the salvaged content.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct KeptSalvaged {
    pub path: PathBuf,
    /// What could not be salvaged.
    pub salvage: Report,
}

/// Writes the salvaged content of a damaged project to a new file. The damaged file stays unchanged.
///
/// # Errors
/// [`Code::BadRequest`] for a project that is not damaged; [`Code::FileExists`].
pub async fn keep_salvaged(project: &Project, request: KeepSalvaged) -> Result<KeptSalvaged> {
    let Some(salvaged) = project.salvaged() else {
        return Err(Error::bad_request(
            "the project is not damaged",
            "Nothing was changed. Copy it with `wenfang backup`.",
        ));
    };
    backup::copy_out(&salvaged.path, &request.path)?;
    Ok(KeptSalvaged { path: request.path, salvage: salvaged.report.clone() })
}

/// A summary of a project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProjectInfo {
    /// Title of the novel.
    pub title: String,
    pub author: String,
    /// The language it is written in, if known.
    pub language: Option<NovelLanguage>,
    /// The target length of each new chapter.
    pub chapter_target: Option<u32>,
    /// Schema version of the file.
    pub schema: i64,
    /// Volumes in the manuscript.
    pub volumes: usize,
    /// Chapters in the manuscript.
    pub chapters: usize,
    /// Scenes in the manuscript.
    pub scenes: usize,
    /// Versions of all scenes.
    pub versions: u64,
    pub checkpoints: usize,
    /// Drafts that are not versions yet.
    pub drafts: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Counts of the manuscript by the four rules.
    pub counts: Totals,
    /// What was noticed while opening.
    pub noticed: OpenReportView,
}

/// What was noticed while opening a project.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OpenReportView {
    /// The last writer, if it did not close the project.
    pub unclean: Option<Holder>,
    /// Signs of a synced folder.
    pub cloud: Option<CloudFolder>,
    /// The backup of the file from before its migration.
    pub migrated_from: Option<PathBuf>,
    /// The newer schema of the file, which is therefore open read-only.
    pub newer_schema: Option<i64>,
}

/// Returns a summary of the project.
pub async fn info(project: &Project, _: NoParams) -> Result<ProjectInfo> {
    let mut tx = project.begin_read().await?;
    let record = meta::require(&mut tx).await?;
    let volumes = manuscript::volumes(&mut tx).await?.len();
    let chapters = manuscript::chapters(&mut tx).await?.len();
    let scenes = counted_scenes(project, &mut tx).await?;
    let mut counts = Totals::default();
    for scene in &scenes {
        counts += scene.totals;
    }
    let rows = statistics::rows(&mut tx).await?;
    Ok(ProjectInfo {
        language: NovelLanguage::of_tag(&record.language),
        title: record.title,
        author: record.author,
        chapter_target: record.chapter_target,
        schema: schema::version(&mut tx).await?,
        volumes,
        chapters,
        scenes: scenes.len(),
        versions: rows.versions,
        checkpoints: checkpoints::list(&mut tx).await?.len(),
        drafts: rows.drafts,
        bytes: rows.bytes,
        counts,
        noticed: noticed(project),
    })
}

/// Returns what was noticed while opening a project.
pub fn noticed(project: &Project) -> OpenReportView {
    let noticed = project.noticed();
    OpenReportView {
        unclean: noticed.unclean.clone(),
        cloud: noticed.cloud.clone(),
        migrated_from: noticed.migrated.as_ref().map(|migrated| migrated.backup.clone()),
        newer_schema: noticed.newer_schema,
    }
}

/// Changes to the description of the novel.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DescribeProject {
    /// Its title; unchanged when absent.
    pub title: Option<String>,
    /// Its author; unchanged when absent.
    pub author: Option<String>,
    /// The language it is written in; unchanged when absent.
    pub language: Option<NovelLanguage>,
    /// The target length of each new chapter; `null` removes it, unchanged when absent.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<u32>")]
    pub chapter_target: Option<Option<u32>>,
}

/// The description of the novel after a change.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProjectDescribed {
    pub title: String,
    pub author: String,
    /// The language it is written in, if known.
    pub language: Option<NovelLanguage>,
    /// The target length of each new chapter.
    pub chapter_target: Option<u32>,
}

/// Changes the description of the novel.
pub async fn describe(project: &Project, request: DescribeProject) -> Result<ProjectDescribed> {
    let mut tx = project.begin_write().await?;
    let mut record = meta::require(&mut tx).await?;
    if let Some(new) = request.title {
        record.title = title(&new)?;
    }
    if let Some(new) = request.author {
        record.author = title(&new)?;
    }
    if let Some(new) = request.chapter_target {
        record.chapter_target = new;
    }
    if request.language.is_some() {
        record.language = tag(request.language);
    }
    meta::update(&mut tx, &record).await?;
    tx.commit().await?;
    let language = NovelLanguage::of_tag(&record.language);
    let ProjectRecord { title, author, chapter_target, .. } = record;
    Ok(ProjectDescribed { title, author, language, chapter_target })
}

/// A backup to create.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct BackUp {
    pub folder: PathBuf,
}

/// A backup that was created.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BackedUp {
    pub path: PathBuf,
    pub bytes: u64,
    /// When it was verified to be readable and equal.
    pub proved_at: Timestamp,
    /// Older backups that were thinned out.
    pub removed: Vec<PathBuf>,
}

/// Copies the project into a folder and verifies the copy.
pub async fn back_up(project: &Project, request: BackUp, watch: &Watch) -> Result<BackedUp> {
    let copy = backup::backup(project, &request.folder, Keep::default(), watch).await?;
    Ok(BackedUp { path: copy.path, bytes: copy.bytes, proved_at: project.now(), removed: copy.removed })
}
