//! Requests for completing a chapter.

use serde_json::{Value, json};

use super::{Request, read, write};
use crate::args::completion::{Chapter, Step};

pub(super) fn chapter(chapter: &Chapter) -> Request<'_> {
    match chapter {
        Chapter::Show(of) => read(&of.file, "completion.chapter", json!({ "chapter": of.chapter })),
        Chapter::Preview(step) => read(&step.of.file, "completion.preview", step_request(step)),
        Chapter::Summary(step) => write(&step.of.file, "completion.summarize", step_request(step)),
        Chapter::Extract(step) => write(&step.of.file, "completion.extract", step_request(step)),
        Chapter::Suggest(step) => write(&step.of.file, "completion.suggest", step_request(step)),
        // Writes, because the request to the model is stored with its answer.
        Chapter::Check(of) => write(&of.file, "completion.check", json!({ "chapter": of.chapter })),
        Chapter::Accept { of, suggestion } => {
            let request = json!({ "chapter": of.chapter, "id": suggestion });
            write(&of.file, "completion.accept_suggestion", request)
        }
    }
}

fn step_request(step: &Step) -> Value {
    json!({ "chapter": step.of.chapter, "by": if step.model { "model" } else { "local" } })
}
