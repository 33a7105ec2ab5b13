//! The binder: documents in folders.

use std::collections::HashSet;

use super::settings::Settings;
use super::snapshots::{self, Snapshots};
use super::text::{self, Besides, Text};
use crate::ReadError;
use crate::archive::Archive;
use crate::loss::{LossKind, Losses};
use crate::project::{
    self, Meaning, aliases, card_kind, field_meaning, file_name, has_ending, joined, listed,
};
use crate::tree::{Block, Card, CardKind, Comment, Details, Document, Part, PartKind};
use crate::xml::Element;

/// Reads the documents of a project.
pub(super) struct Reader<'a, 'b> {
    archive: &'a mut Archive<'b>,
    root: String,
    settings: Settings,
    snapshots: Snapshots,
    next_comment: u32,
    /// The ids of the documents in the binder.
    known: HashSet<String>,
    /// Whether any document of the draft is marked as printed. Without a mark everything is printed.
    has_printed: bool,
    out: Document,
}

/// The files of a document in the binder.
struct Files {
    text: Text,
    notes: String,
    synopsis: String,
}

impl<'a, 'b> Reader<'a, 'b> {
    pub fn new(archive: &'a mut Archive<'b>, root: String, project: Element<'_>) -> Self {
        let snapshots = Snapshots::find(archive, &root);
        Self {
            archive,
            root,
            settings: Settings::read(project),
            snapshots,
            next_comment: 1,
            known: HashSet::new(),
            has_printed: false,
            out: Document::default(),
        }
    }

    pub fn binder(&mut self, binder: Element<'_>) -> Result<(), ReadError> {
        self.known = binder.descendants().filter(|item| item.is("BinderItem")).map(id).collect();
        let draft = binder.all("BinderItem").find(|item| kind(*item) == "DraftFolder");
        self.has_printed = draft.is_some_and(|draft| {
            draft
                .descendants()
                .any(|element| element.is("IncludeInCompile") && element.text().trim() == "Yes")
        });
        for item in binder.all("BinderItem") {
            let title = title(item);
            match kind(item) {
                "DraftFolder" => self.draft(item)?,
                "TrashFolder" => self.trash(item)?,
                _ if self.settings.template_folder.as_deref() == Some(id(item).as_str()) => {
                    self.out.losses.name(LossKind::Attachment, &title);
                }
                _ => {
                    let folder = card_kind(&title).unwrap_or(CardKind::Note);
                    let is_research = kind(item) == "ResearchFolder";
                    self.cards(item, folder, if is_research { "" } else { &title }, 0)?;
                }
            }
        }
        Ok(())
    }

    /// The draft is the text. It is no part itself, but it can have a text.
    fn draft(&mut self, item: Element<'_>) -> Result<(), ReadError> {
        let own = self.part(item)?;
        let has_own = own.blocks.iter().any(|block| !matches!(block, Block::PageStart))
            || !own.details.synopsis.is_empty()
            || !own.details.notes.is_empty();
        if has_own {
            let front = Part { parts: Vec::new(), kind: PartKind::Scene, ..own.clone() };
            self.out.parts.push(front);
        }
        self.out.parts.extend(own.parts);
        Ok(())
    }

    fn part(&mut self, item: Element<'_>) -> Result<Part, ReadError> {
        let files = self.files(item)?;
        let mut details = self.details(item);
        details.synopsis = files.synopsis;
        details.notes = joined(&[&details.notes, &files.notes]);
        details.snapshots = self.snapshots.take(self.archive, &id(item), &mut self.out.losses)?;
        self.out.comments.extend(files.text.comments);
        let mut parts = Vec::new();
        for child in children(item) {
            match kind(child) {
                "Image" | "PDF" | "WebArchive" | "QuickTime" | "Media" | "Other" | "Sound" | "Movie" => {
                    self.attachment(child)?;
                }
                _ => parts.push(self.part(child)?),
            }
        }
        let is_folder = kind(item) != "Text" || !parts.is_empty();
        Ok(Part {
            kind: if is_folder { PartKind::Folder } else { PartKind::Scene },
            title: Some(title(item)).filter(|title| !title.is_empty()),
            blocks: files.text.blocks,
            parts,
            details,
        })
    }

    fn details(&mut self, item: Element<'_>) -> Details {
        let mut details = Details::default();
        let meta = item.child("MetaData");
        let value = |name: &str| meta.map(|meta| meta.child_text(name).trim().to_owned()).unwrap_or_default();
        details.status = self.settings.statuses.get(&value("StatusID")).cloned();
        details.label = self.settings.labels.get(&value("LabelID")).cloned();
        details.is_printed = !self.has_printed || value("IncludeInCompile") == "Yes";
        let holders = [Some(item), meta];
        for keywords in holders.iter().flatten().filter_map(|holder| holder.child("Keywords")) {
            for keyword in keywords.all("KeywordID") {
                details.keywords.extend(self.settings.keywords.get(keyword.text().trim()).cloned());
            }
        }
        let target =
            [item.child("TextSettings"), meta].into_iter().flatten().find_map(|at| at.child("Target"));
        details.target = target
            .filter(|target| target.attribute("Type").is_none_or(|unit| unit.eq_ignore_ascii_case("words")))
            .and_then(|target| target.text().trim().parse().ok())
            .filter(|target| *target > 0);
        if let Some(fields) = meta.and_then(|meta| meta.child("CustomMetaData")) {
            for field in fields.all("MetaDataItem") {
                self.custom_field(&mut details, field);
            }
        }
        details
    }

    fn custom_field(&mut self, details: &mut Details, field: Element<'_>) {
        let id = field.child_text("FieldID").trim().to_owned();
        let value = field.child_text("Value").trim().to_owned();
        if value.is_empty() {
            return;
        }
        let title = self.settings.fields.get(&id).cloned().unwrap_or(id);
        match field_meaning(&title) {
            Some(Meaning::Pov) => details.pov = Some(value),
            Some(Meaning::Characters) => details.characters.extend(listed(&value)),
            Some(Meaning::Locations) => details.locations.extend(listed(&value)),
            Some(Meaning::Items) => details.items.extend(listed(&value)),
            Some(Meaning::Time) => details.story_time = Some(value),
            Some(Meaning::Aliases) | None => {
                self.out.losses.note(LossKind::CustomField, &format!("{title}: {value}"));
            }
        }
    }

    /// Documents beside the draft are cards. `folder` is the title of the folder around them.
    fn cards(
        &mut self,
        item: Element<'_>,
        of: CardKind,
        folder: &str,
        depth: usize,
    ) -> Result<(), ReadError> {
        if !matches!(kind(item), "Folder" | "Text" | "ResearchFolder") {
            return self.attachment(item);
        }
        let title = title(item);
        let of = card_kind(&title).unwrap_or(of);
        let files = self.files(item)?;
        let details = self.details(item);
        let text = joined(&[&files.synopsis, &files.text.plain(), &files.notes]);
        let is_folder = children(item).next().is_some() || kind(item) != "Text";
        if !text.is_empty() || !is_folder {
            let mut tags: Vec<String> = details.keywords;
            tags.extend(details.label);
            if depth > 0 && of == CardKind::Note && !folder.is_empty() {
                tags.push(folder.to_owned());
            }
            self.out.cards.push(Card { kind: of, name: title.clone(), aliases: aliases(&text), text, tags });
        }
        let snapshots = self.snapshots.take(self.archive, &id(item), &mut self.out.losses)?;
        for snapshot in snapshots {
            self.out.losses.note(LossKind::Attachment, &project::plain(&snapshot.blocks));
        }
        for child in children(item) {
            let folder = if kind(item) == "ResearchFolder" { "" } else { &title };
            self.cards(child, of, folder, depth + 1)?;
        }
        Ok(())
    }

    /// A picture, a PDF or a web page: only its synopsis and notes are text.
    fn attachment(&mut self, item: Element<'_>) -> Result<(), ReadError> {
        let title = title(item);
        let kind = if kind(item) == "Image" { LossKind::Picture } else { LossKind::Attachment };
        self.out.losses.name(kind, &title);
        let files = self.files(item)?;
        let text = joined(&[&files.synopsis, &files.text.plain(), &files.notes]);
        if !text.is_empty() {
            let card =
                Card { kind: CardKind::Note, name: title, aliases: Vec::new(), text, tags: Vec::new() };
            self.out.cards.push(card);
        }
        for child in children(item) {
            self.cards(child, CardKind::Note, "", 1)?;
        }
        Ok(())
    }

    fn trash(&mut self, folder: Element<'_>) -> Result<(), ReadError> {
        for item in folder.descendants().filter(|item| item.is("BinderItem")) {
            let files = self.files(item)?;
            let text = joined(&[&title(item), &files.synopsis, &files.text.plain(), &files.notes]);
            self.out.losses.note(LossKind::Trash, &text);
            self.snapshots.take(self.archive, &id(item), &mut Losses::default())?;
        }
        Ok(())
    }

    /// Reads the files of a document. A file that cannot be read is a loss.
    fn files(&mut self, item: Element<'_>) -> Result<Files, ReadError> {
        let id = id(item);
        let [content, notes, synopsis, comments] = self.places(&id);
        let besides = match self.archive.read_if_present(&comments)? {
            None => Besides::new(),
            Some(bytes) => text::besides(&comments, &bytes, &mut self.out.losses).unwrap_or_else(|_| {
                self.out.losses.name(LossKind::MissingPart, &comments);
                Besides::new()
            }),
        };
        let text = self.text(&content, besides)?;
        let notes = self.text(&notes, Besides::new())?.plain();
        let synopsis = project::text_file(self.archive, &synopsis, &mut self.out.losses)?;
        // Old projects have the synopsis in the binder.
        let synopsis = joined(&[&synopsis, &item.child_text("Synopsis")]);
        Ok(Files { text, notes, synopsis })
    }

    fn text(&mut self, name: &str, besides: Besides) -> Result<Text, ReadError> {
        let Some(bytes) = self.archive.read_if_present(name)? else { return Ok(Text::default()) };
        if bytes.trim_ascii().is_empty() {
            return Ok(Text::default());
        }
        Ok(text::read(&bytes, besides, &mut self.next_comment, &mut self.out.losses).unwrap_or_else(|_| {
            self.out.losses.name(LossKind::MissingPart, name);
            Text::default()
        }))
    }

    /// The names of a document's text, notes, synopsis and comments, in Scrivener 3 or 2.
    fn places(&self, id: &str) -> [String; 4] {
        let root = &self.root;
        let old = format!("{root}Files/Docs/{id}");
        if ["", "_notes", "_synopsis"]
            .iter()
            .zip(["rtf", "rtf", "txt"])
            .any(|(part, ending)| self.archive.has(&format!("{old}{part}.{ending}")))
        {
            return [
                format!("{old}.rtf"),
                format!("{old}_notes.rtf"),
                format!("{old}_synopsis.txt"),
                format!("{old}.comments"),
            ];
        }
        let folder = format!("{root}Files/Data/{id}");
        ["content.rtf", "notes.rtf", "synopsis.txt", "content.comments"]
            .map(|name| format!("{folder}/{name}"))
    }

    /// Counts the texts that are not in the binder, and ends.
    pub fn finish(mut self) -> Result<Document, ReadError> {
        let files = format!("{}Files/", self.root);
        let names: Vec<String> = self.archive.names().to_vec();
        for name in names.iter().filter(|name| has_ending(name, "rtf")) {
            let Some(inside) = name.strip_prefix(&files) else { continue };
            if inside.starts_with("ProjectNotes/") {
                let text = self.text(name, Besides::new())?.plain();
                let name = project::stem(name).to_owned();
                self.out.cards.push(Card {
                    kind: CardKind::Note,
                    name,
                    aliases: Vec::new(),
                    text,
                    tags: Vec::new(),
                });
            } else if !self.known.contains(document_of(inside)) {
                let text = self.text(name, Besides::new())?.plain();
                self.out.losses.note(LossKind::UnlistedPart, &joined(&[inside, &text]));
            }
        }
        for name in self.snapshots.left() {
            self.out.losses.name(LossKind::UnlistedPart, name);
        }
        self.out.days = snapshots::history(self.archive, &self.root)?;
        self.out.comments.sort_by_key(|comment: &Comment| comment.id);
        Ok(self.out)
    }
}

/// The id of the document that a file belongs to: `Data/ID/content.rtf`, `Docs/ID_notes.rtf`.
fn document_of(inside: &str) -> &str {
    if let Some(data) = inside.strip_prefix("Data/") {
        return data.split('/').next().unwrap_or(data);
    }
    let name = project::stem(file_name(inside));
    name.strip_suffix("_notes").unwrap_or(name)
}

fn id(item: Element<'_>) -> String {
    item.attribute("UUID").or_else(|| item.attribute("ID")).unwrap_or_default().to_owned()
}

fn kind<'x>(item: Element<'x>) -> &'x str {
    item.attribute("Type").unwrap_or("Text")
}

fn title(item: Element<'_>) -> String {
    item.child_text("Title").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn children<'x>(item: Element<'x>) -> impl Iterator<Item = Element<'x>> {
    item.child("Children").into_iter().flat_map(|children| children.all("BinderItem"))
}
