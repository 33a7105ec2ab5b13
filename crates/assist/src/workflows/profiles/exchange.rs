//! Profiles in files, and trust in those that came from one.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_story::CheckpointId;
use wenfang_usecase::{Code, Error, Result, files};
use wenfang_versions as versions;
use wenfang_workflow::Fault;
use wenfang_workflow::definition::MAX_DEFINITION_LEN;

use super::own::{is_shipped, shared_names, shipped_id, stored_at};
use super::{ProfilePlace, ProfileRequest, ProfileSaved, first_of, parsed, put, require, text_of};
use crate::Session;
use crate::pipelines::catalogue::Origin;
use crate::pipelines::profile::Profile;
use crate::pipelines::steps::kind;

/// A profile to write to a file.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ExportProfile {
    pub profile: String,
    pub path: PathBuf,
}

/// Writes a profile to a file.
///
/// # Errors
/// [`Code::NotFound`]; those of the file system.
pub async fn export(session: &Session, request: ExportProfile) -> Result<Value> {
    let (_, profile) = require(session, &request.profile).await?;
    let profile = Profile { untrusted: false, ..profile };
    files::write_whole(&request.path, text_of(&profile)?.as_bytes())?;
    Ok(json!({ "path": request.path }))
}

/// A file with a profile.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ImportProfile {
    pub path: PathBuf,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub to: ProfilePlace,
    /// Whether it may replace another profile with its id.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub replace: bool,
}

/// The profile that was taken in.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ProfileImported {
    pub profile: String,
    pub version: u32,
    /// The checkpoint that remembers the profile that was replaced in the novel.
    pub before: Option<CheckpointId>,
    /// The file with the profile that was replaced on the machine.
    pub kept: Option<PathBuf>,
}

/// Takes in a profile from a file. Its steps ask no model until the author allows it. Another profile with its id is
/// replaced only if the request says so, and can be restored.
///
/// # Errors
/// [`Code::BadRequest`] with [`ImportRefused`]; [`Code::NameTaken`] for the id of another profile at the same place;
/// those of the file system.
pub async fn import(session: &Session, request: ImportProfile) -> Result<ProfileImported> {
    let io = |error: &std::io::Error| Error::io(&request.path, error);
    let size = std::fs::metadata(&request.path).map_err(|error| io(&error))?.len();
    if size > MAX_DEFINITION_LEN as u64 {
        let message = format!("the file has {size} bytes; the maximum is {MAX_DEFINITION_LEN}");
        return Err(no_profile(NoProfile::TooLarge, message, &[]));
    }
    let bytes = std::fs::read(&request.path).map_err(|error| io(&error))?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(no_profile(NoProfile::NotText, "the file is no text in UTF-8".to_owned(), &[]));
    };
    // Editors of Windows put a byte order mark first.
    let text = text.trim_start_matches('\u{feff}');
    let mut profile = parsed(text).map_err(|faults| unreadable(text, &faults))?;
    let mut faults = shared_names(session, (text, &profile)).await?;
    if is_shipped(&profile.profile_id) {
        faults.push(shipped_id(text, &profile.profile_id));
    }
    if !faults.is_empty() {
        return Err(no_profile(NoProfile::Faulty, first_of(&faults), &faults));
    }
    profile.untrusted = asks_model(&profile);
    let known = stored_at(session, &profile.profile_id, request.to).await?;
    let lost = known.filter(|known| differs(known, &profile));
    if let Some(known) = lost.as_ref().filter(|_| !request.replace) {
        return Err(taken(known, &profile));
    }
    let (mut before, mut kept) = (None, None);
    match (&lost, request.to) {
        (None, _) => {}
        (Some(known), ProfilePlace::Novel) => before = Some(remember(session, known).await?),
        (Some(known), ProfilePlace::Machine) => kept = Some(set_aside(session, known)?),
    }
    let ProfileSaved { profile, version } = put(session, profile, request.to).await?;
    Ok(ProfileImported { profile, version, before, kept })
}

/// Why a file is not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoProfile {
    TooLarge,
    /// Not text, such as a picture.
    NotText,
    NotJson,
    /// JSON of something else.
    OtherJson,
    /// A profile with faults.
    Faulty,
}

/// Why a file is not taken in, with its faults.
#[derive(Clone, Debug, Serialize)]
pub struct ImportRefused {
    pub refusal: NoProfile,
    pub errors: Vec<Fault>,
}

/// The refusal of a text that cannot be read as a profile.
fn unreadable(text: &str, faults: &[Fault]) -> Error {
    let refusal = match serde_json::from_str::<Value>(text) {
        Err(_) => NoProfile::NotJson,
        Ok(Value::Object(fields)) if fields.contains_key("profile_id") => NoProfile::Faulty,
        Ok(_) => NoProfile::OtherJson,
    };
    no_profile(refusal, first_of(faults), faults)
}

fn no_profile(refusal: NoProfile, message: String, faults: &[Fault]) -> Error {
    let hint = "Nothing was changed. Choose the file of a profile, or correct it.";
    let refused = ImportRefused { refusal, errors: faults.to_vec() };
    Error::bad_request(message, hint).with(json!(refused))
}

/// Whether anything would be lost with a profile.
fn differs(known: &Profile, new: &Profile) -> bool {
    Profile { version: new.version, untrusted: new.untrusted, ..known.clone() } != *new
}

/// The refusal to replace a profile, with what would be lost.
fn taken(known: &Profile, new: &Profile) -> Error {
    let id = &known.profile_id;
    let names = |profile: &Profile| -> Vec<String> {
        profile.steps().map(|(place, step)| format!("{}/{}", place.phase.as_str(), step.id)).collect()
    };
    let (known_steps, new_steps) = (names(known), names(new));
    let lost: Vec<&String> = known_steps.iter().filter(|step| !new_steps.contains(step)).collect();
    let version = known.version;
    Error::new(
        Code::NameTaken,
        format!("there is another profile {id} (version {version}, {} steps)", known_steps.len()),
        "Nothing was changed. Give the profile in the file another id, or import it with --replace.",
    )
    .with(json!({
        "profile": id, "title": known.title, "version": version, "steps": known_steps, "lost": lost,
    }))
}

/// Creates a checkpoint, which remembers a profile of the novel.
async fn remember(session: &Session, known: &Profile) -> Result<CheckpointId> {
    let name = format!("↧ {}", known.profile_id);
    let mut tx = session.project.begin_write().await?;
    let new = NewCheckpoint { name: &name, note: "", reason: Reason::BeforeImport };
    let id = versions::checkpoint(&mut tx, session.project.now(), new).await?;
    tx.commit().await?;
    Ok(id)
}

/// Writes a profile of the machine to a file beside its settings.
fn set_aside(session: &Session, known: &Profile) -> Result<PathBuf> {
    let folder = session.models.folder().join("replaced-profiles");
    std::fs::create_dir_all(&folder).map_err(|error| Error::io(&folder, &error))?;
    let (id, version, at) = (&known.profile_id, known.version, session.project.now().get());
    let path = folder.join(format!("{id}-{version}-{at}.json"));
    files::write_whole(&path, text_of(known)?.as_bytes())?;
    Ok(path)
}

/// Whether a step of a profile may ask a model.
fn asks_model(profile: &Profile) -> bool {
    profile
        .steps()
        .any(|(_, step)| kind(&step.handler).is_some_and(|kind| kind.asks(&json!(step.params)).is_some()))
}

/// Lets the steps of an imported profile ask a model.
///
/// # Errors
/// [`Code::NotFound`].
pub async fn trust(session: &Session, request: ProfileRequest) -> Result<Value> {
    let (origin, profile) = require(session, &request.profile).await?;
    let to = if origin == Origin::Machine { ProfilePlace::Machine } else { ProfilePlace::Novel };
    if profile.untrusted {
        put(session, Profile { untrusted: false, ..profile }, to).await?;
    }
    Ok(json!({}))
}
