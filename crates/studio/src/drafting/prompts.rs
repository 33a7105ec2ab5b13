//! The prompt workshop: templates, the project's own versions of them, and their files.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_drafting::prompts::{
    Fault, Language, Rendered, Template, TemplateError, VARIABLES, Variable, sample_variables, shipped,
    shipped_template,
};
use wenfang_project::{Project, canon};
use wenfang_story::PromptId;
use wenfang_story::generation::PromptRecord;
use wenfang_text::{Hunk, diff};

use super::template::{faulty, in_use, parsed, versions};
use crate::error::{Code, Error, Result};
use crate::projects::NoParams;

/// The templates.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptList {
    /// By group, in the order of work.
    pub prompts: Vec<PromptEntry>,
    /// What a template may use.
    pub variables: Vec<Variable>,
}

/// A template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptEntry {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// The language it speaks to the model: `zh` or `en`.
    pub language: Language,
    /// What people call it.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// The project's own version in use; the shipped one when none.
    pub in_use: Option<PromptId>,
    /// The project's own versions, oldest first.
    pub versions: Vec<PromptVersion>,
}

/// A version of the project's own.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptVersion {
    /// Its id.
    pub id: PromptId,
    /// 1, 2, 3 …
    pub version: u32,
    /// What the author noted.
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
        // A version that cannot be read any more is still listed, under the name of the shipped one.
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

/// A template, and which version of it.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct PromptRequest {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// The language it speaks to the model.
    pub language: Language,
    /// The project's own version; the shipped one when absent.
    pub id: Option<PromptId>,
}

/// The words of a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptText {
    /// The file.
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
                Error::new(Code::NotFound, "there is no such prompt", "Look at the list of prompts.")
            }),
    }
}

/// A template to keep as the project's own.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct SavePrompt {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// The language it speaks to the model.
    pub language: Language,
    /// The file.
    pub template: String,
    /// What the author notes.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub note: String,
}

/// A version that was kept.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct PromptSaved {
    /// Its id.
    pub id: PromptId,
    /// Its number.
    pub version: u32,
}

/// Keeps a template as the next version of the project's own, and switches it on.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line; [`Code::NotFound`] for a key that nothing uses.
pub async fn save(project: &Project, request: SavePrompt) -> Result<PromptSaved> {
    let template = parsed(&request.template)?;
    if template.heading().language != request.language {
        return Err(Error::new(
            Code::PromptFaulty,
            "the heading names another language",
            "Nothing was changed. Make `language` in the heading the language of this prompt.",
        ));
    }
    let key = (request.group.as_str(), request.key.as_str(), request.language);
    let mut tx = project.begin_write().await?;
    in_use(&mut tx, key).await.or_else(|error| match error.code {
        // A version that cannot be used any more can be replaced.
        Code::PromptFaulty => Ok(super::template::on_trial(&request.template, (key.0, key.1))?),
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

/// Switches one version on and all others off; with none, the shipped one is in use.
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

/// Puts a version into use: one of the project's own, or the shipped one.
///
/// # Errors
/// [`Code::NotFound`] for a version that is none of this template's.
pub async fn enable(project: &Project, request: PromptRequest) -> Result<PromptList> {
    let mut tx = project.begin_write().await?;
    let own = versions(&mut tx, (&request.group, &request.key, request.language)).await?;
    if request.id.is_some_and(|id| own.iter().all(|(known, _)| *known != id)) {
        return Err(Error::new(
            Code::NotFound,
            "this is no version of that prompt",
            "Nothing was changed. Look at the list of prompts.",
        ));
    }
    switch(&mut tx, own, request.id).await?;
    tx.commit().await?;
    list(project, NoParams {}).await
}

/// Two versions of a template.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ComparePrompts {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// The language it speaks to the model.
    pub language: Language,
    /// The earlier version; the shipped one when absent.
    pub from: Option<PromptId>,
    /// The later version; the shipped one when absent.
    pub to: Option<PromptId>,
}

/// What differs between two versions.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptDiff {
    /// The earlier one.
    pub from: String,
    /// The later one.
    pub to: String,
    /// The differences, in char offsets of both.
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

/// A template to look at before it is kept.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct CheckPrompt {
    /// The file.
    pub template: String,
}

/// What a template comes to.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptChecked {
    /// What is wrong with it, by line; nothing when it can be used.
    pub faults: Vec<PromptFault>,
    /// What it makes of an example; none where it cannot be used.
    pub example: Option<Rendered>,
}

/// Something that is wrong with a template.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptFault {
    /// The line, from 1.
    pub line: usize,
    /// What, for programs.
    pub what: Fault,
    /// What, in English.
    pub message: String,
}

impl PromptFault {
    /// Faults as they are told.
    pub(super) fn all(faults: &[TemplateError]) -> Vec<Self> {
        let told = |fault: &TemplateError| Self {
            line: fault.line,
            what: fault.what.clone(),
            message: fault.what.to_string(),
        };
        faults.iter().map(told).collect()
    }
}

/// Checks a template and renders it with an example.
pub async fn check(_: &Project, request: CheckPrompt) -> Result<PromptChecked> {
    Ok(match Template::import(&request.template) {
        Err(faults) => PromptChecked { faults: PromptFault::all(&faults), example: None },
        Ok(template) => {
            let variables = sample_variables(template.heading().language);
            PromptChecked { faults: Vec::new(), example: template.render(&variables).ok() }
        }
    })
}

/// Where a template goes.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ExportPrompt {
    /// Its group.
    pub group: String,
    /// Its key in the group.
    pub key: String,
    /// The language it speaks to the model.
    pub language: Language,
    /// The project's own version; the shipped one when absent.
    pub id: Option<PromptId>,
    /// The file.
    pub out: PathBuf,
}

/// A template that was written to a file.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PromptExported {
    /// The name of the file.
    pub file: String,
}

/// Writes a template to a file.
pub async fn export(project: &Project, request: ExportPrompt) -> Result<PromptExported> {
    let ExportPrompt { group, key, language, id, out } = request;
    let mut tx = project.begin_read().await?;
    let template = source(&mut tx, &PromptRequest { group, key, language, id }).await?;
    crate::transfer::write_whole(&out, template.as_bytes())?;
    Ok(PromptExported { file: out.file_name().unwrap_or_default().to_string_lossy().into_owned() })
}

/// A file with a template.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ImportPrompt {
    /// For which group.
    pub group: String,
    /// For which key in the group.
    pub key: String,
    /// The language it speaks to the model.
    pub language: Language,
    /// The file.
    pub source: PathBuf,
}

/// The largest file that is read as a template, in bytes.
pub const LARGEST_TEMPLATE: usize = 1 << 20;

/// Keeps a template out of a file as the next version of the project's own, and switches it on.
///
/// # Errors
/// [`Code::PromptFaulty`] with every fault and its line; those of reading the file.
pub async fn import(project: &Project, request: ImportPrompt) -> Result<PromptSaved> {
    let path = &request.source;
    let bytes = wenfang_project::read_regular(path, LARGEST_TEMPLATE)?;
    let template = String::from_utf8(bytes).map_err(|_| {
        Error::new(Code::PromptFaulty, "the file is no UTF-8 text", "Nothing was changed. Save it as UTF-8.")
    })?;
    let note = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let ImportPrompt { group, key, language, .. } = request;
    save(project, SavePrompt { group, key, language, template, note }).await
}
