//! Profiles in files, and trust in those that came from one.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};
use wenfang_usecase::{Error, Result, files};
use wenfang_workflow::definition::MAX_DEFINITION_LEN;

use super::{ProfilePlace, ProfileRequest, ProfileSaved, faulty, parsed, put, require, text_of};
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
}

/// Takes in a profile from a file. Its steps ask no model until the author allows it.
///
/// # Errors
/// [`Code::BadRequest`] with all faults, or for the id of a shipped profile; those of the file system.
pub async fn import(session: &Session, request: ImportProfile) -> Result<ProfileSaved> {
    let io = |error: &std::io::Error| Error::io(&request.path, error);
    let size = std::fs::metadata(&request.path).map_err(|error| io(&error))?.len();
    if size > MAX_DEFINITION_LEN as u64 {
        return Err(Error::bad_request(
            format!("the file has {size} bytes; the maximum is {MAX_DEFINITION_LEN}"),
            "Nothing was changed. Choose the file of a profile.",
        ));
    }
    let text = std::fs::read_to_string(&request.path).map_err(|error| io(&error))?;
    let mut profile = parsed(&text).map_err(|faults| faulty(&faults))?;
    if crate::pipelines::SHIPPED.iter().any(|(id, _)| *id == profile.profile_id) {
        return Err(Error::bad_request(
            format!("{} is the id of a shipped profile", profile.profile_id),
            "Nothing was changed. Give the profile another id.",
        ));
    }
    profile.untrusted = asks_model(&profile);
    put(session, profile, request.to).await
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
