//! Requests for models, drafting and prompts.

use std::path::Path;

use serde_json::{Value, json};
use wenfang_studio::Error;
use wenfang_studio::drafting::prompts::MAX_TEMPLATE_BYTES;
use wenfang_studio::transfer::read_utf8;

use super::canon::{Input, object};
use super::{Request, read, write};
use crate::args::models::{
    Asked, Context, Draft, Generations, Prompt, PromptKey, Prompts, Providers, Rewrite, Usage,
};

/// The command and request for the model providers.
pub fn providers(providers: &Providers, input: Input<'_>) -> Result<(&'static str, Value), Error> {
    let given = |words: &str| object(words, input);
    Ok(match providers {
        Providers::List => ("providers.list", json!({})),
        Providers::Add(add) => {
            let models: Vec<Value> = add.model.iter().map(|name| json!({ "name": name })).collect();
            let provider = json!({
                "id": add.id,
                "name": add.name.as_ref().unwrap_or(&add.id),
                "preset": add.preset,
                "base_url": add.url.as_deref().unwrap_or_default(),
                "models": models,
                "mask_names": add.mask_names,
            });
            ("providers.save", json!({ "provider": provider }))
        }
        Providers::Save { provider } => ("providers.save", json!({ "provider": given(provider)? })),
        Providers::Remove(of) => ("providers.remove", json!({ "id": of.provider })),
        Providers::SetKey(of) => {
            let key = input()?;
            ("providers.set_key", json!({ "id": of.provider, "key": key.trim_end_matches(['\r', '\n']) }))
        }
        Providers::ForgetKey(of) => ("providers.set_key", json!({ "id": of.provider })),
        Providers::Keys { place } => {
            ("providers.set_key_place", json!({ "place": place, "passphrase": crate::host::passphrase() }))
        }
        Providers::Consent { provider, withdraw } => {
            ("providers.consent", json!({ "id": provider, "agreed": !withdraw }))
        }
        Providers::Unasked { provider, model, tokens } => {
            ("providers.set_unasked", json!({ "id": provider, "model": model, "tokens": tokens }))
        }
        Providers::Test { provider, model } => ("providers.test", json!({ "id": provider, "model": model })),
        Providers::Models(of) => ("providers.models", json!({ "id": of.provider })),
        Providers::Routes { routes } => ("providers.set_routes", json!({ "routes": given(routes)? })),
        Providers::Ceilings { ceilings } => {
            ("providers.set_ceilings", json!({ "ceilings": given(ceilings)? }))
        }
    })
}

fn base_request(asked: &Asked, act: &str) -> Result<Value, Error> {
    let template = asked.template.as_deref().map(|path| read_utf8(path, MAX_TEMPLATE_BYTES)).transpose()?;
    Ok(json!({
        "scene": asked.of.scene,
        "act": act,
        "instruction": asked.instruction,
        "target": asked.target,
        "template": template,
        "allow_secrets": asked.allow_secrets,
        "profile": asked.profile,
        "skip": asked.skip,
    }))
}

fn with(mut request: Value, fields: Value) -> Value {
    if let (Some(request), Value::Object(fields)) = (request.as_object_mut(), fields) {
        request.extend(fields);
    }
    request
}

fn range(start: Option<usize>, end: Option<usize>) -> Value {
    start.zip(end).map_or(Value::Null, |(start, end)| json!({ "start": start, "end": end }))
}

pub(super) fn draft(draft: &Draft) -> Result<Request<'_>, Error> {
    let more = json!({
        "range": range(draft.at, draft.at),
        "candidates": draft.candidates,
        "reuse": draft.reuse,
    });
    let request =
        write(&draft.asked.of.file, "generation.run", with(base_request(&draft.asked, &draft.act)?, more));
    Ok(Request { accepts: draft.accept, ..request })
}

pub(super) fn rewrite(rewrite: &Rewrite) -> Result<Request<'_>, Error> {
    let more = json!({
        "range": range(Some(rewrite.start), Some(rewrite.end)),
        "candidates": rewrite.candidates,
    });
    let asked = with(base_request(&rewrite.asked, &rewrite.act)?, more);
    let request = write(&rewrite.asked.of.file, "generation.run", asked);
    Ok(Request { accepts: rewrite.accept, ..request })
}

pub(super) fn context(context: &Context) -> Result<Request<'_>, Error> {
    Ok(read(&context.asked.of.file, "context.preview", about_context(context)?))
}

/// The request for a text, of which something is to be shown.
pub(super) fn about_context(context: &Context) -> Result<Value, Error> {
    let more = json!({ "range": range(context.start, context.end) });
    Ok(with(base_request(&context.asked, &context.act)?, more))
}

pub(super) fn generations(generations: &Generations) -> Request<'_> {
    match generations {
        Generations::List { file, scene, open } => {
            read(file, "generation.list", json!({ "scene": scene, "open_only": open }))
        }
        Generations::Unwritten(of) => read(&of.file, "generation.unwritten", json!({ "scene": of.scene })),
        Generations::Get(of) => read(&of.file, "generation.get", json!({ "generation": of.generation })),
        Generations::Report { of, redact, out: Some(out) } => {
            let request = json!({ "generation": of.generation, "redact": redact, "path": out });
            read(&of.file, "generation.export_report", request)
        }
        Generations::Report { of, redact, out: None } => {
            read(&of.file, "generation.report", json!({ "generation": of.generation, "redact": redact }))
        }
        Generations::At { of, version, offset } => read(
            &of.file,
            "generation.at",
            json!({ "scene": of.scene, "version": version, "offset": offset }),
        ),
        Generations::Spans(of) => read(&of.file, "scene.spans", json!({ "scene": of.scene })),
        Generations::Compare { file, from, to } => {
            read(file, "generation.compare", json!({ "from": from, "to": to }))
        }
        Generations::Accept(of) => {
            write(&of.file, "generation.accept", json!({ "generation": of.generation }))
        }
        Generations::Decide { of, fate, overflow } => {
            let request = json!({ "generation": of.generation, "fate": fate, "overflow": overflow });
            write(&of.file, "generation.decide", request)
        }
        Generations::Shelf(of) => read(&of.file, "generation.shelf", json!({})),
    }
}

/// Adds the group, key and language of a template to the fields of a request.
fn of_key(of: &PromptKey, fields: Value) -> Value {
    let (group, key) = of.prompt.split_once('/').unwrap_or(("", &of.prompt));
    with(json!({ "group": group, "key": key, "language": of.language }), fields)
}

fn of_prompt(of: &Prompt, fields: Value) -> (&Path, Value) {
    (&of.key.file, with(of_key(&of.key, json!({ "id": of.id })), fields))
}

pub(super) fn prompts<'a>(prompts: &'a Prompts, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match prompts {
        Prompts::List(of) => read(&of.file, "prompts.list", json!({})),
        Prompts::Get(of) => {
            let (file, request) = of_prompt(of, json!({}));
            read(file, "prompts.get", request)
        }
        Prompts::Save { of, note } => {
            write(&of.file, "prompts.save", of_key(of, json!({ "template": input()?, "note": note })))
        }
        Prompts::Enable(of) => {
            let (file, request) = of_prompt(of, json!({}));
            write(file, "prompts.enable", request)
        }
        Prompts::Compare { of, from, to } => {
            read(&of.file, "prompts.compare", of_key(of, json!({ "from": from, "to": to })))
        }
        Prompts::Check(of) => read(&of.file, "prompts.check", json!({ "template": input()? })),
        Prompts::Export { of, out } => {
            let (file, request) = of_prompt(of, json!({ "out": out }));
            read(file, "prompts.export", request)
        }
        Prompts::Import { of, source } => {
            write(&of.file, "prompts.import", of_key(of, json!({ "source": source })))
        }
    })
}

pub(super) fn usage(usage: &Usage) -> Result<Request<'_>, Error> {
    let since = usage.since.map(|day| {
        let start =
            day.to_zoned(jiff::tz::TimeZone::system()).map(|start| start.timestamp().as_millisecond());
        start.map_err(|error| Error::bad_request(error.to_string(), "Nothing was read. Give another day."))
    });
    Ok(read(&usage.file, "usage.summary", json!({ "month": since.transpose()? })))
}
