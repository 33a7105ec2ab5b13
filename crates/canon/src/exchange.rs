//! Import and export of lore: lorebooks, character cards and Markdown.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_interchange::lorebook::{
    self, BookToWrite, Container, EntryOrigin, EntryToWrite, LorebookWarning, ReadLorebook, Secrets,
    WriteOptions, markdown,
};
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::{Project, canon, meta};
use wenfang_story::canon::{
    BibleFieldRecord, LoreOrigin, LoreRecord, LorebookFormat, LorebookRecord, STANDARD_FIELDS,
};
use wenfang_story::{BibleFieldId, CheckpointId, LoreEntryId, LorebookId};
use wenfang_versions as versions;

use wenfang_manuscript::export::{Existing, refuse_place};
use wenfang_manuscript::transfer::read_file;
use wenfang_usecase::files::write_whole;
use wenfang_usecase::{Code, Error, Result};

/// A lore import.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ImportLore {
    /// A lorebook or card (JSON, PNG), or our Markdown.
    pub source: PathBuf,
}

/// The result of a lore import or of its preview.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoreImported {
    /// The name given in the file.
    pub name: String,
    /// Its format; none for Markdown.
    pub format: Option<LorebookFormat>,
    /// Entries in the file.
    pub entries: usize,
    /// Fields of the bible in the file.
    pub fields: usize,
    /// Entries added.
    pub added: usize,
    /// Existing entries updated from the file.
    pub updated: usize,
    /// Locked entries and fields, which stay unchanged.
    pub locked: usize,
    pub warnings: Vec<LorebookWarning>,
    /// A checkpoint of the state before; restoring it undoes the import.
    pub before: Option<CheckpointId>,
}

/// The content of a file.
enum Read {
    Book(Box<ReadLorebook>),
    Markdown(markdown::Canon),
}

async fn read(source: &Path) -> Result<Read> {
    let source = source.to_owned();
    let read = tokio::task::spawn_blocking(move || {
        let bytes = read_file(&source)?;
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_markdown = source.extension().is_some_and(|extension| {
            let extension = extension.to_string_lossy().to_lowercase();
            extension == "md" || extension == "markdown"
        });
        if is_markdown {
            let text = String::from_utf8(bytes).map_err(|error| {
                refused(format!("byte {}: the file is not UTF-8", error.utf8_error().valid_up_to()))
            })?;
            return markdown::read(&text).map(Read::Markdown).map_err(|error| refused(error.to_string()));
        }
        lorebook::read(&bytes, &name)
            .map(|book| Read::Book(Box::new(book)))
            .map_err(|error| refused(error.to_string()))
    });
    read.await.map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))?
}

fn refused(message: String) -> Error {
    Error::new(
        Code::ImportRefused,
        message,
        "Nothing was changed. Fix the file at that place or export it again.",
    )
}

/// Shows what an import of lore would do.
pub async fn preview_import(project: &Project, request: ImportLore) -> Result<LoreImported> {
    let read = read(&request.source).await?;
    // Runs the import in a transaction that is dropped, so that the preview equals the result.
    if project.is_writable() {
        let mut tx = project.begin_write().await?;
        return insert(&mut tx, project, &read).await;
    }
    Err(wenfang_project::FileError::ReadOnly.into())
}

/// Imports lore, in one transaction, after creating a checkpoint. If the lorebook was imported before (same name and
/// format), its entries are updated; locked ones stay unchanged.
pub async fn import(project: &Project, request: ImportLore) -> Result<LoreImported> {
    let read = read(&request.source).await?;
    let name = format!("↧ {}", request.source.file_name().unwrap_or_default().to_string_lossy());
    let mut tx = project.begin_write().await?;
    let new = NewCheckpoint { name: &name, note: "", reason: Reason::BeforeImport };
    let before = versions::checkpoint(&mut tx, project.now(), new).await?;
    let imported = insert(&mut tx, project, &read).await?;
    tx.commit().await?;
    Ok(LoreImported { before: Some(before), ..imported })
}

async fn insert(conn: &mut SqliteConnection, project: &Project, read: &Read) -> Result<LoreImported> {
    match read {
        Read::Book(book) => insert_book(conn, project, book).await,
        Read::Markdown(canon) => insert_markdown(conn, project, canon).await,
    }
}

async fn insert_book(
    conn: &mut SqliteConnection,
    project: &Project,
    book: &ReadLorebook,
) -> Result<LoreImported> {
    let now = project.now();
    let record = LorebookRecord {
        name: book.name.clone(),
        format: book.format,
        document: book.document.clone(),
        picture: book.picture.as_ref().map(|picture| BASE64.encode(picture)),
    };
    let known: Vec<(LorebookId, LorebookRecord)> = canon::list(conn).await?;
    let known =
        known.into_iter().find(|(_, known)| known.name == record.name && known.format == record.format);
    let id = match known {
        Some((id, _)) => {
            canon::update(conn, id, &record).await?;
            id
        }
        None => canon::insert(conn, &record, now).await?,
    };
    let there = canon::list_where::<LoreEntryId>(conn, "lorebook_id", id.get()).await?;
    let mut imported = LoreImported {
        name: book.name.clone(),
        format: Some(book.format),
        entries: book.entries.len(),
        fields: 0,
        added: 0,
        updated: 0,
        locked: 0,
        warnings: book.warnings.clone(),
        before: None,
    };
    for entry in &book.entries {
        let origin = LoreOrigin { book: id, key: entry.key.clone(), entry: entry.raw.clone() };
        let record = LoreRecord { origin: Some(origin), ..entry.record.clone() };
        let known =
            there.iter().find(|(_, known)| known.origin.as_ref().is_some_and(|known| known.key == entry.key));
        match known {
            Some((_, known)) if known.locked => imported.locked += 1,
            Some((entry, _)) => {
                canon::update(conn, *entry, &record).await?;
                imported.updated += 1;
            }
            None => {
                canon::insert::<LoreEntryId>(conn, &record, now).await?;
                imported.added += 1;
            }
        }
    }
    Ok(imported)
}

async fn insert_markdown(
    conn: &mut SqliteConnection,
    project: &Project,
    read: &markdown::Canon,
) -> Result<LoreImported> {
    let now = project.now();
    let mut imported = LoreImported {
        name: String::new(),
        format: None,
        entries: read.lore.len(),
        fields: read.bible.len(),
        added: 0,
        updated: 0,
        locked: 0,
        warnings: Vec::new(),
        before: None,
    };
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    for field in &read.bible {
        match fields.iter().find(|(_, known)| known.key == field.key) {
            Some((_, known)) if known.locked => imported.locked += 1,
            Some((id, _)) => canon::update(conn, *id, field).await?,
            None => {
                canon::insert::<BibleFieldId>(conn, field, now).await?;
            }
        }
    }
    let mut entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    for record in &read.lore {
        // Of entries with the same title, each is matched once, in order.
        let known = entries.iter().position(|(_, known)| known.title == record.title);
        match known.map(|at| entries.remove(at)) {
            Some((_, known)) if known.locked => imported.locked += 1,
            Some((id, known)) => {
                let record = LoreRecord { origin: known.origin, ..record.clone() };
                canon::update(conn, id, &record).await?;
                imported.updated += 1;
            }
            None => {
                canon::insert::<LoreEntryId>(conn, record, now).await?;
                imported.added += 1;
            }
        }
    }
    Ok(imported)
}

/// The format of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LoreFormat {
    /// SillyTavern world info, JSON.
    WorldInfo,
    /// Character card V2.
    CardV2,
    /// Character card V3.
    CardV3,
    /// NovelAI lorebook.
    NovelAi,
    /// Our Markdown: the bible and the lore, for reading and editing elsewhere.
    Markdown,
}

/// A lore export.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct ExportLore {
    /// The file to write.
    pub out: PathBuf,
    pub format: LoreFormat,
    /// JSON, or a picture.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub container: Container,
    /// Exports only the entries of this lorebook, with all data from its file; all entries when absent.
    pub book: Option<LorebookId>,
    /// Whether to include secrets.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub secrets: Secrets,
    /// The language of the labels in Markdown.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub labels: markdown::LabelLanguage,
    /// What to do with an existing file.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub existing: Existing,
}

/// The result of an export.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct LoreExported {
    /// The file written.
    pub file: PathBuf,
    /// Number of entries in it.
    pub entries: usize,
}

/// Writes lore to a file.
pub async fn export(project: &Project, request: ExportLore) -> Result<LoreExported> {
    refuse_place(&request.out, project.path(), request.existing)?;
    let mut tx = project.begin_read().await?;
    let (bytes, entries) = match request.format {
        LoreFormat::Markdown => as_markdown(&mut tx, &request).await?,
        LoreFormat::WorldInfo => as_book(&mut tx, &request, LorebookFormat::WorldInfo).await?,
        LoreFormat::CardV2 => as_book(&mut tx, &request, LorebookFormat::CardV2).await?,
        LoreFormat::CardV3 => as_book(&mut tx, &request, LorebookFormat::CardV3).await?,
        LoreFormat::NovelAi => as_book(&mut tx, &request, LorebookFormat::NovelAi).await?,
    };
    drop(tx);
    let out = request.out.clone();
    tokio::task::spawn_blocking(move || write_whole(&out, &bytes))
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))??;
    Ok(LoreExported { file: request.out, entries })
}

async fn as_markdown(conn: &mut SqliteConnection, request: &ExportLore) -> Result<(Vec<u8>, usize)> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    let mut bible: Vec<BibleFieldRecord> = fields.into_iter().map(|(_, field)| field).collect();
    bible.sort_by_key(|field| STANDARD_FIELDS.iter().position(|key| *key == field.key).unwrap_or(usize::MAX));
    let entries: Vec<(LoreEntryId, LoreRecord)> = canon::list(conn).await?;
    let lore: Vec<LoreRecord> = entries.into_iter().map(|(_, record)| record).collect();
    let count = lore.len();
    let text = markdown::write(&markdown::Canon { bible, lore }, request.labels, request.secrets);
    Ok((text.into_bytes(), count))
}

async fn as_book(
    conn: &mut SqliteConnection,
    request: &ExportLore,
    format: LorebookFormat,
) -> Result<(Vec<u8>, usize)> {
    let books: Vec<(LorebookId, LorebookRecord)> = canon::list(conn).await?;
    let entries: Vec<(LoreEntryId, LoreRecord)> = match request.book {
        Some(book) => canon::list_where(conn, "lorebook_id", book.get()).await?,
        None => canon::list(conn).await?,
    };
    let entries: Vec<EntryToWrite> = entries
        .into_iter()
        .map(|(_, record)| {
            let origin = record.origin.as_ref().and_then(|origin| {
                let (_, book) = books.iter().find(|(id, _)| *id == origin.book)?;
                Some(EntryOrigin { format: book.format, key: origin.key.clone(), raw: origin.entry.clone() })
            });
            EntryToWrite { record, origin }
        })
        .collect();
    let count = entries.len();
    let book = match request.book {
        Some(id) => {
            let book = canon::live(conn, id).await?;
            let picture = book.picture.as_deref().and_then(|picture| BASE64.decode(picture).ok());
            BookToWrite { name: book.name, format: book.format, document: book.document, picture, entries }
        }
        None => {
            let name = meta::require(conn).await?.title;
            BookToWrite { name, format, document: serde_json::Value::Null, picture: None, entries }
        }
    };
    let options = WriteOptions { format, container: request.container, secrets: request.secrets };
    let bytes = lorebook::write(&book, options).map_err(|error| {
        Error::bad_request(error.to_string(), "Nothing was written. Choose another format.")
    })?;
    Ok((bytes, count))
}
