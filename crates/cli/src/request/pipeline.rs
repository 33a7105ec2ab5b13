//! Requests for profiles of generation.

use std::path::Path;

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::artifact::subject;
use super::models::about_context;
use super::{Request, read, write};
use crate::args::pipeline::{Pipeline, Trial};

pub(super) fn pipeline(wanted: &Pipeline) -> Result<Request<'_>, Error> {
    let place = |machine: &bool| if *machine { "machine" } else { "novel" };
    Ok(match wanted {
        Pipeline::List { file, scene, act } => {
            read(file, "pipeline.list", json!({ "scene": scene, "act": act }))
        }
        Pipeline::Show { of, copy } => {
            read(&of.file, "pipeline.get", json!({ "profile": of.profile, "copy": copy }))
        }
        Pipeline::Steps { file } => read(file, "pipeline.steps", json!({})),
        Pipeline::Validate { file, profile } => {
            read(file, "pipeline.validate", json!({ "text": text(profile)? }))
        }
        Pipeline::Preview(of) => read(&of.asked.asked.of.file, "pipeline.preview", trial(of)?),
        Pipeline::Try(of) => write(&of.asked.asked.of.file, "pipeline.try", trial(of)?),
        Pipeline::Save { file, profile, machine } => {
            write(file, "pipeline.save", json!({ "text": text(profile)?, "to": place(machine) }))
        }
        Pipeline::Remove { of, machine, force } => {
            let request = json!({ "profile": of.profile, "from": place(machine), "force": force });
            write(&of.file, "pipeline.remove", request)
        }
        Pipeline::Use { file, profile, about, machine, act } => {
            let subject = if *machine { Value::Null } else { subject(about) };
            let profile = (profile != "-").then_some(profile);
            write(file, "pipeline.use", json!({ "subject": subject, "act": act, "profile": profile }))
        }
        Pipeline::Trust(of) => write(&of.file, "pipeline.trust", json!({ "profile": of.profile })),
        Pipeline::Export { of, out } => {
            read(&of.file, "pipeline.export", json!({ "profile": of.profile, "path": out }))
        }
        Pipeline::Import { file, profile, machine, replace } => {
            let request = json!({ "path": profile, "to": place(machine), "replace": replace });
            write(file, "pipeline.import", request)
        }
    })
}

fn trial(Trial { asked, from }: &Trial) -> Result<Value, Error> {
    let text = from.as_deref().map(text).transpose()?;
    Ok(json!({ "request": about_context(asked)?, "text": text }))
}

fn text(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| Error::io(path, &error))
}
