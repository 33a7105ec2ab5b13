//! Removal of a profile, with where it is set and what applies there afterwards.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::SqliteConnection;
use wenfang_project::{parts, pipelines as stored};
use wenfang_story::artifact::Subject;
use wenfang_usecase::{Code, Error, Result};

use super::{ProfilePlace, ProfileUse, require};
use crate::Session;
use crate::pipelines::catalogue::{Catalogue, Origin};
use crate::pipelines::machine::{MachineProfiles, absent};
use crate::pipelines::resolve::{Level, PLAIN};

/// A profile to remove.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct RemoveProfile {
    pub profile: String,
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub from: ProfilePlace,
    /// Whether it is removed although it is set somewhere.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub force: bool,
}

/// The profile that was removed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ProfileRemoved {
    /// Where it is still set.
    pub uses: Vec<LeftUse>,
}

/// A place where a profile is set that is no longer there.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[ts(rename = "ProfileLeftUse")]
pub struct LeftUse {
    #[serde(flatten)]
    #[ts(flatten)]
    pub place: ProfileUse,
    /// The profile that applies there now, and the level that sets it.
    pub applies: String,
    pub level: Level,
}

/// Removes a profile. Where it is set, the next level counts.
///
/// # Errors
/// [`Code::NotFound`] for an unknown profile, [`Code::BadRequest`] for a shipped one, [`Code::InUse`] for one that is
/// set somewhere, unless the request insists.
pub async fn remove(session: &Session, request: RemoveProfile) -> Result<ProfileRemoved> {
    let (origin, _) = require(session, &request.profile).await?;
    if origin == Origin::Shipped {
        return Err(Error::bad_request(
            format!("{} is a shipped profile", request.profile),
            "Nothing was changed. Shipped profiles stay; choose another one where it is used.",
        ));
    }
    let uses = uses_after(session, &request).await?;
    if !uses.is_empty() && !request.force {
        return Err(in_use(&request.profile, &uses));
    }
    match request.from {
        ProfilePlace::Machine => {
            let mut machine = MachineProfiles::read(session.models.folder());
            machine.remove(&request.profile)?;
            machine.write(session.models.folder())?;
        }
        ProfilePlace::Novel => {
            let mut tx = session.project.begin_write().await?;
            if !stored::remove(&mut tx, &request.profile, session.project.now()).await? {
                return Err(absent(&request.profile));
            }
            tx.commit().await?;
        }
    }
    Ok(ProfileRemoved { uses })
}

/// Where a profile is set whose id nothing will have after the removal, with what applies there then.
async fn uses_after(session: &Session, request: &RemoveProfile) -> Result<Vec<LeftUse>> {
    let all = Catalogue::read(session).await?;
    let left = left_after(session, request).await?;
    if left.contains(&request.profile) {
        return Ok(Vec::new());
    }
    let is_it = |profile: &str| profile == request.profile;
    let mut tx = session.project.begin_read().await?;
    let mut uses = Vec::new();
    for chosen in all.uses.iter().filter(|chosen| is_it(&chosen.profile_id)) {
        let above = above(&mut tx, chosen.subject).await?;
        let (applies, level) = next(&all, (&left, &above), &chosen.act);
        let place = ProfileUse {
            subject: Some(chosen.subject),
            act: chosen.act.clone(),
            profile: request.profile.clone(),
        };
        uses.push(LeftUse { place, applies, level });
    }
    for (act, profile) in all.machine.uses.iter().filter(|(_, profile)| is_it(profile)) {
        let place = ProfileUse { subject: None, act: act.clone(), profile: profile.clone() };
        uses.push(LeftUse { place, applies: PLAIN.to_owned(), level: Level::Default });
    }
    Ok(uses)
}

/// The ids of the profiles that there are after the removal.
async fn left_after(session: &Session, request: &RemoveProfile) -> Result<Vec<String>> {
    let mut tx = session.project.begin_read().await?;
    let own = stored::list(&mut tx).await?;
    let own = own.iter().filter_map(|(_, record)| record.profile_id().map(str::to_owned));
    let machine = MachineProfiles::read(session.models.folder());
    let stays = |place: ProfilePlace, id: &String| request.from != place || *id != request.profile;
    let own = own.filter(|id| stays(ProfilePlace::Novel, id));
    let machine = machine.profiles.into_iter().map(|profile| profile.profile_id);
    let machine = machine.filter(|id| stays(ProfilePlace::Machine, id));
    let shipped = crate::pipelines::SHIPPED.iter().map(|(id, _)| (*id).to_owned());
    Ok(shipped.chain(own).chain(machine).collect())
}

/// The subjects around one, the nearest first. A part that is gone is in none.
async fn above(conn: &mut SqliteConnection, subject: Subject) -> Result<Vec<Subject>> {
    let mut all = Vec::new();
    let mut chapter = None;
    match subject {
        Subject::Novel => return Ok(all),
        Subject::Volume(_) => {}
        Subject::Chapter(id) => chapter = Some(id),
        Subject::Scene(id) => {
            chapter = parts::require(conn, id).await.ok().map(|scene| scene.parent);
            all.extend(chapter.map(Subject::Chapter));
        }
    }
    if let Some(chapter) = chapter
        && let Ok(chapter) = parts::require(conn, chapter).await
    {
        all.push(Subject::Volume(chapter.parent));
    }
    all.push(Subject::Novel);
    Ok(all)
}

/// The profile of the next level, by the choices for an act before those for every act.
fn next(all: &Catalogue, (left, above): (&[String], &[Subject]), act: &str) -> (String, Level) {
    let acts = [act, stored::EVERY_ACT];
    let is_left = |profile: &&String| left.contains(profile);
    for subject in above {
        let set = |act: &str| {
            let set = all.uses.iter().find(|chosen| chosen.subject == *subject && chosen.act == act);
            set.map(|chosen| &chosen.profile_id).filter(is_left)
        };
        if let Some(profile) = acts.into_iter().find_map(set) {
            let level = match subject {
                Subject::Scene(_) => Level::Scene,
                Subject::Chapter(_) => Level::Chapter,
                Subject::Volume(_) => Level::Volume,
                Subject::Novel => Level::Novel,
            };
            return (profile.clone(), level);
        }
    }
    let machine = acts.into_iter().find_map(|act| all.machine.uses.get(act).filter(is_left));
    machine.map_or_else(|| (PLAIN.to_owned(), Level::Default), |profile| (profile.clone(), Level::Machine))
}

fn in_use(profile: &str, uses: &[LeftUse]) -> Error {
    let told: Vec<String> = uses.iter().map(told).collect();
    Error::new(
        Code::InUse,
        format!("the profile {profile} is set for {}", told.join(", ")),
        "Nothing was changed. Choose another profile there, or remove it with --force.",
    )
    .with(json!({ "profile": profile, "uses": uses }))
}

fn told(left: &LeftUse) -> String {
    let place = match left.place.subject {
        None => "this machine".to_owned(),
        Some(subject) => match subject.id() {
            Some(id) => format!("{} {id}", subject.kind()),
            None => "the novel".to_owned(),
        },
    };
    let act = match left.place.act.as_str() {
        stored::EVERY_ACT => String::new(),
        act => format!(" ({act})"),
    };
    format!("{place}{act}, where {} applies without it", left.applies)
}
