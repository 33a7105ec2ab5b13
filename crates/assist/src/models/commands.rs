//! The commands about models. They need no project.

use std::time::Duration;

use secrecy::SecretString;
use tokio_util::sync::CancellationToken;
use wenfang_llm::client::Endpoint;
use wenfang_llm::keys::StoredKey;
use wenfang_llm::probe::{self, Verdict};
use wenfang_llm::providers::{host_kind, origin, presets};
use wenfang_project::watch::Watch;
use wenfang_usecase::{Code, Error, NoParams, Result, command_list};

use super::key_place::{blocking, key_error};
use super::providers::{
    Consent, NewRoutes, ProbeProvider, Probed, ProviderRequest, ProviderView, Providers, SaveProvider,
    ServedModels, SetCeilings, SetKey, SetKeyPlace, Unasked, Unlock,
};
use super::{KeyPlace, Models, assumed_window, tools};

command_list! {
    Models, Watch, Models, OnSuccess;
    "providers.list" => list, reads [Models];
    "providers.save" => save, changes [Models];
    "providers.remove" => remove, changes [Models];
    "providers.set_key" => set_key, changes [Models];
    "providers.set_key_place" => set_key_place, changes [Models];
    "providers.unlock" => unlock, changes [Models];
    "providers.consent" => consent, changes [Models];
    "providers.set_unasked" => set_unasked, changes [Models];
    "providers.test" watched => test, changes [Models];
    "providers.models" watched => served_models;
    "providers.set_routes" => set_routes, changes [Models];
    "providers.set_ceilings" => set_ceilings, changes [Models];
    "mend.tools" => tools::list, reads [Models];
    "mend.set_tools" => tools::set, changes [Models];
}

/// Lists the providers, routes, ceilings and keys.
pub async fn list(models: &Models, _: NoParams) -> Result<Providers> {
    let settings = models.settings();
    let keys = models.keys_view().await;
    let mut providers = Vec::with_capacity(settings.providers.len());
    for provider in settings.providers {
        let origin = origin(&provider).unwrap_or_default();
        let key = match keys.ready {
            true => models.key(&provider).await.unwrap_or(StoredKey::Missing),
            false => StoredKey::Missing,
        };
        let facts = provider.preset.facts();
        providers.push(ProviderView {
            key: key.hint(),
            host: url::Url::parse(&provider.base_url).map_or(facts.host, |url| host_kind(&url)),
            needs_key: facts.needs_key,
            consented: settings.consented.contains(&origin),
            unasked: settings.unasked.get(&origin).cloned().unwrap_or_default(),
            assumed_window: assumed_window(&provider),
            origin,
            provider,
        });
    }
    Ok(Providers {
        providers,
        routes: settings.routes,
        ceilings: settings.ceilings,
        keys,
        presets: presets().to_vec(),
    })
}

/// Adds or changes a provider. A new origin needs the author's agreement, and the key, again. A new model
/// becomes the default if there is none.
pub async fn save(models: &Models, request: SaveProvider) -> Result<Providers> {
    let mut provider = request.provider;
    if provider.base_url.is_empty() {
        provider.base_url.push_str(provider.preset.facts().base_url);
    }
    provider.check().map_err(|error| {
        Error::bad_request(error.to_string(), "Nothing was changed.").with(serde_json::json!(error))
    })?;
    models.inner.store.lock().change(|settings| settings.put(provider))?;
    list(models, NoParams {}).await
}

/// Removes a provider, its key, and every route to it.
pub async fn remove(models: &Models, request: ProviderRequest) -> Result<Providers> {
    let provider = require(models, &request.id)?;
    if let Ok(keys) = models.keys().await {
        let id = request.id.clone();
        let removed = blocking(move || keys.remove(&id)).await?;
        removed.map_err(|error| key_error(&error, models.settings().key_place))?;
    }
    models.inner.store.lock().change(|settings| {
        settings.note_first_origin(&request.id);
        settings.providers.retain(|known| known.id != request.id);
        let routes = settings.routes.default.iter_mut().chain(settings.routes.tasks.values_mut());
        for route in routes {
            route.targets.retain(|target| target.provider != request.id);
        }
        if let Some(origin) = origin(&provider) {
            settings.withdraw(&origin);
        }
    })?;
    models.inner.calibrations.lock().forget(&request.id);
    list(models, NoParams {}).await
}

fn require(
    models: &Models,
    id: &wenfang_llm::providers::ProviderId,
) -> Result<wenfang_llm::providers::Provider> {
    models.settings().provider(id).cloned().ok_or_else(|| {
        Error::new(
            Code::NotFound,
            format!("no provider named {id}"),
            "Nothing was changed. Choose a provider from the list.",
        )
    })
}

/// Stores a key for the provider's current origin, or deletes it.
pub async fn set_key(models: &Models, request: SetKey) -> Result<Providers> {
    let origin = origin(&require(models, &request.id)?).unwrap_or_default();
    let place = models.settings().key_place;
    let keys = models.keys().await?;
    let done = blocking(move || match request.key {
        Some(key) => keys.set(&request.id, &SecretString::from(key), &origin),
        None => keys.remove(&request.id),
    })
    .await?;
    done.map_err(|error| key_error(&error, place))?;
    list(models, NoParams {}).await
}

/// Changes where keys are stored. Existing keys are not moved.
pub async fn set_key_place(models: &Models, request: SetKeyPlace) -> Result<Providers> {
    models.keep_keys_in(request.place, request.passphrase).await?;
    list(models, NoParams {}).await
}

/// Opens the key file.
pub async fn unlock(models: &Models, request: Unlock) -> Result<Providers> {
    models.keep_keys_in(KeyPlace::File, Some(request.passphrase)).await?;
    list(models, NoParams {}).await
}

/// Records whether the author agrees to send text to a provider's host.
pub async fn consent(models: &Models, request: Consent) -> Result<Providers> {
    let provider = require(models, &request.id)?;
    let origin = origin(&provider).unwrap_or_default();
    models.inner.store.lock().change(|settings| {
        if request.agreed {
            settings.consented.insert(origin);
        } else {
            settings.withdraw(&origin);
        }
    })?;
    list(models, NoParams {}).await
}

/// Sets how many tokens a request of a model may use without asking the author.
pub async fn set_unasked(models: &Models, request: Unasked) -> Result<Providers> {
    let origin = origin(&require(models, &request.id)?).unwrap_or_default();
    models.inner.store.lock().change(|settings| {
        let limits = settings.unasked.entry(origin).or_default();
        if request.tokens > 0 {
            limits.insert(request.model, request.tokens);
        } else {
            limits.remove(&request.model);
        }
    })?;
    list(models, NoParams {}).await
}

/// Tests a provider: whether it is reachable, its models and its abilities. Abilities are stored. No text of
/// the author's is sent.
pub async fn test(models: &Models, request: ProbeProvider, watch: &Watch) -> Result<Probed> {
    let provider = require(models, &request.id)?;
    let key = models.key_for(&provider).await?;
    let model = request.model.or_else(|| provider.models.first().map(|model| model.name.clone()));
    models.caller().forget(&provider.id);
    let endpoint = Endpoint { provider: &provider, key: key.as_ref() };
    let cancel = CancellationToken::new();
    let pending =
        probe::test(models.caller().client(), endpoint, model.as_deref().unwrap_or_default(), &cancel);
    let report = stoppable(pending, &cancel, watch).await?;
    if report.streaming.verdict == Verdict::Ok {
        models.inner.store.lock().change(|settings| {
            if let Some(known) = settings.providers.iter_mut().find(|known| known.id == provider.id) {
                known.abilities = Some(report.abilities());
            }
        })?;
    }
    Ok(Probed { report })
}

/// Waits for a server unless the author stops it.
async fn stoppable<T>(
    pending: impl Future<Output = T>,
    cancel: &CancellationToken,
    watch: &Watch,
) -> Result<T> {
    const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
    let mut pending = std::pin::pin!(pending);
    loop {
        tokio::select! {
            answer = &mut pending => return Ok(answer),
            () = tokio::time::sleep(STOP_POLL_INTERVAL) => {
                if let Err(stopped) = watch.report("providers", 0, 0) {
                    cancel.cancel();
                    return Err(stopped.into());
                }
            }
        }
    }
}

/// Asks a provider for its models.
pub async fn served_models(models: &Models, request: ProviderRequest, watch: &Watch) -> Result<ServedModels> {
    let provider = require(models, &request.id)?;
    let key = models.key_for(&provider).await?;
    let endpoint = Endpoint { provider: &provider, key: key.as_ref() };
    let cancel = CancellationToken::new();
    let pending = probe::list_models(models.caller().client(), endpoint, &cancel);
    let mut served = stoppable(pending, &cancel, watch).await?.map_err(|failure| {
        Error::new(Code::ModelFailed, failure.message, "Nothing was changed. Check the address and the key.")
    })?;
    served.sort();
    Ok(ServedModels { models: served })
}

/// Sets the routes from tasks to models.
pub async fn set_routes(models: &Models, request: NewRoutes) -> Result<Providers> {
    let settings = models.settings();
    let routes = request.routes;
    let targets = routes.default.iter().chain(routes.tasks.values()).flat_map(|route| &route.targets);
    for target in targets {
        if settings.provider(&target.provider).is_none() || target.model.trim().is_empty() {
            return Err(Error::bad_request(
                "a route names an unknown provider or model",
                "Nothing was changed. Choose providers and models from the list.",
            ));
        }
    }
    models.inner.store.lock().change(|settings| settings.routes = routes)?;
    list(models, NoParams {}).await
}

/// Sets the spending ceilings.
pub async fn set_ceilings(models: &Models, request: SetCeilings) -> Result<Providers> {
    models.inner.store.lock().change(|settings| settings.ceilings = request.ceilings)?;
    list(models, NoParams {}).await
}
