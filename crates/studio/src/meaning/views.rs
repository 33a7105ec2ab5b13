//! Requests about meaning, and how it is shown.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_embed::Role;
use wenfang_embed::download::{self, Presence};

use super::kept::{ModelChoice, ModelScheme};
use super::loading::{EngineName, WEIGHTS};
use super::{Meaning, cores, locked};
use crate::error::Error;

/// How texts become vectors on this machine.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MeaningState {
    /// The model in use.
    pub model: ChosenModel,
    /// What is loaded now; none until somebody asked for vectors.
    pub loaded: Option<LoadedModel>,
    /// How exactly vectors are computed.
    pub scheme: ModelScheme,
    /// Threads for it.
    pub threads: usize,
    /// The threads that the author chose; none for all cores but one.
    pub chosen_threads: Option<u32>,
    /// Cores of this machine.
    pub cores: usize,
    /// Whether work that nobody waits for stops on battery.
    pub pause_on_battery: bool,
    /// The author's own mirrors, asked first, in order.
    pub mirrors: Vec<String>,
    /// The public ones, asked after them.
    pub public_mirrors: Vec<String>,
    /// Models that can be downloaded; the first is the one to suggest.
    pub catalogue: Vec<OfferedModel>,
}

/// The model in use.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChosenModel {
    /// None: the fallback.
    None,
    /// The one in a folder of the author's.
    Folder {
        /// Name of the folder.
        name: String,
        /// Its path, for people.
        path: String,
        /// Whether it has weights now.
        present: bool,
    },
    /// One of the catalogue.
    Downloaded {
        /// Its short name.
        model: String,
        /// Whether all of it is there.
        present: bool,
    },
}

/// What is loaded.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoadedModel {
    /// Its name.
    pub name: String,
    /// Floats of a vector.
    pub dimension: usize,
    /// By what vectors are computed.
    pub engine: EngineName,
    /// What vectors are stored under; vectors of another key are never compared with these.
    pub key: String,
    /// Why it is not the chosen model, where it is not.
    pub trouble: Option<Error>,
}

/// A model that can be downloaded.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OfferedModel {
    /// Its short name, for requests.
    pub id: String,
    /// Its name on the hub.
    pub repository: String,
    /// The commit that is fetched.
    pub revision: String,
    /// Its licence.
    pub licence: String,
    /// Bytes to fetch in all.
    pub bytes: u64,
    /// How much of it is there.
    pub presence: OfferedPresence,
    /// Bytes of it that are there.
    pub bytes_present: u64,
}

/// How much of a model is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OfferedPresence {
    /// Nothing.
    Absent,
    /// Some of it; a download goes on from there.
    Partial,
    /// All of it.
    Complete,
}

/// A folder with a model.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ChooseModel {
    /// The folder, with `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`.
    pub folder: PathBuf,
}

/// A model to download.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DownloadModel {
    /// Its short name; the first of the catalogue when absent.
    pub model: Option<String>,
    /// A mirror to ask first, this time.
    pub mirror: Option<String>,
    /// The author agreed that it is fetched from these servers.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub agreed: bool,
}

/// What shall be otherwise; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetMeaning {
    /// How exactly vectors are computed.
    pub scheme: Option<ModelScheme>,
    /// Threads, at most the cores there are; 0 for all cores but one.
    pub threads: Option<u32>,
    /// Whether work that nobody waits for stops on battery.
    pub pause_on_battery: Option<bool>,
    /// The author's own mirrors, in order: addresses as https://mirror.example.com, or with `{file}` in them.
    pub mirrors: Option<Vec<String>>,
}

/// A model to remove.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RemoveModel {
    /// The short name of a downloaded one; the one in use when absent.
    pub model: Option<String>,
}

/// What a check of the model in use found.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ModelChecked {
    /// Its name.
    pub name: String,
    /// SHA-256 of its weights.
    pub weights: String,
    /// Floats of a vector.
    pub dimension: usize,
    /// How exactly vectors are computed.
    pub scheme: ModelScheme,
    /// The least cosine between vectors of the two ways of computing; 1 is the same.
    pub least_cosine: f64,
    /// Whether that is near enough.
    pub agree: bool,
    /// By what vectors are computed from now on.
    pub engine: EngineName,
    /// How it is set up now.
    pub state: MeaningState,
}

/// What texts are embedded as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum VectorRole {
    /// A passage of a text.
    #[default]
    Passage,
    /// What is looked for.
    Query,
}

impl From<VectorRole> for Role {
    fn from(role: VectorRole) -> Self {
        match role {
            VectorRole::Passage => Self::Passage,
            VectorRole::Query => Self::Query,
        }
    }
}

impl Meaning {
    /// How it stands. Loads nothing, and waits for nobody who does.
    pub(super) fn view(&self) -> MeaningState {
        let used = self.wanted();
        let held = self.inner.held.try_lock().ok().and_then(|held| held.current.clone());
        let loaded = held.filter(|loaded| loaded.used == used);
        let settings = locked(&self.inner.kept).settings().clone();
        MeaningState {
            model: self.chosen(&settings.choice),
            loaded: loaded.map(|loaded| {
                let identity = loaded.embedder.identity();
                LoadedModel {
                    name: identity.name.clone(),
                    dimension: identity.dimension,
                    engine: loaded.engine,
                    key: identity.key(),
                    trouble: loaded.trouble,
                }
            }),
            scheme: settings.scheme,
            threads: self.threads().get(),
            chosen_threads: settings.threads,
            cores: cores().get(),
            pause_on_battery: settings.pause_on_battery,
            mirrors: settings.mirrors,
            public_mirrors: self.inner.offer.mirrors.iter().map(ToString::to_string).collect(),
            catalogue: self.offered(),
        }
    }

    fn chosen(&self, choice: &ModelChoice) -> ChosenModel {
        let has_weights = || self.folder(choice).is_some_and(|folder| folder.join(WEIGHTS).is_file());
        match choice {
            ModelChoice::None => ChosenModel::None,
            ModelChoice::Folder { path } => ChosenModel::Folder {
                name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                path: path.display().to_string(),
                present: has_weights(),
            },
            ModelChoice::Downloaded { model } => {
                let known = self.model(model);
                let presence = known.map(|known| download::presence(&self.place(known), known));
                ChosenModel::Downloaded {
                    model: model.clone(),
                    present: presence == Some(Presence::Complete),
                }
            }
        }
    }

    fn offered(&self) -> Vec<OfferedModel> {
        let models = self.inner.offer.models.iter();
        models
            .map(|model| {
                let (presence, bytes_present) = match download::presence(&self.place(model), model) {
                    Presence::Absent => (OfferedPresence::Absent, 0),
                    Presence::Partial { bytes } => (OfferedPresence::Partial, bytes),
                    Presence::Complete => (OfferedPresence::Complete, model.bytes()),
                };
                OfferedModel {
                    id: model.id.clone(),
                    repository: model.repository.clone(),
                    revision: model.revision.clone(),
                    licence: model.licence.clone(),
                    bytes: model.bytes(),
                    presence,
                    bytes_present,
                }
            })
            .collect()
    }
}
