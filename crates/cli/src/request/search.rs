//! Requests for search and memory.

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, read, write};
use crate::args::search::{Duplicates, Index, Memory, Mode, Search, Similar, Where};

/// Needs only read access: the index is stored beside the project.
pub(super) fn index(index: &Index) -> Request<'_> {
    let command = match (index.rebuild, index.state) {
        (true, _) => "index.rebuild",
        (_, true) => "index.state",
        _ => "index.build",
    };
    read(&index.file, command, json!({}))
}

fn filters(of: &Where) -> Value {
    json!({
        "as_of": of.as_of,
        "volume": of.volume,
        "from_chapter": of.from_chapter,
        "to_chapter": of.to_chapter,
        "pov": of.pov,
        "character": of.character,
        "status": of.status,
        "kinds": of.kind,
    })
}

pub(super) fn search(search: &Search) -> Request<'_> {
    let mode = match search.mode {
        Mode::Hybrid => "hybrid",
        Mode::Text => "text",
        Mode::Vector => "vector",
    };
    let request = json!({
        "query": search.query,
        "mode": mode,
        "filters": filters(&search.filters),
        "limit": search.filters.limit,
    });
    read(&search.file, "search.find", request)
}

pub(super) fn similar(
    similar: &Similar,
    standard_input: impl Fn() -> Result<String, Error>,
) -> Result<Request<'_>, Error> {
    let text = match similar.text.as_deref() {
        Some("-") => Some(standard_input()?),
        text => text.map(str::to_owned),
    };
    let request = json!({
        "text": text,
        "scene": similar.scene,
        "filters": filters(&similar.filters),
        "limit": similar.filters.limit,
    });
    Ok(read(&similar.file, "search.similar", request))
}

pub(super) fn duplicates(duplicates: &Duplicates) -> Request<'_> {
    read(&duplicates.file, "search.duplicates", json!({ "limit": duplicates.limit }))
}

pub(super) fn memory(memory: &Memory) -> Request<'_> {
    let (file, scene) = (&memory.of.file, memory.of.scene);
    if memory.show {
        return read(file, "memory.get", json!({ "scene": scene }));
    }
    if memory.drop_nothing || !memory.drop.is_empty() {
        return write(file, "memory.drop", json!({ "scene": scene, "dropped": memory.drop }));
    }
    let from = if memory.ask_model { "model" } else { "plan" };
    write(file, "memory.retrieve", json!({ "scene": scene, "queries_from": from, "top_k": memory.limit }))
}
