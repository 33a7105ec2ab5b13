//! What the rows of mendings say about texts, for the salvage of a damaged file. Only rows that pass their hash check
//! are believed.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;
use wenfang_story::mend::SceneFate;
use wenfang_story::{MendSessionId, SceneId};

use super::rounds::{self, Round};
use super::scenes::{self, MendScene};
use crate::blobs::BlobId;
use crate::error::Result;

/// The texts of mendings.
#[derive(Debug, Default)]
pub(crate) struct Traces {
    /// The texts of versions: text, scene, version. Those are the inputs, and the proposals that were accepted as they
    /// were.
    pub(crate) versions: Vec<[i64; 3]>,
    /// The texts after rounds. An author's text that one of them is based on is not an older form of it.
    pub(crate) rounds: HashSet<BlobId>,
    /// Those of them that were never accepted, in whole or in part: they are not the author's.
    pub(crate) proposed: HashSet<BlobId>,
    /// Whether every row was read, so that no other text comes from a round.
    pub(crate) is_complete: bool,
}

impl Traces {
    /// Reads the traces in a file whose damaged rows were not removed yet.
    pub(crate) async fn read(conn: &mut SqliteConnection) -> Result<Self> {
        let scenes: HashMap<(MendSessionId, SceneId), MendScene> = scenes::list_sound(conn)
            .await?
            .into_iter()
            .map(|scene| ((scene.session, scene.scene), scene))
            .collect();
        let (rounds, unsound) = rounds::list_sound(conn).await?;
        let mut traces = Self { is_complete: unsound == 0, ..Self::default() };
        let mut authors: HashSet<BlobId> = HashSet::new();
        for (place, round) in &rounds {
            traces.note(scenes.get(place), round, &mut authors);
        }
        traces.rounds.retain(|blob| !authors.contains(blob));
        traces.proposed.retain(|blob| traces.rounds.contains(blob));
        Ok(traces)
    }

    /// Notes the text of a round. A text that is or may be the author's goes to `authors` or is no proposal.
    fn note(&mut self, scene: Option<&MendScene>, round: &Round, authors: &mut HashSet<BlobId>) {
        let version = |scene: &MendScene, version: i64| [round.blob.get(), scene.scene.get(), version];
        if round.round == 0 {
            authors.insert(round.blob);
            self.versions.extend(scene.map(|scene| version(scene, scene.version.get())));
            return;
        }
        self.rounds.insert(round.blob);
        let Some(scene) = scene else { return };
        match (scene.fate, scene.accepted) {
            (SceneFate::Open | SceneFate::Refused | SceneFate::Released, _) => {
                self.proposed.insert(round.blob);
            }
            // What the author wrote meanwhile was merged in, unless nothing changed since the input.
            (SceneFate::Accepted, Some(both)) if both.before == scene.version => {
                if scene.best_round == Some(round.round) {
                    self.versions.push(version(scene, both.version.get()));
                }
            }
            (SceneFate::Accepted | SceneFate::Partly, _) => {}
        }
    }
}
