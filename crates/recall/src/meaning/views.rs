//! Request and answer types of the commands about the embedding model.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_embed::Role;
use wenfang_embed::download::{self, Presence};
use wenfang_usecase::Error;

use super::loading::{EngineName, WEIGHTS};
use super::settings::{EngineChoice, ModelChoice, ModelScheme};
use super::{Meaning, cores};

/// The state of embeddings on this machine.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MeaningState {
    pub model: ChosenModel,
    /// The loaded model; none until vectors are first needed.
    pub loaded: Option<LoadedModel>,
    pub scheme: ModelScheme,
    /// The engine that the author chose.
    pub engine: EngineChoice,
    /// Threads for embedding.
    pub threads: usize,
    /// The author's choice; none for all cores but one.
    pub chosen_threads: Option<u32>,
    pub cores: usize,
    /// Whether background work pauses on battery.
    pub pause_on_battery: bool,
    /// The author's own mirrors, used first, in order.
    pub mirrors: Vec<String>,
    /// The public mirrors, used after them.
    pub public_mirrors: Vec<String>,
    /// Models that can be downloaded; the first one is recommended.
    pub catalogue: Vec<OfferedModel>,
}

/// The model in use.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChosenModel {
    /// None; the fallback is used.
    None,
    /// A model in a folder of the author's.
    Folder {
        name: String,
        /// For display.
        path: String,
        /// Whether its weights exist now.
        present: bool,
    },
    /// A downloaded model of the catalogue.
    Downloaded {
        /// Its id in the catalogue.
        model: String,
        /// Whether all its files exist.
        present: bool,
    },
}

/// A loaded model.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoadedModel {
    pub name: String,
    /// Number of floats per vector.
    pub dimension: usize,
    /// The engine that computes its vectors.
    pub engine: EngineName,
    /// The key under which vectors are stored; vectors with different keys are never compared.
    pub key: String,
    /// The reason for the fallback, if it is used.
    pub trouble: Option<Error>,
}

/// A model that can be downloaded.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct OfferedModel {
    /// Its id in the catalogue.
    pub id: String,
    /// Its name on the hub.
    pub repository: String,
    /// The commit to download.
    pub revision: String,
    pub licence: String,
    /// Total download size, in bytes.
    pub bytes: u64,
    /// How much of it is downloaded.
    pub presence: OfferedPresence,
    /// Downloaded bytes.
    pub bytes_present: u64,
}

/// How much of a model is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OfferedPresence {
    /// Nothing.
    Absent,
    /// A part; a download resumes from there.
    Partial,
    /// Everything.
    Complete,
}

/// A folder with a model.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ChooseModel {
    /// With `model.safetensors`, `config.json`, and `tokenizer.json` or `vocab.txt`.
    pub folder: PathBuf,
    /// The engine to use from now on; unchanged when absent.
    pub engine: Option<EngineChoice>,
}

/// A model to download.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DownloadModel {
    /// Its id in the catalogue; the first one when absent.
    pub model: Option<String>,
    /// A mirror to try first, for this download only.
    pub mirror: Option<String>,
    /// Whether the author agreed to download it from these hosts.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub agreed: bool,
}

/// Settings to change; absent ones stay as they are.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetMeaning {
    pub scheme: Option<ModelScheme>,
    pub engine: Option<EngineChoice>,
    /// At most the number of cores; 0 for all cores but one.
    pub threads: Option<u32>,
    /// Whether background work pauses on battery.
    pub pause_on_battery: Option<bool>,
    /// The author's own mirrors, in order: addresses such as https://mirror.example.com, or with `{file}` in
    /// them.
    pub mirrors: Option<Vec<String>>,
}

/// A model to remove.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct RemoveModel {
    /// The id of a downloaded model; the one in use when absent.
    pub model: Option<String>,
}

/// The result of checking a model.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct ModelChecked {
    pub name: String,
    /// SHA-256 of its weights.
    pub weights: String,
    /// Number of floats per vector.
    pub dimension: usize,
    pub scheme: ModelScheme,
    /// The lowest cosine between vectors of the two engines; 1 means equal.
    pub least_cosine: f64,
    /// Whether the vectors are close enough.
    pub agree: bool,
    /// The engine that computes vectors from now on.
    pub engine: EngineName,
    /// The state after the check.
    pub state: MeaningState,
}

/// What a text is embedded as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum VectorRole {
    /// A passage of a text.
    #[default]
    Passage,
    /// A query.
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
    /// Builds the state. Loads nothing and waits for no other call.
    pub(super) fn view(&self) -> MeaningState {
        let config = self.wanted();
        let loaded_now = self.inner.cache.try_lock().ok().and_then(|cache| cache.current.clone());
        let loaded = loaded_now.filter(|loaded| loaded.config == config);
        let settings = self.inner.store.lock().settings().clone();
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
            engine: settings.engine,
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
