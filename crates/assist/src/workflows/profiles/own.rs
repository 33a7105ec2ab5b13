//! The ids that a profile of the author's may have, and copies of shipped profiles under such an id.

use std::collections::{BTreeMap, BTreeSet};

use wenfang_project::pipelines as stored;
use wenfang_usecase::Result;
use wenfang_workflow::Fault;
use wenfang_workflow::read::{FaultCode, sorted};

use super::{ProfilePlace, parsed};
use crate::Session;
use crate::pipelines::catalogue::Catalogue;
use crate::pipelines::compile::Place;
use crate::pipelines::machine::MachineProfiles;
use crate::pipelines::profile::{Access, Profile, fault_at};
use crate::pipelines::{SHIPPED, shipped};

/// Whether a shipped profile has the id.
pub(super) fn is_shipped(id: &str) -> bool {
    SHIPPED.iter().any(|(shipped, _)| *shipped == id)
}

/// Reads a profile of the author's.
///
/// # Errors
/// All its faults. The id of a shipped profile is one: the profile would hide it. An earlier release saved copies under
/// such ids; those that are there are still read and changed. The name of a value of another profile is one, too.
pub(super) async fn read_own(
    session: &Session,
    text: &str,
) -> Result<std::result::Result<Profile, Vec<Fault>>> {
    let profile = match parsed(text) {
        Ok(profile) => profile,
        Err(faults) => return Ok(Err(faults)),
    };
    let id = &profile.profile_id;
    let mut faults = shared_names(session, (text, &profile)).await?;
    if is_shipped(id) && !stored_ids(session).await?.contains(id) {
        faults.push(shipped_id(text, id));
    }
    Ok(if faults.is_empty() { Ok(profile) } else { Err(sorted(faults)) })
}

/// The fault of a profile that has the id of a shipped one.
pub(super) fn shipped_id(text: &str, id: &str) -> Fault {
    let message = format!("{id} is the id of a shipped profile; give the profile another one");
    fault_at(text, "/profile_id", FaultCode::ShippedId, message)
}

/// The faults of steps that write under the name of another profile's step: the two would replace each other's values.
pub(super) async fn shared_names(session: &Session, (text, profile): (&str, &Profile)) -> Result<Vec<Fault>> {
    if kept(profile).next().is_none() {
        return Ok(Vec::new());
    }
    let known = Catalogue::read(session).await?.profiles;
    let others = known.iter().map(|(_, other)| other).filter(|other| other.profile_id != profile.profile_id);
    let writers: BTreeMap<&str, String> = others
        .flat_map(|other| kept(other).map(|(_, id, name)| (name, format!("{}/{id}", other.profile_id))))
        .collect();
    let shared = kept(profile).filter_map(|(place, _, name)| {
        let message =
            format!("`{name}` is already written by `{}`; a value has one writer", writers.get(name)?);
        Some(fault_at(text, &format!("{}/writes/name", place.pointer()), FaultCode::TwoWriters, message))
    });
    Ok(shared.collect())
}

/// The steps with a value that is kept: place, id and name of the value.
fn kept(profile: &Profile) -> impl Iterator<Item = (Place, &str, &str)> {
    profile.steps().filter_map(|(place, step)| {
        let writes = step.writes.as_ref().filter(|writes| writes.access == Access::Persisted)?;
        Some((place, step.id.as_str(), writes.name.as_str()))
    })
}

/// The ids of the profiles in the novel and on the machine.
async fn stored_ids(session: &Session) -> Result<BTreeSet<String>> {
    let mut tx = session.project.begin_read().await?;
    let own = stored::list(&mut tx).await?;
    let own = own.iter().filter_map(|(_, record)| record.profile_id().map(str::to_owned));
    let machine = MachineProfiles::read(session.models.folder()).profiles;
    Ok(own.chain(machine.into_iter().map(|profile| profile.profile_id)).collect())
}

/// A copy of a profile under an id and a title of its own.
pub(super) async fn own_copy(session: &Session, profile: Profile) -> Result<Profile> {
    let mut taken = stored_ids(session).await?;
    taken.extend(shipped().into_iter().map(|profile| profile.profile_id));
    let free = (2_u32..).map(|number| format!("{}_{number}", profile.profile_id));
    let id = free.into_iter().find(|id| !taken.contains(id)).unwrap_or_default();
    let mut title = profile.title.clone();
    title.zh.push_str("（自订）");
    title.en.push_str(" (own)");
    Ok(Profile { profile_id: id, title, version: 1, ..profile })
}

/// The profile that one with this id would replace at a place.
pub(super) async fn stored_at(session: &Session, id: &str, place: ProfilePlace) -> Result<Option<Profile>> {
    match place {
        ProfilePlace::Machine => {
            let machine = MachineProfiles::read(session.models.folder());
            Ok(machine.profiles.into_iter().find(|profile| profile.profile_id == id))
        }
        ProfilePlace::Novel => {
            let mut tx = session.project.begin_read().await?;
            let found = stored::get(&mut tx, id).await?;
            Ok(found.and_then(|(_, record)| serde_json::from_value(record.0).ok()))
        }
    }
}
