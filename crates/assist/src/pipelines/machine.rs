//! `profiles.json`: the profiles of this machine, and those that its novels use unless they choose others.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use wenfang_usecase::files::{self, Read};
use wenfang_usecase::{Code, Error, Result};

use super::profile::Profile;

/// The name of the file in the settings folder.
const FILE: &str = "profiles.json";

/// The profiles of this machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MachineProfiles {
    pub(crate) profiles: Vec<Profile>,
    /// The profile for each act, `*` for every act.
    pub(crate) uses: BTreeMap<String, String>,
}

impl MachineProfiles {
    /// Reads the file; an absent or broken one has no profiles.
    pub(crate) fn read(folder: &Path) -> Self {
        match files::read(&folder.join(FILE)) {
            Read::Found(found) => found,
            Read::Absent | Read::Broken => Self::default(),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        files::write(&folder.join(FILE), self)
    }

    /// Adds a profile, or replaces the one with its id.
    pub(crate) fn put(&mut self, profile: Profile) {
        match self.profiles.iter_mut().find(|known| known.profile_id == profile.profile_id) {
            Some(known) => *known = profile,
            None => self.profiles.push(profile),
        }
    }

    /// Removes a profile.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is none.
    pub(crate) fn remove(&mut self, id: &str) -> Result<()> {
        let count = self.profiles.len();
        self.profiles.retain(|profile| profile.profile_id != id);
        if self.profiles.len() < count { Ok(()) } else { Err(absent(id)) }
    }
}

/// The error for a profile that is not there.
pub(crate) fn absent(id: &str) -> Error {
    Error::new(
        Code::NotFound,
        format!("there is no profile {id}"),
        "Nothing was changed and nothing was sent. Choose one of the profiles in the list.",
    )
}
