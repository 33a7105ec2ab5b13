//! The artifacts that prompts include, as of the scene.
//!
//! Always: what is not for prompts is no candidate, and neither is a value that is told later than the scene.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;
use wenfang_drafting::context::Candidate;
use wenfang_drafting::pipeline::include::{Include, IncludedVersion};
use wenfang_drafting::pipeline::text::text_of;
use wenfang_drafting::pipeline::view::InPrompt;
use wenfang_project::artifacts::{self, ArtifactHeader};
use wenfang_story::canon::StoryOrder;
use wenfang_usecase::Result;

use super::{GatherScope, position};
use crate::artifacts::view::view;

/// The candidates for each name: the newest versions as of the scene, of the nearest subject that has a value.
pub(super) async fn included(
    conn: &mut SqliteConnection,
    (order, scope): (&StoryOrder, &GatherScope<'_>),
) -> Result<Vec<Candidate>> {
    let headers = artifacts::included(conn).await?;
    let names: BTreeSet<&str> = headers.iter().map(|header| header.name.as_str()).collect();
    let mut candidates = Vec::new();
    if names.is_empty() {
        return Ok(candidates);
    }
    let names: Vec<&str> = names.into_iter().collect();
    let view = view(conn, scope.scene, &names).await?;
    for name in names {
        let Some(shown) = view.in_prompt(name) else { continue };
        let header = headers.iter().find(|header| header.id == shown.id());
        let Some((header, include)) = header.and_then(|header| Some((header, include_of(header)?))) else {
            continue;
        };
        let versions = versions(conn, (header, &shown, include.take), (order, scope)).await?;
        let rank = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
        candidates.extend(include.candidates((header.id, name), &versions, (rank, scope.language)));
    }
    Ok(candidates)
}

/// How prompts take an artifact. What a later release wrote is not understood, and left out.
fn include_of(header: &ArtifactHeader) -> Option<Include> {
    serde_json::from_str(header.include.as_deref()?).ok()
}

/// The newest versions of a value, without those that the run of the generation wrote itself.
async fn versions(
    conn: &mut SqliteConnection,
    (header, shown, take): (&ArtifactHeader, &InPrompt, u32),
    (order, scope): (&StoryOrder, &GatherScope<'_>),
) -> Result<Vec<IncludedVersion>> {
    let tag = header.subject.tag(&header.name);
    let mut versions = Vec::new();
    let wanted = [shown.version()].into_iter().chain(shown.earlier().iter().copied());
    for version in wanted.take(take as usize) {
        let Some(value) = artifacts::version(conn, &tag, version).await? else { continue };
        let run = value.run.as_ref().map(|(run, _)| *run);
        if run.is_some() && run == scope.run {
            continue;
        }
        let text = text_of(header.content_type, &value.value, scope.language);
        let rank = value.at.and_then(|at| Some((at.scene, order.rank(at.scene)?)));
        let at = rank.map(|(scene, rank)| position(order, scene, rank));
        versions.push(IncludedVersion { version, text, at, made_by: value.made_by });
    }
    Ok(versions)
}
