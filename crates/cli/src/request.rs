//! Turns command-line arguments into a request: the studio command, the file and the parameters.

use std::path::Path;

use serde_json::{Value, json};
use wenfang_studio::Error;
use wenfang_studio::projects::NovelLanguage;
use wenfang_studio::transfer::read_utf8;

use crate::args::text::Duplicate;
use crate::args::{Bin, Branch, Checkpoint, Command, Diff, Import, Parent, Part};

mod artifact;
mod canon;
mod cards;
mod checks;
mod comment;
mod completion;
mod export;
pub mod meaning;
pub mod mend;
pub mod models;
mod pipeline;
mod search;
mod spelling;
mod text;
mod workflow;

/// The access that a command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Read; works while another process writes.
    Read,
    /// Read, even the readable parts of a damaged project.
    Readable,
    /// Write.
    Write,
}

/// A request for a project.
#[derive(Debug)]
pub struct Request<'a> {
    pub file: &'a Path,
    pub target: Target,
    pub command: &'static str,
    pub request: Value,
    /// Request fields that name a checkpoint, by id or name.
    pub checkpoints: Vec<(&'static str, &'a str)>,
    /// Whether to accept the first generated text into its scene.
    pub accepts: bool,
    /// Whether to wait for the run to end.
    pub waits: bool,
    /// For a mending: what to accept when its rounds are over.
    pub mends: Option<Mended>,
}

/// What of a mending is accepted when its rounds are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mended {
    None,
    /// Scenes in which all changes are words that rules suggested.
    Replacements,
    All,
}

fn read<'a>(file: &'a Path, command: &'static str, request: Value) -> Request<'a> {
    Request {
        file,
        target: Target::Read,
        command,
        request,
        checkpoints: Vec::new(),
        accepts: false,
        waits: false,
        mends: None,
    }
}

fn write<'a>(file: &'a Path, command: &'static str, request: Value) -> Request<'a> {
    Request { target: Target::Write, ..read(file, command, request) }
}

/// The request for a command; `None` for commands that need no project.
///
/// # Errors
/// When input for the request cannot be read.
pub fn request(
    command: &Command,
    standard_input: impl Fn() -> Result<String, Error>,
) -> Result<Option<Request<'_>>, Error> {
    let request = match command {
        Command::New { .. }
        | Command::Diagnostics
        | Command::Sample(_)
        | Command::Count { .. }
        | Command::Reanchor { .. }
        | Command::Model(_)
        | Command::Eval(_)
        | Command::Providers(_) => return Ok(None),
        Command::Info(of) => read(&of.file, "project.info", json!({})),
        Command::Describe { file, title, author, language, chapter_target } => {
            let language = language.map(NovelLanguage::from);
            let mut request = json!({ "title": title, "author": author, "language": language });
            if let Some(target) = chapter_target {
                // 0 removes it.
                request["chapter_target"] = json!((*target > 0).then_some(target));
            }
            write(file, "project.describe", request)
        }
        Command::Import(import) => import_request(import)?,
        Command::Export(of) => export::export(of)?,
        Command::PrintText(of) => export::print_text(of),
        Command::Sites(of) => read(&of.file, "site.list", json!({})),
        Command::SiteText(of) => export::site_text(of),
        Command::Outline(of) => read(&of.file, "manuscript.outline", json!({})),
        Command::Text { file, scene, version } => {
            read(file, "scene.text", json!({ "scene": scene, "version": version }))
        }
        Command::Save { file, scene, base: Some(base), draft: true, allow_empty, .. } => {
            let request =
                json!({ "scene": scene, "base": base, "text": written(standard_input, *allow_empty)? });
            write(file, "scene.save_draft", request)
        }
        Command::Save { draft: true, .. } => {
            return Err(Error::bad_request(
                "a draft needs the version that it is based on",
                "Nothing was changed. Give the version with --base.",
            ));
        }
        Command::Save { file, scene, base, pasted, allow_empty, .. } if !pasted.is_empty() => {
            let passage = |(from, to): &(usize, usize)| json!({ "from": from, "to": to, "removed": "" });
            let pasted: Vec<Value> = pasted.iter().map(passage).collect();
            let text = written(standard_input, *allow_empty)?;
            let request = json!({ "scene": scene, "base": base, "text": text, "pasted": pasted });
            write(file, "scene.save_pasted", request)
        }
        Command::Save { file, scene, base, allow_empty, .. } => {
            let text = written(standard_input, *allow_empty)?;
            write(file, "scene.save", json!({ "scene": scene, "base": base, "text": text }))
        }
        Command::History(of) => read(&of.file, "scene.history", json!({ "scene": of.scene })),
        Command::Diff(diff) => read(&diff.file, "scene.compare", versions(diff)),
        Command::Restore(of) => {
            write(&of.file, "scene.restore", json!({ "scene": of.scene, "version": of.version }))
        }
        Command::Label { of, name } => {
            let request = json!({ "scene": of.scene, "version": of.version, "label": name });
            write(&of.file, "scene.label", request)
        }
        Command::Branch(branch) => branch_request(branch),
        Command::Checkpoint(checkpoint) => checkpoint_request(checkpoint),
        Command::Bible(bible) => canon::bible(bible, &standard_input)?,
        Command::Lore(lore) => canon::lore(lore, &standard_input)?,
        Command::Cards(wanted) => cards::cards(wanted),
        Command::Hints(hints) => cards::hints(hints)?,
        Command::Mentions(mentions) => canon::mentions(mentions),
        Command::Kg(kg) => canon::kg(kg, &standard_input)?,
        Command::Threads(threads) => canon::threads(threads, &standard_input)?,
        Command::Comment(wanted) => comment::comment(wanted, &standard_input)?,
        Command::Timeline(timeline) => canon::timeline(timeline, &standard_input)?,
        Command::Locate(locate) => canon::locate(locate),
        Command::Draft(draft) => models::draft(draft)?,
        Command::Rewrite(rewrite) => models::rewrite(rewrite)?,
        Command::Context(context) => models::context(context)?,
        Command::Generations(generations) => models::generations(generations),
        Command::Prompts(prompts) => models::prompts(prompts, &standard_input)?,
        Command::Usage(usage) => models::usage(usage)?,
        Command::Index(index) => search::index(index),
        Command::Search(wanted) => search::search(wanted),
        Command::Similar(similar) => search::similar(similar, &standard_input)?,
        Command::Duplicates(duplicates) => search::duplicates(duplicates),
        Command::Memory(memory) => search::memory(memory),
        Command::Artifact(wanted) => artifact::artifact(wanted, &standard_input)?,
        Command::Chapter(chapter) => completion::chapter(chapter),
        Command::Check(check) => checks::check(check),
        Command::Mend(wanted) => return Ok(mend::mend(wanted)),
        Command::Findings(findings) => checks::findings(findings),
        Command::Waive(waive) => checks::waive(waive),
        Command::Unwaive(of) => checks::unwaive(of),
        Command::Rules(rules) => checks::rules(rules),
        Command::Spelling(wanted) => spelling::spelling(wanted),
        Command::Workflow(wanted) => return workflow::workflow(wanted),
        Command::Pipeline(wanted) => pipeline::pipeline(wanted)?,
        Command::Create { file, parent, title, at } => {
            let request = json!({ "parent": new_parent(parent), "title": title, "at": at });
            write(file, "manuscript.create", request)
        }
        Command::Rename { file, part, title } => {
            write(file, "manuscript.rename", json!({ "part": part_id(part), "title": title }))
        }
        Command::Move { file, part, into, at } => {
            let request = json!({ "part": part_id(part), "parent": move_parent(part, *into), "at": at });
            write(file, "manuscript.move", request)
        }
        Command::About(of) => read(&of.file, "manuscript.part", json!({ "part": part_id(&of.part) })),
        Command::Duplicate(Duplicate { of, title }) => {
            write(&of.file, "manuscript.duplicate", json!({ "part": part_id(&of.part), "title": title }))
        }
        Command::Plan(plan) => text::plan(plan),
        Command::Find { find, limit } => text::find(find, *limit),
        Command::Replace(replace) => text::replace(replace),
        Command::UndoReplace(undo) => text::undo_replace(undo),
        Command::Days(days) => text::days(days)?,
        Command::Split { file, scene, at } => write(file, "scene.split", json!({ "scene": scene, "at": at })),
        Command::UndoSplit(undo) => write(&undo.file, "scene.undo_split", undo.given.clone()),
        Command::UndoMerge(undo) => write(&undo.file, "scene.undo_merge", undo.given.clone()),
        Command::Merge { file, scene, with } => {
            write(file, "scene.merge", json!({ "scene": scene, "with": with }))
        }
        Command::Bin(bin) => bin_request(bin),
        Command::Renumber { file, per_volume, dry_run } => {
            let request = json!({ "numbering": if *per_volume { "volume" } else { "book" } });
            match dry_run {
                true => read(file, "manuscript.preview_renumber", request),
                false => write(file, "manuscript.renumber", request),
            }
        }
        Command::Backup { file, dir } => read(file, "project.back_up", json!({ "folder": dir })),
        Command::Compact { file, dry_run } => {
            let compaction = if *dry_run { "preview" } else { "apply" };
            write(file, "history.compact", json!({ "compaction": compaction }))
        }
        Command::Salvage { file, to } => {
            Request { target: Target::Readable, ..read(file, "project.keep_salvaged", json!({ "path": to })) }
        }
        Command::Doctor { file, rebuild: true } => write(file, "project.rebuild", json!({})),
        Command::Doctor { file, rebuild: false } => {
            Request { target: Target::Readable, ..read(file, "project.doctor", json!({})) }
        }
    };
    Ok(Some(request))
}

/// The text to save. Empty input usually comes from a failed command before the pipe.
fn written(standard_input: impl Fn() -> Result<String, Error>, allow_empty: bool) -> Result<String, Error> {
    let text = standard_input()?;
    if text.is_empty() && !allow_empty {
        return Err(Error::bad_request(
            "the text on standard input is empty",
            "Nothing was changed. Use --allow-empty to save an empty text.",
        ));
    }
    Ok(text)
}

fn versions(diff: &Diff) -> Value {
    json!({ "scene": diff.scene, "from": diff.from, "to": diff.to })
}

/// Maximum size of a list of titles, in bytes: 20,000 titles of 200.
const MAX_LIST_SIZE: usize = 4 << 20;

fn import_request(import: &Import) -> Result<Request<'_>, Error> {
    let split = match (&import.titles, import.split.as_str()) {
        (Some(titles), _) => {
            let list = read_utf8(titles, MAX_LIST_SIZE)?;
            let titles: Vec<&str> = list.lines().map(str::trim).filter(|title| !title.is_empty()).collect();
            json!({ "titles": titles })
        }
        (None, "auto") => json!("auto"),
        (None, "none") => json!("none"),
        (None, pattern) => json!({ "pattern": pattern }),
    };
    let request = json!({
        "source": import.source,
        "encoding": import.encoding,
        "split": split,
        "undecodable": if import.lossy { "replace" } else { "refuse" },
        "without_front": import.without_front,
    });
    Ok(match import.dry_run {
        true => read(&import.file, "project.preview_import", request),
        false => write(&import.file, "project.import", request),
    })
}

fn branch_request(branch: &Branch) -> Request<'_> {
    match branch {
        Branch::List(of) => read(&of.file, "branch.list", json!({ "scene": of.scene })),
        Branch::Create { file, scene, from, name } => {
            write(file, "branch.create", json!({ "scene": scene, "from": from, "name": name }))
        }
        Branch::Rename { file, scene, branch, name } => {
            write(file, "branch.rename", json!({ "scene": scene, "branch": branch, "name": name }))
        }
        Branch::Open { file, scene, branch } => {
            write(file, "branch.open", json!({ "scene": scene, "branch": branch }))
        }
        Branch::Adopt { file, scene, branch } => {
            write(file, "branch.adopt", json!({ "scene": scene, "branch": branch }))
        }
        Branch::Merge { file, scene, branch, prefer, place } => {
            let choices = (!place.is_empty()).then(|| json!({ "places": place }));
            let request = json!({ "scene": scene, "branch": branch, "prefer": prefer, "choices": choices });
            write(file, "branch.merge", request)
        }
    }
}

fn checkpoint_request(checkpoint: &Checkpoint) -> Request<'_> {
    match checkpoint {
        Checkpoint::Create { file, name, note } => {
            write(file, "checkpoint.create", json!({ "name": name, "note": note }))
        }
        Checkpoint::List(of) => read(&of.file, "checkpoint.list", json!({})),
        Checkpoint::Compare { file, a, b, words } => {
            let words = if *words { "shown" } else { "omitted" };
            let checkpoints = two(a, b.as_deref());
            Request { checkpoints, ..read(file, "checkpoint.compare", json!({ "words": words })) }
        }
        Checkpoint::Diff { file, a, b, scene } => {
            let checkpoints = two(a, b.as_deref());
            Request { checkpoints, ..read(file, "checkpoint.diff_text", json!({ "scene": scene })) }
        }
        Checkpoint::Restore { file, a, scene, chapter, canon, dry_run } => {
            let request = json!({ "scene": scene, "chapter": chapter, "canon": canon });
            let request = match dry_run {
                true => read(file, "checkpoint.preview_restore", request),
                false => write(file, "checkpoint.restore", request),
            };
            Request { checkpoints: vec![("checkpoint", a)], ..request }
        }
    }
}

/// The request fields for one or two checkpoints.
fn two<'a>(a: &'a str, b: Option<&'a str>) -> Vec<(&'static str, &'a str)> {
    let mut checkpoints = vec![("from", a)];
    checkpoints.extend(b.map(|b| ("to", b)));
    checkpoints
}

fn bin_request(bin: &Bin) -> Request<'_> {
    match bin {
        Bin::List(of) => read(&of.file, "manuscript.list_bin", json!({})),
        Bin::Put { file, part } => write(file, "manuscript.bin", json!({ "part": part_id(part) })),
        Bin::Restore { file, part, at } => {
            write(file, "manuscript.move", json!({ "part": part_id(part), "at": at }))
        }
    }
}

fn part_id(part: &Part) -> Value {
    match (part.volume, part.chapter, part.scene) {
        (Some(volume), _, _) => json!({ "volume": volume }),
        (_, Some(chapter), _) => json!({ "chapter": chapter }),
        (_, _, scene) => json!({ "scene": scene }),
    }
}

fn new_parent(parent: &Parent) -> Value {
    match (parent.volume, parent.chapter) {
        (Some(volume), _) => json!({ "volume": volume }),
        (_, Some(chapter)) => json!({ "chapter": chapter }),
        _ => json!("manuscript"),
    }
}

fn move_parent(part: &Part, into: Option<i64>) -> Value {
    match (part.chapter, part.scene, into) {
        (_, _, None) => Value::Null,
        (Some(_), _, Some(volume)) => json!({ "volume": volume }),
        (_, Some(_), Some(chapter)) => json!({ "chapter": chapter }),
        // A volume has no parent; the studio reports the error.
        (None, None, Some(other)) => json!({ "volume": other }),
    }
}
