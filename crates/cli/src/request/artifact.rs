//! Requests for artifacts.

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, read, write};
use crate::args::artifact::{About, Artifact, Named};

pub(super) fn artifact(
    wanted: &Artifact,
    standard_input: impl Fn() -> Result<String, Error>,
) -> Result<Request<'_>, Error> {
    Ok(match wanted {
        Artifact::List { file, as_of, about } => {
            read(file, "artifact.list", json!({ "scene": as_of, "subject": named(about) }))
        }
        Artifact::Get { of, version } => {
            read(&of.file, "artifact.get", with(of, json!({ "version": version })))
        }
        Artifact::History { of, limit } => {
            read(&of.file, "artifact.history", with(of, json!({ "most": limit })))
        }
        Artifact::Set { of, based_on, at, content_type, ui_only, novel } => {
            let request = json!({
                "value": standard_input()?.trim_end_matches('\n'),
                "based_on": based_on,
                "at": at,
                "content_type": content_type,
                "visibility": ui_only.then_some("ui_only"),
            });
            let mut request = with(of, request);
            request["subject"] = json!(named(&of.about).or(novel.then(|| json!("novel"))));
            write(&of.file, "artifact.set", request)
        }
        Artifact::Pin { of, version, remove } => {
            write(&of.file, "artifact.pin", with(of, json!({ "version": version, "pinned": !remove })))
        }
        Artifact::Withhold { file, name, allow } => {
            write(file, "artifact.withhold", json!({ "name": name, "withheld": !allow }))
        }
        Artifact::Prune { file, name, keep, about } => {
            let of = name.as_ref().map(|name| json!({ "name": name, "subject": subject(about) }));
            write(file, "artifact.prune", json!({ "of": of, "keep": keep }))
        }
    })
}

/// The subject, if one is named.
fn named(about: &About) -> Option<Value> {
    let volume = about.volume.map(|id| json!({ "volume": id }));
    let chapter = about.chapter.map(|id| json!({ "chapter": id }));
    volume.or(chapter).or(about.scene.map(|id| json!({ "scene": id })))
}

pub(super) fn subject(about: &About) -> Value {
    named(about).unwrap_or(json!("novel"))
}

/// A request about an artifact.
fn with(of: &Named, mut request: Value) -> Value {
    request["name"] = json!(of.name);
    request["subject"] = subject(&of.about);
    request
}
