//! The story bible.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, canon};
use wenfang_story::BibleFieldId;
use wenfang_story::canon::{BibleFieldRecord, STANDARD_FIELDS};
use wenfang_usecase::{Code, Error, NoParams, Result};

use super::words;

/// The story bible.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Bible {
    /// The standard fields in order, then the author's own.
    pub fields: Vec<BibleField>,
}

/// A field of the bible.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct BibleField {
    /// Its name: a standard name, or the author's own.
    pub key: String,
    /// Its text; empty if nothing is written yet.
    pub value: String,
    /// Whether it is a hard constraint.
    pub locked: bool,
    /// Whether it is a standard field, which every book has.
    pub standard: bool,
}

impl From<BibleFieldRecord> for BibleField {
    fn from(record: BibleFieldRecord) -> Self {
        let standard = record.is_standard();
        Self { key: record.key, value: record.value, locked: record.locked, standard }
    }
}

/// Returns the bible. Standard fields are always included, even if empty.
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

/// A change to a field.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct SetBibleField {
    /// The field; an unknown name creates a field of the author's own.
    pub key: String,
    /// Its text; unchanged when absent.
    pub value: Option<String>,
    /// Whether it is a hard constraint; unchanged when absent.
    pub locked: Option<bool>,
    /// A new name for one of the author's own fields; unchanged when absent.
    pub rename: Option<String>,
}

/// Sets a field of the bible.
///
/// # Errors
/// [`Code::BadRequest`] for an empty name or for renaming a standard field; [`Code::NameTaken`] for a name that
/// another field has.
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
                format!("{key} is a standard field and cannot be renamed"),
                "Nothing was changed. Add a field of your own.",
            ));
        }
        let taken = STANDARD_FIELDS.contains(&rename.as_str()) || find(&mut tx, &rename).await?.is_some();
        if taken {
            return Err(Error::new(
                Code::NameTaken,
                format!("a field {rename} already exists"),
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
    pub key: String,
}

/// Removes a field; a standard field is emptied. Setting it again or restoring a checkpoint brings it back.
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
