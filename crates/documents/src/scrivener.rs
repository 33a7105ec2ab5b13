//! Reads projects of Scrivener 2 and 3: a folder, or a zip file of it.
//!
//! The binder is a tree of documents. Every document can have a text, notes, a synopsis and snapshots, folders as
//! well. The draft becomes the text; what lies beside it becomes cards; the trash is a loss.

mod binder;
mod marks;
mod settings;
mod snapshots;
mod text;

#[cfg(test)]
pub(crate) mod tests;

use crate::ReadError;
use crate::archive::Archive;
use crate::project::{has_ending, main_file, stem};
use crate::tree::Document;
use crate::xml::{Dialect, Xml};

/// Whether an archive is a Scrivener project.
pub fn is(archive: &Archive<'_>) -> bool {
    main_file(archive, |name| has_ending(name, "scrivx")).is_some()
}

/// Reads a project.
///
/// # Errors
/// The project has no binder, or it is damaged; the limits of archives and XML. A document that cannot be read is a
/// loss.
pub fn read(archive: &mut Archive<'_>) -> Result<Document, ReadError> {
    let (root, main) = main_file(archive, |name| has_ending(name, "scrivx"))
        .ok_or(ReadError::WrongFormat { expected: "a Scrivener project" })?;
    let bytes = archive.read(&main)?;
    let xml = Xml::read(&main, &bytes, Dialect::Xml)?;
    let project = xml.root();
    let binder =
        project.child("Binder").ok_or_else(|| ReadError::MissingEntry { entry: "Binder".to_owned() })?;
    let mut reader = binder::Reader::new(archive, root, project);
    reader.binder(binder)?;
    let mut document = reader.finish()?;
    let properties = project.child("ProjectProperties");
    let property = |name: &str| {
        let text = properties.map(|properties| properties.child_text(name)).unwrap_or_default();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    document.title = property("ProjectTitle").or_else(|| Some(project_name(&main)));
    document.author = property("FullName").or_else(|| property("Author"));
    document.target = project
        .descendant("DraftTarget")
        .filter(|target| target.attribute("Type").is_none_or(|unit| unit.eq_ignore_ascii_case("words")))
        .and_then(|target| target.text().trim().parse().ok())
        .filter(|target| *target > 0);
    Ok(document.with_numbered_comments())
}

/// The name of a project without a title: that of its folder if the binder has the usual name.
fn project_name(main: &str) -> String {
    let folder = main.rsplit('/').nth(1).map(stem);
    folder.filter(|_| stem(main).eq_ignore_ascii_case("project")).unwrap_or(stem(main)).to_owned()
}
