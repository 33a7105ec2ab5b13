//! The commands about the embedding model. They need no project.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_embed::download::{self, Model};
use wenfang_project::watch::Watch;
use wenfang_usecase::{Code, Error, NoParams, Result, command_list};

use super::Meaning;
use super::downloading::{consent_needed, failed, mirror};
use super::loading::{EngineName, ModelLocation, blocking, compare, not_as_published};
use super::settings::{EngineChoice, ModelChoice, ModelScheme};
use super::verdicts::Verdict;
use super::views::{
    ChooseModel, DownloadModel, MeaningState, ModelChecked, RemoveModel, SetMeaning, VectorRole,
};

command_list! {
    Meaning, Watch, Meaning, Always;
    "meaning.state" => state, reads [Meaning];
    "meaning.choose_folder" watched => choose_folder, changes [Meaning], path "folder";
    "meaning.download" watched => download, changes [Meaning];
    "meaning.check" watched => check, changes [Meaning];
    "meaning.set" => set, changes [Meaning];
    "meaning.remove" => remove, changes [Meaning];
}

/// Maximum number of the author's own mirrors.
const MAX_MIRRORS: usize = 16;

/// Reports the state. Loads nothing.
pub async fn state(meaning: &Meaning, _: NoParams) -> Result<MeaningState> {
    Ok(meaning.view())
}

/// Checks the model in a folder of the author's and uses it. The folder is only read.
pub async fn choose_folder(meaning: &Meaning, request: ChooseModel, watch: &Watch) -> Result<ModelChecked> {
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
    let scheme = meaning.inner.store.lock().settings().scheme;
    let checked = examine(meaning, &choice, scheme, watch).await.map_err(unchanged)?;
    use_model(meaning, choice, request.engine).await?;
    Ok(checked.report(meaning.view()))
}

/// Downloads a model of the catalogue, checks it and uses it. Existing files are not fetched again. A stopped
/// download can be resumed.
pub async fn download(meaning: &Meaning, request: DownloadModel, watch: &Watch) -> Result<ModelChecked> {
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
    meaning.fetch(model, &mirrors, watch).await?;
    // Unload the previous files of the model.
    meaning.unload().await;
    let choice = ModelChoice::Downloaded { model: model.id.clone() };
    let scheme = meaning.inner.store.lock().settings().scheme;
    let checked = examine(meaning, &choice, scheme, watch).await?;
    use_model(meaning, choice, None).await?;
    Ok(checked.report(meaning.view()))
}

/// Checks the model in use: whether its files match the published ones, and whether the two engines agree. If
/// they disagree, the reference engine is used from now on.
pub async fn check(meaning: &Meaning, _: NoParams, watch: &Watch) -> Result<ModelChecked> {
    let in_use = meaning.inner.store.lock().settings().in_use();
    // Unload the model, so that the next use takes the result into account.
    meaning.unload().await;
    if let ModelChoice::Downloaded { model } = &in_use.choice {
        let model = known(meaning, model)?;
        let damaged = damaged(model.clone(), meaning.place(model), watch.clone()).await?;
        if !damaged.is_empty() {
            return Err(not_as_published(&damaged));
        }
    }
    let checked = examine(meaning, &in_use.choice, in_use.scheme, watch).await?;
    Ok(checked.report(meaning.view()))
}

/// Changes the scheme, the engine, the mirrors, or the share of this machine used for embedding.
pub async fn set(meaning: &Meaning, request: SetMeaning) -> Result<MeaningState> {
    let mirrors = match &request.mirrors {
        Some(mirrors) if mirrors.len() > MAX_MIRRORS => {
            return Err(Error::bad_request(
                format!("cannot set {} mirrors; the maximum is {MAX_MIRRORS}", mirrors.len()),
                format!("Nothing was changed. Name at most {MAX_MIRRORS} mirrors."),
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
            format!("more threads than the {cores} cores of this machine"),
            "Nothing was changed. Choose at most as many threads as cores, or 0 for all cores but one.",
        ));
    }
    meaning.inner.store.lock().change(|settings| {
        settings.change_in_use(|settings| {
            settings.scheme = request.scheme.unwrap_or(settings.scheme);
            settings.engine = request.engine.unwrap_or(settings.engine);
        });
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

/// Switches to the fallback and deletes a downloaded model. A folder of the author's is not touched.
pub async fn remove(meaning: &Meaning, request: RemoveModel) -> Result<MeaningState> {
    let choice = match request.model {
        Some(model) => ModelChoice::Downloaded { model },
        None => meaning.inner.store.lock().settings().choice.clone(),
    };
    let model = match &choice {
        ModelChoice::None => return Err(no_model("there is no model in use")),
        ModelChoice::Folder { .. } => None,
        // The files of a model known only to an earlier release are left in place.
        ModelChoice::Downloaded { model } => meaning.model(model).cloned(),
    };
    if let (None, ModelChoice::Downloaded { model }) = (&model, &choice)
        && meaning.inner.store.lock().settings().choice != choice
    {
        known(meaning, model)?;
    }
    meaning.inner.store.lock().change(|settings| settings.forget(&choice))?;
    meaning.unload().await;
    if let Some(model) = model {
        let folder = meaning.place(&model);
        blocking(move || download::remove(&folder, &model).map_err(|error| failed(&error))).await?;
    }
    Ok(meaning.view())
}

/// Uses a model from now on, computed by an engine if one is chosen with it.
async fn use_model(meaning: &Meaning, choice: ModelChoice, engine: Option<EngineChoice>) -> Result<()> {
    meaning.inner.store.lock().change(|settings| {
        settings.change_in_use(|settings| {
            settings.choice = choice;
            settings.engine = engine.unwrap_or(settings.engine);
        });
    })?;
    meaning.unload().await;
    Ok(())
}

fn known<'a>(meaning: &'a Meaning, id: &str) -> Result<&'a Model> {
    meaning.model(id).ok_or_else(|| no_model("the catalogue has no model of this name"))
}

fn no_model(message: &str) -> Error {
    Error::new(
        Code::NotFound,
        message,
        "Nothing was changed. Download a model, or choose a folder with one (`wenfang model`).",
    )
}

async fn damaged(model: Model, folder: PathBuf, watch: Watch) -> Result<Vec<String>> {
    blocking(move || {
        let mut report = |_: &download::RemoteFile| watch.report("model.read", 0, 0).is_ok();
        download::faults(&folder, &model, &mut report).map_err(|error| failed(&error))
    })
    .await
}

/// A model that was checked.
struct Examined {
    name: String,
    weights: String,
    dimension: usize,
    scheme: ModelScheme,
    least_cosine: f64,
    agree: bool,
}

impl Examined {
    fn report(self, state: MeaningState) -> ModelChecked {
        let Self { name, weights, dimension, scheme, least_cosine, agree } = self;
        let is_fast = agree && state.engine == EngineChoice::Auto;
        let engine = if is_fast { EngineName::Packed } else { EngineName::Candle };
        ModelChecked { name, weights, dimension, scheme, least_cosine, agree, engine, state }
    }
}

/// Opens a model, compares the two engines on it, and stores the verdict.
async fn examine(
    meaning: &Meaning,
    choice: &ModelChoice,
    scheme: ModelScheme,
    watch: &Watch,
) -> Result<Examined> {
    let folder = meaning.folder(choice).ok_or_else(|| no_model("there is no model to check"))?;
    let place = ModelLocation { folder, weights: meaning.pinned(choice) };
    watch.report("model.check", 0, 1)?;
    let (verdict, examined) = blocking(move || examined(&place, scheme)).await?;
    watch.report("model.check", 1, 1)?;
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

/// Texts to embed.
#[derive(Clone, Debug, Deserialize)]
pub struct EmbedTexts {
    pub texts: Vec<String>,
    #[serde(default)]
    pub role: VectorRole,
}

/// The vectors of texts.
#[derive(Clone, Debug, Serialize)]
pub struct Embedded {
    pub name: String,
    /// The key under which vectors are stored.
    pub key: String,
    pub dimension: usize,
    pub engine: EngineName,
    /// The reason for the fallback, if it is used.
    pub trouble: Option<Error>,
    /// One per text, in order, each of length 1.
    pub vectors: Vec<Vec<f32>>,
}

/// Embeds texts, for the command line only.
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
