//! The prompt workshop: shipped templates, the project's own versions, import and export.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::prompts::{
    Fault, Language, Rendered, Template, TemplateError, VARIABLES, Variable, sample_for, shipped,
    shipped_template,
};
use wenfang_project::{Project, canon};
use wenfang_story::PromptId;
use wenfang_story::generation::PromptRecord;
use wenfang_text::{Hunk, diff};
use wenfang_usecase::{Code, Error, NoParams, Result};

use super::read_artifacts::unknown_artifacts;
use super::template::{faulty, in_use, known, parsed, versions};

/// The templates and the variables they may use.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptList {
    /// By group, in workflow order.
    pub prompts: Vec<PromptEntry>,
    pub variables: Vec<Variable>,
}

/// A template with the project's versions of it.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptEntry {
    pub group: String,
    pub key: String,
    /// Language of the prompt: `zh` or `en`.
    pub language: Language,
    pub title: String,
    pub description: String,
    /// The project's version in use; none when the shipped one is in use.
    pub in_use: Option<PromptId>,
    /// The project's versions, oldest first.
    pub versions: Vec<PromptVersion>,
}

/// One of the project's versions of a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptVersion {
    pub id: PromptId,
    /// Counted from 1.
    pub version: u32,
    pub note: String,
}

/// Lists the templates.
pub async fn list(project: &Project, _: NoParams) -> Result<PromptList> {
    let mut tx = project.begin_read().await?;
    let mut prompts = Vec::new();
    for known in shipped() {
        let own = versions(&mut tx, (known.group, known.key, known.language)).await?;
        let in_use = own.iter().rev().find(|(_, record)| record.enabled);
        let source = in_use.map_or(known.source, |(_, record)| record.template.as_str());
        // A version that can no longer be parsed is still listed, under the title of the shipped one.
        let heading = Template::parse(source).or_else(|_| Template::parse(known.source));
        let heading = heading.map(|template| template.heading().clone()).map_err(|error| faulty(&[error]))?;
        prompts.push(PromptEntry {
            group: known.group.to_owned(),
            key: known.key.to_owned(),
            language: known.language,
            title: heading.title,
            description: heading.description,
            in_use: in_use.map(|(id, _)| *id),
            versions: own
                .into_iter()
                .map(|(id, record)| PromptVersion { id, version: record.version, note: record.note })
                .collect(),
        });
    }
    Ok(PromptList { prompts, variables: VARIABLES.to_vec() })
}

/// Identifies a template and one of its versions.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct PromptRequest {
    pub group: String,
    pub key: String,
    pub language: Language,
    /// The project's version; the shipped one when absent.
    pub id: Option<PromptId>,
}

/// The source of a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptText {
    pub template: String,
}

/// Reads a template.
pub async fn get(project: &Project, request: PromptRequest) -> Result<PromptText> {
    let mut tx = project.begin_read().await?;
    Ok(PromptText { template: source(&mut tx, &request).await? })
}

async fn source(conn: &mut SqliteConnection, of: &PromptRequest) -> Result<String> {
    match of.id {
        Some(id) => Ok(canon::live(conn, id).await?.template),
        None => shipped_template(&of.group, &of.key, of.language)
            .map(|template| template.source().to_owned())
            .ok_or_else(|| {
                Error::new(Code::NotFound, "there is no such prompt", "Choose a prompt from the list.")
            }),
    }
}

/// A new version of a template.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SavePrompt {
    pub group: String,
    pub key: String,
    pub language: Language,
    pub template: String,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
}

/// The version that was saved.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct PromptSaved {
    pub id: PromptId,
    pub version: u32,
}

/// Saves a template as the project's next version and enables it.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line; [`Code::NotFound`] for an unknown key.
pub async fn save(project: &Project, request: SavePrompt) -> Result<PromptSaved> {
    let template = parsed(&request.template)?;
    if template.heading().language != request.language {
        return Err(Error::new(
            Code::PromptFaulty,
            "the heading names a different language than the request",
            "Nothing was changed. Set `language` in the heading to the language of this prompt.",
        ));
    }
    let key = (request.group.as_str(), request.key.as_str(), request.language);
    let mut tx = project.begin_write().await?;
    let template = known(&mut tx, template).await?;
    in_use(&mut tx, key).await.map(|_| ()).or_else(|error| match error.code {
        // An existing version that is no longer valid can still be replaced.
        Code::PromptFaulty => Ok(()),
        _ => Err(error),
    })?;
    let own = versions(&mut tx, key).await?;
    let version = own.iter().map(|(_, record)| record.version).max().unwrap_or(0) + 1;
    switch(&mut tx, own, None).await?;
    let record = PromptRecord {
        group: request.group.clone(),
        key: request.key.clone(),
        language: request.language.code().to_owned(),
        version,
        template: template.source().to_owned(),
        note: request.note,
        enabled: true,
    };
    let id: PromptId = canon::insert(&mut tx, &record, project.now()).await?;
    tx.commit().await?;
    Ok(PromptSaved { id, version })
}

/// Enables one version and disables all others; with no version, the shipped template is in use.
async fn switch(
    conn: &mut SqliteConnection,
    own: Vec<(PromptId, PromptRecord)>,
    on: Option<PromptId>,
) -> Result<()> {
    for (id, record) in own {
        let enabled = on == Some(id);
        if record.enabled != enabled {
            canon::update(conn, id, &PromptRecord { enabled, ..record }).await?;
        }
    }
    Ok(())
}

/// Puts a version into use: one of the project's, or the shipped one.
///
/// # Errors
/// [`Code::NotFound`] for a version of another template.
pub async fn enable(project: &Project, request: PromptRequest) -> Result<PromptList> {
    let mut tx = project.begin_write().await?;
    let own = versions(&mut tx, (&request.group, &request.key, request.language)).await?;
    if request.id.is_some_and(|id| own.iter().all(|(known, _)| *known != id)) {
        return Err(Error::new(
            Code::NotFound,
            "this version does not belong to that prompt",
            "Nothing was changed. Choose a version from the list of prompts.",
        ));
    }
    switch(&mut tx, own, request.id).await?;
    tx.commit().await?;
    list(project, NoParams {}).await
}

/// Two versions of a template to compare.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ComparePrompts {
    pub group: String,
    pub key: String,
    pub language: Language,
    /// The earlier version; the shipped one when absent.
    pub from: Option<PromptId>,
    /// The later version; the shipped one when absent.
    pub to: Option<PromptId>,
}

/// The differences between two versions.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptDiff {
    pub from: String,
    pub to: String,
    /// Differences, in char offsets of both texts.
    pub hunks: Vec<Hunk>,
}

/// Compares two versions of a template.
pub async fn compare(project: &Project, request: ComparePrompts) -> Result<PromptDiff> {
    let mut tx = project.begin_read().await?;
    let ComparePrompts { group, key, language, from, to } = request;
    let of = |id| PromptRequest { group: group.clone(), key: key.clone(), language, id };
    let (from, to) = (source(&mut tx, &of(from)).await?, source(&mut tx, &of(to)).await?);
    let hunks = diff(&from, &to).hunks;
    Ok(PromptDiff { from, to, hunks })
}

/// A template to check before it is saved.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CheckPrompt {
    pub template: String,
}

/// The result of checking a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptChecked {
    /// Faults by line; empty when the template is valid.
    pub faults: Vec<PromptFault>,
    /// The template rendered with sample values; none when it is invalid.
    pub example: Option<Rendered>,
}

/// A fault of a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptFault {
    /// Counted from 1.
    pub line: usize,
    /// The kind of fault, for programs.
    pub what: Fault,
    /// The fault in English.
    pub message: String,
}

impl PromptFault {
    /// Converts template errors for the answer.
    pub(super) fn all(faults: &[TemplateError]) -> Vec<Self> {
        let to_view = |fault: &TemplateError| Self {
            line: fault.line,
            what: fault.what.clone(),
            message: fault.what.to_string(),
        };
        faults.iter().map(to_view).collect()
    }
}

/// Checks a template and renders it with sample values.
pub async fn check(project: &Project, request: CheckPrompt) -> Result<PromptChecked> {
    let template = match Template::import(&request.template) {
        Err(faults) => return Ok(PromptChecked { faults: PromptFault::all(&faults), example: None }),
        Ok(template) => template,
    };
    let mut tx = project.begin_read().await?;
    let faults = unknown_artifacts(&mut tx, &template).await?;
    let example = if faults.is_empty() { template.render(&sample_for(&template)).ok() } else { None };
    Ok(PromptChecked { faults: PromptFault::all(&faults), example })
}

/// A template to write to a file.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ExportPrompt {
    pub group: String,
    pub key: String,
    pub language: Language,
    /// The project's version; the shipped one when absent.
    pub id: Option<PromptId>,
    pub out: PathBuf,
}

/// The file a template was written to.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptExported {
    pub file: String,
}

/// Writes a template to a file.
pub async fn export(project: &Project, request: ExportPrompt) -> Result<PromptExported> {
    let ExportPrompt { group, key, language, id, out } = request;
    let mut tx = project.begin_read().await?;
    let template = source(&mut tx, &PromptRequest { group, key, language, id }).await?;
    wenfang_usecase::files::write_whole(&out, template.as_bytes())?;
    Ok(PromptExported { file: out.file_name().unwrap_or_default().to_string_lossy().into_owned() })
}

/// A template file to import.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ImportPrompt {
    pub group: String,
    pub key: String,
    pub language: Language,
    pub source: PathBuf,
}

/// Size limit of an imported template, in bytes.
pub const MAX_TEMPLATE_BYTES: usize = 1 << 20;

/// Imports a template file as the project's next version and enables it.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line; file errors.
pub async fn import(project: &Project, request: ImportPrompt) -> Result<PromptSaved> {
    let path = &request.source;
    let bytes = wenfang_project::read_regular(path, MAX_TEMPLATE_BYTES)?;
    let template = String::from_utf8(bytes).map_err(|_| {
        Error::new(
            Code::PromptFaulty,
            "the file is not valid UTF-8",
            "Nothing was changed. Save it as UTF-8.",
        )
    })?;
    let note = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ImportPrompt { group, key, language, .. } = request;
    save(project, SavePrompt { group, key, language, template, note }).await
}
