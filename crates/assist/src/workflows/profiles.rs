//! Profiles for the author: list, read, check, save, choose, exchange.

mod exchange;
mod kinds;
mod own;
mod removal;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_engine::Registry;
use wenfang_project::pipelines as stored;
use wenfang_story::SceneId;
use wenfang_story::artifact::Subject;
use wenfang_story::generation::Act;
use wenfang_story::pipeline::PipelineProfileRecord;
use wenfang_usecase::{Code, Error, Result};
use wenfang_workflow::{Fault, Words};

use super::{EngineHost, registry};
pub use exchange::{export, import, trust};
pub use kinds::steps as kinds;
use own::{own_copy, read_own};
pub use removal::remove;

use crate::Session;
use crate::artifacts::require_subject;
use crate::drafting::{Phase, acts_without_notes, can_ask};
use crate::pipelines::catalogue::{Catalogue, Origin};
use crate::pipelines::compile::Place;
use crate::pipelines::effect::Layer;
use crate::pipelines::machine::{MachineProfiles, absent};
use crate::pipelines::profile::{Profile, Step, read};
use crate::pipelines::resolve::{Level, PLAIN, Passed, resolve};
use crate::pipelines::steps::kind;

/// For which place the profiles are listed.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct ListProfiles {
    /// Also tell which profile a generation in this scene would get.
    pub scene: Option<SceneId>,
    /// The act of that generation; a draft when absent.
    pub act: Option<Act>,
}

/// The profiles.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileList {
    /// In display order.
    pub profiles: Vec<ProfileView>,
    /// Every choice in this novel and on this machine.
    pub uses: Vec<ProfileUse>,
    /// The profile for the scene that was asked about.
    pub resolved: Option<ResolvedProfile>,
}

/// A profile.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileView {
    pub profile: String,
    pub title: Words,
    pub description: Words,
    pub origin: Origin,
    pub version: u32,
    /// The acts that it is for; empty for all that write prose.
    pub acts: Vec<Act>,
    pub steps: Vec<ProfileStep>,
    /// Whether a stranger made it and the author has not let it ask a model yet.
    pub untrusted: bool,
    /// The acts that it is for whose template takes no working notes, if it has a step that offers some.
    pub notes_unread: Vec<Act>,
}

/// A step of a profile.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileStep {
    pub step: String,
    pub title: Words,
    pub phase: Phase,
    pub handler: String,
    pub required: bool,
    /// Whether it would ask a model with the current settings.
    pub asks: bool,
    /// Where the window shows what it writes: `editor`, `panel:…` or `feed:…`; none if nowhere.
    pub surface: Option<String>,
}

/// Where a profile is set.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileUse {
    /// The part of the novel; none for the machine.
    pub subject: Option<Subject>,
    /// The act, or `*` for every act.
    pub act: String,
    pub profile: String,
}

/// The profile of a generation.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ResolvedProfile {
    pub profile: String,
    /// The level that set it.
    pub level: Level,
    /// Nearer choices whose profile is gone.
    pub gone: Vec<Passed>,
}

/// Lists the profiles.
///
/// # Errors
/// An unknown scene; those of the project file.
pub async fn list(session: &Session, request: ListProfiles) -> Result<ProfileList> {
    let catalogue = Catalogue::read(session).await?;
    let resolved = match request.scene {
        None => None,
        Some(scene) => {
            let mut tx = session.project.begin_read().await?;
            let choices = catalogue.choices(&mut tx, (scene, None)).await?;
            let known = catalogue.known();
            resolve(request.act.unwrap_or(Act::Draft), &choices, &known).map(|resolved| ResolvedProfile {
                profile: resolved.profile.profile_id.clone(),
                level: resolved.level,
                gone: resolved.gone,
            })
        }
    };
    let without_notes = without_notes(session).await?;
    let own = catalogue.uses.iter().map(|chosen| ProfileUse {
        subject: Some(chosen.subject),
        act: chosen.act.clone(),
        profile: chosen.profile_id.clone(),
    });
    let machine = catalogue.machine.uses.iter().map(|(act, profile)| ProfileUse {
        subject: None,
        act: act.clone(),
        profile: profile.clone(),
    });
    Ok(ProfileList {
        profiles: catalogue
            .profiles
            .iter()
            .map(|(origin, profile)| view(session, (*origin, profile), &without_notes))
            .collect(),
        uses: own.chain(machine).collect(),
        resolved,
    })
}

/// The steps of a profile.
pub(super) fn steps(session: &Session, profile: &Profile) -> Vec<ProfileStep> {
    let step = |(place, step): (Place, &Step)| {
        let kind = kind(&step.handler);
        let title = match kind {
            Some(kind) if step.title == Words::default() => kind.spec().title,
            _ => step.title.clone(),
        };
        ProfileStep {
            step: step.id.clone(),
            title,
            phase: place.phase,
            handler: step.handler.clone(),
            required: step.required,
            asks: kind
                .and_then(|kind| kind.asks(&json!(step.params)))
                .is_some_and(|asks| can_ask(session, asks.act)),
            surface: step.writes.as_ref().and_then(|writes| writes.surface.clone()),
        }
    };
    profile.steps().map(step).collect()
}

fn view(session: &Session, (origin, profile): (Origin, &Profile), without_notes: &[Act]) -> ProfileView {
    let unread = without_notes.iter().filter(|act| offers_notes(profile) && profile.is_for(**act));
    ProfileView {
        profile: profile.profile_id.clone(),
        title: profile.title.clone(),
        description: profile.description.clone(),
        origin,
        version: profile.version,
        acts: profile.acts.iter().map(|act| act.act()).collect(),
        steps: steps(session, profile),
        untrusted: profile.untrusted,
        notes_unread: unread.copied().collect(),
    }
}

/// Whether a step before the text offers working notes.
fn offers_notes(profile: &Profile) -> bool {
    let is_notes = |step: &Step| {
        let include = step.writes.as_ref().and_then(|writes| writes.include);
        step.handler == "work_notes" || include.is_some_and(|include| include.layer == Layer::Notes)
    };
    profile.pre.iter().any(is_notes)
}

/// The acts that write prose by a template without working notes.
async fn without_notes(session: &Session) -> Result<Vec<Act>> {
    let mut tx = session.project.begin_read().await?;
    acts_without_notes(&mut tx).await
}

/// Identifies a profile.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ProfileRequest {
    pub profile: String,
}

/// A profile as its author wrote it.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileText {
    pub profile: String,
    pub origin: Origin,
    /// The profile as JSON.
    pub text: String,
}

/// Which profile to read.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct GetProfile {
    pub profile: String,
    /// Whether to answer a copy under an id and a title of its own, to be changed and saved.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub copy: bool,
}

/// Reads a profile, or a copy of it.
///
/// # Errors
/// [`Code::NotFound`].
pub async fn get(session: &Session, request: GetProfile) -> Result<ProfileText> {
    let (origin, mut profile) = require(session, &request.profile).await?;
    if request.copy {
        profile = own_copy(session, profile).await?;
    }
    Ok(ProfileText { profile: profile.profile_id.clone(), origin, text: text_of(&profile)? })
}

async fn require(session: &Session, id: &str) -> Result<(Origin, Profile)> {
    let catalogue = Catalogue::read(session).await?;
    catalogue.profiles.into_iter().find(|(_, profile)| profile.profile_id == id).ok_or_else(|| absent(id))
}

fn text_of(profile: &Profile) -> Result<String> {
    let text = serde_json::to_string_pretty(profile);
    text.map(|text| text + "\n")
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Nothing was changed."))
}

/// A profile as JSON.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ValidateProfile {
    pub text: String,
}

/// The result of checking a profile.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileValidated {
    /// All faults of the profile.
    pub errors: Vec<Fault>,
    /// The profile, if it is valid.
    pub profile: Option<ProfileView>,
}

/// Checks a profile and tells all its faults.
pub async fn validate(session: &Session, request: ValidateProfile) -> Result<ProfileValidated> {
    Ok(match read_own(session, &request.text).await? {
        Ok(profile) => {
            let profile = view(session, (Origin::Novel, &profile), &without_notes(session).await?);
            ProfileValidated { errors: Vec::new(), profile: Some(profile) }
        }
        Err(errors) => ProfileValidated { errors, profile: None },
    })
}

/// Reads a profile.
///
/// # Errors
/// All its faults.
pub(super) fn parsed(text: &str) -> std::result::Result<Profile, Vec<Fault>> {
    // Describing every handler takes longer than reading the profile.
    static HANDLERS: LazyLock<Registry<EngineHost>> = LazyLock::new(registry);
    read(text, HANDLERS.described())
}

/// Where a profile is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ProfilePlace {
    /// In this novel.
    #[default]
    Novel,
    /// On this machine, for all its novels.
    Machine,
}

/// A profile to save.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct SaveProfile {
    /// The profile as JSON.
    pub text: String,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub to: ProfilePlace,
}

/// The profile that was saved.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileSaved {
    pub profile: String,
    pub version: u32,
}

/// Saves a profile, replacing the one with its id. Its version rises if its steps are others.
///
/// # Errors
/// [`Code::BadRequest`] with all faults.
pub async fn save(session: &Session, request: SaveProfile) -> Result<ProfileSaved> {
    let profile = read_own(session, &request.text).await?.map_err(|faults| faulty(&faults))?;
    put(session, profile, request.to).await
}

/// The refusal of a profile with faults.
pub(super) fn faulty(faults: &[Fault]) -> Error {
    let hint = "Nothing was changed. Correct the profile and save it again.";
    Error::bad_request(first_of(faults), hint).with(json!({ "errors": faults }))
}

/// Says how many faults a profile has, and the first one.
fn first_of(faults: &[Fault]) -> String {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    match faults.len() {
        1 => format!("the profile has a fault: {first}"),
        several => format!("the profile has {several} faults; the first: {first}"),
    }
}

async fn put(session: &Session, mut profile: Profile, to: ProfilePlace) -> Result<ProfileSaved> {
    let known = Catalogue::read(session).await?.profiles;
    let known = known.into_iter().find(|(_, known)| known.profile_id == profile.profile_id);
    if let Some((_, known)) = known {
        let is_same = Profile { version: profile.version, ..known.clone() } == profile;
        if !is_same && profile.version <= known.version {
            profile.version = known.version.saturating_add(1);
        }
    }
    let saved = ProfileSaved { profile: profile.profile_id.clone(), version: profile.version };
    match to {
        ProfilePlace::Machine => {
            let mut machine = MachineProfiles::read(session.models.folder());
            machine.put(profile);
            machine.write(session.models.folder())?;
        }
        ProfilePlace::Novel => {
            let record = PipelineProfileRecord(json!(profile));
            let mut tx = session.project.begin_write().await?;
            stored::save(&mut tx, &record, session.project.now()).await?;
            tx.commit().await?;
        }
    }
    Ok(saved)
}

/// Which profile generations get.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct UseProfile {
    /// The part of the novel; this machine when absent.
    pub subject: Option<Subject>,
    /// The act; every act when absent.
    pub act: Option<Act>,
    /// None to follow the next level again.
    pub profile: Option<String>,
}

/// Sets the profile of a part of the novel, or of the machine.
///
/// # Errors
/// [`Code::NotFound`] for an unknown profile or part.
pub async fn choose(session: &Session, request: UseProfile) -> Result<Value> {
    if let Some(id) = &request.profile {
        require(session, id).await?;
    }
    let act = request.act.map_or(stored::EVERY_ACT, Act::as_str);
    match request.subject {
        Some(subject) => {
            let mut tx = session.project.begin_write().await?;
            require_subject(&mut tx, subject).await?;
            stored::choose(&mut tx, (subject, act), request.profile.as_deref()).await?;
            tx.commit().await?;
        }
        None => {
            let mut machine = MachineProfiles::read(session.models.folder());
            match request.profile {
                Some(profile) => machine.uses.insert(act.to_owned(), profile),
                None => machine.uses.remove(act),
            };
            machine.write(session.models.folder())?;
        }
    }
    Ok(json!({}))
}

/// The profile of a generation, with the level that set it, and nearer choices whose profile is gone.
///
/// # Errors
/// [`Code::NotFound`] for a profile that was asked for and does not exist.
pub(super) async fn profile_for(
    session: &Session,
    (scene, act): (SceneId, Act),
    asked: Option<&str>,
) -> Result<(Profile, Level, Vec<Passed>)> {
    let catalogue = Catalogue::read(session).await?;
    let mut tx = session.project.begin_read().await?;
    let choices = catalogue.choices(&mut tx, (scene, asked)).await?;
    drop(tx);
    let known = catalogue.known();
    let resolved = resolve(act, &choices, &known).ok_or_else(|| absent(PLAIN))?;
    if let Some(gone) = resolved.gone.iter().find(|passed| passed.level == Level::Asked) {
        return Err(absent(&gone.profile));
    }
    Ok((resolved.profile.clone(), resolved.level, resolved.gone))
}

/// The refusal of a profile that may not ask a model yet.
pub(super) fn untrusted(profile: &Profile) -> Error {
    Error::new(
        Code::ConsentNeeded,
        format!("the profile {} came from a file and may ask a model", profile.profile_id),
        "Nothing was sent. Read its steps, then allow it, or choose another profile.",
    )
    .with(json!({ "profile": profile.profile_id }))
}
