//! Requests for workflows.

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, read, write};
use crate::args::workflow::{Again, Workflow};

pub(super) fn workflow(wanted: &Workflow) -> Result<Option<Request<'_>>, Error> {
    Ok(Some(match wanted {
        Workflow::Validate { .. } => return Ok(None),
        Workflow::List { file } => read(file, "workflow.list", json!({})),
        Workflow::Run { file, workflow, chapter, input, ceiling, currency, preview, wait } => {
            let request = json!({
                "workflow": workflow,
                "chapter": chapter,
                "input": parsed("--input", input)?,
                "ceiling": cost(*ceiling, currency.as_deref()),
            });
            match preview {
                true => read(file, "workflow.preview_start", request),
                false => Request { waits: *wait, ..write(file, "workflow.start", request) },
            }
        }
        Workflow::Runs { file, limit, before, active, texts } => {
            let request = json!({ "limit": limit, "before": before, "active": active, "texts": texts });
            read(file, "workflow.runs", request)
        }
        Workflow::RunShow(of) => read(&of.file, "workflow.show", json!({ "run": of.run })),
        Workflow::Events { of, after } => {
            read(&of.file, "workflow.events", json!({ "run": of.run, "after": after }))
        }
        Workflow::Interrupted { file } => read(file, "workflow.interrupted", json!({})),
        Workflow::Cancel { of, node } => {
            write(&of.file, "workflow.cancel", json!({ "run": of.run, "node": node }))
        }
        Workflow::Resume { of, upgrade, wait } => {
            let request = json!({ "run": of.run, "upgrade": upgrade });
            Request { waits: *wait, ..write(&of.file, "workflow.resume", request) }
        }
        Workflow::Answer { of, node, item, decline, data, wait } => {
            let data = parsed("--data", data)?;
            let request =
                json!({ "run": of.run, "node": node, "item": item, "accept": !decline, "data": data });
            Request { waits: *wait, ..write(&of.file, "workflow.answer", request) }
        }
        Workflow::Again(again) => again_request(again)?,
        Workflow::Switch { file, workflow, trigger, off, ceiling, currency } => {
            let ceiling = cost(*ceiling, currency.as_deref());
            let request = json!({ "workflow": workflow, "trigger": trigger, "on": !off, "ceiling": ceiling });
            write(file, "workflow.switch", request)
        }
    }))
}

fn cost(micros: Option<u64>, currency: Option<&str>) -> Option<Value> {
    micros.map(|micros| json!({ "currency": currency, "micros": micros }))
}

fn again_request(again: &Again) -> Result<Request<'_>, Error> {
    let request = json!({
        "run": again.of.run,
        "node": again.node,
        "only": again.only,
        "params": parsed("--params", &again.params)?,
        "fresh": again.fresh,
    });
    Ok(match again.preview {
        true => read(&again.of.file, "workflow.preview_again", request),
        false => Request { waits: again.wait, ..write(&again.of.file, "workflow.run_again", request) },
    })
}

fn parsed(flag: &str, json: &Option<String>) -> Result<Value, Error> {
    let Some(json) = json else { return Ok(Value::Null) };
    serde_json::from_str(json).map_err(|error| {
        Error::bad_request(
            format!("{flag} is not valid JSON: {error}"),
            "Nothing was changed. Quote it for the shell.",
        )
    })
}
