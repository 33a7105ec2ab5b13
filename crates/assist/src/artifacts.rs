//! Artifacts (产物) for the author: what steps and the author left, as of a scene, with every version.
//!
//! Always: what is not for the author is in no answer here.

pub(crate) mod view;
mod withheld;

pub use withheld::withhold;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::artifacts::{self, Artifact, ArtifactHeader, ArtifactVersion, Keep, NewVersion};
use wenfang_project::{Project, parts, pipelines, scene_versions};
use wenfang_story::artifact::{
    AUTHOR, ArtifactKind, ArtifactPlace, ContentType, MadeBy, Pin, ShownAs, Subject, Visibility,
};
use wenfang_story::{GenerationId, RunId, SceneId, Timestamp};
use wenfang_usecase::{Code, Error, Result};

/// The greatest length of a value that the author writes, in bytes.
const MAX_VALUE: usize = 256 << 10;
/// Versions in a history, unless the request says otherwise.
const USUAL_HISTORY: u32 = 50;

/// Identifies an artifact.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ArtifactRef {
    pub name: String,
    pub subject: Subject,
}

impl ArtifactRef {
    fn tag(&self) -> String {
        self.subject.tag(&self.name)
    }
}

/// Which artifacts to list.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ListArtifacts {
    /// Those that have a value as of this scene, the nearest subject of each name.
    pub scene: Option<SceneId>,
    /// Those about this subject; ignored with a scene.
    pub subject: Option<Subject>,
}

/// The artifacts that the author may see.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ArtifactList {
    pub artifacts: Vec<ArtifactEntry>,
}

/// An artifact and one of its values.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ArtifactEntry {
    pub name: String,
    pub subject: Subject,
    pub kind: ArtifactKind,
    /// The step that writes it, or `author`.
    pub writer: String,
    pub visibility: Visibility,
    /// Where it is shown: `panel:…`, `feed:…` or `editor`; none if nowhere.
    pub surface: Option<String>,
    pub content_type: ContentType,
    pub shown_as: ShownAs,
    /// Whether the author keeps it out of prompts.
    pub withheld: bool,
    /// The number of the newest version, on which the next one must be based.
    pub newest: i64,
    /// The value as of the scene that was asked about, or the newest.
    pub version: ArtifactValue,
}

/// A version of an artifact.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ArtifactValue {
    pub version: i64,
    pub value: String,
    pub based_on: Option<i64>,
    /// The place in the telling that the value is told up to.
    pub at: Option<ArtifactPlace>,
    pub run: Option<RunId>,
    /// The step of the run.
    pub node: Option<String>,
    pub generation: Option<GenerationId>,
    pub made_by: MadeBy,
    pub pinned: Option<Pin>,
    pub created_at: Timestamp,
}

impl From<ArtifactVersion> for ArtifactValue {
    fn from(version: ArtifactVersion) -> Self {
        let (run, node) = version.run.unzip();
        Self {
            version: version.version,
            value: version.value,
            based_on: version.based_on,
            at: version.at,
            run,
            node,
            generation: version.generation,
            made_by: version.made_by,
            pinned: version.pinned,
            created_at: version.created_at,
        }
    }
}

fn entry((header, version): (ArtifactHeader, ArtifactVersion), withheld: &BTreeSet<String>) -> ArtifactEntry {
    ArtifactEntry {
        withheld: withheld.contains(&header.name),
        name: header.name,
        subject: header.subject,
        kind: header.kind,
        writer: header.writer,
        visibility: header.visibility,
        surface: header.surface,
        content_type: header.content_type,
        shown_as: header.shown_as,
        newest: header.newest,
        version: version.into(),
    }
}

fn unknown(of: &ArtifactRef) -> Error {
    Error::new(
        Code::NotFound,
        format!("there is no artifact {} that you may see", of.tag()),
        "Nothing was changed. List the artifacts to see their names and subjects.",
    )
}

/// The artifact, if the author may see it.
async fn visible(conn: &mut SqliteConnection, of: &ArtifactRef) -> Result<ArtifactHeader> {
    let header = artifacts::get(conn, &of.tag()).await?;
    header.filter(|header| header.visibility.is_for_author()).ok_or_else(|| unknown(of))
}

/// Lists artifacts, each with its value.
pub async fn list(project: &Project, request: ListArtifacts) -> Result<ArtifactList> {
    let mut tx = project.begin_read().await?;
    let subject = request.subject.filter(|_| request.scene.is_none());
    let mut headers = artifacts::list(&mut tx, subject).await?;
    headers.retain(|header| header.visibility.is_for_author());
    let withheld = withheld::names(&mut tx).await?;
    let mut listed = Vec::new();
    let Some(scene) = request.scene else {
        for header in headers {
            if let Some(newest) = artifacts::newest(&mut tx, &header.subject.tag(&header.name)).await? {
                listed.push(entry((header, newest), &withheld));
            }
        }
        return Ok(ArtifactList { artifacts: listed });
    };
    parts::require(&mut tx, scene).await?;
    let names: Vec<&str> = headers.iter().map(|header| header.name.as_str()).collect();
    let view = view::view(&mut tx, scene, &names).await?;
    for header in headers {
        let value = view.on_page(&header.name).filter(|value| value.id() == header.id);
        let Some(value) = value else { continue };
        let tag = header.subject.tag(&header.name);
        if let Some(version) = artifacts::version(&mut tx, &tag, value.version()).await? {
            listed.push(entry((header, version), &withheld));
        }
    }
    Ok(ArtifactList { artifacts: listed })
}

/// Which value to read.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct GetArtifact {
    #[serde(flatten)]
    #[ts(flatten)]
    pub of: ArtifactRef,
    /// This version; the newest when absent.
    pub version: Option<i64>,
}

/// Reads an artifact and one of its values.
///
/// # Errors
/// [`Code::NotFound`] for an artifact that the author may not see, and for a version that does not exist or was
/// deleted.
pub async fn get(project: &Project, request: GetArtifact) -> Result<ArtifactEntry> {
    let mut tx = project.begin_read().await?;
    let header = visible(&mut tx, &request.of).await?;
    let tag = request.of.tag();
    let version = match request.version {
        Some(version) => artifacts::version(&mut tx, &tag, version).await?,
        None => artifacts::newest(&mut tx, &tag).await?,
    };
    let version = version.ok_or_else(|| no_version(&request.of, request.version))?;
    let withheld = withheld::names(&mut tx).await?;
    Ok(entry((header, version), &withheld))
}

fn no_version(of: &ArtifactRef, version: Option<i64>) -> Error {
    let version = version.map(|version| format!(" {version}")).unwrap_or_default();
    Error::new(
        Code::NotFound,
        format!("artifact {} has no version{version}", of.tag()),
        "Nothing was changed. Its history shows which versions exist and which were deleted.",
    )
}

/// Whose history to read.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ArtifactHistoryRequest {
    #[serde(flatten)]
    #[ts(flatten)]
    pub of: ArtifactRef,
    /// Versions at most; 50 when absent.
    pub most: Option<u32>,
}

/// The versions of an artifact.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ArtifactHistory {
    /// Newest first.
    pub versions: Vec<ArtifactValue>,
    /// Oldest first.
    pub deleted: Vec<DeletedVersions>,
}

/// Versions that were deleted together.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct DeletedVersions {
    pub first: i64,
    pub last: i64,
    /// `keep_versions`, `keep_days`, `author`, `damage` or `earlier_release`.
    pub why: String,
    pub at: Timestamp,
}

/// Reads the versions of an artifact.
///
/// # Errors
/// [`Code::NotFound`] for an artifact that the author may not see.
pub async fn history(project: &Project, request: ArtifactHistoryRequest) -> Result<ArtifactHistory> {
    let mut tx = project.begin_read().await?;
    visible(&mut tx, &request.of).await?;
    let tag = request.of.tag();
    let versions = artifacts::history(&mut tx, &tag, request.most.unwrap_or(USUAL_HISTORY)).await?;
    let deleted = artifacts::traces(&mut tx, &tag).await?.into_iter().map(|trace| DeletedVersions {
        first: trace.from,
        last: trace.until - 1,
        why: trace.why,
        at: trace.at,
    });
    Ok(ArtifactHistory {
        versions: versions.into_iter().map(ArtifactValue::from).collect(),
        deleted: deleted.collect(),
    })
}

/// A value by the author.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetArtifact {
    pub name: String,
    /// What it is about; when absent, the novel, unless the name belongs to other parts.
    pub subject: Option<Subject>,
    pub value: String,
    /// The version that the author saw; whichever is the newest when absent.
    pub based_on: Option<i64>,
    /// The scene that the value is told up to; when absent, that of the version before. Without either, the value holds
    /// from the beginning of the book.
    pub at: Option<SceneId>,
    /// For a new artifact: its format; `text` when absent.
    pub content_type: Option<ContentType>,
    /// For a new artifact: who sees it; `prompt_and_ui` when absent.
    pub visibility: Option<Visibility>,
}

/// The version that was written.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct ArtifactSet {
    pub version: i64,
}

fn refuse(message: impl Into<String>, hint: &str) -> Error {
    Error::bad_request(message, format!("Nothing was changed. {hint}"))
}

/// Whether a template can use the name.
fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    let is_first = |letter: char| letter.is_ascii_lowercase();
    letters.next().is_some_and(is_first)
        && name.len() <= 60
        && letters.all(|letter| is_first(letter) || letter.is_ascii_digit() || letter == '_')
}

/// The subject of a value whose subject is not named: the novel, if the name has a value there or is new.
///
/// # Errors
/// [`Code::BadRequest`] with the possible subjects, if the name belongs to other parts of the novel.
async fn usual_subject(conn: &mut SqliteConnection, name: &str) -> Result<Subject> {
    let known = artifacts::list(conn, None).await?.into_iter();
    let subjects: Vec<Subject> = known
        .filter(|header| header.name == name && header.visibility.is_for_author())
        .map(|header| header.subject)
        .collect();
    if subjects.contains(&Subject::Novel) {
        return Ok(Subject::Novel);
    }
    let kind = kind_by_profile(conn, name).await?;
    if subjects.is_empty() && kind.as_deref().is_none_or(|kind| kind == Subject::Novel.kind()) {
        return Ok(Subject::Novel);
    }
    let told = |subject: &Subject| match subject.id() {
        Some(id) => format!("--{} {id}", subject.kind()),
        None => "--novel".to_owned(),
    };
    let mut all: Vec<String> = subjects.iter().map(told).collect();
    all.extend(kind.filter(|_| all.is_empty()).map(|kind| format!("--{kind} ID")));
    let hint = format!(
        "Nothing was changed. Say which one is meant: {}. With --novel, a new one for the whole novel is written.",
        all.join(", ")
    );
    Err(Error::bad_request(format!("the artifact {name} is not about the whole novel"), hint)
        .with(serde_json::json!({ "subjects": subjects })))
}

/// The kind of subject of a name that a profile of the novel writes.
async fn kind_by_profile(conn: &mut SqliteConnection, name: &str) -> Result<Option<String>> {
    let profiles = pipelines::list(conn).await?;
    let steps = profiles.iter().flat_map(|(_, record)| {
        ["pre", "post", "settled"].iter().filter_map(|phase| record.0[*phase].as_array()).flatten()
    });
    let mut writes = steps.map(|step| &step["writes"]).filter(|writes| writes["name"] == name);
    // A profile that does not say means the scene.
    Ok(writes.next().map(|writes| writes["subject"].as_str().unwrap_or("scene").to_owned()))
}

/// Writes a value by the author, over what a step wrote or as a new artifact. The step's next value must build on it.
///
/// # Errors
/// [`Code::Busy`] if a newer version than the one named exists; [`Code::BadRequest`] for a value of another format, a
/// name that no template could use, or an artifact that the author may not see.
pub async fn set(project: &Project, request: SetArtifact) -> Result<ArtifactSet> {
    let SetArtifact { name, subject, value, based_on, at, content_type, visibility } = request;
    if value.len() > MAX_VALUE {
        let hint = "Write at most 256 KiB.";
        return Err(refuse(format!("the value takes {} bytes", value.len()), hint));
    }
    let mut tx = project.begin_write().await?;
    let subject = match subject {
        Some(subject) => subject,
        None => usual_subject(&mut tx, &name).await?,
    };
    let of = ArtifactRef { name, subject };
    require_subject(&mut tx, of.subject).await?;
    let known = artifacts::get(&mut tx, &of.tag()).await?;
    match &known {
        Some(known) if !known.visibility.is_for_author() => return Err(unknown(&of)),
        None if !is_name(&of.name) => {
            let hint = "Use lower case letters, digits and underscores, a letter first, at most 60.";
            return Err(refuse(format!("an artifact cannot be called «{}»", of.name), hint));
        }
        _ => {}
    }
    let content_type =
        known.as_ref().map_or(content_type.unwrap_or(ContentType::Text), |known| known.content_type);
    if content_type == ContentType::Json
        && let Err(error) = serde_json::from_str::<serde_json::Value>(&value)
    {
        return Err(refuse(format!("the value is not JSON: {error}"), "Correct the value."));
    }
    let visibility = visibility.unwrap_or(Visibility::PromptAndUi);
    if known.is_none() && !visibility.is_for_author() {
        let hint = "Choose `ui_only` or `prompt_and_ui`.";
        return Err(refuse("you could not see what you write", hint));
    }
    let before = artifacts::newest_version(&mut tx, &of.tag()).await?;
    let at = match (at, before) {
        (Some(scene), _) => {
            let head = scene_versions::head(&mut tx, scene).await?.version;
            Some(ArtifactPlace { scene, version: Some(head) })
        }
        (None, Some(before)) => {
            artifacts::version(&mut tx, &of.tag(), before).await?.and_then(|before| before.at)
        }
        (None, None) => None,
    };
    let artifact = Artifact {
        visibility,
        content_type,
        ..Artifact::new(&of.name, of.subject, ArtifactKind::Notes, AUTHOR)
    };
    let new = NewVersion { at, made_by: MadeBy::Author, ..(based_on.or(before), value.as_str()).into() };
    let version = artifacts::put(&mut tx, &artifact, new, project.now()).await?;
    tx.commit().await?;
    Ok(ArtifactSet { version })
}

pub(crate) async fn require_subject(conn: &mut SqliteConnection, subject: Subject) -> Result<()> {
    match subject {
        Subject::Novel => {}
        Subject::Volume(id) => drop(parts::require(conn, id).await?),
        Subject::Chapter(id) => drop(parts::require(conn, id).await?),
        Subject::Scene(id) => drop(parts::require(conn, id).await?),
    }
    Ok(())
}

/// A version to pin.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct PinArtifact {
    #[serde(flatten)]
    #[ts(flatten)]
    pub of: ArtifactRef,
    pub version: i64,
    /// Whether it is never to be deleted.
    pub pinned: bool,
}

/// Pins a version, so that it is never deleted, or takes the pin away.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::BadRequest`] to unpin a version that a receipt names.
pub async fn pin(project: &Project, request: PinArtifact) -> Result<ArtifactEntry> {
    let PinArtifact { of, version, pinned } = request;
    let mut tx = project.begin_write().await?;
    visible(&mut tx, &of).await?;
    let wanted = pinned.then_some(Pin::Author);
    let now = artifacts::pin(&mut tx, (&of.tag(), version), wanted).await?;
    let now = now.ok_or_else(|| no_version(&of, Some(version)))?;
    if !pinned && now.is_some() {
        return Err(refuse(
            format!("version {version} is named by the receipt of a generation"),
            "It stays, so that the receipt can be explained.",
        ));
    }
    tx.commit().await?;
    get(project, GetArtifact { of, version: Some(version) }).await
}

/// What to delete.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct PruneArtifacts {
    /// The artifact; all, each by its own rules, when absent.
    pub of: Option<ArtifactRef>,
    /// With an artifact: how many versions to keep, besides those that are pinned.
    pub keep: Option<u32>,
}

/// What was deleted.
#[derive(Clone, Copy, Debug, Serialize, ts_rs::TS)]
pub struct ArtifactsPruned {
    pub versions: u64,
}

/// Deletes old versions. The newest, pinned ones, and those that a receipt names stay.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::BadRequest`] for a number without an artifact, or for none.
pub async fn prune(project: &Project, request: PruneArtifacts) -> Result<ArtifactsPruned> {
    let mut tx = project.begin_write().await?;
    let versions = match (&request.of, request.keep) {
        (Some(of), Some(keep @ 1..)) => {
            visible(&mut tx, of).await?;
            artifacts::prune(&mut tx, &of.tag(), Keep::newest(keep), project.now()).await?
        }
        (None, None) => artifacts::prune_all(&mut tx, project.now()).await?,
        _ => {
            let hint = "Name an artifact and how many of its versions to keep, at least 1, or neither.";
            return Err(refuse("it is not clear what to delete", hint));
        }
    };
    tx.commit().await?;
    Ok(ArtifactsPruned { versions })
}
