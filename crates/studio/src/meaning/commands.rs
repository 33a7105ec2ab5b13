//! The commands about meaning: they need no project.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_embed::download::{self, Model};
use wenfang_project::watch;

use super::downloading::{consent_needed, failed, mirror};
use super::kept::{ModelChoice, ModelScheme};
use super::loading::{EngineName, ModelLocation, blocking, compare, not_as_published};
use super::verdicts::Verdict;
use super::views::{
    ChooseModel, DownloadModel, MeaningState, ModelChecked, RemoveModel, SetMeaning, VectorRole,
};
use super::{Meaning, locked};
use crate::commands::command_list;
use crate::error::{Code, Error, Result};
use crate::projects::NoParams;

command_list! {
    Meaning, crate::commands::Needs::Meaning, crate::commands::Announce::Always;
    "meaning.state" => state, reads [Meaning];
    "meaning.choose_folder" => choose_folder, changes [Meaning], path "folder";
    "meaning.download" => download, changes [Meaning];
    "meaning.check" => check, changes [Meaning];
    "meaning.set" => set, changes [Meaning];
    "meaning.remove" => remove, changes [Meaning];
}

/// Most mirrors of the author's own.
const MAX_MIRRORS: usize = 16;

/// Tells how it stands. Loads nothing.
pub async fn state(meaning: &Meaning, _: NoParams) -> Result<MeaningState> {
    Ok(meaning.view())
}

/// Uses the model in a folder of the author's, after it was checked. The folder stays theirs: it is read and nothing else.
pub async fn choose_folder(meaning: &Meaning, request: ChooseModel) -> Result<ModelChecked> {
    let unchanged = |error: Error| {
        Error {
        hint: "Nothing was changed. Choose a folder with model.safetensors, config.json, and tokenizer.json or vocab.txt."
            .to_owned(),
        ..error
    }
    };
    let path = std::fs::canonicalize(&request.folder)
        .map_err(|error| unchanged(Error::io(&request.folder, &error)))?;
    let choice = ModelChoice::Folder { path };
    let scheme = locked(&meaning.inner.kept).settings().scheme;
    let checked = examine(meaning, &choice, scheme).await.map_err(unchanged)?;
    use_model(meaning, choice).await?;
    Ok(checked.told(meaning.view()))
}

/// Fetches a model that is known, and uses it after it was checked. What is there already is not fetched again. A stop keeps
/// what has come.
pub async fn download(meaning: &Meaning, request: DownloadModel) -> Result<ModelChecked> {
    let model = match &request.model {
        Some(id) => known(meaning, id)?,
        None => {
            meaning.inner.offer.models.first().ok_or_else(|| no_model("there is no model to download"))?
        }
    };
    let mirrors = meaning.mirrors(request.mirror.as_deref())?;
    if !request.agreed {
        return Err(consent_needed(model, &mirrors));
    }
    meaning.fetch(model, &mirrors).await?;
    // What was loaded of it before is not it any more.
    meaning.unload().await;
    let choice = ModelChoice::Downloaded { model: model.id.clone() };
    let scheme = locked(&meaning.inner.kept).settings().scheme;
    let checked = examine(meaning, &choice, scheme).await?;
    use_model(meaning, choice).await?;
    Ok(checked.told(meaning.view()))
}

/// Checks the model in use: whether its files are what was published, and whether the two ways of computing agree. Where they
/// do not, the plain way is used from now on.
pub async fn check(meaning: &Meaning, _: NoParams) -> Result<ModelChecked> {
    let in_use = locked(&meaning.inner.kept).settings().in_use();
    // What is found is to be seen by the next to ask.
    meaning.unload().await;
    if let ModelChoice::Downloaded { model } = &in_use.choice {
        let model = known(meaning, model)?;
        let damaged = damaged(model.clone(), meaning.place(model)).await?;
        if !damaged.is_empty() {
            return Err(not_as_published(&damaged));
        }
    }
    let checked = examine(meaning, &in_use.choice, in_use.scheme).await?;
    Ok(checked.told(meaning.view()))
}

/// Changes how vectors are computed, where models are fetched from, and how much of this machine is used for it.
pub async fn set(meaning: &Meaning, request: SetMeaning) -> Result<MeaningState> {
    let mirrors = match &request.mirrors {
        Some(mirrors) if mirrors.len() > MAX_MIRRORS => {
            return Err(Error::bad_request(
                format!("{} mirrors are too many", mirrors.len()),
                format!("Nothing was changed. Name at most {MAX_MIRRORS}."),
            ));
        }
        Some(mirrors) => {
            let checked = mirrors.iter().map(|address| Ok(mirror(address)?.to_string()));
            Some(checked.collect::<Result<Vec<String>>>()?)
        }
        None => None,
    };
    let cores = super::cores().get();
    if request.threads.is_some_and(|threads| threads as usize > cores) {
        return Err(Error::bad_request(
            format!("this machine has {cores} cores"),
            "Nothing was changed. Name at most as many threads, or 0 for all cores but one.",
        ));
    }
    locked(&meaning.inner.kept).change(|settings| {
        if let Some(scheme) = request.scheme {
            settings.use_from_now_on(settings.choice.clone(), scheme);
        }
        if let Some(threads) = request.threads {
            settings.threads = Some(threads).filter(|threads| *threads > 0);
        }
        settings.pause_on_battery = request.pause_on_battery.unwrap_or(settings.pause_on_battery);
        if let Some(mirrors) = mirrors {
            settings.mirrors = mirrors;
        }
    })?;
    Ok(meaning.view())
}

/// Uses the fallback from now on and removes what was downloaded. A folder of the author's stays as it is.
pub async fn remove(meaning: &Meaning, request: RemoveModel) -> Result<MeaningState> {
    let choice = match request.model {
        Some(model) => ModelChoice::Downloaded { model },
        None => locked(&meaning.inner.kept).settings().choice.clone(),
    };
    let model = match &choice {
        ModelChoice::None => return Err(no_model("there is no model in use")),
        ModelChoice::Folder { .. } => None,
        // One that only an earlier release knew is forgotten and its files stay.
        ModelChoice::Downloaded { model } => meaning.model(model).cloned(),
    };
    if let (None, ModelChoice::Downloaded { model }) = (&model, &choice)
        && locked(&meaning.inner.kept).settings().choice != choice
    {
        known(meaning, model)?;
    }
    locked(&meaning.inner.kept).change(|settings| settings.forget(&choice))?;
    meaning.unload().await;
    if let Some(model) = model {
        let folder = meaning.place(&model);
        blocking(move || download::remove(&folder, &model).map_err(|error| failed(&error))).await?;
    }
    Ok(meaning.view())
}

/// Uses a model from now on.
async fn use_model(meaning: &Meaning, choice: ModelChoice) -> Result<()> {
    locked(&meaning.inner.kept).change(|settings| settings.use_from_now_on(choice, settings.scheme))?;
    meaning.unload().await;
    Ok(())
}

fn known<'a>(meaning: &'a Meaning, id: &str) -> Result<&'a Model> {
    meaning.model(id).ok_or_else(|| no_model("there is no such model"))
}

fn no_model(message: &str) -> Error {
    Error::new(
        Code::NotFound,
        message,
        "Nothing was changed. Download a model, or choose a folder with one (`wenfang model`).",
    )
}

async fn damaged(model: Model, folder: PathBuf) -> Result<Vec<String>> {
    let watch = watch::Watch::current();
    blocking(move || {
        watch::within(watch, || {
            let mut told = |_: &download::RemoteFile| watch::report("model.read", 0, 0).is_ok();
            download::faults(&folder, &model, &mut told).map_err(|error| failed(&error))
        })
    })
    .await
}

/// A model that was looked at and compared.
struct Examined {
    name: String,
    weights: String,
    dimension: usize,
    scheme: ModelScheme,
    least_cosine: f64,
    agree: bool,
}

impl Examined {
    fn told(self, state: MeaningState) -> ModelChecked {
        let Self { name, weights, dimension, scheme, least_cosine, agree } = self;
        let engine = if agree { EngineName::Packed } else { EngineName::Candle };
        ModelChecked { name, weights, dimension, scheme, least_cosine, agree, engine, state }
    }
}

/// Opens a model, compares the two ways of computing it, and keeps what was found.
async fn examine(meaning: &Meaning, choice: &ModelChoice, scheme: ModelScheme) -> Result<Examined> {
    let folder = meaning.folder(choice).ok_or_else(|| no_model("there is no model to check"))?;
    let place = ModelLocation { folder, weights: meaning.pinned(choice) };
    watch::report("model.check", 0, 1)?;
    let (verdict, examined) = blocking(move || examined(&place, scheme)).await?;
    watch::report("model.check", 1, 1)?;
    meaning.note(verdict);
    Ok(examined)
}

fn examined(place: &ModelLocation, scheme: ModelScheme) -> Result<(Verdict, Examined)> {
    let (verdict, folder) = compare(place, scheme)?;
    let examined = Examined {
        name: folder.name().to_owned(),
        weights: verdict.compared.weights.clone(),
        dimension: folder.dimension(),
        scheme,
        least_cosine: verdict.least_cosine,
        agree: verdict.agree,
    };
    Ok((verdict, examined))
}

/// Texts to make vectors of.
#[derive(Clone, Debug, Deserialize)]
pub struct EmbedTexts {
    /// The texts.
    pub texts: Vec<String>,
    /// What they are embedded as.
    #[serde(default)]
    pub role: VectorRole,
}

/// Vectors of texts.
#[derive(Clone, Debug, Serialize)]
pub struct Embedded {
    /// Name of the model.
    pub name: String,
    /// What vectors are stored under.
    pub key: String,
    /// Floats of a vector.
    pub dimension: usize,
    /// By what they were computed.
    pub engine: EngineName,
    /// Why it is not the chosen model, where it is not.
    pub trouble: Option<Error>,
    /// One for each text, in order, each of length 1.
    pub vectors: Vec<Vec<f32>>,
}

/// Makes vectors of texts, for the command line: the window has no use for them.
pub async fn embed(meaning: &Meaning, request: EmbedTexts) -> Result<Embedded> {
    let loaded = meaning.loaded().await;
    let embedder = std::sync::Arc::clone(&loaded.embedder);
    let vectors = blocking(move || {
        let texts: Vec<&str> = request.texts.iter().map(String::as_str).collect();
        embedder.embed(&texts, request.role.into()).map_err(|error| {
            Error::new(
                Code::ModelUnusable,
                error.to_string(),
                "Nothing was changed. Check the model (`wenfang model check`).",
            )
        })
    })
    .await?;
    let identity = loaded.embedder.identity();
    Ok(Embedded {
        name: identity.name.clone(),
        key: identity.key(),
        dimension: identity.dimension,
        engine: loaded.engine,
        trouble: loaded.trouble,
        vectors,
    })
}
