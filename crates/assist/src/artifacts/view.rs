//! Reads the view of artifacts as of a scene.

use std::collections::BTreeSet;

use sqlx::SqliteConnection;
use wenfang_drafting::pipeline::view::{Ancestry, Lines, View};
use wenfang_project::{artifacts, manuscript, pipelines, scene_versions};
use wenfang_story::SceneId;
use wenfang_story::artifact::Visibility;
use wenfang_usecase::Result;

use super::withheld;

/// The artifacts of these names as of a scene. What the author keeps out of prompts is not for prompts.
///
/// # Errors
/// Those of reading.
pub(crate) async fn view(conn: &mut SqliteConnection, scene: SceneId, names: &[&str]) -> Result<View> {
    let withheld = withheld::names(conn).await?;
    let mut series = artifacts::series(conn, names).await?;
    for series in series.iter_mut().filter(|series| withheld.contains(&series.name)) {
        series.visibility = series.visibility.without_prompts();
    }
    let places = series.iter().flat_map(|series| &series.versions).filter_map(|told| told.at);
    let scenes: BTreeSet<SceneId> = places.filter(|at| at.version.is_some()).map(|at| at.scene).collect();
    let mut lines = Lines::default();
    for line in scene_versions::lines(conn, &scenes).await? {
        let of = |(version, parent, merged)| Ancestry { version, parent, merged };
        let versions: Vec<Ancestry> = line.versions.into_iter().map(of).collect();
        lines.add((line.scene, line.head), &versions);
    }
    Ok(View::new(scene, &manuscript::outline(conn).await?, lines, series))
}

/// The names that a template may use: artifacts for prompts, and what a step of a saved profile writes for them.
///
/// # Errors
/// Those of reading.
pub(crate) async fn names_for_prompts(conn: &mut SqliteConnection) -> Result<BTreeSet<String>> {
    let listed = artifacts::list(conn, None).await?.into_iter();
    let mut names: BTreeSet<String> = listed
        .filter(|artifact| artifact.visibility.is_for_prompts())
        .map(|artifact| artifact.name)
        .collect();
    for (_, profile) in pipelines::list(conn).await? {
        let steps =
            ["pre", "post", "settled"].into_iter().filter_map(|phase| profile.0.get(phase)?.as_array());
        let written = steps.flatten().filter_map(|step| {
            let writes = step.get("writes")?;
            let visibility = writes.get("visibility")?.as_str()?;
            let is_for_prompts = visibility.parse().is_ok_and(Visibility::is_for_prompts);
            is_for_prompts.then_some(writes.get("name")?.as_str()?.to_owned())
        });
        names.extend(written);
    }
    Ok(names)
}
