//! The artifacts that a template reads, as of the scene.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::SqliteConnection;
use wenfang_drafting::context::Source;
use wenfang_drafting::pipeline::text::{fitted, text_of};
use wenfang_drafting::pipeline::view::InPrompt;
use wenfang_drafting::prompts::{ArtifactText, Template, TemplateError};
use wenfang_drafting::receipt::{ReadArtifact, Receipt};
use wenfang_project::artifacts;
use wenfang_story::SceneId;
use wenfang_story::artifact::{ContentType, Pin};
use wenfang_text::ContentHash;
use wenfang_usecase::Result;

use crate::artifacts::view::{names_for_prompts, view};

/// Earlier values in a history.
const MAX_HISTORY: usize = 20;

/// The texts by name, and what the receipt says of them.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadArtifacts {
    pub(super) art: BTreeMap<String, ArtifactText>,
    pub(super) artifacts: Vec<ReadArtifact>,
}

/// Reads the artifacts that a template uses, as of a scene. One without a value there is empty.
pub(super) async fn read_artifacts(
    conn: &mut SqliteConnection,
    (scene, template): (SceneId, &Template),
) -> Result<ReadArtifacts> {
    let names: Vec<&str> = template.artifacts().into_iter().collect();
    let mut read = ReadArtifacts::default();
    if names.is_empty() {
        return Ok(read);
    }
    let view = view(conn, scene, &names).await?;
    let uses: BTreeSet<&str> = template.uses().iter().map(|used| &*used.name).collect();
    for name in names {
        let mut text = ArtifactText::default();
        if let Some(shown) = view.in_prompt(name) {
            for (part, printed, versions) in [
                ("value", &mut text.value, &[shown.version()][..]),
                ("history", &mut text.history, shown.earlier()),
            ] {
                let variable = format!("art.{name}.{part}");
                if uses.contains(variable.as_str()) {
                    let of = Reading { name, variable: &variable, shown: &shown, template };
                    *printed = of.join(conn, versions, &mut read.artifacts).await?;
                }
            }
        }
        read.art.insert(name.to_owned(), text);
    }
    Ok(read)
}

struct Reading<'r> {
    name: &'r str,
    variable: &'r str,
    shown: &'r InPrompt,
    template: &'r Template,
}

impl Reading<'_> {
    /// The texts of versions, as far as there is room, with an entry for each.
    async fn join(
        &self,
        conn: &mut SqliteConnection,
        versions: &[i64],
        read: &mut Vec<ReadArtifact>,
    ) -> Result<String> {
        let tag = self.shown.subject().tag(self.name);
        let content =
            artifacts::get(conn, &tag).await?.map_or(ContentType::Text, |header| header.content_type);
        let mut joined = String::new();
        for version in versions.iter().take(MAX_HISTORY) {
            let Some(value) = artifacts::version(conn, &tag, *version).await? else { continue };
            let text = text_of(content, &value.value, self.template.heading().language);
            let between = if joined.is_empty() || text.is_empty() { "" } else { "\n\n" };
            let before = joined.len();
            let (fits, left_out) = fitted(format!("{joined}{between}{text}"));
            // What was there already fits.
            let added = fits.get(before..).unwrap_or_default().trim_start().to_owned();
            joined = fits;
            read.push(ReadArtifact {
                source: Source::Artifact {
                    id: self.shown.id(),
                    name: self.name.to_owned(),
                    version: *version,
                },
                subject: self.shown.subject(),
                at: value.at,
                variable: self.variable.to_owned(),
                characters: added.chars().count(),
                left_out,
                text_hash: ContentHash::of(added.as_bytes()).to_string(),
            });
        }
        Ok(joined)
    }
}

/// Pins what a receipt names, so that it is never deleted: what the template read, and what was sent in the layers.
pub(super) async fn pin_read(conn: &mut SqliteConnection, receipt: &Receipt) -> Result<()> {
    for read in &receipt.artifacts {
        if let Source::Artifact { name, version, .. } = &read.source {
            artifacts::pin(conn, (&read.subject.tag(name), *version), Some(Pin::Receipt)).await?;
        }
    }
    for part in receipt.parts.iter().filter(|part| part.is_sent()) {
        let Source::Artifact { id, version, .. } = &part.source else { continue };
        if let Some(tag) = artifacts::tag(conn, *id).await? {
            artifacts::pin(conn, (&tag, *version), Some(Pin::Receipt)).await?;
        }
    }
    Ok(())
}

/// The faults of a template that uses artifacts which neither exist nor are written by a step.
pub(super) async fn unknown_artifacts(
    conn: &mut SqliteConnection,
    template: &Template,
) -> Result<Vec<TemplateError>> {
    if template.artifacts().is_empty() {
        return Ok(Vec::new());
    }
    let known = names_for_prompts(conn).await?;
    Ok(template.unknown_artifacts(&known.iter().map(String::as_str).collect()))
}
