//! Whether an answer says that what was asked for failed: it is printed all the same, and the exit status says so.

use serde_json::{Value, json};
use wenfang_studio::{Code, Error};

/// What failed, by the answer of a command; `None` where it says that all went well, or tells of something that was done
/// another time.
pub fn failure(command: &str, answer: &Value) -> Option<Error> {
    match command {
        "generation.run" => generation(answer),
        "providers.test" => probe(answer),
        _ => unhealthy(answer),
    }
}

fn unhealthy(answer: &Value) -> Option<Error> {
    if answer.get("healthy") != Some(&json!(false)) {
        return None;
    }
    let (message, hint) = if answer["damage"].as_array().is_some_and(Vec::is_empty) {
        (
            "counts of versions are wrong",
            "Every text is as it was written. Run `wenfang doctor FILE --rebuild` to count them again.",
        )
    } else {
        (
            "the project is damaged",
            "What is not named in the report can still be read. Restore what is from an earlier version or a backup.",
        )
    };
    Some(Error::new(Code::Damaged, message, hint))
}

/// The first generation that did not come, or not whole.
fn generation(answer: &Value) -> Option<Error> {
    let generations = answer.get("generations")?.as_array()?;
    let failed = generations.iter().find(|one| matches!(text(one, "status"), "failed" | "incomplete"))?;
    let why = failed.get("trouble").map(|trouble| text(trouble, "message")).unwrap_or_default();
    let message = format!("generation {}: {}: {why}", failed["id"], text(failed, "status"));
    Some(Error::new(
        Code::ModelFailed,
        message,
        "The scene was not changed by it, and what came is kept with the generation. Try again, or look at the provider.",
    ))
}

/// What failed of a run that was waited for.
pub fn run(answer: &Value) -> Option<Error> {
    let summary = answer.get("summary")?;
    let status = text(summary, "status");
    matches!(status, "failed" | "partial" | "interrupted").then(|| {
        Error::new(
            Code::StepFailed,
            format!("run {} ended as {status}", summary["id"]),
            "What its finished steps did stands. Look at the steps, and resume the run.",
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
