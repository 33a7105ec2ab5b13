//! Requests for bible, lore, graph, threads and timeline.

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, read, write};
use crate::args::canon::{Act, Bible, EntityAsOf, Kg, Locate, Lore, Mentions, SaveLore, Threads, Timeline};

/// The argument that means standard input.
const STDIN: &str = "-";

/// Reads standard input.
pub(super) type Input<'i> = &'i dyn Fn() -> Result<String, Error>;

pub(super) fn text_or_input(given: Option<&str>, input: Input<'_>) -> Result<Option<String>, Error> {
    match given {
        Some(STDIN) => input().map(Some),
        given => Ok(given.map(str::to_owned)),
    }
}

fn act<'a>(act: &'a Act, command: &'static str, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(write(&act.file, command, object(&act.request, input)?))
}

/// Parses JSON from the argument, or from standard input if the argument is `-`.
pub(super) fn object(given: &str, input: Input<'_>) -> Result<Value, Error> {
    let json = if given == STDIN { input()? } else { given.to_owned() };
    serde_json::from_str(&json).map_err(|error| {
        Error::bad_request(
            format!("the request is not valid JSON: {}", describe_error(&json, &error)),
            "Nothing was changed. `--help` shows an example.",
        )
    })
}

/// Describes a JSON error with its position; the column is in characters.
fn describe_error(json: &str, error: &serde_json::Error) -> String {
    let line = json.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().take_while(|(at, _)| *at < error.column()).count();
    let words = error.to_string();
    let problem = words.split(" at line ").next().unwrap_or_default();
    format!("line {}, column {column}: {problem}", error.line())
}

pub(super) fn bible<'a>(bible: &'a Bible, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match bible {
        Bible::List(of) => read(&of.file, "bible.list", json!({})),
        Bible::Set { file, key, value, locked, rename } => {
            let value = text_or_input(value.as_deref(), input)?;
            write(
                file,
                "bible.set",
                json!({ "key": key, "value": value, "locked": locked, "rename": rename }),
            )
        }
        Bible::Remove { file, key } => write(file, "bible.remove", json!({ "key": key })),
    })
}

pub(super) fn lore<'a>(lore: &'a Lore, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match lore {
        Lore::List(of) => read(&of.file, "lore.list", json!({})),
        Lore::Get { file, entry } => read(file, "lore.get", json!({ "entry": entry })),
        Lore::Save(save) => save_lore(save, input)?,
        Lore::Remove(of) => write(&of.file, "lore.remove", json!({ "entries": of.entries })),
        Lore::PutBack(of) => write(&of.file, "lore.put_back", json!({ "entries": of.entries })),
        Lore::Removed(of) => read(&of.file, "lore.list_removed", json!({})),
        Lore::Triggered(of) => read(&of.file, "lore.triggered", json!({ "scene": of.scene })),
        Lore::Import { file, source, dry_run: true } => {
            write(file, "lore.preview_import", json!({ "source": source }))
        }
        Lore::Import { file, source, .. } => write(file, "lore.import", json!({ "source": source })),
        Lore::Export { file, out, format, png, book, secrets, english, overwrite } => {
            let request = json!({
                "out": out,
                "format": format,
                "container": if *png { "png" } else { "json" },
                "book": book,
                "secrets": if *secrets { "keep" } else { "leave" },
                "labels": if *english { "english" } else { "chinese" },
                "existing": if *overwrite { "replace" } else { "keep" },
            });
            read(file, "lore.export", request)
        }
    })
}

fn save_lore<'a>(save: &'a SaveLore, input: Input<'_>) -> Result<Request<'a>, Error> {
    let request = json!({
        "entry": save.entry,
        "title": save.title,
        "kind": save.kind,
        "aliases": save.aliases,
        "content": text_or_input(save.content.as_deref(), input)?,
        "secrets": save.secrets,
        "keywords": save.keywords,
        "and_keywords": save.and_keywords,
        "priority": save.priority,
        "constant": save.constant,
        "locked": save.locked,
        "disabled": save.disabled,
    });
    Ok(write(&save.file, "lore.save", request))
}

pub(super) fn mentions(of: &Mentions) -> Request<'_> {
    let file = &of.file;
    match of {
        Mentions { scene: Some(scene), .. } => read(file, "mentions.cast", json!({ "scene": scene })),
        Mentions { unknown: true, .. } => read(file, "mentions.hints", json!({ "limit": of.limit })),
        Mentions { names: true, .. } => read(file, "mentions.names", json!({})),
        Mentions { ignored: true, .. } => read(file, "mentions.ignored", json!({})),
        Mentions { ignore: Some(names), .. } => write(file, "mentions.ignore", json!({ "names": names })),
        Mentions { entry: None, entity: None, .. } => read(file, "mentions.counts", json!({})),
        Mentions { entry, entity, limit, .. } => {
            read(file, "mentions.of", json!({ "entry": entry, "entity": entity, "limit": limit }))
        }
    }
}

fn as_of(of: &EntityAsOf) -> Value {
    json!({ "entity": of.entity, "at": of.at })
}

/// An entity by its id or name. A name of digits only must be looked up by id.
fn entity_ref(wanted: &str) -> Value {
    match wanted.parse::<i64>() {
        Ok(id) => json!({ "id": id }),
        Err(_) => json!({ "name": wanted }),
    }
}

pub(super) fn kg<'a>(kg: &'a Kg, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match kg {
        Kg::Graph(of) => read(&of.file, "kg.graph", json!({})),
        Kg::Entities(of) => read(&of.file, "kg.entities", json!({})),
        Kg::Entity(of) => read(&of.file, "kg.entity", as_of(of)),
        Kg::State(of) => read(&of.file, "kg.state", as_of(of)),
        Kg::Neighbours { of, hops, narrated } => {
            let request =
                json!({ "entity": of.entity, "at": of.at, "hops": hops, "narrated_only": narrated });
            read(&of.file, "kg.neighbours", request)
        }
        Kg::Path { file, from, to, at, narrated } => {
            let request = json!({
                "from": entity_ref(from),
                "to": entity_ref(to),
                "at": at,
                "narrated_only": narrated,
            });
            read(file, "kg.connection", request)
        }
        Kg::Changes { file, chapter } => read(file, "kg.changes", json!({ "chapter": chapter })),
        Kg::SaveEntity(of) => act(of, "kg.save_entity", input)?,
        Kg::SaveRelation(of) => act(of, "kg.save_relation", input)?,
        Kg::SaveFact(of) => act(of, "kg.save_fact", input)?,
        Kg::End(of) => act(of, "kg.end", input)?,
        Kg::Reopen(of) => act(of, "kg.reopen", input)?,
        Kg::Remove(of) => act(of, "kg.remove", input)?,
        Kg::PutBack(of) => act(of, "kg.put_back", input)?,
        Kg::Propose(of) => act(of, "kg.propose", input)?,
        Kg::Extract { file, scene: Some(scene), .. } => write(file, "kg.extract", json!({ "scene": scene })),
        Kg::Extract { file, chapter, .. } => write(file, "kg.extract", json!({ "chapter": chapter })),
        Kg::Proposals { file, batch, status } => {
            read(file, "kg.proposals", json!({ "batch": batch, "status": status }))
        }
        Kg::ReviewAll(of) => act(of, "kg.review_all", input)?,
        Kg::ProposalCounts(of) => read(&of.file, "kg.proposal_counts", json!({})),
        Kg::Review { file, proposal, decision } => {
            write(file, "kg.review", json!({ "proposal": proposal, "decision": decision }))
        }
        Kg::UndoBatch { file, batch } => write(file, "kg.undo_batch", json!({ "batch": batch })),
        Kg::Settings { file, apply_sure: None } => read(file, "kg.proposal_settings", json!({})),
        Kg::Settings { file, apply_sure: Some(apply_sure) } => {
            write(file, "kg.set_proposal_settings", json!({ "apply_sure": apply_sure }))
        }
    })
}

pub(super) fn threads<'a>(threads: &'a Threads, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match threads {
        Threads::List { file, at } => read(file, "threads.list", json!({ "at": at })),
        Threads::InScene(of) => read(&of.file, "threads.in_scene", json!({ "scene": of.scene })),
        Threads::Save(of) => act(of, "threads.save", input)?,
        Threads::AddAnchor(of) => act(of, "threads.add_anchor", input)?,
        Threads::Act { file, thread, act, reason } => {
            write(file, "threads.act", json!({ "thread": thread, "act": act, "reason": reason }))
        }
        Threads::Remove(of) => write(&of.file, "threads.remove", json!({ "threads": of.threads })),
        Threads::PutBack(of) => write(&of.file, "threads.put_back", json!({ "threads": of.threads })),
        Threads::RemoveAnchor(of) => write(&of.file, "threads.remove_anchor", json!({ "anchor": of.anchor })),
        Threads::PutBackAnchor(of) => {
            write(&of.file, "threads.put_back_anchor", json!({ "anchor": of.anchor }))
        }
        Threads::PlaceAnchor(of) => act(of, "threads.place_anchor", input)?,
    })
}

pub(super) fn timeline<'a>(timeline: &'a Timeline, input: Input<'_>) -> Result<Request<'a>, Error> {
    Ok(match timeline {
        Timeline::List(of) => read(&of.file, "timeline.list", json!({})),
        Timeline::Save(of) => act(of, "timeline.save", input)?,
        Timeline::Remove(of) => write(&of.file, "timeline.remove", json!({ "events": of.events })),
        Timeline::PutBack(of) => write(&of.file, "timeline.put_back", json!({ "events": of.events })),
    })
}

pub(super) fn locate(of: &Locate) -> Request<'_> {
    let range = json!({ "start": of.start, "end": of.end });
    read(&of.file, "scene.locate", json!({ "scene": of.scene, "version": of.version, "range": range }))
}
