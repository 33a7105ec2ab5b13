//! Requests for the embedding model.

use serde_json::{Value, json};

use crate::args::meaning::{Model, Set};

/// The command and request for the embedding model; `None` for computing vectors, which is not a command.
pub fn model(model: &Model) -> Option<(&'static str, Value)> {
    Some(match model {
        Model::State => ("meaning.state", json!({})),
        Model::Use { folder, engine } => {
            ("meaning.choose_folder", json!({ "folder": folder, "engine": engine }))
        }
        Model::Download(wanted) => {
            let request = json!({ "model": wanted.model, "mirror": wanted.mirror, "agreed": wanted.yes });
            ("meaning.download", request)
        }
        Model::Check => ("meaning.check", json!({})),
        Model::Set(wanted) => ("meaning.set", set(wanted)),
        Model::Remove { model } => ("meaning.remove", json!({ "model": model })),
        Model::Embed { .. } => return None,
    })
}

fn set(wanted: &Set) -> Value {
    let has_mirrors = wanted.no_mirrors || !wanted.mirror.is_empty();
    json!({
        "scheme": wanted.scheme,
        "engine": wanted.engine,
        "threads": wanted.threads,
        "pause_on_battery": wanted.battery.as_deref().map(|battery| battery == "pause"),
        "mirrors": has_mirrors.then_some(&wanted.mirror),
    })
}
