//! Requests of exports.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use wenfang_studio::Error;
use wenfang_studio::transfer::read_file;

use super::{Request, read};
use crate::args::export::{Export, PrintText, SiteText};

pub(super) fn export(of: &Export) -> Result<Request<'_>, Error> {
    let cover = of.cover.as_deref().map(read_file).transpose()?.map(|bytes| STANDARD.encode(bytes));
    let contact = Some(of.contact.join("\n")).filter(|contact| !contact.is_empty());
    let request = json!({
        "out": of.out,
        "format": of.format.as_str(),
        "layout": if of.per_chapter { "per_chapter" } else { "whole" },
        "scope": scope(of.chapter, of.volume),
        "chapter": of.chapter,
        "existing": if of.overwrite { "replace" } else { "keep" },
        "marks": of.marks,
        "site": of.site,
        "docx": {
            "layout": of.layout, "contact": contact, "surname": of.surname, "rule": of.rule, "comments": of.comments,
        },
        "epub": {
            "cover": cover, "vertical": of.vertical, "ai_label": of.ai_label, "numbers": of.numbers,
        },
        "html": { "numbers": of.numbers },
        "pdf": { "page": of.page, "files": if of.per_volume { "per_volume" } else { "fit" } },
    });
    Ok(read(&of.file, "project.export", request))
}

pub(super) fn print_text(of: &PrintText) -> Request<'_> {
    let scope = scope(of.chapter, of.volume);
    read(&of.file, "project.print_text", json!({ "scope": scope, "chapter": of.chapter }))
}

/// How much of the book a chapter stands for.
fn scope(chapter: Option<i64>, volume: bool) -> &'static str {
    match (chapter, volume) {
        (None, _) => "book",
        (Some(_), true) => "volume",
        (Some(_), false) => "chapter",
    }
}

pub(super) fn site_text(of: &SiteText) -> Request<'_> {
    read(&of.file, "site.text", json!({ "chapter": of.chapter, "site": of.site }))
}
