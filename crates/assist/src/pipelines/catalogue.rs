//! The profiles that a generation can have, and where they are set.

use serde::Serialize;
use sqlx::SqliteConnection;
use wenfang_project::{parts, pipelines as stored};
use wenfang_story::SceneId;
use wenfang_story::artifact::Subject;
use wenfang_story::generation::Act;
use wenfang_usecase::Result;

use super::machine::MachineProfiles;
use super::profile::Profile;
use super::resolve::{Choice, Level};
use super::shipped;
use crate::Session;

/// Where a profile is stored. One of the novel replaces one of the machine with the same id, and that a shipped one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ProfileOrigin")]
pub enum Origin {
    Shipped,
    Machine,
    Novel,
}

/// Every profile, and every choice of one.
pub(crate) struct Catalogue {
    /// Each id once.
    pub(crate) profiles: Vec<(Origin, Profile)>,
    /// Those of the novel, with the part that they are for.
    pub(crate) uses: Vec<stored::PipelineUse>,
    pub(crate) machine: MachineProfiles,
}

impl Catalogue {
    /// Reads all profiles. One in the novel that this program cannot read is left out.
    pub(crate) async fn read(session: &Session) -> Result<Self> {
        let machine = MachineProfiles::read(session.models.folder());
        let mut tx = session.project.begin_read().await?;
        let own = stored::list(&mut tx).await?;
        let uses = stored::uses(&mut tx).await?;
        drop(tx);
        let own = own.into_iter().filter_map(|(_, record)| serde_json::from_value(record.0).ok());
        let mut profiles: Vec<(Origin, Profile)> =
            shipped().into_iter().map(|profile| (Origin::Shipped, profile)).collect();
        let added = machine.profiles.iter().cloned().map(|profile| (Origin::Machine, profile));
        for (origin, profile) in added.chain(own.map(|profile| (Origin::Novel, profile))) {
            match profiles.iter_mut().find(|(_, known)| known.profile_id == profile.profile_id) {
                Some(known) => *known = (origin, profile),
                None => profiles.push((origin, profile)),
            }
        }
        Ok(Self { profiles, uses, machine })
    }

    /// The profiles alone.
    pub(crate) fn known(&self) -> Vec<Profile> {
        self.profiles.iter().map(|(_, profile)| profile.clone()).collect()
    }

    /// The choices that count for a scene.
    ///
    /// # Errors
    /// An unknown scene.
    pub(crate) async fn choices(
        &self,
        conn: &mut SqliteConnection,
        (scene, asked): (SceneId, Option<&str>),
    ) -> Result<Vec<Choice>> {
        let chapter = parts::require(conn, scene).await?.parent;
        let volume = parts::require(conn, chapter).await?.parent;
        let level = |subject: Subject| match subject {
            Subject::Scene(id) => (id == scene).then_some(Level::Scene),
            Subject::Chapter(id) => (id == chapter).then_some(Level::Chapter),
            Subject::Volume(id) => (id == volume).then_some(Level::Volume),
            Subject::Novel => Some(Level::Novel),
        };
        let asked = asked.map(|profile| choice(Level::Asked, stored::EVERY_ACT, profile));
        let own = self
            .uses
            .iter()
            .filter_map(|chosen| Some(choice(level(chosen.subject)?, &chosen.act, &chosen.profile_id)));
        let machine = self.machine.uses.iter().map(|(act, profile)| choice(Level::Machine, act, profile));
        Ok(asked.into_iter().chain(own).chain(machine).collect())
    }
}

fn choice(level: Level, act: &str, profile: &str) -> Choice {
    let act = Act::ALL.into_iter().find(|known| known.as_str() == act);
    Choice { level, act, profile: profile.to_owned() }
}
