//! The rows of artifacts and of their versions, with their hashes.

use sqlx::{FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::artifact::{
    ArtifactKind, ArtifactPlace, ContentType, MadeBy, Pin, ShownAs, Subject, Visibility,
};
use wenfang_story::{ArtifactId, GenerationId, RunId, Timestamp};

use super::{Artifact, Keep};
use crate::damage::Damage;
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

/// An artifact's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactHeader {
    pub id: ArtifactId,
    pub name: String,
    pub subject: Subject,
    pub kind: ArtifactKind,
    pub writer: String,
    pub visibility: Visibility,
    pub surface: Option<String>,
    pub content_type: ContentType,
    pub shown_as: ShownAs,
    /// How a prompt takes it, in JSON.
    pub include: Option<String>,
    pub keep: Keep,
    /// The number of the newest version.
    pub newest: i64,
    pub created_at: Timestamp,
}

/// One version of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactVersion {
    /// From 1.
    pub version: i64,
    pub value: String,
    pub based_on: Option<i64>,
    /// The place in the telling that the value is told up to.
    pub at: Option<ArtifactPlace>,
    /// The run and its step.
    pub run: Option<(RunId, String)>,
    pub generation: Option<GenerationId>,
    pub made_by: MadeBy,
    pub pinned: Option<Pin>,
    pub created_at: Timestamp,
}

/// An optional text as two parts of a row.
fn optional(text: Option<&str>) -> [&[u8]; 2] {
    [if text.is_some() { &[1] } else { &[0] }, text.unwrap_or_default().as_bytes()]
}

pub(super) fn place(scene: Option<i64>, version: Option<i64>) -> Option<ArtifactPlace> {
    Some(ArtifactPlace { scene: scene?.into(), version: version.map(Into::into) })
}

pub(super) const HEADER: &str = "select id, name, subject, subject_id, kind, writer, visibility, surface,
     content_type, shown_as, include, keep_versions, keep_days, newest, row_hash, created_at from artifacts";

#[derive(FromRow)]
pub(super) struct Header {
    pub(super) id: i64,
    name: String,
    subject: String,
    subject_id: Option<i64>,
    kind: String,
    writer: String,
    visibility: String,
    surface: Option<String>,
    content_type: String,
    shown_as: String,
    include: Option<String>,
    keep_versions: Option<i64>,
    keep_days: Option<i64>,
    pub(super) newest: i64,
    /// `None` if an earlier release wrote the row, and nothing was written under the tag since.
    pub(super) row_hash: Option<Vec<u8>>,
    created_at: i64,
}

impl Header {
    fn guard(&self) -> [u8; 8] {
        let [name, subject, kind, writer, visibility, content_type, shown_as] = [
            &self.name,
            &self.subject,
            &self.kind,
            &self.writer,
            &self.visibility,
            &self.content_type,
            &self.shown_as,
        ]
        .map(String::as_bytes);
        let [subject_id, keep_versions, keep_days, newest, created_at] =
            [self.subject_id, self.keep_versions, self.keep_days, Some(self.newest), Some(self.created_at)]
                .map(number);
        let [[has_surface, surface], [has_include, include]] =
            [self.surface.as_deref(), self.include.as_deref()].map(optional);
        row_hash(&[
            name,
            subject,
            &subject_id,
            kind,
            writer,
            visibility,
            has_surface,
            surface,
            content_type,
            shown_as,
            has_include,
            include,
            &keep_versions,
            &keep_days,
            &newest,
            &created_at,
        ])
    }

    pub(super) fn is_sound(&self) -> bool {
        self.row_hash.as_ref().is_none_or(|hash| *hash == self.guard())
    }

    pub(super) fn keep(&self) -> Keep {
        let of = |keep: Option<i64>| keep.and_then(|keep| u32::try_from(keep).ok());
        Keep { versions: of(self.keep_versions), days: of(self.keep_days) }
    }

    /// The row with the attributes of a new write.
    pub(super) fn with(self, artifact: &Artifact<'_>) -> Self {
        Self {
            kind: artifact.kind.as_str().to_owned(),
            writer: artifact.writer.to_owned(),
            visibility: artifact.visibility.as_str().to_owned(),
            surface: artifact.surface.map(str::to_owned),
            content_type: artifact.content_type.as_str().to_owned(),
            shown_as: artifact.shown_as.as_str().to_owned(),
            include: artifact.include.map(str::to_owned),
            keep_versions: artifact.keep.versions.map(i64::from),
            keep_days: artifact.keep.days.map(i64::from),
            ..self
        }
    }

    pub(super) fn checked(self) -> Result<ArtifactHeader> {
        let damaged = || Error::Damaged(Damage::Record { part: "artifact", id: self.id });
        if !self.is_sound() {
            return Err(damaged());
        }
        Ok(ArtifactHeader {
            id: self.id.into(),
            subject: Subject::of(&self.subject, self.subject_id).ok_or_else(damaged)?,
            kind: self.kind.parse().map_err(|_| damaged())?,
            visibility: self.visibility.parse().map_err(|_| damaged())?,
            content_type: self.content_type.parse().map_err(|_| damaged())?,
            shown_as: self.shown_as.parse().map_err(|_| damaged())?,
            keep: self.keep(),
            newest: self.newest,
            created_at: self.created_at.into(),
            name: self.name,
            writer: self.writer,
            surface: self.surface,
            include: self.include,
        })
    }

    /// Stores all that a write can change, with the hash. A row that was damaged is whole again.
    pub(super) async fn update(&self, conn: &mut SqliteConnection) -> Result<()> {
        sqlx::query(
            "update artifacts set kind = ?, writer = ?, visibility = ?, surface = ?, content_type = ?, shown_as = ?,
                 include = ?, keep_versions = ?, keep_days = ?, newest = ?, row_hash = ? where id = ?",
        )
        .bind(&self.kind)
        .bind(&self.writer)
        .bind(&self.visibility)
        .bind(&self.surface)
        .bind(&self.content_type)
        .bind(&self.shown_as)
        .bind(&self.include)
        .bind(self.keep_versions)
        .bind(self.keep_days)
        .bind(self.newest)
        .bind(self.guard().as_slice())
        .bind(self.id)
        .execute(conn)
        .await?
        .stored(1)?;
        Ok(())
    }
}

pub(super) const VERSION: &str =
    "select a.tag, v.artifact_id, v.version, v.based_on, v.at_scene, v.at_version,
     v.run_id, v.node, v.generation_id, v.made_by, v.pinned, v.row_hash, v.created_at, v.value
     from artifacts a join artifact_versions v on v.artifact_id = a.id";

#[derive(Clone, FromRow)]
pub(super) struct VersionRow {
    pub(super) artifact_id: i64,
    pub(super) version: i64,
    pub(super) based_on: Option<i64>,
    pub(super) at_scene: Option<i64>,
    pub(super) at_version: Option<i64>,
    pub(super) run_id: Option<i64>,
    pub(super) node: Option<String>,
    pub(super) generation_id: Option<i64>,
    pub(super) made_by: String,
    pub(super) pinned: Option<String>,
    pub(super) row_hash: Vec<u8>,
    pub(super) created_at: i64,
    pub(super) value: String,
}

/// A version with its tag.
#[derive(FromRow)]
pub(super) struct Tagged {
    pub(super) tag: String,
    #[sqlx(flatten)]
    pub(super) row: VersionRow,
}

impl VersionRow {
    /// Earlier releases wrote no more than a value, and their hash covers no more.
    fn is_bare(&self) -> bool {
        let numbers = [self.based_on, self.at_scene, self.at_version, self.run_id, self.generation_id];
        numbers.iter().all(Option::is_none)
            && self.node.is_none()
            && self.pinned.is_none()
            && self.made_by == MadeBy::Step.as_str()
    }

    pub(super) fn guard(&self) -> [u8; 8] {
        if self.is_bare() {
            return row_hash(&[self.value.as_bytes()]);
        }
        let [based_on, at_scene, at_version, run_id, generation, created_at] = [
            self.based_on,
            self.at_scene,
            self.at_version,
            self.run_id,
            self.generation_id,
            Some(self.created_at),
        ]
        .map(number);
        let [[has_node, node], [has_pin, pin]] = [self.node.as_deref(), self.pinned.as_deref()].map(optional);
        row_hash(&[
            self.value.as_bytes(),
            &based_on,
            &at_scene,
            &at_version,
            &run_id,
            has_node,
            node,
            &generation,
            self.made_by.as_bytes(),
            has_pin,
            pin,
            &created_at,
        ])
    }

    pub(super) fn is_sound(&self) -> bool {
        self.row_hash == self.guard()
    }

    pub(super) fn checked(self) -> Result<ArtifactVersion> {
        let damaged = || Error::Damaged(Damage::Record { part: "artifact", id: self.artifact_id });
        if !self.is_sound() {
            return Err(damaged());
        }
        Ok(ArtifactVersion {
            version: self.version,
            based_on: self.based_on,
            at: place(self.at_scene, self.at_version),
            generation: self.generation_id.map(GenerationId::from),
            made_by: self.made_by.parse().map_err(|_| damaged())?,
            pinned: self.pinned.as_deref().map(str::parse).transpose().map_err(|_| damaged())?,
            created_at: self.created_at.into(),
            run: self.run_id.map(RunId::from).zip(self.node),
            value: self.value,
        })
    }
}
