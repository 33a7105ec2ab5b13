//! The story bible.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::BibleFieldId;
use wenfang_story::canon::{BibleFieldRecord, STANDARD_FIELDS};

use super::words;
use crate::error::{Code, Error, Result};
use crate::projects::NoParams;

/// The story bible.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Bible {
    /// The standard fields in their order, then the author's own.
    pub fields: Vec<BibleField>,
}

/// A field of the bible.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BibleField {
    /// What it goes by: a standard name, or the author's own.
    pub key: String,
    /// What it says; empty where nothing was written yet.
    pub value: String,
    /// Whether it is a hard constraint.
    pub locked: bool,
    /// Whether every book has it.
    pub standard: bool,
}

impl From<BibleFieldRecord> for BibleField {
    fn from(record: BibleFieldRecord) -> Self {
        let standard = record.is_standard();
        Self { key: record.key, value: record.value, locked: record.locked, standard }
    }
}

/// Shows the bible. Standard fields are there whether anything was written or not.
pub async fn list(project: &Project, _: NoParams) -> Result<Bible> {
    let mut tx = project.begin_read().await?;
    let stored: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(&mut tx).await?;
    let (standard, own): (Vec<_>, Vec<_>) =
        stored.into_iter().map(|(_, record)| record).partition(BibleFieldRecord::is_standard);
    let mut fields: Vec<BibleField> = STANDARD_FIELDS
        .iter()
        .map(|key| {
            let known = standard.iter().find(|record| record.key == *key).cloned();
            known.unwrap_or_else(|| BibleFieldRecord { key: (*key).to_owned(), ..Default::default() }).into()
        })
        .collect();
    fields.extend(own.into_iter().map(BibleField::from));
    Ok(Bible { fields })
}

/// What a field shall say.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetBibleField {
    /// The field; one the bible does not have becomes the author's own.
    pub key: String,
    /// What it says; unchanged when absent.
    pub value: Option<String>,
    /// Whether it is a hard constraint; unchanged when absent.
    pub locked: Option<bool>,
    /// Another name for one of the author's own fields; unchanged when absent.
    pub rename: Option<String>,
}

/// Sets a field of the bible.
///
/// # Errors
/// [`Code::BadRequest`] for an empty name, a standard field that shall have another one;
/// [`Code::NameTaken`] for a name that another field has.
pub async fn set(project: &Project, request: SetBibleField) -> Result<BibleField> {
    let key = words::name("name of the field", &request.key)?;
    let value = request.value.map(|value| words::text("field", &value)).transpose()?;
    let rename = request.rename.map(|name| words::name("name of the field", &name)).transpose()?;
    let mut tx = project.begin_write().await?;
    let known = find(&mut tx, &key).await?;
    let (id, mut record) = match known {
        Some((id, record)) => (Some(id), record),
        None => (None, BibleFieldRecord { key: key.clone(), ..BibleFieldRecord::default() }),
    };
    if let Some(rename) = rename.filter(|rename| *rename != record.key) {
        if record.is_standard() {
            return Err(Error::bad_request(
                format!("{key} is a field of every book and keeps its name"),
                "Nothing was changed. Add a field of your own.",
            ));
        }
        let taken = STANDARD_FIELDS.contains(&rename.as_str()) || find(&mut tx, &rename).await?.is_some();
        if taken {
            return Err(Error::new(
                Code::NameTaken,
                format!("there is a field {rename} already"),
                "Nothing was changed. Choose another name.",
            ));
        }
        record.key = rename;
    }
    record.value = value.unwrap_or(record.value);
    record.locked = request.locked.unwrap_or(record.locked);
    match id {
        Some(id) => canon::update(&mut tx, id, &record).await?,
        None => {
            canon::insert::<BibleFieldId>(&mut tx, &record, project.now()).await?;
        }
    }
    tx.commit().await?;
    Ok(record.into())
}

async fn find(conn: &mut SqliteConnection, key: &str) -> Result<Option<(BibleFieldId, BibleFieldRecord)>> {
    let fields: Vec<(BibleFieldId, BibleFieldRecord)> = canon::list(conn).await?;
    Ok(fields.into_iter().find(|(_, record)| record.key == key))
}

/// A field of the bible.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct BibleFieldRequest {
    /// What it goes by.
    pub key: String,
}

/// Removes a field; a standard one is emptied. Setting it again brings it back; so does a checkpoint.
pub async fn remove(project: &Project, request: BibleFieldRequest) -> Result<BibleField> {
    let mut tx = project.begin_write().await?;
    let Some((id, record)) = find(&mut tx, request.key.trim()).await? else {
        return Err(Error::new(
            Code::NotFound,
            format!("the bible has no field {}", request.key),
            "Nothing was changed.",
        ));
    };
    canon::remove(&mut tx, &[id], project.now()).await?;
    tx.commit().await?;
    Ok(record.into())
}
