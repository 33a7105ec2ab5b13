//! Detects answers that report a failure: they are printed normally, but the exit status reports the failure.

use serde_json::{Value, json};
use wenfang_studio::{Code, Error};

/// The failure reported by the answer of a command; `None` if it succeeded, or if the answer describes an earlier
/// operation.
pub fn failure(command: &str, answer: &Value) -> Option<Error> {
    match command {
        "generation.run" => generation(answer),
        "providers.test" => probe(answer),
        "pipeline.validate" => faulty(answer.get("errors")?.as_array()?.len(), "profile", "saved"),
        _ => unhealthy(answer),
    }
}

/// The failure of a definition or profile with faults.
pub fn faulty(faults: usize, what: &str, act: &str) -> Option<Error> {
    let message = match faults {
        0 => return None,
        1 => format!("the {what} has a fault"),
        several => format!("the {what} has {several} faults"),
    };
    Some(Error::bad_request(message, format!("Nothing was {act}. Fix what is listed.")))
}

fn unhealthy(answer: &Value) -> Option<Error> {
    if answer.get("healthy") != Some(&json!(false)) {
        return None;
    }
    let (message, hint) = if answer["damage"].as_array().is_some_and(Vec::is_empty) {
        (
            "counts of versions are wrong",
            "All texts are intact. Run `wenfang doctor FILE --rebuild` to recount them.",
        )
    } else {
        (
            "the project is damaged",
            "Everything not named in the report is readable. Restore the rest from an earlier version or a backup.",
        )
    };
    Some(Error::new(Code::Damaged, message, hint))
}

/// The first generation that failed or is incomplete.
fn generation(answer: &Value) -> Option<Error> {
    let generations = answer.get("generations")?.as_array()?;
    let failed = generations.iter().find(|one| matches!(text(one, "status"), "failed" | "incomplete"))?;
    let why = failed.get("trouble").map(|trouble| text(trouble, "message")).unwrap_or_default();
    let message = format!("generation {}: {}: {why}", failed["id"], text(failed, "status"));
    Some(Error::new(
        Code::ModelFailed,
        message,
        "The scene was not changed, and the received text is stored with the generation. Try again, or check the provider.",
    ))
}

/// The failure of a run that the command waited for.
pub fn run(answer: &Value) -> Option<Error> {
    let summary = answer.get("summary")?;
    let status = text(summary, "status");
    matches!(status, "failed" | "partial" | "interrupted").then(|| {
        Error::new(
            Code::StepFailed,
            format!("run {} ended as {status}", summary["id"]),
            "The results of its completed steps are kept. Check the failed steps, then resume the run.",
        )
    })
}

fn probe(answer: &Value) -> Option<Error> {
    let report = answer.get("report")?;
    let step = ["reachable", "streaming"].iter().find_map(|name| {
        let step = report.get(*name)?;
        (text(step, "verdict") == "no").then(|| format!("{name}: {}", text(step, "message")))
    })?;
    Some(Error::new(Code::ModelFailed, step, "Check the address, the key and the name of the model."))
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}
